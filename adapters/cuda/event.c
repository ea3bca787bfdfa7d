/* Events: a stream and a ticket. */
#include "adapters/cuda/cuda.h"

static void complete(struct fxa_event *event, falx_status status) {
  __atomic_store_n(&event->status, (uint32_t)status, __ATOMIC_RELAXED);
  __atomic_store_n(&event->state, FXA_EVENT_COMPLETE, __ATOMIC_RELEASE);
}

/* The process exits, and the driver has ended with what was under way: no failure of a command,
 * which nobody could do anything about. */
static bool is_overtaken(const struct fxa_device *device) {
  return __atomic_load_n(&device->lost, __ATOMIC_ACQUIRE) == CUDA_ERROR_DEINITIALIZED;
}

/* The command has ended. Any thread may find out; one stores it. */
static void settle(struct cud_event *event) {
  if (__atomic_exchange_n(&event->is_settled, 1, __ATOMIC_ACQ_REL)) {
    while (!cud_event_is_complete(&event->base))
      fxs_spin_pause();
    return;
  }
  bool is_right =
      cud_stream_knows(event->stream, event->ticket) || is_overtaken(event->stream->device);
  complete(&event->base, is_right ? FALX_SUCCESS : FALX_ERROR_RUNTIME);
}

void cud_event_poll(struct fxa_event *event) {
  struct cud_event *own = cud_event_of(event);
  if (!cud_event_is_complete(event) && cud_stream_is_done(own->stream, own->ticket))
    settle(own);
}

falx_status cud_event_wait(struct fxa_event *event) {
  struct cud_event *own = cud_event_of(event);
  if (!cud_event_is_complete(event)) {
    falx_status status = cud_stream_wait(own->stream, own->ticket);
    if (status != FALX_SUCCESS)
      return status;
    settle(own);
  }
  return __atomic_load_n(&event->status, __ATOMIC_RELAXED) == FALX_SUCCESS
             ? FALX_SUCCESS
             : cud_lost(own->stream->device, "a command did not come to its end");
}

FXS_HOT void cud_event_destroy(struct fxa_event *event) {
  struct cud_event *own = cud_event_of(event);
  if (own->timer)
    cud_timer_give(own->stream->device, own->timer);
  own->timer = NULL;
  if (own->native)
    cud_cu.cuEventDestroy_v2(own->native);
  own->native = NULL;
}

FXS_HOT bool cud_event_covers(const struct fxa_event *event, const struct fxa_event *before) {
  const struct cud_event *own = (const struct cud_event *)(const void *)event;
  const struct cud_event *other = (const struct cud_event *)(const void *)before;
  return own->stream == other->stream && own->ticket >= other->ticket;
}

falx_status cud_event_native(struct fxa_event *event, uintptr_t *out_handle) {
  struct cud_event *own = cud_event_of(event);
  struct cud_stream *stream = own->stream;
  CUcontext before;
  CUresult error = CUDA_SUCCESS;
  falx_status status = cud_enter(stream->device, &before);
  if (status != FALX_SUCCESS)
    return status;
  fxs_lock_take(&stream->lock);
  if (!own->native) {
    CUevent made = NULL;
    error = cud_cu.cuEventCreate(&made, CU_EVENT_DISABLE_TIMING);
    if (error == CUDA_SUCCESS && !cud_event_is_complete(event)) /* else it is complete as it is */
      error = cud_cu.cuEventRecord(made, stream->handle);
    if (error == CUDA_SUCCESS)
      own->native = made;
    else if (made)
      cud_cu.cuEventDestroy_v2(made);
  }
  *out_handle = (uintptr_t)own->native;
  fxs_lock_give(&stream->lock);
  cud_leave(before);
  return error == CUDA_SUCCESS
             ? FALX_SUCCESS
             : cud_failed(stream->device, error, "an event of %s cannot be created",
                          stream->device->name);
}
