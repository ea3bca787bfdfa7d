/* The persistent cache: results of builds, kept on disk for later processes.
 *
 * Content-agnostic: bytes under a key (support/cache.h specifies what a key must cover). Off
 * unless FALX_CACHE_PERSISTENT=1 (docs/caches.md). Thread-safe; may be called with any lock
 * held; calls nothing back. Any failure counts as a miss, never as an error; the trace topic
 * "cache" gives the reason. */
#ifndef FALX_RUNTIME_STORE_H
#define FALX_RUNTIME_STORE_H

#include <stdbool.h>
#include <stddef.h>

#include "support/cache.h"

/* Whether the user has switched it on. */
bool fxr_store_is_on(void);

/* Looks up the bytes stored under the key. True on a hit: *out_bytes was allocated with malloc,
 * is aligned for any type, never NULL, and freed by the caller. On a miss false, *out_bytes NULL
 * and *out_size 0. Does not wait for other processes or threads. */
bool fxr_store_find(const struct fxs_cache_part *parts, size_t count, void **out_bytes,
                    size_t *out_size);

/* Stores a copy of the bytes. An intact entry of the same key is kept. May wait a tenth of a
 * second for other writers; after that, as after any failure, nothing is stored. */
void fxr_store_put(const struct fxs_cache_part *parts, size_t count, const void *bytes,
                   size_t size);

#endif
