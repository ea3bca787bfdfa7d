/* Memory for arrays: aligned, and placed so that several arrays can be read in parallel without
 * cache conflicts. */
#ifndef FALX_SUPPORT_BLOCK_H
#define FALX_SUPPORT_BLOCK_H

#include <stddef.h>

/* size bytes, aligned to alignment (a power of two or 0), but at least to a cache line. Large
 * blocks use huge pages if the system has them. NULL if out of memory. Thread-safe. */
void *fxs_block_alloc(size_t size, size_t alignment);
void fxs_block_free(void *block); /* NULL is allowed */

#endif
