/* Launches: the grid, the shared memory, the parameters. docs/cuda.md has their layout. */
#include <stdlib.h>

#include "adapters/cuda/cuda.h"

enum { SHARED_ALIGNMENT = 128, MOST_ON_STACK = 64, USUAL_BLOCK = 256 };
static const uint64_t most_ids = (UINT64_C(1) << 31) - 1024; /* of 32 bits; docs/cuda.md */

/* One launch while it is put together. */
struct launch {
  struct fxa_kernel *kernel;
  const struct fxa_launch *given;
  size_t global[3], offset[3]; /* set by shape_new */
  struct cud_shape shape;
  uint64_t shared;
  struct falx_launch_range range;
};

/* ---- The grid ---- */

/* The work-items of a group with which the kernel fills the device best; of several sizes that do,
 * the smallest from USUAL_BLOCK on, which leaves the least to do at the end. */
static falx_status find_block(struct fxa_kernel *kernel, uint32_t *out_block) {
  int grid = 0, most = 0, blocks = 0;
  *out_block = __atomic_load_n(&kernel->block, __ATOMIC_RELAXED);
  if (*out_block)
    return FALX_SUCCESS;
  CUcontext before;
  struct fxa_device *device = kernel->program->device;
  falx_status status = cud_enter(device, &before);
  if (status != FALX_SUCCESS)
    return status;
  CUresult error =
      cud_cu.cuOccupancyMaxPotentialBlockSize(&grid, &most, kernel->function, NULL, 0, 0);
  int resident = 0, best = most;
  if (error == CUDA_SUCCESS)
    error = cud_cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel->function, most, 0);
  resident = blocks * most;
  for (int size = USUAL_BLOCK; size < most && best == most && error == CUDA_SUCCESS; size *= 2) {
    error = cud_cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel->function, size, 0);
    if (blocks * size >= resident)
      best = size;
  }
  cud_leave(before);
  if (error != CUDA_SUCCESS)
    return cud_failed(device, error, "the work-group size for kernel '%s' cannot be computed",
                      kernel->name);
  *out_block = best > 0 ? (uint32_t)best : CUD_WARP;
  __atomic_store_n(&kernel->block, *out_block, __ATOMIC_RELAXED);
  return FALX_SUCCESS;
}

static falx_status shape_range(struct launch *launch) {
  const struct fxa_kernel *kernel = launch->kernel;
  const struct fxa_device *device = kernel->program->device;
  uint32_t guards = kernel->flags / FALX_KERNEL_GUARDS_X & 7, block;
  if (kernel->reqd[0]) {
    for (int d = 0; d < 3; d++) {
      launch->shape.block[d] = kernel->reqd[d] ? kernel->reqd[d] : 1;
      launch->shape.groups[d] =
          (launch->global[d] + launch->shape.block[d] - 1) / launch->shape.block[d];
      if (launch->global[d] % launch->shape.block[d] != 0 && !(guards & (1u << d)))
        return cud_host->error(FALX_ERROR_ND_RANGE,
                               "cuda: kernel '%s' has work-groups of %u in dimension %d, of which "
                               "the range of %zu is no multiple",
                               kernel->name, kernel->reqd[d], d, launch->global[d]);
    }
    return FALX_SUCCESS;
  }
  falx_status status = find_block(launch->kernel, &block);
  if (status == FALX_SUCCESS)
    cud_shape_range(launch->global, guards, block, device->max_blocks,
                    (uint32_t)device->multiprocessors, &launch->shape);
  return status;
}

