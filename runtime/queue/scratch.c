/* Memory that commands work in: a queue keeps it from one command to the next, with its first bytes
 * at zero, as each command finds and leaves them. So a command that is submitted again and again
 * costs neither an allocation nor a fill. Out of order, commands that run at the same time have
 * memory of their own each. */
#include "runtime/queue/scratch.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/platform/context.h"
#include "runtime/platform/device.h"
#include "runtime/platform/platform.h"
#include "runtime/queue/queue.h"

enum { SMALLEST = 4096, ALIGNMENT = 128, MOST_KEPT = 16 };
static const size_t largest_kept = (size_t)4 << 20;

struct falx_scratch {
  struct falx_scratch *next; /* queue's lock */
  falx_queue_t queue;        /* referenced while it is in use */
  void *memory;
  size_t bytes, zero_bytes;
  uint64_t doubts; /* the queue's when it was made: those of before a doubt are not kept */
};

/* A power of two, so that commands of other sizes find it, too. */
static size_t size_for(size_t bytes) {
  size_t size = SMALLEST;
  while (size < bytes && size <= largest_kept)
    size *= 2;
  return size < bytes ? bytes : size;
}

static falx_status clear(falx_queue_t queue, bool is_far, void *memory, size_t bytes) {
  if (!is_far) {
    memset(memory, 0, bytes);
    return FALX_SUCCESS;
  }
  void *zeros = calloc(1, bytes);
  if (!zeros)
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for %zu zeros", bytes);
  falx_status status =
      queue->ops->memory_write(queue->context->handle, queue->device->handle, memory, zeros, bytes);
  free(zeros);
  return status;
}

/* Of the device itself where the host is not it. */
static falx_status allocate(falx_queue_t queue, struct falx_scratch *made) {
  const struct falx_device *device = queue->device;
  bool is_far = device->type != FALX_DEVICE_CPU && device->ops->memory_write &&
                !(device->lacks_usm & 1u << FALX_USM_DEVICE);
  fxr_error_clear();
  falx_status status = queue->ops->usm_alloc(queue->context->handle, device->handle,
                                             is_far ? FALX_USM_DEVICE : FALX_USM_HOST, made->bytes,
                                             ALIGNMENT, &made->memory);
  if (status == FALX_SUCCESS && made->zero_bytes) {
    status = clear(queue, is_far, made->memory, made->zero_bytes);
    if (status != FALX_SUCCESS)
      queue->ops->usm_free(queue->context->handle, made->memory);
  }
  return status == FALX_SUCCESS ? status
                                : fxr_error_from_adapter(status, device->platform->adapter->name,
                                                         "memory for a command to work in");
}

/* *out_idle: those that nobody gets again and no command works in any more, to be freed. */
static struct falx_scratch *take_kept(falx_queue_t queue, size_t bytes, size_t zero_bytes,
                                      struct falx_scratch **out_idle) {
  struct falx_scratch *found = NULL;
  fxs_spin_lock(&queue->lock);
  bool is_idle = __atomic_load_n(&queue->flight_count, __ATOMIC_ACQUIRE) == 0;
  *out_idle = is_idle ? queue->doubtful : NULL;
  if (is_idle)
    queue->doubtful = NULL;
  for (struct falx_scratch **at = &queue->scratch; *at && !found; at = &(*at)->next)
    if ((*at)->bytes == bytes && (*at)->zero_bytes == zero_bytes) {
      found = *at;
      *at = found->next;
      queue->scratch_count--;
      break;
    }
  fxs_spin_unlock(&queue->lock);
  return found;
}

static void free_all(falx_queue_t queue, struct falx_scratch *list) {
  for (struct falx_scratch *next; list; list = next) {
    next = list->next;
    queue->ops->usm_free(queue->context->handle, list->memory);
    free(list);
  }
}

/* With memory that no command has worked in. */
static falx_status make(falx_queue_t queue, size_t bytes, size_t zero_bytes,
                        struct falx_scratch **out) {
  struct falx_scratch *scratch = calloc(1, sizeof *scratch);
  if (!scratch)
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory to note what a command works in");
  scratch->bytes = bytes;
  scratch->zero_bytes = zero_bytes;
  falx_status status = allocate(queue, scratch);
  if (status != FALX_SUCCESS) {
    free(scratch);
    return status;
  }
  fxs_spin_lock(&queue->lock);
  scratch->doubts = queue->doubts;
  fxs_spin_unlock(&queue->lock);
  *out = scratch;
  return FALX_SUCCESS;
}

