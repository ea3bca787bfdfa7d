/* runtime/program/image.c, program.c, kernel.c */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "falx/falx.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/program/image.h"
#include "runtime/program/kernel.h"
#include "tests/unit/adapter.h"

/* ---- A module with one image of two kernels: an accessor, a local accessor, an int ---- */
struct record {
  struct falx_kernel_record head; /* its params[0] is the first */
  struct falx_kernel_param more[2];
};

struct module {
  struct falx_image_desc desc;
  struct falx_image images[2];
  struct falx_property_set sets[2][3];
  struct falx_property kernels[2], masks[1], imports[1];
  struct record records[2];
  unsigned char mask[8 + 1];
};

static void make_record(struct record *record, uint32_t functor_size) {
  *record = (struct record){
      .head = {.version = FALX_KERNEL_RECORD_VERSION,
               .flags = FALX_KERNEL_DISPATCH_ITEMS,
               .functor_size = functor_size,
               .functor_align = 8,
               .param_count = 3,
               .arg_count = 7,
               .params = {{FALX_PARAM_ACCESSOR, 2, 56, 0}}},
      .more = {{FALX_PARAM_LOCAL_ACCESSOR, 1, 16, 56}, {FALX_PARAM_STD_LAYOUT, 0, 4, 72}}};
}

static void make_module(struct module *m, const char *target) {
  memset(m, 0, sizeof *m);
  m->desc = (struct falx_image_desc){FALX_IMAGE_DESC_VERSION, 1, m->images, "test"};
  for (int i = 0; i < 2; i++) {
    make_record(&m->records[i], 80);
    m->kernels[i] = (struct falx_property){i ? "_ZTS6Second" : "_ZTS5First", &m->records[i],
                                           FALX_PROPERTY_BYTE_ARRAY, sizeof m->records[i]};
  }
  m->mask[0] = 7;
  m->mask[8] = 0x22; /* arguments 1 and 5 */
  m->masks[0] =
      (struct falx_property){"_ZTS5First", m->mask, FALX_PROPERTY_BYTE_ARRAY, sizeof m->mask};
  m->sets[0][0] = (struct falx_property_set){FALX_SET_KERNEL_RECORDS, m->kernels, m->kernels + 2};
  m->sets[0][1] = (struct falx_property_set){FALX_SET_KERNEL_PARAM_OPT, m->masks, m->masks + 1};
  m->images[0] = (struct falx_image){.version = FALX_IMAGE_VERSION,
                                     .kind = FALX_IMAGE_KIND_SYCL,
                                     .format = FALX_IMAGE_FORMAT_NATIVE,
                                     .target = target,
                                     .compile_options = "",
                                     .link_options = "",
                                     .sets_begin = m->sets[0],
                                     .sets_end = m->sets[0] + 2};
}

static struct module one, two;
static const char handle_one, handle_two;
static falx_context_t context, other_context;
static const falx_device_t *devices;
static struct scripted *script;

static void start(void) {
  devices = adapter_start(&context);
  CHECK(falx_context_create(devices, 1, &other_context) == FALX_SUCCESS);
  script = adapter_script();
}

static struct falx_kernel_site site(const char *name, const void *module) {
  return (struct falx_kernel_site){
      .name = name, .module = module, .functor_size = 80, .functor_align = 8};
}

static bool says(const char *text) {
  return strstr(falx_error_detail(), text) != NULL;
}

