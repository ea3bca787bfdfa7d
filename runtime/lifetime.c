/* The one owner of everything the runtime keeps: its making, early and late shutdown.
 *
 * The only file with a destructor and with variables that are neither constant nor owned. All of
 * these are constant-initialised and need no destruction, so that any call may come at any time:
 * before main, during exit, after it. */
#include "runtime/lifetime.h"

#include <stdlib.h>

#include "runtime/error.h"
#include "runtime/event.h"
#include "runtime/locks.h"
#include "runtime/os.h"

enum phase {
  PHASE_OPEN,    /* the owner lives, or may be made */
  PHASE_CLOSING, /* late shutdown waits for what is under way */
  PHASE_ENDED,   /* the owner is gone, or left as it is for good */
  PHASE_FORKED,  /* child of a process that used the runtime: its threads and devices are gone */
};

struct fxr_runtime *_Atomic fxr_runtime_current;
static struct fxr_runtime *_Atomic owner; /* as current, but until its memory is freed */
static atomic_int phase;
static struct fxs_mutex making =
    FXS_MUTEX_INIT_ROW(FXR_ROW_LEAF); /* guards making the owner, and is_armed */
static bool is_armed;
static pthread_key_t counter_key; /* of threads' counters, below; constant once the owner is made */
static bool has_key;              /* it was made */
static bool has_barrier;          /* likewise: the system can stop all threads for a moment */
static atomic_bool is_exiting;    /* the process is */
static struct fxr_image_registry images = {.lock = FXS_MUTEX_INIT_ROW(FXR_ROW_TABLES)};

static _Thread_local struct {
  struct call_counter *counter; /* NULL before the first call */
  unsigned depth;               /* calls of this thread, one inside the other */
  bool is_trusted;              /* calls go on while the runtime closes */
} own_calls;

struct fxr_image_registry *fxr_runtime_images(void) {
  return &images;
}

const struct fxr_settings *fxr_runtime_settings(void) {
  struct fxr_runtime *runtime = atomic_load_explicit(&owner, memory_order_acquire);
  return runtime ? &runtime->settings : NULL;
}

