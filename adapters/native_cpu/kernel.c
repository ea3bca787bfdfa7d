/* One launch of a kernel on one thread: geometry, arguments, state, calls of the handler. */
#include "adapters/native_cpu/native.h"

#include <string.h>

#include "falx/check.h"

/* Chooses the local size of a range without one: the largest divisor of the row up to a bound,
 * so that the work-item loop is long and there are still enough work-groups to distribute. */
static uint64_t choose_row(struct fxa_kernel *kernel, uint64_t row) {
  enum { LONGEST = 1024, SHORTEST = 64 };
  uint64_t known = __atomic_load_n(&kernel->row, __ATOMIC_RELAXED);
  if (known >> 16 == row)
    return known & 0xffff;
  uint64_t bound = row / ((uint64_t)ncpu_device.threads * 4);
  if (bound < SHORTEST)
    bound = SHORTEST;
  if (bound > LONGEST)
    bound = LONGEST;
  if (bound > row)
    bound = row;
  while (row % bound != 0)
    bound--;
  if (row < UINT64_C(1) << 48)
    __atomic_store_n(&kernel->row, row << 16 | bound, __ATOMIC_RELAXED);
  return bound;
}

/* Bytes per work-group; 0 if the kernel needs none. If ids do not fit 31 bits the kernel runs
 * its work-items one at a time, each as a sub-group of its own. */
static uint64_t frame_bytes(const struct ncpu_kernel_work *work) {
  const struct fxa_kernel *kernel = work->kernel;
  uint64_t lanes = kernel->sub_group_size, row = (work->local[0] + lanes - 1) / lanes;
  uint64_t rows = work->local[1] * work->local[2], sub_groups = row * rows;
  for (int d = 0; d < 3; d++)
    if (work->global[d] + work->offset[d] > UINT64_C(1) << 31)
      sub_groups = row * lanes * rows;
  uint64_t scratch = sub_groups * kernel->frame_sub_group_bytes + NCPU_LOCAL_ALIGN - 1;
  return kernel->frame_bytes + scratch / NCPU_LOCAL_ALIGN * NCPU_LOCAL_ALIGN +
         row * lanes * rows * kernel->frame_item_bytes;
}

falx_status ncpu_kernel_work_make(struct ncpu_kernel_work *work, struct fxa_kernel *kernel,
                                  const struct fxa_launch *launch) {
  const struct falx_nd_range *range = launch->range;
  work->kernel = kernel;
  work->functor = launch->functor;
  work->args = NULL;
  work->items = 1;
  work->has_root_sync = launch->has_root_sync;
  for (uint32_t d = 0; d < 3; d++) {
    bool is_there = d < range->dimensions;
    work->global[d] = is_there ? range->global[d] : 1;
    work->offset[d] = is_there ? range->offset[d] : 0;
    work->local[d] = is_there && range->has_local ? range->local[d] : 1;
    work->items *= work->global[d];
  }
  if (work->items == 0) {
    work->groups[0] = work->groups[1] = work->groups[2] = 0;
  } else {
    if (!range->has_local && !(kernel->flags & FALX_KERNEL_DISPATCH_ITEMS)) {
      const uint32_t *required = kernel->required;
      if (required[0] != 0 && work->global[0] % required[0] == 0 &&
          work->global[1] % required[1] == 0 && work->global[2] % required[2] == 0)
        for (int d = 0; d < 3; d++)
          work->local[d] = required[d];
      else
        work->local[0] = choose_row(kernel, work->global[0]);
    }
    for (int d = 0; d < 3; d++)
      work->groups[d] = work->local[d] == 1 ? work->global[d] : work->global[d] / work->local[d];
  }
  work->frame_bytes = kernel->frame_bytes | kernel->frame_sub_group_bytes | kernel->frame_item_bytes
                          ? frame_bytes(work)
                          : 0;
  work->local_memory = 0;
  const unsigned char *functor = launch->functor;
  for (uint32_t i = 0; i < kernel->local_count; i++) {
    uint64_t bytes;
    memcpy(&bytes, functor + kernel->offsets[kernel->locals[i]], sizeof bytes);
    if (bytes > UINT64_MAX / 2 - work->local_memory)
      return ncpu_host->error(FALX_ERROR_ACCESSOR,
                              "native_cpu: local accessor %u asks for %llu bytes", i,
                              (unsigned long long)bytes);
    work->local_memory += (bytes + NCPU_LOCAL_ALIGN - 1) / NCPU_LOCAL_ALIGN * NCPU_LOCAL_ALIGN;
  }
  if (work->local_memory < launch->local_memory)
    work->local_memory = launch->local_memory;
  return FALX_SUCCESS;
}

void ncpu_kernel_extent(const struct ncpu_kernel_work *work, uint64_t out_extent[3]) {
  const uint64_t *extent =
      work->kernel->flags & FALX_KERNEL_DISPATCH_ITEMS ? work->global : work->groups;
  for (int d = 0; d < 3; d++)
    out_extent[d] = extent[d];
}

/* Layout: the blocks' addresses, which are the arguments' values; the local accessors' blocks
 * one after the other; the launch's memory; the frame. */
