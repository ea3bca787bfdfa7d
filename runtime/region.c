/* Boxes of elements in buffers or behind pointers: checks, shapes and their copies and fills. */
#include "runtime/region.h"

#include <string.h>

#include "runtime/buffer.h"
#include "runtime/error.h"

falx_status fxr_region_check(const struct falx_region *region, const char *what) {
  size_t bytes = region->element_size;
  if (!bytes)
    return fxr_error(FALX_ERROR_INVALID, "copy: the element size of the %s is 0", what);
  size_t elements = region->range[0] * region->range[1] * region->range[2];
  for (int i = 0; i < 3; i++) {
    if (region->offset[i] > region->memory_range[i] ||
        region->range[i] > region->memory_range[i] - region->offset[i])
      return fxr_error(FALX_ERROR_INVALID,
                       "copy: the %s's box of %zu elements from %zu in dimension %d passes the end "
                       "of its memory, %zu elements",
                       what, region->range[i], region->offset[i], i, region->memory_range[i]);
    if (__builtin_mul_overflow(bytes, region->memory_range[i], &bytes))
      return fxr_error(FALX_ERROR_INVALID, "copy: the %s is larger than memory can be", what);
  }
  if (region->buffer && bytes > region->buffer->bytes)
    return fxr_error(FALX_ERROR_INVALID, "copy: the %s needs %zu bytes, its buffer has %zu", what,
                     bytes, region->buffer->bytes);
  if (!region->buffer && !region->pointer && elements)
    return fxr_error(FALX_ERROR_INVALID, "copy: the pointer of the %s is NULL", what);
  return FALX_SUCCESS;
}

static struct fxr_box box_of(const struct falx_region *region, const void *base) {
  struct fxr_box box;
  box.pitch[0] = region->memory_range[0] * region->element_size;
  box.pitch[1] = region->memory_range[1] * box.pitch[0];
  box.origin = (char *)(uintptr_t)base + region->offset[0] * region->element_size +
               region->offset[1] * box.pitch[0] + region->offset[2] * box.pitch[1];
  return box;
}

/* The rows lie one behind the other without a gap. */
static bool is_linear(const struct fxr_box *box, const size_t region[3]) {
  if (region[1] == 1 && region[2] == 1)
    return true;
  return box->pitch[0] == region[0] && (region[2] == 1 || box->pitch[1] == region[0] * region[1]);
}

static size_t volume(const size_t region[3]) {
  return region[0] * region[1] * region[2];
}

/* Bytes, rows and slices. */
static void region_of(const struct falx_region *box, size_t out_region[3]) {
  out_region[0] = box->range[0] * box->element_size;
  out_region[1] = box->range[1];
  out_region[2] = box->range[2];
}

/* Between boxes of different shapes: 4.9.4.3 counts bytes alone. Both have to lie in one piece. */
static falx_status copy_reshaped(const struct falx_region *destination, void *destination_base,
                                 const struct falx_region *source, const void *source_base,
                                 struct fxr_work *out_work) {
  size_t to_region[3], from_region[3];
  region_of(destination, to_region);
  region_of(source, from_region);
  struct fxr_box to = box_of(destination, destination_base), from = box_of(source, source_base);
  if (volume(from_region) > volume(to_region))
    return fxr_error(FALX_ERROR_INVALID,
                     "copy: the source has %zu bytes (%zu x %zu x %zu elements of %zu), the "
                     "destination room for %zu (%zu x %zu x %zu of %zu): make the destination's "
                     "accessor larger or the source's smaller",
                     volume(from_region), source->range[0], source->range[1], source->range[2],
                     source->element_size, volume(to_region), destination->range[0],
                     destination->range[1], destination->range[2], destination->element_size);
  if (!is_linear(&to, to_region) || !is_linear(&from, from_region))
    return fxr_error(
        FALX_ERROR_NOT_SUPPORTED,
        "copy: the boxes have different shapes, and one of them has gaps: source %zu x "
        "%zu x %zu elements of %zu bytes, destination %zu x %zu x %zu of %zu; copy "
        "boxes of one shape, or whole buffers",
        source->range[0], source->range[1], source->range[2], source->element_size,
        destination->range[0], destination->range[1], destination->range[2],
        destination->element_size);
  if (volume(from_region) == 0)
    return FALX_SUCCESS;
  out_work->kind = FXR_WORK_COPY;
  out_work->u.copy.destination = to.origin;
  out_work->u.copy.source = from.origin;
  out_work->u.copy.bytes = volume(from_region);
  return FALX_SUCCESS;
}

falx_status fxr_region_copy(const struct falx_region *destination, void *destination_base,
                            const struct falx_region *source, const void *source_base,
                            struct fxr_work *out_work) {
  size_t region[3], from_region[3];
  region_of(destination, region);
  region_of(source, from_region);
  *out_work = (struct fxr_work){.kind = FXR_WORK_NONE};
  if (memcmp(region, from_region, sizeof region) != 0)
    return copy_reshaped(destination, destination_base, source, source_base, out_work);
  if (volume(region) == 0)
    return FALX_SUCCESS;
  struct fxr_box to = box_of(destination, destination_base), from = box_of(source, source_base);
  if (is_linear(&to, region) && is_linear(&from, region)) {
    out_work->kind = FXR_WORK_COPY;
    out_work->u.copy.destination = to.origin;
    out_work->u.copy.source = from.origin;
    out_work->u.copy.bytes = volume(region);
    return FALX_SUCCESS;
  }
  out_work->kind = FXR_WORK_COPY_BOX;
  out_work->u.box.destination = to;
  out_work->u.box.source = from;
  for (int i = 0; i < 3; i++)
    out_work->u.box.region[i] = region[i];
  return FALX_SUCCESS;
}

