/* Queues: commands in flight, asynchronous errors, pools of events and commands. */
#include "runtime/queue/queue.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/common/error.h"
#include "runtime/common/locks.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/lifetime/weak.h"
#include "runtime/platform/context.h"
#include "runtime/platform/device.h"
#include "runtime/queue/queue_set.h"
#include "runtime/queue/recording.h"
#include "runtime/queue/sched.h"
#include "runtime/queue/scratch.h"
#include "runtime/queue/trace_command.h"
#include "support/hot.h"

enum { COMMAND_BLOCK = 1024, ERROR_TEXT = 512 };

struct fxr_queue_error {
  struct fxr_queue_error *next;
  falx_status status;
  struct fxr_exception exception;
  char text[ERROR_TEXT];
};

/* ---- Life ---- */

/* Limits that the device does not report do not apply. */
static falx_status read_limits(falx_queue_t queue) {
  uint64_t *sizes = queue->max_work_item_sizes;
  const struct {
    falx_device_info info;
    uint64_t *value;
    size_t bytes;
  } limits[] = {
      {FALX_DEVICE_MAX_WORK_GROUP_SIZE, &queue->max_work_group_size, sizeof(uint64_t)},
      {FALX_DEVICE_MAX_WORK_ITEM_SIZES, sizes, 3 * sizeof(uint64_t)},
      {FALX_DEVICE_LOCAL_MEM_SIZE, &queue->local_memory_size, sizeof(uint64_t)},
  };
  falx_status status = FALX_SUCCESS;
  size_t size;
  for (size_t i = 0; status == FALX_SUCCESS && i < sizeof limits / sizeof *limits; i++) {
    status = fxr_device_ask(queue->device, limits[i].info, limits[i].bytes, limits[i].value, &size);
    if (!size)
      memset(limits[i].value, 0xff, limits[i].bytes);
  }
  uint32_t bits = 0;
  if (status == FALX_SUCCESS)
    status = fxr_device_ask(queue->device, FALX_DEVICE_MEM_BASE_ALIGN, sizeof bits, &bits, &size);
  queue->base_alignment = bits >= 8 ? bits / 8 : 1;
  queue->root_groups = 1;
  if (status == FALX_SUCCESS)
    status = fxr_device_ask(queue->device, FALX_DEVICE_COMPUTE_UNITS, sizeof(uint32_t),
                            &queue->root_groups, &size);
  return status;
}

falx_status fxr_queue_create(falx_context_t context, falx_device_t device, uint32_t flags,
                             falx_queue_t *out_queue) {
  struct fxr_sched *sched = fxr_sched_get();
  if (!sched)
    return fxr_runtime_status();
  falx_queue_t queue = calloc(1, sizeof *queue);
  if (!queue || !(queue->spare = malloc(sizeof *queue->spare))) {
    free(queue);
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for a queue");
  }
  queue->ops = device->ops;
  queue->context = context;
  queue->device = device;
  queue->sched = sched;
  queue->flags = flags;
  queue->traced = fxr_traced_queue_create(device, flags);
  queue->is_dropping = queue->ops->event_covers && flags & FALX_QUEUE_IN_ORDER &&
                       !(flags & FALX_QUEUE_PROFILING) && !queue->traced;
  queue->is_repeating = queue->is_dropping && queue->ops->launch_prepared;
  queue->lock.row = FXR_ROW_QUEUE;
  queue->references = 1;
  queue->handles = 1;
  falx_status status = read_limits(queue);
  if (status == FALX_SUCCESS) {
    fxr_error_clear();
    status = queue->ops->queue_create(context->handle, device->handle,
                                      queue->traced ? flags | FALX_QUEUE_PROFILING : flags,
                                      &queue->handle);
    if (status != FALX_SUCCESS)
      fxr_error_from_adapter(status, device->name, "making a queue");
  }
  if (status != FALX_SUCCESS) {
    fxr_traced_queue_destroy(queue->traced);
    free(queue->spare);
    free(queue);
    return status;
  }
  fxr_context_retain(context);
  fxr_pool_init(&queue->events, sizeof(struct falx_event) + queue->ops->event_size);
  fxr_pool_init(&queue->commands, COMMAND_BLOCK);
  fxr_sched_add_queue(sched, queue);
  *out_queue = queue;
  return FALX_SUCCESS;
}

