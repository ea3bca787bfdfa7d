/* runtime/platform/platform.c, loader.c, device.c, context.c */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "falx/falx.h"
#include "falx/image.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/platform/context.h"
#include "tests/unit/adapter.h"

static const falx_platform_t *platforms;
static size_t count;

static falx_status discover(const char *selector) {
  setenv("FALX_ADAPTER_DIR", TEST_ADAPTERS, 0);
  if (selector)
    setenv("ONEAPI_DEVICE_SELECTOR", selector, 1);
  return falx_platforms(&platforms, &count);
}

static bool says(const char *text) {
  return strstr(falx_error_detail(), text) != NULL;
}

static int depths[3], reasons;
static void report(void *user, int depth, const char *name, const char *reason) {
  depths[depth]++;
  reasons += reason != NULL;
  CHECK(user == &depths && name);
}

IN_CHILD(finds_devices, {
  const falx_device_t *devices;
  size_t device_count, size;
  char name[64];
  CHECK(discover(NULL) == FALX_SUCCESS && count == 1);
  CHECK(falx_platform_backend(platforms[0]) == FALX_BACKEND_NATIVE_CPU);
  CHECK(falx_platform_devices(platforms[0], &devices, &device_count) == FALX_SUCCESS);
  falx_device_t by_default;
  CHECK(falx_device_default(&by_default) == FALX_SUCCESS);
  CHECK(by_default == devices[1]); /* the GPU of the two */
  CHECK(device_count == 2 && falx_device_platform(devices[1]) == platforms[0]);
  CHECK(falx_platform_get_info(platforms[0], FALX_PLATFORM_NAME, 0, NULL, &size) == FALX_SUCCESS);
  CHECK(size == sizeof "test platform");
  CHECK(falx_platform_get_info(platforms[0], FALX_PLATFORM_NAME, 5, name, &size) ==
        FALX_ERROR_INVALID);
  CHECK(falx_device_get_info(devices[0], FALX_DEVICE_NAME, sizeof name, name, NULL) ==
        FALX_SUCCESS);
  CHECK(strcmp(name, "test cpu") == 0);
  CHECK(falx_device_get_info(devices[0], FALX_DEVICE_VENDOR, sizeof name, name, NULL) ==
        FALX_ERROR_INVALID);
  CHECK(says("no answer to"));
})

/* Two platforms, with devices that the selector counts over both. */
IN_CHILD(several_platforms, {
  static const struct scripted_device three[] = {
      {"a cpu", FALX_DEVICE_CPU, true, NULL, 0, NULL, 0},
      {"other cpu", FALX_DEVICE_CPU, true, NULL, 0, NULL, 1},
      {"other gpu", FALX_DEVICE_GPU, true, NULL, 0, NULL, 1}};
  const falx_device_t *devices;
  const falx_device_t *others;
  size_t device_count, other_count;
  char name[64];
  falx_context_t context;
  struct scripted *script = adapter_script();
  script->devices = three;
  script->device_count = 3;
  CHECK(discover("native_cpu:0,2") == FALX_SUCCESS && count == 2);
  CHECK(falx_platform_devices(platforms[0], &devices, &device_count) == FALX_SUCCESS);
  CHECK(falx_platform_devices(platforms[1], &others, &other_count) == FALX_SUCCESS);
  CHECK(device_count == 1 && other_count == 1);
  CHECK(falx_device_platform(others[0]) == platforms[1]);
  falx_platform_get_info(platforms[1], FALX_PLATFORM_NAME, sizeof name, name, NULL);
  CHECK(strcmp(name, "other platform") == 0);
  falx_device_get_info(others[0], FALX_DEVICE_NAME, sizeof name, name, NULL);
  CHECK(strcmp(name, "other gpu") == 0);
  CHECK(falx_explain_devices(report, &depths) == FALX_SUCCESS);
  CHECK(depths[0] == 3 && depths[1] == 2 && depths[2] == 3);
  CHECK(reasons == 3); /* cuda and opencl are not wanted, nor is device 1 */
  falx_device_t both[] = {devices[0], others[0]};
  CHECK(falx_context_create(both, 2, &context) == FALX_ERROR_INVALID);
  CHECK(says("'a cpu' is of 'test platform', 'other gpu' is of 'other platform'"));
  CHECK(falx_context_default(platforms[1], &context) == FALX_SUCCESS);
  falx_context_devices(context, &others, &other_count);
  CHECK(other_count == 1);
  falx_context_release(context);
})

