/* Typed growable arrays.
 *
 *   FXS_VECTOR(int) numbers = {0};
 *   if (!fxs_vector_push(&numbers, 7)) … out of memory, vector unchanged …
 *   numbers.items[0], numbers.count
 *   fxs_vector_free(&numbers); */
#ifndef FALX_SUPPORT_VECTOR_H
#define FALX_SUPPORT_VECTOR_H

#include <stdbool.h>
#include <stddef.h>

#define FXS_VECTOR(type)                                                                           \
  struct {                                                                                         \
    type *items;                                                                                   \
    size_t count, capacity;                                                                        \
  }

/* Reserves room for extra more items; true unless out of memory. */
#define fxs_vector_reserve(vector, extra)                                                          \
  fxs_vector_grow((void **)&(vector)->items, &(vector)->capacity, (vector)->count, (extra),        \
                  sizeof *(vector)->items)

#define fxs_vector_push(vector, item)                                                              \
  (fxs_vector_reserve(vector, 1) ? ((vector)->items[(vector)->count++] = (item), true) : false)

#define fxs_vector_pop(vector) ((vector)->items[--(vector)->count])

#define fxs_vector_free(vector)                                                                    \
  fxs_vector_drop((void **)&(vector)->items, &(vector)->capacity, &(vector)->count)

bool fxs_vector_grow(void **items, size_t *capacity, size_t count, size_t extra, size_t item_size);
void fxs_vector_drop(void **items, size_t *capacity, size_t *count);

#endif
