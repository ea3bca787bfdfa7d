/* The clock for all durations and deadlines, and sleeping. Thread-safe. */
#ifndef FALX_SUPPORT_CLOCK_H
#define FALX_SUPPORT_CLOCK_H

#include <errno.h>
#include <stdint.h>
#include <time.h>

/* Nanoseconds since an arbitrary moment; monotonic, and the same in all processes of the
 * machine. */
static inline uint64_t fxs_clock_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Sleeps at least this long, regardless of signals. */
static inline void fxs_sleep_ns(uint64_t nanoseconds) {
  struct timespec rest = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
  while (nanosleep(&rest, &rest) != 0 && errno == EINTR)
    continue;
}

#endif
