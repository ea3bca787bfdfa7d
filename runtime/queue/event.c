/* Events: completion, status and order of commands. */
#include "runtime/queue/event.h"
#include "runtime/queue/trace_command.h"
#include "runtime/queue/trace_wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/common/locks.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/lifetime/weak.h"
#include "runtime/platform/device.h"
#include "runtime/program/program.h"
#include "runtime/queue/queue.h"
#include "runtime/queue/queue_set.h"
#include "runtime/queue/recording.h"
#include "runtime/queue/sched.h"
#include "runtime/queue/scratch.h"
#include "support/clock.h"
#include "support/hot.h"

enum { HELP_DEPTH = 32 };
static const int64_t POOL_NAP_NS = 1000000; /* a sleeping helper checks for jobs this often */

static void destroy_native(falx_event_t event) {
  if (event->has_native && event->ops->event_destroy)
    event->ops->event_destroy(fxr_event_native(event));
  event->has_native = 0;
}

FXS_HOT falx_event_t fxr_event_create(falx_queue_t queue, const struct falx_command *command) {
  falx_event_t spare = queue ? fxr_queue_take_spare(queue) : NULL;
  falx_event_t event = spare   ? spare
                       : queue ? fxr_pool_take(&queue->events)
                               : aligned_alloc(64, (sizeof *event + 63) / 64 * 64);
  if (!event) {
    fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for an event");
    return NULL;
  }
  if (spare)
    destroy_native(spare);
  memset(event, 0, offsetof(struct falx_event, few_waits));
  event->lock.row = FXR_ROW_EVENT;
  event->references = 1;
  event->queue = queue;
  if (queue) {
    if (!spare)
      fxr_queue_ref(queue);
    event->ops = queue->ops;
  }
  if (command) {
    event->kind = (uint8_t)command->kind;
    if (command->location)
      event->location = *command->location;
    if (queue->flags & FALX_QUEUE_PROFILING)
      event->times[FALX_PROFILING_SUBMIT] = fxs_clock_ns();
    if (queue->traced)
      fxr_traced_create(event);
  }
  return event;
}

void fxr_event_release_later(falx_event_t event, falx_event_t *dying) {
  if (__atomic_sub_fetch(&event->references, 1, __ATOMIC_ACQ_REL) == 0) {
    event->link = *dying;
    *dying = event;
  }
}

/* Lets go of what the event holds, but its queue. */
static void strip(falx_event_t event, falx_event_t *dying) {
  fxr_weak_end(&event->weak);
  fxr_scratch_end(event);
  if (event->wait_count)
    fxr_event_drop_waits(event, dying);
  if (event->traced)
    fxr_traced_end(event);
  destroy_native(event);
  fxr_lease_release(event->lease);
  fxr_kept_release(event->kept);
  if (event->first)
    fxr_event_release_later(event->first, dying);
  if (event->blamed)
    fxr_queue_unref(event->blamed);
  if (event->others)
    fxr_queue_set_release(event->others);
}

/* The memory of several goes back to their queue at once. */
FXS_HOT void fxr_event_destroy_all(falx_event_t dying) {
  while (dying) {
    falx_event_t last = dying, first = NULL;
    falx_queue_t queue = last->queue;
    size_t count = 0;
    for (falx_event_t event; (event = dying) && event->queue == queue; count++) {
      dying = event->link;
      strip(event, &dying);
      if (queue)
        *(void **)event = first;
      else
        free(event);
      first = event;
    }
    if (queue) {
      fxr_pool_give_all(&queue->events, first, last);
      fxr_queue_unref_by(queue, count);
    }
  }
}

void fxr_event_release(falx_event_t event) {
  falx_event_t dying = NULL;
  fxr_event_release_later(event, &dying);
  fxr_event_destroy_all(dying);
}

void fxr_event_set_waits(falx_event_t event, const struct fxr_dep *deps, size_t count) {
  if (count == 0)
    return;
  falx_event_t *waits = event->few_waits;
  if (count > FXR_EVENT_FEW_WAITS)
    waits = malloc(count * sizeof *waits);
  if (!waits)
    return;
  for (size_t i = 0; i < count; i++) {
    fxr_event_retain(deps[i].event);
    waits[i] = deps[i].event;
  }
  fxs_spin_lock(&event->lock);
  event->waits = waits;
  event->wait_count = (uint32_t)count;
  fxs_spin_unlock(&event->lock);
}

