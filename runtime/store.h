/* The persistent cache: what was built once, kept on disk for the next process.
 *
 * Agnostic of content: bytes under a key. Off unless FALX_CACHE_PERSISTENT=1 (docs/caches.md). Any
 * thread may call at any time, with any lock held; nothing here calls back. Trouble of any kind is
 * a miss, never an error; the trace of topic "cache" says why. */
#ifndef FALX_RUNTIME_STORE_H
#define FALX_RUNTIME_STORE_H

#include <stdbool.h>
#include <stddef.h>

/* A piece of the key; data may be NULL where size is 0. */
struct fxr_store_part {
  const void *data;
  size_t size;
};

/* The key has to name everything that the bytes depend on, the version of what built them, too, and
 * where several images were built together, all of them in an order that is the same in every
 * process. Parts are told apart: "ab", "c" is another key than "a", "bc". */

/* The bytes stored under the key, whose parts are compared in full. True on a hit: *bytes was
 * allocated with malloc, aligned for any type, is to be freed by the caller, and is never NULL.
 * On a miss false, *bytes NULL and *size 0. Waits for no other process or thread. */
bool fxr_store_find(const struct fxr_store_part *key, size_t parts, void **bytes, size_t *size);

/* Keeps a copy of the bytes. An entry that has the key already, whole, stays as it is. May wait a
 * tenth of a second for other writers; then, as after any failure, nothing is kept. */
void fxr_store_put(const struct fxr_store_part *key, size_t parts, const void *bytes, size_t size);

#endif
