/* Memory that was freed, for allocations of about the same size: the driver takes long for each,
 * and waits for the whole device to free one. A block is used again once the commands have
 * completed that were under way when it was freed, on any device. */
#include <stdlib.h>

#include "adapters/cuda/cuda.h"

enum { MOST_STREAMS = 8, MOST_BLOCKS = 256, SMALLEST = 512, STEPS = 8 };
static const size_t largest = (size_t)64 << 20, most_bytes = (size_t)256 << 20;

struct cud_use { /* until this command has completed */
  struct cud_stream *stream;
  uint64_t ticket;
};
struct cud_block {
  struct cud_block *next;
  void *base;
  size_t bytes;
  falx_usm_kind kind;
  uint32_t use_count;
  struct cud_use uses[MOST_STREAMS];
};

size_t cud_pool_size(size_t size) {
  size_t step = SMALLEST;
  while (step * STEPS < size)
    step *= 2;
  return size <= largest ? (size + step - 1) / step * step : size;
}

static bool is_kept(falx_usm_kind kind, size_t bytes) {
  return kind != FALX_USM_SHARED && bytes <= largest;
}

/* False: too many streams are busy. */
static bool note_uses(struct cud_block *block) {
  struct fxa_device *const *devices;
  size_t count;
  bool is_ok = true;
  cud_devices(&devices, &count);
  for (size_t i = 0; i < count && is_ok; i++) {
    fxs_mutex_lock(&devices[i]->lock);
    for (struct cud_stream *s = devices[i]->streams; s && is_ok; s = s->next_of_all) {
      uint64_t last = cud_stream_last(s);
      if (cud_stream_knows(s, last))
        continue;
      is_ok = block->use_count < MOST_STREAMS;
      if (is_ok)
        block->uses[block->use_count++] = (struct cud_use){s, last};
    }
    fxs_mutex_unlock(&devices[i]->lock);
  }
  return is_ok;
}

bool cud_pool_give(struct fxa_device *device, falx_usm_kind kind, void *base, size_t bytes) {
  if (!is_kept(kind, bytes) || cud_is_lost(device))
    return false;
  struct cud_block *block = calloc(1, sizeof *block);
  if (!block)
    return false;
  block->base = base;
  block->bytes = bytes;
  block->kind = kind;
  bool is_taken = note_uses(block);
  fxs_mutex_lock(&device->lock);
  is_taken =
      is_taken && device->pool_count < MOST_BLOCKS && device->pool_bytes + bytes <= most_bytes;
  if (is_taken) {
    block->next = device->pool;
    device->pool = block;
    device->pool_count++;
    device->pool_bytes += bytes;
  }
  fxs_mutex_unlock(&device->lock);
  if (!is_taken)
    free(block);
  return is_taken;
}

static bool is_free(struct cud_block *block) {
  while (block->use_count && cud_stream_knows(block->uses[block->use_count - 1].stream,
                                              block->uses[block->use_count - 1].ticket))
    block->use_count--;
  return !block->use_count;
}

/* One that fits and is free. NULL, and *out_busy is a use of one that is not, or has no stream. */
static void *take(struct fxa_device *device, falx_usm_kind kind, size_t bytes,
                  struct cud_use *out_busy) {
  void *base = NULL;
  out_busy->stream = NULL;
  fxs_mutex_lock(&device->lock);
  for (struct cud_block **at = &device->pool; *at; at = &(*at)->next) {
    struct cud_block *block = *at;
    if (block->kind != kind || block->bytes != bytes)
      continue;
    if (!is_free(block)) {
      *out_busy = block->uses[block->use_count - 1];
      continue;
    }
    base = block->base;
    *at = block->next;
    device->pool_count--;
    device->pool_bytes -= bytes;
    free(block);
    break;
  }
  fxs_mutex_unlock(&device->lock);
  return base;
}

void *cud_pool_take(struct fxa_device *device, falx_usm_kind kind, size_t bytes) {
  struct cud_use busy;
  void *base = NULL;
  if (!is_kept(kind, bytes))
    return NULL;
  for (int round = 0; round < MOST_STREAMS && !base; round++) {
    base = take(device, kind, bytes, &busy);
    if (!base && (!busy.stream || !cud_stream_is_done(busy.stream, busy.ticket)))
      break;
  }
  return base;
}

bool cud_pool_empty(struct fxa_device *device) {
  fxs_mutex_lock(&device->lock);
  struct cud_block *first = device->pool;
  device->pool = NULL;
  device->pool_count = 0;
  device->pool_bytes = 0;
  fxs_mutex_unlock(&device->lock);
  bool has_freed = first != NULL;
  CUcontext before;
  bool is_entered = has_freed && cud_enter(device, &before) == FALX_SUCCESS;
  for (struct cud_block *next; first; first = next) {
    next = first->next;
    if (is_entered)
      cud_note(device, cud_memory_release(first->kind, first->base));
    free(first);
  }
  if (is_entered)
    cud_leave(before);
  return has_freed;
}
