/* runtime/platform/selector.c */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "runtime/common/error.h"
#include "runtime/platform/selector.h"

enum { CPU = FALX_DEVICE_CPU, GPU = FALX_DEVICE_GPU, ACC = FALX_DEVICE_ACCELERATOR };

static bool takes(const char *text, const char *backend, uint32_t type, uint32_t index) {
  struct fxr_selector selector;
  bool is_ok;
  assert_int_equal(fxr_selector_parse(text, &selector), FALX_SUCCESS);
  char *reason = fxr_selector_judge(&selector, backend, type, index, &is_ok);
  assert_true(is_ok);
  bool result = reason == NULL;
  if (result)
    assert_false(fxr_selector_excludes(&selector, backend));
  free(reason);
  fxr_selector_free(&selector);
  return result;
}

static void accepts(void **state) {
  (void)state;
  assert_true(takes(NULL, "native_cpu", CPU, 0));
  assert_true(takes("*:*", "cuda", GPU, 3));
  assert_true(takes("native_cpu:cpu", "native_cpu", CPU, 0));
  assert_true(takes(" NATIVE_CPU : CPU ", "native_cpu", CPU, 0));
  assert_false(takes("native_cpu:gpu", "native_cpu", CPU, 0));
  assert_false(takes("cuda:*", "native_cpu", CPU, 0));
  assert_true(takes("cuda:0,2", "cuda", GPU, 2));
  assert_false(takes("cuda:0,2", "cuda", GPU, 1));
  assert_true(takes("cuda:1;opencl:cpu", "opencl", CPU, 0));
  assert_true(takes("*:acc;", "opencl", ACC, 0));
  assert_true(takes("*:fpga", "opencl", ACC, 0));
}

static void discards(void **state) {
  (void)state;
  assert_false(takes("!cuda:*", "cuda", GPU, 0));
  assert_true(takes("!cuda:*", "opencl", GPU, 0));
  assert_false(takes("*:*;!*:gpu", "opencl", GPU, 0));
  assert_true(takes("*:*;!*:gpu", "native_cpu", CPU, 0));
  assert_false(takes("opencl:*;!opencl:1", "opencl", GPU, 1));
  assert_true(takes("opencl:*;!opencl:1", "opencl", GPU, 0));
}

static void null_must_be_named(void **state) {
  (void)state;
  assert_true(takes("null:*", "null", CPU, 0));
  assert_false(takes("*:*", "null", CPU, 0));
}

static void is_wrong(const char *text, const char *position, const char *what) {
  struct fxr_selector selector;
  assert_int_equal(fxr_selector_parse(text, &selector), FALX_ERROR_INVALID);
  assert_non_null(strstr(falx_error_detail(), position));
  assert_non_null(strstr(falx_error_detail(), what));
  assert_non_null(strstr(falx_error_detail(), "backend:device"));
}

static void mistakes_are_pointed_at(void **state) {
  (void)state;
  is_wrong("gpu", "at character 1 ", "no backend");
  is_wrong("", "at character 1 ", "missing");
  is_wrong("opencl", "at character 1 ", "colon");
  is_wrong("opencl:", "at character 8 ", "device is missing");
  is_wrong("opencl:gpu,", "at character 12 ", "device is missing");
  is_wrong("opencl:xpu", "at character 8 ", "no device type");
  is_wrong("cuda:*;vulkan:*", "at character 8 ", "no backend");
  is_wrong("level_zero:0.1", "at character 13 ", "sub-devices");
  is_wrong("level_zero:*.*", "at character 13 ", "sub-devices");
  is_wrong("!cuda:*;opencl:*", "at character 9 ", "follows one with it");
  is_wrong("cuda:*;;opencl:*", "at character 8 ", "entry is missing");
  is_wrong("cuda:12345678", "at character 6 ", "too large");
  is_wrong("cuda:-1", "at character 6 ", "no number");
}

static void backends_are_told_apart(void **state) {
  struct fxr_selector selector;
  (void)state;
  assert_int_equal(fxr_selector_parse("*:gpu;cuda:0;!opencl:*", &selector), FALX_SUCCESS);
  assert_true(fxr_selector_names(&selector, "cuda"));
  assert_false(fxr_selector_names(&selector, "opencl"));
  assert_false(fxr_selector_names(&selector, "native_cpu"));
  assert_true(fxr_selector_excludes(&selector, "opencl"));
  assert_false(fxr_selector_excludes(&selector, "native_cpu"));
  fxr_selector_free(&selector);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accepts),
      cmocka_unit_test(discards),
      cmocka_unit_test(null_must_be_named),
      cmocka_unit_test(mistakes_are_pointed_at),
      cmocka_unit_test(backends_are_told_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
