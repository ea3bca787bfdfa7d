/* Events: completion, status and order of commands.
 *
 * Phases. PENDING: the command waits in the scheduler, is being submitted, or is a host task
 * that runs. NATIVE: the adapter has it; its event is stored at the end of the structure.
 * COMPLETE: status is final. A phase only moves forward. */
#ifndef FALX_RUNTIME_EVENT_H
#define FALX_RUNTIME_EVENT_H

#include <stdbool.h>

#include "falx/adapter.h"
#include "support/spin.h"

struct fxr_kept;
struct fxr_lease;
struct fxr_queue_set;
struct fxr_traced;

enum fxr_phase { FXR_PENDING, FXR_NATIVE, FXR_COMPLETE };
enum { FXR_EVENT_FEW_WAITS = 4 };

/* One edge from an event to a deferred command; lives in the command. */
struct fxr_listener {
  struct fxr_listener *next; /* event's lock */
  /* Called once, on any thread, perhaps under a buffer's lock; must not block, may free the
   * listener. */
  void (*fire)(struct fxr_listener *listener);
  const struct fxa_table *ops; /* fires as soon as the event is NATIVE with this adapter; or NULL */
};

/* A dependency. */
struct fxr_dep {
  falx_event_t event;
  bool propagates; /* its failure prevents the command from running; otherwise it only orders */
  bool is_content; /* transfers content that the command needs: it must complete before the
                    * command starts */
};

struct falx_event {
  uint32_t references;     /* atomic */
  uint32_t phase;          /* atomic, futex word; enum fxr_phase */
  uint32_t sleepers;       /* atomic: threads in futex wait on phase */
  uint32_t status;         /* falx_status; final once COMPLETE */
  struct fxs_spin lock;    /* FXR_ROW_EVENT */
  uint8_t kind;            /* falx_command_kind; 0: a host accessor */
  uint8_t has_native;      /* the adapter created an event in native */
  uint8_t is_running;      /* atomic: a host task has begun */
  uint8_t is_quiet;        /* atomic: a failure is not reported to the queue */
  uint8_t is_counted;      /* in queue->pending_count; set before the event is published */
  uint8_t is_unprofiled;   /* of a graph that was finalized without enable_profiling */
  uint8_t is_plain;        /* a kernel that holds nothing of others', and depends on nothing */
  falx_weak_t weak;        /* atomic; or NULL */
  falx_queue_t queue;      /* holds a reference; NULL for a host accessor */
  falx_queue_t blamed;     /* lock: the queue that reports its failure, if not queue; referenced;
                            * or NULL */
  struct fxr_lease *lease; /* owned: keeps the kernel's program from being evicted; or NULL */
  struct fxr_kept *kept;   /* referenced: what the command uses of a graph; or NULL */
  falx_event_t first;      /* referenced: of the graph that this command ends, which ran command by
                            * command; or NULL */
  falx_node_t node; /* the command became this node, and does not run; kept by kept; or NULL */
  const struct fxa_table *ops;
  struct falx_event *link;        /* queue's lock: next in flight; next to destroy afterwards */
  uint64_t sequence;              /* queue's lock: position in flight */
  struct fxr_listener *listeners; /* lock */
  falx_event_t *waits;            /* lock: its dependencies, referenced; few_waits or malloc'd */
  uint32_t wait_count;            /* lock */
  struct fxr_traced *traced;      /* owned; for the timeline, or NULL */
  struct falx_scratch *scratch;   /* lock, atomic as a hint: what the command works in; or NULL */
  const char *what;               /* for error texts: kernel name, or NULL */
  struct falx_location location;  /* file NULL where unknown */
  uint64_t times[3];              /* falx_profiling_info of commands that ran without the
                                   * adapter, ns */
  /* lock: the queues that may hold errors of its dependencies; may include queue; or NULL */
  struct fxr_queue_set *others;
  /* ---- kept when the memory is reused ---- */
  falx_event_t few_waits[FXR_EVENT_FEW_WAITS];
  _Alignas(64) unsigned char native[]; /* ops->event_size bytes: struct fxa_event first */
};

static inline struct fxa_event *fxr_event_native(falx_event_t event) {
  return (struct fxa_event *)event->native;
}

/* Returns one reference, PENDING. NULL with the error text set if out of memory. queue may be
 * NULL. */