void fxr_event_drop_waits(falx_event_t event, falx_event_t *dying) {
  fxs_spin_lock(&event->lock);
  falx_event_t *waits = event->waits;
  size_t count = event->wait_count;
  event->waits = NULL;
  event->wait_count = 0;
  fxs_spin_unlock(&event->lock);
  for (size_t i = 0; i < count; i++)
    fxr_event_release_later(waits[i], dying);
  if (waits != event->few_waits)
    free(waits);
}

/* ---- Listeners ---- */

static void notified(void *user) {
  struct fxr_listener *listener = user;
  listener->fire(listener);
}

/* The event is NATIVE; notifies the listener when the adapter completes it. */
static void listen_native(falx_event_t event, struct fxr_listener *listener) {
  struct fxa_event *native = fxr_event_native(event);
  if (event->ops->event_notify(native, notified, listener) == FALX_SUCCESS)
    return;
  event->ops->event_wait(native);
  listener->fire(listener);
}

static void advance(falx_event_t event, enum fxr_phase phase, falx_status status) {
  /* Before the phase: a thread that sees the phase may submit at once and must find the queue
   * free. */
  if (event->is_counted)
    __atomic_fetch_sub(&event->queue->pending_count, 1, __ATOMIC_ACQ_REL);
  fxs_spin_lock(&event->lock);
  struct fxr_listener *listener = event->listeners;
  event->listeners = NULL;
  __atomic_store_n(&event->status, (uint32_t)status, __ATOMIC_RELAXED);
  __atomic_store_n(&event->phase, (uint32_t)phase, __ATOMIC_SEQ_CST);
  fxs_spin_unlock(&event->lock);
  if (event->traced && phase == FXR_COMPLETE)
    fxr_traced_complete(event);
  if (__atomic_load_n(&event->sleepers, __ATOMIC_SEQ_CST))
    fxs_futex_wake(&event->phase, INT32_MAX);
  while (listener) {
    struct fxr_listener *next = listener->next;
    if (phase == FXR_COMPLETE || listener->ops == event->ops)
      listener->fire(listener);
    else
      listen_native(event, listener);
    listener = next;
  }
}

/* ---- Failures ---- */

const char *fxr_event_kind_name(falx_event_t event) {
  static const char *const names[] = {"host access", "kernel",      "host task",  "memcpy",
                                      "fill",        "prefetch",    "mem_advise", "region copy",
                                      "region fill", "update_host", "barrier",    "empty command",
                                      "graph"};
  return event->kind < sizeof names / sizeof *names ? names[event->kind] : "command";
}

falx_queue_t fxr_event_blamed(falx_event_t event) {
  if (event->blamed)
    return event->blamed;
  return event->queue && !event->queue->is_internal ? event->queue : NULL;
}

void fxr_event_blame(falx_event_t event, falx_queue_t queue) {
  if (!queue)
    return;
  falx_queue_t after = queue == event->queue ? NULL : queue;
  if (after)
    fxr_queue_ref(after);
  fxs_spin_lock(&event->lock);
  falx_queue_t before = event->blamed;
  event->blamed = after;
  fxs_spin_unlock(&event->lock);
  if (before)
    fxr_queue_unref(before);
}

static void report(falx_event_t event, falx_status status, const char *text,
                   const struct fxr_exception *exception) {
  if (event->queue && !exception) /* a task of the host works in none */
    fxr_scratch_doubt(event->queue);
  falx_queue_t queue = fxr_event_blamed(event);
  if (queue)
    fxr_queue_report(queue, event, status, text, exception);
}

/* Of a command that its adapter has completed with an error: waiting for it does not block, and the
 * adapter says why it failed. The text of the calling thread's last error stays. */
