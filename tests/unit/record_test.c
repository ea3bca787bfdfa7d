/* runtime/program/record.c */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "runtime/program/image.h"

static union {
  struct falx_kernel_record record;
  unsigned char bytes[FALX_KERNEL_RECORD_SIZE(3)];
} u;

static void sound(void) {
  u.record = (struct falx_kernel_record){.version = FALX_KERNEL_RECORD_VERSION,
                                         .functor_size = 48,
                                         .functor_align = 8,
                                         .param_count = 3,
                                         .arg_count = 6};
  struct falx_kernel_param params[] = {{FALX_PARAM_ACCESSOR, 1, 32, 0},
                                       {FALX_PARAM_POINTER, 0, 8, 32},
                                       {FALX_PARAM_STD_LAYOUT, 0, 4, 40}};
  memcpy(u.bytes + offsetof(struct falx_kernel_record, params), params, sizeof params);
}

static const char *check(void) {
  return fxr_kernel_record_check(&u.record, sizeof u.bytes);
}

static struct falx_kernel_param *param(int i) {
  return (struct falx_kernel_param *)(u.bytes + offsetof(struct falx_kernel_record, params)) + i;
}

static void takes_a_sound_one(void **state) {
  (void)state;
  sound();
  assert_null(check());
}

#define REFUSES(change, what)                                                                      \
  do {                                                                                             \
    sound();                                                                                       \
    change;                                                                                        \
    const char *problem = check();                                                                 \
    assert_non_null(problem);                                                                      \
    assert_non_null(strstr(problem, what));                                                        \
  } while (0)

static void refuses_others(void **state) {
  (void)state;
  REFUSES(u.record.version++, "version");
  REFUSES(u.record.param_count = 4, "shorter");
  REFUSES(u.record.param_count = UINT32_MAX, "shorter");
  REFUSES(u.record.functor_align = 0, "power of two");
  REFUSES(u.record.functor_align = 12, "power of two");
  REFUSES(u.record.arg_count = 5, "number of arguments");
  REFUSES(param(0)->kind = 99, "unknown kind");
  REFUSES(param(0)->dimensions = 4, "dimensions");
  REFUSES(param(0)->dimensions = 2, "too small");
  REFUSES(param(1)->offset = 41, "outside");
  REFUSES(param(1)->offset = UINT32_MAX, "outside");
  REFUSES(param(1)->size = UINT32_MAX, "outside");
  REFUSES(param(1)->size = 4, "too small");
}

static void never_reads_past_the_end(void **state) {
  (void)state;
  sound();
  for (size_t size = 0; size < sizeof u.bytes; size++) {
    void *copy = malloc(size ? size : 1); /* the sanitizer sees a read too far */
    memcpy(copy, u.bytes, size);
    assert_non_null(fxr_kernel_record_check(copy, size));
    free(copy);
  }
  assert_non_null(fxr_kernel_record_check(NULL, 100));
}

static void names_are_made_readable(void **state) {
  char buffer[64];
  (void)state;
  assert_string_equal(fxr_kernel_pretty_name("_ZTS5MyKer", buffer, sizeof buffer), "MyKer");
  assert_string_equal(fxr_kernel_pretty_name("_ZTSN5nbody4StepE", buffer, sizeof buffer),
                      "nbody::Step");
  const char *const raw[] = {"_ZTSZ4mainEUlvE_",
                             "_ZTSN5nbody4Step",
                             "_ZTS9short",
                             "_ZTS",
                             "main",
                             "_ZTS4GemmIfE",
                             "_ZTSN",
                             "_ZTS99999999999999999999x"};
  for (size_t i = 0; i < sizeof raw / sizeof *raw; i++)
    assert_string_equal(fxr_kernel_pretty_name(raw[i], buffer, sizeof buffer), raw[i]);
  assert_string_equal(fxr_kernel_pretty_name("_ZTS5MyKer", buffer, 3), "_ZTS5MyKer");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(takes_a_sound_one),
      cmocka_unit_test(refuses_others),
      cmocka_unit_test(never_reads_past_the_end),
      cmocka_unit_test(names_are_made_readable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
