/* Copies and fills of boxes, piece by piece if the adapter has no better operation: row by row, and
 * between boxes of different shapes as many bytes as are contiguous on both sides. */
#include "runtime/queue/work.h"

enum { BATCH = 32 };

/* Events of pieces in flight. A full batch is replaced by one marker that waits for it; the marker
 * becomes the first of the next batch, and later pieces do not wait for it. */
struct batch {
  falx_event_t events[BATCH];
  struct fxa_event *natives[BATCH];
  size_t count;
};

static void batch_drop(struct batch *batch) {
  for (size_t i = 0; i < batch->count; i++)
    fxr_event_release(batch->events[i]);
  batch->count = 0;
}

/* Waits for the pieces of a failing command: no event tells others that they use its memory. */
static void batch_wait(falx_queue_t queue, struct batch *batch) {
  for (size_t i = 0; i < batch->count; i++)
    queue->ops->event_wait(batch->natives[i]);
}

/* Keeps an event that the adapter has created, if it has not completed; else returns its status.
 * If it fails later, the queue, which has it in flight, reports the error. */
static falx_status batch_add(falx_queue_t queue, struct batch *batch, falx_event_t event) {
  struct fxa_event *native = fxr_event_native(event);
  if (__atomic_load_n(&native->state, __ATOMIC_ACQUIRE) == FXA_EVENT_COMPLETE) {
    falx_status status = (falx_status)native->status;
    event->has_native = 1;
    fxr_event_release(event);
    return status;
  }
  fxr_event_publish_native(event);
  fxr_queue_append(queue, event);
  batch->natives[batch->count] = native;
  batch->events[batch->count++] = event;
  return FALX_SUCCESS;
}

static falx_status batch_fold(falx_queue_t queue, struct batch *batch) {
  falx_event_t event = fxr_event_create(queue, NULL);
  if (!event)
    return FALX_ERROR_MEMORY_ALLOCATION;
  falx_status status = queue->ops->enqueue_marker(queue->handle, batch->natives, batch->count,
                                                  fxr_event_native(event));
  if (status != FALX_SUCCESS) {
    fxr_event_release(event);
    return status;
  }
  batch_drop(batch);
  return batch_add(queue, batch, event);
}

struct piece {
  char *destination;
  const char *source; /* of a copy */
  size_t bytes;
};

/* The address of a byte of a box, counted without gaps, and how many follow it in its row. */
static char *locate(const struct fxr_box *box, const size_t region[3], size_t at,
                    size_t *out_left) {
  size_t row = at / region[0], column = at % region[0];
  *out_left = region[0] - column;
  return box->origin + column + row % region[1] * box->pitch[0] + row / region[1] * box->pitch[1];
}

static void piece_at(const struct fxr_work *work, size_t done, struct piece *out_piece) {
  out_piece->destination =
      locate(&work->u.box.destination, work->u.box.region, done, &out_piece->bytes);
  if (work->kind == FXR_WORK_FILL_BOX)
    return;
  size_t left;
  out_piece->source =
      locate(&work->u.box.source,
             work->kind == FXR_WORK_COPY_BOX ? work->u.box.region : work->u.box.source_region, done,
             &left);
  out_piece->bytes = left < out_piece->bytes ? left : out_piece->bytes;
}

static falx_status enqueue_piece(falx_queue_t queue, const struct fxr_work *work,
                                 const struct piece *piece, struct fxa_event *const *waits,
                                 size_t wait_count, struct fxa_event *native) {
  if (work->kind == FXR_WORK_FILL_BOX)
    return queue->ops->enqueue_fill(
        queue->handle, piece->destination, work->u.box.pattern, work->u.box.pattern_size,
        piece->bytes / work->u.box.pattern_size, waits, wait_count, native);
  return queue->ops->enqueue_copy(queue->handle, piece->destination, piece->source, piece->bytes,
                                  waits, wait_count, native);
}

falx_status fxr_box_enqueue(falx_queue_t queue, const struct fxr_work *work,
                            struct fxa_event *const *waits, size_t wait_count, falx_event_t event) {
  const struct fxr_box *to = &work->u.box.destination, *from = &work->u.box.source;
  const size_t *region = work->u.box.region;
  falx_status status = FALX_ERROR_NOT_SUPPORTED;
  if (work->kind == FXR_WORK_COPY_BOX && queue->ops->enqueue_copy_box)
    status = queue->ops->enqueue_copy_box(queue->handle, to->origin, to->pitch, from->origin,
                                          from->pitch, region, waits, wait_count,
                                          fxr_event_native(event));
  if (status != FALX_ERROR_NOT_SUPPORTED)
    return status;
  struct batch batch = {.count = 0};
  status = FALX_SUCCESS;
  const size_t *whole = work->kind == FXR_WORK_COPY_PIECES ? work->u.box.source_region : region;
  struct piece piece = {0};
  for (size_t done = 0; done < whole[0] * whole[1] * whole[2] && status == FALX_SUCCESS;
       done += piece.bytes) {
    if (batch.count == BATCH && (status = batch_fold(queue, &batch)) != FALX_SUCCESS)
      break;
    falx_event_t part = fxr_event_create(queue, NULL);
    if (!part) {
      status = FALX_ERROR_MEMORY_ALLOCATION;
      break;
    }
    part->kind = event->kind;
    part->location = event->location;
    piece_at(work, done, &piece);
    status = enqueue_piece(queue, work, &piece, waits, wait_count, fxr_event_native(part));
    if (status == FALX_SUCCESS)
      status = batch_add(queue, &batch, part);
    else
      fxr_event_release(part);
  }
  /* Even with nothing left to wait for, the marker completes a command of an in-order queue. */
  if (status == FALX_SUCCESS)
    status =
        queue->ops->enqueue_marker(queue->handle, batch.count ? batch.natives : waits,
                                   batch.count ? batch.count : wait_count, fxr_event_native(event));
  if (status != FALX_SUCCESS)
    batch_wait(queue, &batch);
  batch_drop(&batch);
  return status;
}
