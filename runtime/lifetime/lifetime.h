/* The one owner of everything the runtime keeps, and its two shutdowns (design document 003).
 *
 * The first call that needs the owner creates it; the library's destructor of priority 110 destroys
 * it. A process that never calls in pays nothing. Late shutdown:
 *   1. refuses calls of all threads except this one and the scheduler's;
 *   2. drains host tasks;
 *   3. waits for calls in progress;
 *   4. finishes the scheduler; from here on every public call returns "shut down";
 *   5. frees the default contexts, platform cache, scheduler and programs;
 *   6. ends the adapters, closes their libraries, and frees the owner. */
#ifndef FALX_RUNTIME_LIFETIME_H
#define FALX_RUNTIME_LIFETIME_H

#include <stdbool.h>
#include <stdint.h>

#include "falx/adapter.h"
#include "runtime/common/settings.h"
#include "support/hot.h"
#include "support/threads.h"

struct fxr_contexts;
struct fxr_discovery;
struct fxr_programs;
struct fxr_usm;
struct fxr_sched; /* created with the first queue or buffer */

/* Callbacks of the owner into the scheduler. None may be NULL. */
struct fxr_sched_hooks {
  /* Early shutdown: runs the deferred releases, and makes later ones immediate (GO-5). */
  void (*early)(struct fxr_sched *sched);
  /* Late shutdown, first: returns when no host task is queued or running, except one on the
   * calling thread, which may have called exit. */
  void (*drain)(struct fxr_sched *sched);
  /* Late shutdown, second: finishes every queue and ends the scheduler's threads. */
  void (*finish)(struct fxr_sched *sched);
  /* Late shutdown: frees all remaining queues, events and buffers, and the scheduler. Public
   * calls already return "shut down": use fxr_context_release and the like. */
  void (*destroy)(struct fxr_sched *sched);
  /* See fxr_runtime_end_commands. */
  void (*quiesce)(struct fxr_sched *sched);
};

struct fxr_runtime {
  struct fxr_settings settings; /* constant once created */
  struct fxa_host host;         /* constant once created */
  /* Created and destroyed by runtime/owner.c, which knows their types. */
  struct fxr_discovery *discovery;
  struct fxr_contexts *contexts;
  struct fxr_usm *usm;
  struct fxr_programs *programs;
  /* Called before a context is destroyed: components drop what they keep for it. */
  void (*forget_context)(struct fxr_runtime *runtime, falx_context_t context);

  struct fxs_mutex sched_lock;               /* guards creation of sched */
  struct fxr_sched *sched;                   /* atomic; NULL until needed */
  const struct fxr_sched_hooks *sched_hooks; /* written before sched */
  uint32_t
      progress_line; /* atomic; 1: a build has the terminal's line (runtime/program/progress.h) */
};

/* ---- The owner's components (runtime/owner.c) ---- */
/* All zero except the components and the host; freed by the caller. NULL if out of memory. */
struct fxr_runtime *fxr_owner_make(void);
/* Late shutdown: before the scheduler is destroyed, and after it. */
void fxr_owner_forget(struct fxr_runtime *runtime);
void fxr_owner_end(struct fxr_runtime *runtime);
/* Last of all: the registry of modules, which exists without an owner, too. */
void fxr_owner_end_images(void);

extern FXS_OWN struct fxr_runtime *fxr_runtime_current; /* atomic; NULL before its creation and
                                                         * after shutdown */
struct fxr_runtime *fxr_runtime_create(void);           /* slow path of fxr_runtime_get */

/* The owner, created on demand. NULL with the error text set: out of memory, after shutdown, or
 * in a forked child. Callers then return fxr_runtime_status(), or do nothing. */
static inline struct fxr_runtime *fxr_runtime_get(void) {
  struct fxr_runtime *runtime = __atomic_load_n(&fxr_runtime_current, __ATOMIC_ACQUIRE);
  return runtime ? runtime : fxr_runtime_create();
}

/* The owner if it exists; never creates it: for release and the like. */
static inline struct fxr_runtime *fxr_runtime_peek(void) {
  return __atomic_load_n(&fxr_runtime_current, __ATOMIC_ACQUIRE);
}

/* How long the calling thread may still spend on optional work; negative: no limit. Zero once
 * the process exits; a few seconds while exit waits for the thread because it runs a host task. */
int fxr_runtime_patience_ms(void);

/* Why fxr_runtime_get returned NULL; sets the error text again. */
falx_status fxr_runtime_status(void);

/* ---- Public calls ----
 *
 * Every public function that uses the owner's state begins with one of these. They declare name:
 * the owner, which lives until the function returns, or NULL if it does not exist or another
 * thread has begun late shutdown. Late shutdown waits for these functions to return. */
#define FXR_CALL(name) FXR_CALL_AS(name, fxr_call_begin())
/* Creates the owner on demand. */
#define FXR_CALL_MAKING(name) FXR_CALL_AS(name, fxr_call_begin_making())
#define FXR_CALL_AS(name, begin)                                                                   \
  __attribute__((cleanup(fxr_call_end))) struct fxr_call name##_call = begin;                      \
  struct fxr_runtime *name __attribute__((unused)) = name##_call.runtime

