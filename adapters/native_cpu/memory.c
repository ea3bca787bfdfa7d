/* USM, and the free lists that make submission free of allocations. */
#include "adapters/native_cpu/native.h"
#include "support/block.h"

#include <stdlib.h>
#include <string.h>

enum { EDGES_AT_ONCE = 256, CLASS_LOWEST = 9, CLASSES = 12 }; /* blocks of 512 B to 1 MiB */

/* Free memory; all guarded by pool.lock. */
static struct {
  struct ncpu_edge *edges;
  size_t edge_count;
  struct edge_slab {
    struct edge_slab *next;
    struct ncpu_edge edges[EDGES_AT_ONCE];
  } *slabs;
  struct ncpu_scratch *scratch;
  struct block {
    struct block *next;
    size_t class;
    _Alignas(64) unsigned char bytes[];
  } *blocks[CLASSES];
} pools;

struct ncpu_edge *ncpu_edge_take(void) {
  struct ncpu_edge *edge = pools.edges;
  if (edge) {
    pools.edges = edge->next;
    pools.edge_count--;
  }
  return edge;
}

void ncpu_edge_give(struct ncpu_edge *edge) {
  edge->next = pools.edges;
  pools.edges = edge;
  pools.edge_count++;
}

bool ncpu_edge_reserve(size_t count) {
  while (pools.edge_count < count) {
    struct edge_slab *slab = malloc(sizeof *slab);
    if (!slab)
      return false;
    slab->next = pools.slabs;
    pools.slabs = slab;
    for (int i = 0; i < EDGES_AT_ONCE; i++)
      ncpu_edge_give(&slab->edges[i]);
  }
  return true;
}

struct ncpu_scratch *ncpu_scratch_take(size_t bytes) {
  ncpu_pool_lock();
  struct ncpu_scratch *scratch = pools.scratch;
  if (scratch)
    pools.scratch = scratch->next;
  ncpu_pool_unlock();
  if (scratch && scratch->bytes >= bytes)
    return scratch;
  if (!scratch) {
    scratch = calloc(1, sizeof *scratch);
    if (!scratch)
      return NULL;
  }
  free(scratch->memory);
  scratch->memory = NULL;
  if (posix_memalign(&scratch->memory, NCPU_LOCAL_ALIGN, bytes) != 0) {
    free(scratch);
    return NULL;
  }
  scratch->bytes = bytes;
  return scratch;
}

void ncpu_scratch_give(struct ncpu_scratch *scratch) {
  ncpu_pool_lock();
  scratch->next = pools.scratch;
  pools.scratch = scratch;
  ncpu_pool_unlock();
}

void *ncpu_block_take(size_t bytes) {
  size_t class = 0;
  while (class < CLASSES && (size_t)1 << (CLASS_LOWEST + class) < bytes)
    class++;
  struct block *block = NULL;
  if (class < CLASSES) {
    ncpu_pool_lock();
    block = pools.blocks[class];
    if (block)
      pools.blocks[class] = block->next;
    ncpu_pool_unlock();
    bytes = (size_t)1 << (CLASS_LOWEST + class);
  }
  if (!block) {
    void *memory;
    if (bytes > SIZE_MAX - sizeof *block || posix_memalign(&memory, 64, sizeof *block + bytes) != 0)
      return NULL;
    block = memory;
    block->class = class;
  }
  return block->bytes;
}

void ncpu_block_give(void *bytes) {
  struct block *block =
      (struct block *)(void *)((unsigned char *)bytes - offsetof(struct block, bytes));
  if (block->class == CLASSES) {
    free(block);
    return;
  }
  ncpu_pool_lock();
  block->next = pools.blocks[block->class];
  pools.blocks[block->class] = block;
  ncpu_pool_unlock();
}

void ncpu_memory_fini(void) {
  for (struct edge_slab *slab = pools.slabs, *next; slab; slab = next) {
    next = slab->next;
    free(slab);
  }
  for (struct ncpu_scratch *scratch = pools.scratch, *next; scratch; scratch = next) {
    next = scratch->next;
    free(scratch->memory);
    free(scratch);
  }
  for (int i = 0; i < CLASSES; i++)
    for (struct block *block = pools.blocks[i], *next; block; block = next) {
      next = block->next;
      free(block);
    }
  memset(&pools, 0, sizeof pools);
}

falx_status ncpu_usm_alloc(struct fxa_context *context, struct fxa_device *device,
                           falx_usm_kind kind, size_t size, size_t alignment, void **out_pointer) {
  (void)context, (void)device, (void)kind;
  *out_pointer = NULL;
  if ((alignment & (alignment - 1)) != 0)
    return ncpu_host->error(FALX_ERROR_INVALID,
                            "native_cpu: an alignment of %zu is not a power of two", alignment);
  *out_pointer = fxs_block_alloc(size, alignment);
  if (!*out_pointer)
    return ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION,
                            "native_cpu: no memory for an allocation of %zu bytes", size);
  return FALX_SUCCESS;
}

void ncpu_usm_free(struct fxa_context *context, void *pointer) {
  (void)context;
  fxs_block_free(pointer);
}

/* ---- Memory that commands may still use ---- */

struct unused_later {
  size_t commands; /* unfinished ones, atomic */
  void *pointer;
};

static void command_ended(void *user) {
  struct unused_later *memory = user;
  if (__atomic_sub_fetch(&memory->commands, 1, __ATOMIC_ACQ_REL) != 0)
    return;
  fxs_block_free(memory->pointer);
  free(memory);
}

/* The first of the queue's commands to wait for, under the lock; the others are queue_next. */
static struct ncpu_command *first_to_wait_for(const struct fxa_queue *queue) {
  return queue->flags & FALX_QUEUE_IN_ORDER ? queue->last : queue->first;
}

void ncpu_usm_free_after_use(struct fxa_context *context, void *pointer) {
  (void)context;
  struct unused_later *memory = NULL;
  size_t commands = 0;
  ncpu_pool_lock();
  for (const struct fxa_queue *queue = ncpu_queues; queue; queue = queue->next_queue)
    for (struct ncpu_command *c = first_to_wait_for(queue); c; c = c->queue_next)
      commands++;
  /* Without memory to wait with it is freed at once, which SYCL 2020, 4.8.3 allows. */
  if (commands && ncpu_edge_reserve(commands) && (memory = malloc(sizeof *memory))) {
    *memory = (struct unused_later){commands, pointer};
    for (const struct fxa_queue *queue = ncpu_queues; queue; queue = queue->next_queue)
      for (struct ncpu_command *c = first_to_wait_for(queue); c; c = c->queue_next) {
        struct ncpu_edge *edge = ncpu_edge_take();
        *edge = (struct ncpu_edge){c->edges, NULL, command_ended, memory};
        c->edges = edge;
      }
  }
  ncpu_pool_unlock();
  if (!memory)
    fxs_block_free(pointer);
}