bool fxr_queue_adapter_has_let_go(falx_queue_t queue) {
  for (int i = 0; i < 50000; i++) {
    if (!__atomic_load_n(&queue->adapter_references, __ATOMIC_ACQUIRE))
      return true;
    usleep(i < 100 ? 0 : 100);
  }
  return false;
}

static void free_errors(falx_queue_t queue) {
  while (queue->errors) {
    struct fxr_queue_error *error = queue->errors;
    queue->errors = error->next;
    free(error);
  }
  free(queue->spare);
}

/* Calls user code: no lock may be held. */
static void report_errors(falx_queue_t queue) {
  fxs_spin_lock(&queue->lock);
  bool has_errors = queue->errors != NULL;
  fxs_spin_unlock(&queue->lock);
  if (has_errors && queue->report)
    queue->report(queue);
}

/* Errors that were never fetched. */
static void drop_exceptions(falx_queue_t queue) {
  for (struct fxr_queue_error *error = queue->errors; error; error = error->next)
    if (error->exception.object && error->exception.drop)
      error->exception.drop(error->exception.object);
}

static void free_queue(falx_queue_t queue) {
  fxr_weak_end(&queue->weak);
  if (!fxr_queue_adapter_has_let_go(queue))
    return;
  free_errors(queue);
  fxr_scratch_forget(queue);
  fxr_pool_fini(&queue->events);
  fxr_pool_fini(&queue->commands);
  queue->ops->queue_destroy(queue->handle);
  fxr_context_release(queue->context);
  fxr_traced_queue_destroy(queue->traced);
  free(queue);
}

void fxr_queue_destroy(falx_queue_t queue) {
  report_errors(queue);
  if (queue->user_destroy)
    queue->user_destroy(queue->user_data);
  drop_exceptions(queue);
  free_queue(queue);
}

/* User code is no longer called: it may be unloaded. */
void fxr_queue_destroy_leaked(falx_queue_t queue) {
  free_queue(queue);
}

void fxr_queue_unref_by(falx_queue_t queue, size_t count) {
  struct fxr_sched *sched = queue->sched;
  if (__atomic_sub_fetch(&queue->references, count, __ATOMIC_ACQ_REL) == 0)
    fxr_sched_note_dead(sched);
}

void fxr_queue_release(falx_queue_t queue) {
  if (__atomic_sub_fetch(&queue->handles, 1, __ATOMIC_ACQ_REL) != 0)
    return;
  fxr_weak_end(&queue->weak);
  report_errors(queue);
  falx_event_t barrier = NULL;
  fxs_spin_lock(&queue->lock);
  barrier = queue->barrier;
  queue->barrier = NULL;
  fxs_spin_unlock(&queue->lock);
  if (barrier)
    fxr_event_release(barrier);
  fxr_queue_drop_carried(queue);
  falx_event_t spare = fxr_queue_take_spare(queue); /* it would keep the queue */
  if (spare)
    fxr_event_destroy_all(spare);
  fxr_sched_note_dead(queue->sched);
  fxr_queue_unref(queue);
}

/* ---- Commands in flight ---- */

static void number(falx_queue_t queue, falx_event_t event) {
  event->sequence = queue->sequence + 1;
  __atomic_store_n(&queue->sequence, event->sequence, __ATOMIC_RELAXED);
}

/* With a reference for the queue. */
static void append_locked(falx_queue_t queue, falx_event_t event) {
  event->link = NULL;
  number(queue, event);
  queue->newest_link = queue->newest ? &queue->newest->link : &queue->oldest;
  *queue->newest_link = queue->newest = event;
  __atomic_fetch_add(&queue->flight_count, 1, __ATOMIC_RELEASE);
}

void fxr_queue_append(falx_queue_t queue, falx_event_t event) {
  fxr_event_retain(event);
  fxs_spin_lock(&queue->lock);
  append_locked(queue, event);
  fxs_spin_unlock(&queue->lock);
}

/* Of an event that is not in flight any more, or with the lock: nobody else can get one. */
static bool is_last_reference(falx_event_t event) {
  return __atomic_load_n(&event->references, __ATOMIC_ACQUIRE) == 1 &&
         !__atomic_load_n(&event->weak, __ATOMIC_ACQUIRE);
}

