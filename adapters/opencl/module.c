/* SPIR-V modules without what the device's driver does not know and would refuse: how a device
 * global is implemented and initialized on FPGAs (SPV_INTEL_global_variable_fpga_decorations), and
 * which products may be fused with which sums (SPV_INTEL_fp_fast_math_mode). And what a failed
 * assertion calls, which is the driver's. */
#include "adapters/opencl/opencl.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER = 5, OP_EXTENSION = 10, OP_CAPABILITY = 17, OP_DECORATE = 71 };
enum { LINKAGE_ATTRIBUTES = 41 };
enum { FPGA_CAPABILITY = 6189, INIT_MODE = 6190, IMPLEMENT_IN_REGISTER_MAP = 6191 };
enum { FUSING_CAPABILITY = 5837, FP_FAST_MATH_MODE = 40, ANY_DRIVERS_MODES = 0x1f };
enum { INTEL = 0x8086 };
static const char fpga_extension[] = "SPV_INTEL_global_variable_fpga_decorations";
static const char fusing_extension[] = "SPV_INTEL_fp_fast_math_mode";

/* What is to be taken out of a module. */
struct excess {
  bool fpga, fusing;
};

static bool is_extension(const uint32_t *words, uint32_t count, const char *name) {
  const size_t size = strlen(name) + 1;
  return (count - 1) * sizeof *words >= size && memcmp(&words[1], name, size) == 0;
}

static bool is_excess(const struct excess *excess, const uint32_t *words, uint32_t count) {
  switch (words[0] & 0xffff) {
  case OP_CAPABILITY:
    return count == 2 && ((excess->fpga && words[1] == FPGA_CAPABILITY) ||
                          (excess->fusing && words[1] == FUSING_CAPABILITY));
  case OP_EXTENSION:
    return (excess->fpga && is_extension(words, count, fpga_extension)) ||
           (excess->fusing && is_extension(words, count, fusing_extension));
  case OP_DECORATE:
    return count >= 3 &&
           ((excess->fpga && (words[2] == INIT_MODE || words[2] == IMPLEMENT_IN_REGISTER_MAP)) ||
            (excess->fusing && words[2] == FP_FAST_MATH_MODE && count == 4 &&
             !(words[3] & ANY_DRIVERS_MODES)));
  default:
    return false;
  }
}

/* Capabilities come first. */
static bool needs(const uint32_t *words, size_t count, uint32_t capability) {
  for (size_t i = HEADER; i + 1 < count && (words[i] & 0xffff) == OP_CAPABILITY; i += 2)
    if (words[i + 1] == capability)
      return true;
  return false;
}

/* Drivers would not say which function a module lacks. */
static bool calls_assert(const uint32_t *words, size_t count) {
  static const char name[] = "__devicelib_assert_fail";
  uint32_t length;
  for (size_t i = HEADER; i < count; i += length) {
    length = words[i] >> 16;
    if (!length || length > count - i)
      return false;
    if ((words[i] & 0xffff) == OP_DECORATE && length > 3 && words[i + 2] == LINKAGE_ATTRIBUTES &&
        (length - 3) * sizeof *words >= sizeof name &&
        memcmp(&words[i + 3], name, sizeof name) == 0)
      return true;
  }
  return false;
}

static bool is_fpga(const struct fxa_device *device) {
  cl_bitfield type = 0;
  ocl_cl.clGetDeviceInfo(device->handle, CL_DEVICE_TYPE, sizeof type, &type, NULL);
  return type & CL_DEVICE_TYPE_ACCELERATOR;
}

/* By cl_khr_spirv_queries; Intel's drivers know the extension whether they say so or not. */
static bool knows_fusing(const struct fxa_device *device) {
  cl_uint vendor = 0;
  size_t size = 0;
  ocl_cl.clGetDeviceInfo(device->handle, CL_DEVICE_VENDOR_ID, sizeof vendor, &vendor, NULL);
  if (vendor == INTEL)
    return true;
  if (!ocl_has_extension(device, "cl_khr_spirv_queries"))
    return false;
  ocl_cl.clGetDeviceInfo(device->handle, CL_DEVICE_SPIRV_EXTENSIONS_KHR, 0, NULL, &size);
  const char **names = malloc(size ? size : 1);
  bool is_known = false;
  if (names && ocl_cl.clGetDeviceInfo(device->handle, CL_DEVICE_SPIRV_EXTENSIONS_KHR, size, names,
                                      NULL) == CL_SUCCESS)
    for (size_t i = 0; i < size / sizeof *names && !is_known; i++)
      is_known = strcmp(names[i], fusing_extension) == 0;
  free(names);
  return is_known;
}

falx_status ocl_module_fit(const struct fxa_device *device, const struct falx_image *image,
                           void **out_words, size_t *out_size) {
  *out_words = NULL;
  *out_size = (size_t)(image->binary_end - image->binary_begin);
  size_t count = *out_size / sizeof(uint32_t), kept = HEADER;
  const uint32_t *words = (const uint32_t *)(const void *)image->binary_begin;
  if ((uintptr_t)words % sizeof *words)
    return FALX_SUCCESS;
  if (!ocl_has_extension(device, "cl_intel_devicelib_assert") && calls_assert(words, count))
    return ocl_host->error(FALX_ERROR_BUILD,
                           "opencl: kernels with assertions need a driver with "
                           "cl_intel_devicelib_assert; compile them with -DNDEBUG for this device");
  const struct excess excess = {.fpga = needs(words, count, FPGA_CAPABILITY) && !is_fpga(device),
                                .fusing = needs(words, count, FUSING_CAPABILITY) &&
                                          !knows_fusing(device)};
  if (!excess.fpga && !excess.fusing)
    return FALX_SUCCESS;
  uint32_t *fit = malloc(*out_size);
  if (!fit)
    return ocl_host->error(FALX_ERROR_MEMORY_ALLOCATION, "opencl: no memory for a program");
  memcpy(fit, words, HEADER * sizeof *words);
  for (size_t i = HEADER; i < count;) {
    uint32_t length = words[i] >> 16;
    if (length == 0 || length > count - i) /* the driver says what is wrong */
      length = (uint32_t)(count - i);
    if (!is_excess(&excess, &words[i], length)) {
      memcpy(&fit[kept], &words[i], length * sizeof *words);
      if (excess.fusing && (words[i] & 0xffff) == OP_DECORATE && length == 4 &&
          words[i + 2] == FP_FAST_MATH_MODE)
        fit[kept + 3] &= ANY_DRIVERS_MODES;
      kept += length;
    }
    i += length;
  }
  *out_words = fit;
  *out_size = kept * sizeof *words;
  return FALX_SUCCESS;
}
