/* The futex of threads.h for Linux. */
#include "support/threads.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "support/clock.h"

bool fxs_futex_wait(uint32_t *word, uint32_t expected, int64_t timeout_ns) {
  struct timespec limit = {.tv_sec = (time_t)(timeout_ns / 1000000000),
                           .tv_nsec = (long)(timeout_ns % 1000000000)};
  long result = syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected,
                        timeout_ns < 0 ? NULL : &limit, NULL, 0);
  return !(result < 0 && errno == ETIMEDOUT);
}

void fxs_futex_wake(uint32_t *word, int count) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}

void fxs_futex_wait_bits(uint32_t *word, uint32_t expected, uint32_t bits, int64_t timeout_ns) {
  uint64_t until = fxs_clock_ns() + (uint64_t)(timeout_ns < 0 ? 0 : timeout_ns);
  struct timespec limit = {.tv_sec = (time_t)(until / 1000000000),
                           .tv_nsec = (long)(until % 1000000000)};
  syscall(SYS_futex, word, FUTEX_WAIT_BITSET_PRIVATE, expected, timeout_ns < 0 ? NULL : &limit,
          NULL, bits);
}

void fxs_futex_wake_bits(uint32_t *word, int count, uint32_t bits) {
  syscall(SYS_futex, word, FUTEX_WAKE_BITSET_PRIVATE, count, NULL, NULL, bits);
}
