/* The scheduler: threads for host tasks and deferred commands, and lists of all live queues and
 * buffers. One per process, created with the first queue, owned by runtime/lifetime/lifetime.c. */
#ifndef FALX_RUNTIME_SCHED_H
#define FALX_RUNTIME_SCHED_H

#include <stdbool.h>
#include <stddef.h>

#include "falx/falx.h"

struct fxr_sched;

/* Runs on a pool thread; embedded in the structure that it belongs to. */
struct fxr_job {
  struct fxr_job *next;
  void (*run)(struct fxr_job *job);
  bool may_block; /* runs user code: needs a thread of its own */
};

/* The scheduler, created on demand. NULL with the error text set. */
struct fxr_sched *fxr_sched_get(void);

void fxr_sched_push(struct fxr_sched *sched, struct fxr_job *job);
/* Called by a thread about to wait: if it is a pool thread, another may take its place until
 * end_wait (returns true), and it runs short jobs meanwhile. */
bool fxr_sched_begin_wait(void);
void fxr_sched_end_wait(void);
/* The calling thread is in the pool, or no pool thread could be created. */
bool fxr_sched_has_to_help(void);
/* Runs one queued job; false if there is none for the calling thread. */
bool fxr_sched_run_one(void);
/* The event of the host task that the calling thread runs; NULL elsewhere. The setter returns
 * the old one. */
falx_event_t fxr_sched_set_current(falx_event_t event);
falx_event_t fxr_sched_current(void);

void fxr_sched_add_queue(struct fxr_sched *sched, falx_queue_t queue);
/* The first live queue after previous, or of all, with a reference; needs no memory. The caller's
 * reference keeps previous in the list. only_orphans: those without handles. */
falx_queue_t fxr_sched_next_queue(struct fxr_sched *sched, falx_queue_t previous,
                                  bool only_orphans);
/* A queue has lost its last reference or handle: the next sweep examines it. */
void fxr_sched_note_dead(struct fxr_sched *sched);
/* Destroys queues without references, reaps those without handles. No lock may be held. */
void fxr_sched_sweep(struct fxr_sched *sched);
void fxr_sched_sweep_dead(void); /* cheap if there is nothing to do */

/* Reserves room for one more buffer whose memory is released later, when its last command
 * completes; false if there are too many already, and from early shutdown on: the caller must
 * release it at once. */
bool fxr_sched_may_defer(struct fxr_sched *sched, size_t bytes);
void fxr_sched_has_released(struct fxr_sched *sched, size_t bytes);

/* A buffer in the scheduler's list: late shutdown destroys those that remain. */
struct fxr_resident {
  struct fxr_resident *previous, *next; /* sched's lock */
  size_t *references;                   /* atomic; 0: already being destroyed */
  /* Called with a reference: releases its host accessors, which no user code can do any more. */
  void (*drop_holds)(struct fxr_resident *resident);
  void (*release)(struct fxr_resident *resident);
  void (*destroy)(struct fxr_resident *resident); /* leaked; its commands have ended */
};
void fxr_sched_add(struct fxr_sched *sched, struct fxr_resident *resident);
void fxr_sched_remove(struct fxr_sched *sched, struct fxr_resident *resident);

#endif
