/* Lock for critical sections of a few dozen instructions. Zero-initialised except for its row,
 * needs no destruction. */
#ifndef FALX_SUPPORT_SPIN_H
#define FALX_SUPPORT_SPIN_H

#include <sched.h>
#include <stdint.h>

#include "support/lock_order.h"
#include "support/threads.h"

struct fxs_spin {
  uint32_t is_taken; /* atomic */
  uint32_t row;      /* lock_order.h; 0: outside the order */
};

static inline void fxs_spin_lock(struct fxs_spin *lock) {
  fxs_order_take(lock, lock->row);
  while (__atomic_exchange_n(&lock->is_taken, 1, __ATOMIC_ACQUIRE)) {
    /* The owner may have been preempted: spinning would only delay it. */
    for (int i = 0; __atomic_load_n(&lock->is_taken, __ATOMIC_RELAXED); i++) {
      if (i < 128)
        fxs_spin_pause();
      else
        sched_yield();
    }
  }
}

static inline void fxs_spin_unlock(struct fxs_spin *lock) {
  fxs_order_give(lock, lock->row);
  __atomic_store_n(&lock->is_taken, 0, __ATOMIC_RELEASE);
}

#endif
