/* Around an adapter: every operation that can fail does. The adapter's own object is
 * linked under the name falx_adapter_behind. */
#include <stdlib.h>
#include <string.h>

#include "falx/adapter.h"
#include "tests/fault/fault.h"

extern const struct fxa_adapter falx_adapter_behind;
extern const struct fxa_adapter falx_adapter;

static struct fxa_table behind, table;
static const struct fxa_host *host;

/* The operation does not happen. */
#define FAILS(name, parameters, arguments, status)                                                 \
  static falx_status name parameters {                                                             \
    if (falx_fault_fails("adapter's " #name))                                                      \
      return host->error(status, "told to fail: " #name);                                          \
    return behind.name arguments;                                                                  \
  }
/* It happens, and fails nevertheless: who waits for a device learns of other failures, too. */
#define FAILS_AFTER(name, parameters, arguments)                                                   \
  static falx_status name parameters {                                                             \
    falx_status status = behind.name arguments;                                                    \
    if (status == FALX_SUCCESS && falx_fault_fails("adapter's " #name))                            \
      status = host->error(FALX_ERROR_RUNTIME, "told to fail: " #name);                            \
    return status;                                                                                 \
  }
#define WAITS struct fxa_event *const *waits, size_t wait_count, struct fxa_event *event
#define GIVEN waits, wait_count, event

FAILS(devices, (struct fxa_device *const **out, size_t *count), (out, count),
      FALX_ERROR_MEMORY_ALLOCATION)
FAILS(device_info,
      (struct fxa_device * device, falx_device_info info, size_t size, void *value, size_t *out),
      (device, info, size, value, out), FALX_ERROR_RUNTIME)
FAILS(context_create,
      (struct fxa_device *const *devices_of, size_t count, struct fxa_context **out),
      (devices_of, count, out), FALX_ERROR_MEMORY_ALLOCATION)
FAILS(usm_alloc,
      (struct fxa_context * context, struct fxa_device *device, falx_usm_kind kind, size_t size,
       size_t alignment, void **out),
      (context, device, kind, size, alignment, out), FALX_ERROR_MEMORY_ALLOCATION)
FAILS(program_create,
      (struct fxa_context * context, struct fxa_device *device,
       const struct falx_image *const *images, size_t count, struct fxa_program **out),
      (context, device, images, count, out), FALX_ERROR_MEMORY_ALLOCATION)
FAILS(kernel_create,
      (struct fxa_program * program, const char *name, const struct falx_kernel_record *record,
       const struct fxa_arg *args, uint32_t count, struct fxa_kernel **out),
      (program, name, record, args, count, out), FALX_ERROR_MEMORY_ALLOCATION)
FAILS(queue_create,
      (struct fxa_context * context, struct fxa_device *device, uint32_t flags,
       struct fxa_queue **out),
      (context, device, flags, out), FALX_ERROR_MEMORY_ALLOCATION)
FAILS(enqueue_kernel,
      (struct fxa_queue * queue, struct fxa_kernel *kernel, const struct fxa_launch *launch, WAITS),
      (queue, kernel, launch, GIVEN), FALX_ERROR_MEMORY_ALLOCATION)
FAILS(enqueue_copy,
      (struct fxa_queue * queue, void *destination, const void *source, size_t bytes, WAITS),
      (queue, destination, source, bytes, GIVEN), FALX_ERROR_MEMORY_ALLOCATION)
FAILS(enqueue_fill,
      (struct fxa_queue * queue, void *destination, const void *pattern, size_t size, size_t count,
       WAITS),
      (queue, destination, pattern, size, count, GIVEN), FALX_ERROR_MEMORY_ALLOCATION)
FAILS(enqueue_copy_box,
      (struct fxa_queue * queue, void *destination, const size_t destination_pitch[2],
       const void *source, const size_t source_pitch[2], const size_t region[3], WAITS),
      (queue, destination, destination_pitch, source, source_pitch, region, GIVEN),
      FALX_ERROR_MEMORY_ALLOCATION)
FAILS(enqueue_marker, (struct fxa_queue * queue, WAITS), (queue, GIVEN),
      FALX_ERROR_MEMORY_ALLOCATION)
FAILS(event_notify, (struct fxa_event * event, void (*callback)(void *user), void *user),
      (event, callback, user), FALX_ERROR_MEMORY_ALLOCATION)
FAILS(event_profiling, (struct fxa_event * event, falx_profiling_info info, uint64_t *out),
      (event, info, out), FALX_ERROR_PROFILING)
FAILS(variable_bind,
      (struct fxa_program * program, const struct falx_image *image, const char *name,
       uint32_t which, void *memory),
      (program, image, name, which, memory), FALX_ERROR_MEMORY_ALLOCATION)
FAILS_AFTER(queue_finish, (struct fxa_queue * queue), (queue))
FAILS_AFTER(event_wait, (struct fxa_event * event), (event))

/* As a device with memory of its own, for which the runtime moves the content of buffers. */
static bool host_unified(struct fxa_device *device) {
  const char *discrete = getenv("FAULT_DISCRETE");
  return discrete && discrete[0] == '1' ? false : behind.host_unified(device);
}

static falx_status init(const struct fxa_host *the_host, const struct fxa_table **out_table) {
  const struct fxa_table *answered;
  host = the_host;
  if (falx_fault_fails("adapter's init"))
    return host->error(FALX_ERROR_MEMORY_ALLOCATION, "told to fail: init");
  falx_status status = falx_adapter_behind.init(the_host, &answered);
  if (status != FALX_SUCCESS)
    return status;
  memcpy(&behind, answered, answered->size < sizeof behind ? answered->size : sizeof behind);
  table = behind;
#define PUT(name) table.name = name;
  PUT(devices)
  PUT(device_info)
  PUT(context_create)
  PUT(usm_alloc)
  PUT(program_create)
  PUT(kernel_create)
  PUT(queue_create)
  PUT(enqueue_kernel)
  PUT(enqueue_copy)
  PUT(enqueue_fill)
  PUT(enqueue_copy_box)
  PUT(enqueue_marker)
  PUT(event_notify)
  PUT(event_profiling)
  PUT(queue_finish)
  PUT(event_wait)
  PUT(variable_bind)
  PUT(host_unified)
#undef PUT
  *out_table = &table;
  return FALX_SUCCESS;
}

static void fini(void) {
  falx_adapter_behind.fini();
}

__attribute__((visibility("default")))
const struct fxa_adapter falx_adapter = {FXA_ABI_MAJOR, FXA_ABI_MINOR, "native_cpu", init, fini};
