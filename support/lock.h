/* Lock for critical sections that may be long, but are mostly entered by one thread alone: an
 * instruction to take it, one to give it back; who finds it taken sleeps. Zero-initialised except
 * for its row, needs no destruction. */
#ifndef FALX_SUPPORT_LOCK_H
#define FALX_SUPPORT_LOCK_H

#include "support/lock_order.h"
#include "support/threads.h"

enum fxs_lock_state { FXS_LOCK_FREE, FXS_LOCK_TAKEN, FXS_LOCK_WANTED /* taken; some may sleep */ };
struct fxs_lock {
  uint32_t state; /* atomic, futex word: enum fxs_lock_state */
  uint32_t row;   /* lock_order.h; 0: outside the order */
};

void fxs_lock_sleep(struct fxs_lock *lock); /* the slow part of take */

static inline void fxs_lock_take(struct fxs_lock *lock) {
  uint32_t state = FXS_LOCK_FREE;
  fxs_order_take(lock, lock->row);
  if (!__atomic_compare_exchange_n(&lock->state, &state, FXS_LOCK_TAKEN, false, __ATOMIC_ACQUIRE,
                                   __ATOMIC_RELAXED))
    fxs_lock_sleep(lock);
}

static inline void fxs_lock_give(struct fxs_lock *lock) {
  fxs_order_give(lock, lock->row);
  if (__atomic_exchange_n(&lock->state, FXS_LOCK_FREE, __ATOMIC_RELEASE) == FXS_LOCK_WANTED)
    fxs_futex_wake(&lock->state, 1);
}

#endif
