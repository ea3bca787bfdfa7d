/* What accessors for device code stand for in host tasks (SYCL 2020, 4.10). */
#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/platform/device.h"
#include "runtime/queue/sched.h"
#include "runtime/queue/work.h"

falx_status falx_buffer_task_pointer(falx_buffer_t buffer, bool for_host, void **out_pointer) {
  FXR_CALL(runtime);
  *out_pointer = NULL;
  if (!runtime)
    return fxr_runtime_status();
  falx_event_t task = fxr_sched_current();
  if (!task)
    return fxr_error(FALX_ERROR_ACCESSOR,
                     "an accessor for device code is used on the host: take a host_accessor, or "
                     "target::host_task inside a host task");
  const struct fxr_task_memory *memory = fxr_task_memory_of(buffer);
  const struct falx_device *device = task->queue->device;
  if (!memory)
    return fxr_error(FALX_ERROR_INVALID,
                     "the accessor is not one of the host task's own command group");
  if (!memory->is_on_device && !device->is_host_unified)
    return fxr_error(FALX_ERROR_INVALID, "the host task has an accessor with target::host_task for "
                                         "the same buffer: its content is on the host");
  if (for_host && !device->is_host_unified)
    return fxr_error(
        FALX_ERROR_ACCESSOR,
        "an accessor for device code is used on the host, which cannot read the memory "
        "of device '%s': take target::host_task",
        device->name);
  *out_pointer = memory->pointer;
  return FALX_SUCCESS;
}
