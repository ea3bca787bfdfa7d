/* adapters/opencl/module.c: what is taken out of a module for drivers that do not know it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/opencl/opencl.h"

struct ocl_functions ocl_cl;
const struct fxa_host *ocl_host;

static const char *known; /* the driver's one extension of SPIR-V; NULL: it answers no such query */
static cl_uint vendor;

bool ocl_has_extension(const struct fxa_device *device, const char *name) {
  (void)device;
  return known && strcmp(name, "cl_khr_spirv_queries") == 0;
}

static cl_int device_info(cl_device_id device, cl_uint query, size_t size, void *value,
                          size_t *out_size) {
  (void)device;
  cl_bitfield type = CL_DEVICE_TYPE_CPU;
  const void *answer = query == CL_DEVICE_TYPE                   ? (const void *)&type
                       : query == CL_DEVICE_VENDOR_ID            ? (const void *)&vendor
                       : query == CL_DEVICE_SPIRV_EXTENSIONS_KHR ? (const void *)&known
                                                                 : NULL;
  if (!answer)
    return CL_INVALID_VALUE;
  if (out_size)
    *out_size = sizeof known;
  if (value)
    memcpy(value, answer, size);
  return CL_SUCCESS;
}

#define INSTRUCTION(operation, words) ((words) << 16 | (operation))
enum { CAPABILITY = 17, EXTENSION = 10, DECORATE = 71, FAST_MATH = 40, CONTRACT = 0x10000 };

/* Kernel; fused products; what a product may ignore, too; the alignment of something. */
static const uint32_t fusing[] = {0x07230203,
                                  0x10400,
                                  0,
                                  9,
                                  0,
                                  INSTRUCTION(CAPABILITY, 2),
                                  6,
                                  INSTRUCTION(CAPABILITY, 2),
                                  5837,
                                  INSTRUCTION(EXTENSION, 8),
                                  0x5f565053,
                                  0x45544e49,
                                  0x70665f4c,
                                  0x7361665f,
                                  0x616d5f74,
                                  0x6d5f6874,
                                  0x65646f /* SPV_INTEL_fp_fast_math_mode */,
                                  INSTRUCTION(DECORATE, 4),
                                  1,
                                  FAST_MATH,
                                  CONTRACT,
                                  INSTRUCTION(DECORATE, 4),
                                  2,
                                  FAST_MATH,
                                  CONTRACT | 1,
                                  INSTRUCTION(DECORATE, 4),
                                  3,
                                  44,
                                  CONTRACT};
static const uint32_t plain[] = {0x07230203, 0x10400,
                                 0,          9,
                                 0,          INSTRUCTION(CAPABILITY, 2),
                                 6,          INSTRUCTION(DECORATE, 4),
                                 2,          FAST_MATH,
                                 1,          INSTRUCTION(DECORATE, 4),
                                 3,          44,
                                 CONTRACT};

/* The words to be freed; NULL: the image's own. */
static uint32_t *fit(const uint32_t *words, size_t size, size_t *out_size) {
  struct fxa_device device = {0};
  const struct falx_image image = {.binary_begin = (const unsigned char *)words,
                                   .binary_end = (const unsigned char *)words + size};
  void *result = NULL;
  ocl_cl.clGetDeviceInfo = device_info;
  assert_int_equal(ocl_module_fit(&device, &image, &result, out_size), FALX_SUCCESS);
  return result;
}

static void keeps(void **state) {
  (void)state;
  size_t size;
  vendor = 0x8086;
  known = NULL;
  assert_null(fit(fusing, sizeof fusing, &size));
  assert_int_equal(size, sizeof fusing);
  vendor = 1;
  known = "SPV_INTEL_fp_fast_math_mode";
  assert_null(fit(fusing, sizeof fusing, &size));
  known = NULL;
  assert_null(fit(plain, sizeof plain, &size));
}

static void takes_out(void **state) {
  (void)state;
  static const char *const others[] = {NULL, "SPV_KHR_linkonce_odr"};
  vendor = 1;
  for (size_t i = 0; i < 2; i++) {
    size_t size;
    known = others[i];
    uint32_t *words = fit(fusing, sizeof fusing, &size);
    assert_non_null(words);
    assert_int_equal(size, sizeof plain);
    assert_memory_equal(words, plain, sizeof plain);
    free(words);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(keeps), cmocka_unit_test(takes_out)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