falx_event_t fxr_event_create(falx_queue_t queue, const struct falx_command *command);
static inline void fxr_event_retain(falx_event_t event) {
  __atomic_fetch_add(&event->references, 1, __ATOMIC_RELAXED);
}
void fxr_event_release(falx_event_t event);
/* As release, but defers destruction to fxr_event_destroy_all, which must be called with no lock
 * held; chains onto *dying. */
void fxr_event_release_later(falx_event_t event, falx_event_t *dying);
void fxr_event_destroy_all(falx_event_t dying);

/* Sets the result of falx_event_wait_list; takes its own references. Empty if out of memory. */
void fxr_event_set_waits(falx_event_t event, const struct fxr_dep *deps, size_t count);
void fxr_event_drop_waits(falx_event_t event, falx_event_t *dying);

/* PENDING to NATIVE or, if the adapter has already completed it, to COMPLETE. */
void fxr_event_publish_native(falx_event_t event);
/* The same for an event that no other thread can know: nobody waits or listens. */
void fxr_event_publish_unseen(falx_event_t event);
/* An exception thrown by a host task. */
struct fxr_exception {
  void *object;
  void (*drop)(void *object); /* or NULL */
};
/* PENDING to COMPLETE. A failure joins the queue's errors, with text, which may be NULL. */
void fxr_event_complete(falx_event_t event, falx_status status, const char *text);
/* PENDING to COMPLETE, of a host task that ended with the exception: an error of the queue, but no
 * failure of the command, which has run. What depends on it runs as well. */
void fxr_event_complete_thrown(falx_event_t event, const struct fxr_exception *exception);
/* Updates phase from the adapter, polling it if poll is set; true once COMPLETE. */
bool fxr_event_is_complete(falx_event_t event, bool poll);
/* The same from memory alone: needs no lock, reports nothing. */
static inline bool fxr_event_looks_complete(falx_event_t event) {
  uint32_t phase = __atomic_load_n(&event->phase, __ATOMIC_ACQUIRE);
  return phase == FXR_COMPLETE ||
         (phase == FXR_NATIVE &&
          __atomic_load_n(&fxr_event_native(event)->state, __ATOMIC_ACQUIRE) == FXA_EVENT_COMPLETE);
}
/* Blocks; meanwhile the calling thread works for the adapter or the scheduler. */
falx_status fxr_event_wait(falx_event_t event);
/* The first event that this one still depends on, with a reference; NULL if none. */
falx_event_t fxr_event_first_wait(falx_event_t event);
/* False, and the listener is not registered, if the event has already reached the phase to wait
 * for. */
bool fxr_event_listen(falx_event_t event, struct fxr_listener *listener);

/* The status of a completed event. */
static inline falx_status fxr_event_status(falx_event_t event) {
  return (falx_status)__atomic_load_n(&event->status, __ATOMIC_RELAXED);
}

/* The queue that reports the event's failure. NULL: the caller that waits for it gets the error. */
falx_queue_t fxr_event_blamed(falx_event_t event);
/* What kind of command it is, for texts. */
const char *fxr_event_kind_name(falx_event_t event);
/* Call before it completes. NULL: no change. */
void fxr_event_blame(falx_event_t event, falx_queue_t queue);

/* Adds to *io_set the queues, except own, that may hold errors of the event or its dependencies.
 * Skips its queue and the set of its dependencies' queues where no queue passes test
 * (runtime/queue/queue_set.h); NULL: none is skipped. */
void fxr_event_add_queues(falx_event_t event, falx_queue_t own, bool (*test)(falx_queue_t),
                          struct fxr_queue_set **io_set);
/* Stores the queues of its dependencies, with a reference; set may be NULL. */
void fxr_event_set_others(falx_event_t event, struct fxr_queue_set *set);
/* For a complete event: releases the queues of its dependencies if none has more to report. */
void fxr_event_forget_others(falx_event_t event);

/* For an event whose command became a node: ERROR_INVALID. */
falx_status fxr_event_refuse_recorded(const char *what);

/* For adapters: struct fxa_host. */
void fxr_host_event_retain(struct fxa_event *event);
void fxr_host_event_release(struct fxa_event *event);
void fxr_host_work_done(struct fxa_event *event, uint64_t start_ns, uint64_t end_ns);

#endif
