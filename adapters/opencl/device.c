/* Platforms and devices. Those that cannot run Falx's kernels are listed too: what they are asked
 * first answers with the reason. */
#include "adapters/opencl/opencl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLATFORMS = 32 };

static struct {
  struct ocl_platform *platforms[MOST_PLATFORMS];
  cl_uint platform_count;
  struct fxa_device **devices;
  size_t device_count;
} found;

/* ---- Questions to the driver ---- */

/* Several of one device. error: of the first that failed otherwise than by not being known. */
struct questions {
  const struct fxa_device *device;
  cl_int error;
};

/* What the driver does not know is no error. True: there is an answer. */
static bool answered(struct questions *questions, cl_int error) {
  if (error != CL_SUCCESS && error != CL_INVALID_VALUE && error != CL_INVALID_OPERATION &&
      questions->error == CL_SUCCESS)
    questions->error = error;
  return error == CL_SUCCESS;
}

/* The caller frees the text; NULL: none, or no memory. */
static char *platform_text(cl_platform_id platform, cl_uint query) {
  size_t size = 0;
  char *text = NULL;
  if (ocl_cl.clGetPlatformInfo(platform, query, 0, NULL, &size) == CL_SUCCESS && size)
    text = calloc(1, size + 1);
  if (text)
    ocl_cl.clGetPlatformInfo(platform, query, size, text, NULL);
  return text;
}

/* The caller frees the text; NULL: none, or an error. */
static char *device_text(struct questions *questions, cl_uint query) {
  cl_device_id handle = questions->device->handle;
  size_t size = 0;
  if (!answered(questions, ocl_cl.clGetDeviceInfo(handle, query, 0, NULL, &size)) || !size)
    return NULL;
  char *text = calloc(1, size + 1);
  if (!text)
    answered(questions, CL_OUT_OF_HOST_MEMORY);
  else
    answered(questions, ocl_cl.clGetDeviceInfo(handle, query, size, text, NULL));
  return text;
}

/* Zeros where the driver does not know the query. */
static void ask(struct questions *questions, cl_uint query, size_t size, void *value) {
  if (!answered(questions,
                ocl_cl.clGetDeviceInfo(questions->device->handle, query, size, value, NULL)))
    memset(value, 0, size);
}

static cl_bitfield bits_of(struct questions *questions, cl_uint query) {
  cl_bitfield bits = 0;
  ask(questions, query, sizeof bits, &bits);
  return bits;
}

static cl_uint number_of(struct questions *questions, cl_uint query) {
  cl_uint number = 0;
  ask(questions, query, sizeof number, &number);
  return number;
}

bool ocl_has_extension(const struct fxa_device *device, const char *name) {
  size_t length = strlen(name);
  for (const char *at = device->extensions; (at = strstr(at, name)) != NULL; at += length)
    if (at[-1] == ' ' && (at[length] == ' ' || !at[length]))
      return true;
  return false;
}

/* ---- Discovery ---- */

static bool takes_spirv(struct questions *questions) {
  char *version = device_text(questions, CL_DEVICE_IL_VERSION);
  bool is_there = version && strstr(version, "SPIR-V");
  free(version);
  return is_there;
}

static void find_memory(struct fxa_device *device, struct questions *questions,
                        bool has_usm_functions) {
  static const cl_uint usm[] = {CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL,
                                CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
                                CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
                                CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL};
  device->svm = bits_of(questions, CL_DEVICE_SVM_CAPABILITIES);
  if (has_usm_functions && ocl_has_extension(device, "cl_intel_unified_shared_memory")) {
    for (size_t i = 0; i < OCL_USM_KINDS; i++)
      device->usm[i] = bits_of(questions, usm[i]);
    device->memory = OCL_MEMORY_USM;
    device->is_host_unified =
        (device->usm[OCL_USM_SYSTEM] & CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL) != 0;
  } else if (device->svm) {
    device->memory = OCL_MEMORY_SVM;
    device->is_host_unified = (device->svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) != 0;
  }
}

