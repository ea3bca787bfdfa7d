/* Queues: commands in flight, asynchronous errors, pools of events and commands. */
#ifndef FALX_RUNTIME_QUEUE_H
#define FALX_RUNTIME_QUEUE_H

#include <stdbool.h>

#include "falx/adapter.h"
#include "runtime/queue/event.h"
#include "runtime/queue/event_pool.h"
#include "support/spin.h"

struct fxr_sched;
struct fxr_queue_error;
struct fxr_queue_set;
struct fxr_recording;

enum { FXR_QUEUE_DROPPED = 16 };
struct falx_queue {
  /* ---- constant ---- */
  const struct fxa_table *ops;
  struct fxa_queue *handle; /* the adapter's */
  falx_context_t context;   /* referenced */
  falx_device_t device;
  struct fxr_sched *sched;
  uint32_t flags;
  struct fxr_traced_queue *traced; /* owned; for the timeline, or NULL */
  uint64_t max_work_group_size, max_work_item_sizes[3], local_memory_size;
  uint32_t root_groups;    /* work-groups that may wait for each other */
  uint32_t base_alignment; /* bytes: required of the offsets of sub-buffers */
  bool is_internal;        /* owned by a buffer: nobody fetches its errors */
  bool is_dropping;        /* events of kernels that nobody has are dropped behind the next one */
  bool is_repeating;       /* launches that were made before are made by launch_prepared */

  /* ---- counts, atomic ---- */
  size_t references;         /* one for all handles together, one per event */
  size_t adapter_references; /* of the adapter on events: it may still be inside the call */
  size_t handles;            /* the user's */
  falx_weak_t weak;          /* to the handles; or NULL */
  uint32_t pending_count;    /* events in flight that the adapter does not have yet */
  uint32_t flight_count; /* events in flight, and those just done whose errors are not stored yet */
  uint32_t error_count;  /* of errors */
  falx_event_t barrier;  /* lock; referenced: later commands wait for it (out of order only) */
  uint32_t has_barrier;  /* atomic hint */
  /* lock, atomic as a hint: queues that may hold errors of what every later command depends on,
   * by in-order execution or a barrier; never this queue, which would keep itself. Or NULL. */
  struct fxr_queue_set *carried;

  /* lock, atomic as a hint: the graph that commands are given to; it ends that before its end. */
  struct fxr_recording *recording;

  struct fxr_pool events;   /* blocks of event and adapter event */
  falx_event_t spare_event; /* atomic; lock to keep one: it was dropped, for the next command; or
                             * NULL */
  struct fxr_pool commands; /* deferred commands */

  struct fxs_spin lock;        /* taken before events' locks, after buffers' */
  falx_event_t oldest, newest; /* lock; in flight, linked, each referenced */
  falx_event_t *newest_link;   /* lock; what points at the newest one */
  uint64_t sequence;           /* lock; atomic as a hint */
  /* lock; each kernel's first event that was dropped since all commands were complete, in a place
   * that its name and line choose; what: NULL where there is none */
  struct fxr_dropped {
    const char *what;
    struct falx_location location;
    uint64_t sequence;
  } dropped[FXR_QUEUE_DROPPED];
  bool has_dropped;               /* lock, atomic as a hint */
  struct fxr_queue_error *errors; /* lock; oldest first */
  struct fxr_queue_error *spare;  /* lock; for an error when out of memory; NULL while used */
  struct falx_scratch *scratch;   /* lock; kept for commands to come */
  uint32_t scratch_count;         /* lock */
  uint64_t doubts;                /* lock; how often the kept ones became doubtful */
  struct falx_scratch *doubtful;  /* lock; not used again: commands under way may have it */
  void *user_data;                /* set once */
  void (*user_destroy)(void *);
  void (*report)(falx_queue_t queue); /* falx_queue_set_report; set once */
  falx_queue_t previous, next;        /* sched's lock */
};

/* sched may be passed in: for internal queues of buffers. */
falx_status fxr_queue_create(falx_context_t context, falx_device_t device, uint32_t flags,
                             falx_queue_t *out_queue);
