/* Commands in submission: the operation (work), its dependencies (deps), direct or deferred. */
#ifndef FALX_RUNTIME_WORK_H
#define FALX_RUNTIME_WORK_H

#include <stdbool.h>

#include "falx/adapter.h"
#include "runtime/queue/event.h"
#include "runtime/queue/queue.h"

struct fxr_lease;
struct fxr_access;
struct fxr_kernel;
struct fxr_list;
struct fxr_queue_set;

enum fxr_work_kind {
  FXR_WORK_NONE, /* completes with its dependencies */
  FXR_WORK_BARRIER,
  FXR_WORK_KERNEL,
  FXR_WORK_COPY,
  FXR_WORK_FILL,
  FXR_WORK_COPY_BOX,
  FXR_WORK_COPY_PIECES, /* between boxes of different shapes */
  FXR_WORK_FILL_BOX,
  FXR_WORK_PREFETCH,
  FXR_WORK_ADVISE,
  FXR_WORK_HOST_TASK,
  FXR_WORK_LIST
};

/* A box of rows and slices of bytes in a larger memory. */
struct fxr_box {
  char *origin;
  size_t pitch[2]; /* bytes between rows, between slices */
};

/* What a host task finds behind one of its accessors. */
struct fxr_task_memory {
  falx_buffer_t buffer;
  void *pointer;
  bool is_on_device, is_pinned; /* pinned: a sub-buffer, which the user may release meanwhile */
};

/* A checked command with its device pointers. Borrows functor, range and pattern. */
struct fxr_work {
  enum fxr_work_kind kind;
  union {
    struct {
      struct fxr_kernel *kernel;
      struct fxr_lease *lease; /* on the kernel's program, of the submission; or NULL */
      const struct falx_nd_range *range;
      const void *functor;
      uint64_t local_memory, launch_memory; /* as in struct fxa_launch */
      bool has_root_sync;                   /* all work-groups make progress at the same time */
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
      struct fxr_box destination, source; /* a fill has no source */
      size_t region[3];                   /* bytes, rows, slices */
      size_t source_region[3];            /* COPY_PIECES: of the source; all of it is copied */
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
      void (*unpin)(falx_buffer_t sub);
      struct fxr_task_memory *memory; /* owned */
      size_t memory_count;
    } host_task;
    struct {
      struct fxr_list *list; /* kept by the event */
      /* Chooses the list once the accesses have their pointers. */
      falx_status (*place)(void *user, const struct fxr_access *accesses, size_t count,
                           struct fxr_list **out_list);
      void *user;
    } list;
  } u;
};

enum { FXR_FEW_DEPS = 16 };
struct fxr_deps {
  struct fxr_dep few[FXR_FEW_DEPS];
  struct fxr_dep *items; /* referenced events; few or malloc'd */
  size_t count, capacity;
  falx_status failed;  /* status of a propagating dependency that has already failed */
  falx_queue_t blamed; /* the queue that reports that error; referenced, or NULL */
  falx_queue_t queue;  /* the command's; NULL: nobody will ask for errors of its dependencies */
  struct fxr_queue_set *others; /* queues that may hold errors of its dependencies; or NULL */
};

static inline void fxr_deps_init(struct fxr_deps *deps, falx_queue_t queue) {
  deps->items = deps->few;
  deps->count = 0;
  deps->capacity = FXR_FEW_DEPS;
  deps->failed = FALX_SUCCESS;
  deps->blamed = NULL;
  deps->queue = queue;
  deps->others = NULL;
}
/* Takes a reference, unless the event is complete. False if out of memory. */
bool fxr_deps_add(struct fxr_deps *deps, falx_event_t event, bool propagates);
/* Also adds an event whose transfer the command needs; it may be in the list already. */
bool fxr_deps_add_content(struct fxr_deps *deps, falx_event_t event);
/* Records a dependency that has completed: only the queues that may hold its errors. */
void fxr_deps_follow(struct fxr_deps *deps, falx_event_t event);
/* The same for a set of queues, which may be NULL. */
void fxr_deps_follow_set(struct fxr_deps *deps, struct fxr_queue_set *set);
/* Chains events to destroy onto *dying. */
void fxr_deps_clear(struct fxr_deps *deps, falx_event_t *dying);

/* Passes the work to the adapter, or to the scheduler if it depends on something the adapter
 * cannot wait for. event is PENDING and owned by the caller, who must complete it on failure.
 * May be called with buffers' locks held. */
falx_status fxr_submit_work(falx_queue_t queue, const struct fxr_work *work,
                            const struct fxr_deps *deps, falx_event_t event);

/* Of the host task that the calling thread runs; NULL if it has no accessor for the buffer. */
const struct fxr_task_memory *fxr_task_memory_of(falx_buffer_t buffer);

void fxr_task_memory_free(struct fxr_work *work);

/* The pieces of it. */
falx_status fxr_work_enqueue_kernel(falx_queue_t queue, const struct fxr_work *work,
                                    struct fxa_event *const *waits, size_t wait_count,
                                    falx_event_t event);
falx_status fxr_work_enqueue(falx_queue_t queue, const struct fxr_work *work,
                             struct fxa_event *const *waits, size_t wait_count, falx_event_t event);
/* Enqueues and publishes; waits are the dependencies that the adapter has. */
falx_status fxr_submit_now(falx_queue_t queue, const struct fxr_work *work,
                           const struct fxr_dep *deps, size_t count, falx_event_t event);
/* FXR_WORK_COPY_BOX, COPY_PIECES and FILL_BOX. */
falx_status fxr_box_enqueue(falx_queue_t queue, const struct fxr_work *work,
                            struct fxa_event *const *waits, size_t wait_count, falx_event_t event);
falx_status fxr_submit_defer(falx_queue_t queue, const struct fxr_work *work,
                             const struct fxr_deps *deps, falx_event_t event);

#endif
