/* Native handles: what a backend's own interface calls platforms, devices, contexts, queues and
 * events. */
#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/lifetime/weak.h"
#include "runtime/platform/context.h"
#include "runtime/platform/platform.h"
#include "runtime/queue/event.h"
#include "runtime/queue/queue.h"
#include "runtime/queue/sched.h"

static falx_status ask(falx_platform_t platform, falx_native_kind kind, void *object,
                       uintptr_t *out_handle) {
  if (!platform->ops->native_handle)
    return fxr_error(FALX_ERROR_NOT_SUPPORTED, "the adapter %s has no native handles",
                     platform->adapter->name);
  fxr_error_clear();
  falx_status status = platform->ops->native_handle(kind, object, out_handle);
  return status == FALX_SUCCESS
             ? status
             : fxr_error_from_adapter(status, platform->adapter->name, "a native handle");
}

/* A command that the adapter does not have yet is waited for. */
static falx_status ask_event(falx_event_t event, uintptr_t *out_handle) {
  if (__atomic_load_n(&event->phase, __ATOMIC_ACQUIRE) == FXR_PENDING)
    fxr_event_wait(event);
  if (!event->has_native || !event->queue)
    return fxr_error(FALX_ERROR_NOT_SUPPORTED,
                     "only commands on a device have a native handle; this one ran on the host");
  return ask(event->queue->device->platform, FALX_NATIVE_EVENT, fxr_event_native(event),
             out_handle);
}

/* What stands for the platform in the adapter's call. */
static void *object_of(falx_platform_t platform) {
  return platform->ops->device_platform && platform->all_count ? platform->all[0].handle : NULL;
}

falx_status falx_native_borrow(falx_native_kind kind, void *object, uintptr_t *out_handle) {
  FXR_CALL(runtime);
  *out_handle = 0;
  if (!runtime)
    return fxr_runtime_status();
  if (!object)
    return fxr_error(FALX_ERROR_INVALID, "the native handle of nothing");
  switch (kind) {
  case FALX_NATIVE_PLATFORM:
    return ask(object, kind, object_of(object), out_handle);
  case FALX_NATIVE_DEVICE: {
    falx_device_t device = object;
    return ask(device->platform, kind, device->handle, out_handle);
  }
  case FALX_NATIVE_CONTEXT: {
    falx_context_t context = object;
    return ask(context->platform, kind, context->handle, out_handle);
  }
  case FALX_NATIVE_QUEUE: {
    falx_queue_t queue = object;
    return ask(queue->device->platform, kind, queue->handle, out_handle);
  }
  case FALX_NATIVE_EVENT:
    return ask_event(object, out_handle);
  }
  return fxr_error(FALX_ERROR_INVALID, "%d is no kind of native handle", (int)kind);
}

static const struct fxa_table *ops_of(falx_native_kind kind, void *object) {
  return kind == FALX_NATIVE_PLATFORM  ? ((falx_platform_t)object)->ops
         : kind == FALX_NATIVE_DEVICE  ? ((falx_device_t)object)->ops
         : kind == FALX_NATIVE_CONTEXT ? ((falx_context_t)object)->ops
         : kind == FALX_NATIVE_EVENT   ? ((falx_event_t)object)->ops
                                       : ((falx_queue_t)object)->device->ops;
}

falx_status falx_native_get(falx_native_kind kind, void *object, uintptr_t *out_handle) {
  FXR_CALL(runtime);
  falx_status status = falx_native_borrow(kind, object, out_handle);
  if (status == FALX_SUCCESS && runtime && ops_of(kind, object)->native_retain)
    ops_of(kind, object)->native_retain(kind, *out_handle);
  return status;
}

/* ---- The object that has a handle ---- */

static bool has_handle(falx_platform_t platform, falx_native_kind kind, void *object,
                       uintptr_t handle) {
  uintptr_t own;
  return ask(platform, kind, object, &own) == FALX_SUCCESS && own == handle;
}

static falx_device_t find_device(falx_platform_t platform, uintptr_t handle) {
  for (size_t i = 0; i < platform->device_count; i++)
    if (has_handle(platform, FALX_NATIVE_DEVICE, platform->devices[i]->handle, handle))
      return platform->devices[i];
  return NULL;
}

static falx_context_t find_context(struct fxr_runtime *runtime, falx_platform_t platform,
                                   uintptr_t handle) {
  fxs_mutex_lock(&runtime->contexts->lock);
  falx_context_t context = runtime->contexts->first;
  while (context && !(context->platform == platform &&
                      has_handle(platform, FALX_NATIVE_CONTEXT, context->handle, handle)))
    context = context->next;
  if (context && !fxr_weak_count(&context->references, true))
    context = NULL; /* its last reference has just gone */
  fxs_mutex_unlock(&runtime->contexts->lock);
  return context;
}

static falx_queue_t find_queue(falx_platform_t platform, uintptr_t handle) {
  struct fxr_sched *sched = fxr_sched_get();
  falx_queue_t queue = sched ? fxr_sched_next_queue(sched, NULL, false) : NULL, next;
  for (; queue; queue = next) {
    bool is_it = !queue->is_internal && queue->device->platform == platform &&
                 has_handle(platform, FALX_NATIVE_QUEUE, queue->handle, handle);
    if (is_it) {
      falx_queue_retain(queue);
      fxr_queue_unref(queue);
      break;
    }
    next = fxr_sched_next_queue(sched, queue, false);
    fxr_queue_unref(queue);
  }
  return queue;
}

falx_status falx_native_find(falx_native_kind kind, falx_backend backend, uintptr_t handle,
                             void **out_object) {
  FXR_CALL_MAKING(runtime);
  *out_object = NULL;
  if (!runtime)
    return fxr_runtime_status();
  const falx_platform_t *platforms;
  size_t count;
  falx_status status = falx_platforms(&platforms, &count);
  if (status != FALX_SUCCESS)
    return status;
  for (size_t i = 0; i < count && !*out_object; i++) {
    falx_platform_t platform = platforms[i];
    if (platform->info.backend != backend)
      continue;
    if (kind == FALX_NATIVE_PLATFORM && has_handle(platform, kind, object_of(platform), handle))
      *out_object = platform;
    else if (kind == FALX_NATIVE_DEVICE)
      *out_object = find_device(platform, handle);
    else if (kind == FALX_NATIVE_CONTEXT)
      *out_object = find_context(runtime, platform, handle);
    else if (kind == FALX_NATIVE_QUEUE)
      *out_object = find_queue(platform, handle);
  }
  if (*out_object)
    return FALX_SUCCESS;
  return fxr_error(FALX_ERROR_INVALID, "no live object of the backend has this native handle");
}
