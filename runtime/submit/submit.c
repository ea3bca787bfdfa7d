/* Submission: turns the caller's command into checked work with all its dependencies. */
#include "runtime/submit/submit.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/platform/context.h"
#include "runtime/platform/device.h"
#include "runtime/program/image.h"
#include "runtime/program/kernel.h"
#include "runtime/program/program.h"
#include "runtime/program/recompile.h"
#include "runtime/queue/queue_set.h"
#include "runtime/queue/recording.h"
#include "runtime/queue/trace_command.h"
#include "runtime/submit/auto_range.h"
#include "runtime/submit/range.h"
#include "runtime/submit/region.h"
#include "support/hot.h"

enum {
  FEW_ACCESSES = 16,
  SMALL_FUNCTOR = 4096,
  LARGEST_PATTERN = 128,
  LOCAL_ALIGNMENT = 128 /* of the largest vector type, double16 */
};

/* ---- Kernels ---- */

/* Formats it as in the source, in a buffer of the caller's. */
enum { SHOWN = 512 };
static const char *shown(const struct fxr_kernel *kernel, char buffer[SHOWN]) {
  return fxr_kernel_pretty_name(kernel->name, buffer, SHOWN);
}

/* SYCL 2020, 4.7.6.11: only for kernels over an nd_range. */
static falx_status add_local_memory(falx_queue_t queue, const struct fxr_kernel *kernel,
                                    const struct falx_command *command, uint64_t *out_bytes) {
  char name[SHOWN];
  uint64_t total = 0;
  if (!command->u.kernel.range.has_local)
    return fxr_error(FALX_ERROR_KERNEL_ARGUMENT,
                     "kernel %s has a local accessor, work_group_memory or "
                     "work_group_scratch_size, and a launch without work-groups has no local "
                     "memory: launch it over an nd_range",
                     shown(kernel, name));
  uint32_t count = kernel->local_accessor_count;
  for (uint32_t i = 0; i < count + command->u.kernel.has_launch_memory; i++) {
    uint64_t size = command->u.kernel.launch_memory;
    if (i < count)
      memcpy(&size, (const char *)command->u.kernel.functor + kernel->local_accessors[i].offset,
             sizeof size);
    if (__builtin_add_overflow(size, LOCAL_ALIGNMENT - 1, &size) ||
        __builtin_add_overflow(total, size / LOCAL_ALIGNMENT * LOCAL_ALIGNMENT, &total))
      total = UINT64_MAX - LOCAL_ALIGNMENT;
  }
  if (total > queue->local_memory_size)
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION,
                     "kernel %s: its local accessors, work_group_memory and "
                     "work_group_scratch_size need %llu bytes, the device has %llu of local memory "
                     "(info::device::local_mem_size)",
                     shown(kernel, name), (unsigned long long)total,
                     (unsigned long long)queue->local_memory_size);
  *out_bytes = total;
  return FALX_SUCCESS;
}

static falx_buffer_t accessor_buffer(const struct fxr_kernel *kernel, const void *functor,
                                     uint32_t index) {
  falx_buffer_t buffer;
  memcpy(&buffer, (const char *)functor + kernel->accessors[index].offset, sizeof buffer);
  return buffer;
}

static const struct fxr_access *find_access(const struct fxr_access *accesses, size_t count,
                                            falx_buffer_t buffer) {
  for (size_t i = 0; i < count; i++)
    if (accesses[i].buffer == buffer)
      return &accesses[i];
  return NULL;
}

/* Handles in a function object are compared, not dereferenced: an unrequired one may be stale. */
static falx_status check_accessors(const struct fxr_kernel *kernel, const void *functor,
                                   const struct fxr_access *accesses, size_t count) {
  char name[SHOWN];
  for (uint32_t i = 0; i < kernel->accessor_count; i++) {
    falx_buffer_t buffer = accessor_buffer(kernel, functor, i);
    if (buffer && kernel->accessors[i].is_used && !find_access(accesses, count, buffer))
      return fxr_error(FALX_ERROR_KERNEL_ARGUMENT,
                       "kernel %s: accessor %u (byte %u of the function object) is not part of the "
                       "command group; a placeholder accessor needs handler::require, any other "
                       "has to be made in the command group that uses it",
                       shown(kernel, name), i, kernel->accessors[i].offset);
  }
  return FALX_SUCCESS;
}

static void patch_accessors(const struct fxr_kernel *kernel, char *functor,
                            const struct fxr_access *accesses, size_t count) {
  for (uint32_t i = 0; i < kernel->accessor_count; i++) {
    falx_buffer_t buffer = accessor_buffer(kernel, functor, i);
    const struct fxr_access *access = buffer ? find_access(accesses, count, buffer) : NULL;
    void *pointer = access ? access->pointer : NULL;
    memcpy(functor + kernel->accessors[i].offset, &pointer, sizeof pointer);
  }
}