static cl_int add_device(const struct ocl_platform *platform, cl_device_id handle,
                         bool has_usm_functions) {
  struct fxa_device *device = calloc(1, sizeof *device);
  if (!device)
    return CL_OUT_OF_HOST_MEMORY;
  struct questions questions = {device, CL_SUCCESS};
  found.devices[found.device_count++] = device;
  device->handle = handle;
  device->platform = platform;
  char *extensions = device_text(&questions, CL_DEVICE_EXTENSIONS);
  size_t size = (extensions ? strlen(extensions) : 0) + 2;
  device->extensions = calloc(1, size);
  if (device->extensions)
    snprintf(device->extensions, size, " %s", extensions ? extensions : "");
  free(extensions);
  if (!device->extensions)
    return CL_OUT_OF_HOST_MEMORY;
  device->has_intermediate = takes_spirv(&questions);
  device->is_cpu = bits_of(&questions, CL_DEVICE_TYPE) == CL_DEVICE_TYPE_CPU;
  find_memory(device, &questions, has_usm_functions);
  device->error = questions.error;
  return device->error == CL_OUT_OF_HOST_MEMORY ? device->error : CL_SUCCESS;
}

static cl_int add_platform(cl_platform_id handle) {
  cl_uint count = 0;
  cl_int error = ocl_cl.clGetDeviceIDs(handle, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
  if (error != CL_SUCCESS || !count)
    return error == CL_OUT_OF_HOST_MEMORY ? error : CL_SUCCESS; /* none */
  struct ocl_platform *platform = calloc(1, sizeof *platform);
  cl_device_id *handles = calloc(count, sizeof *handles);
  struct fxa_device **devices =
      realloc(found.devices, (found.device_count + count) * sizeof *devices);
  if (devices)
    found.devices = devices;
  if (platform && handles && devices) {
    platform->handle = handle;
    platform->name = platform_text(handle, CL_PLATFORM_NAME);
    platform->vendor = platform_text(handle, CL_PLATFORM_VENDOR);
    platform->version = platform_text(handle, CL_PLATFORM_VERSION);
    platform->number = found.platform_count;
    found.platforms[found.platform_count++] = platform;
    bool has_usm = ocl_load_extensions(platform);
    error = ocl_cl.clGetDeviceIDs(handle, CL_DEVICE_TYPE_ALL, count, handles, NULL);
    for (cl_uint i = 0; i < count && error == CL_SUCCESS; i++)
      error = add_device(platform, handles[i], has_usm);
  } else {
    free(platform);
    error = CL_OUT_OF_HOST_MEMORY;
  }
  free(handles);
  return error;
}

falx_status ocl_devices_find(void) {
  cl_platform_id handles[MOST_PLATFORMS];
  cl_uint count = 0;
  cl_int error = ocl_cl.clGetPlatformIDs(MOST_PLATFORMS, handles, &count);
  if (error != CL_SUCCESS || !count)
    return ocl_host->error(FALX_ERROR_ADAPTER,
                           "opencl: the OpenCL loader finds no driver in /etc/OpenCL/vendors, or "
                           "where OCL_ICD_VENDORS says: %s (%d)",
                           ocl_error_name(error), (int)error);
  count = count < MOST_PLATFORMS ? count : MOST_PLATFORMS;
  for (cl_uint i = 0; i < count && error == CL_SUCCESS; i++)
    error = add_platform(handles[i]);
  if (error != CL_SUCCESS)
    return ocl_failed(error, "the drivers' devices cannot be listed");
  return FALX_SUCCESS;
}

void ocl_devices_free(void) {
  for (size_t i = 0; i < found.device_count; i++) {
    ocl_partitions_free(found.devices[i]);
    free(found.devices[i]->extensions);
    free(found.devices[i]);
  }
  for (cl_uint i = 0; i < found.platform_count; i++) {
    free(found.platforms[i]->name);
    free(found.platforms[i]->vendor);
    free(found.platforms[i]->version);
    free(found.platforms[i]);
  }
  free(found.devices);
  memset(&found, 0, sizeof found);
}

static void tell(const struct ocl_platform *platform, struct fxa_platform_info *out_info) {
  *out_info = (struct fxa_platform_info){.name = platform->name,
                                         .vendor = platform->vendor,
                                         .version = platform->version,
                                         .backend = FALX_BACKEND_OPENCL,
                                         .target = FALX_TARGET_SPIR64};
}

void ocl_platform_info(struct fxa_platform_info *out_info) {
  static const struct ocl_platform none = {.name = "OpenCL"};
  tell(found.platform_count ? found.platforms[0] : &none, out_info);
}

cl_platform_id ocl_native_platform(const struct fxa_device *device) {
  const struct ocl_platform *platform = device ? device->platform : found.platforms[0];
  return platform ? platform->handle : NULL;
}

uint32_t ocl_device_platform(struct fxa_device *device, struct fxa_platform_info *out_info) {
  tell(device->platform, out_info);
  return device->platform->number;
}

falx_status ocl_devices(struct fxa_device *const **out_devices, size_t *out_count) {
  *out_devices = found.devices;
  *out_count = found.device_count;
  return FALX_SUCCESS;
}

/* ---- Facts of a device ---- */

static falx_status put(const void *from, size_t bytes, size_t size, void *value, size_t *out_size) {
  if (out_size)
    *out_size = bytes;
  if (value && size < bytes)
    return ocl_host->error(FALX_ERROR_INVALID,
                           "opencl: the answer takes %zu bytes, there is room for %zu", bytes,
                           size);
  if (value)
    memcpy(value, from, bytes);
  return FALX_SUCCESS;
}

static falx_status put_text(struct questions *questions, cl_uint query, const char *more,
                            size_t size, void *value, size_t *out_size) {
  char *text = device_text(questions, query);
  size_t length = (text ? strlen(text) : 0) + strlen(more) + 1;
  char *whole = malloc(length);
  falx_status status;
  if (whole) {
    snprintf(whole, length, "%s%s", text ? text : "", more);
    const char *trimmed = whole + strspn(whole, " ");
    status = put(trimmed, strlen(trimmed) + 1, size, value, out_size);
  } else {
    status = ocl_host->error(FALX_ERROR_MEMORY_ALLOCATION, "opencl: no memory for a text");
  }
  free(whole);
  free(text);
  return status;
}

static uint32_t type_of(struct questions *questions) {
  cl_bitfield type = bits_of(questions, CL_DEVICE_TYPE);
  return type & CL_DEVICE_TYPE_GPU           ? FALX_DEVICE_GPU
         : type & CL_DEVICE_TYPE_CPU         ? FALX_DEVICE_CPU
         : type & CL_DEVICE_TYPE_ACCELERATOR ? FALX_DEVICE_ACCELERATOR
                                             : FALX_DEVICE_CUSTOM;
}

/* CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES has relaxed, acq_rel, seq_cst, then the scopes from the
 * work-item's up. Drivers before OpenCL 3.0 do not know the query; relaxed atomics of a work-group
 * are what 1.2 has. */
static uint32_t atomic_orders(struct questions *questions) {
  cl_bitfield bits = bits_of(questions, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES);
  uint32_t orders = 1;
  if (bits & 2)
    orders |= 2 | 4 | 8;
  if (bits & 4)
    orders |= 16;
  return orders;
}

static uint32_t atomic_scopes(struct questions *questions) {
  cl_bitfield bits = bits_of(questions, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES);
  uint32_t scopes = 1 | 2 | 4;
  if (bits & 32)
    scopes |= 8;
  if (bits & 64)
    scopes |= 16;
  return scopes;
}

static falx_status put_aspects(struct questions *questions, size_t size, void *value,
                               size_t *out_size) {
  const struct fxa_device *device = questions->device;
  const cl_bitfield *usm = device->usm;
  const cl_bitfield is_atomic = CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL;
  const uint32_t type = type_of(questions);
  const bool is_usm = device->memory == OCL_MEMORY_USM, is_svm = device->memory == OCL_MEMORY_SVM;
  const bool is_fine = is_svm && (device->svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER);
  /* What parts of sub-groups are made of: include/sycl/detail/sub_group_part.hpp. Those of
   * work-items that come to a call together are left out: in branches, Intel's driver for CPUs now
   * and then lets others take part. */
  const bool has_parts = ocl_has_extension(device, "cl_khr_subgroup_shuffle") &&
                         ocl_has_extension(device, "cl_khr_subgroup_non_uniform_arithmetic");
  const struct {
    uint32_t aspect;
    bool is_there;
  } all[] = {
      {FALX_ASPECT_CPU, type == FALX_DEVICE_CPU},
      {FALX_ASPECT_GPU, type == FALX_DEVICE_GPU},
      {FALX_ASPECT_ACCELERATOR, type == FALX_DEVICE_ACCELERATOR},
      {FALX_ASPECT_CUSTOM, type == FALX_DEVICE_CUSTOM},
      {FALX_ASPECT_FP16, ocl_has_extension(device, "cl_khr_fp16")},
      {FALX_ASPECT_FP64, bits_of(questions, CL_DEVICE_DOUBLE_FP_CONFIG) != 0},
      {FALX_ASPECT_ATOMIC64, ocl_has_extension(device, "cl_khr_int64_base_atomics") &&
                                 ocl_has_extension(device, "cl_khr_int64_extended_atomics")},
      {FALX_ASPECT_IMAGE, true}, /* in plain memory: docs/images.md */
      {FALX_ASPECT_EXT_INTEL_LEGACY_IMAGE, true},
      {FALX_ASPECT_EXT_ONEAPI_BALLOT_GROUP, has_parts},
      {FALX_ASPECT_EXT_ONEAPI_FIXED_SIZE_GROUP, has_parts},
      {FALX_ASPECT_EXT_ONEAPI_GRAPH, true},
      {FALX_ASPECT_EXT_ONEAPI_LIMITED_GRAPH, true},
      {FALX_ASPECT_ONLINE_COMPILER, true},
      {FALX_ASPECT_ONLINE_LINKER, true},
      {FALX_ASPECT_QUEUE_PROFILING, true},
      {FALX_ASPECT_USM_DEVICE_ALLOCATIONS, (is_usm && usm[OCL_USM_DEVICE]) || is_svm},
      {FALX_ASPECT_USM_HOST_ALLOCATIONS, (is_usm && usm[OCL_USM_HOST]) || is_fine},
      {FALX_ASPECT_USM_SHARED_ALLOCATIONS, (is_usm && usm[OCL_USM_SHARED]) || is_fine},
      {FALX_ASPECT_USM_SYSTEM_ALLOCATIONS, device->is_host_unified},
      {FALX_ASPECT_USM_ATOMIC_HOST_ALLOCATIONS,
       (is_usm && usm[OCL_USM_HOST] & is_atomic) ||
           (is_fine && device->svm & CL_DEVICE_SVM_ATOMICS)},
      {FALX_ASPECT_USM_ATOMIC_SHARED_ALLOCATIONS,
       (is_usm && usm[OCL_USM_SHARED] & is_atomic) ||
           (is_fine && device->svm & CL_DEVICE_SVM_ATOMICS)},
  };
  uint32_t aspects[sizeof all / sizeof *all];
  size_t count = 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i].is_there)
      aspects[count++] = all[i].aspect;
  return put(aspects, count * sizeof *aspects, size, value, out_size);
}

