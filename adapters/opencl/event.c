/* Events: the runtime's memory holds the driver's event; its state is asked for. */
#include "adapters/opencl/opencl.h"

#include <stdlib.h>

static struct ocl_event *event_of(struct fxa_event *event) {
  return (struct ocl_event *)(void *)event;
}

static bool is_complete(const struct fxa_event *event) {
  return __atomic_load_n(&event->state, __ATOMIC_ACQUIRE) == FXA_EVENT_COMPLETE;
}

/* execution: CL_COMPLETE, or the error that ended the command. Any thread may find out, and all
 * store the same. */
static void complete(struct fxa_event *event, cl_int execution) {
  __atomic_store_n(&event->status, (uint32_t)ocl_status_of(execution), __ATOMIC_RELAXED);
  __atomic_store_n(&event->state, FXA_EVENT_COMPLETE, __ATOMIC_RELEASE);
}

void ocl_event_poll(struct fxa_event *event) {
  cl_int execution;
  if (is_complete(event) ||
      ocl_cl.clGetEventInfo(event_of(event)->handle, CL_EVENT_COMMAND_EXECUTION_STATUS,
                            sizeof execution, &execution, NULL) != CL_SUCCESS)
    return;
  if (execution <= CL_COMPLETE)
    complete(event, execution);
  else if (execution == CL_RUNNING)
    __atomic_store_n(&event->state, FXA_EVENT_RUNNING, __ATOMIC_RELEASE);
}

falx_status ocl_event_wait(struct fxa_event *event) {
  if (!is_complete(event)) {
    cl_int error = ocl_cl.clWaitForEvents(1, &event_of(event)->handle);
    if (error == CL_SUCCESS)
      complete(event, CL_COMPLETE);
    else
      ocl_event_poll(event);
    if (!is_complete(event))
      return ocl_failed(error, "waiting for an event failed");
  }
  falx_status status = (falx_status)__atomic_load_n(&event->status, __ATOMIC_RELAXED);
  if (status == FALX_SUCCESS)
    return FALX_SUCCESS;
  cl_int execution = 0;
  ocl_cl.clGetEventInfo(event_of(event)->handle, CL_EVENT_COMMAND_EXECUTION_STATUS,
                        sizeof execution, &execution, NULL);
  return ocl_failed(execution, "the device has ended it with an error");
}

/* ---- Callbacks ---- */

struct notification {
  struct fxa_event *event; /* referenced until the callback has run */
  void (*callback)(void *user);
  void *user;
};

static void notify(cl_event handle, cl_int execution, void *user) {
  struct notification *notification = user;
  (void)handle;
  complete(notification->event, execution);
  notification->callback(notification->user);
  ocl_host->event_release(notification->event);
  free(notification);
}

falx_status ocl_event_notify(struct fxa_event *event, void (*callback)(void *user), void *user) {
  ocl_event_poll(event);
  if (is_complete(event)) {
    callback(user);
    return FALX_SUCCESS;
  }
  struct notification *notification = malloc(sizeof *notification);
  if (!notification)
    return ocl_host->error(FALX_ERROR_MEMORY_ALLOCATION, "opencl: no memory for a callback");
  *notification = (struct notification){event, callback, user};
  ocl_host->event_retain(event);
  cl_int error =
      ocl_cl.clSetEventCallback(event_of(event)->handle, CL_COMPLETE, notify, notification);
  if (error == CL_SUCCESS)
    return FALX_SUCCESS;
  ocl_host->event_release(event);
  free(notification);
  return ocl_failed(error, "a callback cannot be set");
}

falx_status ocl_event_profiling(struct fxa_event *event, falx_profiling_info info,
                                uint64_t *out_ns) {
  static const cl_uint queries[] = {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_START,
                                    CL_PROFILING_COMMAND_END};
  *out_ns = 0;
  if (!event_of(event)->is_profiled)
    return ocl_host->error(FALX_ERROR_PROFILING,
                           "opencl: the event's queue was made without enable_profiling");
  if ((unsigned)info > FALX_PROFILING_END)
    return ocl_host->error(FALX_ERROR_INVALID, "opencl: unknown profiling query %d", (int)info);
  falx_status status = ocl_event_wait(event);
  if (status != FALX_SUCCESS)
    return status;
  cl_int error = ocl_cl.clGetEventProfilingInfo(event_of(event)->handle, queries[info],
                                                sizeof *out_ns, out_ns, NULL);
  return error == CL_SUCCESS ? FALX_SUCCESS : ocl_failed(error, "an event has no times");
}

