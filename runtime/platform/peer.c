/* Kernels that access the memory of another device: sycl_ext_oneapi_peer_access. */
#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/platform/platform.h"

/* Without the adapter's word: devices of native_cpu work on the process's memory. */
static bool shares_memory(falx_device_t device) {
  return device->platform->info.backend == FALX_BACKEND_NATIVE_CPU;
}

static falx_status ask(falx_device_t device, falx_device_t peer, falx_peer_request request,
                       bool *out_can) {
  if (!device->ops->device_peer) {
    *out_can = shares_memory(device);
    return FALX_SUCCESS;
  }
  fxr_error_clear();
  falx_status status = device->ops->device_peer(device->handle, peer->handle, request, out_can);
  return status == FALX_SUCCESS
             ? status
             : fxr_error_from_adapter(status, device->name, "access to memory of another device");
}

falx_status falx_device_peer(falx_device_t device, falx_device_t peer, falx_peer_request request,
                             bool *out_can) {
  FXR_CALL(runtime);
  *out_can = false;
  if (!runtime)
    return fxr_runtime_status();
  if (!device || !peer)
    return fxr_error(FALX_ERROR_INVALID, "peer access of no device");
  if (device == peer || device->platform != peer->platform)
    return FALX_SUCCESS;
  falx_status status = ask(device, peer, FALX_PEER_ACCESS, out_can);
  if (status == FALX_SUCCESS && *out_can && request != FALX_PEER_ACCESS)
    status = ask(device, peer, request, out_can);
  return status;
}
