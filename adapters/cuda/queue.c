/* Queues: in order one stream; out of order a few, of which a command takes the one whose last
 * command it waits for, or one that has nothing to do. */
#include "adapters/cuda/cuda.h"

#include <stdlib.h>

falx_status cud_queue_create(struct fxa_context *context, struct fxa_device *device, uint32_t flags,
                             struct fxa_queue **out_queue) {
  *out_queue = NULL;
  if (cud_is_lost(device))
    return cud_lost(device, "a queue cannot be created");
  struct fxa_queue *queue = calloc(1, sizeof *queue);
  if (!queue)
    return cud_no_memory("a queue");
  *queue = (struct fxa_queue){.device = device,
                              .context = context,
                              .flags = flags,
                              .priority = flags & FALX_QUEUE_PRIORITY_LOW    ? 0
                                          : flags & FALX_QUEUE_PRIORITY_HIGH ? 2
                                                                             : 1};
  falx_status status = FALX_SUCCESS;
  if (flags & FALX_QUEUE_PROFILING)
    status = cud_profile_open(device);
  if (status == FALX_SUCCESS)
    status = cud_stream_open(device, queue->priority, &queue->streams[0]);
  if (status != FALX_SUCCESS) {
    free(queue);
    return status;
  }
  queue->stream_count = 1;
  fxs_mutex_init(&queue->lock, 0);
  *out_queue = queue;
  return FALX_SUCCESS;
}

void cud_queue_destroy(struct fxa_queue *queue) {
  for (uint32_t i = 0; i < queue->stream_count; i++)
    cud_stream_close(queue->streams[i]);
  fxs_mutex_destroy(&queue->lock);
  free(queue);
}

/* The streams that there are; those that come later have no earlier commands. */
static uint32_t streams_of(struct fxa_queue *queue, struct cud_stream **out_streams) {
  fxs_mutex_lock(&queue->lock);
  uint32_t count = queue->stream_count;
  for (uint32_t i = 0; i < count; i++)
    out_streams[i] = queue->streams[i];
  fxs_mutex_unlock(&queue->lock);
  return count;
}

/* What commands have ended with is their events' to tell. */
falx_status cud_queue_finish(struct fxa_queue *queue) {
  struct cud_stream *streams[CUD_QUEUE_STREAMS] = {NULL};
  uint32_t count = streams_of(queue, streams);
  for (uint32_t i = 0; i < count; i++) {
    falx_status status = cud_stream_finish(streams[i]);
    if (status != FALX_SUCCESS)
      return status;
  }
  return FALX_SUCCESS;
}

/* ---- The stream of a command ---- */

static bool is_idle(const struct cud_stream *stream) {
  return cud_stream_knows(stream, cud_stream_last(stream));
}

static bool is_own(const struct fxa_queue *queue, const struct cud_stream *stream) {
  for (uint32_t i = 0; i < queue->stream_count; i++)
    if (queue->streams[i] == stream)
      return true;
  return false;
}

/* With the queue's lock. */
__attribute__((noinline)) static struct cud_stream *
choose(struct fxa_queue *queue, struct fxa_event *const *waits, size_t wait_count) {
  for (size_t i = 0; i < wait_count; i++) {
    struct cud_event *wait = cud_event_of(waits[i]);
    if (!cud_event_is_complete(waits[i]) && is_own(queue, wait->stream) &&
        cud_stream_last(wait->stream) == wait->ticket)
      return wait->stream;
  }
  for (uint32_t i = 0; i < queue->stream_count; i++)
    if (is_idle(queue->streams[i]))
      return queue->streams[i];
  struct cud_stream *made;
  if (queue->stream_count < CUD_QUEUE_STREAMS &&
      cud_stream_open(queue->device, queue->priority, &made) == FALX_SUCCESS)
    return queue->streams[queue->stream_count++] = made;
  return queue->streams[queue->turn++ % queue->stream_count]; /* without another, by turns */
}

__attribute__((always_inline)) static inline struct cud_stream *
stream_for(struct fxa_queue *queue, struct fxa_event *const *waits, size_t wait_count) {
  if (queue->flags & FALX_QUEUE_IN_ORDER)
    return queue->streams[0];
  fxs_mutex_lock(&queue->lock);
  struct cud_stream *stream = choose(queue, waits, wait_count);
  fxs_mutex_unlock(&queue->lock);
  return stream;
}

