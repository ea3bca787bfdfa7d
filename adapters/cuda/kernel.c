/* Kernels: what a launch can be told beforehand. docs/cuda.md has the parameters. */
#include "adapters/cuda/cuda.h"

#include <stdlib.h>

static bool is_local(const struct fxa_arg *arg) {
  return arg->position == 0 &&
         (arg->kind == FALX_PARAM_LOCAL_ACCESSOR || arg->kind == FALX_PARAM_WORK_GROUP_MEMORY);
}

static void add(struct fxa_kernel *kernel, uint32_t kind, uint32_t offset) {
  kernel->parameters[kernel->parameter_count++] = (struct cud_parameter){kind, offset};
  kernel->is_plain &= kind == CUD_VALUE || kind == CUD_RANGE;
}

static void list_parameters(struct fxa_kernel *kernel, const struct falx_kernel_record *record,
                            const struct fxa_arg *args, uint32_t arg_count) {
  kernel->is_plain = true;
  for (uint32_t i = 0; i < arg_count; i++)
    if (args[i].is_used)
      add(kernel, is_local(&args[i]) ? CUD_LOCAL : CUD_VALUE, args[i].offset);
  if (record->frame_sub_group_bytes)
    add(kernel, CUD_SCRATCH, 0);
  if (record->flags & FALX_KERNEL_USES_LAUNCH_MEMORY)
    add(kernel, CUD_LAUNCH_MEMORY, 0);
  if (record->flags & FALX_KERNEL_USES_LAUNCH_RANGE)
    add(kernel, CUD_RANGE, 0);
  kernel->range_dimensions = record->flags & FALX_KERNEL_USES_LAUNCH_RANGE ? 3 : 0;
}

/* Where the driver tells the sizes of parameters, they have to be those of the arguments. */
static falx_status check_parameters(struct fxa_kernel *kernel, const struct fxa_arg *args,
                                    uint32_t arg_count) {
  enum { WORD = sizeof(uint64_t), DIMENSION = sizeof(struct falx_launch_dimension) };
  uint32_t parameter = 0, arg = 0;
  for (; parameter < kernel->parameter_count && cud_cu.cuFuncGetParamInfo; parameter++) {
    size_t offset, size = 0, expected = sizeof(uint32_t);
    uint32_t kind = kernel->parameters[parameter].kind;
    if (kind == CUD_VALUE || kind == CUD_LOCAL) {
      while (arg < arg_count && !args[arg].is_used)
        arg++;
      expected = kind == CUD_VALUE ? args[arg].size : expected;
      arg++;
    }
    CUresult error = cud_cu.cuFuncGetParamInfo(kernel->function, parameter, &offset, &size);
    if (error == CUDA_ERROR_NOT_SUPPORTED)
      return FALX_SUCCESS;
    if (kind == CUD_RANGE) {
      expected = size && size % WORD == 0 && size <= sizeof(struct falx_launch_range)
                     ? size
                     : sizeof(struct falx_launch_range);
      kernel->range_dimensions = (uint32_t)((expected + DIMENSION - 1) / DIMENSION);
    }
    if (error != CUDA_SUCCESS || size != expected)
      return cud_host->error(FALX_ERROR_BUILD,
                             "cuda: parameter %u of kernel '%s' has %zu bytes in the device code, "
                             "%zu in its record: build the program and its libraries with one "
                             "release of falx++",
                             (unsigned)parameter, kernel->name, size, expected);
  }
  return FALX_SUCCESS;
}

static CUresult ask_function(struct fxa_kernel *kernel) {
  const struct {
    int attribute, *value;
  } questions[] = {{CU_FUNC_MAX_THREADS_PER_BLOCK, &kernel->max_threads},
                   {CU_FUNC_NUM_REGS, &kernel->registers},
                   {CU_FUNC_LOCAL_SIZE_BYTES, &kernel->local_bytes},
                   {CU_FUNC_SHARED_SIZE_BYTES, &kernel->static_shared}};
  CUresult error = CUDA_SUCCESS;
  for (size_t i = 0; i < sizeof questions / sizeof *questions && error == CUDA_SUCCESS; i++)
    error = cud_cu.cuFuncGetAttribute(questions[i].value, questions[i].attribute, kernel->function);
  return error;
}

