/* Passes checked commands to the adapter, directly or, deferred, through the scheduler. */
#include <stdlib.h>

#include "runtime/common/error.h"
#include "runtime/platform/device.h"
#include "runtime/program/kernel.h"
#include "runtime/queue/queue_set.h"
#include "runtime/queue/recording.h"
#include "runtime/queue/trace_command.h"
#include "runtime/queue/work.h"
#include "support/hot.h"

void fxr_deps_follow(struct fxr_deps *deps, falx_event_t event) {
  if (deps->queue)
    fxr_event_add_queues(event, deps->queue, fxr_queue_may_report, &deps->others);
}

void fxr_deps_follow_set(struct fxr_deps *deps, struct fxr_queue_set *set) {
  if (deps->queue && fxr_queue_set_has_any(set, deps->queue, fxr_queue_may_report))
    fxr_queue_set_merge(&deps->others, set, deps->queue);
}

bool fxr_deps_add(struct fxr_deps *deps, falx_event_t event, bool propagates) {
  if (fxr_event_is_complete(event, false)) {
    fxr_deps_follow(deps, event);
    if (propagates && fxr_event_status(event) != FALX_SUCCESS && !deps->blamed) {
      deps->failed = fxr_event_status(event);
      deps->blamed = fxr_event_blamed(event);
      if (deps->blamed)
        fxr_queue_ref(deps->blamed);
    }
    return true;
  }
  if (deps->count == deps->capacity) {
    size_t capacity = deps->capacity * 2;
    struct fxr_dep *items = malloc(capacity * sizeof *items);
    if (!items) {
      fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for dependencies");
      return false;
    }
    for (size_t i = 0; i < deps->count; i++)
      items[i] = deps->items[i];
    if (deps->items != deps->few)
      free(deps->items);
    deps->items = items;
    deps->capacity = capacity;
  }
  if (deps->queue)
    fxr_event_add_queues(event, deps->queue, NULL, &deps->others);
  fxr_event_retain(event);
  deps->items[deps->count++] = (struct fxr_dep){event, propagates, false};
  return true;
}

bool fxr_deps_add_content(struct fxr_deps *deps, falx_event_t event) {
  size_t i = 0;
  while (i < deps->count && deps->items[i].event != event)
    i++;
  if (i == deps->count && !fxr_deps_add(deps, event, true))
    return false;
  if (i < deps->count)
    deps->items[i].propagates = deps->items[i].is_content = true;
  return true;
}

void fxr_deps_clear(struct fxr_deps *deps, falx_event_t *dying) {
  for (size_t i = 0; i < deps->count; i++)
    fxr_event_release_later(deps->items[i].event, dying);
  if (deps->items != deps->few)
    free(deps->items);
  if (deps->blamed)
    fxr_queue_unref(deps->blamed);
  fxr_queue_set_release(deps->others);
  fxr_deps_init(deps, deps->queue);
}

FXS_HOT falx_status fxr_work_enqueue_kernel(falx_queue_t queue, const struct fxr_work *work,
                                            struct fxa_event *const *waits, size_t wait_count,
                                            falx_event_t event) {
  const struct fxr_kernel *kernel = work->u.kernel.kernel;
  const struct fxa_launch launch = {.range = work->u.kernel.range,
                                    .functor = work->u.kernel.functor,
                                    .functor_size = kernel->functor_size,
                                    .has_root_sync = work->u.kernel.has_root_sync,
                                    .local_memory = work->u.kernel.local_memory,
                                    .launch_memory = work->u.kernel.launch_memory};
  return queue->ops->enqueue_kernel(queue->handle, kernel->adapter_kernel, &launch, waits,
                                    wait_count, fxr_event_native(event));
}