/* What a kernel has that works with all of its work-groups, or with memory of the launch's. */
__attribute__((noinline)) static falx_status
prepare_special(falx_queue_t queue, const struct falx_command *command, struct fxr_work *work) {
  char name[SHOWN];
  const struct fxr_kernel *kernel = work->u.kernel.kernel;
  bool has_memory = command->u.kernel.has_launch_memory;
  falx_status status = FALX_SUCCESS;
  work->u.kernel.has_root_sync =
      command->u.kernel.has_root_sync || kernel->flags & FALX_KERNEL_USES_ROOT_BARRIER;
  if (work->kind == FXR_WORK_KERNEL && work->u.kernel.has_root_sync)
    status = fxr_range_check_root_groups(queue, kernel, work->u.kernel.range);
  if (status == FALX_SUCCESS && kernel->flags & FALX_KERNEL_USES_LAUNCH_MEMORY && !has_memory)
    status = fxr_error(FALX_ERROR_MEMORY_ALLOCATION,
                       "kernel %s calls get_work_group_scratch_memory, and its launch does not say "
                       "how much it needs: launch it with the property work_group_scratch_size",
                       shown(kernel, name));
  if (status == FALX_SUCCESS && has_memory)
    work->u.kernel.launch_memory = command->u.kernel.launch_memory;
  if (status == FALX_SUCCESS && (kernel->local_accessor_count || has_memory))
    status = add_local_memory(queue, kernel, command, &work->u.kernel.local_memory);
  return status;
}

__attribute__((noinline)) static falx_status
find_kernel(falx_queue_t queue, const struct falx_command *command, struct fxr_work *work) {
  if (!command->u.kernel.site || !command->u.kernel.functor)
    return fxr_error(FALX_ERROR_INVALID, "a kernel command has no %s",
                     command->u.kernel.site ? "function object" : "site");
  return command->u.kernel.spec_value_count
             ? fxr_kernel_find_specialized(command->u.kernel.site, queue->context, queue->device,
                                           command->u.kernel.spec_values,
                                           command->u.kernel.spec_value_count,
                                           &work->u.kernel.kernel, &work->u.kernel.lease)
             : fxr_kernel_find(command->u.kernel.site, queue->context, queue->device,
                               &work->u.kernel.kernel);
}

static bool recall_kernel(falx_queue_t queue, const struct falx_command *command,
                          struct fxr_kernel **out_kernel) {
  return command->u.kernel.site && command->u.kernel.functor &&
         !command->u.kernel.spec_value_count &&
         fxr_kernel_recall(command->u.kernel.site, queue->context, queue->device, out_kernel);
}

FXS_HOT static falx_status prepare_kernel(falx_queue_t queue, const struct falx_command *command,
                                          struct fxr_work *work) {
  falx_status status;
  work->u.kernel.lease = NULL;
  if (!recall_kernel(queue, command, &work->u.kernel.kernel) &&
      (status = find_kernel(queue, command, work)) != FALX_SUCCESS)
    return status;
  struct fxr_kernel *kernel = work->u.kernel.kernel;
  bool is_empty;
  status = fxr_range_check(queue, kernel, &command->u.kernel.range, &is_empty);
  work->kind = is_empty ? FXR_WORK_NONE : FXR_WORK_KERNEL;
  work->u.kernel.range = &command->u.kernel.range;
  work->u.kernel.functor = command->u.kernel.functor;
  work->u.kernel.local_memory = work->u.kernel.launch_memory = 0;
  work->u.kernel.has_root_sync = false;
  bool is_special =
      kernel->is_special || command->u.kernel.has_root_sync || command->u.kernel.has_launch_memory;
  if (status == FALX_SUCCESS && is_special)
    status = prepare_special(queue, command, work);
  if (status != FALX_SUCCESS)
    fxr_lease_release(work->u.kernel.lease);
  return status;
}

static void mark_kernel(falx_event_t event, const struct falx_command *command,
                        const struct fxr_work *work) {
  event->what = command->u.kernel.site->name;
  if (event->traced)
    fxr_traced_kernel(event, work->u.kernel.kernel);
  event->lease = fxr_lease_take(work->u.kernel.lease);
}

/* ---- Launches without dependencies ---- */

/* Puts the event of a launch into flight. has_two: the second reference is there for it, and the
 * adapter has none. */
__attribute__((always_inline)) static inline void
end_launch(falx_queue_t queue, falx_event_t event, bool has_two, falx_event_t *out_event) {
  falx_event_t before = NULL;
  fxr_event_publish_unseen(event);
  if (event->traced)
    fxr_traced_submitted(event);
  if (event->phase == FXR_NATIVE &&
      (!fxr_event_looks_complete(event) || !fxr_event_is_complete(event, false))) {
    if (!has_two)
      fxr_event_retain(event); /* an adapter's thread may release its reference now */
    before = fxr_queue_append_plain(queue, event);
  } else if (has_two) {
    event->references = 1;
  }
  if (before)
    fxr_event_destroy_all(before);
  if (out_event)
    *out_event = event;
  else
    fxr_event_release(event);
}

/* Earlier commands of the queue ask nothing of the next one beyond the adapter's own order. */
static bool is_unhindered(falx_queue_t queue) {
  return !__atomic_load_n(&queue->pending_count, __ATOMIC_ACQUIRE) &&
         !__atomic_load_n(&queue->has_barrier, __ATOMIC_ACQUIRE) &&
         !__atomic_load_n(&queue->carried, __ATOMIC_ACQUIRE);
}

