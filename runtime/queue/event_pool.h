/* Free list of blocks of one size: a queue's events and deferred commands are allocated from it,
 * so that a launch allocates nothing once the list is warm. */
#ifndef FALX_RUNTIME_EVENT_POOL_H
#define FALX_RUNTIME_EVENT_POOL_H

#include <stddef.h>

#include "support/spin.h"

struct fxr_pool_slab;

struct fxr_pool {
  size_t block_size; /* multiple of 64 */
  struct fxs_spin lock;
  void *free_blocks;           /* lock; linked through the first word */
  struct fxr_pool_slab *slabs; /* lock */
  size_t slab_count;           /* lock */
};

void fxr_pool_init(struct fxr_pool *pool, size_t block_size);
/* All blocks must have been returned. */
void fxr_pool_fini(struct fxr_pool *pool);
/* 64-byte aligned, content undefined; NULL if out of memory. */
void *fxr_pool_take(struct fxr_pool *pool);
/* Several at once: first to last are linked by their first words. */
void fxr_pool_give_all(struct fxr_pool *pool, void *first, void *last);
void fxr_pool_give(struct fxr_pool *pool, void *block);

#endif
