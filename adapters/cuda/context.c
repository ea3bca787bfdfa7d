/* Contexts. Each device has its primary context, which a program's own CUDA code shares; all of
 * SYCL's contexts with the device use it. It is retained when the first of them is made, and
 * released when the adapter ends. */
#include "adapters/cuda/cuda.h"

#include <stdlib.h>
#include <string.h>

static falx_status open_primary(struct fxa_device *device) {
  falx_status status = FALX_SUCCESS;
  fxs_mutex_lock(&device->lock);
  CUcontext primary = device->primary;
  CUresult error = CUDA_SUCCESS;
  if (!primary)
    error = cud_cu.cuDevicePrimaryCtxRetain(&primary, device->handle);
  if (error == CUDA_SUCCESS)
    __atomic_store_n(&device->primary, primary, __ATOMIC_RELEASE);
  fxs_mutex_unlock(&device->lock);
  if (error != CUDA_SUCCESS)
    status = cud_failed(device, error, "no context can be made for %s", device->name);
  return status;
}

falx_status cud_enter_other(struct fxa_device *device, CUcontext *out_before) {
  CUcontext primary = __atomic_load_n(&device->primary, __ATOMIC_ACQUIRE), current = NULL;
  *out_before = NULL;
  if (!primary) {
    falx_status status = open_primary(device);
    if (status != FALX_SUCCESS)
      return status;
    primary = __atomic_load_n(&device->primary, __ATOMIC_ACQUIRE);
  }
  if (cud_cu.cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == primary)
    return FALX_SUCCESS;
  CUresult error = cud_cu.cuCtxSetCurrent(primary);
  if (error != CUDA_SUCCESS)
    return cud_failed(device, error, "the context of %s cannot be used", device->name);
  *out_before = current;
  return FALX_SUCCESS;
}

void cud_context_close(struct fxa_device *device) {
  if (device->primary)
    cud_cu.cuDevicePrimaryCtxRelease_v2(device->handle);
  device->primary = NULL;
}

/* ---- Memory of other devices ---- */

static CUresult can_access(const struct fxa_device *device, const struct fxa_device *peer,
                           bool with_atomics, bool *out_can) {
  int can = 0;
  *out_can = false;
  if (!cud_cu.cuDeviceCanAccessPeer || !cud_cu.cuCtxEnablePeerAccess ||
      !cud_cu.cuCtxDisablePeerAccess || (with_atomics && !cud_cu.cuDeviceGetP2PAttribute))
    return CUDA_SUCCESS;
  CUresult error = with_atomics
                       ? cud_cu.cuDeviceGetP2PAttribute(&can, CU_P2P_NATIVE_ATOMIC_SUPPORTED,
                                                        device->handle, peer->handle)
                       : cud_cu.cuDeviceCanAccessPeer(&can, device->handle, peer->handle);
  *out_can = error == CUDA_SUCCESS && can;
  return error;
}

/* What is so already stays so. */
static CUresult change_access(struct fxa_device *peer, bool is_enabled) {
  CUresult error = is_enabled ? cud_cu.cuCtxEnablePeerAccess(peer->primary, 0)
                              : cud_cu.cuCtxDisablePeerAccess(peer->primary);
  return error == CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED ||
                 error == CUDA_ERROR_PEER_ACCESS_NOT_ENABLED
             ? CUDA_SUCCESS
             : error;
}

falx_status cud_device_peer(struct fxa_device *device, struct fxa_device *peer,
                            falx_peer_request request, bool *out_can) {
  CUresult error = can_access(device, peer, request == FALX_PEER_ATOMICS, out_can);
  if (error == CUDA_SUCCESS && *out_can &&
      (request == FALX_PEER_ENABLE || request == FALX_PEER_DISABLE)) {
    CUcontext before;
    falx_status status = cud_enter(peer, &before); /* opens its context */
    if (status != FALX_SUCCESS)
      return status;
    cud_leave(before);
    if ((status = cud_enter(device, &before)) != FALX_SUCCESS)
      return status;
    error = change_access(peer, request == FALX_PEER_ENABLE);
    cud_leave(before);
  }
  return error == CUDA_SUCCESS
             ? FALX_SUCCESS
             : cud_failed(device, error, "access of %s to memory of another device", device->name);
}

/* Low, normal and high; the same three times where the device has no priorities. */
static void find_priorities(struct fxa_device *device) {
  int least = 0, greatest = 0;
  if (cud_cu.cuCtxGetStreamPriorityRange(&least, &greatest) != CUDA_SUCCESS)
    least = greatest = 0;
  device->priorities[0] = least;
  device->priorities[1] = 0;
  device->priorities[2] = greatest;
}

falx_status cud_context_create(struct fxa_device *const *devices, size_t count,
                               struct fxa_context **out_context) {
  *out_context = NULL;
  struct fxa_context *context = calloc(1, sizeof *context);
  if (context)
    context->devices = malloc(count * sizeof(struct fxa_device *));
  if (!context || !context->devices) {
    free(context);
    return cud_no_memory("a context");
  }
  memcpy(context->devices, devices, count * sizeof(struct fxa_device *));
  context->device_count = count;
  falx_status status = FALX_SUCCESS;
  for (size_t i = 0; i < count && status == FALX_SUCCESS; i++) {
    CUcontext before;
    if (cud_is_lost(devices[i]))
      status = cud_lost(devices[i], "a context cannot be created");
    else
      status = cud_enter(devices[i], &before);
    if (status == FALX_SUCCESS) {
      find_priorities(devices[i]);
      cud_leave(before);
    }
  }
  if (status != FALX_SUCCESS) {
    cud_context_destroy(context);
    return status;
  }
  *out_context = context;
  return FALX_SUCCESS;
}

void cud_context_destroy(struct fxa_context *context) {
  free(context->devices);
  free(context);
}