void ocl_event_destroy(struct fxa_event *event) {
  if (event_of(event)->handle)
    ocl_cl.clReleaseEvent(event_of(event)->handle);
  event_of(event)->handle = NULL;
}

/* ---- What a command waits for ---- */

static void end_bridge(cl_event handle, cl_int execution, void *bridge) {
  (void)handle;
  ocl_cl.clSetUserEventStatus(bridge, execution < CL_COMPLETE ? execution : CL_COMPLETE);
  ocl_cl.clReleaseEvent(bridge);
}

/* An event of context that completes with one of another context; NULL after an error. */
static cl_event bridge(struct fxa_context *context, cl_event from, cl_int *error) {
  cl_event made = ocl_cl.clCreateUserEvent(context->handle, error);
  if (!made)
    return NULL;
  ocl_cl.clRetainEvent(made); /* for the callback */
  *error = ocl_cl.clSetEventCallback(from, CL_COMPLETE, end_bridge, made);
  if (*error == CL_SUCCESS)
    return made;
  ocl_cl.clSetUserEventStatus(made, *error);
  ocl_cl.clReleaseEvent(made);
  ocl_cl.clReleaseEvent(made);
  return NULL;
}

falx_status ocl_waits_make(struct fxa_queue *queue, struct fxa_event *const *waits, size_t count,
                           struct ocl_waits *out_waits) {
  out_waits->count = out_waits->bridge_count = 0;
  out_waits->items = out_waits->space;
  if (count > OCL_WAITS_INLINE) {
    out_waits->items = malloc(count * sizeof *out_waits->items);
    if (!out_waits->items)
      return ocl_host->error(FALX_ERROR_MEMORY_ALLOCATION, "opencl: no memory for %zu events",
                             count);
  }
  for (size_t pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < count; i++) {
      const struct ocl_event *event = event_of(waits[i]);
      bool is_other = event->context->handle != queue->context->handle;
      if (is_complete(waits[i]) || is_other != (pass == 1))
        continue;
      cl_int error = CL_SUCCESS;
      cl_event handle = is_other ? bridge(queue->context, event->handle, &error) : event->handle;
      if (!handle) {
        ocl_waits_free(out_waits);
        return ocl_failed(error, "a command cannot wait for one of another context");
      }
      out_waits->items[out_waits->count++] = handle;
      out_waits->bridge_count += is_other;
    }
  return FALX_SUCCESS;
}

void ocl_waits_free(struct ocl_waits *waits) {
  for (cl_uint i = waits->count - waits->bridge_count; i < waits->count; i++)
    ocl_cl.clReleaseEvent(waits->items[i]);
  if (waits->items != waits->space)
    free(waits->items);
}

falx_status ocl_submitted(struct fxa_queue *queue, struct ocl_waits *waits, cl_int error,
                          cl_event handle, struct fxa_event *event, const char *what) {
  ocl_waits_free(waits);
  if (error == CL_SUCCESS && ocl_cl.clFlush(queue->handle) != CL_SUCCESS)
    error = ocl_cl.clFinish(queue->handle); /* or else a later call would have to start it */
  if (error != CL_SUCCESS) {
    if (handle) { /* nothing runs any more that the caller has not been told of */
      ocl_cl.clWaitForEvents(1, &handle);
      ocl_cl.clReleaseEvent(handle);
    }
    return ocl_failed(error, "%s cannot be submitted", what);
  }
  struct ocl_event *made = event_of(event);
  made->handle = handle;
  made->context = queue->context;
  made->is_profiled = (queue->flags & FALX_QUEUE_PROFILING) != 0;
  __atomic_store_n(&event->status, FALX_SUCCESS, __ATOMIC_RELAXED);
  __atomic_store_n(&event->state, FXA_EVENT_QUEUED, __ATOMIC_RELEASE);
  return FALX_SUCCESS;
}
