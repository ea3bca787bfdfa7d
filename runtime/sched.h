/* The scheduler: threads for host tasks and deferred commands, and the list of everything alive.
 * One per process, made with the first queue, owned by runtime/lifetime.c. */
#ifndef FALX_RUNTIME_SCHED_H
#define FALX_RUNTIME_SCHED_H

#include <stdbool.h>
#include <stddef.h>

#include "falx/falx.h"

struct fxr_sched;

/* Something to run on a thread of the pool; lives in what it belongs to. */
struct fxr_job {
  struct fxr_job *next;
  void (*run)(struct fxr_job *job);
  bool may_block; /* runs user code: has a thread for itself */
};

/* The scheduler, made if need be. NULL with the error text set. */
struct fxr_sched *fxr_sched_get(void);

void fxr_sched_push(struct fxr_sched *sched, struct fxr_job *job);
/* A thread of the pool that waits keeps others from running: another one may take its place (true:
 * until end_wait), and it runs short jobs meanwhile. */
bool fxr_sched_begin_wait(void);
void fxr_sched_end_wait(void);
/* The calling thread is one of the pool, or any where no thread could be made. */
bool fxr_sched_has_to_help(void);
/* Runs one waiting job; false if there is none for the calling thread. */
bool fxr_sched_run_one(void);
/* The event of the host task that the calling thread runs; NULL elsewhere. Returns the old one. */
falx_event_t fxr_sched_set_current(falx_event_t event);
falx_event_t fxr_sched_current(void);

void fxr_sched_add_queue(struct fxr_sched *sched, falx_queue_t queue);
/* A queue has lost its last reference or handle: it is looked at by the next sweep. */
void fxr_sched_note_dead(struct fxr_sched *sched);
/* Destroys queues without references, reaps those without handles. No lock may be held. */
void fxr_sched_sweep(struct fxr_sched *sched);
void fxr_sched_sweep_dead(void); /* cheap where nothing is to do */

/* Room for one more buffer whose memory is given back later, when its last command has ended; false
 * where there are too many already, and from early shutdown on: release it at once. */
bool fxr_sched_may_defer(struct fxr_sched *sched, size_t bytes);
void fxr_sched_has_released(struct fxr_sched *sched, size_t bytes);

void fxr_sched_add_buffer(struct fxr_sched *sched, falx_buffer_t buffer);
void fxr_sched_remove_buffer(struct fxr_sched *sched, falx_buffer_t buffer);

#endif
