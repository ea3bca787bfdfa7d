/* Functions and their launches. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cuda/fake.h"

enum { MULTIPROCESSORS = 132, REGISTERS = 32, RESIDENT = 2048, MOST_DYNAMIC = 232448 };

CUresult cuFuncLoad(CUfunction function) {
  FAKE_BEGIN_IN_CONTEXT("cuFuncLoad", CUDA_ERROR_OUT_OF_MEMORY);
  return fake_note(CUDA_SUCCESS, "cuFuncLoad %s", function->name);
}

CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction function) {
  FAKE_BEGIN_IN_CONTEXT("cuFuncGetAttribute", CUDA_ERROR_INVALID_HANDLE);
  *value = attribute == CU_FUNC_MAX_THREADS_PER_BLOCK           ? function->max_threads
           : attribute == CU_FUNC_NUM_REGS                      ? REGISTERS
           : attribute == CU_FUNC_MAX_DYNAMIC_SHARED_SIZE_BYTES ? function->dynamic_limit
                                                                : 0;
  return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value) {
  FAKE_BEGIN_IN_CONTEXT("cuFuncSetAttribute", CUDA_ERROR_INVALID_VALUE);
  bool is_right = attribute == CU_FUNC_MAX_DYNAMIC_SHARED_SIZE_BYTES && value <= MOST_DYNAMIC;
  if (is_right)
    function->dynamic_limit = value;
  return fake_note(is_right ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE,
                   "cuFuncSetAttribute %s %d = %d", function->name, attribute, value);
}

CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *size) {
  FAKE_BEGIN_IN_CONTEXT("cuFuncGetParamInfo", CUDA_ERROR_NOT_SUPPORTED);
  if (index >= function->parameter_count)
    return CUDA_ERROR_INVALID_VALUE;
  *offset = function->parameters[index].offset;
  *size = function->parameters[index].size;
  return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function,
                                                     int block_size, size_t shared) {
  (void)function;
  (void)shared;
  FAKE_BEGIN_IN_CONTEXT("cuOccupancyMaxActiveBlocksPerMultiprocessor", CUDA_ERROR_INVALID_VALUE);
  *blocks = RESIDENT / block_size;
  return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxPotentialBlockSize(int *grid_size, int *block_size, CUfunction function,
                                          cu_shared_of_block *shared_of, size_t shared, int limit) {
  (void)shared_of;
  (void)shared;
  (void)limit;
  FAKE_BEGIN_IN_CONTEXT("cuOccupancyMaxPotentialBlockSize", CUDA_ERROR_INVALID_VALUE);
  *block_size = function->max_threads;
  *grid_size = MULTIPROCESSORS * RESIDENT / *block_size;
  return fake_note(CUDA_SUCCESS, "cuOccupancyMaxPotentialBlockSize %s", function->name);
}

struct launch {
  struct fake_launch told;
  CUcontext context;
  CUresult end;
  void *values[FAKE_MOST_PARAMETERS];
  _Alignas(16) unsigned char bytes[];
};

static void run(void *data) {
  struct launch *launch = data;
  fake_kernel *kernel;
  void *symbol = dlsym(RTLD_DEFAULT, "falx_fake_kernel");
  memcpy(&kernel, &symbol, sizeof symbol);
  if (kernel)
    kernel(&launch->told);
  if (launch->end == CUDA_SUCCESS)
    return;
  pthread_mutex_lock(&fake_lock);
  launch->context->lost = launch->end;
  pthread_cond_broadcast(&fake_change);
  pthread_mutex_unlock(&fake_lock);
}

static bool fits(CUfunction function, const unsigned *grid, const unsigned *block,
                 unsigned shared) {
  return grid[0] && grid[1] && grid[2] && grid[0] <= INT32_MAX && grid[1] <= 65535 &&
         grid[2] <= 65535 && block[0] && block[1] && block[2] && block[0] <= 1024 &&
         block[1] <= 1024 && block[2] <= 64 && shared <= (unsigned)function->dynamic_limit;
}

CUresult fake_launch_kernel(CUfunction function, const unsigned grid[3], const unsigned block[3],
                            unsigned shared, CUstream stream, void *const *parameters) {
  struct launch *launch = calloc(1, sizeof *launch + 64 * FAKE_MOST_PARAMETERS * 8);
  if (!launch)
    abort();
  launch->told = (struct fake_launch){.name = function->name,
                                      .grid = {grid[0], grid[1], grid[2]},
                                      .block = {block[0], block[1], block[2]},
                                      .shared = shared,
                                      .parameter_count = function->parameter_count,
                                      .parameters = (const void *const *)launch->values};
  launch->context = stream->context;
  CUresult error = CUDA_SUCCESS;
  if (!fits(function, launch->told.grid, launch->told.block, shared))
    error = CUDA_ERROR_INVALID_VALUE;
  else if (block[0] * block[1] * block[2] > (unsigned)function->max_threads)
    error = CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
  for (unsigned i = 0; i < function->parameter_count && error == CUDA_SUCCESS; i++) {
    launch->values[i] = launch->bytes + function->parameters[i].offset;
    memcpy(launch->values[i], parameters[i], function->parameters[i].size);
  }
  if (error == CUDA_SUCCESS) {
    launch->end = fake_failure("cuLaunchKernel ends", CUDA_ERROR_ILLEGAL_ADDRESS);
    error = fake_enqueue(stream, run, launch);
  } else {
    free(launch);
  }
  return error;
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                        CUstream stream, void **parameters, void **extra) {
  FAKE_BEGIN_IN_CONTEXT("cuLaunchKernel", CUDA_ERROR_INVALID_HANDLE);
  if (stream->context != fake_current() && fake_setting("FALX_CUDA_STRICT", 0))
    return fake_note(CUDA_ERROR_INVALID_HANDLE, "cuLaunchKernel in another context");
  const unsigned grid[3] = {grid_x, grid_y, grid_z}, block[3] = {block_x, block_y, block_z};
  if (extra)
    abort();
  CUresult error = fake_launch_kernel(function, grid, block, shared, stream, parameters);
  return fake_note(error, "cuLaunchKernel %s grid %u %u %u block %u %u %u shared %u stream %u",
                   function->name, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared,
                   stream->number);
}

/* As many groups as are resident at the same time. */
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                   unsigned grid_z, unsigned block_x, unsigned block_y,
                                   unsigned block_z, unsigned shared, CUstream stream,
                                   void **parameters) {
  uint64_t items = (uint64_t)grid_x * grid_y * grid_z * block_x * block_y * block_z;
  if (items > (uint64_t)MULTIPROCESSORS * RESIDENT)
    return fake_note(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, "cuLaunchCooperativeKernel %s",
                     function->name);
  return cuLaunchKernel(function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream,
                        parameters, NULL);
}
