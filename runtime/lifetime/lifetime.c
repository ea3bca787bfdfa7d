/* The single owner of all runtime state: its creation, early and late shutdown.
 *
 * The only file with a destructor and with variables that are neither constant nor owned. All of
 * these are constant-initialised and need no destruction, so that calls are safe at any time:
 * before main, during exit, and after it. */
#include "runtime/lifetime/lifetime.h"

#include <stdlib.h>

#include "runtime/common/error.h"
#include "runtime/common/locks.h"
#include "runtime/common/timeline.h"
#include "runtime/os/os.h"
#include "support/hot.h"

enum phase {
  PHASE_OPEN,    /* the owner exists, or may be created */
  PHASE_CLOSING, /* late shutdown waits for calls in progress */
  PHASE_ENDED,   /* the owner has been destroyed, or abandoned for good */
  PHASE_FORKED,  /* child of a process that used the runtime: its threads and devices are gone */
};

struct fxr_runtime *fxr_runtime_current; /* atomic */
struct fxr_runtime *fxr_runtime_open;    /* atomic */
static struct fxr_runtime *owner;        /* atomic; as current, but non-NULL until its memory is
                                          * freed */
static int phase;                        /* atomic */
static struct fxs_mutex making =
    FXS_MUTEX_INIT_ROW(FXR_ROW_LEAF); /* guards creation of the owner, and is_armed */
static bool is_armed;
static pthread_key_t counter_key; /* of the per-thread counters below; constant once the owner is
                                   * created */
static bool has_key;              /* counter_key exists */
static bool has_barrier;          /* likewise constant: fxr_os_barrier works */
static bool is_exiting;           /* atomic; the process is exiting */
static uint64_t identities; /* atomic; number handed out so far; per process, independent of the
                             * owner */

static _Thread_local struct fxr_own_calls own_calls;

falx_status fxr_runtime_status(void) {
  switch (__atomic_load_n(&phase, __ATOMIC_SEQ_CST)) {
  case PHASE_CLOSING:
  case PHASE_ENDED:
    return fxr_error(FALX_ERROR_RUNTIME,
                     "the runtime has been shut down: this call came after the library's "
                     "destructor of priority 110, which runs when the process exits");
  case PHASE_FORKED:
    return fxr_error(FALX_ERROR_RUNTIME,
                     "this process was forked from one that had used SYCL already, and devices do "
                     "not survive a fork: use SYCL only after the fork, or call exec in the child");
  default:
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for the runtime's own tables");
  }
}

static void give_counter(void *counter);

/* No way back. */
static void enter(enum phase next) {
  __atomic_store_n(&phase, next, __ATOMIC_SEQ_CST);
  __atomic_store_n(&fxr_runtime_open, NULL, __ATOMIC_SEQ_CST);
}

/* Threads that exit from now on do not call back here: the library may have been unloaded. */
static void drop_key(void) {
  if (has_key)
    pthread_key_delete(counter_key);
  has_key = false;
}

static void enter_forked_child(void) {
  enter(PHASE_FORKED);
  fxr_timeline_abandon();
  __atomic_store_n(&fxr_runtime_current, NULL, __ATOMIC_SEQ_CST);
}

static struct fxr_runtime *make(void) {
  struct fxr_runtime *runtime = fxr_owner_make();
  if (!runtime)
    return NULL;
  /* Touching the text's thread-local memory for the first time may take the dynamic loader's
   * lock: do it now, not on a worker while a thread that is closing a library waits for it. */
  fxr_error_clear();
  if (!fxr_settings_read(&runtime->settings)) {
    free(runtime);
    return NULL;
  }
  fxs_mutex_init(&runtime->sched_lock, FXR_ROW_LEAF);
  return runtime;
}

bool fxr_runtime_may_register(void) {
  int now = __atomic_load_n(&phase, __ATOMIC_SEQ_CST);
  return now == PHASE_OPEN || (now == PHASE_CLOSING && own_calls.is_trusted);
}

