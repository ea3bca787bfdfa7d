/* Threads on Linux. */
#include "support/threads.h"

#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void fxs_mutex_init(struct fxs_mutex *mutex) {
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
  int result = pthread_mutex_lock(&mutex->native);
  assert(result == 0);
  (void)result;
}

bool fxs_mutex_trylock(struct fxs_mutex *mutex) {
  return pthread_mutex_trylock(&mutex->native) == 0;
}

void fxs_mutex_unlock(struct fxs_mutex *mutex) {
  int result = pthread_mutex_unlock(&mutex->native);
  assert(result == 0);
  (void)result;
}

void fxs_once_run(struct fxs_once *once, void (*function)(void)) {
  pthread_once(&once->native, function);
}

bool fxs_futex_wait(uint32_t *word, uint32_t expected, int64_t timeout_ns) {
  struct timespec limit = {.tv_sec = (time_t)(timeout_ns / 1000000000),
                           .tv_nsec = (long)(timeout_ns % 1000000000)};
  long result = syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected,
                        timeout_ns < 0 ? NULL : &limit, NULL, 0);
  return !(result < 0 && errno == ETIMEDOUT);
}

int fxs_futex_wake(uint32_t *word, int count) {
  long woken = syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
  return woken < 0 ? 0 : (int)woken;
}
