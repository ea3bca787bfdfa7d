/* Copies, fills, markers. */
#include "adapters/opencl/opencl.h"

#include <string.h>

static cl_int copy(struct fxa_queue *queue, void *to, const void *from, size_t bytes, cl_uint count,
                   const cl_event *waits, cl_event *out_event) {
  return queue->context->memory == OCL_MEMORY_USM
             ? queue->context->platform->functions.clEnqueueMemcpyINTEL(
                   queue->handle, 0, to, from, bytes, count, waits, out_event)
             : ocl_cl.clEnqueueSVMMemcpy(queue->handle, 0, to, from, bytes, count, waits,
                                         out_event);
}

falx_status ocl_enqueue_marker(struct fxa_queue *queue, struct fxa_event *const *waits,
                               size_t wait_count, struct fxa_event *event) {
  struct ocl_waits list;
  falx_status status = ocl_waits_make(queue, waits, wait_count, &list);
  if (status != FALX_SUCCESS)
    return status;
  cl_event handle = NULL, passed = NULL;
  /* Without a list the marker waits for all commands before it: not what an empty rest of one
   * says. */
  if (wait_count != 0 && list.count == 0 && !(queue->flags & FALX_QUEUE_IN_ORDER)) {
    cl_int error = CL_SUCCESS;
    passed = ocl_cl.clCreateUserEvent(queue->context->handle, &error);
    if (!passed)
      return ocl_failed(error, "a marker cannot be made");
    ocl_cl.clSetUserEventStatus(passed, CL_COMPLETE);
    list.items[list.count++] = passed;
    list.bridge_count++;
  }
  cl_int error =
      ocl_cl.clEnqueueMarkerWithWaitList(queue->handle, list.count, ocl_waits_list(&list), &handle);
  return ocl_submitted(queue, &list, error, handle, event, "a marker");
}

falx_status ocl_enqueue_copy(struct fxa_queue *queue, void *destination, const void *source,
                             size_t bytes, struct fxa_event *const *waits, size_t wait_count,
                             struct fxa_event *event) {
  if (bytes == 0)
    return ocl_enqueue_marker(queue, waits, wait_count, event);
  struct ocl_waits list;
  falx_status status = ocl_waits_make(queue, waits, wait_count, &list);
  if (status != FALX_SUCCESS)
    return status;
  cl_event handle = NULL;
  cl_int error =
      copy(queue, destination, source, bytes, list.count, ocl_waits_list(&list), &handle);
  return ocl_submitted(queue, &list, error, handle, event, "a copy");
}

static bool is_power_of_two(size_t number) {
  return number != 0 && (number & (number - 1)) == 0;
}

static cl_int fill(struct fxa_queue *queue, void *to, const void *pattern, size_t pattern_size,
                   size_t bytes, cl_uint count, const cl_event *waits, cl_event *out_event) {
  return queue->context->memory == OCL_MEMORY_USM
             ? queue->context->platform->functions.clEnqueueMemFillINTEL(
                   queue->handle, to, pattern, pattern_size, bytes, count, waits, out_event)
             : ocl_cl.clEnqueueSVMMemFill(queue->handle, to, pattern, pattern_size, bytes, count,
                                          waits, out_event);
}

/* With a pattern that OpenCL does not take: the first one is written byte by byte, as fills of
 * their own, then copied behind itself until all are there. Each step waits for the one before. */
static cl_int spread(struct fxa_queue *queue, unsigned char *to, const unsigned char *pattern,
                     size_t pattern_size, size_t bytes, const struct ocl_waits *list,
                     cl_event *out_event) {
  cl_event last = NULL;
  cl_int error = CL_SUCCESS;
  size_t done = 0;
  while (done < bytes && error == CL_SUCCESS) {
    cl_event next = NULL;
    cl_uint count = last ? 1 : list->count;
    const cl_event *waits = last ? &last : ocl_waits_list(list);
    if (done < pattern_size) {
      error = fill(queue, to + done, pattern + done, 1, 1, count, waits, &next);
      done++;
    } else {
      size_t part = done <= bytes - done ? done : bytes - done;
      error = copy(queue, to + done, to, part, count, waits, &next);
      done += part;
    }
    if (last)
      ocl_cl.clReleaseEvent(last);
    last = next;
  }
  *out_event = last;
  return error;
}

falx_status ocl_enqueue_fill(struct fxa_queue *queue, void *destination, const void *pattern,
                             size_t pattern_size, size_t count, struct fxa_event *const *waits,
                             size_t wait_count, struct fxa_event *event) {
  enum { MOST_PATTERN = 128 };
  size_t bytes;
  if (__builtin_mul_overflow(pattern_size, count, &bytes))
    return ocl_host->error(FALX_ERROR_INVALID, "opencl: a fill of %zu times %zu bytes", count,
                           pattern_size);
  if (bytes == 0)
    return ocl_enqueue_marker(queue, waits, wait_count, event);
  struct ocl_waits list;
  falx_status status = ocl_waits_make(queue, waits, wait_count, &list);
  if (status != FALX_SUCCESS)
    return status;
  cl_event handle = NULL;
  bool is_simple = is_power_of_two(pattern_size) && pattern_size <= MOST_PATTERN &&
                   (uintptr_t)destination % pattern_size == 0;
  cl_int error = is_simple
                     ? fill(queue, destination, pattern, pattern_size, bytes, list.count,
                            ocl_waits_list(&list), &handle)
                     : spread(queue, destination, pattern, pattern_size, bytes, &list, &handle);
  return ocl_submitted(queue, &list, error, handle, event, "a fill");
}

falx_status ocl_enqueue_prefetch(struct fxa_queue *queue, const void *pointer, size_t bytes,
                                 struct fxa_event *const *waits, size_t wait_count,
                                 struct fxa_event *event) {
  const struct ocl_extension_functions *f = &queue->context->platform->functions;
  if (queue->context->memory != OCL_MEMORY_USM || !f->clEnqueueMigrateMemINTEL || bytes == 0)
    return ocl_enqueue_marker(queue, waits, wait_count, event); /* a hint */
  struct ocl_waits list;
  falx_status status = ocl_waits_make(queue, waits, wait_count, &list);
  if (status != FALX_SUCCESS)
    return status;
  cl_event handle = NULL;
  cl_int error = f->clEnqueueMigrateMemINTEL(queue->handle, pointer, bytes, 0, list.count,
                                             ocl_waits_list(&list), &handle);
  if (error != CL_SUCCESS) { /* drivers refuse what they do not migrate */
    ocl_waits_free(&list);
    return ocl_enqueue_marker(queue, waits, wait_count, event);
  }
  return ocl_submitted(queue, &list, error, handle, event, "a prefetch");
}