struct fxr_runtime *fxr_runtime_create(void) {
  if (!fxr_runtime_may_register()) {
    fxr_runtime_status();
    return NULL;
  }
  fxs_mutex_lock(&making);
  struct fxr_runtime *runtime = __atomic_load_n(&fxr_runtime_current, __ATOMIC_SEQ_CST);
  if (!runtime && fxr_runtime_may_register()) {
    runtime = make();
    has_key = runtime && pthread_key_create(&counter_key, give_counter) == 0;
    if (runtime && (!has_key || !fxr_os_at_fork_in_child(enter_forked_child))) {
      drop_key();
      fxr_settings_free(&runtime->settings);
      free(runtime);
      runtime = NULL;
    }
    has_barrier = fxr_os_has_barrier();
    __atomic_store_n(&owner, runtime, __ATOMIC_SEQ_CST);
    fxr_settings_publish(runtime ? &runtime->settings : NULL);
    if (runtime) {
      fxr_settings_warn(&runtime->settings);
      fxr_timeline_open(runtime->settings.values[FXR_SETTING_TRACE]);
    }
    if (runtime && !fxr_timeline_is_on())
      runtime->host.work_done = NULL;
    __atomic_store_n(&fxr_runtime_current, runtime, __ATOMIC_SEQ_CST);
    if (has_barrier)
      __atomic_store_n(&fxr_runtime_open, runtime, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&phase, __ATOMIC_SEQ_CST) != PHASE_OPEN) /* meanwhile */
      __atomic_store_n(&fxr_runtime_open, NULL, __ATOMIC_SEQ_CST);
  }
  fxs_mutex_unlock(&making);
  if (!runtime)
    fxr_runtime_status();
  return runtime;
}

static void shut_down_early(void) {
  __atomic_store_n(&is_exiting, true, __ATOMIC_SEQ_CST);
  struct fxr_runtime *runtime = fxr_runtime_peek();
  struct fxr_sched *sched = runtime ? __atomic_load_n(&runtime->sched, __ATOMIC_ACQUIRE) : NULL;
  if (sched)
    runtime->sched_hooks->early(sched);
}

static void note_exit(void) {
  __atomic_store_n(&is_exiting, true, __ATOMIC_SEQ_CST);
}

void fxr_runtime_watch_exit(void) {
  fxr_os_at_exit(note_exit);
}

bool fxr_runtime_arm_early_shutdown(void) {
  fxs_mutex_lock(&making);
  if (!is_armed)
    is_armed = fxr_os_at_exit(shut_down_early);
  bool is_done = is_armed;
  fxs_mutex_unlock(&making);
  return is_done;
}

/* ---- Calls in progress ---- */

enum { GRACE_MS = 5000 };

struct fxr_call_counter fxr_call_counters[FXR_CALL_COUNTERS + 1];

/* Runs at thread exit. */
static void give_counter(void *given) {
  struct fxr_call_counter *counter = given;
  own_calls.counter = NULL;
  own_calls.has_given = true;
  __atomic_store_n(&counter->thread, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&counter->is_taken, false, __ATOMIC_SEQ_CST);
}

static bool take(struct fxr_call_counter *counter) {
  return !__atomic_exchange_n(&counter->is_taken, true, __ATOMIC_SEQ_CST);
}

/* Once more for a thread that ends, when others of its destructors call: the shared one. */
static struct fxr_call_counter *take_counter(void) {
  struct fxr_call_counter *shared = &fxr_call_counters[FXR_CALL_COUNTERS], *counter = shared;
  uintptr_t thread = FXR_THREAD();
  ptrdiff_t first = fxr_call_place(thread) - fxr_call_counters;
  for (int i = 0; counter == shared && i < FXR_CALL_COUNTERS && !own_calls.has_given; i++)
    if (take(&fxr_call_counters[(first + i) % FXR_CALL_COUNTERS]))
      counter = &fxr_call_counters[(first + i) % FXR_CALL_COUNTERS];
  if (!fxr_call_is_shared(counter) && pthread_setspecific(counter_key, counter) != 0) {
    __atomic_store_n(&counter->is_taken, false, __ATOMIC_SEQ_CST);
    counter = shared;
  }
  if (thread && counter == fxr_call_place(thread)) {
    counter->own = &own_calls;
    __atomic_store_n(&counter->thread, thread, __ATOMIC_RELAXED);
  }
  return own_calls.counter = counter;
}