/* ---- Commands ---- */

/* Has the stream wait for what it does not wait for anyhow. Several commands of one stream are
 * waited for by the last of them. */
__attribute__((noinline)) static falx_status follow_all(struct cud_stream *stream,
                                                        struct fxa_event *const *waits,
                                                        size_t wait_count, uint32_t *out_followed) {
  *out_followed = 0;
  for (size_t i = 0; i < wait_count; i++) {
    struct cud_event *wait = cud_event_of(waits[i]);
    bool is_needed = !cud_event_is_complete(waits[i]) && wait->stream != stream &&
                     !cud_stream_knows(wait->stream, wait->ticket);
    for (size_t k = i + 1; k < wait_count && is_needed; k++) {
      const struct cud_event *later = cud_event_of(waits[k]);
      is_needed = later->stream != wait->stream || later->ticket < wait->ticket ||
                  cud_event_is_complete(waits[k]);
    }
    if (!is_needed)
      continue;
    falx_status status = cud_is_lost(wait->stream->device)
                             ? cud_lost(wait->stream->device, "a command cannot wait for another")
                             : cud_stream_follow(stream, wait->stream, wait->ticket);
    if (status != FALX_SUCCESS)
      return status;
    ++*out_followed;
  }
  return FALX_SUCCESS;
}

/* Behind cud_enter. */
__attribute__((noinline)) static falx_status
begin_timed(struct fxa_queue *queue, struct cud_stream *stream, struct cud_command *command) {
  command->submit_ns = cud_now();
  falx_status status = cud_timer_take(queue->device, &command->timer, &command->epoch);
  if (status != FALX_SUCCESS) {
    cud_leave(command->before);
    return status;
  }
  fxs_lock_take(&stream->lock);
  CUresult error = cud_cu.cuEventRecord(command->timer->start, stream->handle);
  if (error == CUDA_SUCCESS)
    return FALX_SUCCESS;
  fxs_lock_give(&stream->lock);
  cud_timer_give(queue->device, command->timer);
  cud_leave(command->before);
  return cud_failed(queue->device, error, "the start of a command cannot be timed");
}

/* begin, with a stream that the caller has chosen. */
__attribute__((always_inline)) static inline falx_status begin_in(struct fxa_queue *queue,
                                                                  struct cud_stream *stream,
                                                                  bool is_call,
                                                                  struct cud_command *out_command) {
  out_command->queue = queue;
  out_command->stream = stream;
  out_command->timer = NULL;
  out_command->before = NULL;
  out_command->is_entered = !is_call || queue->flags & FALX_QUEUE_PROFILING ||
                            __atomic_load_n(&queue->device->is_shared, __ATOMIC_RELAXED);
  falx_status status =
      out_command->is_entered ? cud_enter(queue->device, &out_command->before) : FALX_SUCCESS;
  if (status != FALX_SUCCESS)
    return status;
  if (queue->flags & FALX_QUEUE_PROFILING)
    return begin_timed(queue, stream, out_command);
  fxs_lock_take(&stream->lock);
  return FALX_SUCCESS;
}

__attribute__((always_inline)) static inline falx_status begin(struct fxa_queue *queue,
                                                               struct fxa_event *const *waits,
                                                               size_t wait_count, bool is_call,
                                                               struct cud_command *out_command) {
  uint32_t followed;
  struct cud_stream *stream = stream_for(queue, waits, wait_count);
  falx_status status = wait_count ? follow_all(stream, waits, wait_count, &followed) : FALX_SUCCESS;
  return status == FALX_SUCCESS ? begin_in(queue, stream, is_call, out_command) : status;
}

falx_status cud_begin(struct fxa_queue *queue, struct fxa_event *const *waits, size_t wait_count,
                      struct cud_command *out_command) {
  if (cud_is_lost(queue->device))
    return cud_lost(queue->device, "a command cannot be submitted");
  return begin(queue, waits, wait_count, false, out_command);
}

FXS_HOT falx_status cud_begin_call(struct fxa_queue *queue, struct fxa_event *const *waits,
                                   size_t wait_count, struct cud_command *out_command) {
  return begin(queue, waits, wait_count, true, out_command);
}