/* With the lock. An event that holds anything is for reap to end. */
static bool may_drop(falx_event_t event) {
  return event && event->is_plain && is_last_reference(event) && !event->lease && !event->kept &&
         !event->first && !event->blamed && !event->others && !event->listeners &&
         !event->wait_count && !__atomic_load_n(&event->scratch, __ATOMIC_ACQUIRE);
}

static bool is_of(const struct fxr_dropped *dropped, falx_event_t event) {
  return dropped->what == event->what && dropped->location.line == event->location.line;
}

/* For the report of an error that may be its own. */
static void note_dropped(falx_queue_t queue, falx_event_t event) {
  uintptr_t key = (uintptr_t)event->what / 16 + event->location.line;
  struct fxr_dropped *place = &queue->dropped[key % FXR_QUEUE_DROPPED];
  if (is_of(place, event))
    return;
  *place = (struct fxr_dropped){event->what, event->location, event->sequence};
  __atomic_store_n(&queue->has_dropped, true, __ATOMIC_RELAXED);
}

FXS_HOT falx_event_t fxr_queue_append_plain(falx_queue_t queue, falx_event_t event) {
  falx_event_t before = NULL;
  event->is_plain = 1;
  fxs_spin_lock(&queue->lock);
  if (queue->is_dropping && may_drop(queue->newest) &&
      queue->ops->event_covers(fxr_event_native(event), fxr_event_native(queue->newest))) {
    before = queue->newest;
    note_dropped(queue, before);
    event->link = NULL;
    number(queue, event);
    *queue->newest_link = queue->newest = event; /* in its place */
    before->link = NULL;
    if (!__atomic_load_n(&queue->spare_event, __ATOMIC_RELAXED)) {
      __atomic_store_n(&queue->spare_event, before, __ATOMIC_RELEASE);
      before = NULL;
    }
  } else {
    append_locked(queue, event);
  }
  fxs_spin_unlock(&queue->lock);
  return before;
}

void fxr_queue_append_pending(falx_queue_t queue, falx_event_t event, falx_event_t *out_before) {
  fxr_event_retain(event);
  fxs_spin_lock(&queue->lock);
  *out_before = queue->newest;
  if (queue->newest)
    fxr_event_retain(queue->newest);
  event->is_counted = 1;
  __atomic_fetch_add(&queue->pending_count, 1, __ATOMIC_ACQ_REL);
  append_locked(queue, event);
  fxs_spin_unlock(&queue->lock);
}

bool fxr_queue_snapshot(falx_queue_t queue, bool only_pending, falx_event_t **out_events,
                        size_t *out_count) {
  falx_event_t *events = NULL;
  size_t capacity = 0, count;
  for (;;) {
    count = 0;
    fxs_spin_lock(&queue->lock);
    size_t needed = __atomic_load_n(&queue->flight_count, __ATOMIC_ACQUIRE);
    if (needed <= capacity)
      for (falx_event_t event = queue->oldest; event; event = event->link)
        if (!only_pending || __atomic_load_n(&event->phase, __ATOMIC_ACQUIRE) == FXR_PENDING) {
          fxr_event_retain(event);
          events[count++] = event;
        }
    fxs_spin_unlock(&queue->lock);
    if (needed <= capacity)
      break;
    free(events);
    capacity = needed + 16;
    events = malloc(capacity * sizeof *events);
    if (!events)
      return false;
  }
  *out_events = events;
  *out_count = count;
  return true;
}

/* The oldest commands, at most so many, with a reference each. */
static size_t take_oldest(falx_queue_t queue, falx_event_t *events, size_t most) {
  size_t count = 0;
  fxs_spin_lock(&queue->lock);
  for (falx_event_t event = queue->oldest; event && count < most; event = event->link) {
    fxr_event_retain(event);
    events[count++] = event;
  }
  fxs_spin_unlock(&queue->lock);
  return count;
}

/* Asks for the oldest ones until one is not complete; first for one, which may be it. */
static void poll_oldest(falx_queue_t queue) {
  enum { MOST = 2 * FXR_QUEUE_POLL_EVERY };
  falx_event_t events[MOST];
  bool is_complete = true;
  for (size_t most = 1; most <= MOST && is_complete; most += MOST - 1) {
    size_t count = take_oldest(queue, events, most);
    for (size_t i = 0; i < count; i++) {
      is_complete = is_complete && fxr_event_is_complete(events[i], true);
      fxr_event_release(events[i]);
    }
  }
}

