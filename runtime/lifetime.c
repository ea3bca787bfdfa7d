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
static atomic_bool is_exiting; /* early shutdown has begun */
static struct fxr_image_registry images = {.lock = FXS_MUTEX_INIT_ROW(FXR_ROW_TABLES)};

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

struct fxr_runtime *fxr_runtime_create(void) {
  if (atomic_load(&phase) != PHASE_OPEN) {
    fxr_runtime_status();
    return NULL;
  }
  fxs_mutex_lock(&making);
  struct fxr_runtime *runtime = atomic_load(&fxr_runtime_current);
  if (!runtime && atomic_load(&phase) == PHASE_OPEN) {
    runtime = make();
    if (runtime && !fxr_os_at_fork_in_child(enter_forked_child)) {
      fxr_settings_free(&runtime->settings);
      free(runtime);
      runtime = NULL;
    }
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

void fxr_runtime_arm_early_shutdown(void) {
  fxs_mutex_lock(&making);
  if (!is_armed)
    is_armed = fxr_os_at_exit(shut_down_early);
  fxs_mutex_unlock(&making);
}

/* ---- Calls under way ---- */

enum { CALL_COUNTERS = 64, GRACE_MS = 5000 };

/* Counted by the outermost call of each thread. A thread keeps to one counter. */
static struct {
  _Alignas(64) atomic_uint count;
} under_way[CALL_COUNTERS];
static atomic_uint threads_seen;

static _Thread_local struct {
  unsigned depth;   /* calls of this thread, one inside the other */
  unsigned counter; /* its number and one; 0 before the first call */
  bool is_trusted;  /* calls go on while the runtime closes */
} own_calls;

struct fxr_runtime *fxr_call_begin(void) {
  if (!own_calls.counter)
    own_calls.counter =
        1 + atomic_fetch_add_explicit(&threads_seen, 1, memory_order_relaxed) % CALL_COUNTERS;
  atomic_uint *count = &under_way[own_calls.counter - 1].count;
  /* Before the phase is read: shutdown writes the phase and then reads the counters. */
  if (own_calls.depth++ == 0)
    atomic_fetch_add(count, 1);
  struct fxr_runtime *runtime = atomic_load(&fxr_runtime_current);
  if (runtime && (atomic_load(&phase) == PHASE_OPEN || own_calls.depth > 1 || own_calls.is_trusted))
    return runtime;
  runtime = NULL;
  if (--own_calls.depth == 0)
    atomic_fetch_sub_explicit(count, 1, memory_order_release);
  return runtime;
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
    atomic_fetch_sub_explicit(&under_way[own_calls.counter - 1].count, 1, memory_order_release);
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
  for (int i = 0; i < CALL_COUNTERS; i++)
    total += atomic_load(&under_way[i].count);
  return total > (own_calls.depth ? 1 : 0); /* a host task may have called exit */
}

bool fxr_runtime_may_register(void) {
  int now = atomic_load(&phase);
  return now == PHASE_OPEN || (now == PHASE_CLOSING && own_calls.is_trusted);
}

/* Other threads may go on while the process exits. False if a call of theirs does not end: then all
 * that it uses has to stay as it is, for good. */
static bool close_to_others(struct fxr_runtime *runtime) {
  own_calls.is_trusted = true;
  atomic_store(&phase, PHASE_CLOSING);
  for (int i = 0; i < GRACE_MS; i++) {
    struct fxr_sched *sched = atomic_load_explicit(&runtime->sched, memory_order_acquire);
    if (sched)
      runtime->sched_hooks->drain(sched);
    if (!has_calls_of_others())
      return true;
    fxr_os_sleep_ms(i < 10 ? 0 : 1);
  }
  atomic_store(&phase, PHASE_ENDED);
  atomic_store(&fxr_runtime_current, NULL);
  return false;
}

bool fxr_runtime_end_commands(bool is_in_use) {
  struct fxr_runtime *runtime = fxr_runtime_peek();
  struct fxr_sched *sched =
      runtime ? atomic_load_explicit(&runtime->sched, memory_order_acquire) : NULL;
  if (sched && atomic_load(&is_exiting))
    return close_to_others(runtime);
  if (sched && is_in_use)
    runtime->sched_hooks->quiesce(sched);
  return true;
}

/* Requirement GO-3 gives the order. */
static void destroy(struct fxr_runtime *runtime) {
  if (!close_to_others(runtime))
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
  atomic_store(&owner, NULL);
  fxr_settings_free(&runtime->settings);
  free(runtime);
}

FXR_OS_RUNS_LATE static void shut_down_late(void) {
  int now = atomic_load(&phase);
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