/* The kernel has been launched over the range on its device: nothing is left to check. */
static const struct fxa_prepared_launch *find_prepared(const struct fxr_kernel *kernel,
                                                       const struct falx_nd_range *range) {
  for (int i = 0; i < FXR_PREPARED_LAUNCHES; i++) {
    const struct fxa_prepared_launch *prepared =
        __atomic_load_n(&kernel->prepared[i], __ATOMIC_ACQUIRE);
    if (!prepared)
      return NULL;
    const struct falx_nd_range *known = &prepared->range;
    size_t difference =
        (known->dimensions ^ range->dimensions) | (known->has_local ^ range->has_local);
    for (uint32_t d = 0; d < known->dimensions && !difference; d++) {
      difference = (known->global[d] ^ range->global[d]) | (known->offset[d] ^ range->offset[d]);
      if (known->has_local)
        difference |= known->local[d] ^ range->local[d];
    }
    if (!difference)
      return prepared;
  }
  return NULL;
}

/* Behind a launch. A kernel with ranges enough has all places taken, and keeps those. */
__attribute__((noinline)) static void prepare_launch(struct fxr_kernel *kernel,
                                                     const struct falx_nd_range *range) {
  if (kernel->is_special || kernel->accessor_count || kernel->profile ||
      __atomic_load_n(&kernel->prepared[FXR_PREPARED_LAUNCHES - 1], __ATOMIC_RELAXED) ||
      find_prepared(kernel, range))
    return;
  const struct fxa_prepared_launch *none = NULL, *prepared = kernel->device->ops->launch_prepare(
                                                     kernel->adapter_kernel, range);
  for (int i = 0; i < FXR_PREPARED_LAUNCHES && prepared; i++, none = NULL)
    if (__atomic_compare_exchange_n(&kernel->prepared[i], &none, prepared, false, __ATOMIC_RELEASE,
                                    __ATOMIC_RELAXED))
      return;
}

/* A kernel without dependencies that has been launched so before; false: it is not one, and nothing
 * has been done. */
__attribute__((always_inline)) static inline bool
submit_prepared(falx_queue_t queue, const struct falx_command *command, falx_event_t *out_event,
                falx_status *out_status) {
  struct fxr_kernel *kernel;
  if (!queue->is_repeating || command->kind != FALX_COMMAND_KERNEL ||
      command->dependency_count | command->requirement_count ||
      __atomic_load_n(&queue->recording, __ATOMIC_ACQUIRE) || !is_unhindered(queue))
    return false;
  if (command->u.kernel.has_root_sync | command->u.kernel.has_launch_memory ||
      !recall_kernel(queue, command, &kernel))
    return false;
  const struct fxa_prepared_launch *prepared = find_prepared(kernel, &command->u.kernel.range);
  if (!prepared)
    return false;
  fxr_queue_reap_some(queue);
  falx_event_t event = fxr_event_create(queue, command);
  if (!event) {
    *out_status = FALX_ERROR_MEMORY_ALLOCATION;
    return true;
  }
  event->what = command->u.kernel.site->name;
  event->references = 2; /* the caller's, the queue's: nobody else knows it */
  *out_status = queue->ops->launch_prepared(queue->handle, prepared, command->u.kernel.functor,
                                            fxr_event_native(event));
  if (*out_status != FALX_SUCCESS) {
    event->references = 1;
    fxr_event_release(event);
    fxr_error_from_adapter(*out_status, queue->device->name, kernel->name);
    return true;
  }
  end_launch(queue, event, true, out_event);
  return true;
}

/* Launches a kernel without dependencies: no list, no allocation, no lock but spin locks. Until it
 * is in flight no other thread of the program can know the event; the adapter's have references. */
FXS_HOT static falx_status submit_plain_kernel(falx_queue_t queue,
                                               const struct falx_command *command,
                                               const struct fxr_work *work,
                                               falx_event_t *out_event) {
  struct fxr_kernel *kernel = work->u.kernel.kernel;
  falx_event_t event = fxr_event_create(queue, command);
  if (!event)
    return FALX_ERROR_MEMORY_ALLOCATION;
  mark_kernel(event, command, work);
  if (event->traced)
    fxr_traced_enqueue(event, work);
  falx_status status = fxr_work_enqueue_kernel(queue, work, NULL, 0, event);
  if (status != FALX_SUCCESS) {
    fxr_event_release(event);
    return fxr_error_from_adapter(status, queue->device->name, kernel->name);
  }
  if (queue->is_repeating)
    prepare_launch(kernel, work->u.kernel.range);
  end_launch(queue, event, false, out_event);
  return FALX_SUCCESS;
}

/* ---- Other commands ---- */

