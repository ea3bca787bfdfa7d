/* Queues: what is in flight, asynchronous errors, pools of events and commands. */
#ifndef FALX_RUNTIME_QUEUE_H
#define FALX_RUNTIME_QUEUE_H

#include <stdbool.h>

#include "falx/adapter.h"
#include "runtime/event.h"
#include "runtime/event_pool.h"
#include "support/spin.h"

struct fxr_sched;
struct fxr_queue_error;

struct falx_queue {
  /* ---- constant ---- */
  const struct fxa_table *ops;
  struct fxa_queue *handle; /* the adapter's */
  falx_context_t context;   /* referenced */
  falx_device_t device;
  struct fxr_sched *sched;
  uint32_t flags;
  uint64_t max_work_group_size, max_work_item_sizes[3], local_memory_size;
  uint32_t base_alignment; /* bytes: where sub-buffers may begin */

  /* ---- counts, atomic ---- */
  size_t references;         /* one for all handles together, one per event */
  size_t adapter_references; /* those the adapter holds on events: it may still be in the call */
  size_t handles;            /* the user's */
  uint32_t pending_count;    /* events in flight that the adapter does not have yet */
  uint32_t flight_count;     /* events in flight */
  falx_event_t barrier;      /* lock; referenced: later commands wait for it (out of order only) */
  uint32_t has_barrier;      /* atomic hint */

  struct fxr_pool events;   /* blocks of event and adapter event */
  struct fxr_pool commands; /* deferred commands */

  struct fxs_spin lock;           /* above event's, below buffers' */
  falx_event_t oldest, newest;    /* lock; in flight, linked, each referenced */
  uint64_t sequence;              /* lock */
  struct fxr_queue_error *errors; /* lock; oldest first */
  struct fxr_queue_error *spare;  /* lock; for an error when there is no memory; NULL while used */
  void *user_data;                /* set once */
  void (*user_destroy)(void *);
  void (*report)(falx_queue_t queue); /* falx_queue_set_report; set once */
  falx_queue_t previous, next;        /* sched's lock */
};

/* sched may be known already: internal queues of buffers. */
falx_status fxr_queue_create(falx_context_t context, falx_device_t device, uint32_t flags,
                             falx_queue_t *out_queue);
static inline void fxr_queue_ref(falx_queue_t queue) {
  __atomic_fetch_add(&queue->references, 1, __ATOMIC_RELAXED);
}
void fxr_queue_unref(falx_queue_t queue);
/* Gives up one handle. */
void fxr_queue_release(falx_queue_t queue);
/* No reference is left and nobody can find it. */
void fxr_queue_destroy(falx_queue_t queue);
/* Late shutdown: events leaked by the user go too. */
void fxr_queue_destroy_leaked(falx_queue_t queue);

/* Takes a reference on event; it must not be complete in a way that nobody will notice. */
void fxr_queue_append(falx_queue_t queue, falx_event_t event);
/* The same for an event that the adapter does not have yet. *out_before: the newest event before
 * it with a reference, or NULL. */
void fxr_queue_append_pending(falx_queue_t queue, falx_event_t event, falx_event_t *out_before);
/* Lets go of what is done; with poll asks the adapter. Holds no lock at return. */
void fxr_queue_reap(falx_queue_t queue, bool poll);
/* What is in flight, with references, in an array to free. False when out of memory. */
bool fxr_queue_snapshot(falx_queue_t queue, bool only_pending, falx_event_t **out_events,
                        size_t *out_count);
/* skip: an event not to wait for, or NULL. */
falx_status fxr_queue_wait(falx_queue_t queue, falx_event_t skip);
/* Keeps an asynchronous error; text and exception may be NULL. Without memory the first error is
 * kept, those behind it are lost. */
void fxr_queue_report(falx_queue_t queue, falx_event_t event, falx_status status, const char *text,
                      const struct fxr_exception *exception);

#endif
