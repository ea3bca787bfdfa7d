/* The one owner of everything the runtime keeps, and its two shutdowns (seed document 003).
 *
 * The owner is created by the first call that needs it and destroyed late, by the library's
 * destructor of priority 110. A process that never calls in pays nothing. Late shutdown goes in
 * this order: refuse calls of all threads but this one and the scheduler's, drain host tasks, wait
 * for the calls that are under way, finish the scheduler, (from here every public call answers
 * "shut down"), default contexts, platform cache, scheduler, programs, adapters, their libraries,
 * owner. */
#ifndef FALX_RUNTIME_LIFETIME_H
#define FALX_RUNTIME_LIFETIME_H

#include <stdatomic.h>
#include <stdbool.h>

#include "falx/adapter.h"
#include "runtime/context.h"
#include "runtime/image.h"
#include "runtime/loader.h"
#include "runtime/platform.h"
#include "runtime/program.h"
#include "runtime/settings.h"
#include "runtime/usm.h"
#include "support/threads.h"

struct fxr_sched; /* the scheduler's; created with the first queue or buffer */

/* What the owner asks of the scheduler. None may be NULL. */
struct fxr_sched_hooks {
  /* Early shutdown: release at once from now on, and let go what was deferred (GO-5). */
  void (*early)(struct fxr_sched *sched);
  /* Late shutdown, first: returns when no host task is queued or running, save the one that runs
   * on the calling thread: it may have called exit. */
  void (*drain)(struct fxr_sched *sched);
  /* Late shutdown, second: every queue is finished, the scheduler's threads have ended. */
  void (*finish)(struct fxr_sched *sched);
  /* Late shutdown: frees all queues, events, buffers still alive, and the scheduler. Public calls
   * answer "shut down" already: use fxr_context_release and the like. */
  void (*destroy)(struct fxr_sched *sched);
  /* See fxr_runtime_end_commands. */
  void (*quiesce)(struct fxr_sched *sched);
};

struct fxr_runtime {
  struct fxr_settings settings; /* constant once made */
  struct fxa_host host;         /* constant once made */
  struct fxr_discovery discovery;
  struct fxr_contexts contexts;
  struct fxr_usm usm;
  struct fxr_programs programs;

  struct fxs_mutex sched_lock;               /* guards the making of sched */
  struct fxr_sched *_Atomic sched;           /* NULL until needed */
  const struct fxr_sched_hooks *sched_hooks; /* written before sched */
};

extern struct fxr_runtime *_Atomic fxr_runtime_current; /* NULL before and after its life */
struct fxr_runtime *fxr_runtime_create(void);           /* the slow path of the next */

/* The owner, made if need be. NULL with the error text set: out of memory, after shutdown, or in a
 * child of fork. Callers then answer fxr_runtime_status(), or do nothing. */
static inline struct fxr_runtime *fxr_runtime_get(void) {
  struct fxr_runtime *runtime = atomic_load_explicit(&fxr_runtime_current, memory_order_acquire);
  return runtime ? runtime : fxr_runtime_create();
}

/* The owner if it lives, never made here: what release and the like ask first. */
static inline struct fxr_runtime *fxr_runtime_peek(void) {
  return atomic_load_explicit(&fxr_runtime_current, memory_order_acquire);
}

/* How long the calling thread may still take for what may fail; negative: as long as it takes. Zero
 * once the process exits, a few seconds where exit waits for the thread: it runs a host task. */
int fxr_runtime_patience_ms(void);

/* Why fxr_runtime_get answered NULL; sets the error text again. */
falx_status fxr_runtime_status(void);

/* ---- Public calls ----
 *
 * Every public function that touches what the owner keeps begins with one of these. They declare
 * name: the owner, which lives until the function returns, or NULL where it does not live or late
 * shutdown has begun on another thread. Late shutdown waits for such functions. */
#define FXR_CALL(name) FXR_CALL_AS(name, fxr_call_begin())
/* Makes the owner if need be. */
#define FXR_CALL_MAKING(name) FXR_CALL_AS(name, fxr_call_begin_making())
#define FXR_CALL_AS(name, begin)                                                                   \
  __attribute__((cleanup(fxr_call_end))) struct fxr_runtime *name = begin

struct fxr_runtime *fxr_call_begin(void);
struct fxr_runtime *fxr_call_begin_making(void); /* NULL: the error text says why */
void fxr_call_end(struct fxr_runtime **runtime);
/* The calling thread is the scheduler's: late shutdown lets it finish what it does. */
void fxr_call_trust_thread(void);

/* Of the owner, as long as its memory lives; NULL without one. Never makes it. */
const struct fxr_settings *fxr_runtime_settings(void);

/* Called by the first platform query: from then on early shutdown runs as the destructor of a
 * static would that was made at this moment. False: there was no memory for that. */
bool fxr_runtime_arm_early_shutdown(void);

/* Called when images are registered, by the first module that makes them so many: from then on
 * fxr_runtime_end_commands knows a process that exits, also where others of its threads use the
 * runtime for the first time only then. Libraries that are linked with a program register before
 * the C library begins, and what they ask for comes after all destructors, so that it takes the
 * program's own registration, or that of a library opened later. */
void fxr_runtime_watch_exit(void);

/* Where the other threads have been ended already, with what they held (Windows, at the end of a
 * process): calls answer "shut down" from here on. Waits for nothing, takes no lock, calls no
 * adapter, frees nothing (GO-4). */
void fxr_runtime_abandon(void);

/* The registered images outlive the owner on both sides, so they are beside it. */
struct fxr_image_registry *fxr_runtime_images(void);
/* False in a child of fork and after late shutdown, for other threads during it, too: leave the
 * registry alone. */
bool fxr_runtime_may_register(void);
/* Device code is about to go away: returns when every command submitted so far has ended, if some
 * may use it, save the host task that runs on the calling thread. While the process exits, host
 * tasks may still come to use it, and other threads: calls of theirs are refused from here on.
 * False if one of them does not end: the code has to stay. Called without a lock. */
bool fxr_runtime_end_commands(bool is_in_use);

#endif
