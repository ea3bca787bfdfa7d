/* The front of the scripted adapter: every operation that can fail does, if the script says so, or
 * with SCRIPTED_FAULTS the fault suite. What is behind it is linked in as falx_adapter_behind.
 * SCRIPTED_NAME, _MAJOR, _MINOR, _LACKS_SYMBOL, _LACKS_OPERATION and _FAILS_INIT make broken ones.
 */
#include <stdlib.h>
#include <string.h>

#include "falx/adapter.h"
#include "tests/scripted/scripted.h"
#ifdef SCRIPTED_FAULTS
#include "tests/fault/fault.h"
#endif

#ifndef SCRIPTED_NAME
#define SCRIPTED_NAME "native_cpu"
#endif
#ifndef SCRIPTED_MAJOR
#define SCRIPTED_MAJOR FXA_ABI_MAJOR
#endif
#ifndef SCRIPTED_MINOR
#define SCRIPTED_MINOR FXA_ABI_MINOR
#endif
#ifdef SCRIPTED_LACKS_SYMBOL
#define SYMBOL falx_something_else
#else
#define SYMBOL falx_adapter
#endif

extern const struct fxa_adapter falx_adapter_behind;
__attribute__((visibility("default"))) extern const struct fxa_adapter SYMBOL;

static struct fxa_table behind, table;
static const struct fxa_host *host;

#ifdef SCRIPTED_FAULTS
#define CALL_FAILS(name) falx_fault_fails("adapter's " name)
#define END_FAILS(name) falx_fault_fails("the end of adapter's " name)
#define FAILING(status) (status)
#else
__attribute__((visibility("default"))) struct scripted scripted = {
    .fail_call = "enqueue", .fail_status = FALX_ERROR_RUNTIME};

