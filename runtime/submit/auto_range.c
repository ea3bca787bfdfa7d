#include "runtime/submit/auto_range.h"

/* Enough for every vector width; more would leave cores without work-groups. */
enum { MOST_ITEMS = 256 };

static size_t largest_divisor(size_t number, uint64_t most) {
  for (size_t n = number < most ? number : (size_t)most; n > 1; n--)
    if (number % n == 0)
      return n;
  return 1;
}

void fxr_choose_local(falx_queue_t queue, const struct fxr_kernel *kernel,
                      struct falx_nd_range *range) {
  const uint32_t *required = kernel->record->reqd_work_group_size;
  uint64_t most = queue->max_work_group_size < MOST_ITEMS ? queue->max_work_group_size : MOST_ITEMS;
  for (uint32_t i = 0; i < range->dimensions && i < 3; i++) {
    uint64_t limit = queue->max_work_item_sizes[i] < most ? queue->max_work_item_sizes[i] : most;
    range->local[i] =
        required[0] ? (required[i] ? required[i] : 1) : largest_divisor(range->global[i], limit);
    most /= range->local[i] ? range->local[i] : 1;
  }
}
