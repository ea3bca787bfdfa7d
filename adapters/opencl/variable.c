/* Device globals: memory of the runtime's, whose address each image learns by a kernel of its own
 * (docs/device-globals.md). That works with any driver, whatever it knows of variables. */
#include "adapters/opencl/opencl.h"

#include <string.h>

#include "support/strbuf.h"

/* A queue for one command, which the caller waits for and releases. */
static cl_command_queue make_queue(const struct fxa_context *context,
                                   const struct fxa_device *device, cl_int *error) {
  static const cl_ulong none[] = {0};
  return ocl_cl.clCreateCommandQueueWithProperties(context->handle, device->handle, none, error);
}

static const char *first_name(const struct falx_image *image) {
  const char *first = NULL;
  for (const struct falx_image_entry *e = image->entries_begin; e < image->entries_end; e++)
    if ((e->flags == FALX_ENTRY_KERNEL || e->flags == FALX_ENTRY_EXPORT) &&
        (!first || strcmp(e->name, first) < 0))
      first = e->name;
  return first ? first : "";
}

static cl_int run(const struct fxa_program *program, cl_kernel kernel, const void *memory) {
  const size_t one = 1;
  cl_int error;
  cl_command_queue queue = make_queue(program->context, program->device, &error);
  if (!queue)
    return error;
  error = program->context->platform->functions.clSetKernelArgMemPointerINTEL(kernel, 0, memory);
  if (error == CL_SUCCESS)
    error = ocl_cl.clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
  cl_int finished = ocl_cl.clFinish(queue);
  ocl_cl.clReleaseCommandQueue(queue);
  return error == CL_SUCCESS ? finished : error;
}

/* Programs are of one context, so one variable of a name is all that an image can mean. */
falx_status ocl_variable_bind(struct fxa_program *program, const struct falx_image *image,
                              const char *name, uint32_t which, void *memory) {
  (void)which;
  struct fxs_strbuf kernel_name = {0};
  cl_int error = CL_OUT_OF_HOST_MEMORY;
  if (program->context->memory != OCL_MEMORY_USM)
    return ocl_host->error(FALX_ERROR_NOT_SUPPORTED, "opencl: device globals need a driver with "
                                                     "cl_intel_unified_shared_memory");
  fxs_strbuf_printf(&kernel_name, "%s" FALX_SLOT_KERNEL "%s", name, first_name(image));
  cl_kernel kernel =
      kernel_name.has_failed
          ? NULL
          : ocl_cl.clCreateKernel(program->handle, fxs_strbuf_text(&kernel_name), &error);
  fxs_strbuf_free(&kernel_name);
  if (kernel) {
    error = run(program, kernel, memory);
    ocl_cl.clReleaseKernel(kernel);
  }
  return error == CL_SUCCESS
             ? FALX_SUCCESS
             : ocl_failed(error, "the address of device_global %s cannot be set", name);
}

falx_status ocl_memory_write(struct fxa_context *context, struct fxa_device *device,
                             void *destination, const void *source, size_t bytes) {
  cl_int error;
  cl_command_queue queue = make_queue(context, device, &error);
  if (!queue)
    return ocl_failed(error, "a queue cannot be created");
  error = context->memory == OCL_MEMORY_USM
              ? context->platform->functions.clEnqueueMemcpyINTEL(queue, 1, destination, source,
                                                                  bytes, 0, NULL, NULL)
              : ocl_cl.clEnqueueSVMMemcpy(queue, 1, destination, source, bytes, 0, NULL, NULL);
  ocl_cl.clReleaseCommandQueue(queue);
  return error == CL_SUCCESS ? FALX_SUCCESS
                             : ocl_failed(error, "%zu bytes cannot be written to a device", bytes);
}