/* Takes one from `next`, once `skip` is used up. */
static bool takes(size_t *next, size_t *skip) {
  size_t left = __atomic_load_n(skip, __ATOMIC_ACQUIRE);
  if (!__atomic_load_n(next, __ATOMIC_ACQUIRE))
    return false;
  while (left)
    if (__atomic_compare_exchange_n(skip, &left, left - 1, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
      return false;
  left = __atomic_load_n(next, __ATOMIC_ACQUIRE);
  while (left)
    if (__atomic_compare_exchange_n(next, &left, left - 1, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
      return true;
  return false;
}

static bool call_fails(const char *name) {
  return strncmp(name, scripted.fail_call, strlen(scripted.fail_call)) == 0 &&
         takes(&scripted.fail_next, &scripted.fail_skip);
}
bool scripted_end_fails(void) {
  return takes(&scripted.fail_end_next, &scripted.fail_end_skip);
}
#define CALL_FAILS(name) call_fails(name)
#define END_FAILS(name) false /* device.c asks when the command ends */
#define FAILING(status) ((void)(status), (falx_status)scripted.fail_status)
#endif

/* The operation does not happen. */
#define FAILS(name, parameters, arguments, status)                                                 \
  static falx_status name parameters {                                                             \
    if (CALL_FAILS(#name))                                                                         \
      return host->error(FAILING(status), "told to fail: " #name);                                 \
    return behind.name arguments;                                                                  \
  }
/* It happens, and fails nevertheless: who waits for a device learns of other failures, too. */
#define FAILS_AFTER(name, parameters, arguments)                                                   \
  static falx_status name parameters {                                                             \
    falx_status status = behind.name arguments;                                                    \
    if (status == FALX_SUCCESS && CALL_FAILS(#name))                                               \
      status = host->error(FALX_ERROR_RUNTIME, "told to fail: " #name);                            \
    return status;                                                                                 \
  }
#define WAITS struct fxa_event *const *waits, size_t wait_count, struct fxa_event *event
#define GIVEN waits, wait_count, event
/* The call fails, or the command when it ends: then a marker takes its place, so that nothing is
 * done but the waiting. */
#define COMMAND(name, parameters, arguments)                                                       \
  static falx_status name parameters {                                                             \
    count_command();                                                                               \
    if (CALL_FAILS(#name))                                                                         \
      return host->error(FAILING(FALX_ERROR_MEMORY_ALLOCATION), "told to fail: " #name);           \
    return END_FAILS(#name) ? end_failing(queue, GIVEN) : behind.name arguments;                   \
  }

static void count_command(void) {
#ifndef SCRIPTED_FAULTS
  SCRIPTED_COUNT(enqueued, 1);
#endif
}

/* The command is complete when this returns: nobody but the caller knows its event yet. */
static falx_status end_failing(struct fxa_queue *queue, WAITS) {
  falx_status status = behind.enqueue_marker(queue, GIVEN);
  if (status == FALX_SUCCESS)
    status = behind.event_wait(event);
  if (status == FALX_SUCCESS)
    event->status = FALX_ERROR_RUNTIME;
  return status;
}

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
FAILS(event_notify, (struct fxa_event * event, void (*callback)(void *user), void *user),
      (event, callback, user), FALX_ERROR_MEMORY_ALLOCATION)
FAILS(event_profiling, (struct fxa_event * event, falx_profiling_info info, uint64_t *out),
      (event, info, out), FALX_ERROR_PROFILING)
FAILS(variable_bind,
      (struct fxa_program * program, const struct falx_image *image, const char *name,
       uint32_t which, void *memory),
      (program, image, name, which, memory), FALX_ERROR_MEMORY_ALLOCATION)
FAILS(memory_write,
      (struct fxa_context * context, struct fxa_device *device, void *destination,
       const void *source, size_t bytes),
      (context, device, destination, source, bytes), FALX_ERROR_MEMORY_ALLOCATION)
FAILS(list_create,
      (struct fxa_context * context, struct fxa_device *device,
       const struct fxa_list_command *commands, size_t count, struct fxa_list **out),
      (context, device, commands, count, out), FALX_ERROR_MEMORY_ALLOCATION)
FAILS(list_update,
      (struct fxa_list * list, const uint32_t *numbers, const struct fxa_list_command *commands,
       size_t count),
      (list, numbers, commands, count), FALX_ERROR_MEMORY_ALLOCATION)
FAILS_AFTER(queue_finish, (struct fxa_queue * queue), (queue))
FAILS_AFTER(event_wait, (struct fxa_event * event), (event))

COMMAND(enqueue_kernel,
        (struct fxa_queue * queue, struct fxa_kernel *kernel, const struct fxa_launch *launch,
         WAITS),
        (queue, kernel, launch, GIVEN))
COMMAND(enqueue_copy,
        (struct fxa_queue * queue, void *destination, const void *source, size_t bytes, WAITS),
        (queue, destination, source, bytes, GIVEN))
COMMAND(enqueue_fill,
        (struct fxa_queue * queue, void *destination, const void *pattern, size_t size,
         size_t count, WAITS),
        (queue, destination, pattern, size, count, GIVEN))
COMMAND(enqueue_copy_box,
        (struct fxa_queue * queue, void *destination, const size_t destination_pitch[2],
         const void *source, const size_t source_pitch[2], const size_t region[3], WAITS),
        (queue, destination, destination_pitch, source, source_pitch, region, GIVEN))
COMMAND(enqueue_marker, (struct fxa_queue * queue, WAITS), (queue, GIVEN))
COMMAND(list_enqueue, (struct fxa_queue * queue, struct fxa_list *list, WAITS),
        (queue, list, GIVEN))

/* SCRIPTED_DISCRETE=1: as devices with memory of their own, for which the runtime moves the content
 * of buffers. */
static bool host_unified(struct fxa_device *device) {
  const char *discrete = getenv("SCRIPTED_DISCRETE");
  return discrete && discrete[0] == '1' ? false : behind.host_unified(device);
}

static falx_status init(const struct fxa_host *the_host, const struct fxa_table **out_table) {
  const struct fxa_table *answered;
  host = the_host;
#ifdef SCRIPTED_FAILS_INIT
  return host->error(FALX_ERROR_PLATFORM, "told to fail at the start");
#endif
  if (CALL_FAILS("init"))
    return host->error(FALX_ERROR_MEMORY_ALLOCATION, "told to fail: init");
  falx_status status = falx_adapter_behind.init(the_host, &answered);
  if (status != FALX_SUCCESS)
    return status;
  memcpy(&behind, answered, answered->size < sizeof behind ? answered->size : sizeof behind);
  table = behind;
/* What is not behind is not in front. */
#define PUT(name) table.name = behind.name ? name : NULL;
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
  PUT(memory_write)
  PUT(host_unified)
  PUT(list_create)
  PUT(list_update)
  PUT(list_enqueue)
#undef PUT
#ifdef SCRIPTED_LACKS_OPERATION
  table.queue_finish = NULL;
#endif
  const char *is_short = getenv("SCRIPTED_SHORT");
  if (is_short && is_short[0] == '1') /* as one of a lower minor number */
    table.size = offsetof(struct fxa_table, image_rank);
  *out_table = &table;
  return FALX_SUCCESS;
}

static void fini(void) {
  falx_adapter_behind.fini();
}

const struct fxa_adapter SYMBOL = {SCRIPTED_MAJOR, SCRIPTED_MINOR, SCRIPTED_NAME, init, fini};