/* The default device is one that the program has code for. */
IN_CHILD(default_has_images, {
  static const struct scripted_device two[] = {
      {"a cpu", FALX_DEVICE_CPU, true, NULL, 0, NULL, 0},
      {"other gpu", FALX_DEVICE_GPU, true, NULL, 0, NULL, 1}};
  static const struct falx_image native = {.version = FALX_IMAGE_VERSION,
                                           .target = FALX_TARGET_NATIVE_CPU};
  static const struct falx_image both[] = {
      {.version = FALX_IMAGE_VERSION, .target = FALX_TARGET_NATIVE_CPU},
      {.version = FALX_IMAGE_VERSION, .target = FALX_TARGET_SPIR64}};
  static const struct falx_image_desc library = {FALX_IMAGE_DESC_VERSION, 2, both, "library"};
  static const struct falx_image_desc program = {FALX_IMAGE_DESC_VERSION, 1, &native, "program"};
  static const char handles[2];
  const falx_device_t *devices[2];
  size_t device_count;
  falx_device_t by_default;
  struct scripted *script = adapter_script();
  script->devices = two;
  script->device_count = 2;
  CHECK(discover("native_cpu:*") == FALX_SUCCESS && count == 2);
  for (int i = 0; i < 2; i++)
    falx_platform_devices(platforms[i], &devices[i], &device_count);
  CHECK(falx_device_default(&by_default) == FALX_SUCCESS && by_default == devices[1][0]);
  falx_register_images(&program, &handles[0]);
  CHECK(falx_device_default(&by_default) == FALX_SUCCESS && by_default == devices[0][0]);
  falx_register_images(&library, &handles[1]);
  CHECK(falx_device_modules(devices[0][0]) == 2 && falx_device_modules(devices[1][0]) == 1);
  CHECK(falx_device_default(&by_default) == FALX_SUCCESS && by_default == devices[0][0]);
  falx_unregister_images(&program, &handles[0]);
  CHECK(falx_device_default(&by_default) == FALX_SUCCESS && by_default == devices[1][0]);
  falx_unregister_images(&library, &handles[1]);
})

IN_CHILD(selects, {
  const falx_device_t *devices;
  size_t device_count;
  CHECK(discover("native_cpu:gpu") == FALX_SUCCESS);
  CHECK(falx_platform_devices(platforms[0], &devices, &device_count) == FALX_SUCCESS);
  CHECK(device_count == 1);
})

IN_CHILD(bad_selector, {
  CHECK(discover("native_cpu:xpu") == FALX_ERROR_INVALID);
  CHECK(says("at character 12") && says("xpu"));
  CHECK(discover(NULL) == FALX_ERROR_INVALID && says("at character 12"));
})

IN_CHILD(missing_adapter_is_named, {
  CHECK(discover("level_zero:*") == FALX_ERROR_NO_DEVICE);
  CHECK(says("there is no file " TEST_ADAPTERS "/libfalx_adapter_level_zero.so"));
})

IN_CHILD(nothing_left_says_why, {
  CHECK(discover("native_cpu:acc") == FALX_ERROR_NO_DEVICE);
  CHECK(says("test cpu: no entry of ONEAPI_DEVICE_SELECTOR='native_cpu:acc' takes it"));
  CHECK(says("test gpu: "));
})

IN_CHILD(discarded_says_by_what, {
  CHECK(discover("!native_cpu:0,1") == FALX_ERROR_NO_DEVICE);
  CHECK(says("test gpu: ONEAPI_DEVICE_SELECTOR discards it: '!native_cpu:0,1'"));
})

IN_CHILD(another_interface_is_refused, {
  CHECK(discover("cuda:*") == FALX_ERROR_NO_DEVICE);
  CHECK(says("has adapter interface 7."));
  CHECK(says("this runtime takes 1.x"));
})

IN_CHILD(a_draft_of_the_interface_is_refused, {
  setenv("FALX_ADAPTER_DIR", TEST_ADAPTERS "/draft", 1);
  CHECK(discover("opencl:*") == FALX_ERROR_NO_DEVICE);
  CHECK(says("has adapter interface 1.1, a draft; this runtime takes 1.2 and later"));
})

IN_CHILD(no_adapter_object, {
  CHECK(discover("opencl:*") == FALX_ERROR_NO_DEVICE);
  CHECK(says("has no object named falx_adapter"));
})

IN_CHILD(lacking_operation, {
  CHECK(discover("hip:*") == FALX_ERROR_NO_DEVICE);
  CHECK(says("lacks the operation queue_finish"));
})

IN_CHILD(failing_init, {
  setenv("FALX_ENABLE_NULL", "1", 1);
  CHECK(discover("null:*") == FALX_ERROR_NO_DEVICE);
  CHECK(says("it cannot start: told to fail at the start"));
})

