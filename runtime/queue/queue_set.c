/* Sets of queues that may hold errors of an event's dependencies. */
#include "runtime/queue/queue_set.h"

#include <stdlib.h>

/* ---- What a queue may report ---- */

static bool is_busy(falx_queue_t queue) {
  return __atomic_load_n(&queue->flight_count, __ATOMIC_ACQUIRE) != 0;
}
static bool has_errors(falx_queue_t queue) {
  return __atomic_load_n(&queue->error_count, __ATOMIC_ACQUIRE) != 0;
}
static bool has_handles(falx_queue_t queue) {
  return __atomic_load_n(&queue->handles, __ATOMIC_ACQUIRE) != 0;
}

/* In flight first: a command leaves after its error was stored. */
bool fxr_queue_may_report(falx_queue_t queue) {
  return is_busy(queue) || has_errors(queue);
}
bool fxr_queue_holds_errors(falx_queue_t queue) {
  return has_errors(queue) && has_handles(queue);
}
bool fxr_queue_is_carried(falx_queue_t queue) {
  return is_busy(queue) || fxr_queue_holds_errors(queue);
}
/* A queue with handles may be about to take a command that others depend on already. */
static bool has_ended(falx_queue_t queue) {
  return !has_handles(queue) && !fxr_queue_may_report(queue);
}

/* ---- Sets ---- */

void fxr_queue_set_release(struct fxr_queue_set *set) {
  if (!set || __atomic_sub_fetch(&set->references, 1, __ATOMIC_ACQ_REL) != 0)
    return;
  for (uint32_t i = 0; i < set->count; i++)
    fxr_queue_unref(set->queues[i]);
  free(set);
}

bool fxr_queue_set_has_any(const struct fxr_queue_set *set, falx_queue_t own,
                           fxr_queue_test *test) {
  for (uint32_t i = 0; set && i < set->count; i++)
    if (set->queues[i] != own && test(set->queues[i]))
      return true;
  return false;
}

/* Queues in order of address; those of a set or a single one. */
struct list {
  const falx_queue_t *queues;
  uint32_t count;
};

static struct list list_of(const struct fxr_queue_set *set) {
  return set ? (struct list){set->queues, set->count} : (struct list){NULL, 0};
}

/* Whether all of part but own is in whole. */
static bool covers(struct list whole, struct list part, falx_queue_t own) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < part.count; i++) {
    while (at < whole.count && (uintptr_t)whole.queues[at] < (uintptr_t)part.queues[i])
      at++;
    if (part.queues[i] != own && (at == whole.count || whole.queues[at] != part.queues[i]))
      return false;
  }
  return true;
}

static void append(struct fxr_queue_set *set, falx_queue_t queue) {
  fxr_queue_ref(queue);
  set->queues[set->count++] = queue;
}

/* Puts a new set in the place of *io_set: its queues, and those of more but own and what has
 * ended. */
static void join(struct fxr_queue_set **io_set, struct list more, falx_queue_t own) {
  struct list before = list_of(*io_set);
  size_t most = (size_t)before.count + more.count;
  struct fxr_queue_set *set = malloc(sizeof *set + most * sizeof set->queues[0]);
  if (!set)
    return;
  set->references = 1;
  set->count = 0;
  for (uint32_t i = 0, j = 0; i < before.count || j < more.count;) {
    uintptr_t left = i < before.count ? (uintptr_t)before.queues[i] : UINTPTR_MAX;
    uintptr_t right = j < more.count ? (uintptr_t)more.queues[j] : UINTPTR_MAX;
    if (left <= right)
      append(set, before.queues[i++]);
    else if (more.queues[j] != own && !has_ended(more.queues[j]))
      append(set, more.queues[j]);
    j += right <= left;
  }
  if (!set->count) {
    free(set);
    return;
  }
  fxr_queue_set_release(*io_set);
  *io_set = set;
}

void fxr_queue_set_add(struct fxr_queue_set **io_set, falx_queue_t queue) {
  const struct list one = {&queue, 1};
  if (!covers(list_of(*io_set), one, NULL))
    join(io_set, one, NULL);
}

static void merge(struct fxr_queue_set **io_set, struct fxr_queue_set *other, falx_queue_t own,
                  bool may_have_own) {
  if (!other || other == *io_set || covers(list_of(*io_set), list_of(other), own))
    return;
  bool is_shared = covers(list_of(other), list_of(*io_set), own) &&
                   !fxr_queue_set_has_any(other, NULL, has_ended);
  for (uint32_t i = 0; is_shared && !may_have_own && i < other->count; i++)
    is_shared = other->queues[i] != own;
  if (!is_shared) {
    join(io_set, list_of(other), own);
    return;
  }
  fxr_queue_set_release(*io_set);
  *io_set = fxr_queue_set_retain(other);
}

void fxr_queue_set_merge(struct fxr_queue_set **io_set, struct fxr_queue_set *other,
                         falx_queue_t own) {
  merge(io_set, other, own, true);
}

void fxr_queue_set_merge_strictly(struct fxr_queue_set **io_set, struct fxr_queue_set *other,
                                  falx_queue_t own) {
  merge(io_set, other, own, false);
}