IN_CHILD(finds_and_describes, {
  make_module(&one, FALX_TARGET_NATIVE_CPU);
  falx_register_images(&one.desc, &handle_one); /* before anything is initialised */
  start();
  struct falx_kernel_site first = site("_ZTS5First", &handle_one);
  struct fxr_kernel *kernel;
  CHECK(fxr_kernel_get(&first, context, devices[0], &kernel) == FALX_SUCCESS);
  CHECK(kernel->arg_count == 7 && kernel->accessor_count == 1 && kernel->local_accessor_count == 1);
  static const struct fxa_arg expected[7] = {
      {0, 8, FALX_PARAM_ACCESSOR, 1, 0},        {8, 16, FALX_PARAM_ACCESSOR, 0, 1},
      {24, 16, FALX_PARAM_ACCESSOR, 1, 2},      {40, 16, FALX_PARAM_ACCESSOR, 1, 3},
      {56, 8, FALX_PARAM_LOCAL_ACCESSOR, 1, 0}, {64, 8, FALX_PARAM_LOCAL_ACCESSOR, 0, 1},
      {72, 4, FALX_PARAM_STD_LAYOUT, 1, 0}};
  CHECK(memcmp(kernel->args, expected, sizeof expected) == 0);
  CHECK(kernel->accessors[0].offset == 0 && kernel->accessors[0].dimensions == 2);
  CHECK(kernel->local_accessors[0].offset == 56 && kernel->local_accessors[0].argument == 4);
  CHECK(kernel->flags == FALX_KERNEL_DISPATCH_ITEMS && kernel->functor_size == 80);

  struct fxr_kernel *again;
  CHECK(fxr_kernel_get(&first, context, devices[0], &again) == FALX_SUCCESS && again == kernel);
  CHECK(fxr_kernel_get(&first, context, devices[1], &again) == FALX_SUCCESS && again != kernel);
  CHECK(fxr_kernel_get(&first, other_context, devices[0], &again) == FALX_SUCCESS);
  CHECK(again->context == other_context && script->builds == 3);
  struct falx_kernel_site second = site("_ZTS6Second", &handle_one);
  CHECK(fxr_kernel_get(&second, context, devices[0], &again) == FALX_SUCCESS);
  CHECK(again->args[1].is_used && script->builds == 3 && script->kernels == 4);
  falx_context_release(other_context);
  CHECK(script->programs == 2 && script->kernels == 3);
  CHECK(fxr_kernel_get(&first, context, devices[0], &again) == FALX_SUCCESS && again == kernel);
})

/* What the driver makes of a program is kept on disk: for the same image, options and device. */
IN_CHILD(programs_of_drivers_on_disk, {
  static const unsigned char code[] = "code";
  char folder[] = "/tmp/falx-kernel-XXXXXX", command[64];
  CHECK(mkdtemp(folder));
  setenv("FALX_CACHE_DIR", folder, 1);
  setenv("FALX_CACHE_PERSISTENT", "1", 1);
  make_module(&one, FALX_TARGET_NATIVE_CPU);
  one.images[0].binary_begin = code;
  one.images[0].binary_end = code + sizeof code;
  falx_register_images(&one.desc, &handle_one);
  start();
  struct falx_kernel_site first = site("_ZTS5First", &handle_one);
  struct fxr_kernel *kernel;
  CHECK(fxr_kernel_get(&first, context, devices[0], &kernel) == FALX_SUCCESS);
  CHECK(script->builds == 1 && script->loads == 0);
  CHECK(fxr_kernel_get(&first, other_context, devices[0], &kernel) == FALX_SUCCESS);
  CHECK(script->builds == 1 && script->loads == 1);
  CHECK(fxr_kernel_get(&first, context, devices[1], &kernel) == FALX_SUCCESS); /* of another name */
  CHECK(script->builds == 2 && script->loads == 1);
  falx_context_release(other_context);
  script->refuses_bytes = true;
  CHECK(falx_context_create(devices, 1, &other_context) == FALX_SUCCESS);
  CHECK(fxr_kernel_get(&first, other_context, devices[0], &kernel) == FALX_SUCCESS);
  CHECK(script->builds == 3 && script->loads == 1);
  falx_context_release(other_context);
  script->refuses_bytes = false;
  falx_unregister_images(&one.desc, &handle_one);
  one.images[0].link_options = "-other";
  falx_register_images(&one.desc, &handle_one);
  CHECK(fxr_kernel_get(&first, context, devices[0], &kernel) == FALX_SUCCESS);
  CHECK(script->builds == 4 && script->loads == 1);
  snprintf(command, sizeof command, "rm -r %s", folder);
  CHECK(system(command) == 0);
})

