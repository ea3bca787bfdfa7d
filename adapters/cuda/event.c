/* Events: a stream and a ticket. */
#include "adapters/cuda/cuda.h"

static void complete(struct fxa_event *event, falx_status status) {
  __atomic_store_n(&event->status, (uint32_t)status, __ATOMIC_RELAXED);
  __atomic_store_n(&event->state, FXA_EVENT_COMPLETE, __ATOMIC_RELEASE);
}

void cud_event_make(struct fxa_event *event, struct cud_stream *stream, uint64_t ticket) {
  struct cud_event *made = cud_event_of(event);
  made->stream = stream;
  made->ticket = ticket;
  made->timer = NULL;
  __atomic_store_n(&event->status, FALX_SUCCESS, __ATOMIC_RELAXED);
  __atomic_store_n(&event->state,
                   cud_stream_knows(stream, ticket) ? FXA_EVENT_COMPLETE : FXA_EVENT_QUEUED,
                   __ATOMIC_RELEASE);
}

/* The command has ended. Any thread may find out, and all store the same: a stream whose context is
 * lost comes no further. */
static void settle(struct cud_event *event) {
  complete(&event->base,
           cud_stream_knows(event->stream, event->ticket) ? FALX_SUCCESS : FALX_ERROR_RUNTIME);
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

void cud_event_destroy(struct fxa_event *event) {
  struct cud_event *own = cud_event_of(event);
  if (own->timer)
    cud_timer_give(own->stream->device, own->timer);
  own->timer = NULL;
}