static void report_native(falx_event_t event, falx_status status) {
  char before[FXR_ERROR_DETAIL_SIZE], reason[FXR_ERROR_DETAIL_SIZE];
  snprintf(before, sizeof before, "%s", falx_error_detail());
  fxr_error_clear();
  event->ops->event_wait(fxr_event_native(event));
  snprintf(reason, sizeof reason, "%s", falx_error_detail());
  fxr_error_clear();
  if (before[0])
    fxr_error(status, "%s", before);
  report(event, status, reason[0] ? reason : NULL, NULL);
}

/* ---- Queues of its dependencies ---- */

static bool has_others(falx_event_t event) {
  return __atomic_load_n(&event->others, __ATOMIC_ACQUIRE) != NULL;
}

void fxr_event_add_queues(falx_event_t event, falx_queue_t own, bool (*test)(falx_queue_t),
                          struct fxr_queue_set **io_set) {
  falx_queue_t queue = event->queue;
  if (!queue)
    return;
  if (!queue->is_internal) {
    if (queue != own && (!test || test(queue)))
      fxr_queue_set_add(io_set, queue);
    if (!has_others(event))
      return;
  }
  fxs_spin_lock(&event->lock);
  struct fxr_queue_set *others = fxr_queue_set_retain(event->others);
  falx_queue_t blamed = event->blamed;
  if (blamed)
    fxr_queue_ref(blamed);
  fxs_spin_unlock(&event->lock);
  if (blamed && blamed != own && (!test || test(blamed)))
    fxr_queue_set_add(io_set, blamed);
  if (blamed)
    fxr_queue_unref(blamed);
  if (!test || fxr_queue_set_has_any(others, own, test))
    fxr_queue_set_merge(io_set, others, own);
  fxr_queue_set_release(others);
}

void fxr_event_set_others(falx_event_t event, struct fxr_queue_set *set) {
  if (!set && !has_others(event))
    return;
  fxr_queue_set_retain(set);
  fxs_spin_lock(&event->lock);
  struct fxr_queue_set *before = event->others;
  __atomic_store_n(&event->others, set, __ATOMIC_RELEASE);
  fxs_spin_unlock(&event->lock);
  fxr_queue_set_release(before);
}

void fxr_event_forget_others(falx_event_t event) {
  if (!has_others(event))
    return;
  fxs_spin_lock(&event->lock);
  struct fxr_queue_set *set = event->others;
  if (fxr_queue_set_has_any(set, event->queue, fxr_queue_may_report))
    set = NULL;
  if (set)
    __atomic_store_n(&event->others, NULL, __ATOMIC_RELEASE);
  fxs_spin_unlock(&event->lock);
  fxr_queue_set_release(set);
}

/* ---- Phases ---- */

static uint32_t native_state(falx_event_t event) {
  return __atomic_load_n(&fxr_event_native(event)->state, __ATOMIC_ACQUIRE);
}

FXS_HOT void fxr_event_publish_unseen(falx_event_t event) {
  event->has_native = 1;
  if (native_state(event) == FXA_EVENT_COMPLETE)
    fxr_event_publish_native(event);
  else
    __atomic_store_n(&event->phase, FXR_NATIVE, __ATOMIC_RELEASE);
}

void fxr_event_publish_native(falx_event_t event) {
  event->has_native = 1;
  if (native_state(event) != FXA_EVENT_COMPLETE) {
    advance(event, FXR_NATIVE, FALX_SUCCESS);
    return;
  }
  falx_status status = (falx_status)fxr_event_native(event)->status;
  if (status != FALX_SUCCESS && !event->is_quiet)
    report_native(event, status);
  advance(event, FXR_COMPLETE, status);
}

void fxr_event_complete(falx_event_t event, falx_status status, const char *text) {
  if (event->queue && (event->queue->flags & FALX_QUEUE_PROFILING || event->traced)) {
    event->times[FALX_PROFILING_END] = fxs_clock_ns();
    if (!event->times[FALX_PROFILING_START])
      event->times[FALX_PROFILING_START] = event->times[FALX_PROFILING_END];
  }
  /* First: threads that wait for the event must find its error. */
  if (status != FALX_SUCCESS && !event->is_quiet)
    report(event, status, text, NULL);
  advance(event, FXR_COMPLETE, status);
}

