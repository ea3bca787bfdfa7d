/* Kernels and their launches. clSetKernelArg is not thread-safe on one kernel object, so each
 * launch takes one of the kernel's copies, which are made as needed and kept. */
#include "adapters/opencl/opencl.h"

#include <stdlib.h>
#include <string.h>

struct copy {
  struct copy *next;
  cl_kernel handle;
};

struct fxa_kernel {
  struct fxa_program *program;
  const char *name; /* the runtime's */
  const struct fxa_arg *args;
  uint32_t arg_count, functor_size;
  /* Further arguments, local memory: of group algorithms, bytes for each sub-group or 0 without,
   * and of the size that each launch gives. */
  uint32_t sub_group_bytes;
  bool has_launch_memory;
  bool has_object;    /* the first argument is the function object, in memory of the device */
  struct copy *ready; /* atomic; one that is idle, so that launches in turn need no lock */
  struct fxs_mutex lock;
  struct copy *idle; /* lock; the others */
};

/* Pointers inside of structs and in memory reach every allocation of their context. */
static void allow_indirect(cl_kernel handle) {
  static const cl_uint kinds[] = {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                  CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                                  CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL};
  const cl_bool is_true = 1;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    ocl_cl.clSetKernelExecInfo(handle, kinds[i], sizeof is_true, &is_true);
}

static falx_status make_copy(struct fxa_kernel *kernel, struct copy **out_copy) {
  cl_int error;
  struct copy *copy = malloc(sizeof *copy);
  *out_copy = NULL;
  if (!copy)
    return ocl_host->error(FALX_ERROR_MEMORY_ALLOCATION, "opencl: no memory for a kernel");
  copy->next = NULL;
  copy->handle = ocl_cl.clCreateKernel(kernel->program->handle, kernel->name, &error);
  if (!copy->handle) {
    free(copy);
    return ocl_failed(error, "the driver does not give out kernel '%s'", kernel->name);
  }
  if (kernel->program->context->memory == OCL_MEMORY_USM)
    allow_indirect(copy->handle);
  *out_copy = copy;
  return FALX_SUCCESS;
}

static falx_status take_copy(struct fxa_kernel *kernel, struct copy **out_copy) {
  struct copy *copy = __atomic_exchange_n(&kernel->ready, NULL, __ATOMIC_ACQUIRE);
  if (!copy) {
    fxs_mutex_lock(&kernel->lock);
    copy = kernel->idle;
    if (copy)
      kernel->idle = copy->next;
    fxs_mutex_unlock(&kernel->lock);
  }
  *out_copy = copy;
  return copy ? FALX_SUCCESS : make_copy(kernel, out_copy);
}

static void give_copy(struct fxa_kernel *kernel, struct copy *copy) {
  struct copy *none = NULL;
  if (__atomic_compare_exchange_n(&kernel->ready, &none, copy, false, __ATOMIC_RELEASE,
                                  __ATOMIC_RELAXED))
    return;
  fxs_mutex_lock(&kernel->lock);
  copy->next = kernel->idle;
  kernel->idle = copy;
  fxs_mutex_unlock(&kernel->lock);
}

falx_status ocl_kernel_create(struct fxa_program *program, const char *name,
                              const struct falx_kernel_record *record, const struct fxa_arg *args,
                              uint32_t arg_count, struct fxa_kernel **out_kernel) {
  *out_kernel = NULL;
  if (record->version != FALX_KERNEL_RECORD_VERSION)
    return ocl_host->error(FALX_ERROR_BUILD,
                           "opencl: kernel '%s' has a record of version %u, known is %u", name,
                           record->version, FALX_KERNEL_RECORD_VERSION);
  struct fxa_kernel *kernel = calloc(1, sizeof *kernel);
  if (!kernel)
    return ocl_host->error(FALX_ERROR_MEMORY_ALLOCATION, "opencl: no memory for a kernel");
  *kernel = (struct fxa_kernel){.program = program,
                                .name = name,
                                .args = args,
                                .arg_count = arg_count,
                                .functor_size = record->functor_size,
                                .sub_group_bytes = record->frame_sub_group_bytes,
                                .has_launch_memory = record->flags & FALX_KERNEL_USES_LAUNCH_MEMORY,
                                .has_object = record->flags & FALX_KERNEL_ARGUMENTS_IN_MEMORY};
  fxs_mutex_init(&kernel->lock, 0);
  falx_status status = make_copy(kernel, &kernel->ready);
  if (status != FALX_SUCCESS) {
    ocl_kernel_destroy(kernel);
    return status;
  }
  *out_kernel = kernel;
  return FALX_SUCCESS;
}

