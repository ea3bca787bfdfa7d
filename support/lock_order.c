/* The locks that each thread holds, for the assertion. */
#include "support/lock_order.h"

#ifdef NDEBUG
typedef int fxs_order_is_not_asserted; /* ISO C forbids an empty translation unit */
#else

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_HELD = 128 };

static _Thread_local struct {
  const void *lock;
  unsigned row;
} held[MOST_HELD];
static _Thread_local unsigned held_count;

void fxs_order_take(const void *lock, unsigned row) {
  if (!row)
    return;
  for (unsigned i = 0; i < held_count; i++) {
    if (held[i].row < row ||
        (held[i].row == row && row & 1u && (uintptr_t)held[i].lock < (uintptr_t)lock))
      continue;
    fprintf(stderr,
            "lock order: a thread that holds lock %p of row %u takes lock %p of row %u "
            "(docs/architecture.md, lock order)\n",
            held[i].lock, held[i].row / 2, lock, row / 2);
    abort();
  }
  if (held_count == MOST_HELD)
    return; /* a command with very many buffers */
  held[held_count].lock = lock;
  held[held_count++].row = row;
}

void fxs_order_give(const void *lock, unsigned row) {
  if (!row)
    return;
  for (unsigned i = held_count; i-- > 0;)
    if (held[i].lock == lock) {
      held[i] = held[--held_count];
      return;
    }
}

#endif
