/* Memory for arrays: aligned, and placed so that several arrays can be read in parallel without
 * cache conflicts. */
#ifndef FALX_SUPPORT_BLOCK_H
#define FALX_SUPPORT_BLOCK_H

#include <stdbool.h>
#include <stddef.h>

/* size bytes, aligned to alignment (a power of two or 0), but at least to a cache line. Large
 * blocks use huge pages if the system has them. NULL if out of memory. Thread-safe. */
void *fxs_block_alloc(size_t size, size_t alignment);
void fxs_block_free(void *block); /* NULL is allowed */

/* The same for memory of other allocators, which is for the host's processor, too: what is large;
 * the bytes behind the start of a huge page at which the next large block should begin, a multiple
 * of 128 that differs from that of the last ones (else equal elements of all of them would map to
 * the same cache sets); huge pages for the whole ones among the bytes at memory. */
enum { FXS_HUGE_PAGE = 2 << 20 };
bool fxs_block_is_large(size_t size);
size_t fxs_block_colour(void);
void fxs_block_use_huge_pages(void *memory, size_t bytes);

#endif