falx_status falx_scratch_take(falx_queue_t queue, size_t bytes, size_t zero_bytes,
                              falx_scratch_t *out_scratch, void **out_memory) {
  FXR_CALL_MAKING(runtime);
  *out_scratch = NULL;
  *out_memory = NULL;
  if (!runtime)
    return fxr_runtime_status();
  if (!queue || zero_bytes > bytes || bytes > PTRDIFF_MAX)
    return fxr_error(FALX_ERROR_INVALID,
                     queue ? "%zu bytes for a command to work in, of which %zu are zero"
                           : "memory for a command to work in, without a queue",
                     bytes, zero_bytes);
  fxr_queue_reap(queue, false); /* what ended meanwhile gives back what it has */
  bytes = size_for(bytes);
  struct falx_scratch *idle, *scratch = take_kept(queue, bytes, zero_bytes, &idle);
  free_all(queue, idle);
  falx_status status = scratch ? FALX_SUCCESS : make(queue, bytes, zero_bytes, &scratch);
  if (status != FALX_SUCCESS)
    return status;
  fxr_queue_ref(queue);
  scratch->queue = queue;
  *out_scratch = scratch;
  *out_memory = scratch->memory;
  return FALX_SUCCESS;
}

static void discard(falx_queue_t queue, struct falx_scratch *scratch) {
  const struct fxa_table *ops = queue->ops;
  (ops->usm_free_after_use ? ops->usm_free_after_use : ops->usm_free)(queue->context->handle,
                                                                      scratch->memory);
  free(scratch);
}

/* False where it is too large, the queue has enough, or a command has failed meanwhile. Its first
 * bytes have to be zero, or to be so when the queue's next command begins. */
static bool keep(struct falx_scratch *scratch) {
  falx_queue_t queue = scratch->queue;
  fxs_spin_lock(&queue->lock);
  bool is_kept = queue->scratch_count < MOST_KEPT && scratch->bytes <= largest_kept &&
                 scratch->doubts == queue->doubts;
  if (is_kept) {
    scratch->next = queue->scratch;
    queue->scratch = scratch;
    queue->scratch_count++;
  }
  fxs_spin_unlock(&queue->lock);
  return is_kept;
}

static void give_back(struct falx_scratch *scratch, bool is_whole) {
  falx_queue_t queue = scratch->queue;
  if (!is_whole || !keep(scratch))
    discard(queue, scratch);
  fxr_queue_unref(queue);
}

void falx_scratch_give(falx_scratch_t scratch, falx_event_t event) {
  FXR_CALL(runtime);
  if (!scratch || !runtime)
    return;
  if (!event) { /* a submission that failed may have been half way */
    give_back(scratch, false);
    return;
  }
  falx_queue_t queue = scratch->queue;
  if (queue->flags & FALX_QUEUE_IN_ORDER && keep(scratch)) { /* the next one comes after it */
    fxr_queue_unref(queue);
    return;
  }
  /* Its queue takes it when it finds the command complete, else whoever destroys the event. The
   * adapter may not have the command yet, so it cannot be told to free the memory after it. */
  fxs_spin_lock(&event->lock);
  scratch->next = event->scratch;
  __atomic_store_n(&event->scratch, scratch, __ATOMIC_RELEASE);
  fxs_spin_unlock(&event->lock);
  if (fxr_event_is_complete(event, false)) /* its queue may have looked already */
    fxr_scratch_end(event);
}

void fxr_scratch_end_slow(falx_event_t event) {
  fxs_spin_lock(&event->lock);
  struct falx_scratch *scratch = event->scratch;
  __atomic_store_n(&event->scratch, NULL, __ATOMIC_RELAXED);
  fxs_spin_unlock(&event->lock);
  bool is_whole = fxr_event_is_complete(event, false) && fxr_event_status(event) == FALX_SUCCESS;
  for (struct falx_scratch *next; scratch; scratch = next) {
    next = scratch->next;
    give_back(scratch, is_whole);
  }
}

void fxr_scratch_doubt(falx_queue_t queue) {
  fxs_spin_lock(&queue->lock);
  for (struct falx_scratch *scratch = queue->scratch, *next; scratch; scratch = next) {
    next = scratch->next;
    scratch->next = queue->doubtful;
    queue->doubtful = scratch;
  }
  queue->scratch = NULL;
  queue->scratch_count = 0;
  queue->doubts++;
  fxs_spin_unlock(&queue->lock);
}

void fxr_scratch_forget(falx_queue_t queue) {
  free_all(queue, queue->scratch);
  free_all(queue, queue->doubtful);
  queue->scratch = queue->doubtful = NULL;
  queue->scratch_count = 0;
}
