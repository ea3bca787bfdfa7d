/* The default device: by the device code that has been registered. */
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/platform/platform.h"
#include "runtime/program/image.h"

static int rank(const struct falx_device *device) {
  return device->type == FALX_DEVICE_GPU ? 3 : device->type == FALX_DEVICE_ACCELERATOR ? 2 : 1;
}

/* The device that most of the program's device code can run on; of these the first GPU, or else
 * accelerator, or else the first. */
static falx_device_t choose_default(const falx_platform_t *platforms, size_t count) {
  falx_device_t chosen = NULL;
  size_t most = 0;
  for (size_t p = 0; p < count; p++) {
    size_t modules =
        count > 1 ? fxr_image_modules_for(fxr_runtime_images(), platforms[p]->info.target) : 0;
    for (size_t i = 0; i < platforms[p]->device_count; i++) {
      falx_device_t device = platforms[p]->devices[i];
      if (chosen && (modules < most || (modules == most && rank(device) <= rank(chosen))))
        continue;
      chosen = device;
      most = modules;
    }
  }
  return chosen;
}

falx_status falx_device_default(falx_device_t *out_device) {
  FXR_CALL_MAKING(runtime);
  *out_device = NULL;
  if (!runtime)
    return fxr_runtime_status();
  const falx_platform_t *platforms;
  size_t count;
  falx_status status = falx_platforms(&platforms, &count);
  if (status != FALX_SUCCESS)
    return status;
  *out_device = choose_default(platforms, count);
  return *out_device ? FALX_SUCCESS
                     : fxr_error(FALX_ERROR_NO_DEVICE, "there is no device; falx-ls says why");
}

size_t falx_device_modules(falx_device_t device) {
  FXR_CALL(runtime);
  return device && runtime
             ? fxr_image_modules_for(fxr_runtime_images(), device->platform->info.target)
             : 0;
}