static falx_status prepare_fill(const struct falx_command *command, struct fxr_work *work) {
  size_t size = command->u.fill.pattern_size, bytes;
  if (size == 0 || size > LARGEST_PATTERN)
    return fxr_error(FALX_ERROR_INVALID, "fill: a pattern has 1 to %d bytes, not %zu",
                     LARGEST_PATTERN, size);
  if (__builtin_mul_overflow(size, command->u.fill.count, &bytes) || bytes > PTRDIFF_MAX)
    return fxr_error(FALX_ERROR_INVALID, "fill: %zu patterns of %zu bytes are more than memory",
                     command->u.fill.count, size);
  if (bytes == 0)
    return FALX_SUCCESS;
  if (!command->u.fill.destination || !command->u.fill.pattern)
    return fxr_error(FALX_ERROR_INVALID, "fill: the %s pointer is NULL",
                     command->u.fill.destination ? "pattern" : "destination");
  work->kind = FXR_WORK_FILL;
  work->u.fill.destination = command->u.fill.destination;
  work->u.fill.pattern = command->u.fill.pattern;
  work->u.fill.pattern_size = size;
  work->u.fill.count = command->u.fill.count;
  return FALX_SUCCESS;
}

static falx_status prepare_memcpy(const struct falx_command *command, struct fxr_work *work) {
  if (command->u.memcpy_.bytes == 0)
    return FALX_SUCCESS;
  if (!command->u.memcpy_.destination || !command->u.memcpy_.source)
    return fxr_error(FALX_ERROR_INVALID, "memcpy of %zu bytes: the %s pointer is NULL",
                     command->u.memcpy_.bytes,
                     command->u.memcpy_.destination ? "source" : "destination");
  if (command->u.memcpy_.bytes > PTRDIFF_MAX)
    return fxr_error(FALX_ERROR_INVALID,
                     "memcpy of %zu bytes is of more than memory: a negative or "
                     "overflowing count?",
                     command->u.memcpy_.bytes);
  work->kind = FXR_WORK_COPY;
  work->u.copy.destination = command->u.memcpy_.destination;
  work->u.copy.source = command->u.memcpy_.source;
  work->u.copy.bytes = command->u.memcpy_.bytes;
  return FALX_SUCCESS;
}

/* Checks that do not need the buffers' pointers. */
falx_status fxr_submit_prepare(falx_queue_t queue, const struct falx_command *command,
                               struct fxr_work *work) {
  work->kind = FXR_WORK_NONE;
  switch (command->kind) {
  case FALX_COMMAND_KERNEL:
    return prepare_kernel(queue, command, work);
  case FALX_COMMAND_HOST_TASK:
    if (!command->u.host_task.run)
      return fxr_error(FALX_ERROR_INVALID, "a host task has no function to run");
    work->kind = FXR_WORK_HOST_TASK;
    work->u.host_task.run = command->u.host_task.run;
    work->u.host_task.destroy = command->u.host_task.destroy;
    work->u.host_task.drop = command->u.host_task.drop;
    work->u.host_task.data = command->u.host_task.data;
    work->u.host_task.unpin = fxr_buffer_unpin;
    work->u.host_task.memory = NULL;
    work->u.host_task.memory_count = 0;
    return FALX_SUCCESS;
  case FALX_COMMAND_MEMCPY:
    return prepare_memcpy(command, work);
  case FALX_COMMAND_FILL:
    return prepare_fill(command, work);
  case FALX_COMMAND_PREFETCH:
  case FALX_COMMAND_ADVISE:
    if (!command->u.usm.pointer)
      return fxr_error(FALX_ERROR_INVALID, "%s: the pointer is NULL",
                       command->kind == FALX_COMMAND_PREFETCH ? "prefetch" : "mem_advise");
    work->kind = command->kind == FALX_COMMAND_PREFETCH ? FXR_WORK_PREFETCH : FXR_WORK_ADVISE;
    work->u.usm.pointer = command->u.usm.pointer;
    work->u.usm.bytes = command->u.usm.bytes;
    work->u.usm.advice = command->u.usm.advice;
    return FALX_SUCCESS;
  case FALX_COMMAND_COPY_REGION: {
    falx_status status = fxr_region_check(&command->u.copy.destination, "destination");
    return status == FALX_SUCCESS ? fxr_region_check(&command->u.copy.source, "source") : status;
  }
  case FALX_COMMAND_FILL_REGION:
    if (!command->u.fill_region.pattern)
      return fxr_error(FALX_ERROR_INVALID, "fill: the pattern pointer is NULL");
    return fxr_region_check(&command->u.fill_region.destination, "destination");
  case FALX_COMMAND_UPDATE_HOST:
    if (!command->u.update_host.buffer)
      return fxr_error(FALX_ERROR_INVALID, "update_host: the buffer is NULL");
    return FALX_SUCCESS;
  case FALX_COMMAND_BARRIER:
    work->kind = FXR_WORK_BARRIER;
    return FALX_SUCCESS;
  case FALX_COMMAND_EMPTY:
    return FALX_SUCCESS;
  case FALX_COMMAND_GRAPH: /* goes another way */
    break;
  }
  return fxr_error(FALX_ERROR_INVALID, "unknown kind of command: %d", (int)command->kind);
}

/* ---- Buffers ---- */

struct accesses {
  struct fxr_access few[FEW_ACCESSES];
  struct fxr_access *items;
  size_t count;
};

