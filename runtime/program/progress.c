/* Progress of builds, on a terminal. The thread sleeps until the build has ended or is slow: most
 * builds are quick, and write nothing. */
#include "runtime/program/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/lifetime/lifetime.h"
#include "runtime/os/os.h"
#include "support/clock.h"
#include "support/signals.h"

enum { SECOND_NS = 1000000000, LONGEST_S = 86400, COLUMNS = 79 };

/* 0: never. */
static int64_t delay_ns(void) {
  const char *text = fxr_setting("FALX_PROGRESS");
  char *end;
  if (!text)
    return 2 * (int64_t)SECOND_NS;
  long seconds = strtol(text, &end, 10);
  return *end || seconds <= 0 || seconds > LONGEST_S ? 0 : seconds * (int64_t)SECOND_NS;
}

/* False: the time is over, and the build goes on. */
static bool ends_within(struct fxr_progress *progress, int64_t time_ns) {
  uint64_t deadline = fxs_clock_ns() + (uint64_t)time_ns;
  while (!__atomic_load_n(&progress->has_ended, __ATOMIC_ACQUIRE)) {
    uint64_t now = fxs_clock_ns();
    if (now >= deadline)
      return false;
    fxs_futex_wait(&progress->has_ended, 0, (int64_t)(deadline - now));
  }
  return true;
}

static bool claim(uint32_t *line) {
  uint32_t nobody = 0;
  return __atomic_compare_exchange_n(line, &nobody, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static void *watch(void *user) {
  struct fxr_progress *progress = user;
  uint64_t begin = fxs_clock_ns();
  bool has_line = false;
  int width = 0;
  for (int64_t wait = progress->delay_ns; !ends_within(progress, wait); wait = SECOND_NS) {
    char text[COLUMNS + 1], time[32];
    has_line = has_line || claim(progress->line);
    if (!has_line)
      continue;
    int length = snprintf(time, sizeof time, ", %llu s",
                          (unsigned long long)((fxs_clock_ns() - begin) / SECOND_NS));
    int used =
        snprintf(text, sizeof text, "falx: %.*s%s", COLUMNS - 6 - length, progress->what, time);
    fprintf(stderr, "\r%s%*s", text, width > used ? width - used : 0, "");
    width = used;
  }
  if (has_line) {
    fprintf(stderr, "\r%*s\r", width, "");
    __atomic_store_n(progress->line, 0, __ATOMIC_RELEASE);
  }
  return NULL;
}

void fxr_progress_begin(struct fxr_progress *progress, const char *format, ...) {
  va_list args;
  struct fxr_runtime *runtime = fxr_runtime_peek();
  *progress = (struct fxr_progress){.delay_ns = delay_ns()};
  if (!progress->delay_ns || !runtime || !fxr_os_has_terminal())
    return;
  progress->line = &runtime->progress_line;
  va_start(args, format);
  vsnprintf(progress->what, sizeof progress->what, format, args);
  va_end(args);
  sigset_t before;
  fxs_signals_hold(&before);
  progress->is_watched = pthread_create(&progress->thread, NULL, watch, progress) == 0;
  fxs_signals_give_back(&before);
}

void fxr_progress_end(struct fxr_progress *progress) {
  if (!progress->is_watched)
    return;
  __atomic_store_n(&progress->has_ended, 1, __ATOMIC_RELEASE);
  fxs_futex_wake(&progress->has_ended, 1);
  pthread_join(progress->thread, NULL);
}