void fxr_event_complete_thrown(falx_event_t event, const struct fxr_exception *exception) {
  report(event, FALX_ERROR_RUNTIME, "the task ended with an exception", exception);
  fxr_event_complete(event, FALX_SUCCESS, NULL);
}

bool fxr_event_is_complete(falx_event_t event, bool poll) {
  uint32_t phase = __atomic_load_n(&event->phase, __ATOMIC_ACQUIRE);
  if (phase != FXR_NATIVE)
    return phase == FXR_COMPLETE;
  if (poll && event->ops->event_poll)
    event->ops->event_poll(fxr_event_native(event));
  if (native_state(event) != FXA_EVENT_COMPLETE)
    return false;
  falx_status status = (falx_status)fxr_event_native(event)->status;
  if (status != FALX_SUCCESS && !__atomic_exchange_n(&event->is_quiet, 1, __ATOMIC_RELAXED))
    report_native(event, status);
  /* Several threads may get here at once; all store the same value. */
  __atomic_store_n(&event->status, (uint32_t)status, __ATOMIC_RELAXED);
  __atomic_store_n(&event->phase, FXR_COMPLETE, __ATOMIC_RELEASE);
  if (event->traced)
    fxr_traced_complete(event);
  return true;
}

bool fxr_event_listen(falx_event_t event, struct fxr_listener *listener) {
  fxs_spin_lock(&event->lock);
  uint32_t phase = __atomic_load_n(&event->phase, __ATOMIC_ACQUIRE);
  if (phase == FXR_PENDING) {
    listener->next = event->listeners;
    event->listeners = listener;
  }
  fxs_spin_unlock(&event->lock);
  if (phase == FXR_COMPLETE || (phase == FXR_NATIVE && listener->ops == event->ops))
    return false;
  if (phase == FXR_NATIVE)
    listen_native(event, listener);
  return true;
}

/* ---- Waiting ---- */

falx_event_t fxr_event_first_wait(falx_event_t event) {
  falx_event_t found = NULL;
  fxs_spin_lock(&event->lock);
  for (size_t i = 0; i < event->wait_count && !found; i++)
    if (!fxr_event_looks_complete(event->waits[i]))
      found = event->waits[i];
  if (found)
    fxr_event_retain(found);
  fxs_spin_unlock(&event->lock);
  return found;
}

static falx_status wait_native(falx_event_t event) {
  falx_status status = event->ops->event_wait(fxr_event_native(event));
  if (fxr_event_is_complete(event, true))
    return FALX_SUCCESS;
  return status != FALX_SUCCESS
             ? status
             : fxr_error(FALX_ERROR_RUNTIME, "the adapter ended a wait before its event was done");
}

/* Helps a pending event: works on an adapter's event that it depends on. False if there is none. */
static bool help_pending(falx_event_t event) {
  bool has_helped = false;
  falx_event_t current = fxr_event_first_wait(event);
  for (int depth = 0; current && !has_helped && depth < HELP_DEPTH; depth++) {
    falx_event_t next = NULL;
    if (__atomic_load_n(&current->phase, __ATOMIC_ACQUIRE) == FXR_NATIVE)
      has_helped = wait_native(current) == FALX_SUCCESS;
    else
      next = fxr_event_first_wait(current);
    fxr_event_release(current);
    current = next;
  }
  if (current)
    fxr_event_release(current);
  return has_helped;
}

/* Waits until the adapter has the event, or it is complete. */
static void wait_pending(falx_event_t event) {
  bool is_traced = false;
  while (__atomic_load_n(&event->phase, __ATOMIC_ACQUIRE) == FXR_PENDING) {
    bool has_to_help = fxr_sched_has_to_help();
    if (help_pending(event) || (has_to_help && fxr_sched_run_one()))
      continue;
    if (!is_traced)
      fxr_trace_wait(event);
    is_traced = true;
    __atomic_fetch_add(&event->sleepers, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&event->phase, __ATOMIC_SEQ_CST) == FXR_PENDING)
      fxs_futex_wait(&event->phase, FXR_PENDING, has_to_help ? POOL_NAP_NS : -1);
    __atomic_fetch_sub(&event->sleepers, 1, __ATOMIC_SEQ_CST);
  }
}