/* Adds buffers that the command names beside its requirements. */
static void add_named(const struct falx_command *command, struct accesses *accesses) {
  const struct falx_region *destination = NULL, *source = NULL;
  struct fxr_access *items = accesses->items;
  if (command->kind == FALX_COMMAND_COPY_REGION) {
    destination = &command->u.copy.destination;
    source = &command->u.copy.source;
  } else if (command->kind == FALX_COMMAND_FILL_REGION) {
    destination = &command->u.fill_region.destination;
  } else if (command->kind == FALX_COMMAND_UPDATE_HOST) {
    items[accesses->count++] =
        (struct fxr_access){.buffer = command->u.update_host.buffer, .mode = FALX_ACCESS_READ};
  }
  if (source && source->buffer && !find_access(items, accesses->count, source->buffer))
    items[accesses->count++] =
        (struct fxr_access){.buffer = source->buffer, .mode = FALX_ACCESS_READ};
  if (destination && destination->buffer &&
      !find_access(items, accesses->count, destination->buffer))
    items[accesses->count++] =
        (struct fxr_access){.buffer = destination->buffer, .mode = FALX_ACCESS_WRITE};
}

static falx_status list_accesses(const struct falx_command *command, struct accesses *accesses) {
  size_t count = command->requirement_count;
  accesses->items = accesses->few;
  accesses->count = 0;
  if (count + 2 > FEW_ACCESSES &&
      !(accesses->items = malloc((count + 2) * sizeof *accesses->items))) {
    accesses->items = accesses->few;
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for requirements");
  }
  for (size_t i = 0; i < count; i++) {
    const struct falx_requirement *requirement = &command->requirements[i];
    uint32_t mode = requirement->mode & ~(uint32_t)FALX_ACCESS_ON_DEVICE;
    bool is_on_device =
        command->kind == FALX_COMMAND_HOST_TASK && requirement->mode & FALX_ACCESS_ON_DEVICE;
    if (!requirement->buffer || !(mode & FALX_ACCESS_READ_WRITE) ||
        (mode & ~3u && mode != FALX_ACCESS_DISCARD_WRITE))
      return fxr_error(FALX_ERROR_ACCESSOR, "requirement %zu of a command: %s", i,
                       requirement->buffer ? "unknown access mode" : "the buffer is NULL");
    accesses->items[accesses->count++] = (struct fxr_access){
        .buffer = requirement->buffer, .mode = mode, .is_on_device = is_on_device};
  }
  add_named(command, accesses);
  return FALX_SUCCESS;
}

/* SYCL 2020, 4.7.2.1 and 4.7.2.2: the alignment of sub-buffers that a device accesses, and the
 * property context_bound. */
static falx_status check_buffers(falx_queue_t queue, const struct accesses *accesses) {
  for (size_t i = 0; i < accesses->count; i++) {
    falx_buffer_t buffer = accesses->items[i].buffer;
    if (buffer->root->context && !fxr_context_has(buffer->root->context, queue->device))
      return fxr_error(
          FALX_ERROR_INVALID,
          "the buffer has the property context_bound, and the queue's device is not in "
          "that context: make the queue with context_bound::get_context()");
    if (buffer->offset % queue->base_alignment)
      return fxr_error(FALX_ERROR_INVALID,
                       "an accessor's sub-buffer begins at byte %zu of its buffer, which device "
                       "\"%s\" cannot access: the offset has to be a multiple of %u bytes "
                       "(info::device::mem_base_addr_align)",
                       buffer->offset, queue->device->name, queue->base_alignment);
  }
  return FALX_SUCCESS;
}

static void *region_base(const struct falx_region *region, const struct accesses *accesses) {
  return region->buffer ? find_access(accesses->items, accesses->count, region->buffer)->pointer
                        : region->pointer;
}

/* The user may release a sub-buffer before the task asks for its memory. */
static falx_status keep_memory(const struct accesses *accesses, struct fxr_work *work) {
  if (accesses->count == 0)
    return FALX_SUCCESS;
  struct fxr_task_memory *memory = malloc(accesses->count * sizeof *memory);
  if (!memory)
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for a host task");
  for (size_t i = 0; i < accesses->count; i++) {
    const struct fxr_access *access = &accesses->items[i];
    bool is_part = access->buffer->parent != NULL;
    if (is_part)
      fxr_buffer_pin(access->buffer);
    memory[i] =
        (struct fxr_task_memory){access->buffer, access->pointer, access->is_on_device, is_part};
  }
  work->u.host_task.memory = memory;
  work->u.host_task.memory_count = accesses->count;
  return FALX_SUCCESS;
}

/* Completes the work once the pointers are known. functor: room for the kernel's function
 * object. */