IN_CHILD(module_goes_and_comes, {
  struct falx_kernel_site first = site("_ZTS5First", &handle_one);
  struct fxr_kernel *kernel;
  struct fxr_image_registry *registry = fxr_runtime_images();
  start();
  for (int round = 0; round < 100; round++) {
    make_module(&one, FALX_TARGET_NATIVE_CPU);
    falx_register_images(&one.desc, &handle_one);
    CHECK(fxr_kernel_get(&first, context, devices[0], &kernel) == FALX_SUCCESS);
    CHECK(registry->kernels.count == 2 && script->kernels == 1);
    falx_unregister_images(&one.desc, &handle_one);
    CHECK(registry->kernels.count == 0 && !registry->kernels.buckets && !registry->first &&
          !registry->last);
    CHECK(script->kernels == 0 && script->programs == 0);
    memset(&one, 0xff, sizeof one);
    CHECK(fxr_kernel_get(&first, context, devices[0], &kernel) == FALX_ERROR_NO_KERNEL);
    CHECK(!kernel && says("none was registered at all"));
  }
  falx_unregister_images(&one.desc, &handle_one); /* once more is harmless */
})

IN_CHILD(each_module_its_own, {
  struct fxr_kernel *kernel;
  start();
  make_module(&one, FALX_TARGET_NATIVE_CPU);
  make_module(&two, FALX_TARGET_NATIVE_CPU);
  two.records[0].head.functor_size = 96;
  falx_register_images(&one.desc, &handle_one);
  falx_register_images(&two.desc, &handle_two);
  struct falx_kernel_site in_two = site("_ZTS5First", &handle_two);
  in_two.functor_size = 96;
  CHECK(fxr_kernel_get(&in_two, context, devices[0], &kernel) == FALX_SUCCESS);
  CHECK(kernel->record == &two.records[0].head);
  struct falx_kernel_site elsewhere = site("_ZTS5First", &one); /* a module without images */
  CHECK(fxr_kernel_get(&elsewhere, context, devices[0], &kernel) == FALX_SUCCESS);
  CHECK(kernel->record == &one.records[0].head);
  falx_unregister_images(&one.desc, &handle_one);
  CHECK(fxr_kernel_get(&in_two, context, devices[0], &kernel) == FALX_SUCCESS);
  CHECK(fxr_kernel_get(&elsewhere, context, devices[0], &kernel) == FALX_ERROR_KERNEL_ARGUMENT);
})

IN_CHILD(functors_must_agree, {
  struct fxr_kernel *kernel;
  struct falx_kernel_site first = site("_ZTS5First", &handle_one);
  first.functor_size = 88;
  make_module(&one, FALX_TARGET_NATIVE_CPU);
  falx_register_images(&one.desc, &handle_one);
  start();
  CHECK(fxr_kernel_get(&first, context, devices[0], &kernel) == FALX_ERROR_KERNEL_ARGUMENT);
  CHECK(says("kernel First has 88 bytes aligned to 8 on the host, but 80 bytes aligned to 8 in the "
             "device image of "));
  CHECK(says("kernel_test") && says("Likely causes"));
})

IN_CHILD(device_must_have_the_types, {
  struct fxr_kernel *kernel;
  struct falx_kernel_site first = site("_ZTS5First", &handle_one);
  make_module(&one, FALX_TARGET_NATIVE_CPU);
  one.records[0].head.flags |= FALX_KERNEL_USES_FP64 | FALX_KERNEL_USES_FP16;
  falx_register_images(&one.desc, &handle_one);
  start();
  CHECK(fxr_kernel_get(&first, context, devices[0], &kernel) == FALX_ERROR_KERNEL_NOT_SUPPORTED);
  CHECK(says("kernel First uses half, which the device 'test cpu' lacks"));
  CHECK(fxr_kernel_get(&first, context, devices[1], &kernel) == FALX_SUCCESS);
})

