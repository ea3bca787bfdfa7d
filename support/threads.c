/* threads.h for POSIX threads, which mingw-w64 provides, too. */
#include "support/threads.h"

#include <assert.h>

#include "support/lock.h"
#include "support/lock_order.h"

void fxs_mutex_init(struct fxs_mutex *mutex, unsigned row) {
  mutex->row = row;
  int result = pthread_mutex_init(&mutex->native, NULL);
  assert(result == 0);
  (void)result;
}

void fxs_mutex_destroy(struct fxs_mutex *mutex) {
  int result = pthread_mutex_destroy(&mutex->native);
  assert(result == 0);
  (void)result;
}

void fxs_mutex_lock(struct fxs_mutex *mutex) {
  fxs_order_take(mutex, mutex->row);
  int result = pthread_mutex_lock(&mutex->native);
  assert(result == 0);
  (void)result;
}

bool fxs_mutex_trylock(struct fxs_mutex *mutex) {
  if (pthread_mutex_trylock(&mutex->native) != 0)
    return false;
  fxs_order_take(mutex, mutex->row);
  return true;
}

void fxs_mutex_unlock(struct fxs_mutex *mutex) {
  fxs_order_give(mutex, mutex->row);
  int result = pthread_mutex_unlock(&mutex->native);
  assert(result == 0);
  (void)result;
}

/* Whoever has slept does not know about others: the next one to give the lock back wakes one. */
void fxs_lock_sleep(struct fxs_lock *lock) {
  while (__atomic_exchange_n(&lock->state, FXS_LOCK_WANTED, __ATOMIC_ACQUIRE) != FXS_LOCK_FREE)
    fxs_futex_wait(&lock->state, FXS_LOCK_WANTED, -1);
}

void fxs_once_run(struct fxs_once *once, void (*function)(void)) {
  pthread_once(&once->native, function);
}
