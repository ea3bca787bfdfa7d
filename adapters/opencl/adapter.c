/* The table of the adapter for OpenCL. */
#include "adapters/opencl/opencl.h"

const struct fxa_host *ocl_host;

static bool host_unified(struct fxa_device *device) {
  return device->is_host_unified;
}

static falx_status native_handle(falx_native_kind kind, void *object, uintptr_t *out_handle) {
  *out_handle = 0;
  switch (kind) {
  case FALX_NATIVE_PLATFORM:
    *out_handle = (uintptr_t)ocl_native_platform(object);
    return FALX_SUCCESS;
  case FALX_NATIVE_DEVICE:
    *out_handle = (uintptr_t)((struct fxa_device *)object)->handle;
    return FALX_SUCCESS;
  case FALX_NATIVE_CONTEXT:
    *out_handle = (uintptr_t)((struct fxa_context *)object)->handle;
    return FALX_SUCCESS;
  case FALX_NATIVE_QUEUE:
    *out_handle = (uintptr_t)((struct fxa_queue *)object)->handle;
    return FALX_SUCCESS;
  default:
    return ocl_host->error(FALX_ERROR_NOT_SUPPORTED, "opencl: no native handle of kind %d",
                           (int)kind);
  }
}

static void native_retain(falx_native_kind kind, uintptr_t handle) {
  if (kind == FALX_NATIVE_DEVICE)
    ocl_cl.clRetainDevice((cl_device_id)handle);
  else if (kind == FALX_NATIVE_CONTEXT)
    ocl_cl.clRetainContext((cl_context)handle);
  else if (kind == FALX_NATIVE_QUEUE)
    ocl_cl.clRetainCommandQueue((cl_command_queue)handle);
}

static const struct fxa_table table = {
    .size = sizeof table,
    .event_size = sizeof(struct ocl_event),
    .platform_info = ocl_platform_info,
    .devices = ocl_devices,
    .device_info = ocl_device_info,
    .context_create = ocl_context_create,
    .context_destroy = ocl_context_destroy,
    .usm_alloc = ocl_usm_alloc,
    .usm_free = ocl_usm_free,
    .host_unified = host_unified,
    .program_create = ocl_program_create,
    .program_destroy = ocl_program_destroy,
    .kernel_create = ocl_kernel_create,
    .kernel_destroy = ocl_kernel_destroy,
    .queue_create = ocl_queue_create,
    .queue_destroy = ocl_queue_destroy,
    .queue_finish = ocl_queue_finish,
    .enqueue_kernel = ocl_enqueue_kernel,
    .enqueue_copy = ocl_enqueue_copy,
    .enqueue_copy_box = ocl_enqueue_copy_box,
    .enqueue_fill = ocl_enqueue_fill,
    .enqueue_prefetch = ocl_enqueue_prefetch,
    .enqueue_marker = ocl_enqueue_marker,
    .event_poll = ocl_event_poll,
    .event_wait = ocl_event_wait,
    .event_notify = ocl_event_notify,
    .event_profiling = ocl_event_profiling,
    .event_destroy = ocl_event_destroy,
    .variable_bind = ocl_variable_bind,
    .memory_write = ocl_memory_write,
    .native_handle = native_handle,
    .device_partition = ocl_device_partition,
    .device_platform = ocl_device_platform,
    .native_retain = native_retain,
    .program_save = ocl_program_save,
    .program_load = ocl_program_load,
};

static falx_status init(const struct fxa_host *host, const struct fxa_table **out_table) {
  *out_table = NULL;
  ocl_host = host;
  falx_status status = ocl_load();
  if (status != FALX_SUCCESS)
    return status;
  status = ocl_devices_find();
  if (status == FALX_SUCCESS) {
    *out_table = &table;
    return FALX_SUCCESS;
  }
  ocl_devices_free();
  ocl_unload();
  return status;
}

static void fini(void) {
  ocl_devices_free();
  ocl_unload();
}

__attribute__((visibility("default"))) const struct fxa_adapter falx_adapter = {
    .abi_major = FXA_ABI_MAJOR,
    .abi_minor = FXA_ABI_MINOR,
    .name = "opencl",
    .init = init,
    .fini = fini,
};
