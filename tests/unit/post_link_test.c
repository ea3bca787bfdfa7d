/* The output of falx-post-link, linked into a C program that replaces the runtime: registration,
 * registration array, records, and kernels that run their share and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "falx/image.h"
#include "falx/native_cpu.h"

extern void *__dso_handle;

static const struct falx_image_desc *registered;
static const void *registered_module;
static int registrations;

void falx_register_images(const struct falx_image_desc *desc, const void *module) {
  registered = desc;
  registered_module = module;
  registrations++;
}

void falx_unregister_images(const struct falx_image_desc *desc, const void *module) {
  if (desc != registered || module != registered_module)
    abort();
}

/* The host's own function of the same name as a device function: neither is the other. */
uint64_t place(uint64_t factor);
uint64_t place(uint64_t factor) {
  return factor;
}

static const void *find_property(const char *set, const char *name) {
  const struct falx_image *image = registered->images;
  for (const struct falx_property_set *s = image->sets_begin; s != image->sets_end; s++)
    for (const struct falx_property *p = s->begin; !strcmp(s->name, set) && p != s->end; p++)
      if (!strcmp(p->name, name))
        return p->value;
  return NULL;
}

static const struct falx_kernel_record *record_of(const char *kernel) {
  const struct falx_kernel_record *record = find_property(FALX_SET_KERNEL_RECORDS, kernel);
  assert_non_null(record);
  return record;
}

/* Runs a kernel as the adapter does: arguments are where the record says, in the function object.
 */
static void run(const char *kernel, void *functor, struct falx_native_cpu_state *state) {
  const struct falx_image *image = registered->images;
  const struct falx_native_entry *entry = (const void *)image->binary_begin;
  const struct falx_native_entry *end = (const void *)image->binary_end;
  while (entry != end && strcmp(entry->name, kernel))
    entry++;
  assert_true(entry != end);
  const struct falx_kernel_record *record = record_of(kernel);
  void *args[16];
  assert_true(record->param_count <= 16);
  for (uint32_t i = 0; i < record->param_count; i++)
    args[i] = (char *)functor + record->params[i].offset;
  entry->handler(args, state);
}

static void test_registration(void **unused) {
  (void)unused;
  assert_int_equal(registrations, 1);
  assert_ptr_equal(registered_module, &__dso_handle);
  assert_int_equal(registered->version, FALX_IMAGE_DESC_VERSION);
  assert_int_equal(registered->image_count, 1);
  const struct falx_image *image = registered->images;
  assert_int_equal(image->version, FALX_IMAGE_VERSION);
  assert_int_equal(image->kind, FALX_IMAGE_KIND_SYCL);
  assert_int_equal(image->format, FALX_IMAGE_FORMAT_NATIVE);
  assert_string_equal(image->target, FALX_TARGET_NATIVE_CPU);
  assert_string_equal(image->compile_options, "");
  assert_string_equal(image->link_options, "");
}

static void test_array(void **unused) {
  (void)unused;
  const struct falx_image *image = registered->images;
  const struct falx_native_entry *entry = (const void *)image->binary_begin;
  const struct falx_native_entry *end = (const void *)image->binary_end;
  assert_int_equal(end - entry, 4);
  assert_int_equal(image->entries_end - image->entries_begin, 4);
  for (; entry != end; entry++) {
    assert_memory_equal(entry->name, "_ZTS", 4);
    assert_non_null(entry->handler);
    assert_non_null(record_of(entry->name));
  }
  assert_string_equal(end->name, FALX_NATIVE_END);
  assert_true(end->handler == NULL);
}

static void test_records(void **unused) {
  (void)unused;
  const struct falx_kernel_record *record = record_of("_ZTS3Add");
  assert_int_equal(record->version, FALX_KERNEL_RECORD_VERSION);
  assert_int_equal(record->flags, FALX_KERNEL_DISPATCH_ITEMS);
  assert_int_equal(record->functor_size, 24);
  assert_int_equal(record->functor_align, 8);
  assert_int_equal(record->param_count, 3);
  assert_int_equal(record->arg_count, 3);
  for (uint32_t i = 0; i < 3; i++) {
    assert_int_equal(record->params[i].kind, FALX_PARAM_POINTER);
    assert_int_equal(record->params[i].offset, 8 * i);
  }
  assert_int_equal(record_of("_ZTS6Groups")->flags & FALX_KERNEL_DISPATCH_ITEMS, 0);
}

