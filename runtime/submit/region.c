/* Boxes of elements in buffers or behind pointers: checks, shapes, and the resulting work. */
#include "runtime/submit/region.h"

#include <string.h>

#include "runtime/common/error.h"
#include "runtime/memory/buffer.h"

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

/* The rows are contiguous. */
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

/* Contiguous rows become one. */
static void flatten(const struct fxr_box *box, size_t region[3]) {
  if (!is_linear(box, region))
    return;
  region[0] = volume(region);
  region[1] = region[2] = 1;
}

/* Between boxes of different shapes: 4.9.4.3 counts bytes only, in order. */
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
  if (volume(from_region) == 0)
    return FALX_SUCCESS;
  flatten(&to, to_region);
  flatten(&from, from_region);
  if (to_region[0] >= volume(from_region) && from_region[0] == volume(from_region)) {
    out_work->kind = FXR_WORK_COPY;
    out_work->u.copy.destination = to.origin;
    out_work->u.copy.source = from.origin;
    out_work->u.copy.bytes = volume(from_region);
    return FALX_SUCCESS;
  }
  out_work->kind = FXR_WORK_COPY_PIECES;
  out_work->u.box.destination = to;
  out_work->u.box.source = from;
  for (int i = 0; i < 3; i++) {
    out_work->u.box.region[i] = to_region[i];
    out_work->u.box.source_region[i] = from_region[i];
  }
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
