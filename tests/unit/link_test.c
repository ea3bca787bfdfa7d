/* runtime/program/link.c, program.c: the images of a program (requirements DL-7 to DL-10, DL-14,
 * DL-15). */
#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "falx/falx.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/program/image.h"
#include "runtime/program/kernel.h"
#include "tests/unit/adapter.h"

enum { MOST = 4, LIBRARIES = 1000, USERS = 50, THREADS = 200, ROUNDS = 10000 };

/* A module with one image: a kernel or none, exports and imports. Its address is its handle. */
struct library {
  struct falx_image_desc desc;
  struct falx_image image;
  struct falx_property_set sets[3];
  struct falx_property kernel, exports[MOST], imports[MOST];
  struct falx_kernel_record record;
  char texts[2 * MOST][16]; /* names of both */
};

static falx_context_t context;
static const falx_device_t *devices;
static struct scripted *script;

static void start(void) {
  devices = adapter_start(&context);
  script = adapter_script();
}

/* exports and imports: names with blanks between; "-name" is an export that is local. */
static void fill(char (*texts)[16], struct falx_property *properties, const char *names,
                 struct falx_property_set *set, const char *set_name) {
  size_t count = 0;
  for (const char *at = names; *at; at += *at == ' ') {
    size_t length = strcspn(at, " ");
    char *text = texts[count];
    bool is_local = *at == '-';
    memcpy(text, at + is_local, length - is_local);
    text[length - is_local] = 0;
    properties[count++] = (struct falx_property){text, NULL, FALX_PROPERTY_UINT32,
                                                 is_local ? FALX_SYMBOL_LOCAL : FALX_SYMBOL_GLOBAL};
    at += length;
  }
  *set = (struct falx_property_set){set_name, properties, properties + count};
}

static void make(struct library *l, const char *kernel, const char *exports, const char *imports) {
  memset(l, 0, sizeof *l);
  l->desc = (struct falx_image_desc){FALX_IMAGE_DESC_VERSION, 1, &l->image, "test"};
  l->record =
      (struct falx_kernel_record){.version = FALX_KERNEL_RECORD_VERSION, .functor_align = 1};
  l->kernel =
      (struct falx_property){kernel, &l->record, FALX_PROPERTY_BYTE_ARRAY, sizeof l->record};
  l->sets[0] = (struct falx_property_set){FALX_SET_KERNEL_RECORDS, &l->kernel,
                                          &l->kernel + (kernel != NULL)};
  fill(l->texts, l->exports, exports, &l->sets[1], FALX_SET_EXPORTED);
  fill(l->texts + MOST, l->imports, imports, &l->sets[2], FALX_SET_IMPORTED);
  l->image = (struct falx_image){.version = FALX_IMAGE_VERSION,
                                 .kind = FALX_IMAGE_KIND_SYCL,
                                 .format = FALX_IMAGE_FORMAT_NATIVE,
                                 .target = FALX_TARGET_NATIVE_CPU,
                                 .compile_options = "",
                                 .link_options = "",
                                 .sets_begin = l->sets,
                                 .sets_end = l->sets + 3};
}

static void load(struct library *l, const char *kernel, const char *exports, const char *imports) {
  make(l, kernel, exports, imports);
  falx_register_images(&l->desc, l);
}

static void unload(struct library *l) {
  falx_unregister_images(&l->desc, l);
}

static falx_status find(const char *kernel, const struct library *of) {
  struct falx_kernel_site site = {.name = kernel, .module = of, .functor_align = 1};
  struct fxr_kernel *found;
  return fxr_kernel_get(&site, context, devices[0], &found);
}

static bool says(const char *text) {
  return strstr(falx_error_detail(), text) != NULL;
}

static struct library app, a, b, c;

IN_CHILD(takes_what_is_needed, {
  start();
  load(&app, "K", "", "fa");
  load(&c, NULL, "unused", "nobody has this");
  load(&a, NULL, "fa fa2", "fb");
  load(&b, NULL, "fb", "fa2 fb2");
  struct library d;
  load(&d, "D", "fb2", "fa"); /* a cycle through three images (DL-9) */
  CHECK(find("K", &app) == FALX_SUCCESS && script->images == 4);
  CHECK(find("D", &d) == FALX_SUCCESS && script->builds == 1); /* it is in K's program */
  unload(&d);
})