static void forget_dropped(falx_queue_t queue) {
  fxs_spin_lock(&queue->lock);
  if (!queue->oldest) {
    memset(queue->dropped, 0, sizeof queue->dropped);
    __atomic_store_n(&queue->has_dropped, false, __ATOMIC_RELAXED);
  }
  fxs_spin_unlock(&queue->lock);
}

FXS_HOT void fxr_queue_reap(falx_queue_t queue, bool poll) {
  uint32_t flight_count = __atomic_load_n(&queue->flight_count, __ATOMIC_ACQUIRE);
  if (!flight_count)
    return;
  /* A long series that nobody waits for must not pile up. */
  if (!poll && queue->ops->event_poll && flight_count >= FXR_QUEUE_POLL_EVERY &&
      __atomic_load_n(&queue->sequence, __ATOMIC_RELAXED) % FXR_QUEUE_POLL_EVERY == 0)
    poll_oldest(queue);
  if (poll && queue->ops->event_poll) {
    falx_event_t *events;
    size_t count;
    if (fxr_queue_snapshot(queue, false, &events, &count)) {
      for (size_t i = 0; i < count; i++) {
        fxr_event_is_complete(events[i], true);
        fxr_event_release(events[i]);
      }
      free(events);
    }
  }
  /* Without poll only the oldest: a submission cleans up a few earlier events, not all. */
  falx_event_t done = NULL, *done_end = &done;
  uint32_t done_count = 0;
  fxs_spin_lock(&queue->lock);
  falx_event_t last = NULL, *slot = &queue->oldest, *last_slot = slot;
  while (*slot) {
    falx_event_t event = *slot;
    if (fxr_event_looks_complete(event)) {
      *slot = event->link;
      event->link = NULL;
      *done_end = event;
      done_end = &event->link;
      done_count++;
    } else if (!poll) {
      break;
    } else {
      last = event;
      last_slot = slot;
      slot = &event->link;
    }
  }
  if (!*slot) {
    queue->newest = last;
    queue->newest_link = last_slot;
  } else if (*slot == queue->newest) {
    queue->newest_link = slot;
  }
  bool is_idle = !queue->oldest;
  fxs_spin_unlock(&queue->lock);

  for (falx_event_t event = done; event; event = event->link)
    if (__atomic_load_n(&event->phase, __ATOMIC_ACQUIRE) != FXR_COMPLETE)
      fxr_event_is_complete(event, false);
  if (is_idle && __atomic_load_n(&queue->has_dropped, __ATOMIC_RELAXED))
    forget_dropped(queue);
  /* After the reports: whoever finds the queue idle finds its errors too. */
  if (done_count)
    __atomic_fetch_sub(&queue->flight_count, done_count, __ATOMIC_RELEASE);
  falx_event_t dying = NULL;
  while (done) {
    falx_event_t event = done;
    done = event->link;
    if (is_last_reference(event)) {
      event->link = dying;
      dying = event;
      continue;
    }
    fxr_event_drop_waits(event, &dying);
    fxr_event_forget_others(event);
    fxr_scratch_end(event);
    fxr_event_release_later(event, &dying);
  }
  fxr_event_destroy_all(dying);
}

/* ---- Queues that later commands depend on ---- */

struct fxr_queue_set *fxr_queue_carried(falx_queue_t queue) {
  if (!__atomic_load_n(&queue->carried, __ATOMIC_ACQUIRE))
    return NULL;
  fxs_spin_lock(&queue->lock);
  struct fxr_queue_set *set = fxr_queue_set_retain(queue->carried);
  fxs_spin_unlock(&queue->lock);
  return set;
}

void fxr_queue_carry(falx_queue_t queue, struct fxr_queue_set *set) {
  bool is_done = false;
  while (!is_done) { /* until no other thread has replaced it meanwhile */
    struct fxr_queue_set *before = fxr_queue_carried(queue), *after = NULL;
    if (fxr_queue_set_has_any(before, queue, fxr_queue_is_carried))
      fxr_queue_set_merge_strictly(&after, before, queue);
    if (fxr_queue_set_has_any(set, queue, fxr_queue_is_carried))
      fxr_queue_set_merge_strictly(&after, set, queue);
    fxs_spin_lock(&queue->lock);
    is_done = queue->carried == before;
    if (is_done)
      __atomic_store_n(&queue->carried, after, __ATOMIC_RELEASE);
    fxs_spin_unlock(&queue->lock);
    fxr_queue_set_release(before);
    fxr_queue_set_release(is_done ? before : after);
  }
}

