/* Sets of queues that may hold errors of an event's dependencies.
 *
 * A set is immutable and shared, and holds references on its queues. When out of memory, a queue is
 * left out: its errors then stay with it, to be reported when it is asked itself or destroyed. */
#ifndef FALX_RUNTIME_QUEUE_SET_H
#define FALX_RUNTIME_QUEUE_SET_H

#include "runtime/queue/queue.h"

struct fxr_queue_set {
  uint32_t references;   /* atomic */
  uint32_t count;        /* at least 1: an empty set is NULL */
  falx_queue_t queues[]; /* in order of address, all different */
};

static inline struct fxr_queue_set *fxr_queue_set_retain(struct fxr_queue_set *set) {
  if (set)
    __atomic_fetch_add(&set->references, 1, __ATOMIC_RELAXED);
  return set;
}
/* set may be NULL. */
void fxr_queue_set_release(struct fxr_queue_set *set);

void fxr_queue_set_add(struct fxr_queue_set **io_set, falx_queue_t queue);
/* Adds the queues of other, which may be NULL, without those that have ended. own is not added by
 * itself, but may be in a set that is shared instead of copied: queues that depend on each other
 * soon share one set, and then merging costs no memory. */
void fxr_queue_set_merge(struct fxr_queue_set **io_set, struct fxr_queue_set *other,
                         falx_queue_t own);
/* The same, but own is never in the result. */
void fxr_queue_set_merge_strictly(struct fxr_queue_set **io_set, struct fxr_queue_set *other,
                                  falx_queue_t own);

typedef bool fxr_queue_test(falx_queue_t queue);
/* Whether any queue of set, which may be NULL, but own passes test. */
bool fxr_queue_set_has_any(const struct fxr_queue_set *set, falx_queue_t own, fxr_queue_test *test);
/* Has commands in flight or errors. */
fxr_queue_test fxr_queue_may_report;
/* Has commands in flight, or errors that the release of its last handle has not reported. */
fxr_queue_test fxr_queue_is_carried;
/* Has errors that the release of its last handle has not reported. */
fxr_queue_test fxr_queue_holds_errors;

#endif