/* Document 001: a kernel of the library is found in the application's program; a program of its own
 * comes first, and stays. */
IN_CHILD(caches, {
  start();
  load(&app, "Internal", "", "fa");
  load(&a, "External", "fa", "");
  CHECK(find("Internal", &app) == FALX_SUCCESS && script->images == 2 && script->builds == 1);
  CHECK(find("External", &a) == FALX_SUCCESS && script->builds == 1);
  unload(&a);
  CHECK(script->programs == 0 && script->kernels == 0);
  load(&a, "External", "fa", "");
  CHECK(find("External", &a) == FALX_SUCCESS && script->images == 1 && script->builds == 2);
  CHECK(find("Internal", &app) == FALX_SUCCESS && script->images == 2 && script->builds == 3);
  CHECK(find("External", &a) == FALX_SUCCESS && script->builds == 3 && script->programs == 2);
})

/* The adapter finds kernels by name: an image whose kernel has the name of an earlier one's in the
 * program needs its own (DL-15). */
IN_CHILD(same_kernel_name, {
  start();
  load(&app, "Same", "", "fa");
  load(&a, "Same", "fa", "");
  CHECK(find("Same", &app) == FALX_SUCCESS && script->builds == 1);
  CHECK(find("Same", &a) == FALX_SUCCESS && script->builds == 2 && script->images == 1);
})

IN_CHILD(first_match, {
  start();
  load(&app, "K", "", "f");
  load(&a, NULL, "f", "");
  load(&b, NULL, "f", "missing");
  CHECK(find("K", &app) == FALX_SUCCESS && script->images == 2);
  unload(&a); /* now b is the first, and lacks something */
  CHECK(find("K", &app) == FALX_ERROR_BUILD && says("needs the function 'missing'"));
  load(&c, NULL, "missing", "");
  CHECK(find("K", &app) == FALX_SUCCESS && script->images == 3); /* the failure was not kept */
  unload(&c);
  CHECK(script->programs == 0);
})

/* Two libraries have f. Whichever way a program comes to the second one, f is the first one's. */
IN_CHILD(programs_agree, {
  start();
  load(&a, NULL, "f", "");
  load(&b, NULL, "f g", "");
  load(&app, "K", "", "g f");
  load(&c, "L", "", "f");
  CHECK(find("K", &app) == FALX_SUCCESS && script->images == 3);
  CHECK(find("L", &c) == FALX_SUCCESS && script->images == 2);
})

/* DL-8 */
IN_CHILD(explains, {
  start();
  load(&app, "K", "", "_Z3fooi");
  CHECK(find("K", &app) == FALX_ERROR_BUILD);
  CHECK(says("device image 0 of ") && says("needs the function 'foo' (_Z3fooi)") &&
        says("which no loaded library offers. Searched: "));
  make(&a, NULL, "_Z3fooi", "");
  a.image.target = FALX_TARGET_SPIR64;
  falx_register_images(&a.desc, &a);
  CHECK(find("K", &app) == FALX_ERROR_BUILD && says("has it, but for spir64: add native_cpu"));
  load(&b, NULL, "-_Z3fooi", "");
  CHECK(find("K", &app) == FALX_ERROR_BUILD && says("can be called from its own image only"));
  load(&c, NULL, "_Z3fooi", "");
  CHECK(find("K", &app) == FALX_SUCCESS && script->images == 2);
})