void fxr_queue_drop_carried(falx_queue_t queue) {
  fxs_spin_lock(&queue->lock);
  struct fxr_queue_set *set = queue->carried;
  __atomic_store_n(&queue->carried, NULL, __ATOMIC_RELEASE);
  fxs_spin_unlock(&queue->lock);
  fxr_queue_set_release(set);
}

/* ---- Recording ---- */

FXS_HOT struct fxr_recording *fxr_queue_recording(falx_queue_t queue) {
  if (!__atomic_load_n(&queue->recording, __ATOMIC_ACQUIRE))
    return NULL;
  fxs_spin_lock(&queue->lock);
  struct fxr_recording *recording = queue->recording;
  if (recording)
    fxr_kept_take(&recording->kept);
  fxs_spin_unlock(&queue->lock);
  return recording;
}

bool fxr_queue_set_recording(falx_queue_t queue, struct fxr_recording *before,
                             struct fxr_recording *after) {
  fxs_spin_lock(&queue->lock);
  bool is_before = queue->recording == before;
  if (is_before)
    __atomic_store_n(&queue->recording, after, __ATOMIC_RELEASE);
  fxs_spin_unlock(&queue->lock);
  return is_before;
}

/* ---- Waiting ---- */

/* The first event after sequence that the adapter does not have yet, with a reference. */
static falx_event_t next_pending(falx_queue_t queue, uint64_t sequence, uint64_t last) {
  fxs_spin_lock(&queue->lock);
  falx_event_t event = queue->oldest;
  while (event && (event->sequence <= sequence ||
                   __atomic_load_n(&event->phase, __ATOMIC_ACQUIRE) != FXR_PENDING))
    event = event->link;
  if (event && event->sequence > last)
    event = NULL;
  if (event)
    fxr_event_retain(event);
  fxs_spin_unlock(&queue->lock);
  return event;
}

/* One at a time, which needs no memory. */
static falx_status wait_pending_slowly(falx_queue_t queue, falx_event_t skip) {
  fxs_spin_lock(&queue->lock);
  uint64_t last = queue->sequence, sequence = 0;
  fxs_spin_unlock(&queue->lock);
  falx_status status = FALX_SUCCESS;
  for (falx_event_t event; (event = next_pending(queue, sequence, last));) {
    falx_status waited = event == skip ? FALX_SUCCESS : fxr_event_wait(event);
    if (status == FALX_SUCCESS)
      status = waited;
    sequence = event->sequence;
    fxr_event_release(event);
  }
  return status;
}

/* The events in flight that the adapter does not have yet. */
static falx_status wait_pending(falx_queue_t queue, falx_event_t skip) {
  falx_status status = FALX_SUCCESS;
  falx_event_t *events;
  size_t count;
  if (!fxr_queue_snapshot(queue, true, &events, &count))
    return wait_pending_slowly(queue, skip);
  /* Newest first: in an in-order queue the others are then complete. */
  while (count--) {
    falx_status waited = events[count] == skip ? FALX_SUCCESS : fxr_event_wait(events[count]);
    if (status == FALX_SUCCESS)
      status = waited;
    fxr_event_release(events[count]);
  }
  free(events);
  return status;
}

falx_status fxr_queue_wait(falx_queue_t queue, falx_event_t skip) {
  if (!__atomic_load_n(&queue->flight_count, __ATOMIC_ACQUIRE))
    return FALX_SUCCESS;
  falx_status status = FALX_SUCCESS;
  uint64_t start = fxr_timeline_start();
  fxr_timeline_flush();
  if (__atomic_load_n(&queue->pending_count, __ATOMIC_ACQUIRE))
    status = wait_pending(queue, skip);
  fxr_error_clear();
  falx_status finished = queue->ops->queue_finish(queue->handle);
  if (queue->traced)
    fxr_traced_waited(queue->traced, start);
  if (finished != FALX_SUCCESS)
    return fxr_error_from_adapter(finished, queue->device->name, "waiting for a queue");
  fxr_queue_reap(queue, true);
  fxr_timeline_waited();
  return status;
}