falx_status fxr_work_enqueue(falx_queue_t queue, const struct fxr_work *work,
                             struct fxa_event *const *waits, size_t wait_count,
                             falx_event_t event) {
  const struct fxa_table *ops = queue->ops;
  struct fxa_event *native = fxr_event_native(event);
  switch (work->kind) {
  case FXR_WORK_KERNEL:
    return fxr_work_enqueue_kernel(queue, work, waits, wait_count, event);
  case FXR_WORK_COPY:
    return ops->enqueue_copy(queue->handle, work->u.copy.destination, work->u.copy.source,
                             work->u.copy.bytes, waits, wait_count, native);
  case FXR_WORK_FILL:
    return ops->enqueue_fill(queue->handle, work->u.fill.destination, work->u.fill.pattern,
                             work->u.fill.pattern_size, work->u.fill.count, waits, wait_count,
                             native);
  case FXR_WORK_COPY_BOX:
  case FXR_WORK_COPY_PIECES:
  case FXR_WORK_FILL_BOX:
    return fxr_box_enqueue(queue, work, waits, wait_count, event);
  case FXR_WORK_PREFETCH:
    if (ops->enqueue_prefetch)
      return ops->enqueue_prefetch(queue->handle, work->u.usm.pointer, work->u.usm.bytes, waits,
                                   wait_count, native);
    break;
  case FXR_WORK_ADVISE:
    if (ops->enqueue_advise)
      return ops->enqueue_advise(queue->handle, work->u.usm.pointer, work->u.usm.bytes,
                                 work->u.usm.advice, waits, wait_count, native);
    break;
  case FXR_WORK_LIST:
    return ops->list_enqueue(queue->handle, work->u.list.list->handle, waits, wait_count, native);
  case FXR_WORK_NONE:
  case FXR_WORK_BARRIER:
  case FXR_WORK_HOST_TASK:
    break;
  }
  /* A hint that the adapter does not support still keeps its place in the order. */
  return ops->enqueue_marker(queue->handle, waits, wait_count, native);
}

enum { FEW_WAITS = 16 };

falx_status fxr_submit_now(falx_queue_t queue, const struct fxr_work *work,
                           const struct fxr_dep *deps, size_t count, falx_event_t event) {
  struct fxa_event *few[FEW_WAITS], **waits = few;
  falx_status status = FALX_SUCCESS;
  if (count > FEW_WAITS && !(waits = malloc(count * sizeof *waits)))
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for dependencies");
  bool is_in_order = queue->flags & FALX_QUEUE_IN_ORDER;
  size_t wait_count = 0;
  for (size_t i = 0; i < count; i++)
    if (!fxr_event_looks_complete(deps[i].event) && !(is_in_order && deps[i].event->queue == queue))
      waits[wait_count++] = fxr_event_native(deps[i].event);
  if (work->kind == FXR_WORK_NONE && wait_count == 0 && !is_in_order) {
    fxr_event_complete(event, FALX_SUCCESS, NULL);
  } else {
    fxr_error_clear();
    if (event->traced)
      fxr_traced_enqueue(event, work);
    status = fxr_work_enqueue(queue, work, waits, wait_count, event);
    if (status == FALX_SUCCESS)
      fxr_event_publish_native(event);
  }
  if (waits != few)
    free(waits);
  if (status == FALX_SUCCESS)
    return status;
  return fxr_error_from_adapter(status, queue->device->name,
                                work->kind == FXR_WORK_KERNEL ? work->u.kernel.kernel->name
                                                              : "submitting a command");
}

falx_status fxr_submit_work(falx_queue_t queue, const struct fxr_work *work,
                            const struct fxr_deps *deps, falx_event_t event) {
  fxr_event_set_others(event, deps->others);
  if (event->traced)
    fxr_traced_waits(event, deps->items, deps->count);
  bool must_defer = work->kind == FXR_WORK_HOST_TASK || deps->failed != FALX_SUCCESS ||
                    ((queue->flags & FALX_QUEUE_IN_ORDER) &&
                     __atomic_load_n(&queue->pending_count, __ATOMIC_ACQUIRE));
  for (size_t i = 0; i < deps->count && !must_defer; i++) {
    falx_event_t dep = deps->items[i].event;
    must_defer = __atomic_load_n(&dep->phase, __ATOMIC_ACQUIRE) == FXR_PENDING ||
                 deps->items[i].is_content ||
                 (dep->ops != queue->ops && !fxr_event_looks_complete(dep));
  }
  if (must_defer)
    return fxr_submit_defer(queue, work, deps, event);
  falx_status status = fxr_submit_now(queue, work, deps->items, deps->count, event);
  if (status == FALX_SUCCESS && !fxr_event_is_complete(event, false)) {
    fxr_event_set_waits(event, deps->items, deps->count);
    fxr_queue_append(queue, event);
  }
  return status;
}