/* The second device has no extensions (DL-10). */
IN_CHILD(device_must_link, {
  struct fxr_kernel *kernel;
  start();
  load(&app, "K", "", "fa");
  load(&a, "External", "fa", "");
  struct falx_kernel_site site = {.name = "K", .module = &app, .functor_align = 1};
  CHECK(fxr_kernel_get(&site, context, devices[1], &kernel) == FALX_ERROR_BUILD);
  CHECK(says("imports functions, and the device 'test gpu' does not link images of its format"));
  site = (struct falx_kernel_site){.name = "External", .module = &a, .functor_align = 1};
  CHECK(fxr_kernel_get(&site, context, devices[1], &kernel) == FALX_SUCCESS);
})

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* 1,000 libraries with one function each, every one calling the next. */
IN_CHILD(many_libraries, {
  static struct library all[LIBRARIES];
  start();
  load(&app, "K", "", "f0");
  for (int i = 0; i < LIBRARIES; i++) {
    make(&all[i], NULL, "", "");
    snprintf(all[i].texts[0], 16, "f%d", i);
    snprintf(all[i].texts[1], 16, "f%d", i + 1);
    all[i].exports[0] = (struct falx_property){all[i].texts[0], NULL, FALX_PROPERTY_UINT32, 1};
    all[i].imports[0] = (struct falx_property){all[i].texts[1], NULL, FALX_PROPERTY_UINT32, 1};
    all[i].sets[1].end = all[i].exports + 1;
    all[i].sets[2].end = all[i].imports + (i + 1 < LIBRARIES);
    falx_register_images(&all[i].desc, &all[i]);
  }
  double begin = seconds();
  CHECK(find("K", &app) == FALX_SUCCESS && script->images == LIBRARIES + 1);
  CHECK(seconds() - begin < 1);
  for (int i = LIBRARIES; i-- > 0;)
    unload(&all[i]);
  CHECK(script->programs == 0 && find("K", &app) == FALX_ERROR_BUILD);
})

/* Memory after many rounds is what it was after a few. */
IN_CHILD(rounds_leave_nothing, {
  size_t before = 0;
  start();
  load(&app, "K", "", "fa");
  for (int round = 0; round < ROUNDS; round++) {
    make(&b, "External", "fb", "");
    make(&a, NULL, "fa", "fb");
    falx_register_images(&a.desc, &a);
    falx_register_images(&b.desc, &b);
    CHECK(find("K", &app) == FALX_SUCCESS && script->images == 3);
    CHECK(find("External", &b) == FALX_SUCCESS);
    unload(round % 2 ? &a : &b);
    unload(round % 2 ? &b : &a);
    CHECK(script->programs == 0 && script->kernels == 0);
    if (round == 100)
      before = mallinfo2().uordblks;
  }
  CHECK(mallinfo2().uordblks <= before);
  CHECK(fxr_runtime_images()->exports.count == 0 && fxr_runtime_images()->kernels.count == 1);
})

/* Many threads ask first for the kernels of many images, each of which needs one of a few more. */
static struct library users[USERS], shared[4];
static char user_names[USERS][16];
static pthread_barrier_t gate;
static void *ask(void *first) {
  pthread_barrier_wait(&gate);
  for (int i = 0; i < USERS; i++) {
    int k = (int)((uintptr_t)first + (uintptr_t)i) % USERS;
    CHECK(find(user_names[k], &users[k]) == FALX_SUCCESS);
  }
  return NULL;
}

IN_CHILD(each_is_built_once, {
  pthread_t all[THREADS];
  start();
  for (int i = 0; i < 4; i++) {
    static const char *const names[] = {"s0", "s1", "s2", "s3"};
    load(&shared[i], NULL, names[i], i < 3 ? names[i + 1] : "s0");
  }
  for (int i = 0; i < USERS; i++) {
    snprintf(user_names[i], sizeof user_names[i], "U%d", i);
    load(&users[i], user_names[i], "", i % 2 ? "s1" : "s2");
  }
  pthread_barrier_init(&gate, NULL, THREADS);
  for (uintptr_t i = 0; i < THREADS; i++)
    CHECK(pthread_create(&all[i], NULL, ask, (void *)i) == 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join(all[i], NULL);
  CHECK(script->builds == USERS && script->programs == USERS && script->kernels == USERS);
})

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(takes_what_is_needed), cmocka_unit_test(caches),
      cmocka_unit_test(same_kernel_name),     cmocka_unit_test(first_match),
      cmocka_unit_test(programs_agree),       cmocka_unit_test(explains),
      cmocka_unit_test(many_libraries),       cmocka_unit_test(device_must_link),
      cmocka_unit_test(rounds_leave_nothing), cmocka_unit_test(each_is_built_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