static falx_status place(const struct falx_command *command, const struct accesses *accesses,
                         char *functor, struct fxr_work *work) {
  switch (command->kind) {
  case FALX_COMMAND_KERNEL:
    if (functor) {
      const struct fxr_kernel *kernel = work->u.kernel.kernel;
      memcpy(functor, work->u.kernel.functor, kernel->functor_size);
      patch_accessors(kernel, functor, accesses->items, accesses->count);
      work->u.kernel.functor = functor;
    }
    return FALX_SUCCESS;
  case FALX_COMMAND_HOST_TASK:
    return keep_memory(accesses, work);
  case FALX_COMMAND_COPY_REGION:
    return fxr_region_copy(
        &command->u.copy.destination, region_base(&command->u.copy.destination, accesses),
        &command->u.copy.source, region_base(&command->u.copy.source, accesses), work);
  case FALX_COMMAND_FILL_REGION:
    fxr_region_fill(&command->u.fill_region.destination,
                    region_base(&command->u.fill_region.destination, accesses),
                    command->u.fill_region.pattern, work);
    return FALX_SUCCESS;
  case FALX_COMMAND_UPDATE_HOST: {
    falx_buffer_t buffer = command->u.update_host.buffer, root = buffer->root;
    const struct fxr_access *access = find_access(accesses->items, accesses->count, buffer);
    char *host = root->host_data ? (char *)root->host_data + buffer->offset : NULL;
    if (host && host != access->pointer && buffer->bytes &&
        !(root->flags & FALX_BUFFER_HOST_CONST)) {
      work->kind = FXR_WORK_COPY;
      work->u.copy.destination = host;
      work->u.copy.source = access->pointer;
      work->u.copy.bytes = buffer->bytes;
    }
    return FALX_SUCCESS;
  }
  case FALX_COMMAND_GRAPH:
    return work->u.list.place(work->u.list.user, accesses->items, accesses->count,
                              &work->u.list.list);
  default:
    return FALX_SUCCESS;
  }
}

/* ---- Order ---- */

static falx_status add_order(falx_queue_t queue, const struct falx_command *command,
                             const struct fxr_submit_extra *extra, struct fxr_deps *deps) {
  if (extra && extra->after && !fxr_deps_add(deps, extra->after, false))
    return FALX_ERROR_MEMORY_ALLOCATION;
  for (size_t i = 0; i < command->dependency_count; i++)
    if (command->dependencies[i] && !fxr_deps_add(deps, command->dependencies[i], true))
      return FALX_ERROR_MEMORY_ALLOCATION;
  struct fxr_queue_set *carried = fxr_queue_carried(queue);
  fxr_deps_follow_set(deps, carried);
  fxr_queue_set_release(carried);
  if (queue->flags & FALX_QUEUE_IN_ORDER)
    return FALX_SUCCESS;
  bool is_ok = true;
  if (__atomic_load_n(&queue->has_barrier, __ATOMIC_ACQUIRE)) {
    falx_event_t barrier, done = NULL;
    fxs_spin_lock(&queue->lock);
    barrier = queue->barrier;
    if (barrier && fxr_event_looks_complete(barrier)) {
      done = barrier;
      barrier = queue->barrier = NULL;
      __atomic_store_n(&queue->has_barrier, 0, __ATOMIC_RELEASE);
    } else if (barrier) {
      fxr_event_retain(barrier);
    }
    fxs_spin_unlock(&queue->lock);
    if (barrier) {
      is_ok = fxr_deps_add(deps, barrier, false);
      fxr_event_release(barrier);
    }
    if (done)
      fxr_event_release(done);
  }
  /* The adapter's marker does not cover deferred commands. */
  if (is_ok && command->kind == FALX_COMMAND_BARRIER && command->dependency_count == 0 &&
      __atomic_load_n(&queue->flight_count, __ATOMIC_ACQUIRE)) {
    falx_event_t *events;
    size_t count;
    is_ok = fxr_queue_snapshot(queue, false, &events, &count);
    for (size_t i = 0; is_ok && i < count; i++)
      is_ok = fxr_deps_add(deps, events[i], false);
    for (size_t i = 0; events && i < count; i++)
      fxr_event_release(events[i]);
    free(events);
  }
  return is_ok ? FALX_SUCCESS
               : fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for dependencies");
}

/* Later commands of an out-of-order queue wait for the barrier too. */
static void set_barrier(falx_queue_t queue, falx_event_t event) {
  fxr_event_retain(event);
  fxs_spin_lock(&queue->lock);
  falx_event_t before = queue->barrier;
  queue->barrier = event;
  __atomic_store_n(&queue->has_barrier, 1, __ATOMIC_RELEASE);
  fxs_spin_unlock(&queue->lock);
  if (before)
    fxr_event_release(before);
}

/* What this command depends on, every later one depends on too: behind a barrier, or by order. */
static void carry(falx_queue_t queue, const struct falx_command *command,
                  const struct fxr_deps *deps) {
  bool is_before_all = queue->flags & FALX_QUEUE_IN_ORDER || command->kind == FALX_COMMAND_BARRIER;
  struct fxr_queue_set *others = is_before_all ? deps->others : NULL;
  if (others || __atomic_load_n(&queue->carried, __ATOMIC_ACQUIRE))
    fxr_queue_carry(queue, others);
}

/* ---- All together ---- */

static bool names_buffer(const struct falx_command *command) {
  return command->requirement_count || command->kind == FALX_COMMAND_COPY_REGION ||
         command->kind == FALX_COMMAND_FILL_REGION || command->kind == FALX_COMMAND_UPDATE_HOST;
}

static uint64_t bytes_of(const struct accesses *accesses) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < accesses->count; i++)
    bytes += accesses->items[i].buffer->bytes;
  return bytes;
}

