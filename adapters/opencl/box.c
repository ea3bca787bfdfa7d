/* Copies of boxes: a kernel of ours, as OpenCL copies boxes between its own memory objects only. It
 * is built for a context once as many rows have been copied as take the time of a build, and runs
 * only where it reaches the memory: other boxes are the runtime's to copy row by row. */
#include "adapters/opencl/opencl.h"

#include <stdlib.h>

/* Of bytes, and of 2, 4, 8 and 16 of them; pitches and width are in these units. A work-item copies
 * units of one row, so far apart that the index space has a good size whatever the box has. */
static const char *const source_text =
    "#define COPY(name, unit)\\\n"
    "kernel void name(global unit *to, ulong to_row, ulong to_slice, global const unit *from,\\\n"
    "                 ulong from_row, ulong from_slice, ulong width) {\\\n"
    "  to += get_global_id(2) * to_slice + get_global_id(1) * to_row;\\\n"
    "  from += get_global_id(2) * from_slice + get_global_id(1) * from_row;\\\n"
    "  for (ulong i = get_global_id(0); i < width; i += get_global_size(0))\\\n"
    "    to[i] = from[i];\\\n"
    "}\n"
    "COPY(copy0, uchar) COPY(copy1, ushort) COPY(copy2, uint) COPY(copy3, ulong)\n"
    "COPY(copy4, uint4)\n";

enum { ROWS_OF_A_BUILD = 4096, ITEMS = 64, ITEMS_OF_A_ROW = 256, ENOUGH_ITEMS = 1 << 18 };

/* ---- The kernels ---- */

static bool build(struct fxa_context *context) {
  cl_int error;
  context->box_program =
      ocl_cl.clCreateProgramWithSource(context->handle, 1, &source_text, NULL, &error);
  return context->box_program && ocl_cl.clBuildProgram(context->box_program, 0, NULL,
                                                       "-cl-std=CL1.2", NULL, NULL) == CL_SUCCESS;
}

/* For units of that power of two; under the context's box_lock. NULL: rows it is, as it is not
 * built yet, or the driver cannot. */
static cl_kernel kernel_of(struct fxa_context *context, unsigned power, size_t rows) {
  static const char *const names[OCL_BOX_KERNELS] = {"copy0", "copy1", "copy2", "copy3", "copy4"};
  cl_int error;
  if (!context->box_program && !context->has_no_boxes) {
    if (rows < ROWS_OF_A_BUILD && context->box_rows + rows < ROWS_OF_A_BUILD) {
      context->box_rows += rows;
      return NULL;
    }
    context->has_no_boxes = !build(context);
  }
  if (!context->has_no_boxes && !context->box_kernels[power])
    context->box_kernels[power] = ocl_cl.clCreateKernel(context->box_program, names[power], &error);
  return context->box_kernels[power];
}

void ocl_boxes_free(struct fxa_context *context) {
  for (size_t i = 0; i < OCL_BOX_KERNELS; i++)
    if (context->box_kernels[i])
      ocl_cl.clReleaseKernel(context->box_kernels[i]);
  if (context->box_program)
    ocl_cl.clReleaseProgram(context->box_program);
}

/* ---- What they reach ---- */

static bool is_reached(const struct fxa_queue *queue, const void *memory) {
  const struct fxa_context *context = queue->context;
  const struct ocl_extension_functions *f = &context->platform->functions;
  cl_uint type = CL_MEM_TYPE_UNKNOWN_INTEL;
  cl_device_id device = NULL;
  if (context->memory != OCL_MEMORY_USM || !f->clGetMemAllocInfoINTEL)
    return queue->device->is_host_unified;
  if (f->clGetMemAllocInfoINTEL(context->handle, memory, CL_MEM_ALLOC_TYPE_INTEL, sizeof type,
                                &type, NULL) != CL_SUCCESS)
    return false;
  switch (type) {
  case CL_MEM_TYPE_HOST_INTEL:
    return true;
  case CL_MEM_TYPE_DEVICE_INTEL:
  case CL_MEM_TYPE_SHARED_INTEL:
    return f->clGetMemAllocInfoINTEL(context->handle, memory, CL_MEM_ALLOC_DEVICE_INTEL,
                                     sizeof device, &device, NULL) == CL_SUCCESS &&
           device == queue->device->handle;
  default:
    return queue->device->is_host_unified;
  }
}

