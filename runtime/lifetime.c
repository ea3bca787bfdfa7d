/* The one owner of everything the runtime keeps: its making, early and late shutdown.
 *
 * The only file with a destructor and with variables that are neither constant nor owned. All of
 * these are constant-initialised and need no destruction, so that any call may come at any time:
 * before main, during exit, after it. */
#include "runtime/lifetime.h"

#include <stdlib.h>

#include "runtime/error.h"
#include "runtime/event.h"
#include "runtime/os.h"

enum phase {
  PHASE_OPEN,   /* the owner lives, or may be made */
  PHASE_ENDED,  /* late shutdown has begun for good */
  PHASE_FORKED, /* child of a process that used the runtime: its threads and devices are gone */
};

struct fxr_runtime *_Atomic fxr_runtime_current;
static struct fxr_runtime *_Atomic owner; /* as current, but until its memory is freed */
static atomic_int phase;
static struct fxs_mutex making = FXS_MUTEX_INIT; /* guards making the owner, and is_armed */
static bool is_armed;
static struct fxr_image_registry images = {.lock = FXS_MUTEX_INIT};

struct fxr_image_registry *fxr_runtime_images(void) {
  return &images;
}

bool fxr_runtime_may_register(void) {
  return atomic_load(&phase) == PHASE_OPEN;
}

const struct fxr_settings *fxr_runtime_settings(void) {
  struct fxr_runtime *runtime = atomic_load_explicit(&owner, memory_order_acquire);
  return runtime ? &runtime->settings : NULL;
}

falx_status fxr_runtime_status(void) {
  switch (atomic_load(&phase)) {
  case PHASE_ENDED:
    return fxr_error(FALX_ERROR_RUNTIME,
                     "the runtime has been shut down: this call came after the library's "
                     "destructor of priority 110");
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
  fxs_mutex_init(&runtime->discovery.lock);
  fxs_mutex_init(&runtime->contexts.lock);
  fxs_mutex_init(&runtime->usm.lock);
  fxs_mutex_init(&runtime->sched_lock);
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

/* Requirement GO-3 gives the order. */
static void destroy(struct fxr_runtime *runtime) {
  struct fxr_sched *sched = atomic_load_explicit(&runtime->sched, memory_order_acquire);
  if (sched) {
    runtime->sched_hooks->drain(sched);
    runtime->sched_hooks->finish(sched);
  }
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

__attribute__((destructor(110))) static void shut_down_late(void) {
  if (atomic_load(&phase) != PHASE_OPEN)
    return;
  struct fxr_runtime *runtime = fxr_runtime_peek();
  if (runtime)
    destroy(runtime);
  atomic_store(&phase, PHASE_ENDED);
  fxr_image_registry_free(&images);
}
