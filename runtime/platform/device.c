/* Device queries. */
#include "runtime/platform/device.h"

#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/platform/platform.h"

falx_platform_t falx_device_platform(falx_device_t device) {
  FXR_CALL(runtime);
  return runtime && device ? device->platform : NULL;
}

falx_status fxr_device_ask(const struct falx_device *device, falx_device_info info, size_t size,
                           void *value, size_t *out_size) {
  *out_size = 0;
  fxr_error_clear();
  falx_status status = device->ops->device_info(device->handle, info, size, value, out_size);
  if (status == FALX_SUCCESS && (!value || *out_size <= size))
    return FALX_SUCCESS;
  *out_size = 0;
  if (status == FALX_SUCCESS || status == FALX_ERROR_INVALID || status == FALX_ERROR_NOT_SUPPORTED)
    return FALX_SUCCESS;
  return fxr_error_from_adapter(status, device->platform->adapter->name, "query of a device");
}

falx_status falx_device_get_info(falx_device_t device, falx_device_info info, size_t size,
                                 void *value, size_t *out_size) {
  FXR_CALL(runtime);
  if (out_size)
    *out_size = 0;
  if (!runtime)
    return fxr_runtime_status();
  if (!device)
    return fxr_error(FALX_ERROR_INVALID, "information asked of no device");
  size_t ignored;
  fxr_error_clear();
  falx_status status =
      device->ops->device_info(device->handle, info, size, value, out_size ? out_size : &ignored);
  if (status != FALX_SUCCESS)
    return fxr_error_from_adapter(status, device->platform->adapter->name, "query of a device");
  return FALX_SUCCESS;
}
