/* Facts of a device, as the queries of falx.h want them. */
#include "adapters/cuda/cuda.h"

#include <string.h>

enum { OLDEST_CAPABILITY = 70, CACHE_LINE = 128, ALIGNMENT_BITS = 128 * 8 };
enum { VENDOR_ID = 0x10de, TIMER_NS = 500, PRINTF_BYTES = 1 << 20 };
/* Of all arguments; drivers for CUDA 12.1 and later take PTX 8.1, which allows more. */
enum { PARAMETER_BYTES = 4096, MORE_PARAMETERS = 12010, MORE_PARAMETER_BYTES = 32764 };

static falx_status put(const void *from, size_t bytes, size_t size, void *value, size_t *out_size) {
  if (out_size)
    *out_size = bytes;
  if (value && size < bytes)
    return cud_host->error(FALX_ERROR_INVALID,
                           "cuda: the answer takes %zu bytes, there is room for %zu", bytes, size);
  if (value)
    memcpy(value, from, bytes);
  return FALX_SUCCESS;
}

static falx_status put_aspects(const struct fxa_device *device, size_t size, void *value,
                               size_t *out_size) {
  const struct {
    uint32_t aspect;
    bool is_there;
  } all[] = {
      {FALX_ASPECT_GPU, true},
      {FALX_ASPECT_FP16, true},
      {FALX_ASPECT_FP64, true},
      {FALX_ASPECT_ATOMIC64, true},
      {FALX_ASPECT_IMAGE, true}, /* in plain memory: docs/images.md */
      {FALX_ASPECT_EXT_INTEL_LEGACY_IMAGE, true},
      {FALX_ASPECT_ONLINE_COMPILER, true},
      {FALX_ASPECT_ONLINE_LINKER, true},
      {FALX_ASPECT_QUEUE_PROFILING, true},
      {FALX_ASPECT_USM_DEVICE_ALLOCATIONS, true},
      {FALX_ASPECT_USM_HOST_ALLOCATIONS, true},
      {FALX_ASPECT_USM_SHARED_ALLOCATIONS, device->has_managed},
      {FALX_ASPECT_USM_SYSTEM_ALLOCATIONS, device->has_pageable},
      {FALX_ASPECT_USM_ATOMIC_HOST_ALLOCATIONS, device->has_native_atomics},
      {FALX_ASPECT_USM_ATOMIC_SHARED_ALLOCATIONS,
       device->has_managed && device->has_concurrent_managed},
      {FALX_ASPECT_EXT_INTEL_FREE_MEMORY, true},
      {FALX_ASPECT_EXT_ONEAPI_BALLOT_GROUP, true},
      {FALX_ASPECT_EXT_ONEAPI_FIXED_SIZE_GROUP, true},
      {FALX_ASPECT_EXT_ONEAPI_OPPORTUNISTIC_GROUP, true},
      {FALX_ASPECT_EXT_ONEAPI_TANGLE_GROUP, true},
      {FALX_ASPECT_EXT_ONEAPI_GRAPH, true},
      {FALX_ASPECT_EXT_ONEAPI_LIMITED_GRAPH, true},
  };
  uint32_t aspects[sizeof all / sizeof *all];
  size_t count = 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i].is_there)
      aspects[count++] = all[i].aspect;
  return put(aspects, count * sizeof *aspects, size, value, out_size);
}

static falx_status unfit(const struct fxa_device *device) {
  if (device->error != CUDA_SUCCESS)
    return cud_failed(NULL, device->error, "the driver does not say what it is");
  if (device->capability < OLDEST_CAPABILITY)
    return cud_host->error(FALX_ERROR_PLATFORM,
                           "cuda: its compute capability is %s; %d.%d or later is needed",
                           device->version, OLDEST_CAPABILITY / 10, OLDEST_CAPABILITY % 10);
  if (!device->has_unified_addresses)
    return cud_host->error(FALX_ERROR_PLATFORM,
                           "cuda: its driver has no addresses that host and device share "
                           "(CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING)");
  if (device->compute_mode == CU_COMPUTE_MODE_PROHIBITED)
    return cud_host->error(FALX_ERROR_PLATFORM,
                           "cuda: its compute mode is 'prohibited'; an administrator changes that "
                           "with nvidia-smi -c DEFAULT");
  return FALX_SUCCESS;
}

static falx_status put_free_memory(struct fxa_device *device, size_t size, void *value,
                                   size_t *out_size) {
  size_t free_bytes = 0, total = 0;
  CUcontext before;
  falx_status status = cud_enter(device, &before);
  if (status != FALX_SUCCESS)
    return status;
  CUresult error = cud_cu.cuMemGetInfo_v2(&free_bytes, &total);
  cud_leave(before);
  if (error != CUDA_SUCCESS)
    return cud_failed(device, error, "the driver does not say how much memory is free");
  const uint64_t wide = free_bytes;
  return put(&wide, sizeof wide, size, value, out_size);
}

static uint64_t positive(int number) {
  return number > 0 ? (uint64_t)number : 0;
}