static falx_status shape_groups(struct launch *launch) {
  const struct fxa_kernel *kernel = launch->kernel;
  const struct fxa_device *device = kernel->program->device;
  const struct falx_nd_range *range = launch->given->range;
  uint64_t items = 1;
  for (uint32_t d = 0; d < 3; d++) {
    size_t local = d < range->dimensions ? range->local[d] : 1;
    launch->shape.block[d] = (uint32_t)local;
    launch->shape.groups[d] = launch->global[d] / local;
    items *= local;
    if (local > (size_t)device->max_blocks[d])
      return cud_host->error(FALX_ERROR_ND_RANGE,
                             "cuda: work-groups of %zu in dimension %u; %s has at most %d there",
                             local, d, device->name, device->max_blocks[d]);
  }
  if (items > (uint64_t)kernel->max_threads)
    return cud_host->error(FALX_ERROR_ND_RANGE,
                           "cuda: work-groups of %llu work-items; kernel '%s' runs with at most "
                           "%d on %s, as each takes %d registers",
                           (unsigned long long)items, kernel->name, kernel->max_threads,
                           device->name, kernel->registers);
  return FALX_SUCCESS;
}

static falx_status check_ids(const struct launch *launch) {
  const struct fxa_device *device = launch->kernel->program->device;
  for (int d = 0; d < 3; d++) {
    if (!(launch->kernel->flags & FALX_KERNEL_WIDE_IDS) &&
        (launch->global[d] > most_ids || launch->offset[d] > most_ids - launch->global[d]))
      return cud_host->error(FALX_ERROR_ND_RANGE,
                             "cuda: ids of kernel '%s' have 32 bits, and range and offset in "
                             "dimension %d are %zu and %zu; compile with "
                             "-fno-sycl-id-queries-fit-in-int",
                             launch->kernel->name, d, launch->global[d], launch->offset[d]);
    if (d == 0 && launch->shape.groups[0] > (uint64_t)device->max_grid[0])
      return cud_host->error(FALX_ERROR_ND_RANGE,
                             "cuda: %llu work-groups in dimension 0; %s has at most %d in a launch",
                             (unsigned long long)launch->shape.groups[0], device->name,
                             device->max_grid[0]);
  }
  return FALX_SUCCESS;
}

__attribute__((noinline)) static falx_status shape_new(struct launch *launch) {
  const struct falx_nd_range *range = launch->given->range;
  for (uint32_t d = 0; d < 3; d++) {
    launch->global[d] = d < range->dimensions ? range->global[d] : 1;
    launch->offset[d] = d < range->dimensions ? range->offset[d] : 0;
  }
  falx_status status = range->has_local ? shape_groups(launch) : shape_range(launch);
  if (status == FALX_SUCCESS)
    status = check_ids(launch);
  if (status == FALX_SUCCESS)
    cud_shape_keep(&launch->kernel->known, range, &launch->shape);
  return status;
}

__attribute__((always_inline)) static inline void fill_range(struct launch *launch) {
  const struct falx_nd_range *given = launch->given->range;
  for (uint32_t d = 0; d < launch->kernel->range_dimensions; d++) {
    size_t global = d < given->dimensions ? given->global[d] : 1;
    size_t offset = d < given->dimensions ? given->offset[d] : 0;
    launch->range.dimensions[d] = (struct falx_launch_dimension){.first = offset,
                                                                 .end = offset + global,
                                                                 .range = global,
                                                                 .offset = offset,
                                                                 .groups = launch->shape.groups[d]};
  }
}

/* ---- Parameters ---- */

static uint32_t take_shared(struct launch *launch, uint64_t bytes) {
  uint64_t offset = (launch->shared + SHARED_ALIGNMENT - 1) / SHARED_ALIGNMENT * SHARED_ALIGNMENT;
  if (__builtin_add_overflow(offset, bytes, &launch->shared) || launch->shared > UINT32_MAX)
    launch->shared = offset = UINT32_MAX; /* more than there is: refused below */
  return (uint32_t)offset;
}