/* A thread's calls. */
struct fxr_own_calls {
  struct fxr_call_counter *counter; /* NULL before the first call */
  unsigned depth;                   /* nesting depth of this thread's calls */
  bool is_trusted;                  /* its calls are let through while the runtime closes */
  bool has_given;                   /* its counter: the thread ends, and gets no place again */
};
struct fxr_call {
  struct fxr_runtime *runtime; /* or NULL */
  struct fxr_own_calls *own;   /* finding it costs more than the rest of fxr_call_end */
};

/* Counts a thread's public calls in progress. Each thread has its own, so counting needs no locked
 * instruction; threads that found none free share the last. The place that is tried first follows
 * from the thread's address: who finds itself there need not ask for thread-local memory, which
 * takes a call of the dynamic linker. */
struct fxr_call_counter {
  _Alignas(64) unsigned count; /* atomic, as are the next two */
  bool is_taken;
  uintptr_t thread;          /* whose it is; 0: nobody's, or of one that has another place */
  struct fxr_own_calls *own; /* that thread's */
};
enum { FXR_CALL_COUNTER_BITS = 8, FXR_CALL_COUNTERS = 1 << FXR_CALL_COUNTER_BITS };
extern FXS_OWN struct fxr_call_counter fxr_call_counters[FXR_CALL_COUNTERS + 1];
/* Atomic; the owner while calls of all threads are let through and counters need no fence; else
 * NULL. */
extern FXS_OWN struct fxr_runtime *fxr_runtime_open;

#if defined __has_builtin && __has_builtin(__builtin_thread_pointer) && !defined _WIN32
#define FXR_THREAD() ((uintptr_t)__builtin_thread_pointer())
#else
#define FXR_THREAD() ((uintptr_t)0)
#endif
static inline struct fxr_call_counter *fxr_call_place(uintptr_t thread) {
  uint64_t mixed = (uint64_t)thread * UINT64_C(0x9E3779B97F4A7C15);
  return &fxr_call_counters[mixed >> (64 - FXR_CALL_COUNTER_BITS)];
}

static inline bool fxr_call_is_shared(const struct fxr_call_counter *counter) {
  return counter == &fxr_call_counters[FXR_CALL_COUNTERS];
}

static inline void fxr_call_uncount(struct fxr_own_calls *own) {
  if (--own->depth != 0)
    return;
  if (fxr_call_is_shared(own->counter))
    __atomic_fetch_sub(&own->counter->count, 1, __ATOMIC_SEQ_CST);
  else
    __atomic_store_n(&own->counter->count, 0, __ATOMIC_RELEASE);
}

struct fxr_call fxr_call_begin_slow(void);
/* Who counts first and then finds the runtime open is waited for: closing it comes with a barrier
 * for all threads behind the change of fxr_runtime_open. */
static inline struct fxr_call fxr_call_begin(void) {
  uintptr_t thread = FXR_THREAD();
  struct fxr_call_counter *counter = fxr_call_place(thread);
  if (!thread || __atomic_load_n(&counter->thread, __ATOMIC_RELAXED) != thread ||
      !__atomic_load_n(&fxr_runtime_open, __ATOMIC_RELAXED))
    return fxr_call_begin_slow();
  struct fxr_own_calls *own = counter->own;
  own->depth++;
  __atomic_store_n(&counter->count, 1, __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  struct fxr_runtime *runtime = __atomic_load_n(&fxr_runtime_open, __ATOMIC_ACQUIRE);
  if (__builtin_expect(runtime != NULL, 1))
    return (struct fxr_call){runtime, own};
  fxr_call_uncount(own);
  return fxr_call_begin_slow();
}
struct fxr_call fxr_call_begin_making(void); /* NULL: the error text gives the reason */
static inline void fxr_call_end(struct fxr_call *call) {
  if (call->runtime)
    fxr_call_uncount(call->own);
}
/* Marks the calling thread as the scheduler's: late shutdown lets it finish its work. */
void fxr_call_trust_thread(void);

/* Called by the first platform query: early shutdown will run where the destructor of a static
 * constructed at this point would. False: out of memory. */
bool fxr_runtime_arm_early_shutdown(void);

/* Called when images are registered, each time their number reaches a new maximum. From then on
 * fxr_runtime_end_commands can tell that the process is exiting, even if other threads first use
 * the runtime only then. Libraries linked with a program register before the C library is
 * initialised, so their exit handlers run after all destructors; this takes the registration of
 * the program itself, or of a library opened later. */
void fxr_runtime_watch_exit(void);

/* For Windows at process end, where the system has already terminated the other threads, with
 * the locks they held: from here on calls return "shut down". Waits for nothing, takes no lock,
 * calls no adapter, frees nothing (GO-4). */
void fxr_runtime_abandon(void);

/* False in a forked child, after late shutdown and, for other threads, during it: the registry
 * must be left alone. */
bool fxr_runtime_may_register(void);
/* Called without a lock before device code is unloaded: returns when every command submitted so
 * far that may use the code has ended, except a host task on the calling thread. While the
 * process exits, host tasks and other threads may still try to use it: their calls are refused
 * from here on. False if one of those calls does not end: the code must stay loaded. */
bool fxr_runtime_end_commands(bool is_in_use);

#endif
