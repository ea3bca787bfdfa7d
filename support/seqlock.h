/* Sequence locks: a few words that threads read without writing anything, and now and then write.
 * The words are read and written one by one, atomically; what a reader saw counts only if the
 * sequence number was even, not 0, and the same before and after. Who finds another writer at work
 * writes nothing. Zeroed memory is a lock whose words have not been written. Thread-safe. */
#ifndef FALX_SUPPORT_SEQLOCK_H
#define FALX_SUPPORT_SEQLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 0: nothing has been written, or a thread is writing. */
static inline uint64_t fxs_seqlock_read(const uint64_t *sequence) {
  uint64_t begun = __atomic_load_n(sequence, __ATOMIC_ACQUIRE);
  return begun & 1 ? 0 : begun;
}

/* Behind the last word that was read. */
static inline bool fxs_seqlock_is_unchanged(const uint64_t *sequence, uint64_t begun) {
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return __atomic_load_n(sequence, __ATOMIC_RELAXED) == begun;
}

static inline size_t fxs_seqlock_word(const size_t *word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

/* False: another thread is writing. */
static inline bool fxs_seqlock_write(uint64_t *sequence) {
  uint64_t before = __atomic_load_n(sequence, __ATOMIC_RELAXED);
  if (before & 1 || !__atomic_compare_exchange_n(sequence, &before, before + 1, false,
                                                 __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return false;
  __atomic_thread_fence(__ATOMIC_RELEASE);
  return true;
}

static inline void fxs_seqlock_end_write(uint64_t *sequence) {
  __atomic_store_n(sequence, __atomic_load_n(sequence, __ATOMIC_RELAXED) + 1, __ATOMIC_RELEASE);
}

#endif
