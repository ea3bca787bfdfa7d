/* The work of a command of any kind: run as a whole, or split and run in units. */
#include "adapters/native_cpu/native.h"

enum { COPY_UNIT = 1 << 20 };

falx_status ncpu_work_run(const struct ncpu_work *work) {
  struct ncpu_box box = {{0, 0, 0}, {1, 1, 1}};
  switch (work->kind) {
  case NCPU_KERNEL: {
    struct ncpu_runner runner;
    const struct ncpu_kernel_work *kernel = &work->u.kernel;
    if (kernel->items == 0)
      return FALX_SUCCESS;
    if (kernel->has_root_sync)
      return ncpu_root_run(kernel);
    falx_status status = ncpu_runner_begin(&runner, kernel, ncpu_launch_number());
    if (status != FALX_SUCCESS)
      return status;
    ncpu_kernel_extent(kernel, box.end);
    ncpu_runner_box(&runner, &box);
    ncpu_runner_end(&runner);
    return FALX_SUCCESS;
  }
  case NCPU_COPY:
    for (int d = 0; d < 3; d++)
      box.end[d] = work->u.copy.region[d];
    ncpu_copy_box(&work->u.copy, &box);
    return FALX_SUCCESS;
  case NCPU_FILL:
    box.end[0] = work->u.fill.bytes;
    ncpu_fill_box(&work->u.fill, &box);
    return FALX_SUCCESS;
  case NCPU_MARKER:
    return FALX_SUCCESS;
  }
  return FALX_ERROR_RUNTIME;
}

void ncpu_work_split(const struct ncpu_work *work, struct ncpu_split *out_split) {
  uint64_t extent[3] = {1, 1, 1}, grain = 1, wanted = 1;
  bool is_high = false;
  struct ncpu_width width = {UINT32_MAX, 1, 0};
  if (work->kind == NCPU_KERNEL) {
    struct fxa_kernel *kernel = work->u.kernel.kernel;
    const struct fxa_device *device = work->u.kernel.device;
    ncpu_kernel_extent(&work->u.kernel, extent);
    grain = kernel->flags & FALX_KERNEL_DISPATCH_ITEMS ? NCPU_ITEM_GRAIN : 1;
    is_high = kernel->flags & FALX_KERNEL_WALKS_COLUMNS;
    float cost;
    __atomic_load(&kernel->cost, &cost, __ATOMIC_RELAXED);
    width = ncpu_width_choose(kernel->paces, work->u.kernel.items, cost, device->threads,
                              ncpu_pool_reach(device->pool), ncpu_pool_awake(device->pool));
    wanted = width.units;
    if (work->u.kernel.has_root_sync)
      wanted = 1; /* ncpu_work_run does it */
  } else if (work->kind == NCPU_COPY) {
    const struct ncpu_copy_work *copy = &work->u.copy;
    for (int d = 0; d < 3; d++)
      extent[d] = copy->region[d];
    grain = 4096;
    wanted = extent[0] * extent[1] * extent[2] / COPY_UNIT;
  } else if (work->kind == NCPU_FILL) {
    extent[0] = work->u.fill.bytes;
    grain = 4096 * work->u.fill.pattern_size;
    wanted = extent[0] / COPY_UNIT;
  }
  if (wanted == 0)
    wanted = 1;
  if (extent[0] == 0 || extent[1] == 0 || extent[2] == 0)
    extent[0] = extent[1] = extent[2] = wanted = 1;
  ncpu_split_make(out_split, extent, grain, wanted, is_high);
  out_split->width = width.threads;
  out_split->expected_ns = (uint64_t)width.expected_ns;
  out_split->launch = work->kind == NCPU_KERNEL ? ncpu_launch_number() : 0;
}

falx_status ncpu_work_run_units(const struct ncpu_work *work, const struct ncpu_split *split,
                                bool (*next)(void *user, uint64_t *out_from, uint64_t *out_to),
                                void *user) {
  struct ncpu_runner runner;
  struct ncpu_box box;
  uint64_t from, to;
  falx_status status = FALX_SUCCESS;
  if (work->kind == NCPU_KERNEL)
    status = ncpu_runner_begin(&runner, &work->u.kernel, split->launch);
  while (next(user, &from, &to)) /* after a failure the remaining units are taken, but not run */
    while (status == FALX_SUCCESS && from < to) {
      ncpu_split_next(split, &from, to, &box);
      if (work->kind == NCPU_KERNEL)
        ncpu_runner_box(&runner, &box);
      else if (work->kind == NCPU_COPY)
        ncpu_copy_box(&work->u.copy, &box);
      else if (work->kind == NCPU_FILL)
        ncpu_fill_box(&work->u.fill, &box);
    }
  if (work->kind == NCPU_KERNEL && status == FALX_SUCCESS)
    ncpu_runner_end(&runner);
  return status;
}
