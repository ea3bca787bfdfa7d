/* Commands on their way: what to do (work), what to wait for (deps), now or deferred. */
#ifndef FALX_RUNTIME_SUBMIT_H
#define FALX_RUNTIME_SUBMIT_H

#include <stdbool.h>

#include "falx/adapter.h"
#include "runtime/event.h"
#include "runtime/queue.h"

struct fxr_lease;
struct fxr_kernel;

enum fxr_work_kind {
  FXR_WORK_NONE, /* done when its dependencies are */
  FXR_WORK_BARRIER,
  FXR_WORK_KERNEL,
  FXR_WORK_COPY,
  FXR_WORK_FILL,
  FXR_WORK_COPY_BOX,
  FXR_WORK_FILL_BOX,
  FXR_WORK_PREFETCH,
  FXR_WORK_ADVISE,
  FXR_WORK_HOST_TASK
};

/* Rows and slices of bytes in a larger memory. */
struct fxr_box {
  char *origin;
  size_t pitch[2]; /* bytes from row to row, from slice to slice */
};

/* A checked command with device pointers in place. Borrows functor, range and pattern. */
struct fxr_work {
  enum fxr_work_kind kind;
  union {
    struct {
      struct fxr_kernel *kernel;
      struct fxr_lease *lease; /* on the kernel's program, of the submission; or NULL */
      const struct falx_nd_range *range;
      const void *functor;
      uint64_t local_memory;
    } kernel;
    struct {
      void *destination;
      const void *source;
      size_t bytes;
    } copy;
    struct {
      void *destination;
      const void *pattern;
      size_t pattern_size, count;
    } fill;
    struct {
      struct fxr_box destination, source; /* of a fill: no source */
      size_t region[3];                   /* bytes, rows, slices */
      const void *pattern;
      size_t pattern_size;
    } box;
    struct {
      const void *pointer;
      size_t bytes;
      int advice;
    } usm;
    struct {
      void *(*run)(void *data);
      void (*destroy)(void *data);
      void (*drop)(void *exception);
      void *data;
      falx_buffer_t *pins; /* owned; sub-buffers it may ask for, pinned */
      size_t pin_count;
    } host_task;
  } u;
};

enum { FXR_FEW_DEPS = 16 };
struct fxr_deps {
  struct fxr_dep few[FXR_FEW_DEPS];
  struct fxr_dep *items; /* referenced events; few or malloc'd */
  size_t count, capacity;
  falx_status failed;  /* one that propagates has failed already */
  falx_queue_t blamed; /* and this queue has the error; referenced, or NULL */
};

static inline void fxr_deps_init(struct fxr_deps *deps) {
  deps->items = deps->few;
  deps->count = 0;
  deps->capacity = FXR_FEW_DEPS;
  deps->failed = FALX_SUCCESS;
  deps->blamed = NULL;
}
/* Takes a reference, unless the event is complete. False when out of memory. */
bool fxr_deps_add(struct fxr_deps *deps, falx_event_t event, bool propagates);
/* Chains what dies onto *dying. */
void fxr_deps_clear(struct fxr_deps *deps, falx_event_t *dying);

/* Hands the work to the adapter, or to the scheduler where something is to be waited for that the
 * adapter cannot know. event is PENDING and ours, and stays so on failure: the caller completes
 * it. May be called with buffers' locks held. */
falx_status fxr_submit_work(falx_queue_t queue, const struct fxr_work *work,
                            const struct fxr_deps *deps, falx_event_t event);

/* The pieces of it. */
falx_status fxr_work_enqueue(falx_queue_t queue, const struct fxr_work *work,
                             struct fxa_event *const *waits, size_t wait_count, falx_event_t event);
/* Enqueues and publishes; waits are those of deps that the adapter has. */
falx_status fxr_submit_now(falx_queue_t queue, const struct fxr_work *work,
                           const struct fxr_dep *deps, size_t count, falx_event_t event);
falx_status fxr_submit_defer(falx_queue_t queue, const struct fxr_work *work,
                             const struct fxr_deps *deps, falx_event_t event);

#endif