static falx_status put_sub_groups(struct questions *questions, size_t size, void *value,
                                  size_t *out_size) {
  enum { MOST = 16 };
  size_t sizes[MOST], bytes = 0;
  uint64_t wide[MOST] = {1};
  size_t count = 1;
  if (answered(questions,
               ocl_cl.clGetDeviceInfo(questions->device->handle, CL_DEVICE_SUB_GROUP_SIZES_INTEL,
                                      sizeof sizes, sizes, &bytes)) &&
      bytes >= sizeof *sizes) {
    count = bytes / sizeof *sizes;
    for (size_t i = 0; i < count; i++)
      wide[i] = sizes[i];
  }
  return put(wide, count * sizeof *wide, size, value, out_size);
}

/* OpenCL has soft_float before correctly_rounded_divide_sqrt. That one takes an option of the
 * build, which is not given. Half is asked for where it is there only. */
static falx_status put_fp_configs(struct questions *questions, size_t size, void *value,
                                  size_t *out_size) {
  static const cl_uint queries[3] = {CL_DEVICE_HALF_FP_CONFIG, CL_DEVICE_SINGLE_FP_CONFIG,
                                     CL_DEVICE_DOUBLE_FP_CONFIG};
  uint32_t configs[3] = {0};
  for (int i = ocl_has_extension(questions->device, "cl_khr_fp16") ? 0 : 1; i < 3; i++) {
    cl_bitfield bits = bits_of(questions, queries[i]);
    configs[i] = (uint32_t)(bits & 63) | (bits & CL_FP_SOFT_FLOAT ? 128 : 0);
    if (i == 2 && bits) /* always */
      configs[i] |= 64;
  }
  return put(configs, sizeof configs, size, value, out_size);
}

