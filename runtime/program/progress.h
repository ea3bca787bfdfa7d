/* Says on a terminal that a build goes on: FALX_PROGRESS. */
#ifndef FALX_RUNTIME_PROGRESS_H
#define FALX_RUNTIME_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* One build, on the stack of the thread that builds. */
struct fxr_progress {
  pthread_t thread;
  bool is_watched;    /* there is a thread */
  uint32_t has_ended; /* atomic; what the thread sleeps on */
  uint32_t *line;     /* atomic; 1: some build has the terminal's line */
  int64_t delay_ns;   /* until the first line */
  char what[160];
};

/* Does nothing unless standard error is a terminal. Otherwise a thread writes what is being built
 * and for how long if it takes longer than FALX_PROGRESS says, in one line, which it renews; of
 * several builds at a time one has the line. */
void fxr_progress_begin(struct fxr_progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Wipes the line. */
void fxr_progress_end(struct fxr_progress *progress);

#endif