/* ---- Asynchronous errors ---- */

__attribute__((format(printf, 2, 3))) static void append_text(char *text, const char *format, ...) {
  size_t used = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + used, ERROR_TEXT - used, format, arguments);
  va_end(arguments);
}

/* The kernels whose failure this may be, but the event's own. */
static void append_dropped(falx_queue_t queue, falx_event_t event, char *text) {
  struct fxr_dropped named[FXR_QUEUE_DROPPED];
  size_t count = 0;
  fxs_spin_lock(&queue->lock);
  for (size_t i = 0; i < FXR_QUEUE_DROPPED; i++)
    if (queue->dropped[i].what && queue->dropped[i].sequence < event->sequence &&
        !is_of(&queue->dropped[i], event))
      named[count++] = queue->dropped[i];
  fxs_spin_unlock(&queue->lock);
  if (count)
    append_text(text, "; it was this kernel or one before it, whose event nobody has kept");
  for (size_t i = 0; i < count; i++) {
    append_text(text, "%s%s", i ? ", " : ": ", named[i].what);
    if (named[i].location.file)
      append_text(text, " (%s:%u)", named[i].location.file, named[i].location.line);
  }
}

void fxr_queue_report(falx_queue_t queue, falx_event_t event, falx_status status, const char *text,
                      const struct fxr_exception *exception) {
  struct fxr_queue_error *error = malloc(sizeof *error);
  if (!error) {
    fxs_spin_lock(&queue->lock);
    error = queue->spare;
    queue->spare = NULL;
    fxs_spin_unlock(&queue->lock);
  }
  if (!error) {
    if (exception && exception->drop)
      exception->drop(exception->object);
    return;
  }
  *error = (struct fxr_queue_error){.status = status};
  if (exception)
    error->exception = *exception;
  if (event->location.file)
    append_text(error->text, "%s:%u: ", event->location.file, event->location.line);
  append_text(error->text, "%s%s%s failed: %s", fxr_event_kind_name(event), event->what ? " " : "",
              event->what ? event->what : "", text ? text : falx_status_text(status));
  if (event->is_plain && event->queue == queue)
    append_dropped(queue, event, error->text);
  fxs_spin_lock(&queue->lock);
  struct fxr_queue_error **slot = &queue->errors;
  while (*slot)
    slot = &(*slot)->next;
  *slot = error;
  __atomic_fetch_add(&queue->error_count, 1, __ATOMIC_RELEASE);
  fxs_spin_unlock(&queue->lock);
}

bool falx_queue_take_error(falx_queue_t queue, falx_status *out_status, void **out_exception) {
  FXR_CALL(runtime);
  if (out_status)
    *out_status = FALX_SUCCESS;
  if (out_exception)
    *out_exception = NULL;
  if (!queue || !runtime)
    return false;
  fxr_queue_reap(queue, true);
  fxs_spin_lock(&queue->lock);
  struct fxr_queue_error *error = queue->errors;
  if (error) {
    queue->errors = error->next;
    __atomic_fetch_sub(&queue->error_count, 1, __ATOMIC_RELEASE);
  }
  fxs_spin_unlock(&queue->lock);
  if (!error)
    return false;
  fxr_error(error->status, "%s", error->text);
  if (out_status)
    *out_status = error->status;
  if (out_exception)
    *out_exception = error->exception.object;
  fxs_spin_lock(&queue->lock);
  if (!queue->spare) {
    queue->spare = error;
    error = NULL;
  }
  fxs_spin_unlock(&queue->lock);
  free(error);
  return true;
}

/* ---- Public ---- */