/* values: where each parameter is; offsets: room for those into shared memory. */
static void fill_mixed(struct launch *launch, void **values, uint32_t *offsets) {
  const struct fxa_kernel *kernel = launch->kernel;
  char *functor = (char *)(uintptr_t)launch->given->functor;
  const uint32_t *block = launch->shape.block;
  uint64_t items = (uint64_t)block[0] * block[1] * block[2];
  for (uint32_t i = 0; i < kernel->parameter_count; i++) {
    const struct cud_parameter *parameter = &kernel->parameters[i];
    values[i] = &offsets[i];
    switch (parameter->kind) {
    case CUD_VALUE:
      values[i] = functor + parameter->offset;
      break;
    case CUD_LOCAL: {
      uint64_t bytes;
      __builtin_memcpy(&bytes, functor + parameter->offset, sizeof bytes);
      offsets[i] = take_shared(launch, bytes);
      break;
    }
    case CUD_SCRATCH:
      offsets[i] = take_shared(launch, (items + CUD_WARP - 1) / CUD_WARP * kernel->sub_group_bytes);
      break;
    case CUD_LAUNCH_MEMORY:
      offsets[i] = take_shared(launch, launch->given->launch_memory);
      break;
    default: /* the launch range: below */
      break;
    }
  }
}

/* Of a kernel whose parameters are values. */
__attribute__((always_inline)) static inline void place_plain(const struct fxa_kernel *kernel,
                                                              const void *functor, void **values) {
  for (uint32_t i = 0; i < kernel->parameter_count; i++)
    values[i] = (char *)(uintptr_t)functor + kernel->parameters[i].offset;
}

__attribute__((always_inline)) static inline void
fill_parameters(struct launch *launch, void **values, uint32_t *offsets) {
  const struct fxa_kernel *kernel = launch->kernel;
  if (!kernel->is_plain)
    fill_mixed(launch, values, offsets);
  else
    place_plain(kernel, launch->given->functor, values);
  if (kernel->range_dimensions) { /* the last one */
    fill_range(launch);
    values[kernel->parameter_count - 1] = &launch->range;
  }
}

/* More than what every kernel may have is asked for once. */
__attribute__((noinline)) static falx_status allow_more_shared(const struct launch *launch) {
  struct fxa_kernel *kernel = launch->kernel;
  struct fxa_device *device = kernel->program->device;
  int most = device->shared_optin_bytes - kernel->static_shared;
  if (launch->shared > (uint64_t)(most > 0 ? most : 0))
    return cud_host->error(FALX_ERROR_MEMORY_ALLOCATION,
                           "cuda: kernel '%s' takes %llu bytes of local memory, each block at a "
                           "multiple of %d; there are %d",
                           kernel->name, (unsigned long long)launch->shared, SHARED_ALIGNMENT,
                           most);
  CUcontext before;
  falx_status status = cud_enter(device, &before);
  if (status != FALX_SUCCESS)
    return status;
  CUresult error =
      cud_cu.cuFuncSetAttribute(kernel->function, CU_FUNC_MAX_DYNAMIC_SHARED_SIZE_BYTES, most);
  cud_leave(before);
  if (error != CUDA_SUCCESS)
    return cud_failed(device, error, "kernel '%s' does not get %d bytes of local memory",
                      kernel->name, most);
  __atomic_store_n(&kernel->shared_limit, (uint32_t)most, __ATOMIC_RELAXED);
  return FALX_SUCCESS;
}

__attribute__((always_inline)) static inline falx_status allow_shared(const struct launch *launch) {
  return launch->shared <= __atomic_load_n(&launch->kernel->shared_limit, __ATOMIC_RELAXED)
             ? FALX_SUCCESS
             : allow_more_shared(launch);
}

/* ---- Submission ---- */

static uint64_t least(uint64_t left, uint64_t right) {
  return left < right ? left : right;
}

