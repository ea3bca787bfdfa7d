/* Memory for the elements of arrays: aligned, and placed so that several arrays that are read side
 * by side are read fast. */
#ifndef FALX_SUPPORT_BLOCK_H
#define FALX_SUPPORT_BLOCK_H

#include <stddef.h>

/* size bytes, at alignment (a power of two; at least a cache line is given, 0 too). Large blocks
 * lie in huge pages where the system has them. NULL if there is no memory. Thread-safe. */
void *fxs_block_alloc(size_t size, size_t alignment);
void fxs_block_free(void *block); /* NULL too */

#endif