falx_status falx_queue_create(falx_context_t context, falx_device_t device, uint32_t flags,
                              falx_queue_t *out_queue) {
  FXR_CALL_MAKING(runtime);
  if (!out_queue)
    return fxr_error(FALX_ERROR_INVALID, "falx_queue_create: out_queue is NULL");
  *out_queue = NULL;
  if (!runtime)
    return fxr_runtime_status();
  if (!context || !device)
    return fxr_error(FALX_ERROR_INVALID, "falx_queue_create: %s is NULL",
                     context ? "device" : "context");
  if (flags & ~(uint32_t)FALX_QUEUE_FLAGS)
    return fxr_error(FALX_ERROR_INVALID, "falx_queue_create: unknown flags 0x%x", flags);
  if (!fxr_context_has(context, device))
    return fxr_error(
        FALX_ERROR_INVALID,
        "a queue cannot be made: device \"%s\" is not one of the context's: choose one "
        "of those, or make the context for this one",
        device->name);
  fxr_sched_sweep_dead();
  return fxr_queue_create(context, device, flags, out_queue);
}

void falx_queue_retain(falx_queue_t queue) {
  FXR_CALL(runtime);
  if (!queue || !runtime)
    return;
  /* From 0 to 1 if the caller got the queue from an event. */
  if (__atomic_fetch_add(&queue->handles, 1, __ATOMIC_ACQ_REL) == 0)
    fxr_queue_ref(queue);
}

void falx_queue_release(falx_queue_t queue) {
  FXR_CALL(runtime);
  if (!queue || !runtime)
    return;
  fxr_queue_reap(queue, true);
  fxr_queue_release(queue);
  fxr_sched_sweep_dead();
}

static bool is_live(void *queue, bool retain) {
  return fxr_weak_count(&((falx_queue_t)queue)->handles, retain);
}

falx_weak_t falx_queue_weak(falx_queue_t queue) {
  FXR_CALL(runtime);
  return queue && runtime ? fxr_weak_get(&queue->weak, queue, is_live) : NULL;
}

uint32_t falx_queue_reference_count(falx_queue_t queue) {
  FXR_CALL(runtime);
  return queue && runtime ? (uint32_t)__atomic_load_n(&queue->handles, __ATOMIC_RELAXED) : 0;
}

falx_context_t falx_queue_context(falx_queue_t queue) {
  FXR_CALL(runtime);
  return queue && runtime ? queue->context : NULL;
}
falx_device_t falx_queue_device(falx_queue_t queue) {
  FXR_CALL(runtime);
  return queue && runtime ? queue->device : NULL;
}
uint32_t falx_queue_flags(falx_queue_t queue) {
  FXR_CALL(runtime);
  return queue && runtime ? queue->flags : 0;
}

void falx_queue_set_user_data(falx_queue_t queue, void *data, void (*destroy)(void *)) {
  FXR_CALL(runtime);
  if (!queue || !runtime) {
    if (destroy)
      destroy(data);
    return;
  }
  queue->user_destroy = destroy;
  __atomic_store_n(&queue->user_data, data, __ATOMIC_RELEASE);
}

void *falx_queue_user_data(falx_queue_t queue) {
  FXR_CALL(runtime);
  return queue && runtime ? __atomic_load_n(&queue->user_data, __ATOMIC_ACQUIRE) : NULL;
}

void falx_queue_set_report(falx_queue_t queue, void (*report)(falx_queue_t queue)) {
  FXR_CALL(runtime);
  if (queue && runtime)
    queue->report = report;
}

/* Keeps the queue alive until the wait ends, even if the last handle is released meanwhile. */
falx_status falx_queue_wait(falx_queue_t queue) {
  FXR_CALL(runtime);
  if (!queue)
    return fxr_error(FALX_ERROR_INVALID, "falx_queue_wait: queue is NULL");
  if (!runtime)
    return fxr_runtime_status();
  if (__atomic_load_n(&queue->recording, __ATOMIC_ACQUIRE))
    return fxr_error(
        FALX_ERROR_INVALID,
        "a queue that records for a graph cannot be waited for: end the recording first");
  if (!__atomic_load_n(&queue->flight_count, __ATOMIC_ACQUIRE))
    return FALX_SUCCESS;
  fxr_queue_ref(queue);
  falx_status status = fxr_queue_wait(queue, fxr_sched_current());
  fxr_queue_unref(queue);
  fxr_sched_sweep_dead();
  return status;
}

bool falx_queue_is_empty(falx_queue_t queue) {
  FXR_CALL(runtime);
  if (!queue || !runtime)
    return true;
  fxr_queue_reap(queue, true);
  return __atomic_load_n(&queue->flight_count, __ATOMIC_ACQUIRE) == 0;
}
