/* SPIR-V modules without what only FPGAs know: how a device global is implemented and initialized
 * there (SPV_INTEL_global_variable_fpga_decorations). Other drivers refuse a module with it. And
 * what a failed assertion calls, which is the driver's. */
#include "adapters/opencl/opencl.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER = 5, OP_EXTENSION = 10, OP_CAPABILITY = 17, OP_DECORATE = 71 };
enum { LINKAGE_ATTRIBUTES = 41 };
enum { CAPABILITY = 6189, INIT_MODE = 6190, IMPLEMENT_IN_REGISTER_MAP = 6191 };
static const char extension[] = "SPV_INTEL_global_variable_fpga_decorations";

static bool is_for_fpgas(const uint32_t *words, uint32_t operation, uint32_t count) {
  switch (operation) {
  case OP_CAPABILITY:
    return count == 2 && words[1] == CAPABILITY;
  case OP_EXTENSION:
    return (count - 1) * sizeof *words >= sizeof extension &&
           memcmp(&words[1], extension, sizeof extension) == 0;
  case OP_DECORATE:
    return count >= 3 && (words[2] == INIT_MODE || words[2] == IMPLEMENT_IN_REGISTER_MAP);
  default:
    return false;
  }
}

/* Capabilities come first. */
static bool needs_fpga(const uint32_t *words, size_t count) {
  for (size_t i = HEADER; i + 1 < count && (words[i] & 0xffff) == OP_CAPABILITY; i += 2)
    if (words[i + 1] == CAPABILITY)
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
  if (!needs_fpga(words, count) || is_fpga(device))
    return FALX_SUCCESS;
  uint32_t *fit = malloc(*out_size);
  if (!fit)
    return ocl_host->error(FALX_ERROR_MEMORY_ALLOCATION, "opencl: no memory for a program");
  memcpy(fit, words, HEADER * sizeof *words);
  for (size_t i = HEADER; i < count;) {
    uint32_t length = words[i] >> 16;
    if (length == 0 || length > count - i) /* the driver says what is wrong */
      length = (uint32_t)(count - i);
    if (!is_for_fpgas(&words[i], words[i] & 0xffff, length)) {
      memcpy(&fit[kept], &words[i], length * sizeof *words);
      kept += length;
    }
    i += length;
  }
  *out_words = fit;
  *out_size = kept * sizeof *words;
  return FALX_SUCCESS;
}
