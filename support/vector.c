/* Growth of vectors: by half, at least eight items. */
#include "support/vector.h"

#include <stdint.h>
#include <stdlib.h>

bool fxs_vector_grow(void **items, size_t *capacity, size_t count, size_t extra, size_t item_size) {
  if (*capacity - count >= extra)
    return true;
  size_t limit = SIZE_MAX / 2 / item_size;
  if (extra > limit || count > limit - extra)
    return false;
  size_t wanted = *capacity + *capacity / 2;
  if (wanted < count + extra)
    wanted = count + extra;
  if (wanted < 8)
    wanted = 8;
  if (wanted > limit)
    wanted = limit;
  void *grown = realloc(*items, wanted * item_size);
  if (!grown)
    return false;
  *items = grown;
  *capacity = wanted;
  return true;
}

void fxs_vector_drop(void **items, size_t *capacity, size_t *count) {
  free(*items);
  *items = NULL;
  *capacity = *count = 0;
}