IN_CHILD(absence_is_explained, {
  struct fxr_kernel *kernel;
  struct falx_kernel_site third = site("_ZTSN2ab5ThirdE", &handle_one);
  struct falx_kernel_site first = site("_ZTS5First", &handle_one);
  make_module(&one, FALX_TARGET_SPIR64);
  make_module(&two, FALX_TARGET_NATIVE_CPU);
  falx_register_images(&one.desc, &handle_one);
  falx_register_images(&two.desc, &handle_two);
  start();
  CHECK(fxr_kernel_get(&third, context, devices[0], &kernel) == FALX_ERROR_NO_KERNEL);
  CHECK(says("kernel ab::Third (_ZTSN2ab5ThirdE)") && says("kernel_test: image 0 for spir64"));
  CHECK(says("__SYCL_DEVICE_ONLY__") && says("2 kernels"));
  CHECK(fxr_kernel_get(&first, context, devices[0], &kernel) == FALX_ERROR_NO_KERNEL);
  CHECK(says("no image for the device's target native_cpu") && says("spir64 (in "));
  CHECK(says("-fsycl-targets="));
})

IN_CHILD(broken_images, {
  struct fxr_kernel *kernel;
  struct falx_kernel_site first = site("_ZTS5First", &handle_one);
  start();
  make_module(&one, FALX_TARGET_NATIVE_CPU);
  one.desc.version = 9;
  falx_register_images(&one.desc, &handle_one);
  CHECK(fxr_kernel_get(&first, context, devices[0], &kernel) == FALX_ERROR_NO_KERNEL);
  CHECK(says("descriptor version 9, this runtime knows version 1"));
  falx_unregister_images(&one.desc, &handle_one);

  make_module(&one, FALX_TARGET_NATIVE_CPU);
  one.kernels[1].size = 20;
  falx_register_images(&one.desc, &handle_one);
  CHECK(fxr_kernel_get(&first, context, devices[0], &kernel) == FALX_ERROR_NO_KERNEL);
  CHECK(says("kernel _ZTS6Second: the record is too short"));
  falx_unregister_images(&one.desc, &handle_one);

  make_module(&one, FALX_TARGET_NATIVE_CPU);
  one.mask[0] = 200;
  falx_register_images(&one.desc, &handle_one);
  CHECK(fxr_kernel_get(&first, context, devices[0], &kernel) == FALX_ERROR_NO_KERNEL);
  CHECK(says("mask of removed arguments is too short"));
  falx_unregister_images(&one.desc, &handle_one);

  make_module(&one, FALX_TARGET_NATIVE_CPU);
  one.imports[0] = (struct falx_property){"_Z7outsidei", NULL, FALX_PROPERTY_UINT32, 1};
  one.sets[0][2] = (struct falx_property_set){FALX_SET_IMPORTED, one.imports, one.imports + 1};
  one.images[0].sets_end++;
  falx_register_images(&one.desc, &handle_one);
  CHECK(fxr_kernel_get(&first, context, devices[0], &kernel) == FALX_ERROR_BUILD);
  CHECK(says("device image 0 of ") && says("needs the function 'outside' (_Z7outsidei)"));
  falx_unregister_images(&one.desc, &handle_one);

  make_module(&one, FALX_TARGET_NATIVE_CPU);
  one.images[0].compile_options = "fail";
  falx_register_images(&one.desc, &handle_one);
  for (int i = 0; i < 3; i++)
    CHECK(fxr_kernel_get(&first, context, devices[0], &kernel) == FALX_ERROR_BUILD &&
          says("told to fail"));
  CHECK(script->builds == 1); /* the failure is remembered */
})

