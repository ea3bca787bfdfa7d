/* Contexts, memory that host and device address alike, and queues. */
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
  *context = (struct fxa_context){
      .platform = devices[0]->platform, .memory = devices[0]->memory, .svm = devices[0]->svm};
  for (size_t i = 0; i < count; i++) {
    context->svm &= devices[i]->svm;
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

/* ---- Memory ---- */

/* Drivers align to the largest vector of OpenCL C at most: what wants more lies inside of a larger
 * allocation. */
enum { MOST_ALIGNMENT = 128 };
struct ocl_aligned {
  struct ocl_aligned *next;
  void *pointer, *allocation;
};

static const char *const kind_names[] = {"?", "host", "device", "shared"};

static const char *kind_name(falx_usm_kind kind) {
  return kind == FALX_USM_HOST     ? kind_names[1]
         : kind == FALX_USM_DEVICE ? kind_names[2]
         : kind == FALX_USM_SHARED ? kind_names[3]
                                   : kind_names[0];
}

static void *usm_alloc(struct fxa_context *context, struct fxa_device *device, falx_usm_kind kind,
                       size_t size, cl_uint alignment, cl_int *error) {
  const struct ocl_extension_functions *f = &context->platform->functions;
  switch (kind) {
  case FALX_USM_HOST:
    return f->clHostMemAllocINTEL(context->handle, NULL, size, alignment, error);
  case FALX_USM_DEVICE:
    return f->clDeviceMemAllocINTEL(context->handle, device->handle, NULL, size, alignment, error);
  default:
    return f->clSharedMemAllocINTEL(context->handle, device->handle, NULL, size, alignment, error);
  }
}

/* Coarse-grained memory is the device's while no one maps it: enough for device allocations, which
 * are only copied to and from. */
static void *svm_alloc(struct fxa_context *context, falx_usm_kind kind, size_t size,
                       cl_uint alignment, cl_int *error) {
  bool is_fine = (context->svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) != 0;
  cl_bitfield flags = CL_MEM_READ_WRITE;
  if (kind != FALX_USM_DEVICE)
    flags |= is_fine ? CL_MEM_SVM_FINE_GRAIN_BUFFER : 0;
  void *pointer = kind == FALX_USM_DEVICE || is_fine
                      ? ocl_cl.clSVMAlloc(context->handle, flags, size, alignment)
                      : NULL;
  *error = pointer ? CL_SUCCESS : CL_MEM_OBJECT_ALLOCATION_FAILURE;
  return pointer;
}

static void *allocate(struct fxa_context *context, struct fxa_device *device, falx_usm_kind kind,
                      size_t size, size_t alignment, cl_int *error) {
  return context->memory == OCL_MEMORY_USM
             ? usm_alloc(context, device, kind, size, (cl_uint)alignment, error)
             : svm_alloc(context, kind, size, (cl_uint)alignment, error);
}

static void release(struct fxa_context *context, void *pointer) {
  if (context->memory == OCL_MEMORY_USM)
    context->platform->functions.clMemBlockingFreeINTEL(context->handle, pointer);
  else
    ocl_cl.clSVMFree(context->handle, pointer);
}

static void *allocate_aligned(struct fxa_context *context, struct fxa_device *device,
                              falx_usm_kind kind, size_t size, size_t alignment, cl_int *error) {
  struct ocl_aligned *aligned = malloc(sizeof *aligned);
  *error = CL_OUT_OF_HOST_MEMORY;
  if (aligned && size <= SIZE_MAX - alignment)
    aligned->allocation = allocate(context, device, kind, size + alignment, MOST_ALIGNMENT, error);
  if (!aligned || *error != CL_SUCCESS || !aligned->allocation) {
    free(aligned);
    return NULL;
  }
  char *from = aligned->allocation;
  aligned->pointer = from + (-(uintptr_t)from & (alignment - 1));
  fxs_mutex_lock(&context->lock);
  aligned->next = context->aligned;
  context->aligned = aligned;
  fxs_mutex_unlock(&context->lock);
  return aligned->pointer;
}

falx_status ocl_usm_alloc(struct fxa_context *context, struct fxa_device *device,
                          falx_usm_kind kind, size_t size, size_t alignment, void **out_pointer) {
  cl_int error = CL_SUCCESS;
  *out_pointer = NULL;
  if ((alignment & (alignment - 1)) != 0)
    return ocl_host->error(FALX_ERROR_INVALID, "opencl: an alignment of %zu is not a power of two",
                           alignment);
  *out_pointer = alignment <= MOST_ALIGNMENT
                     ? allocate(context, device, kind, size, alignment, &error)
                     : allocate_aligned(context, device, kind, size, alignment, &error);
  if (*out_pointer)
    return FALX_SUCCESS;
  ocl_failed(error, "%zu bytes of %s memory cannot be allocated", size, kind_name(kind));
  return FALX_ERROR_MEMORY_ALLOCATION;
}

/* The allocation that pointer lies in, which is forgotten. */
static void *forget_aligned(struct fxa_context *context, void *pointer) {
  fxs_mutex_lock(&context->lock);
  struct ocl_aligned **at = &context->aligned;
  while (*at && (*at)->pointer != pointer)
    at = &(*at)->next;
  struct ocl_aligned *aligned = *at;
  if (aligned)
    *at = aligned->next;
  fxs_mutex_unlock(&context->lock);
  void *allocation = aligned ? aligned->allocation : pointer;
  free(aligned);
  return allocation;
}

void ocl_usm_free(struct fxa_context *context, void *pointer) {
  release(context, forget_aligned(context, pointer));
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