static falx_status wait(falx_event_t event) {
  if (__atomic_load_n(&event->phase, __ATOMIC_ACQUIRE) == FXR_PENDING) {
    bool is_counted = fxr_sched_begin_wait();
    wait_pending(event);
    if (is_counted)
      fxr_sched_end_wait();
  }
  return __atomic_load_n(&event->phase, __ATOMIC_ACQUIRE) == FXR_NATIVE ? wait_native(event)
                                                                        : FALX_SUCCESS;
}

falx_status fxr_event_wait(falx_event_t event) {
  if (!fxr_timeline_is_on() || fxr_event_looks_complete(event))
    return wait(event);
  char name[FXR_TRACED_NAME];
  uint64_t start = fxr_timeline_start();
  fxr_timeline_flush();
  falx_status status = wait(event);
  fxr_timeline_span(start, "wait", "wait for %s", fxr_traced_name(event, name));
  fxr_timeline_waited();
  return status;
}

/* ---- For adapters ---- */

static falx_event_t of_native(struct fxa_event *event) {
  return (falx_event_t)(void *)((char *)event - offsetof(struct falx_event, native));
}

void fxr_host_event_retain(struct fxa_event *event) {
  __atomic_fetch_add(&of_native(event)->queue->adapter_references, 1, __ATOMIC_RELAXED);
  fxr_event_retain(of_native(event));
}

void fxr_host_event_release(struct fxa_event *event) {
  falx_queue_t queue = of_native(event)->queue;
  fxr_event_release(of_native(event));
  /* Last: from here on the queue may be destroyed. */
  __atomic_fetch_sub(&queue->adapter_references, 1, __ATOMIC_RELEASE);
}

void fxr_host_work_done(struct fxa_event *event, uint64_t start_ns, uint64_t end_ns) {
  if (of_native(event)->traced)
    fxr_traced_work(of_native(event), start_ns, end_ns);
}

/* ---- Public ---- */

falx_status fxr_event_refuse_recorded(const char *what) {
  return fxr_error(FALX_ERROR_INVALID,
                   "an event of a command that was recorded to a graph cannot be %s: it names a "
                   "node, in commands of the same graph; wait for the event of the graph's "
                   "execution",
                   what);
}

void falx_event_retain(falx_event_t event) {
  FXR_CALL(runtime);
  if (event && runtime)
    fxr_event_retain(event);
}

FXS_HOT void falx_event_release(falx_event_t event) {
  FXR_CALL(runtime);
  if (!event || !runtime)
    return;
  fxr_event_release(event);
  fxr_sched_sweep_dead();
}

uint32_t falx_event_reference_count(falx_event_t event) {
  FXR_CALL(runtime);
  return event && runtime ? __atomic_load_n(&event->references, __ATOMIC_RELAXED) : 1;
}

falx_status falx_event_wait(const falx_event_t *events, size_t count) {
  FXR_CALL(runtime);
  falx_status result = FALX_SUCCESS;
  if (count && !runtime)
    return fxr_runtime_status();
  for (size_t i = 0; i < count; i++) {
    falx_status status = !events[i]        ? FALX_SUCCESS
                         : events[i]->node ? fxr_event_refuse_recorded("waited for")
                                           : fxr_event_wait(events[i]);
    if (result == FALX_SUCCESS)
      result = status;
  }
  return result;
}