/* What a device refuses to build it refuses again; an adapter that failed may have been busy. */
IN_CHILD(failing_build_is_tried_again, {
  struct fxr_kernel *kernel;
  struct falx_kernel_site first = site("_ZTS5First", &handle_one);
  start();
  make_module(&one, FALX_TARGET_NATIVE_CPU);
  falx_register_images(&one.desc, &handle_one);
  script->fail_call = "program_create";
  script->fail_next = 1;
  CHECK(fxr_kernel_get(&first, context, devices[0], &kernel) == FALX_ERROR_RUNTIME);
  CHECK(!kernel && says("told to fail: program_create"));
  CHECK(fxr_kernel_get(&first, context, devices[0], &kernel) == FALX_SUCCESS && kernel);
  CHECK(script->builds == 1 && script->programs == 1);
})

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
static bool is_out_of_memory;
void *__wrap_calloc(size_t count, size_t size) {
  return is_out_of_memory ? NULL : __real_calloc(count, size);
}

/* Constructors of libraries cannot be told that there is no memory. */
IN_CHILD(registering_needs_no_memory, {
  struct fxr_kernel *kernel;
  struct falx_kernel_site first = site("_ZTS5First", &handle_one);
  start();
  for (int round = 0; round < 100; round++) {
    make_module(&one, FALX_TARGET_NATIVE_CPU);
    make_module(&two, FALX_TARGET_NATIVE_CPU);
    is_out_of_memory = true;
    falx_register_images(&two.desc, &handle_two);
    falx_register_images(&one.desc, &handle_one);
    CHECK(fxr_kernel_get(&first, context, devices[0], &kernel) == FALX_ERROR_MEMORY_ALLOCATION);
    is_out_of_memory = false;
    CHECK(fxr_kernel_get(&first, context, devices[0], &kernel) == FALX_SUCCESS);
    falx_unregister_images(&one.desc, &handle_one);
    falx_unregister_images(&two.desc, &handle_two);
  }
  CHECK(!fxr_runtime_images()->first && !fxr_runtime_images()->has_lost);
  CHECK(script->programs == 0);
})

/* Many threads, few sites, two devices and two contexts; one builder each. */
static struct falx_kernel_site shared_sites[2];
static void *work(void *seed) {
  uintptr_t s = (uintptr_t)seed;
  for (int i = 0; i < 20000; i++) {
    struct fxr_kernel *kernel;
    s = s * 6364136223846793005u + 1442695040888963407u;
    falx_device_t device = devices[s >> 40 & 1];
    falx_context_t in = s >> 50 & 1 && device == devices[0] ? other_context : context;
    struct falx_kernel_site *at = &shared_sites[s >> 60 & 1];
    CHECK(fxr_kernel_get(at, in, device, &kernel) == FALX_SUCCESS);
    CHECK(kernel->device == device && kernel->context == in);
    CHECK(strcmp(kernel->name, at->name) == 0);
  }
  return NULL;
}

IN_CHILD(threads_share, {
  pthread_t all[4];
  make_module(&one, FALX_TARGET_NATIVE_CPU);
  falx_register_images(&one.desc, &handle_one);
  start();
  shared_sites[0] = site("_ZTS5First", &handle_one);
  shared_sites[1] = site("_ZTS6Second", &handle_one);
  for (uintptr_t i = 0; i < 4; i++)
    CHECK(pthread_create(&all[i], NULL, work, (void *)(i + 1)) == 0);
  for (int i = 0; i < 4; i++)
    pthread_join(all[i], NULL);
  CHECK(script->builds == 3 && script->kernels == 6);
})

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_and_describes),
      cmocka_unit_test(programs_of_drivers_on_disk),
      cmocka_unit_test(module_goes_and_comes),
      cmocka_unit_test(each_module_its_own),
      cmocka_unit_test(functors_must_agree),
      cmocka_unit_test(device_must_have_the_types),
      cmocka_unit_test(absence_is_explained),
      cmocka_unit_test(broken_images),
      cmocka_unit_test(failing_build_is_tried_again),
      cmocka_unit_test(registering_needs_no_memory),
      cmocka_unit_test(threads_share),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