/* Grids end at some number of groups in y and z: a larger launch has several. */
__attribute__((noinline)) static CUresult submit_grids(struct launch *launch, CUstream stream,
                                                       void **values) {
  const struct fxa_kernel *kernel = launch->kernel;
  const struct falx_nd_range *range = launch->given->range;
  const int *most = kernel->program->device->max_grid;
  const uint32_t *block = launch->shape.block;
  const uint64_t *groups = launch->shape.groups;
  struct falx_launch_dimension *of = launch->range.dimensions;
  uint64_t offset_y = range->dimensions > 1 ? range->offset[1] : 0;
  uint64_t offset_z = range->dimensions > 2 ? range->offset[2] : 0;
  CUresult error = CUDA_SUCCESS;
  for (uint64_t z = 0; z < groups[2]; z += (uint64_t)most[2])
    for (uint64_t y = 0; y < groups[1] && error == CUDA_SUCCESS; y += (uint64_t)most[1]) {
      of[1].first_group = y;
      of[2].first_group = z;
      of[1].first = offset_y + y * block[1];
      of[2].first = offset_z + z * block[2];
      error = cud_cu.cuLaunchKernel(
          kernel->function, (unsigned)groups[0], (unsigned)least(groups[1] - y, (uint64_t)most[1]),
          (unsigned)least(groups[2] - z, (uint64_t)most[2]), block[0], block[1], block[2],
          (unsigned)launch->shared, stream, values, NULL);
    }
  return error;
}

__attribute__((always_inline)) static inline bool is_one_grid(const struct launch *launch) {
  const int *most = launch->kernel->program->device->max_grid;
  const uint64_t *groups = launch->shape.groups;
  return groups[1] <= (uint64_t)most[1] && groups[2] <= (uint64_t)most[2];
}

/* All work-groups at the same time, or an error. */
__attribute__((noinline)) static CUresult submit_together(const struct launch *launch,
                                                          CUstream stream, void **values) {
  const uint32_t *block = launch->shape.block;
  const uint64_t *groups = launch->shape.groups;
  return !is_one_grid(launch)
             ? CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE
             : cud_cu.cuLaunchCooperativeKernel(launch->kernel->function, (unsigned)groups[0],
                                                (unsigned)groups[1], (unsigned)groups[2], block[0],
                                                block[1], block[2], (unsigned)launch->shared,
                                                stream, values);
}

static CUresult submit_one(const struct launch *launch, CUstream stream, void **values) {
  const uint32_t *block = launch->shape.block;
  const uint64_t *groups = launch->shape.groups;
  return cud_cu.cuLaunchKernel(launch->kernel->function, (unsigned)groups[0], (unsigned)groups[1],
                               (unsigned)groups[2], block[0], block[1], block[2],
                               (unsigned)launch->shared, stream, values, NULL);
}

static falx_status check(const struct fxa_kernel *kernel, const struct fxa_launch *given) {
  if (given->functor_size != kernel->functor_size)
    return cud_host->error(FALX_ERROR_KERNEL_ARGUMENT,
                           "cuda: the function object has %u bytes, kernel '%s' expects %u",
                           given->functor_size, kernel->name, kernel->functor_size);
  if (given->has_root_sync && !cud_cu.cuLaunchCooperativeKernel)
    return cud_host->error(FALX_ERROR_NOT_SUPPORTED,
                           "cuda: kernel '%s' wants all work-groups to make progress at the same "
                           "time; the driver has no cuLaunchCooperativeKernel",
                           kernel->name);
  return FALX_SUCCESS;
}

static bool is_empty(const struct fxa_launch *given) {
  for (uint32_t d = 0; d < given->range->dimensions; d++)
    if (given->range->global[d] == 0)
      return true;
  return false;
}

