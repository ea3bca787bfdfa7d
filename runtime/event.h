/* Events: completion, status and order of commands.
 *
 * Phases. PENDING: the command waits in the scheduler, or its submission is under way, or a host
 * task runs. NATIVE: the adapter has it, its event is in the storage at the end. COMPLETE: status
 * is final. A phase only moves forward. */
#ifndef FALX_RUNTIME_EVENT_H
#define FALX_RUNTIME_EVENT_H

#include <stdbool.h>

#include "falx/adapter.h"
#include "support/spin.h"

struct fxr_lease;

enum fxr_phase { FXR_PENDING, FXR_NATIVE, FXR_COMPLETE };
enum { FXR_EVENT_FEW_WAITS = 4 };

/* One edge from an event to a deferred command; lives in the command. */
struct fxr_listener {
  struct fxr_listener *next; /* event's lock */
  /* Called once, on any thread, with no lock held; must not block, may free the listener. */
  void (*fire)(struct fxr_listener *listener);
  const struct fxa_table *ops; /* an event that is NATIVE with this adapter counts; or NULL */
};

/* Something to wait for. */
struct fxr_dep {
  falx_event_t event;
  bool propagates; /* its failure keeps the command from running; otherwise it only orders */
};

struct falx_event {
  uint32_t references;     /* atomic */
  uint32_t phase;          /* atomic, futex word; enum fxr_phase */
  uint32_t sleepers;       /* atomic: threads in futex wait on phase */
  uint32_t status;         /* falx_status; final once COMPLETE */
  struct fxs_spin lock;    /* the lowest lock */
  uint8_t kind;            /* falx_command_kind; 0: a host accessor */
  uint8_t has_native;      /* the adapter made an event in native */
  uint8_t is_running;      /* atomic: a host task has begun */
  uint8_t is_quiet;        /* atomic: a failure is not to be reported to the queue */
  uint8_t is_counted;      /* in queue->pending_count; set before others see the event */
  falx_queue_t queue;      /* holds a reference; NULL for a host accessor */
  falx_queue_t blamed;     /* has reported why it failed, if not queue; referenced; or NULL */
  struct fxr_lease *lease; /* owned: keeps the kernel's program from being evicted; or NULL */
  const struct fxa_table *ops;
  struct falx_event *link;        /* queue's lock: next in flight; next to destroy afterwards */
  uint64_t sequence;              /* queue's lock: number of its place in flight */
  struct fxr_listener *listeners; /* lock */
  falx_event_t *waits;            /* lock: what it waited for, referenced; few_waits or malloc'd */
  uint32_t wait_count;            /* lock */
  falx_event_t few_waits[FXR_EVENT_FEW_WAITS];
  const char *what;                    /* for error texts: kernel name, or NULL */
  struct falx_location location;       /* file NULL where unknown */
  uint64_t times[3];                   /* falx_profiling_info of what ran without the adapter, ns */
  _Alignas(64) unsigned char native[]; /* ops->event_size bytes: struct fxa_event first */
};

static inline struct fxa_event *fxr_event_native(falx_event_t event) {
  return (struct fxa_event *)event->native;
}

/* One reference, PENDING. NULL with the error text set when out of memory. queue may be NULL. */
falx_event_t fxr_event_create(falx_queue_t queue, const struct falx_command *command);
static inline void fxr_event_retain(falx_event_t event) {
  __atomic_fetch_add(&event->references, 1, __ATOMIC_RELAXED);
}
void fxr_event_release(falx_event_t event);
/* As release, but leaves the destruction to fxr_event_destroy_all, which needs that no lock is
 * held; chains onto *dying. */
void fxr_event_release_later(falx_event_t event, falx_event_t *dying);
void fxr_event_destroy_all(falx_event_t dying);

/* What falx_event_wait_list answers; takes references of its own. Without memory it stays empty. */
void fxr_event_set_waits(falx_event_t event, const struct fxr_dep *deps, size_t count);
void fxr_event_drop_waits(falx_event_t event, falx_event_t *dying);

/* PENDING to NATIVE or, where the adapter is done already, to COMPLETE. */
void fxr_event_publish_native(falx_event_t event);
/* What a host task threw. */
struct fxr_exception {
  void *object;
  void (*drop)(void *object); /* or NULL */
};
/* PENDING to COMPLETE. exception, which may be NULL, goes to the queue's errors, if status is a
 * failure. */
void fxr_event_complete(falx_event_t event, falx_status status, const char *text,
                        const struct fxr_exception *exception);
/* Brings phase up to date with the adapter, asking it with poll; true once COMPLETE. */
bool fxr_event_is_complete(falx_event_t event, bool poll);
/* The same from a look at memory: needs no lock, reports nothing. */
bool fxr_event_looks_complete(falx_event_t event);
/* Blocks; the calling thread works for the adapter or the scheduler meanwhile. */
falx_status fxr_event_wait(falx_event_t event);
/* False, and nothing is kept, if the event has come far enough already. */
bool fxr_event_listen(falx_event_t event, struct fxr_listener *listener);

/* The status of an event that is complete. */
static inline falx_status fxr_event_status(falx_event_t event) {
  return (falx_status)__atomic_load_n(&event->status, __ATOMIC_RELAXED);
}

/* The queue that has reported the failure of an event that is complete. */
static inline falx_queue_t fxr_event_blamed(falx_event_t event) {
  return event->blamed ? event->blamed : event->queue;
}
/* Before it completes. */
void fxr_event_blame(falx_event_t event, falx_queue_t queue);

/* For adapters: struct fxa_host. */
void fxr_host_event_retain(struct fxa_event *event);
void fxr_host_event_release(struct fxa_event *event);

uint64_t fxr_event_clock(void); /* ns */

#endif