static falx_status take_scratch(struct ncpu_runner *runner) {
  const struct ncpu_kernel_work *work = runner->work;
  const struct fxa_kernel *kernel = work->kernel;
  bool is_long = kernel->arg_count > NCPU_ARGS_INLINE;
  size_t front = ((is_long ? kernel->arg_count : 0) + kernel->local_count) * sizeof(void *);
  front = (front + NCPU_LOCAL_ALIGN - 1) / NCPU_LOCAL_ALIGN * NCPU_LOCAL_ALIGN;
  uint64_t local =
      (work->local_memory + NCPU_LOCAL_ALIGN - 1) / NCPU_LOCAL_ALIGN * NCPU_LOCAL_ALIGN;
  runner->scratch = ncpu_scratch_take(front + local + work->frame_bytes);
  if (!runner->scratch)
    return ncpu_host->error(
        FALX_ERROR_MEMORY_ALLOCATION,
        "native_cpu: no memory for a work-group: %llu bytes of local accessors, "
        "%llu bytes for barriers and group memory",
        (unsigned long long)work->local_memory, (unsigned long long)work->frame_bytes);
  void **places = runner->scratch->memory;
  if (is_long) {
    runner->args = places;
    places += kernel->arg_count;
  }
  unsigned char *block = (unsigned char *)runner->scratch->memory + front;
  if (work->local_memory != 0)
    runner->state.local_memory = block;
  if (work->frame_bytes != 0)
    runner->state.frame = block + local;
  runner->bounds.local_begin = (uintptr_t)block;
  runner->bounds.local_end = (uintptr_t)block + local + kernel->frame_bytes;
  runner->bounds.frame_end = (uintptr_t)block + local + work->frame_bytes;
  for (uint32_t i = 0; i < kernel->local_count; i++) {
    uint32_t argument = kernel->locals[i];
    uint64_t bytes;
    memcpy(&bytes, (const unsigned char *)work->functor + kernel->offsets[argument], sizeof bytes);
    places[i] = block;
    runner->args[argument] = &places[i];
    block += (bytes + NCPU_LOCAL_ALIGN - 1) / NCPU_LOCAL_ALIGN * NCPU_LOCAL_ALIGN;
  }
  runner->state.launch_memory = block;
  return FALX_SUCCESS;
}

uint64_t ncpu_launch_number(void) {
  return falx_check_launch ? falx_check_launch() : 0;
}

falx_status ncpu_runner_begin(struct ncpu_runner *runner, const struct ncpu_kernel_work *work,
                              uint64_t launch) {
  const struct fxa_kernel *kernel = work->kernel;
  struct falx_native_cpu_state *state = &runner->state;
  runner->work = work;
  runner->scratch = NULL;
  runner->args = runner->args_inline;
  for (int d = 0; d < 3; d++) {
    state->global_range[d] = work->global[d];
    state->global_offset[d] = work->offset[d];
    state->local_range[d] = work->local[d];
    state->num_groups[d] = work->groups[d];
  }
  state->local_memory = state->frame = state->launch_memory = NULL;
  state->device_globals[0] = (uintptr_t)kernel->globals;
  state->root = NULL;
  runner->bounds = (struct falx_native_cpu_bounds){.arguments_begin = (uintptr_t)work->functor,
                                                   .arguments_end = (uintptr_t)work->functor +
                                                                    kernel->functor_size,
                                                   .launch = launch};
  state->memory_bounds[0] = (uintptr_t)&runner->bounds;
  /* An accessor of zero bytes still needs an address. */
  if (kernel->local_count != 0 || work->local_memory != 0 || work->frame_bytes != 0 ||
      kernel->arg_count > NCPU_ARGS_INLINE) {
    falx_status status = take_scratch(runner);
    if (status != FALX_SUCCESS)
      return status;
  }
  if (work->args) {
    runner->args = work->args;
    return FALX_SUCCESS;
  }
  /* Arguments are only read, so passing the functor as non-const is safe. */
  unsigned char *functor = (unsigned char *)(uintptr_t)work->functor;
  for (uint32_t i = 0, local = 0; i < kernel->arg_count; i++) {
    if (local < kernel->local_count && kernel->locals[local] == i)
      local++;
    else
      runner->args[i] = functor + kernel->offsets[i];
  }
  return FALX_SUCCESS;
}

void ncpu_runner_box(struct ncpu_runner *runner, const struct ncpu_box *box) {
  for (int d = 0; d < 3; d++) {
    runner->state.begin[d] = box->begin[d];
    runner->state.end[d] = box->end[d];
  }
  /* So that the stack is aligned to a cache line: vectors that a kernel spills lie within one, or
   * else the kernel takes up to 7 % longer. */
  _Alignas(64) volatile char line[64];
  line[0] = 0;
  (void)line;
  /* Not the address of a variable: AddressSanitizer keeps those elsewhere. */
  runner->bounds.stack_end = (uintptr_t)__builtin_frame_address(0);
  runner->work->kernel->handler(runner->args, &runner->state);
  runner->bounds.stack_end = 0; /* and the call above is none in tail position */
}

void ncpu_runner_end(struct ncpu_runner *runner) {
  if (runner->scratch)
    ncpu_scratch_give(runner->scratch);
}

void ncpu_kernel_bound(struct fxa_kernel *kernel, uint32_t item_cost) {
  enum {
    SHORT_COST = 1 << 20,
    FIRST_COST = 1 << 14
  }; /* instructions of a launch: SHORT_COST
      * bounds inline work to some hundreds of
      * microseconds; FIRST_COST applies before
      * the first measurement */
  kernel->short_items = item_cost ? SHORT_COST / item_cost : 0;
  kernel->first_items = item_cost ? FIRST_COST / item_cost : 0;
}

void ncpu_kernel_learn(struct fxa_kernel *kernel, uint64_t items, uint64_t ns) {
  if (items == 0)
    return;
  float now = (float)ns / (float)items, before;
  __atomic_load(&kernel->cost, &before, __ATOMIC_RELAXED);
  if (before >= 0)
    now = before + (now - before) * 0.25f;
  if (before > 0 && now > before * 0.98f && now < before * 1.02f)
    return; /* what other processors read is not written for nothing */
  __atomic_store(&kernel->cost, &now, __ATOMIC_RELAXED);
}