void ocl_kernel_destroy(struct fxa_kernel *kernel) {
  if (kernel->ready) {
    kernel->ready->next = kernel->idle;
    kernel->idle = kernel->ready;
  }
  for (struct copy *copy = kernel->idle, *next; copy; copy = next) {
    next = copy->next;
    ocl_cl.clReleaseKernel(copy->handle);
    free(copy);
  }
  fxs_mutex_destroy(&kernel->lock);
  free(kernel);
}

/* ---- Launches ---- */

static bool is_pointer(const struct fxa_arg *arg) {
  return arg->kind == FALX_PARAM_POINTER ||
         (arg->kind == FALX_PARAM_ACCESSOR && arg->position == 0);
}

static bool is_local(const struct fxa_arg *arg) {
  return arg->position == 0 &&
         (arg->kind == FALX_PARAM_LOCAL_ACCESSOR || arg->kind == FALX_PARAM_WORK_GROUP_MEMORY);
}

static cl_int set_pointer(struct fxa_kernel *kernel, cl_kernel handle, cl_uint index,
                          const unsigned char *value) {
  const struct fxa_context *context = kernel->program->context;
  void *pointer;
  memcpy(&pointer, value, sizeof pointer);
  return context->memory == OCL_MEMORY_USM
             ? context->platform->functions.clSetKernelArgMemPointerINTEL(handle, index, pointer)
             : ocl_cl.clSetKernelArgSVMPointer(handle, index, pointer);
}

static cl_int set_local(cl_kernel handle, cl_uint index, const void *value) {
  uint64_t bytes;
  memcpy(&bytes, value, sizeof bytes);
  return ocl_cl.clSetKernelArg(handle, index, bytes ? (size_t)bytes : 1, NULL);
}

/* The local memory of group algorithms: some for each sub-group that the launch has. */
static falx_status set_scratch(struct fxa_kernel *kernel, cl_kernel handle, cl_uint index,
                               const struct falx_nd_range *range) {
  size_t count = 1, sizes[3] = {1, 1, 1};
  for (uint32_t d = 0; d < range->dimensions && range->has_local; d++)
    sizes[d] = range->local[d];
  cl_int error = ocl_cl.clGetKernelSubGroupInfo(
      handle, kernel->program->device->handle, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
      range->dimensions * sizeof *sizes, sizes, sizeof count, &count, NULL);
  if (error != CL_SUCCESS) /* a driver without sub-groups: of one work-item each at worst */
    count = sizes[0] * sizes[1] * sizes[2];
  error = ocl_cl.clSetKernelArg(handle, index, (count ? count : 1) * kernel->sub_group_bytes, NULL);
  return error == CL_SUCCESS ? FALX_SUCCESS
                             : ocl_failed(error, "local memory for %zu sub-groups of kernel '%s'",
                                          count, kernel->name);
}

/* Without Intel's memory the driver wants to be told which allocations a kernel reaches through
 * pointers in memory. */
static cl_int name_pointers(const struct fxa_kernel *kernel, cl_kernel handle,
                            const unsigned char *functor) {
  void **pointers = malloc((kernel->arg_count + 1) * sizeof *pointers);
  size_t count = 0;
  if (!pointers)
    return CL_OUT_OF_HOST_MEMORY;
  for (uint32_t i = 0; i < kernel->arg_count; i++)
    if (kernel->args[i].is_used && is_pointer(&kernel->args[i])) {
      memcpy(&pointers[count], functor + kernel->args[i].offset, sizeof *pointers);
      count += pointers[count] != NULL;
    }
  cl_int error = ocl_cl.clSetKernelExecInfo(handle, CL_KERNEL_EXEC_INFO_SVM_PTRS,
                                            count * sizeof *pointers, pointers);
  free(pointers);
  return error;
}

/* The function object as the first argument. The driver keeps *out_memory until the kernel is done,
 * when the caller has released it. */