static falx_status unfit(const struct fxa_device *device) {
  if (device->error != CL_SUCCESS)
    return ocl_failed(device->error, "its driver does not say what it is");
  if (!device->has_intermediate)
    return ocl_host->error(FALX_ERROR_PLATFORM,
                           "opencl: its driver takes no SPIR-V (CL_DEVICE_IL_VERSION)");
  if (device->memory == OCL_MEMORY_NONE)
    return ocl_host->error(FALX_ERROR_PLATFORM,
                           "opencl: its driver has neither cl_intel_unified_shared_memory nor "
                           "shared virtual memory");
  return FALX_SUCCESS;
}

static falx_status answer(struct questions *questions, falx_device_info info, size_t size,
                          void *value, size_t *out_size) {
  /* Those that the driver answers as the runtime wants them, by the size of the number. */
  static const struct {
    falx_device_info info;
    cl_uint query, bytes, out_bytes;
  } numbers[] = {
      {FALX_DEVICE_VENDOR_ID, CL_DEVICE_VENDOR_ID, 4, 4},
      {FALX_DEVICE_COMPUTE_UNITS, CL_DEVICE_MAX_COMPUTE_UNITS, 4, 4},
      {FALX_DEVICE_MAX_WORK_GROUP_SIZE, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(size_t), 8},
      {FALX_DEVICE_MAX_NUM_SUB_GROUPS, CL_DEVICE_MAX_NUM_SUB_GROUPS, 4, 4},
      {FALX_DEVICE_CLOCK_FREQUENCY, CL_DEVICE_MAX_CLOCK_FREQUENCY, 4, 4},
      {FALX_DEVICE_ADDRESS_BITS, CL_DEVICE_ADDRESS_BITS, 4, 4},
      {FALX_DEVICE_MAX_ALLOC_SIZE, CL_DEVICE_MAX_MEM_ALLOC_SIZE, 8, 8},
      {FALX_DEVICE_GLOBAL_MEM_SIZE, CL_DEVICE_GLOBAL_MEM_SIZE, 8, 8},
      {FALX_DEVICE_LOCAL_MEM_SIZE, CL_DEVICE_LOCAL_MEM_SIZE, 8, 8},
      {FALX_DEVICE_GLOBAL_CACHE_SIZE, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, 8, 8},
      {FALX_DEVICE_GLOBAL_CACHE_LINE, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, 4, 4},
      {FALX_DEVICE_MEM_BASE_ALIGN, CL_DEVICE_MEM_BASE_ADDR_ALIGN, 4, 4},
      {FALX_DEVICE_TIMER_RESOLUTION, CL_DEVICE_PROFILING_TIMER_RESOLUTION, sizeof(size_t), 8},
      {FALX_DEVICE_CONSTANT_MEM_SIZE, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, 8, 8},
      {FALX_DEVICE_CONSTANT_ARGS, CL_DEVICE_MAX_CONSTANT_ARGS, 4, 4},
      {FALX_DEVICE_PRINTF_SIZE, CL_DEVICE_PRINTF_BUFFER_SIZE, sizeof(size_t), 8},
      {FALX_DEVICE_MAX_PARAMETER_SIZE, CL_DEVICE_MAX_PARAMETER_SIZE, sizeof(size_t), 8},
      {FALX_DEVICE_LOCAL_MEM_TYPE, CL_DEVICE_LOCAL_MEM_TYPE, 4, 4},
      {FALX_DEVICE_GLOBAL_CACHE_TYPE, CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, 4, 4},
      {FALX_DEVICE_ERROR_CORRECTION, CL_DEVICE_ERROR_CORRECTION_SUPPORT, 4, 4},
  };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (numbers[i].info == info) {
      uint64_t number = 0; /* little-endian: a shorter answer fills the lower bytes */
      ask(questions, numbers[i].query, numbers[i].bytes, &number);
      return put(&number, numbers[i].out_bytes, size, value, out_size);
    }
  uint32_t number = 0;
  falx_status status;
  switch (info) {
  case FALX_DEVICE_NAME:
    return put_text(questions, CL_DEVICE_NAME, "", size, value, out_size);
  case FALX_DEVICE_VENDOR:
    return put_text(questions, CL_DEVICE_VENDOR, "", size, value, out_size);
  case FALX_DEVICE_VERSION:
    return put_text(questions, CL_DEVICE_VERSION, "", size, value, out_size);
  case FALX_DEVICE_DRIVER_VERSION:
    return put_text(questions, CL_DRIVER_VERSION, "", size, value, out_size);
  case FALX_DEVICE_EXTENSIONS:
    return put_text(questions, CL_DEVICE_EXTENSIONS, " " FALX_LINKS_SPIRV, size, value, out_size);
  case FALX_DEVICE_ASPECTS:
    status = unfit(questions->device);
    return status == FALX_SUCCESS ? put_aspects(questions, size, value, out_size) : status;
  case FALX_DEVICE_FP_CONFIGS:
    return put_fp_configs(questions, size, value, out_size);
  case FALX_DEVICE_SUB_GROUP_SIZES:
    return put_sub_groups(questions, size, value, out_size);
  case FALX_DEVICE_MAX_WORK_ITEM_SIZES: {
    size_t sizes[3];
    uint64_t wide[3];
    ask(questions, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes);
    for (int d = 0; d < 3; d++)
      wide[d] = sizes[d];
    return put(wide, sizeof wide, size, value, out_size);
  }
  case FALX_DEVICE_VECTOR_WIDTHS: {
    uint32_t widths[7];
    for (cl_uint i = 0; i < 7; i++)
      widths[i] = number_of(questions, CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR + i);
    return put(widths, sizeof widths, size, value, out_size);
  }
  case FALX_DEVICE_TYPE:
    number = type_of(questions);
    break;
  case FALX_DEVICE_ATOMIC_ORDERS:
    number = atomic_orders(questions);
    break;
  case FALX_DEVICE_ATOMIC_SCOPES:
    number = atomic_scopes(questions);
    break;
  case FALX_DEVICE_PARTITION_PROPERTIES: {
    intptr_t properties[16] = {0};
    if (number_of(questions, CL_DEVICE_MAX_COMPUTE_UNITS) > 1) /* drivers tell of more */
      ask(questions, CL_DEVICE_PARTITION_PROPERTIES, sizeof properties, properties);
    number = ocl_partition_properties(properties, sizeof properties / sizeof *properties,
                                      bits_of(questions, CL_DEVICE_PARTITION_AFFINITY_DOMAIN));
    break;
  }
  case FALX_DEVICE_AFFINITY_DOMAINS:
    number = ocl_affinity_domains(bits_of(questions, CL_DEVICE_PARTITION_AFFINITY_DOMAIN));
    break;
  default:
    return ocl_host->error(FALX_ERROR_INVALID, "opencl: unknown device query %d", (int)info);
  }
  return put(&number, sizeof number, size, value, out_size);
}

falx_status ocl_device_info(struct fxa_device *device, falx_device_info info, size_t size,
                            void *value, size_t *out_size) {
  struct questions questions = {device, CL_SUCCESS};
  if (out_size)
    *out_size = 0;
  falx_status status = answer(&questions, info, size, value, out_size);
  if (status == FALX_SUCCESS && questions.error != CL_SUCCESS)
    status =
        ocl_failed(questions.error, "the driver does not answer query %d of a device", (int)info);
  return status;
}
