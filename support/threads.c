/* threads.h for POSIX threads, which mingw-w64 provides, too. */
#include "support/threads.h"

#include <assert.h>

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

void fxs_once_run(struct fxs_once *once, void (*function)(void)) {
  pthread_once(&once->native, function);
}