/* False: no number of 64 bits. */
static bool wide_number(const struct fxa_device *device, falx_device_info info, uint64_t *out) {
  switch (info) {
  case FALX_DEVICE_MAX_WORK_GROUP_SIZE:
    *out = positive(device->max_block);
    return true;
  case FALX_DEVICE_MAX_ALLOC_SIZE:
  case FALX_DEVICE_GLOBAL_MEM_SIZE:
    *out = device->memory_bytes;
    return true;
  case FALX_DEVICE_LOCAL_MEM_SIZE:
    *out = positive(device->shared_optin_bytes);
    return true;
  case FALX_DEVICE_GLOBAL_CACHE_SIZE:
    *out = positive(device->cache_bytes);
    return true;
  case FALX_DEVICE_TIMER_RESOLUTION:
    *out = TIMER_NS;
    return true;
  case FALX_DEVICE_CONSTANT_MEM_SIZE:
    *out = positive(device->constant_bytes);
    return true;
  case FALX_DEVICE_PRINTF_SIZE:
    *out = PRINTF_BYTES;
    return true;
  case FALX_DEVICE_MAX_PARAMETER_SIZE:
    *out = cud_driver_version() < MORE_PARAMETERS ? PARAMETER_BYTES : MORE_PARAMETER_BYTES;
    return true;
  case FALX_DEVICE_SUB_GROUP_SIZES:
    *out = CUD_WARP;
    return true;
  default:
    return false;
  }
}

/* The same of 32 bits. */
static bool number(const struct fxa_device *device, falx_device_info info, uint32_t *out) {
  switch (info) {
  case FALX_DEVICE_TYPE:
    *out = FALX_DEVICE_GPU;
    return true;
  case FALX_DEVICE_VENDOR_ID:
    *out = VENDOR_ID;
    return true;
  case FALX_DEVICE_COMPUTE_UNITS:
    *out = (uint32_t)positive(device->multiprocessors);
    return true;
  case FALX_DEVICE_MAX_NUM_SUB_GROUPS:
    *out = (uint32_t)(positive(device->max_block) + CUD_WARP - 1) / CUD_WARP;
    return true;
  case FALX_DEVICE_CLOCK_FREQUENCY:
    *out = (uint32_t)positive(device->clock_khz) / 1000;
    return true;
  case FALX_DEVICE_ADDRESS_BITS:
    *out = 64;
    return true;
  case FALX_DEVICE_GLOBAL_CACHE_LINE:
    *out = CACHE_LINE;
    return true;
  case FALX_DEVICE_MEM_BASE_ALIGN:
    *out = ALIGNMENT_BITS;
    return true;
  case FALX_DEVICE_ATOMIC_ORDERS:
  case FALX_DEVICE_ATOMIC_SCOPES:
    *out = 31; /* all */
    return true;
  case FALX_DEVICE_CONSTANT_ARGS:
    *out = 9; /* as many as OpenCL's devices have; they are arguments as others */
    return true;
  case FALX_DEVICE_LOCAL_MEM_TYPE:
    *out = 1;
    return true;
  case FALX_DEVICE_GLOBAL_CACHE_TYPE:
    *out = 2;
    return true;
  case FALX_DEVICE_ERROR_CORRECTION:
    *out = device->has_error_correction != 0;
    return true;
  case FALX_DEVICE_PARTITION_PROPERTIES:
  case FALX_DEVICE_AFFINITY_DOMAINS:
    *out = 0;
    return true;
  default:
    return false;
  }
}

falx_status cud_device_info(struct fxa_device *device, falx_device_info info, size_t size,
                            void *value, size_t *out_size) {
  static const uint32_t widths[7] = {4, 2, 1, 1, 1, 1, 2};
  static const uint32_t configs[3] = {1 | 2 | 4 | 32, 127, 127}; /* half rounds to nearest only */
  uint64_t wide, sizes[3];
  uint32_t narrow;
  falx_status status;
  if (out_size)
    *out_size = 0;
  if (wide_number(device, info, &wide))
    return put(&wide, sizeof wide, size, value, out_size);
  if (number(device, info, &narrow))
    return put(&narrow, sizeof narrow, size, value, out_size);
  switch (info) {
  case FALX_DEVICE_NAME:
    return put(device->name, strlen(device->name) + 1, size, value, out_size);
  case FALX_DEVICE_VENDOR:
    return put("NVIDIA Corporation", sizeof "NVIDIA Corporation", size, value, out_size);
  case FALX_DEVICE_VERSION:
    return put(device->version, strlen(device->version) + 1, size, value, out_size);
  case FALX_DEVICE_DRIVER_VERSION:
    return put(device->driver, strlen(device->driver) + 1, size, value, out_size);
  case FALX_DEVICE_EXTENSIONS:
    return put(FALX_LINKS_PTX, sizeof FALX_LINKS_PTX, size, value, out_size);
  case FALX_DEVICE_ASPECTS:
    status = unfit(device);
    return status == FALX_SUCCESS ? put_aspects(device, size, value, out_size) : status;
  case FALX_DEVICE_MAX_WORK_ITEM_SIZES:
    for (int d = 0; d < 3; d++)
      sizes[d] = positive(device->max_blocks[d]);
    return put(sizes, sizeof sizes, size, value, out_size);
  case FALX_DEVICE_VECTOR_WIDTHS:
    return put(widths, sizeof widths, size, value, out_size);
  case FALX_DEVICE_FP_CONFIGS:
    return put(configs, sizeof configs, size, value, out_size);
  case FALX_DEVICE_FREE_MEM:
    return put_free_memory(device, size, value, out_size);
  default:
    return cud_host->error(FALX_ERROR_INVALID, "cuda: unknown device query %d", (int)info);
  }
}