/* Must precede reading the phase: shutdown writes the phase, then reads the counters. */
static void count_call(struct fxr_call_counter *counter) {
  if (fxr_call_is_shared(counter)) {
    __atomic_fetch_add(&counter->count, 1, __ATOMIC_SEQ_CST);
    return;
  }
  __atomic_store_n(&counter->count, 1, __ATOMIC_RELAXED);
  if (has_barrier)
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

__attribute__((noinline)) struct fxr_call fxr_call_begin_slow(void) {
  if (!fxr_runtime_peek())
    return (struct fxr_call){NULL, NULL};
  struct fxr_own_calls *own = &own_calls;
  struct fxr_call_counter *counter = own->counter ? own->counter : take_counter();
  if (own->depth++ == 0)
    count_call(counter);
  struct fxr_runtime *runtime = fxr_runtime_peek();
  if (runtime && (__atomic_load_n(&phase, __ATOMIC_ACQUIRE) == PHASE_OPEN || own->depth > 1 ||
                  own->is_trusted))
    return (struct fxr_call){runtime, own};
  fxr_call_uncount(own);
  return (struct fxr_call){NULL, NULL};
}

struct fxr_call fxr_call_begin_making(void) {
  struct fxr_call call = fxr_call_begin();
  if (!call.runtime && fxr_runtime_create())
    return fxr_call_begin_making();
  return call;
}

void fxr_call_trust_thread(void) {
  own_calls.is_trusted = true;
}

int fxr_runtime_patience_ms(void) {
  if (__atomic_load_n(&phase, __ATOMIC_SEQ_CST) == PHASE_OPEN)
    return -1;
  return own_calls.is_trusted ? GRACE_MS : 0;
}

static bool has_calls_of_others(void) {
  unsigned total = 0;
  for (int i = 0; i <= FXR_CALL_COUNTERS; i++)
    total += __atomic_load_n(&fxr_call_counters[i].count, __ATOMIC_SEQ_CST);
  return total > (own_calls.depth ? 1 : 0); /* a host task may have called exit */
}

/* Other threads may keep running while the process exits. False if one of their calls does not
 * end: everything it uses must then be left as it is, for good. */
static bool close_to_others(void) {
  own_calls.is_trusted = true;
  enter(PHASE_CLOSING);
  struct fxr_runtime *runtime = fxr_runtime_peek();
  if (!runtime) /* if another thread creates it now, it is too late for its calls */
    return true;
  if (has_barrier)
    fxr_os_barrier();
  for (int i = 0; i < GRACE_MS; i++) {
    bool is_last = !has_calls_of_others(); /* checked first: they may submit before they end */
    struct fxr_sched *sched = __atomic_load_n(&runtime->sched, __ATOMIC_ACQUIRE);
    if (sched)
      runtime->sched_hooks->drain(sched);
    if (is_last && !has_calls_of_others()) /* tasks of a pool whose thread called exit continue,
                                            * too */
      return true;
    fxr_os_sleep_ms(i < 10 ? 0 : 1);
  }
  enter(PHASE_ENDED);
  __atomic_store_n(&fxr_runtime_current, NULL, __ATOMIC_SEQ_CST);
  fxr_timeline_close();
  return false;
}

bool fxr_runtime_end_commands(bool is_in_use) {
  if (__atomic_load_n(&is_exiting, __ATOMIC_SEQ_CST))
    return close_to_others();
  struct fxr_runtime *runtime = fxr_runtime_peek();
  struct fxr_sched *sched = runtime ? __atomic_load_n(&runtime->sched, __ATOMIC_ACQUIRE) : NULL;
  if (sched && is_in_use)
    runtime->sched_hooks->quiesce(sched);
  return true;
}

/* The order is that of requirement GO-3. */
static void destroy(struct fxr_runtime *runtime) {
  if (!close_to_others())
    return;
  struct fxr_sched *sched = __atomic_load_n(&runtime->sched, __ATOMIC_ACQUIRE);
  if (sched)
    runtime->sched_hooks->finish(sched);
  enter(PHASE_ENDED);
  __atomic_store_n(&fxr_runtime_current, NULL, __ATOMIC_SEQ_CST);

  fxr_owner_forget(runtime);
  if (sched)
    runtime->sched_hooks->destroy(sched);
  fxr_owner_end(runtime);
  fxr_timeline_close();
  drop_key();
  __atomic_store_n(&owner, NULL, __ATOMIC_SEQ_CST);
  fxr_settings_publish(NULL);
  fxr_settings_free(&runtime->settings);
  free(runtime);
}

FXR_OS_RUNS_LATE static void shut_down_late(void) {
  int now = __atomic_load_n(&phase, __ATOMIC_SEQ_CST);
  if (now == PHASE_FORKED)
    drop_key();
  if (now == PHASE_FORKED || now == PHASE_ENDED)
    return;
  struct fxr_runtime *runtime = fxr_runtime_peek();
  if (runtime)
    destroy(runtime);
  enter(PHASE_ENDED);
  if (!__atomic_load_n(&owner, __ATOMIC_SEQ_CST))
    fxr_owner_end_images();
}

void fxr_runtime_abandon(void) {
  __atomic_store_n(&is_exiting, true, __ATOMIC_SEQ_CST);
  enter(PHASE_ENDED);
  __atomic_store_n(&fxr_runtime_current, NULL, __ATOMIC_SEQ_CST);
}

uint64_t falx_identity(void) {
  return __atomic_fetch_add(&identities, 1, __ATOMIC_RELAXED) + 1;
}
