/* Streams and their tickets: how far a stream has come is asked for as rarely as can be. Submitting
 * a command costs no call of the driver beside its own; whoever waits for the last one of a stream
 * waits for the stream; only who asks for one with others behind it has the driver note an event.
 * That stands behind those others, too, so the wait ends later than it could; where somebody waits
 * so, the commands that follow get an event each for a while. */
#include "adapters/cuda/cuda.h"

#include <stdlib.h>

/* ---- Marks: with the stream's lock, and its context current ---- */

static struct cud_mark *mark_at(struct cud_stream *stream, uint32_t index) {
  return &stream->marks[(stream->first_mark + index) % CUD_MARKS];
}

static void raise_to(uint64_t *number, uint64_t least) {
  uint64_t before = __atomic_load_n(number, __ATOMIC_ACQUIRE);
  while (before < least && !__atomic_compare_exchange_n(number, &before, least, true,
                                                        __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    ;
}

static void complete(struct cud_stream *stream, uint64_t ticket) {
  raise_to(&stream->completed, ticket);
}

/* Those that are known to have been reached. */
static void retire(struct cud_stream *stream) {
  while (stream->mark_count && !mark_at(stream, 0)->waiting &&
         cud_stream_knows(stream, mark_at(stream, 0)->ticket)) {
    stream->spare[stream->spare_count++] = mark_at(stream, 0)->event;
    stream->first_mark = (stream->first_mark + 1) % CUD_MARKS;
    stream->mark_count--;
  }
}

static CUresult poll_marks(struct cud_stream *stream) {
  CUresult error = CUDA_SUCCESS;
  for (uint32_t i = 0; i < stream->mark_count && error == CUDA_SUCCESS; i++) {
    error = cud_cu.cuEventQuery(mark_at(stream, i)->event);
    if (error == CUDA_SUCCESS)
      complete(stream, mark_at(stream, i)->ticket);
  }
  retire(stream);
  return error;
}

/* The first mark at or behind the ticket; one is made at the stream's end if there is none. With
 * every place taken the last mark moves there, or, if each command gets one, the oldest. */
static CUresult find_mark(struct cud_stream *stream, uint64_t ticket, struct cud_mark **out_mark) {
  retire(stream);
  for (uint32_t i = 0; i < stream->mark_count; i++)
    if (mark_at(stream, i)->ticket >= ticket) {
      *out_mark = mark_at(stream, i);
      return CUDA_SUCCESS;
    }
  CUresult error = CUDA_SUCCESS;
  if (stream->mark_count == CUD_MARKS) {
    error = poll_marks(stream);
    if (error != CUDA_SUCCESS && error != CUDA_ERROR_NOT_READY)
      return error;
  }
  bool is_new = stream->mark_count < CUD_MARKS;
  CUevent event = NULL;
  if (!is_new) {
    bool is_oldest = stream->commands_to_mark > 0 && !mark_at(stream, 0)->waiting;
    event = mark_at(stream, is_oldest ? 0 : CUD_MARKS - 1)->event;
    stream->first_mark = (stream->first_mark + is_oldest) % CUD_MARKS;
  } else if (stream->spare_count)
    event = stream->spare[--stream->spare_count];
  else if ((error = cud_cu.cuEventCreate(&event, CU_EVENT_DISABLE_TIMING)) != CUDA_SUCCESS)
    return error;
  error = cud_cu.cuEventRecord(event, stream->handle);
  if (error != CUDA_SUCCESS) {
    bool has_waiters = !is_new && mark_at(stream, CUD_MARKS - 1)->waiting; /* where it was */
    if (!has_waiters) {
      stream->mark_count -= !is_new;
      stream->spare[stream->spare_count++] = event;
    }
    return error;
  }
  stream->mark_count += is_new;
  *out_mark = mark_at(stream, stream->mark_count - 1);
  **out_mark = (struct cud_mark){cud_stream_last(stream), event, is_new ? 0 : (*out_mark)->waiting};
  return CUDA_SUCCESS;
}

void cud_stream_mark(struct cud_stream *stream, uint64_t ticket) {
  CUcontext before; /* launches are taken in any */
  struct cud_mark *mark;
  if (stream->commands_to_mark)
    stream->commands_to_mark--;
  if (cud_enter(stream->device, &before) != FALX_SUCCESS)
    return;
  cud_note(stream->device, find_mark(stream, ticket, &mark));
  cud_leave(before);
}

/* Who asked for ticket has to wait for more than that: later commands get marks of their own. */
static void note_detour(struct cud_stream *stream, const struct cud_mark *mark, uint64_t ticket) {
  if (mark->ticket > ticket || stream->commands_to_mark)
    stream->commands_to_mark = CUD_MARK_AFTER_DETOUR;
}

/* ---- Asking and waiting ---- */

/* True: the command has ended, in whatever way. */
static bool has_ended(const struct cud_stream *stream, uint64_t ticket) {
  return cud_stream_knows(stream, ticket) || cud_is_lost(stream->device);
}

bool cud_stream_is_done(struct cud_stream *stream, uint64_t ticket) {
  CUcontext before;
  struct cud_mark *mark;
  if (has_ended(stream, ticket))
    return true;
  if (cud_enter(stream->device, &before) != FALX_SUCCESS)
    return cud_is_lost(stream->device);
  fxs_lock_take(&stream->lock);
  CUresult error;
  if (cud_stream_last(stream) == ticket) {
    error = cud_cu.cuStreamQuery(stream->handle);
    if (error == CUDA_SUCCESS)
      complete(stream, ticket);
  } else {
    error = poll_marks(stream);
    if ((error == CUDA_SUCCESS || error == CUDA_ERROR_NOT_READY) &&
        !cud_stream_knows(stream, ticket))
      error = find_mark(stream, ticket, &mark);
  }
  fxs_lock_give(&stream->lock);
  cud_leave(before);
  if (error != CUDA_SUCCESS && error != CUDA_ERROR_NOT_READY && !cud_note(stream->device, error))
    cud_stream_wait(stream, ticket); /* no answer: the wait finds out why */
  return has_ended(stream, ticket);
}

/* Without an event: for everything before this call. An error that comes twice is the context's. */
static CUresult synchronize(struct cud_stream *stream, CUevent event) {
  CUresult error = CUDA_SUCCESS;
  for (int i = 0; i < 2; i++) {
    error = event ? cud_cu.cuEventSynchronize(event) : cud_cu.cuStreamSynchronize(stream->handle);
    if (error == CUDA_SUCCESS || cud_note(stream->device, error))
      return error;
  }
  cud_give_up(stream->device, error);
  return error;
}

static void end_wait(struct cud_stream *stream, CUevent event) {
  fxs_lock_take(&stream->lock);
  for (uint32_t i = 0; i < stream->mark_count; i++)
    if (mark_at(stream, i)->event == event)
      mark_at(stream, i)->waiting--;
  fxs_lock_give(&stream->lock);
}

falx_status cud_stream_wait(struct cud_stream *stream, uint64_t ticket) {
  CUcontext before;
  if (has_ended(stream, ticket))
    return FALX_SUCCESS;
  falx_status status = cud_enter(stream->device, &before);
  if (status != FALX_SUCCESS)
    return cud_is_lost(stream->device) ? FALX_SUCCESS : status;
  CUresult error = CUDA_SUCCESS;
  CUevent event = NULL;
  fxs_lock_take(&stream->lock);
  uint64_t reached = cud_stream_last(stream);
  if (reached != ticket) {
    struct cud_mark *mark;
    error = find_mark(stream, ticket, &mark);
    if (error == CUDA_SUCCESS) {
      event = mark->event;
      reached = mark->ticket;
      mark->waiting++;
      note_detour(stream, mark, ticket);
    }
  }
  fxs_lock_give(&stream->lock);
  CUresult of_mark = error;
  error = synchronize(stream, event);
  if (event)
    end_wait(stream, event);
  if (error == CUDA_SUCCESS) {
    complete(stream, of_mark == CUDA_SUCCESS ? reached : ticket);
    if (!event)
      raise_to(&stream->waited, of_mark == CUDA_SUCCESS ? reached : ticket);
  }
  cud_leave(before);
  return FALX_SUCCESS;
}

falx_status cud_stream_finish(struct cud_stream *stream) {
  CUcontext before;
  uint64_t last = cud_stream_last(stream);
  if (cud_is_lost(stream->device) || __atomic_load_n(&stream->waited, __ATOMIC_ACQUIRE) >= last)
    return FALX_SUCCESS;
  falx_status status = cud_enter(stream->device, &before);
  if (status != FALX_SUCCESS)
    return cud_is_lost(stream->device) ? FALX_SUCCESS : status;
  if (synchronize(stream, NULL) == CUDA_SUCCESS) {
    complete(stream, last);
    raise_to(&stream->waited, last);
  }
  cud_leave(before);
  return FALX_SUCCESS;
}

falx_status cud_stream_follow(struct cud_stream *stream, struct cud_stream *other,
                              uint64_t ticket) {
  CUcontext before;
  struct cud_mark *mark;
  CUevent event = NULL;
  falx_status status = cud_enter(other->device, &before);
  if (status != FALX_SUCCESS)
    return status;
  fxs_lock_take(&other->lock);
  CUresult error = find_mark(other, ticket, &mark);
  if (error == CUDA_SUCCESS) {
    event = mark->event;
    note_detour(other, mark, ticket);
  }
  fxs_lock_give(&other->lock);
  cud_leave(before);
  if (error == CUDA_SUCCESS && (status = cud_enter(stream->device, &before)) == FALX_SUCCESS) {
    error = cud_cu.cuStreamWaitEvent(stream->handle, event, 0);
    cud_leave(before);
  }
  if (error != CUDA_SUCCESS)
    status = cud_failed(stream->device, error, "a command cannot wait for one of another stream");
  return status;
}

/* ---- Life ---- */

static void destroy(struct cud_stream *stream) {
  for (uint32_t i = 0; i < stream->mark_count; i++)
    cud_cu.cuEventDestroy_v2(mark_at(stream, i)->event);
  for (uint32_t i = 0; i < stream->spare_count; i++)
    cud_cu.cuEventDestroy_v2(stream->spare[i]);
  cud_cu.cuStreamDestroy_v2(stream->handle);
  free(stream);
}

static falx_status make(struct fxa_device *device, uint32_t priority,
                        struct cud_stream **out_stream) {
  struct cud_stream *stream = calloc(1, sizeof *stream);
  *out_stream = NULL;
  if (!stream)
    return cud_no_memory("a stream");
  CUcontext before;
  falx_status status = cud_enter(device, &before);
  if (status == FALX_SUCCESS) {
    CUresult error = cud_cu.cuStreamCreateWithPriority(&stream->handle, CU_STREAM_NON_BLOCKING,
                                                       device->priorities[priority]);
    cud_leave(before);
    if (error != CUDA_SUCCESS)
      status = cud_failed(device, error, "a stream of %s cannot be created", device->name);
  }
  if (status != FALX_SUCCESS) {
    free(stream);
    return status;
  }
  stream->device = device;
  stream->priority = priority;
  fxs_mutex_lock(&device->lock);
  stream->next_of_all = device->streams;
  device->streams = stream;
  fxs_mutex_unlock(&device->lock);
  *out_stream = stream;
  return FALX_SUCCESS;
}

falx_status cud_stream_open(struct fxa_device *device, uint32_t priority,
                            struct cud_stream **out_stream) {
  fxs_mutex_lock(&device->lock);
  struct cud_stream *stream = device->idle[priority];
  if (stream)
    device->idle[priority] = stream->next;
  fxs_mutex_unlock(&device->lock);
  *out_stream = stream;
  return stream ? FALX_SUCCESS : make(device, priority, out_stream);
}

void cud_stream_close(struct cud_stream *stream) {
  struct fxa_device *device = stream->device;
  fxs_mutex_lock(&device->lock);
  stream->next = device->idle[stream->priority];
  device->idle[stream->priority] = stream;
  fxs_mutex_unlock(&device->lock);
}

void cud_streams_free(struct fxa_device *device) {
  for (struct cud_stream *stream = device->streams, *next; stream; stream = next) {
    next = stream->next_of_all;
    destroy(stream);
  }
}
