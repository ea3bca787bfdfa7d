/* The native_cpu adapter: the host processor as a device. */
#include "adapters/native_cpu/native.h"
#include "falx_version.h"

#include <stdlib.h>

const struct fxa_host *ncpu_host;
void (*ncpu_work_done)(struct fxa_event *event, uint64_t start_ns, uint64_t end_ns);
extern const struct fxa_adapter falx_adapter;

static void platform_info(struct fxa_platform_info *out_info) {
  *out_info = (struct fxa_platform_info){.name = "Falx Native CPU",
                                         .vendor = "Falx",
                                         .version = FALX_VERSION,
                                         .backend = FALX_BACKEND_NATIVE_CPU,
                                         .target = FALX_TARGET_NATIVE_CPU};
}

static falx_status devices(struct fxa_device *const **out_devices, size_t *out_count) {
  static struct fxa_device *const list[] = {&ncpu_device};
  *out_devices = list;
  *out_count = 1;
  return FALX_SUCCESS;
}

static falx_status context_create(struct fxa_device *const *list, size_t count,
                                  struct fxa_context **out_context) {
  (void)list;
  *out_context = calloc(1, sizeof **out_context);
  if (!*out_context)
    return ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION, "native_cpu: no memory for a context");
  (*out_context)->device_count = count;
  return FALX_SUCCESS;
}

static void context_destroy(struct fxa_context *context) {
  ncpu_globals_release(context);
  free(context);
}

static bool host_unified(struct fxa_device *device) {
  (void)device;
  return true;
}

/* Nothing is below this adapter: the handles name its own objects. */
static falx_status native_handle(falx_native_kind kind, void *object, uintptr_t *out_handle) {
  struct fxa_device *device = object;
  *out_handle = 0;
  switch (kind) {
  case FALX_NATIVE_PLATFORM:
    *out_handle = (uintptr_t)falx_adapter.name;
    return FALX_SUCCESS;
  case FALX_NATIVE_DEVICE:
    *out_handle = (uintptr_t)&device->native;
    return FALX_SUCCESS;
  case FALX_NATIVE_CONTEXT:
  case FALX_NATIVE_QUEUE:
    *out_handle = (uintptr_t)object;
    return FALX_SUCCESS;
  case FALX_NATIVE_EVENT:
    break;
  }
  return ncpu_host->error(FALX_ERROR_NOT_SUPPORTED, "native_cpu: no native handle of kind %d",
                          (int)kind);
}

static const struct fxa_table table = {
    .size = sizeof table,
    .event_size = sizeof(struct ncpu_command),
    .platform_info = platform_info,
    .devices = devices,
    .device_info = ncpu_device_info,
    .context_create = context_create,
    .context_destroy = context_destroy,
    .usm_alloc = ncpu_usm_alloc,
    .usm_free = ncpu_usm_free,
    .host_unified = host_unified,
    .program_create = ncpu_program_create,
    .program_destroy = ncpu_program_destroy,
    .kernel_create = ncpu_kernel_create,
    .kernel_destroy = ncpu_kernel_destroy,
    .queue_create = ncpu_queue_create,
    .queue_destroy = ncpu_queue_destroy,
    .queue_finish = ncpu_queue_finish,
    .enqueue_kernel = ncpu_enqueue_kernel,
    .enqueue_copy = ncpu_enqueue_copy,
    .enqueue_fill = ncpu_enqueue_fill,
    .enqueue_copy_box = ncpu_enqueue_copy_box,
    .enqueue_marker = ncpu_enqueue_marker,
    .event_wait = ncpu_event_wait,
    .event_notify = ncpu_event_notify,
    .event_profiling = ncpu_event_profiling,
    .image_rank = ncpu_image_rank,
    .variable_bind = ncpu_variable_bind,
    .native_handle = native_handle,
    .device_partition = ncpu_device_partition,
    .usm_free_after_use = ncpu_usm_free_after_use,
    .list_create = ncpu_list_create,
    .list_update = ncpu_list_update,
    .list_enqueue = ncpu_list_enqueue,
    .list_destroy = ncpu_list_destroy,
};

static falx_status init(const struct fxa_host *host, const struct fxa_table **out_table) {
  *out_table = NULL;
  ncpu_host = host;
  ncpu_work_done = host->size > offsetof(struct fxa_host, work_done) ? host->work_done : NULL;
  falx_status status = ncpu_isa_init();
  if (status == FALX_SUCCESS)
    status = ncpu_device_init();
  if (status == FALX_SUCCESS)
    status = ncpu_pool_init();
  ncpu_device.native =
      (struct falx_native_cpu_device){sizeof ncpu_device.native, ncpu_device.threads};
  if (status == FALX_SUCCESS)
    *out_table = &table;
  else
    ncpu_device_fini();
  return status;
}

static void fini(void) {
  ncpu_pool_fini();
  ncpu_partition_fini();
  ncpu_memory_fini();
  ncpu_globals_fini();
  ncpu_device_fini();
}

__attribute__((visibility("default"))) const struct fxa_adapter falx_adapter = {
    .abi_major = FXA_ABI_MAJOR,
    .abi_minor = FXA_ABI_MINOR,
    .name = "native_cpu",
    .init = init,
    .fini = fini,
};
