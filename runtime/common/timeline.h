/* FALX_TRACE=FILE.json: a timeline of the process in the Trace Event format (docs/tracing.md), as
 * an array of one event per line, which a reader can use however the process ends.
 *
 * Written while the process runs; every function may be called by any thread, and does nothing
 * while no timeline is written. Lines are made without a lock and appended under one. */
#ifndef FALX_RUNTIME_TIMELINE_H
#define FALX_RUNTIME_TIMELINE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/clock.h"

/* Begins one if list, the value of FALX_TRACE, names a file: an item that ends in ".json"; "%p" in
 * it stands for the number of the process. A file that cannot be made is reported on standard
 * error, once; the program goes on. */
void fxr_timeline_open(const char *list);
void fxr_timeline_close(void);
/* Writes what is there, if the last time was long ago: before the calling thread sleeps. */
void fxr_timeline_flush(void);
/* The same after it slept, with what has ended, at most every 100 us: the program may crash. */
void fxr_timeline_waited(void);
/* In a forked child: the file is the parent's. */
void fxr_timeline_abandon(void);

extern uint32_t fxr_timeline_state; /* atomic; 1 while one is written */
static inline bool fxr_timeline_is_on(void) {
  return __atomic_load_n(&fxr_timeline_state, __ATOMIC_RELAXED) != 0;
}

/* What the calling thread did from start, a time of fxr_timeline_start, until now. */
static inline uint64_t fxr_timeline_start(void) {
  return fxr_timeline_is_on() ? fxs_clock_ns() : 0;
}
void fxr_timeline_span(uint64_t start, const char *category, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* What happened to the calling thread at this moment. */
void fxr_timeline_note(const char *category, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
/* A quantity that changes over time: its value from now on. */
void fxr_timeline_count(const char *name, uint64_t value);

/* ---- Lines, for other kinds of events ---- */

enum { FXR_TIMELINE_LINE = 4096, FXR_TIMELINE_TEXT = 600 /* bytes of one text at most */ };

/* A row of the picture: a thread, or commands of a queue, which no two overlap on. process: that of
 * the operating system, or a device of it. */
struct fxr_track {
  uint64_t process, thread;
};

struct fxr_line {
  size_t length;
  bool has_args;
  char text[FXR_TIMELINE_LINE];
};

struct fxr_track fxr_timeline_this_thread(void);
/* The process that stands for the device with this number. */
uint64_t fxr_timeline_device_process(uint32_t device);
/* phase: the format's letter. Times in nanoseconds; duration only where phase is 'X'. */
void fxr_line_begin(struct fxr_line *line, char phase, const char *category, const char *name,
                    struct fxr_track track, uint64_t ns, uint64_t duration);
/* A member of the event itself; before any argument. */
void fxr_line_member(struct fxr_line *line, const char *key, uint64_t value);
/* The end of an arrow points at what is under way on its track. */
void fxr_line_enclosing(struct fxr_line *line);
void fxr_line_number(struct fxr_line *line, const char *key, uint64_t value);
void fxr_line_text(struct fxr_line *line, const char *key, const char *value);
void fxr_line_numbers(struct fxr_line *line, const char *key, const uint64_t *values, size_t count);
/* Ends the line and appends it to the file. */
void fxr_line_put(struct fxr_line *line);
/* Names a process or, with is_thread, a thread: of a track. */
void fxr_timeline_name(struct fxr_track track, bool is_thread, const char *name);

#endif
