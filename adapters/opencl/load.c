/* The ICD loader, opened when the adapter is, and names of the driver's errors. */
#include "adapters/opencl/opencl.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LOADER "libOpenCL.so.1"

struct ocl_functions ocl_cl;
static void *library;

/* A pointer to data becomes one to a function, as POSIX has it. */
static void store(void *to, void *symbol) {
  memcpy(to, &symbol, sizeof symbol);
}

falx_status ocl_load(void) {
  library = dlopen(LOADER, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return ocl_host->error(
        FALX_ERROR_ADAPTER,
        "opencl: there is no OpenCL: %s; Debian's package is ocl-icd-libopencl1, "
        "beside the driver of the device",
        dlerror());
  static const struct {
    const char *name;
    size_t offset;
  } functions[] = {
#define OCL_ROW(result, name, parameters) {#name, offsetof(struct ocl_functions, name)},
      OCL_FUNCTIONS(OCL_ROW)
#undef OCL_ROW
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *symbol = dlsym(library, functions[i].name);
    if (!symbol) {
      ocl_unload();
      return ocl_host->error(FALX_ERROR_ADAPTER,
                             "opencl: " LOADER " has no %s; a loader for OpenCL 2.1 or later is "
                             "needed",
                             functions[i].name);
    }
    store((char *)&ocl_cl + functions[i].offset, symbol);
  }
  return FALX_SUCCESS;
}

void ocl_unload(void) {
  if (library)
    dlclose(library);
  library = NULL;
}

bool ocl_load_extensions(struct ocl_platform *platform) {
  static const struct {
    const char *name;
    size_t offset;
  } functions[] = {
#define OCL_ROW(result, name, parameters) {#name, offsetof(struct ocl_extension_functions, name)},
      OCL_EXTENSION_FUNCTIONS(OCL_ROW)
#undef OCL_ROW
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    store((char *)&platform->functions + functions[i].offset,
          ocl_cl.clGetExtensionFunctionAddressForPlatform(platform->handle, functions[i].name));
  const struct ocl_extension_functions *f = &platform->functions;
  return f->clHostMemAllocINTEL && f->clDeviceMemAllocINTEL && f->clSharedMemAllocINTEL &&
         f->clMemBlockingFreeINTEL && f->clSetKernelArgMemPointerINTEL && f->clEnqueueMemcpyINTEL &&
         f->clEnqueueMemFillINTEL;
}

/* The names are the standard's; numbers that it does not have here are shown as such. */
const char *ocl_error_name(cl_int error) {
  static const struct {
    cl_int error;
    const char *name;
  } names[] = {
#define NAMED(error) {error, #error}
    NAMED(CL_DEVICE_NOT_FOUND),
    NAMED(CL_DEVICE_NOT_AVAILABLE),
    NAMED(CL_MEM_OBJECT_ALLOCATION_FAILURE),
    NAMED(CL_OUT_OF_RESOURCES),
    NAMED(CL_OUT_OF_HOST_MEMORY),
    NAMED(CL_PROFILING_INFO_NOT_AVAILABLE),
    NAMED(CL_BUILD_PROGRAM_FAILURE),
    NAMED(CL_COMPILE_PROGRAM_FAILURE),
    NAMED(CL_LINK_PROGRAM_FAILURE),
    NAMED(CL_DEVICE_PARTITION_FAILED),
    NAMED(CL_INVALID_VALUE),
    NAMED(CL_INVALID_DEVICE),
    NAMED(CL_INVALID_KERNEL_NAME),
    NAMED(CL_INVALID_WORK_GROUP_SIZE),
    NAMED(CL_INVALID_WORK_ITEM_SIZE),
    NAMED(CL_INVALID_OPERATION),
    NAMED(CL_INVALID_BUFFER_SIZE),
    NAMED(CL_INVALID_GLOBAL_WORK_SIZE),
    NAMED(CL_PLATFORM_NOT_FOUND_KHR),
#undef NAMED
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i].error == error)
      return names[i].name;
  return "error";
}

falx_status ocl_status_of(cl_int error) {
  switch (error) {
  case CL_SUCCESS:
    return FALX_SUCCESS;
  case CL_MEM_OBJECT_ALLOCATION_FAILURE:
  case CL_OUT_OF_HOST_MEMORY:
  case CL_INVALID_BUFFER_SIZE:
    return FALX_ERROR_MEMORY_ALLOCATION;
  case CL_BUILD_PROGRAM_FAILURE:
  case CL_COMPILE_PROGRAM_FAILURE:
  case CL_LINK_PROGRAM_FAILURE:
    return FALX_ERROR_BUILD;
  case CL_INVALID_WORK_GROUP_SIZE:
  case CL_INVALID_WORK_ITEM_SIZE:
  case CL_INVALID_GLOBAL_WORK_SIZE:
    return FALX_ERROR_ND_RANGE;
  case CL_PROFILING_INFO_NOT_AVAILABLE:
    return FALX_ERROR_PROFILING;
  case CL_DEVICE_NOT_AVAILABLE:
    return FALX_ERROR_PLATFORM;
  default:
    return FALX_ERROR_RUNTIME;
  }
}

falx_status ocl_failed(cl_int error, const char *format, ...) {
  char what[512];
  va_list args;
  va_start(args, format);
  vsnprintf(what, sizeof what, format, args);
  va_end(args);
  return ocl_host->error(ocl_status_of(error), "opencl: %s: %s (%d)", what, ocl_error_name(error),
                         (int)error);
}