static bool is_live(void *object, bool retain) {
  uint32_t *count = &((falx_event_t)object)->references;
  uint32_t n = __atomic_load_n(count, __ATOMIC_ACQUIRE);
  while (n != 0)
    if (!retain ||
        __atomic_compare_exchange_n(count, &n, n + 1, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      return true;
  return false;
}

falx_weak_t falx_event_weak(falx_event_t event) {
  FXR_CALL(runtime);
  return event && runtime ? fxr_weak_get(&event->weak, event, is_live) : NULL;
}

falx_event_status falx_event_get_status(falx_event_t event) {
  FXR_CALL(runtime);
  if (!event || !runtime || fxr_event_is_complete(event, true))
    return FALX_EVENT_COMPLETE;
  if (__atomic_load_n(&event->phase, __ATOMIC_ACQUIRE) == FXR_NATIVE)
    return native_state(event) == FXA_EVENT_QUEUED ? FALX_EVENT_SUBMITTED : FALX_EVENT_RUNNING;
  return __atomic_load_n(&event->is_running, __ATOMIC_RELAXED) ? FALX_EVENT_RUNNING
                                                               : FALX_EVENT_SUBMITTED;
}

falx_status falx_event_get_profiling(falx_event_t event, falx_profiling_info info,
                                     uint64_t *out_ns) {
  FXR_CALL(runtime);
  if (!out_ns)
    return fxr_error(FALX_ERROR_INVALID, "falx_event_get_profiling: out_ns is NULL");
  *out_ns = 0;
  if (!runtime)
    return fxr_runtime_status();
  if (!event || !event->queue)
    return fxr_error(FALX_ERROR_INVALID, "this event belongs to no command of a queue: it has no "
                                         "profiling information");
  if (info > FALX_PROFILING_END)
    return fxr_error(FALX_ERROR_INVALID, "unknown profiling information %d", (int)info);
  if (event->node)
    return fxr_event_refuse_recorded("asked for its times");
  if (event->is_unprofiled)
    return fxr_error(FALX_ERROR_INVALID,
                     "the graph was finalized without property::graph::enable_profiling: finalize "
                     "it with it");
  if (!(event->queue->flags & FALX_QUEUE_PROFILING))
    return fxr_error(FALX_ERROR_INVALID, "the queue of this event was made without "
                                         "property::queue::enable_profiling: make it with it");
  if (event->first && info != FALX_PROFILING_END)
    return falx_event_get_profiling(event->first, info, out_ns);
  falx_status status = fxr_event_wait(event);
  if (status != FALX_SUCCESS)
    return status;
  if (event->has_native) {
    status = event->ops->event_profiling(fxr_event_native(event), info, out_ns);
    return status == FALX_SUCCESS
               ? status
               : fxr_error_from_adapter(status, event->queue->device->name, "event profiling");
  }
  *out_ns = event->times[info];
  return FALX_SUCCESS;
}

falx_queue_t falx_event_queue(falx_event_t event) {
  FXR_CALL(runtime);
  return event && runtime ? event->queue : NULL;
}

falx_queue_t falx_event_failed_queue(falx_event_t event) {
  FXR_CALL(runtime);
  if (!event || !runtime || !fxr_event_is_complete(event, false) ||
      fxr_event_status(event) == FALX_SUCCESS)
    return NULL;
  return fxr_event_blamed(event);
}

falx_queue_t falx_event_error_queue(falx_event_t event, size_t index) {
  FXR_CALL(runtime);
  if (!event || !runtime)
    return NULL;
  if (index == 0) {
    if (event->queue)
      falx_queue_retain(event->queue);
    return event->queue;
  }
  falx_queue_t queue = NULL;
  fxs_spin_lock(&event->lock);
  const struct fxr_queue_set *others = event->others;
  for (uint32_t i = 0; others && !queue && i < others->count; i++)
    if (others->queues[i] != event->queue && --index == 0)
      queue = others->queues[i];
  if (queue)
    fxr_queue_ref(queue);
  fxs_spin_unlock(&event->lock);
  if (queue) {
    falx_queue_retain(queue);
    fxr_queue_unref(queue);
  }
  return queue;
}

size_t falx_event_wait_list(falx_event_t event, falx_event_t *out_events, size_t capacity) {
  FXR_CALL(runtime);
  if (!event || !runtime || fxr_event_is_complete(event, true))
    return 0;
  size_t count = 0;
  fxs_spin_lock(&event->lock);
  for (size_t i = 0; i < event->wait_count; i++) {
    if (fxr_event_looks_complete(event->waits[i]))
      continue;
    if (count < capacity) {
      fxr_event_retain(event->waits[i]);
      out_events[count] = event->waits[i];
    }
    count++;
  }
  fxs_spin_unlock(&event->lock);
  return count;
}