FXS_HOT falx_status cud_enqueue_kernel(struct fxa_queue *queue, struct fxa_kernel *kernel,
                                       const struct fxa_launch *given,
                                       struct fxa_event *const *waits, size_t wait_count,
                                       struct fxa_event *event) {
  struct launch launch; /* the range only where the kernel has it */
  void *few[MOST_ON_STACK], **values = few;
  uint32_t few_offsets[MOST_ON_STACK], *offsets = few_offsets;
  falx_status status = check(kernel, given);
  if (status != FALX_SUCCESS)
    return status;
  if (cud_is_lost(queue->device))
    return cud_lost(queue->device, "a command cannot be submitted");
  launch.kernel = kernel;
  launch.given = given;
  launch.shared = 0;
  if (!cud_shape_recall(&kernel->known, given->range, &launch.shape)) {
    if (is_empty(given))
      return cud_enqueue_marker(queue, waits, wait_count, event);
    if ((status = shape_new(&launch)) != FALX_SUCCESS)
      return status;
  }
  if (kernel->parameter_count > MOST_ON_STACK) {
    values = malloc(kernel->parameter_count * (sizeof *values + sizeof *offsets));
    if (!values)
      return cud_no_memory("a launch");
    offsets = (uint32_t *)(void *)(values + kernel->parameter_count);
  }
  fill_parameters(&launch, values, offsets);
  status = allow_shared(&launch);
  struct cud_command command;
  bool is_one = is_one_grid(&launch) && !given->has_root_sync;
  if (status == FALX_SUCCESS)
    status = is_one ? cud_begin_call(queue, waits, wait_count, &command)
                    : cud_begin(queue, waits, wait_count, &command);
  if (status == FALX_SUCCESS) {
    CUstream stream = command.stream->handle;
    CUresult error = is_one                 ? submit_one(&launch, stream, values)
                     : given->has_root_sync ? submit_together(&launch, stream, values)
                                            : submit_grids(&launch, stream, values);
    if (error != CUDA_SUCCESS && cud_begin_again(&command))
      error = submit_one(&launch, stream, values);
    status = cud_end(&command, error, event, "a kernel");
  }
  if (values != few)
    free(values);
  return status;
}

/* ---- The same launch again ---- */

enum { MOST_PREPARED = 16 }; /* parameters */

