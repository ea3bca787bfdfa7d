/* Free list of blocks of one size. */
#include "runtime/queue/event_pool.h"

#include <stdlib.h>

#include "runtime/common/locks.h"

enum { ALIGNMENT = 64, FIRST_SLAB = 8, LARGEST_SLAB = 256 };

struct fxr_pool_slab {
  struct fxr_pool_slab *next;
};

void fxr_pool_init(struct fxr_pool *pool, size_t block_size) {
  *pool = (struct fxr_pool){.lock = {.row = FXR_ROW_EVENT},
                            .block_size = (block_size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT};
}

void fxr_pool_fini(struct fxr_pool *pool) {
  while (pool->slabs) {
    struct fxr_pool_slab *slab = pool->slabs;
    pool->slabs = slab->next;
    free(slab);
  }
  pool->free_blocks = NULL;
}

/* A new slab: one block for the caller, the others on the list. */
static void *grow(struct fxr_pool *pool) {
  fxs_spin_lock(&pool->lock);
  size_t count = FIRST_SLAB << (pool->slab_count < 5 ? pool->slab_count : 5);
  fxs_spin_unlock(&pool->lock);
  if (count > LARGEST_SLAB)
    count = LARGEST_SLAB;
  char *memory = aligned_alloc(ALIGNMENT, ALIGNMENT + count * pool->block_size);
  if (!memory)
    return NULL;
  struct fxr_pool_slab *slab = (struct fxr_pool_slab *)memory;
  char *first = memory + ALIGNMENT;
  for (size_t i = 1; i < count; i++) {
    char *block = first + i * pool->block_size;
    *(void **)block = i + 1 < count ? block + pool->block_size : NULL;
  }
  fxs_spin_lock(&pool->lock);
  slab->next = pool->slabs;
  pool->slabs = slab;
  pool->slab_count++;
  if (count > 1) {
    char *last = first + (count - 1) * pool->block_size;
    *(void **)last = pool->free_blocks;
    pool->free_blocks = first + pool->block_size;
  }
  fxs_spin_unlock(&pool->lock);
  return first;
}

void *fxr_pool_take(struct fxr_pool *pool) {
  fxs_spin_lock(&pool->lock);
  void *block = pool->free_blocks;
  if (block)
    pool->free_blocks = *(void **)block;
  fxs_spin_unlock(&pool->lock);
  return block ? block : grow(pool);
}

void fxr_pool_give_all(struct fxr_pool *pool, void *first, void *last) {
  fxs_spin_lock(&pool->lock);
  *(void **)last = pool->free_blocks;
  pool->free_blocks = first;
  fxs_spin_unlock(&pool->lock);
}

void fxr_pool_give(struct fxr_pool *pool, void *block) {
  fxr_pool_give_all(pool, block, block);
}