static falx_status submit_ordered(falx_queue_t queue, const struct falx_command *command,
                                  struct fxr_work *work, const struct fxr_submit_extra *extra,
                                  falx_event_t *out_event) {
  char small[SMALL_FUNCTOR] __attribute__((aligned(64)));
  char *functor = NULL;
  const struct fxr_kernel *kernel =
      command->kind == FALX_COMMAND_KERNEL ? work->u.kernel.kernel : NULL;
  struct accesses accesses;
  struct fxr_deps deps;
  falx_event_t event = NULL, dying = NULL;
  falx_status status = FALX_SUCCESS;
  fxr_deps_init(&deps, queue);
  accesses.items = accesses.few;
  accesses.count = 0;
  bool is_on_host =
      command->kind == FALX_COMMAND_HOST_TASK || command->kind == FALX_COMMAND_UPDATE_HOST;
  if (names_buffer(command))
    status = list_accesses(command, &accesses);
  if (status == FALX_SUCCESS && !is_on_host)
    status = check_buffers(queue, &accesses);
  if (status == FALX_SUCCESS && kernel && kernel->accessor_count) {
    status = check_accessors(kernel, work->u.kernel.functor, accesses.items, accesses.count);
    functor = small;
    if (kernel->functor_size > SMALL_FUNCTOR &&
        !(functor = aligned_alloc(64, (kernel->functor_size + 63u) / 64 * 64)))
      status = fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for a function object");
  }
  if (status != FALX_SUCCESS)
    goto done;

  event = fxr_event_create(queue, command);
  status = event ? add_order(queue, command, extra, &deps) : FALX_ERROR_MEMORY_ALLOCATION;
  if (event && extra)
    event->kept = fxr_kept_take(extra->kept);
  if (event && kernel)
    mark_kernel(event, command, work);
  if (status == FALX_SUCCESS && accesses.count)
    status = fxr_buffers_require(is_on_host ? NULL : queue, accesses.items, &accesses.count, event,
                                 &deps, &dying);
  if (event && event->traced)
    fxr_traced_buffers(event, bytes_of(&accesses));
  if (status == FALX_SUCCESS)
    status = place(command, &accesses, functor, work);
  if (status == FALX_SUCCESS && work->kind == FXR_WORK_LIST)
    event->kept = fxr_kept_take(&work->u.list.list->kept);
  if (status == FALX_SUCCESS)
    status = fxr_submit_work(queue, work, &deps, event);
  if (status == FALX_SUCCESS && command->kind == FALX_COMMAND_BARRIER &&
      !(queue->flags & FALX_QUEUE_IN_ORDER))
    set_barrier(queue, event);
  if (status == FALX_SUCCESS)
    carry(queue, command, &deps);
  if (status == FALX_SUCCESS && event->traced)
    fxr_traced_submitted(event);
  if (status != FALX_SUCCESS && work->kind == FXR_WORK_HOST_TASK)
    fxr_task_memory_free(work);
  if (status != FALX_SUCCESS && event) {
    /* Later commands may already depend on this event: it must complete after its own
     * dependencies. */
    for (size_t i = 0; accesses.count && i < deps.count; i++)
      fxr_event_wait(deps.items[i].event);
    event->is_quiet = 1; /* this call returns the error */
    fxr_event_complete(event, status, NULL);
  }

done:
  if (accesses.items != accesses.few)
    free(accesses.items);
  if (functor != small)
    free(functor);
  fxr_deps_clear(&deps, &dying);
  if (event && status == FALX_SUCCESS && out_event)
    *out_event = event;
  else if (event)
    fxr_event_release_later(event, &dying);
  fxr_event_destroy_all(dying);
  return status;
}

falx_status fxr_submit_choose_range(falx_queue_t queue, struct falx_command *command) {
  if (!fxr_is_auto_range(command))
    return FALX_SUCCESS;
  struct fxr_kernel *kernel;
  falx_status status =
      fxr_kernel_get(command->u.kernel.site, queue->context, queue->device, &kernel);
  if (status == FALX_SUCCESS)
    fxr_choose_local(queue, kernel, &command->u.kernel.range);
  return status;
}

static falx_status submit_auto_range(falx_queue_t queue, const struct falx_command *command,
                                     const struct fxr_submit_extra *extra,
                                     falx_event_t *out_event) {
  struct falx_command chosen = *command;
  falx_status status = fxr_submit_choose_range(queue, &chosen);
  return status == FALX_SUCCESS ? fxr_submit(queue, &chosen, extra, out_event) : status;
}