/* The greatest unit, as a power of two, that all addresses and pitches are multiples of. */
static unsigned unit_of(const void *to, const size_t to_pitch[2], const void *from,
                        const size_t from_pitch[2], size_t width) {
  const size_t all = (uintptr_t)to | to_pitch[0] | to_pitch[1] | (uintptr_t)from | from_pitch[0] |
                     from_pitch[1] | width;
  unsigned power = 0;
  while (power < OCL_BOX_KERNELS - 1 && !(all >> power & 1))
    power++;
  return power;
}

/* Whole sub-groups of them, and not more than a device has use for. */
static size_t items_of_a_row(size_t units, size_t rows) {
  size_t most = ENOUGH_ITEMS / rows / ITEMS * ITEMS, all = (units + ITEMS - 1) / ITEMS * ITEMS;
  most = most > ITEMS_OF_A_ROW ? most : ITEMS_OF_A_ROW;
  return all < most ? all : most;
}

/* ---- The command ---- */

struct copy {
  void *to;
  const void *from;
  cl_ulong to_row, to_slice, from_row, from_slice, width; /* units */
};

static cl_int set_pointer(const struct fxa_context *context, cl_kernel kernel, cl_uint index,
                          const void *pointer) {
  return context->memory == OCL_MEMORY_USM
             ? context->platform->functions.clSetKernelArgMemPointerINTEL(kernel, index, pointer)
             : ocl_cl.clSetKernelArgSVMPointer(kernel, index, pointer);
}

static cl_int set_arguments(const struct fxa_context *context, cl_kernel kernel,
                            const struct copy *copy) {
  const cl_ulong *const numbers[] = {
      NULL, &copy->to_row, &copy->to_slice, NULL, &copy->from_row, &copy->from_slice, &copy->width};
  cl_int error = set_pointer(context, kernel, 0, copy->to);
  if (error == CL_SUCCESS)
    error = set_pointer(context, kernel, 3, copy->from);
  for (cl_uint i = 0; i < sizeof numbers / sizeof *numbers && error == CL_SUCCESS; i++)
    if (numbers[i])
      error = ocl_cl.clSetKernelArg(kernel, i, sizeof *numbers[i], numbers[i]);
  return error;
}

falx_status ocl_enqueue_copy_box(struct fxa_queue *queue, void *destination,
                                 const size_t destination_pitch[2], const void *source,
                                 const size_t source_pitch[2], const size_t region[3],
                                 struct fxa_event *const *waits, size_t wait_count,
                                 struct fxa_event *event) {
  struct fxa_context *context = queue->context;
  if (!region[0] || !region[1] || !region[2])
    return ocl_enqueue_marker(queue, waits, wait_count, event);
  if (!is_reached(queue, destination) || !is_reached(queue, source))
    return FALX_ERROR_NOT_SUPPORTED;
  const unsigned power = unit_of(destination, destination_pitch, source, source_pitch, region[0]);
  const struct copy copy = {.to = destination,
                            .to_row = destination_pitch[0] >> power,
                            .to_slice = destination_pitch[1] >> power,
                            .from = source,
                            .from_row = source_pitch[0] >> power,
                            .from_slice = source_pitch[1] >> power,
                            .width = region[0] >> power};
  struct ocl_waits list;
  falx_status status = ocl_waits_make(queue, waits, wait_count, &list);
  if (status != FALX_SUCCESS)
    return status;
  const size_t global[] = {items_of_a_row(region[0] >> power, region[1] * region[2]), region[1],
                           region[2]};
  cl_event handle = NULL;
  fxs_mutex_lock(&context->box_lock); /* arguments are the kernel's until it is enqueued */
  cl_kernel kernel = kernel_of(context, power, region[1] * region[2]);
  cl_int error = kernel ? set_arguments(context, kernel, &copy) : CL_SUCCESS;
  if (kernel && error == CL_SUCCESS)
    error = ocl_cl.clEnqueueNDRangeKernel(queue->handle, kernel, 3, NULL, global, NULL, list.count,
                                          ocl_waits_list(&list), &handle);
  fxs_mutex_unlock(&context->box_lock);
  if (kernel)
    return ocl_submitted(queue, &list, error, handle, event, "a copy of a box");
  ocl_waits_free(&list);
  return FALX_ERROR_NOT_SUPPORTED;
}
