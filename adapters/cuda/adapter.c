/* The table of the adapter for CUDA. */
#include "adapters/cuda/cuda.h"

const struct fxa_host *cud_host;

/* Buffers are copied also where a device could read the host's pages: over the bus, each time. */
static bool host_unified(struct fxa_device *device) {
  (void)device;
  return false;
}

/* With a queue or context goes its being current: whoever asks for one is about to call CUDA. */
static falx_status native_handle(falx_native_kind kind, void *object, uintptr_t *out_handle) {
  CUcontext before;
  const struct fxa_context *context = object;
  struct fxa_queue *queue = object;
  *out_handle = 0;
  switch (kind) {
  case FALX_NATIVE_PLATFORM: /* the driver has one, without a name */
    return FALX_SUCCESS;
  case FALX_NATIVE_EVENT:
    return cud_event_native(object, out_handle);
  case FALX_NATIVE_DEVICE:
    *out_handle = (uintptr_t)((struct fxa_device *)object)->handle;
    return FALX_SUCCESS;
  case FALX_NATIVE_CONTEXT:
    if (context->device_count != 1)
      return cud_host->error(
          FALX_ERROR_NOT_SUPPORTED,
          "cuda: a context of %zu devices is as many of CUDA's: ask the devices, "
          "whose primary contexts they are",
          context->device_count);
    *out_handle = (uintptr_t)context->devices[0]->primary;
    return FALX_SUCCESS;
  case FALX_NATIVE_QUEUE:
    *out_handle = (uintptr_t)queue->streams[0]->handle;
    return cud_enter(queue->device, &before);
  default:
    return cud_host->error(FALX_ERROR_NOT_SUPPORTED, "cuda: no native handle of kind %d",
                           (int)kind);
  }
}

static const struct fxa_table table = {
    .size = sizeof table,
    .event_size = sizeof(struct cud_event),
    .platform_info = cud_platform_info,
    .devices = cud_devices,
    .device_info = cud_device_info,
    .context_create = cud_context_create,
    .context_destroy = cud_context_destroy,
    .usm_alloc = cud_usm_alloc,
    .usm_free = cud_usm_free,
    .host_unified = host_unified,
    .program_create = cud_program_create,
    .program_destroy = cud_program_destroy,
    .kernel_create = cud_kernel_create,
    .kernel_destroy = cud_kernel_destroy,
    .queue_create = cud_queue_create,
    .queue_destroy = cud_queue_destroy,
    .queue_finish = cud_queue_finish,
    .enqueue_kernel = cud_enqueue_kernel,
    .enqueue_copy = cud_enqueue_copy,
    .enqueue_fill = cud_enqueue_fill,
    .enqueue_copy_box = cud_enqueue_copy_box,
    .enqueue_prefetch = cud_enqueue_prefetch,
    .enqueue_advise = cud_enqueue_advise,
    .enqueue_marker = cud_enqueue_marker,
    .event_poll = cud_event_poll,
    .event_wait = cud_event_wait,
    .event_notify = cud_event_notify,
    .event_profiling = cud_event_profiling,
    .event_destroy = cud_event_destroy,
    .image_rank = cud_image_rank,
    .variable_bind = cud_variable_bind,
    .memory_write = cud_memory_write,
    .native_handle = native_handle,
    .program_save = cud_program_save,
    .program_load = cud_program_load,
    .device_peer = cud_device_peer,
    .kernel_limits = cud_kernel_limits,
    .list_create = cud_list_create,
    .list_update = cud_list_update,
    .list_enqueue = cud_list_enqueue,
    .list_destroy = cud_list_destroy,
    .usm_expect_result = cud_usm_expect_result,
    .event_covers = cud_event_covers,
    .launch_prepare = cud_launch_prepare,
    .launch_prepared = cud_launch_prepared,
};

static falx_status init(const struct fxa_host *host, const struct fxa_table **out_table) {
  int version = 0;
  *out_table = NULL;
  cud_host = host;
  falx_status status = cud_load(&version);
  if (status != FALX_SUCCESS)
    return status;
  status = cud_devices_find(version);
  if (status == FALX_SUCCESS) {
    *out_table = &table;
    return FALX_SUCCESS;
  }
  cud_devices_free();
  cud_unload();
  return status;
}

static void fini(void) {
  cud_notify_stop();
  cud_devices_free();
  cud_memory_free_all();
  cud_unload();
}

__attribute__((visibility("default"))) const struct fxa_adapter falx_adapter = {
    .abi_major = FXA_ABI_MAJOR,
    .abi_minor = FXA_ABI_MINOR,
    .name = "cuda",
    .init = init,
    .fini = fini,
};
