/* Allocation for compiler code: tools exit when out of memory, so callers need not check. */
#ifndef FALX_COMPILER_MEMORY_H
#define FALX_COMPILER_MEMORY_H

#include "support/arena.h"

#include <stdio.h>
#include <stdlib.h>

static inline void *fxc_must(void *memory) {
  if (!memory) {
    fputs("error: out of memory\n", stderr);
    abort();
  }
  return memory;
}

/* Zeroed, freed with the arena. */
static inline void *fxc_new(struct fxs_arena *arena, size_t count, size_t size) {
  return fxc_must(fxs_arena_alloc(arena, count * size + 1));
}

/* fxs_vector_push that cannot fail. */
#define fxc_push(vector, item)                                                                     \
  ((void)fxc_must(fxs_vector_push(vector, item) ? (vector)->items : NULL))

#endif
