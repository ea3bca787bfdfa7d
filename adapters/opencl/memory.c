/* Memory that host and device address alike. */
#include "adapters/opencl/opencl.h"

#include <stdlib.h>

#include "support/block.h"

/* Drivers align to the largest vector of OpenCL C at most: what wants more lies inside of a larger
 * allocation. So do large arrays for CPUs, in huge pages and at different places in them: Intel's
 * driver has pages of 4 KiB, and lets each array begin at the same place. */
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

/* Behind `colour` bytes of what is aligned. */
static void *allocate_inside(struct fxa_context *context, struct fxa_device *device,
                             falx_usm_kind kind, size_t size, size_t alignment, size_t colour,
                             cl_int *error) {
  struct ocl_aligned *aligned = malloc(sizeof *aligned);
  *error = CL_OUT_OF_HOST_MEMORY;
  if (aligned && size <= SIZE_MAX - alignment - colour)
    aligned->allocation =
        allocate(context, device, kind, size + alignment + colour, MOST_ALIGNMENT, error);
  if (!aligned || *error != CL_SUCCESS || !aligned->allocation) {
    free(aligned);
    return NULL;
  }
  char *from = aligned->allocation;
  aligned->pointer = from + (-(uintptr_t)from & (alignment - 1)) + colour;
  fxs_mutex_lock(&context->lock);
  aligned->next = context->aligned;
  context->aligned = aligned;
  fxs_mutex_unlock(&context->lock);
  return aligned->pointer;
}

static void *allocate_large(struct fxa_context *context, struct fxa_device *device,
                            falx_usm_kind kind, size_t size, cl_int *error) {
  size_t colour = fxs_block_colour();
  char *pointer = allocate_inside(context, device, kind, size, FXS_HUGE_PAGE, colour, error);
  if (pointer)
    fxs_block_use_huge_pages(pointer - colour, colour + size);
  return pointer;
}

falx_status ocl_usm_alloc(struct fxa_context *context, struct fxa_device *device,
                          falx_usm_kind kind, size_t size, size_t alignment, void **out_pointer) {
  cl_int error = CL_SUCCESS;
  *out_pointer = NULL;
  if ((alignment & (alignment - 1)) != 0)
    return ocl_host->error(FALX_ERROR_INVALID, "opencl: an alignment of %zu is not a power of two",
                           alignment);
  if (alignment > MOST_ALIGNMENT)
    *out_pointer = allocate_inside(context, device, kind, size, alignment, 0, &error);
  else if (context->is_cpus && fxs_block_is_large(size))
    *out_pointer = allocate_large(context, device, kind, size, &error);
  else
    *out_pointer = allocate(context, device, kind, size, alignment, &error);
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