bool cud_begin_again(struct cud_command *command) {
  struct fxa_device *device = command->queue->device;
  CUcontext current = NULL;
  if (command->is_entered ||
      (cud_cu.cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == device->primary))
    return false;
  command->is_entered = true;
  if (current) /* whose programs change it: from now on launches ask first */
    __atomic_store_n(&device->is_shared, 1, __ATOMIC_RELAXED);
  return cud_enter_other(device, &command->before) == FALX_SUCCESS;
}

FXS_HOT falx_status cud_end(struct cud_command *command, CUresult error, struct fxa_event *event,
                            const char *what) {
  struct cud_stream *stream = command->stream;
  struct fxa_device *device = command->queue->device;
  uint64_t ticket = 0;
  if (error == CUDA_SUCCESS && command->timer)
    error = cud_cu.cuEventRecord(command->timer->end, stream->handle);
  if (error == CUDA_SUCCESS ||
      !cud_note(device, error)) /* counted after an error, too: of several calls some were taken */
    ticket = cud_stream_count(stream);
  fxs_lock_give(&stream->lock);
  cud_leave(command->before);
  if (error != CUDA_SUCCESS) {
    if (command->timer)
      cud_timer_give(device, command->timer);
    return cud_failed(device, error, "%s cannot be submitted to %s", what, device->name);
  }
  cud_event_make(event, stream, ticket);
  if (command->timer) {
    struct cud_event *made = cud_event_of(event);
    made->timer = command->timer;
    made->epoch = command->epoch;
    made->submit_ns = command->submit_ns;
  }
  return FALX_SUCCESS;
}

/* ---- Markers: often there is nothing to submit, as an earlier command's ticket says the same ----
 */

static falx_status submit_marker(struct fxa_queue *queue, struct cud_stream *stream,
                                 struct fxa_event *event) {
  struct cud_command command;
  falx_status status = begin_in(queue, stream, false, &command);
  return status == FALX_SUCCESS ? cud_end(&command, CUDA_SUCCESS, event, "a marker") : status;
}

/* All commands of the queue so far: one stream waits for the last ones of the others. */
static falx_status mark_all(struct fxa_queue *queue, struct fxa_event *event) {
  struct cud_stream *streams[CUD_QUEUE_STREAMS] = {NULL}, *stream = NULL;
  uint32_t count = streams_of(queue, streams), followed = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t last = cud_stream_last(streams[i]);
    if (cud_stream_knows(streams[i], last))
      continue;
    if (!stream) {
      stream = streams[i];
      continue;
    }
    falx_status status = cud_stream_follow(stream, streams[i], last);
    if (status != FALX_SUCCESS)
      return status;
    followed++;
  }
  if (!stream)
    stream = streams[0];
  if (followed || queue->flags & FALX_QUEUE_PROFILING)
    return submit_marker(queue, stream, event);
  cud_event_make(event, stream, cud_stream_last(stream));
  return FALX_SUCCESS;
}

falx_status cud_enqueue_marker(struct fxa_queue *queue, struct fxa_event *const *waits,
                               size_t wait_count, struct fxa_event *event) {
  if (cud_is_lost(queue->device))
    return cud_lost(queue->device, "a command cannot be submitted");
  if (!wait_count)
    return mark_all(queue, event);
  uint32_t followed;
  struct cud_stream *stream = stream_for(queue, waits, wait_count);
  falx_status status = follow_all(stream, waits, wait_count, &followed);
  if (status != FALX_SUCCESS)
    return status;
  if (followed || queue->flags & FALX_QUEUE_PROFILING)
    return submit_marker(queue, stream, event);
  /* In order behind the predecessor; out of order behind the waits, which are all in the stream. */
  uint64_t ticket = queue->flags & FALX_QUEUE_IN_ORDER ? cud_stream_last(stream) : 0;
  for (size_t i = 0; i < wait_count; i++) {
    const struct cud_event *wait = cud_event_of(waits[i]);
    if (!cud_event_is_complete(waits[i]) && wait->stream == stream && wait->ticket > ticket)
      ticket = wait->ticket;
  }
  cud_event_make(event, stream, ticket);
  return FALX_SUCCESS;
}