enum { COUNT = 1000 };

static void test_share(void **unused) {
  (void)unused;
  static int a[COUNT], b[COUNT], c[COUNT];
  struct {
    int *c, *a, *b;
  } functor = {c, a, b};
  for (int first = 0; first < 40; first += 13)
    for (int last = first; last < COUNT - 7; last += 97) {
      for (int i = 0; i < COUNT; i++)
        a[i] = i, b[i] = 2 * i, c[i] = -1;
      struct falx_native_cpu_state state = {.global_range = {COUNT, 1, 1},
                                            .global_offset = {7, 0, 0},
                                            .begin = {(uint64_t)first, 0, 0},
                                            .end = {(uint64_t)last, 1, 1}};
      run("_ZTS3Add", &functor, &state);
      for (int i = 0; i < COUNT; i++)
        assert_int_equal(c[i], i >= first + 7 && i < last + 7 ? 3 * i : -1);
    }
}

static void test_empty_box(void **unused) {
  (void)unused;
  int a[1] = {1}, b[1] = {1}, c[1] = {0};
  struct {
    int *c, *a, *b;
  } functor = {c, a, b};
  for (int d = 0; d < 3; d++) {
    struct falx_native_cpu_state state = {.global_range = {1, 1, 1}, .end = {1, 1, 1}};
    state.end[d] = 0;
    run("_ZTS3Add", &functor, &state);
    assert_int_equal(c[0], 0);
  }
}

static void test_three_dimensions(void **unused) {
  (void)unused;
  static uint64_t out[4 * 5 * 6];
  struct {
    uint64_t *out;
  } functor = {out};
  memset(out, 0xff, sizeof out);
  struct falx_native_cpu_state state = {
      .global_range = {6, 5, 4}, .begin = {1, 2, 0}, .end = {6, 4, 3}};
  run("_ZTS4Cube", &functor, &state);
  for (uint64_t z = 0; z < 4; z++)
    for (uint64_t y = 0; y < 5; y++)
      for (uint64_t x = 0; x < 6; x++) {
        uint64_t value = out[(z * 5 + y) * 6 + x];
        if (x >= 1 && y >= 2 && y < 4 && z < 3)
          assert_int_equal(value, 10000 * z + 100 * y + x);
        else
          assert_int_equal(value, UINT64_MAX);
      }
}

static void test_groups(void **unused) {
  (void)unused;
  static uint64_t out[60];
  struct {
    uint64_t *out;
  } functor = {out};
  memset(out, 0xff, sizeof out);
  struct falx_native_cpu_state state = {.global_range = {60, 1, 1},
                                        .local_range = {5, 1, 1},
                                        .num_groups = {12, 1, 1},
                                        .begin = {2, 0, 0},
                                        .end = {11, 1, 1}};
  run("_ZTS6Groups", &functor, &state);
  for (uint64_t i = 0; i < 60; i++)
    assert_int_equal(out[i], i >= 10 && i < 55 ? 1000 * (i / 5) + i % 5 : UINT64_MAX);
  assert_int_equal(place(3), 3);
}

static void test_own_copies(void **unused) {
  (void)unused;
  uint64_t out[32];
  struct {
    uint64_t table[4], *out;
  } functor = {{10, 20, 30, 40}, out};
  struct falx_native_cpu_state state = {.global_range = {32, 1, 1}, .end = {32, 1, 1}};
  run("_ZTS4Copy", &functor, &state);
  for (uint64_t i = 0; i < 32; i++)
    assert_int_equal(out[i], 10 * (i % 4 + 1) + 1);
  assert_int_equal(functor.table[0], 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_registration), cmocka_unit_test(test_array),
      cmocka_unit_test(test_records),      cmocka_unit_test(test_share),
      cmocka_unit_test(test_empty_box),    cmocka_unit_test(test_three_dimensions),
      cmocka_unit_test(test_groups),       cmocka_unit_test(test_own_copies)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
