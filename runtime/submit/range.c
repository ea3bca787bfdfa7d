/* Whether a range is one, and fits the device and the kernel. */
#include "runtime/submit/range.h"

#include <stdio.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/program/image.h"
#include "runtime/program/requirements.h"

enum { SHOWN = 512 }; /* of a kernel's name */

/* In SYCL's order of dimensions: the fastest last. */
static const char *range_text(char buffer[80], const size_t range[3], uint32_t dimensions) {
  int used = snprintf(buffer, 80, "{");
  for (uint32_t i = dimensions; i-- > 0;)
    used += snprintf(buffer + used, 80 - (size_t)used, "%zu%s", range[i], i ? ", " : "}");
  return buffer;
}

static falx_status check_local(falx_queue_t queue, const struct fxr_kernel *kernel,
                               const struct falx_nd_range *range) {
  char name[SHOWN], global[80], local[80];
  size_t items = 1;
  uint32_t dimensions = range->dimensions;
  for (uint32_t i = 0; i < dimensions; i++) {
    size_t size = range->local[i];
    if (size == 0)
      return fxr_error(FALX_ERROR_ND_RANGE, "kernel %s: the local range %s has a zero dimension",
                       fxr_kernel_pretty_name(kernel->name, name, sizeof name),
                       range_text(local, range->local, dimensions));
    if (range->global[i] % size)
      return fxr_error(FALX_ERROR_ND_RANGE,
                       "kernel %s: the local range %s does not divide the global range %s: %zu is "
                       "not a multiple of %zu",
                       fxr_kernel_pretty_name(kernel->name, name, sizeof name),
                       range_text(local, range->local, dimensions),
                       range_text(global, range->global, dimensions), range->global[i], size);
    if (size > queue->max_work_item_sizes[i])
      return fxr_error(FALX_ERROR_ND_RANGE,
                       "kernel %s: the local range %s passes the device's limit of %llu work-items "
                       "in one dimension (info::device::max_work_item_sizes)",
                       fxr_kernel_pretty_name(kernel->name, name, sizeof name),
                       range_text(local, range->local, dimensions),
                       (unsigned long long)queue->max_work_item_sizes[i]);
    if (__builtin_mul_overflow(items, size, &items) || items > queue->max_work_group_size)
      return fxr_error(FALX_ERROR_ND_RANGE,
                       "kernel %s: the local range %s is more than the device's limit of %llu "
                       "work-items in a work-group (info::device::max_work_group_size)",
                       fxr_kernel_pretty_name(kernel->name, name, sizeof name),
                       range_text(local, range->local, dimensions),
                       (unsigned long long)queue->max_work_group_size);
  }
  return FALX_SUCCESS;
}

/* *out_is_empty: there are no work-items to run, whatever the local range. */
static falx_status check_range(falx_queue_t queue, const struct fxr_kernel *kernel,
                               const struct falx_nd_range *range, bool *out_is_empty) {
  char name[SHOWN], text[80];
  uint32_t dimensions = range->dimensions;
  size_t items = 1;
  bool has_overflow = false;
  *out_is_empty = false;
  if (dimensions < 1 || dimensions > 3)
    return fxr_error(FALX_ERROR_ND_RANGE, "kernel %s: a range has 1 to 3 dimensions, not %u",
                     fxr_kernel_pretty_name(kernel->name, name, sizeof name), dimensions);
  for (uint32_t i = 0; i < dimensions; i++) {
    *out_is_empty |= range->global[i] == 0;
    has_overflow |= __builtin_mul_overflow(items, range->global[i], &items);
  }
  if (*out_is_empty)
    return FALX_SUCCESS;
  if (has_overflow)
    return fxr_error(FALX_ERROR_ND_RANGE,
                     "kernel %s: the global range %s holds more work-items than can be counted",
                     fxr_kernel_pretty_name(kernel->name, name, sizeof name),
                     range_text(text, range->global, dimensions));
  if (range->has_local) {
    falx_status status = check_local(queue, kernel, range);
    if (status != FALX_SUCCESS)
      return status;
  }
  return fxr_requirements_check_range(kernel->name, kernel->record, range);
}

/* sycl_ext_oneapi_root_group */
falx_status fxr_range_check_root_groups(falx_queue_t queue, const struct fxr_kernel *kernel,
                                        const struct falx_nd_range *range) {
  char name[SHOWN];
  size_t groups = 1;
  if (!range->has_local)
    return fxr_error(
        FALX_ERROR_INVALID,
        "kernel %s waits for all work-groups, and has none: launch it over an nd_range",
        fxr_kernel_pretty_name(kernel->name, name, sizeof name));
  for (uint32_t i = 0; i < range->dimensions; i++)
    groups *= range->global[i] / range->local[i];
  if (groups > queue->root_groups)
    return fxr_error(FALX_ERROR_ND_RANGE,
                     "kernel %s: %zu work-groups are to wait for each other, and the device runs "
                     "%u at the same time (kernel_queue_specific::max_num_work_groups)",
                     fxr_kernel_pretty_name(kernel->name, name, sizeof name), groups,
                     queue->root_groups);
  return FALX_SUCCESS;
}

/* ---- The range of the launch before ---- */

static void keep(struct fxr_kernel *kernel, const struct falx_nd_range *range) {
  struct fxr_known_range *known = &kernel->known;
  if (!fxs_seqlock_write(&known->version))
    return; /* another launch does */
  __atomic_store_n(&known->dimensions, range->dimensions, __ATOMIC_RELAXED);
  for (uint32_t i = 0; i < range->dimensions; i++) {
    __atomic_store_n(&known->global[i], range->global[i], __ATOMIC_RELAXED);
    __atomic_store_n(&known->local[i], range->local[i], __ATOMIC_RELAXED);
  }
  fxs_seqlock_end_write(&known->version);
}

falx_status fxr_range_check_new(falx_queue_t queue, struct fxr_kernel *kernel,
                                const struct falx_nd_range *range, bool *out_is_empty) {
  falx_status status = check_range(queue, kernel, range, out_is_empty);
  if (status == FALX_SUCCESS && !*out_is_empty && range->has_local)
    keep(kernel, range);
  return status;
}
