/* The work-groups of a launch that gives none, and those of the launch before. */
#include "adapters/cuda/cuda.h"

enum { SMALLEST = 2 * CUD_WARP };

static uint64_t groups_of(size_t range, uint32_t block) {
  return (range + block - 1) / block;
}

/* The largest divisor of range that is at most most. */
static uint32_t divisor_of(size_t range, uint32_t most) {
  uint32_t divisor = range < most ? (uint32_t)range : most;
  while (range % divisor != 0)
    divisor--;
  return divisor;
}

/* One row where it fits into a group: its neighbours in memory are neighbours in warps. Otherwise
 * as few groups as can be, of whole warps, and little beyond the range. */
static uint32_t guarded(size_t range, uint32_t most, bool is_row) {
  if (range <= most)
    return (uint32_t)range;
  if (!is_row)
    return most;
  uint64_t even = (range + groups_of(range, most) - 1) / groups_of(range, most);
  uint64_t whole = (even + CUD_WARP - 1) / CUD_WARP * CUD_WARP;
  return whole < most ? (uint32_t)whole : most;
}

void cud_shape_range(const size_t range[3], uint32_t guards, uint32_t most, const int max_block[3],
                     uint32_t multiprocessors, struct cud_shape *out_shape) {
  /* A small range is for all multiprocessors. */
  uint64_t items = 1;
  for (int d = 0; d < 3; d++)
    if (__builtin_mul_overflow(items, (uint64_t)range[d], &items))
      items = UINT64_MAX;
  while (most > SMALLEST && items / most < 2 * (uint64_t)multiprocessors)
    most /= 2;
  bool is_flat = range[1] == 1 && range[2] == 1;
  uint32_t left = most;
  for (int d = 0; d < 3; d++) {
    uint32_t limit = left < (uint32_t)max_block[d] ? left : (uint32_t)max_block[d];
    if (!(guards & (1u << d)))
      out_shape->block[d] = divisor_of(range[d], limit);
    else if (is_flat && d == 0)
      out_shape->block[d] = range[d] < limit ? (uint32_t)range[d] : limit;
    else
      out_shape->block[d] = guarded(range[d], limit, d == 0);
    out_shape->groups[d] = groups_of(range[d], out_shape->block[d]);
    left /= out_shape->block[d];
  }
}

/* ---- The launch before ---- */

void cud_shape_keep(struct cud_known_shape *known, const struct falx_nd_range *range,
                    const struct cud_shape *shape) {
  if (!fxs_seqlock_write(&known->version))
    return; /* another launch does */
  __atomic_store_n(&known->dimensions, range->dimensions, __ATOMIC_RELAXED);
  __atomic_store_n(&known->has_local, range->has_local, __ATOMIC_RELAXED);
  for (uint32_t d = 0; d < range->dimensions; d++) {
    __atomic_store_n(&known->global[d], range->global[d], __ATOMIC_RELAXED);
    __atomic_store_n(&known->offset[d], range->offset[d], __ATOMIC_RELAXED);
    if (range->has_local)
      __atomic_store_n(&known->local[d], range->local[d], __ATOMIC_RELAXED);
  }
  for (int d = 0; d < 3; d++) {
    __atomic_store_n(&known->shape.block[d], shape->block[d], __ATOMIC_RELAXED);
    __atomic_store_n(&known->shape.groups[d], shape->groups[d], __ATOMIC_RELAXED);
  }
  fxs_seqlock_end_write(&known->version);
}