falx_status fxr_runtime_status(void) {
  switch (atomic_load(&phase)) {
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

/* Threads that end from now on do not come back here: the library may be gone. */
static void drop_key(void) {
  if (has_key)
    pthread_key_delete(counter_key);
  has_key = false;
}

static void enter_forked_child(void) {
  atomic_store(&phase, PHASE_FORKED);
  atomic_store(&fxr_runtime_current, NULL);
}

static struct fxr_runtime *make(void) {
  struct fxr_runtime *runtime = calloc(1, sizeof *runtime);
  if (!runtime)
    return NULL;
  /* The first touch of the text's thread-local memory may take the dynamic loader's lock: not on a
   * worker while another thread closes a library and waits for it. */
  fxr_error_clear();
  if (!fxr_settings_read(&runtime->settings)) {
    free(runtime);
    return NULL;
  }
  runtime->host = (struct fxa_host){.size = sizeof runtime->host,
                                    .event_retain = fxr_host_event_retain,
                                    .event_release = fxr_host_event_release,
                                    .error = fxr_error,
                                    .setting = fxr_setting};
  fxs_mutex_init(&runtime->discovery.lock, FXR_ROW_TABLES);
  fxs_mutex_init(&runtime->contexts.lock, FXR_ROW_TABLES);
  fxs_mutex_init(&runtime->usm.lock, FXR_ROW_LEAF);
  fxs_mutex_init(&runtime->sched_lock, FXR_ROW_LEAF);
  fxr_programs_init(&runtime->programs);
  return runtime;
}

bool fxr_runtime_may_register(void) {
  int now = atomic_load(&phase);
  return now == PHASE_OPEN || (now == PHASE_CLOSING && own_calls.is_trusted);
}

struct fxr_runtime *fxr_runtime_create(void) {
  if (!fxr_runtime_may_register()) {
    fxr_runtime_status();
    return NULL;
  }
  fxs_mutex_lock(&making);
  struct fxr_runtime *runtime = atomic_load(&fxr_runtime_current);
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
    atomic_store(&owner, runtime);
    atomic_store(&fxr_runtime_current, runtime);
  }
  fxs_mutex_unlock(&making);
  if (!runtime)
    fxr_runtime_status();
  return runtime;
}

static void shut_down_early(void) {
  atomic_store(&is_exiting, true);
  struct fxr_runtime *runtime = fxr_runtime_peek();
  struct fxr_sched *sched =
      runtime ? atomic_load_explicit(&runtime->sched, memory_order_acquire) : NULL;
  if (sched)
    runtime->sched_hooks->early(sched);
}

static void note_exit(void) {
  atomic_store(&is_exiting, true);
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

/* ---- Calls under way ---- */

enum { THREAD_COUNTERS = 256, GRACE_MS = 5000 };

/* Whether a thread is inside a public call. Each has one to itself, so that counting costs no
 * locked instruction; the last is for all that found none free. */
static struct call_counter {
  _Alignas(64) atomic_uint count;
  atomic_bool is_taken;
} counters[THREAD_COUNTERS + 1];

static bool is_shared(const struct call_counter *counter) {
  return counter == &counters[THREAD_COUNTERS];
}

/* At the end of a thread. */
static void give_counter(void *given) {
  struct call_counter *counter = given;
  own_calls.counter = NULL;
  atomic_store(&counter->is_taken, false);
}

static struct call_counter *take_counter(void) {
  struct call_counter *counter = counters;
  while (!is_shared(counter) && atomic_exchange(&counter->is_taken, true))
    counter++;
  if (!is_shared(counter) && pthread_setspecific(counter_key, counter) != 0) {
    atomic_store(&counter->is_taken, false);
    counter = &counters[THREAD_COUNTERS];
  }
  return own_calls.counter = counter;
}

/* Before the phase is read: shutdown writes the phase and then reads the counters. */
static void count_call(struct call_counter *counter) {
  if (is_shared(counter)) {
    atomic_fetch_add(&counter->count, 1);
    return;
  }
  atomic_store_explicit(&counter->count, 1, memory_order_relaxed);
  if (has_barrier)
    atomic_signal_fence(memory_order_seq_cst);
  else
    atomic_thread_fence(memory_order_seq_cst);
}

static void uncount_call(struct call_counter *counter) {
  if (is_shared(counter))
    atomic_fetch_sub(&counter->count, 1);
  else
    atomic_store_explicit(&counter->count, 0, memory_order_release);
}

struct fxr_runtime *fxr_call_begin(void) {
  if (!fxr_runtime_peek())
    return NULL;
  struct call_counter *counter = own_calls.counter ? own_calls.counter : take_counter();
  if (own_calls.depth++ == 0)
    count_call(counter);
  struct fxr_runtime *runtime = fxr_runtime_peek();
  if (runtime && (atomic_load_explicit(&phase, memory_order_acquire) == PHASE_OPEN ||
                  own_calls.depth > 1 || own_calls.is_trusted))
    return runtime;
  if (--own_calls.depth == 0)
    uncount_call(counter);
  return NULL;
}

struct fxr_runtime *fxr_call_begin_making(void) {
  struct fxr_runtime *runtime = fxr_call_begin();
  if (runtime)
    return runtime;
  runtime = fxr_runtime_create();
  return runtime ? fxr_call_begin_making() : NULL;
}

void fxr_call_end(struct fxr_runtime **runtime) {
  if (*runtime && --own_calls.depth == 0)
    uncount_call(own_calls.counter);
}

void fxr_call_trust_thread(void) {
  own_calls.is_trusted = true;
}

int fxr_runtime_patience_ms(void) {
  if (atomic_load(&phase) == PHASE_OPEN)
    return -1;
  return own_calls.is_trusted ? GRACE_MS : 0;
}

static bool has_calls_of_others(void) {
  unsigned total = 0;
  for (int i = 0; i <= THREAD_COUNTERS; i++)
    total += atomic_load(&counters[i].count);
  return total > (own_calls.depth ? 1 : 0); /* a host task may have called exit */
}

/* Other threads may go on while the process exits. False if a call of theirs does not end: then all
 * that it uses has to stay as it is, for good. */
static bool close_to_others(void) {
  own_calls.is_trusted = true;
  atomic_store(&phase, PHASE_CLOSING);
  struct fxr_runtime *runtime = fxr_runtime_peek();
  if (!runtime) /* whoever makes it now comes too late to call it */
    return true;
  if (has_barrier)
    fxr_os_barrier();
  for (int i = 0; i < GRACE_MS; i++) {
    bool is_last = !has_calls_of_others(); /* asked first: they may submit before they end */
    struct fxr_sched *sched = atomic_load_explicit(&runtime->sched, memory_order_acquire);
    if (sched)
      runtime->sched_hooks->drain(sched);
    if (is_last && !has_calls_of_others()) /* tasks of a pool whose thread exits go on, too */
      return true;
    fxr_os_sleep_ms(i < 10 ? 0 : 1);
  }
  atomic_store(&phase, PHASE_ENDED);
  atomic_store(&fxr_runtime_current, NULL);
  return false;
}

bool fxr_runtime_end_commands(bool is_in_use) {
  if (atomic_load(&is_exiting))
    return close_to_others();
  struct fxr_runtime *runtime = fxr_runtime_peek();
  struct fxr_sched *sched =
      runtime ? atomic_load_explicit(&runtime->sched, memory_order_acquire) : NULL;
  if (sched && is_in_use)
    runtime->sched_hooks->quiesce(sched);
  return true;
}

/* Requirement GO-3 gives the order. */
static void destroy(struct fxr_runtime *runtime) {
  if (!close_to_others())
    return;
  struct fxr_sched *sched = atomic_load_explicit(&runtime->sched, memory_order_acquire);
  if (sched)
    runtime->sched_hooks->finish(sched);
  atomic_store(&phase, PHASE_ENDED);
  atomic_store(&fxr_runtime_current, NULL);

  fxr_contexts_drop_defaults(runtime);
  fxr_discovery_forget(&runtime->discovery);
  if (sched)
    runtime->sched_hooks->destroy(sched);
  fxr_programs_free(runtime);
  fxr_contexts_destroy_all(runtime);
  fxr_discovery_free(&runtime->discovery);
  drop_key();
  atomic_store(&owner, NULL);
  fxr_settings_free(&runtime->settings);
  free(runtime);
}

FXR_OS_RUNS_LATE static void shut_down_late(void) {
  int now = atomic_load(&phase);
  if (now == PHASE_FORKED)
    drop_key();
  if (now == PHASE_FORKED || now == PHASE_ENDED)
    return;
  struct fxr_runtime *runtime = fxr_runtime_peek();
  if (runtime)
    destroy(runtime);
  atomic_store(&phase, PHASE_ENDED);
  if (!atomic_load(&owner))
    fxr_image_registry_free(&images);
}

void fxr_runtime_abandon(void) {
  atomic_store(&is_exiting, true);
  atomic_store(&phase, PHASE_ENDED);
  atomic_store(&fxr_runtime_current, NULL);
}
