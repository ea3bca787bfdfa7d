/* Queues, and the commands that are not kernels. */
#include "adapters/native_cpu/native.h"

#include <stdlib.h>
#include <string.h>

#include "support/clock.h"

struct fxa_queue *ncpu_queues;

falx_status ncpu_queue_create(struct fxa_context *context, struct fxa_device *device,
                              uint32_t flags, struct fxa_queue **out_queue) {
  (void)context;
  if (!ncpu_device_pool(device))
    return ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION, "native_cpu: no memory for %u threads",
                            device->threads);
  struct fxa_queue *queue = calloc(1, sizeof *queue);
  *out_queue = queue;
  if (!queue)
    return ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION, "native_cpu: no memory for a queue");
  queue->device = device;
  queue->flags = flags;
  ncpu_pool_lock();
  queue->next_queue = ncpu_queues;
  queue->link = &ncpu_queues;
  if (queue->next_queue)
    queue->next_queue->link = &queue->next_queue;
  ncpu_queues = queue;
  ncpu_pool_unlock();
  return FALX_SUCCESS;
}

void ncpu_queue_destroy(struct fxa_queue *queue) {
  /* The thread that completed the last command may still be leaving the critical section. */
  ncpu_pool_lock();
  *queue->link = queue->next_queue;
  if (queue->next_queue)
    queue->next_queue->link = queue->link;
  ncpu_pool_unlock();
  free(queue);
}

falx_status ncpu_queue_finish(struct fxa_queue *queue) {
  bool is_busy;
  if (queue->flags & FALX_QUEUE_IN_ORDER) {
    is_busy = __atomic_load_n(&queue->in_flight, __ATOMIC_ACQUIRE) != 0;
  } else {
    ncpu_pool_lock();
    is_busy = queue->first != NULL;
    ncpu_pool_unlock();
  }
  if (!is_busy)
    return FALX_SUCCESS;
  struct ncpu_command marker = {.is_internal = true, .is_short = true, .work.kind = NCPU_MARKER};
  falx_status status = ncpu_command_submit(queue, &marker, NULL, 0, true, false);
  if (status == FALX_SUCCESS)
    ncpu_pool_wait(&marker);
  return status;
}

falx_status ncpu_enqueue_marker(struct fxa_queue *queue, struct fxa_event *const *waits,
                                size_t wait_count, struct fxa_event *event) {
  const struct ncpu_work work = {.kind = NCPU_MARKER};
  if (wait_count != 0 || queue->flags & FALX_QUEUE_IN_ORDER)
    return ncpu_enqueue_work(queue, &work, true, waits, wait_count, event);
  struct ncpu_command *command = (struct ncpu_command *)(void *)event;
  command->is_internal = false;
  command->is_short = true;
  command->functor_block = NULL;
  command->work.kind = NCPU_MARKER;
  command->is_profiled = (queue->flags & FALX_QUEUE_PROFILING) != 0;
  command->submit_ns = command->is_profiled ? fxs_clock_ns() : 0;
  command->list = NULL;
  return ncpu_command_submit(queue, command, NULL, 0, true, false);
}

falx_status ncpu_enqueue_copy(struct fxa_queue *queue, void *destination, const void *source,
                              size_t bytes, struct fxa_event *const *waits, size_t wait_count,
                              struct fxa_event *event) {
  struct ncpu_work work;
  work.kind = NCPU_COPY;
  work.u.copy = (struct ncpu_copy_work){
      .destination = destination, .source = source, .region = {bytes, 1, 1}};
  return ncpu_enqueue_work(queue, &work, bytes <= NCPU_SHORT_BYTES, waits, wait_count, event);
}

falx_status ncpu_enqueue_copy_box(struct fxa_queue *queue, void *destination,
                                  const size_t destination_pitch[2], const void *source,
                                  const size_t source_pitch[2], const size_t region[3],
                                  struct fxa_event *const *waits, size_t wait_count,
                                  struct fxa_event *event) {
  struct ncpu_work work;
  work.kind = NCPU_COPY;
  work.u.copy =
      (struct ncpu_copy_work){.destination = destination,
                              .source = source,
                              .destination_pitch = {destination_pitch[0], destination_pitch[1]},
                              .source_pitch = {source_pitch[0], source_pitch[1]},
                              .region = {region[0], region[1], region[2]}};
  bool is_short = region[0] * region[1] * region[2] <= NCPU_SHORT_BYTES;
  return ncpu_enqueue_work(queue, &work, is_short, waits, wait_count, event);
}

falx_status ncpu_enqueue_fill(struct fxa_queue *queue, void *destination, const void *pattern,
                              size_t pattern_size, size_t count, struct fxa_event *const *waits,
                              size_t wait_count, struct fxa_event *event) {
  if (pattern_size == 0 || pattern_size > NCPU_PATTERN_MAX)
    return ncpu_host->error(FALX_ERROR_INVALID,
                            "native_cpu: a fill pattern of %zu bytes; 1 to %d are possible",
                            pattern_size, NCPU_PATTERN_MAX);
  struct ncpu_work work;
  work.kind = NCPU_FILL;
  work.u.fill.destination = destination;
  work.u.fill.pattern_size = pattern_size;
  work.u.fill.bytes = pattern_size * count;
  memcpy(work.u.fill.pattern, pattern, pattern_size);
  return ncpu_enqueue_work(queue, &work, work.u.fill.bytes <= NCPU_SHORT_BYTES, waits, wait_count,
                           event);
}
