/* Devices and what the driver says of them, asked once. Those that cannot run Falx's kernels are
 * listed too: info.c answers with the reason. */
#include "adapters/cuda/cuda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
  struct fxa_device **devices;
  size_t count;
  int version;
  char text[32];
} found;

static void ask(struct fxa_device *device, int attribute, int *value) {
  CUresult error = cud_cu.cuDeviceGetAttribute(value, attribute, device->handle);
  if (error == CUDA_SUCCESS)
    return;
  *value = 0;
  if (error != CUDA_ERROR_INVALID_VALUE && device->error == CUDA_SUCCESS) /* else: not known */
    device->error = error;
}

static void ask_all(struct fxa_device *device) {
  int major, minor;
  ask(device, CU_COMPUTE_CAPABILITY_MAJOR, &major);
  ask(device, CU_COMPUTE_CAPABILITY_MINOR, &minor);
  device->capability = major * 10 + minor;
  ask(device, CU_MULTIPROCESSOR_COUNT, &device->multiprocessors);
  ask(device, CU_MAX_THREADS_PER_BLOCK, &device->max_block);
  for (int d = 0; d < 3; d++) {
    ask(device, CU_MAX_BLOCK_DIM_X + d, &device->max_blocks[d]);
    ask(device, CU_MAX_GRID_DIM_X + d, &device->max_grid[d]);
  }
  ask(device, CU_MAX_SHARED_MEMORY_PER_BLOCK, &device->shared_bytes);
  ask(device, CU_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, &device->shared_optin_bytes);
  if (device->shared_optin_bytes < device->shared_bytes)
    device->shared_optin_bytes = device->shared_bytes;
  ask(device, CU_COMPUTE_MODE, &device->compute_mode);
  ask(device, CU_UNIFIED_ADDRESSING, &device->has_unified_addresses);
  ask(device, CU_MANAGED_MEMORY, &device->has_managed);
  ask(device, CU_CONCURRENT_MANAGED_ACCESS, &device->has_concurrent_managed);
  ask(device, CU_PAGEABLE_MEMORY_ACCESS, &device->has_pageable);
  ask(device, CU_HOST_NATIVE_ATOMIC_SUPPORTED, &device->has_native_atomics);
  ask(device, CU_MAX_PITCH, &device->max_pitch);
  ask(device, CU_CLOCK_RATE, &device->clock_khz);
  ask(device, CU_L2_CACHE_SIZE, &device->cache_bytes);
  ask(device, CU_TOTAL_CONSTANT_MEMORY, &device->constant_bytes);
  ask(device, CU_ECC_ENABLED, &device->has_error_correction);
  CUresult error = cud_cu.cuDeviceGetName(device->name, sizeof device->name, device->handle);
  if (error == CUDA_SUCCESS)
    error = cud_cu.cuDeviceTotalMem_v2(&device->memory_bytes, device->handle);
  if (error != CUDA_SUCCESS && device->error == CUDA_SUCCESS)
    device->error = error;
  device->name[sizeof device->name - 1] = 0;
  snprintf(device->version, sizeof device->version, "%d.%d", major, minor);
  snprintf(device->driver, sizeof device->driver, "%s", found.text);
}

falx_status cud_devices_find(int driver_version) {
  int count = 0;
  found.version = driver_version;
  snprintf(found.text, sizeof found.text, "CUDA %d.%d", driver_version / 1000,
           driver_version % 1000 / 10);
  CUresult error = cud_cu.cuDeviceGetCount(&count);
  if (error == CUDA_SUCCESS && count > 0) {
    found.devices = calloc((size_t)count, sizeof(struct fxa_device *));
    if (!found.devices)
      return cud_no_memory("the list of devices");
  }
  for (int i = 0; i < count && error == CUDA_SUCCESS; i++) {
    struct fxa_device *device = calloc(1, sizeof *device);
    if (!device)
      return cud_no_memory("a device");
    fxs_mutex_init(&device->lock, 0);
    device->is_shared = cud_is_shared();
    found.devices[found.count++] = device;
    error = cud_cu.cuDeviceGet(&device->handle, i);
    if (error == CUDA_SUCCESS)
      ask_all(device);
  }
  return error == CUDA_SUCCESS ? FALX_SUCCESS
                               : cud_failed(NULL, error, "the devices cannot be listed");
}

void cud_devices_free(void) {
  for (size_t i = 0; i < found.count; i++) {
    struct fxa_device *device = found.devices[i];
    if (device->primary) {
      CUcontext before;
      if (cud_enter(device, &before) == FALX_SUCCESS) {
        cud_cu.cuCtxSynchronize(); /* prints what kernels have printed */
        cud_leave(before);
      }
      cud_pool_empty(device);
      cud_streams_free(device);
      cud_profile_free(device);
      cud_context_close(device);
    }
    fxs_mutex_destroy(&device->lock);
    free(device);
  }
  free(found.devices);
  memset(&found, 0, sizeof found);
}

int cud_driver_version(void) {
  return found.version;
}

void cud_platform_info(struct fxa_platform_info *out_info) {
  *out_info = (struct fxa_platform_info){.name = "NVIDIA CUDA",
                                         .vendor = "NVIDIA Corporation",
                                         .version = found.text,
                                         .backend = FALX_BACKEND_CUDA,
                                         .target = FALX_TARGET_NVPTX64};
}

falx_status cud_devices(struct fxa_device *const **out_devices, size_t *out_count) {
  *out_devices = found.devices;
  *out_count = found.count;
  return FALX_SUCCESS;
}