void fxr_region_fill(const struct falx_region *destination, void *base, const void *pattern,
                     struct fxr_work *out_work) {
  size_t size = destination->element_size;
  const size_t region[3] = {destination->range[0] * size, destination->range[1],
                            destination->range[2]};
  *out_work = (struct fxr_work){.kind = FXR_WORK_NONE};
  if (volume(region) == 0)
    return;
  struct fxr_box to = box_of(destination, base);
  if (is_linear(&to, region)) {
    out_work->kind = FXR_WORK_FILL;
    out_work->u.fill.destination = to.origin;
    out_work->u.fill.pattern = pattern;
    out_work->u.fill.pattern_size = size;
    out_work->u.fill.count = volume(region) / size;
    return;
  }
  out_work->kind = FXR_WORK_FILL_BOX;
  out_work->u.box.destination = to;
  out_work->u.box.pattern = pattern;
  out_work->u.box.pattern_size = size;
  for (int i = 0; i < 3; i++)
    out_work->u.box.region[i] = region[i];
}

/* ---- Row by row ---- */

enum { BATCH = 32 };

/* Events of rows under way. A full batch is folded into one marker, which the rows after it need
 * not wait for: it is the first of the next batch. */
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

/* Rows of a command that fails: nobody else knows that they use its memory. */
static void batch_wait(falx_queue_t queue, struct batch *batch) {
  for (size_t i = 0; i < batch->count; i++)
    queue->ops->event_wait(batch->natives[i]);
}

/* The event is made by the adapter: keeps it if it is not done, else answers how it ended. */
static falx_status batch_add(struct batch *batch, falx_event_t event) {
  event->has_native = 1;
  struct fxa_event *native = fxr_event_native(event);
  if (__atomic_load_n(&native->state, __ATOMIC_ACQUIRE) == FXA_EVENT_COMPLETE) {
    falx_status status = (falx_status)native->status;
    fxr_event_release(event);
    return status;
  }
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
  return batch_add(batch, event);
}

static falx_status enqueue_row(falx_queue_t queue, const struct fxr_work *work, size_t row,
                               size_t slice, struct fxa_event *const *waits, size_t wait_count,
                               struct fxa_event *native) {
  const struct fxr_box *to = &work->u.box.destination, *from = &work->u.box.source;
  char *destination = to->origin + row * to->pitch[0] + slice * to->pitch[1];
  if (work->kind == FXR_WORK_FILL_BOX)
    return queue->ops->enqueue_fill(
        queue->handle, destination, work->u.box.pattern, work->u.box.pattern_size,
        work->u.box.region[0] / work->u.box.pattern_size, waits, wait_count, native);
  return queue->ops->enqueue_copy(queue->handle, destination,
                                  from->origin + row * from->pitch[0] + slice * from->pitch[1],
                                  work->u.box.region[0], waits, wait_count, native);
}

falx_status fxr_region_enqueue(falx_queue_t queue, const struct fxr_work *work,
                               struct fxa_event *const *waits, size_t wait_count,
                               falx_event_t event) {
  const struct fxr_box *to = &work->u.box.destination, *from = &work->u.box.source;
  const size_t *region = work->u.box.region;
  if (work->kind == FXR_WORK_COPY_BOX && queue->ops->enqueue_copy_box)
    return queue->ops->enqueue_copy_box(queue->handle, to->origin, to->pitch, from->origin,
                                        from->pitch, region, waits, wait_count,
                                        fxr_event_native(event));
  struct batch batch = {.count = 0};
  falx_status status = FALX_SUCCESS;
  for (size_t slice = 0; slice < region[2] && status == FALX_SUCCESS; slice++) {
    for (size_t row = 0; row < region[1] && status == FALX_SUCCESS; row++) {
      if (batch.count == BATCH && (status = batch_fold(queue, &batch)) != FALX_SUCCESS)
        break;
      falx_event_t part = fxr_event_create(queue, NULL);
      if (!part) {
        status = FALX_ERROR_MEMORY_ALLOCATION;
        break;
      }
      status = enqueue_row(queue, work, row, slice, waits, wait_count, fxr_event_native(part));
      if (status == FALX_SUCCESS)
        status = batch_add(&batch, part);
      else
        fxr_event_release(part);
    }
  }
  /* With nothing left to wait for, the marker still ends a command of an in-order queue. */
  if (status == FALX_SUCCESS)
    status =
        queue->ops->enqueue_marker(queue->handle, batch.count ? batch.natives : waits,
                                   batch.count ? batch.count : wait_count, fxr_event_native(event));
  if (status != FALX_SUCCESS)
    batch_wait(queue, &batch);
  batch_drop(&batch);
  return status;
}