const struct fxa_prepared_launch *cud_launch_prepare(struct fxa_kernel *kernel,
                                                     const struct falx_nd_range *range) {
  const struct fxa_launch given = {.range = range};
  struct launch launch = {.kernel = kernel, .given = &given};
  if (!kernel->is_plain || kernel->parameter_count > MOST_PREPARED ||
      !cud_shape_recall(&kernel->known, range, &launch.shape) || !is_one_grid(&launch))
    return NULL;
  struct cud_prepared *prepared = calloc(1, sizeof *prepared);
  if (!prepared)
    return NULL;
  prepared->base.range = *range;
  prepared->kernel = kernel;
  for (int d = 0; d < 3; d++) {
    prepared->groups[d] = (unsigned)launch.shape.groups[d];
    prepared->block[d] = launch.shape.block[d];
  }
  fill_range(&launch);
  prepared->range = launch.range;
  prepared->next = __atomic_load_n(&kernel->prepared, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&kernel->prepared, &prepared->next, prepared, false,
                                      __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    ;
  return &prepared->base;
}

void cud_launches_free(struct fxa_kernel *kernel) {
  for (struct cud_prepared *prepared = kernel->prepared, *next; prepared; prepared = next) {
    next = prepared->next;
    free(prepared);
  }
}

__attribute__((always_inline)) static inline CUresult
submit_prepared(const struct cud_prepared *prepared, CUstream stream, void **values) {
  return cud_cu.cuLaunchKernel(prepared->kernel->function, prepared->groups[0], prepared->groups[1],
                               prepared->groups[2], prepared->block[0], prepared->block[1],
                               prepared->block[2], 0, stream, values, NULL);
}

/* With the stream's lock, which it gives. */
__attribute__((noinline, cold)) static falx_status end_failed(struct fxa_queue *queue,
                                                              const struct cud_prepared *prepared,
                                                              void **values, CUresult error,
                                                              struct fxa_event *event) {
  struct cud_command command = {.queue = queue, .stream = queue->streams[0]};
  if (cud_begin_again(&command))
    error = submit_prepared(prepared, command.stream->handle, values);
  return cud_end(&command, error, event, "a kernel");
}

/* As cud_enqueue_kernel, of what little is left. */
FXS_HOT falx_status cud_launch_prepared(struct fxa_queue *queue,
                                        const struct fxa_prepared_launch *given,
                                        const void *functor, struct fxa_event *event) {
  const struct cud_prepared *prepared = (const struct cud_prepared *)(const void *)given;
  const struct fxa_kernel *kernel = prepared->kernel;
  struct cud_stream *stream = queue->streams[0];
  void *values[MOST_PREPARED];
  if (cud_is_lost(queue->device))
    return cud_lost(queue->device, "a command cannot be submitted");
  place_plain(kernel, functor, values);
  if (kernel->range_dimensions) /* the last one */
    values[kernel->parameter_count - 1] = (void *)(uintptr_t)&prepared->range;
  if (__atomic_load_n(&queue->device->is_shared, __ATOMIC_RELAXED)) {
    struct cud_command command;
    falx_status status = cud_begin_call(queue, NULL, 0, &command);
    return status == FALX_SUCCESS
               ? cud_end(&command, submit_prepared(prepared, stream->handle, values), event,
                         "a kernel")
               : status;
  }
  fxs_lock_take(&stream->lock);
  CUresult error = submit_prepared(prepared, stream->handle, values);
  if (__builtin_expect(error != CUDA_SUCCESS, 0))
    return end_failed(queue, prepared, values, error, event);
  uint64_t ticket = cud_stream_count(stream);
  fxs_lock_give(&stream->lock);
  cud_event_make(event, stream, ticket);
  return FALX_SUCCESS;
}

/* ---- Nodes of graphs ---- */

static falx_status use_as_node(struct launch *launch, void **values,
                               CUresult (*use)(void *user, const struct cu_kernel_node *node),
                               void *user) {
  const struct fxa_kernel *kernel = launch->kernel;
  struct cu_kernel_node node = {
      .function = kernel->function, .shared = (unsigned)launch->shared, .parameters = values};
  for (int d = 0; d < 3; d++) {
    if (launch->shape.groups[d] > (uint64_t)kernel->program->device->max_grid[d])
      return FALX_ERROR_NOT_SUPPORTED;
    node.grid[d] = (unsigned)launch->shape.groups[d];
    node.block[d] = launch->shape.block[d];
  }
  CUresult error = use(user, &node);
  return error == CUDA_SUCCESS ? FALX_SUCCESS
                               : cud_failed(kernel->program->device, error,
                                            "kernel '%s' cannot be part of a graph", kernel->name);
}

falx_status cud_launch_as_node(struct fxa_kernel *kernel, const struct fxa_launch *given,
                               CUresult (*use)(void *user, const struct cu_kernel_node *node),
                               void *user) {
  struct launch launch;
  falx_status status = check(kernel, given);
  if (status != FALX_SUCCESS)
    return status;
  if (given->has_root_sync || is_empty(given))
    return FALX_ERROR_NOT_SUPPORTED;
  launch.kernel = kernel;
  launch.given = given;
  launch.shared = 0;
  if (!cud_shape_recall(&kernel->known, given->range, &launch.shape) &&
      (status = shape_new(&launch)) != FALX_SUCCESS)
    return status;
  size_t room = kernel->parameter_count ? kernel->parameter_count : 1;
  void **values = malloc(room * (sizeof *values + sizeof(uint32_t)));
  if (!values)
    return cud_no_memory("a launch");
  fill_parameters(&launch, values, (uint32_t *)(void *)(values + room));
  status = allow_shared(&launch);
  if (status == FALX_SUCCESS)
    status = use_as_node(&launch, values, use, user);
  free(values);
  return status;
}
