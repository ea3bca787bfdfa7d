/* Contexts and queues. */
#include "adapters/opencl/opencl.h"

#include <stdlib.h>

falx_status ocl_context_create(struct fxa_device *const *devices, size_t count,
                               struct fxa_context **out_context) {
  cl_uint handle_count; /* with the parts that the devices have been divided into so far */
  cl_device_id *handles = ocl_with_parts(devices, count, &handle_count);
  struct fxa_context *context = calloc(1, sizeof *context);
  *out_context = NULL;
  falx_status status = FALX_SUCCESS;
  if (!handles || !context) {
    status = ocl_host->error(FALX_ERROR_MEMORY_ALLOCATION, "opencl: no memory for a context");
    goto failed;
  }
  *context = (struct fxa_context){.platform = devices[0]->platform,
                                  .memory = devices[0]->memory,
                                  .svm = devices[0]->svm,
                                  .is_cpus = true};
  for (size_t i = 0; i < count; i++) {
    context->svm &= devices[i]->svm;
    context->is_cpus = context->is_cpus && devices[i]->is_cpu;
    if (devices[i]->memory != context->memory || devices[i]->platform != context->platform) {
      status = ocl_host->error(FALX_ERROR_NOT_SUPPORTED,
                               "opencl: the devices of a context have to be of one platform, and "
                               "share memory with the host in the same way");
      goto failed;
    }
  }
  cl_int error;
  context->handle = ocl_cl.clCreateContext(NULL, handle_count, handles, NULL, NULL, &error);
  if (!context->handle) {
    status = ocl_failed(error, "a context of %zu devices cannot be created", count);
    goto failed;
  }
  free(handles);
  fxs_mutex_init(&context->lock, 0);
  fxs_mutex_init(&context->box_lock, 0);
  *out_context = context;
  return FALX_SUCCESS;
failed:
  free(handles);
  free(context);
  return status;
}

void ocl_context_destroy(struct fxa_context *context) {
  ocl_boxes_free(context);
  ocl_cl.clReleaseContext(context->handle);
  fxs_mutex_destroy(&context->box_lock);
  fxs_mutex_destroy(&context->lock);
  free(context);
}

/* ---- Queues ---- */

falx_status ocl_queue_create(struct fxa_context *context, struct fxa_device *device, uint32_t flags,
                             struct fxa_queue **out_queue) {
  cl_ulong bits = 0;
  cl_int error;
  if (!(flags & FALX_QUEUE_IN_ORDER))
    bits |= CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  if (flags & FALX_QUEUE_PROFILING)
    bits |= CL_QUEUE_PROFILING_ENABLE;
  const cl_ulong properties[] = {CL_QUEUE_PROPERTIES, bits, 0};
  *out_queue = calloc(1, sizeof **out_queue);
  if (!*out_queue)
    return ocl_host->error(FALX_ERROR_MEMORY_ALLOCATION, "opencl: no memory for a queue");
  **out_queue = (struct fxa_queue){.context = context, .device = device, .flags = flags};
  (*out_queue)->handle = ocl_cl.clCreateCommandQueueWithProperties(context->handle, device->handle,
                                                                   properties, &error);
  if ((*out_queue)->handle)
    return FALX_SUCCESS;
  free(*out_queue);
  *out_queue = NULL;
  if (error == CL_INVALID_DEVICE)
    return ocl_host->error(FALX_ERROR_INVALID,
                           "opencl: the context was made before its device was divided, and does "
                           "not hold the sub-device: make the queue with a context of its own, as "
                           "sycl::queue{sycl::context{part}, part}");
  return ocl_failed(error, "a queue cannot be created");
}

void ocl_queue_destroy(struct fxa_queue *queue) {
  ocl_cl.clReleaseCommandQueue(queue->handle);
  free(queue);
}

falx_status ocl_queue_finish(struct fxa_queue *queue) {
  cl_int error = ocl_cl.clFinish(queue->handle);
  return error == CL_SUCCESS ? FALX_SUCCESS : ocl_failed(error, "waiting for a queue failed");
}