static inline void fxr_queue_ref(falx_queue_t queue) {
  __atomic_fetch_add(&queue->references, 1, __ATOMIC_RELAXED);
}
void fxr_queue_unref_by(falx_queue_t queue, size_t count);
static inline void fxr_queue_unref(falx_queue_t queue) {
  fxr_queue_unref_by(queue, 1);
}
/* Releases one handle. */
void fxr_queue_release(falx_queue_t queue);
/* No reference may be left, and nothing may find the queue any more. */
void fxr_queue_destroy(falx_queue_t queue);
/* True once the adapter's threads no longer use the memory of the queue and of what its events
 * hold; false after a timeout of seconds. */
bool fxr_queue_adapter_has_let_go(falx_queue_t queue);
/* Late shutdown: destroys events leaked by the user, too. The adapter has let go of every queue. */
void fxr_queue_destroy_leaked(falx_queue_t queue);

/* Takes a reference on event, whose failure, if it is already complete, must not be one that
 * only the queue would report. */
void fxr_queue_append(falx_queue_t queue, falx_event_t event);
/* The same for a kernel that is plain, and whose event no other thread can know yet. Returns the
 * event before it, which is dropped and has not become the spare one, for fxr_event_destroy_all, or
 * NULL: whatever happens to its command happens to this one, and nobody else has it. The reference
 * is the caller's second one. */
falx_event_t fxr_queue_append_plain(falx_queue_t queue, falx_event_t event);
/* The same for an event that the adapter does not have yet. *out_before: the newest earlier
 * event with a reference, or NULL. */
void fxr_queue_append_pending(falx_queue_t queue, falx_event_t event, falx_event_t *out_before);
/* An event that holds nothing but its queue and, maybe, the adapter's event; or NULL. */
static inline falx_event_t fxr_queue_take_spare(falx_queue_t queue) {
  return __atomic_load_n(&queue->spare_event, __ATOMIC_RELAXED)
             ? __atomic_exchange_n(&queue->spare_event, NULL, __ATOMIC_ACQUIRE)
             : NULL;
}
/* Releases completed events; with poll polls the adapter, without it now and then only, and for the
 * oldest. Holds no lock on return. */
enum { FXR_QUEUE_POLL_EVERY = 256, FXR_QUEUE_REAP_EVERY = 16 };
void fxr_queue_reap(falx_queue_t queue, bool poll);
/* reap without poll, for a kernel that needs nothing of earlier commands. Of an adapter that has to
 * be polled commands are not found complete in between: a look now and then does. */
static inline void fxr_queue_reap_some(falx_queue_t queue) {
  if (!queue->ops->event_poll ||
      __atomic_load_n(&queue->sequence, __ATOMIC_RELAXED) % FXR_QUEUE_REAP_EVERY == 0)
    fxr_queue_reap(queue, false);
}
/* The events in flight, with references, in an array that the caller frees. False if out of
 * memory. */
bool fxr_queue_snapshot(falx_queue_t queue, bool only_pending, falx_event_t **out_events,
                        size_t *out_count);
/* skip: an event not to wait for, or NULL. */
falx_status fxr_queue_wait(falx_queue_t queue, falx_event_t skip);
/* The queues carried, with a reference; or NULL. */
struct fxr_queue_set *fxr_queue_carried(falx_queue_t queue);
/* Adds the queues of set, which may be NULL, and removes those that have nothing left to report. */
void fxr_queue_carry(falx_queue_t queue, struct fxr_queue_set *set);
void fxr_queue_drop_carried(falx_queue_t queue);
/* The graph that the queue records for, with a reference; or NULL. */
struct fxr_recording *fxr_queue_recording(falx_queue_t queue);
/* From before to after, either may be NULL; false if it is another. */
bool fxr_queue_set_recording(falx_queue_t queue, struct fxr_recording *before,
                             struct fxr_recording *after);
/* Stores an asynchronous error; text and exception may be NULL. When out of memory the first
 * error is kept, later ones are lost. */
void fxr_queue_report(falx_queue_t queue, falx_event_t event, falx_status status, const char *text,
                      const struct fxr_exception *exception);

#endif