IN_CHILD(relative_folder_is_refused, {
  setenv("FALX_ADAPTER_DIR", "adapters", 1);
  CHECK(discover("native_cpu:*") == FALX_ERROR_NO_DEVICE);
  CHECK(says("FALX_ADAPTER_DIR='adapters' is not an absolute path"));
})

IN_CHILD(explains, {
  discover("native_cpu:1;cuda:*");
  CHECK(falx_explain_devices(report, &depths) == FALX_SUCCESS);
  CHECK(depths[0] == 3 && depths[1] == 1 && depths[2] == 2);
  CHECK(reasons == 3); /* cuda refused, opencl not wanted, device 0 not taken */
})

static int destroyed;
static void destroy(void *data) {
  destroyed += *(int *)data;
}

IN_CHILD(contexts, {
  const falx_device_t *devices;
  const falx_device_t *of_context;
  size_t device_count;
  falx_context_t first, second, own;
  int one = 1;
  CHECK(discover(NULL) == FALX_SUCCESS);
  falx_platform_devices(platforms[0], &devices, &device_count);
  CHECK(falx_context_default(platforms[0], &first) == FALX_SUCCESS);
  CHECK(falx_context_default(platforms[0], &second) == FALX_SUCCESS && first == second);
  CHECK(falx_context_create(devices, 1, &own) == FALX_SUCCESS && own != first);
  CHECK(fxr_context_has(own, devices[0]) && !fxr_context_has(own, devices[1]));
  falx_context_devices(first, &of_context, &device_count);
  CHECK(device_count == 2 && of_context[1] == devices[1]);
  falx_context_set_user_data(own, &one, destroy);
  CHECK(falx_context_user_data(own) == &one);
  falx_context_retain(own);
  falx_context_release(own);
  CHECK(destroyed == 0);
  falx_context_release(own);
  CHECK(destroyed == 1);
  falx_context_release(first);
  falx_context_release(second);
  CHECK(falx_context_create(devices, 0, &own) == FALX_ERROR_INVALID && !own);
  CHECK(falx_context_create(devices, 2, &own) == FALX_SUCCESS); /* leaked: shutdown finds it */
})

/* An adapter that failed is asked again by the next query, not remembered as broken. */
IN_CHILD(failing_queries, {
  const falx_device_t *devices;
  size_t device_count;
  struct scripted *script = adapter_script();
  script->fail_call = "device_info";
  script->fail_next = 2; /* the first question to each device */
  CHECK(discover(NULL) == FALX_ERROR_NO_DEVICE && !count);
  CHECK(says("it does not answer what it is") && says("told to fail: device_info"));
  script->fail_next = 2;
  CHECK(falx_explain_devices(report, &depths) == FALX_ERROR_NO_DEVICE);
  CHECK(depths[2] == 2 && says("told to fail: device_info"));
  CHECK(discover(NULL) == FALX_SUCCESS && count == 1);
  CHECK(falx_platform_devices(platforms[0], &devices, &device_count) == FALX_SUCCESS);
  CHECK(device_count == 2);
})

IN_CHILD(adapter_comes_later, {
  char folder[] = "/tmp/falx-platform-XXXXXX", path[64];
  CHECK(mkdtemp(folder));
  setenv("FALX_ADAPTER_DIR", folder, 1);
  CHECK(discover(NULL) == FALX_ERROR_NO_DEVICE && says("there is no file"));
  snprintf(path, sizeof path, "%s/libfalx_adapter_native_cpu.so", folder);
  CHECK(symlink(TEST_ADAPTERS "/libfalx_adapter_native_cpu.so", path) == 0);
  falx_status status = discover(NULL);
  unlink(path);
  rmdir(folder);
  CHECK(status == FALX_SUCCESS && count == 1);
})

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_devices),
      cmocka_unit_test(several_platforms),
      cmocka_unit_test(default_has_images),
      cmocka_unit_test(selects),
      cmocka_unit_test(bad_selector),
      cmocka_unit_test(missing_adapter_is_named),
      cmocka_unit_test(nothing_left_says_why),
      cmocka_unit_test(discarded_says_by_what),
      cmocka_unit_test(another_interface_is_refused),
      cmocka_unit_test(a_draft_of_the_interface_is_refused),
      cmocka_unit_test(no_adapter_object),
      cmocka_unit_test(lacking_operation),
      cmocka_unit_test(failing_init),
      cmocka_unit_test(relative_folder_is_refused),
      cmocka_unit_test(explains),
      cmocka_unit_test(contexts),
      cmocka_unit_test(failing_queries),
      cmocka_unit_test(adapter_comes_later),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