static falx_status open(struct fxa_kernel *kernel, const struct fxa_arg *args, uint32_t arg_count) {
  struct fxa_device *device = kernel->program->device;
  CUcontext before;
  falx_status status = cud_enter(device, &before);
  if (status != FALX_SUCCESS)
    return status;
  CUresult error =
      cud_cu.cuModuleGetFunction(&kernel->function, kernel->program->module, kernel->name);
  bool is_missing = error == CUDA_ERROR_NOT_FOUND;
  if (error == CUDA_SUCCESS)
    error = ask_function(kernel);
  if (is_missing)
    status = cud_host->error(FALX_ERROR_NO_KERNEL, "cuda: the device code has no kernel '%s'",
                             kernel->name);
  else if (error != CUDA_SUCCESS)
    status = cud_failed(device, error, "the driver does not give out kernel '%s'", kernel->name);
  else
    status = check_parameters(kernel, args, arg_count);
  cud_leave(before);
  kernel->shared_limit = (uint32_t)(device->shared_bytes > kernel->static_shared
                                        ? device->shared_bytes - kernel->static_shared
                                        : 0);
  return status;
}

falx_status cud_kernel_create(struct fxa_program *program, const char *name,
                              const struct falx_kernel_record *record, const struct fxa_arg *args,
                              uint32_t arg_count, struct fxa_kernel **out_kernel) {
  enum { FURTHER = 3 };
  *out_kernel = NULL;
  if (record->version != FALX_KERNEL_RECORD_VERSION)
    return cud_host->error(FALX_ERROR_BUILD,
                           "cuda: kernel '%s' has a record of version %u, known is %u", name,
                           record->version, FALX_KERNEL_RECORD_VERSION);
  if (record->reqd_sub_group_size && record->reqd_sub_group_size != CUD_WARP)
    return cud_host->error(FALX_ERROR_KERNEL_NOT_SUPPORTED,
                           "cuda: kernel '%s' asks for sub-groups of %u work-items, the device "
                           "has those of %d",
                           name, record->reqd_sub_group_size, CUD_WARP);
  for (uint32_t i = 0; i < arg_count; i++)
    if (args[i].offset > record->functor_size ||
        args[i].size > record->functor_size - args[i].offset)
      return cud_host->error(FALX_ERROR_KERNEL_ARGUMENT,
                             "cuda: argument %u of kernel '%s' (%u bytes at %u) is outside of its "
                             "function object of %u bytes",
                             (unsigned)i, name, args[i].size, args[i].offset, record->functor_size);
  if (cud_is_lost(program->device))
    return cud_lost(program->device, "a kernel cannot be made");
  struct fxa_kernel *kernel =
      calloc(1, sizeof *kernel + (arg_count + FURTHER) * sizeof *kernel->parameters);
  if (!kernel)
    return cud_no_memory("a kernel");
  kernel->program = program;
  kernel->name = name;
  kernel->flags = record->flags;
  kernel->functor_size = record->functor_size;
  kernel->sub_group_bytes = record->frame_sub_group_bytes;
  for (int d = 0; d < 3; d++)
    kernel->reqd[d] = record->reqd_work_group_size[d];
  list_parameters(kernel, record, args, arg_count);
  falx_status status = open(kernel, args, arg_count);
  if (status != FALX_SUCCESS) {
    cud_kernel_destroy(kernel);
    return status;
  }
  *out_kernel = kernel;
  return FALX_SUCCESS;
}

void cud_kernel_limits(struct fxa_kernel *kernel, struct falx_kernel_limits *out_limits) {
  *out_limits = (struct falx_kernel_limits){.work_group_size = (uint64_t)kernel->max_threads,
                                            .private_bytes = (uint64_t)kernel->local_bytes,
                                            .registers = (uint32_t)kernel->registers};
}

void cud_kernel_destroy(struct fxa_kernel *kernel) {
  cud_launches_free(kernel);
  free(kernel);
}
