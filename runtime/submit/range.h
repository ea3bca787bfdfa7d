/* Whether a range is one, and fits the device and the kernel. */
#ifndef FALX_RUNTIME_RANGE_H
#define FALX_RUNTIME_RANGE_H

#include "runtime/program/kernel.h"
#include "runtime/queue/queue.h"
#include "support/seqlock.h"

falx_status fxr_range_check_new(falx_queue_t queue, struct fxr_kernel *kernel,
                                const struct falx_nd_range *range, bool *out_is_empty);

/* The offset does not matter. */
static inline bool fxr_range_is_known(const struct fxr_kernel *kernel,
                                      const struct falx_nd_range *range) {
  const struct fxr_known_range *known = &kernel->known;
  uint64_t version = fxs_seqlock_read(&known->version);
  if (!version || __atomic_load_n(&known->dimensions, __ATOMIC_RELAXED) != range->dimensions)
    return false;
  size_t difference = 0;
  for (uint32_t i = 0; i < range->dimensions; i++) {
    difference |= fxs_seqlock_word(&known->global[i]) ^ range->global[i];
    difference |= fxs_seqlock_word(&known->local[i]) ^ range->local[i];
  }
  return !difference && fxs_seqlock_is_unchanged(&known->version, version);
}

/* *out_is_empty: there are no work-items to run, whatever the local range. The kernel keeps the
 * last nd_range that was right: the next launch mostly has the same one. Ranges without work-groups
 * are checked as fast as they are looked up. */
static inline falx_status fxr_range_check(falx_queue_t queue, struct fxr_kernel *kernel,
                                          const struct falx_nd_range *range, bool *out_is_empty) {
  *out_is_empty = false;
  return range->has_local && fxr_range_is_known(kernel, range)
             ? FALX_SUCCESS
             : fxr_range_check_new(queue, kernel, range, out_is_empty);
}

/* sycl_ext_oneapi_root_group: work-groups that wait for each other; the range has passed the
 * check. */
falx_status fxr_range_check_root_groups(falx_queue_t queue, const struct fxr_kernel *kernel,
                                        const struct falx_nd_range *range);

#endif