static falx_status set_object(const struct fxa_kernel *kernel, cl_kernel handle,
                              const unsigned char *functor, cl_mem *out_memory) {
  const struct fxa_context *context = kernel->program->context;
  cl_int error;
  *out_memory = ocl_cl.clCreateBuffer(context->handle, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                      kernel->functor_size, (void *)(uintptr_t)functor, &error);
  if (error == CL_SUCCESS)
    error = ocl_cl.clSetKernelArg(handle, 0, sizeof *out_memory, out_memory);
  if (error == CL_SUCCESS && context->memory != OCL_MEMORY_USM)
    error = name_pointers(kernel, handle, functor);
  return error == CL_SUCCESS
             ? FALX_SUCCESS
             : ocl_failed(error, "%u bytes of memory for the arguments of kernel '%s'",
                          kernel->functor_size, kernel->name);
}

/* The driver copies the values. */
static falx_status set_arguments(struct fxa_kernel *kernel, cl_kernel handle,
                                 const struct fxa_launch *launch, cl_mem *out_memory) {
  const unsigned char *functor = launch->functor;
  cl_uint index = 0;
  *out_memory = NULL;
  if (kernel->has_object) {
    falx_status status = set_object(kernel, handle, functor, out_memory);
    if (status != FALX_SUCCESS)
      return status;
    index++;
  }
  for (uint32_t i = 0; i < kernel->arg_count; i++) {
    const struct fxa_arg *arg = &kernel->args[i];
    if (!arg->is_used || (kernel->has_object && !is_local(arg)))
      continue;
    const unsigned char *value = functor + arg->offset;
    cl_int error = is_pointer(arg) ? set_pointer(kernel, handle, index, value)
                   : is_local(arg) ? set_local(handle, index, value)
                                   : ocl_cl.clSetKernelArg(handle, index, arg->size, value);
    if (error != CL_SUCCESS)
      return ocl_failed(error, "argument %u (%u bytes at %u) of kernel '%s'", (unsigned)index,
                        arg->size, arg->offset, kernel->name);
    index++;
  }
  if (kernel->sub_group_bytes) {
    falx_status status = set_scratch(kernel, handle, index++, launch->range);
    if (status != FALX_SUCCESS)
      return status;
  }
  cl_int error = kernel->has_launch_memory ? set_local(handle, index, &launch->launch_memory) : 0;
  return error == CL_SUCCESS ? FALX_SUCCESS
                             : ocl_failed(error, "%llu bytes of local memory for kernel '%s'",
                                          (unsigned long long)launch->launch_memory, kernel->name);
}

falx_status ocl_enqueue_kernel(struct fxa_queue *queue, struct fxa_kernel *kernel,
                               const struct fxa_launch *launch, struct fxa_event *const *waits,
                               size_t wait_count, struct fxa_event *event) {
  const struct falx_nd_range *range = launch->range;
  if (launch->functor_size != kernel->functor_size)
    return ocl_host->error(FALX_ERROR_KERNEL_ARGUMENT,
                           "opencl: the function object has %u bytes, kernel '%s' expects %u",
                           launch->functor_size, kernel->name, kernel->functor_size);
  for (uint32_t d = 0; d < range->dimensions; d++)
    if (range->global[d] == 0)
      return ocl_enqueue_marker(queue, waits, wait_count, event);
  struct copy *copy;
  struct ocl_waits list;
  cl_mem memory;
  falx_status status = take_copy(kernel, &copy);
  if (status != FALX_SUCCESS)
    return status;
  status = set_arguments(kernel, copy->handle, launch, &memory);
  if (status == FALX_SUCCESS)
    status = ocl_waits_make(queue, waits, wait_count, &list);
  if (status == FALX_SUCCESS) {
    cl_event handle = NULL;
    cl_int error = ocl_cl.clEnqueueNDRangeKernel(
        queue->handle, copy->handle, range->dimensions, range->offset, range->global,
        range->has_local ? range->local : NULL, list.count, ocl_waits_list(&list), &handle);
    status = ocl_submitted(queue, &list, error, handle, event, "a kernel");
  }
  if (memory)
    ocl_cl.clReleaseMemObject(memory);
  give_copy(kernel, copy);
  return status;
}
