/* Operating-system seam for threads: mutex, once, futex. */
#ifndef FALX_SUPPORT_THREADS_H
#define FALX_SUPPORT_THREADS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* Statically initialised with FXS_MUTEX_INIT; needs no destruction then. */
struct fxs_mutex {
  pthread_mutex_t native;
  unsigned row; /* lock_order.h; 0: outside the order */
};
#define FXS_MUTEX_INIT FXS_MUTEX_INIT_ROW(0)
#define FXS_MUTEX_INIT_ROW(row) {PTHREAD_MUTEX_INITIALIZER, row}

void fxs_mutex_init(struct fxs_mutex *mutex, unsigned row);
void fxs_mutex_destroy(struct fxs_mutex *mutex);
void fxs_mutex_lock(struct fxs_mutex *mutex);
bool fxs_mutex_trylock(struct fxs_mutex *mutex);
void fxs_mutex_unlock(struct fxs_mutex *mutex);

struct fxs_once {
  pthread_once_t native;
};
#define FXS_ONCE_INIT {PTHREAD_ONCE_INIT}
void fxs_once_run(struct fxs_once *once, void (*function)(void));

/* Sleeps while *word equals expected. May return early for any reason: check again. timeout_ns <
 * 0: no limit. False only on timeout. */
bool fxs_futex_wait(uint32_t *word, uint32_t expected, int64_t timeout_ns);
/* Wakes up to count sleepers of this process. Windows wakes all if count exceeds one. */
void fxs_futex_wake(uint32_t *word, int count);

#ifdef __linux__
/* The same, for different kinds of sleepers on one word: wakes those with a bit in common. */
void fxs_futex_wait_bits(uint32_t *word, uint32_t expected, uint32_t bits, int64_t timeout_ns);
void fxs_futex_wake_bits(uint32_t *word, int count, uint32_t bits);
#endif

/* Tells the processor that the caller is spinning. */
static inline void fxs_spin_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#else
  __asm__ volatile("" ::: "memory");
#endif
}

#endif