FXS_HOT falx_status fxr_submit(falx_queue_t queue, const struct falx_command *command,
                               const struct fxr_submit_extra *extra, falx_event_t *out_event) {
  struct fxr_work work;
  if (fxr_is_auto_range(command))
    return submit_auto_range(queue, command, extra, out_event);
  bool is_kernel = command->kind == FALX_COMMAND_KERNEL;
  falx_status status =
      is_kernel ? prepare_kernel(queue, command, &work) : fxr_submit_prepare(queue, command, &work);
  if (status != FALX_SUCCESS)
    return status;
  if (work.kind == FXR_WORK_KERNEL && work.u.kernel.kernel->profile)
    work.u.kernel.kernel = fxr_profile_choose(work.u.kernel.kernel, command->u.kernel.site,
                                              command->u.kernel.functor, work.u.kernel.range);
  struct fxr_lease *lease = is_kernel ? work.u.kernel.lease : NULL;
  if (work.kind == FXR_WORK_KERNEL && !command->dependency_count && !command->requirement_count &&
      !extra && !work.u.kernel.kernel->accessor_count && is_unhindered(queue)) {
    fxr_queue_reap_some(queue);
    status = submit_plain_kernel(queue, command, &work, out_event);
  } else {
    fxr_queue_reap(queue, false);
    status = submit_ordered(queue, command, &work, extra, out_event);
  }
  fxr_lease_release(lease);
  return status;
}

/* ---- For graphs ---- */

falx_status fxr_submit_list(falx_queue_t queue, const struct falx_command *command,
                            struct fxr_work *work, const struct fxr_submit_extra *extra,
                            falx_event_t *out_event) {
  fxr_queue_reap(queue, false);
  return submit_ordered(queue, command, work, extra, out_event);
}

falx_status fxr_submit_accesses(falx_queue_t queue, const struct falx_command *command,
                                const struct fxr_work *work, struct fxr_access *out_accesses,
                                size_t *out_count) {
  struct accesses accesses = {.items = accesses.few, .count = 0};
  falx_status status = FALX_SUCCESS;
  *out_count = 0;
  if (names_buffer(command))
    status = list_accesses(command, &accesses);
  if (status == FALX_SUCCESS && command->kind != FALX_COMMAND_HOST_TASK &&
      command->kind != FALX_COMMAND_UPDATE_HOST)
    status = check_buffers(queue, &accesses);
  if (status == FALX_SUCCESS && work->kind == FXR_WORK_KERNEL)
    status = check_accessors(work->u.kernel.kernel, work->u.kernel.functor, accesses.items,
                             accesses.count);
  if (status == FALX_SUCCESS) {
    memcpy(out_accesses, accesses.items, accesses.count * sizeof *out_accesses);
    *out_count = accesses.count;
  }
  if (accesses.items != accesses.few)
    free(accesses.items);
  return status;
}

falx_status fxr_submit_place(const struct falx_command *command, const struct fxr_access *accesses,
                             size_t count, char *functor, struct fxr_work *work) {
  struct accesses all;
  all.items = (struct fxr_access *)(uintptr_t)accesses; /* only read */
  all.count = count;
  return place(command, &all, functor, work);
}

/* ---- Public ---- */

/* The graph that the command goes to instead of running, with a reference; or NULL: its queue
 * records, or one of its dependencies was recorded, and then its queue does from here on. */
static struct fxr_recording *recording_for(falx_queue_t queue, const struct falx_command *command) {
  struct fxr_recording *recording = fxr_queue_recording(queue);
  for (size_t i = 0; i < command->dependency_count && !recording; i++)
    if (command->dependencies[i] && command->dependencies[i]->node)
      recording = (struct fxr_recording *)fxr_kept_take(command->dependencies[i]->kept);
  return recording;
}

static falx_status submit_anywhere(falx_queue_t queue, const struct falx_command *command,
                                   falx_event_t *out_event) {
  struct fxr_recording *recording = recording_for(queue, command);
  falx_status status;
  if (recording)
    status = recording->record(recording, queue, command, out_event);
  else if (command->kind != FALX_COMMAND_GRAPH)
    return fxr_submit(queue, command, NULL, out_event);
  else if (!command->u.graph.executable)
    return fxr_error(FALX_ERROR_INVALID, "a graph command has no executable graph");
  else {
    struct fxr_replay *replay = (struct fxr_replay *)(void *)command->u.graph.executable;
    return replay->launch(replay, queue, command, out_event);
  }
  fxr_kept_release(&recording->kept);
  return status;
}

FXS_HOT falx_status falx_queue_submit(falx_queue_t queue, const struct falx_command *command,
                                      falx_event_t *out_event) {
  FXR_CALL(runtime);
  if (out_event)
    *out_event = NULL;
  if (!command)
    return fxr_error(FALX_ERROR_INVALID, "falx_queue_submit: command is NULL");
  falx_status status;
  if (!queue)
    status = fxr_error(FALX_ERROR_INVALID, "falx_queue_submit: queue is NULL");
  else if (!runtime)
    status = fxr_runtime_status();
  else if (command->size != sizeof *command)
    status = fxr_error(FALX_ERROR_INVALID,
                       "falx_queue_submit: the command has size %zu, this library's has %zu: the "
                       "program was built with headers of another version",
                       command->size, sizeof *command);
  else {
    if (!submit_prepared(queue, command, out_event, &status))
      status = submit_anywhere(queue, command, out_event);
    if (status != FALX_SUCCESS)
      fxr_error_at(status, command->location);
  }
  if (status != FALX_SUCCESS && command->kind == FALX_COMMAND_HOST_TASK &&
      command->u.host_task.destroy)
    command->u.host_task.destroy(command->u.host_task.data);
  return status;
}
