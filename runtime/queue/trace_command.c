#include "runtime/queue/trace_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/common/locks.h"
#include "runtime/os/os.h"
#include "runtime/platform/device.h"
#include "runtime/platform/platform.h"
#include "runtime/program/image.h"
#include "runtime/program/kernel.h"
#include "runtime/program/program.h"
#include "runtime/queue/queue.h"
#include "runtime/queue/work.h"
#include "support/kernel_name.h"

enum {
  DEVICES = 64,
  NAMES = 256,
  LANES = 64,
  REMEMBERED = 64,
  LISTED = 64 /* of what a command waited for */
};
/* A device's clock that differs by less is ours. */
static const uint64_t SAME_CLOCK_NS = 1000000;

/* The commands of one lane, which do not overlap. Records come in any order: the last are
 * remembered, and what lies before the end of a forgotten one goes to another lane. */
struct lane {
  uint64_t forgotten_end;
  uint32_t next;
  uint64_t starts[REMEMBERED], ends[REMEMBERED];
};

/* Commands that overlap are drawn beside each other, in lanes. */
struct fxr_traced_queue {
  uint32_t number; /* of the process, from 1 */
  uint32_t flags;
  uint64_t process;          /* the device's, in the timeline */
  bool is_internal;          /* atomic */
  uint32_t lane_count;       /* lock */
  struct lane *lanes[LANES]; /* lock; owned */
};

struct arrow_end {
  struct fxr_track track;
  uint64_t ns;
};

/* An arrow from a command to one that waited for it, which was written first. */
struct follower {
  struct follower *next;
  uint64_t id;
  struct arrow_end to;
};

struct fxr_traced {
  uint32_t references; /* atomic: the event's, and of the commands that wait for it */
  uint64_t id;
  uint64_t thread, submit_ns, enqueue_ns; /* enqueue_ns 0: never reached the adapter */
  uint64_t bytes;
  struct falx_nd_range range; /* dimensions 0: no kernel */
  uint32_t sub_group_size;
  struct fxr_traced **waits;
  size_t wait_count;
  char *name;    /* of a kernel; or NULL */
  char *scalar;  /* why a kernel was not vectorized; or NULL */
  bool is_ended; /* atomic */
  /* lock: */
  bool is_submitted; /* the call has returned; never, for a command of the runtime's own */
  bool is_written;
  struct fxr_track track, submitter;
  uint64_t start_ns, end_ns; /* end_ns 0: it never ran */
  struct follower *followers;
};

static struct fxs_spin lock = {.row = FXR_ROW_LAST};
static uint64_t ids;           /* atomic */
static uint32_t queue_numbers; /* atomic */

/* ---- Queues ---- */

/* Devices in the order of their first queues; those beyond the table share the last place. */
static uint64_t device_process(falx_device_t device) {
  static falx_device_t seen[DEVICES]; /* lock */
  uint32_t i = 0;
  fxs_spin_lock(&lock);
  while (i < DEVICES - 1 && seen[i] && seen[i] != device)
    i++;
  bool is_new = seen[i] != device;
  seen[i] = device;
  fxs_spin_unlock(&lock);
  uint64_t process = fxr_timeline_device_process(i);
  if (is_new)
    fxr_timeline_name((struct fxr_track){process, 0}, false, device->name);
  return process;
}

struct fxr_traced_queue *fxr_traced_queue_create(falx_device_t device, uint32_t flags) {
  struct fxr_traced_queue *queue = fxr_timeline_is_on() ? calloc(1, sizeof *queue) : NULL;
  if (!queue)
    return NULL;
  queue->number = __atomic_add_fetch(&queue_numbers, 1, __ATOMIC_RELAXED);
  queue->flags = flags;
  queue->process = device_process(device);
  return queue;
}

void fxr_traced_queue_destroy(struct fxr_traced_queue *queue) {
  for (uint32_t i = 0; queue && i < queue->lane_count; i++)
    free(queue->lanes[i]);
  free(queue);
}

void fxr_traced_queue_is_internal(struct fxr_traced_queue *queue) {
  if (queue)
    __atomic_store_n(&queue->is_internal, true, __ATOMIC_RELAXED);
}

void fxr_traced_waited(const struct fxr_traced_queue *queue, uint64_t start) {
  fxr_timeline_span(start, "wait", "wait for queue %u", queue->number);
}

static void name_lane(const struct fxr_traced_queue *queue, struct fxr_track track, uint32_t lane) {
  char name[80];
  int used = snprintf(name, sizeof name, "queue %u%s", queue->number,
                      __atomic_load_n(&queue->is_internal, __ATOMIC_RELAXED) ? ", of a buffer"
                      : queue->flags & FALX_QUEUE_IN_ORDER                   ? ", in order"
                                                                             : "");
  if (lane)
    snprintf(name + used, sizeof name - (size_t)used, ", row %u", lane + 1);
  fxr_timeline_name(track, true, name);
}

static bool is_free(const struct lane *lane, uint64_t start, uint64_t end) {
  if (start < lane->forgotten_end)
    return false;
  for (uint32_t i = 0; i < REMEMBERED; i++)
    if (start < lane->ends[i] && end > lane->starts[i])
      return false;
  return true;
}

static void note(struct lane *lane, uint64_t start, uint64_t end) {
  uint32_t at = lane->next++ % REMEMBERED;
  if (lane->ends[at] > lane->forgotten_end)
    lane->forgotten_end = lane->ends[at];
  lane->starts[at] = start;
  lane->ends[at] = end;
}

/* The first lane that is free then; the last if all are taken. */
static struct fxr_track take_lane(struct fxr_traced_queue *queue, uint64_t start, uint64_t end) {
  uint32_t lane = 0;
  bool is_new = false;
  fxs_spin_lock(&lock);
  while (lane < queue->lane_count && !is_free(queue->lanes[lane], start, end))
    lane++;
  if (lane == queue->lane_count && lane < LANES &&
      (queue->lanes[lane] = calloc(1, sizeof *queue->lanes[lane]))) {
    queue->lane_count++;
    is_new = true;
  }
  if (lane == queue->lane_count && lane)
    lane--;
  if (lane < queue->lane_count)
    note(queue->lanes[lane], start, end);
  fxs_spin_unlock(&lock);
  struct fxr_track track = {queue->process, (uint64_t)queue->number * LANES + lane};
  if (is_new)
    name_lane(queue, track, lane);
  return track;
}

/* ---- Records ---- */

static void release(struct fxr_traced *record) {
  if (__atomic_sub_fetch(&record->references, 1, __ATOMIC_ACQ_REL) != 0)
    return;
  for (size_t i = 0; i < record->wait_count; i++)
    release(record->waits[i]);
  while (record->followers) {
    struct follower *follower = record->followers;
    record->followers = follower->next;
    free(follower);
  }
  free(record->waits);
  free(record->name);
  free(record->scalar);
  free(record);
}

void fxr_traced_create(falx_event_t event) {
  struct fxr_traced *record = calloc(1, sizeof *record);
  if (!record)
    return;
  record->references = 1;
  record->id = __atomic_add_fetch(&ids, 1, __ATOMIC_RELAXED);
  record->thread = fxr_timeline_this_thread().thread;
  record->submit_ns = fxs_clock_ns();
  event->traced = record;
}

static uint64_t bytes_of(const struct fxr_work *work) {
  switch (work->kind) {
  case FXR_WORK_COPY:
    return work->u.copy.bytes;
  case FXR_WORK_FILL:
    return work->u.fill.pattern_size * work->u.fill.count;
  case FXR_WORK_COPY_BOX:
  case FXR_WORK_COPY_PIECES:
  case FXR_WORK_FILL_BOX:
    return work->u.box.region[0] * work->u.box.region[1] * work->u.box.region[2];
  case FXR_WORK_PREFETCH:
    return work->u.usm.bytes;
  default:
    return 0;
  }
}

/* As the source writes it, by the C++ library that the program has loaded; the caller frees. */
static char *source_name(const struct fxr_kernel *kernel) {
  static const char prefix[] = "_ZTS";
  char buffer[FXR_TRACED_NAME];
  void *symbol = fxr_os_symbol(NULL, "__cxa_demangle");
  char *(*demangle)(const char *name, char *out, size_t *length, int *status);
  if (symbol && strncmp(kernel->name, prefix, sizeof prefix - 1) == 0) {
    memcpy(&demangle, &symbol, sizeof demangle);
    char *name = demangle(kernel->name + sizeof prefix - 1, NULL, NULL, NULL);
    if (name)
      return fxs_own_kernel_name(name);
  }
  return strdup(fxr_kernel_pretty_name(kernel->name, buffer, sizeof buffer));
}

/* A copy of the name as in the source, which takes longer to make than to find. */
static char *name_of(const struct fxr_kernel *kernel) {
  static struct {
    uint64_t serial;
    char *name;
  } names[NAMES]; /* lock */
  char *name = NULL;
  uint64_t serial = __atomic_load_n(&kernel->serial, __ATOMIC_ACQUIRE);
  fxs_spin_lock(&lock);
  if (names[serial % NAMES].serial == serial && names[serial % NAMES].name)
    name = strdup(names[serial % NAMES].name);
  fxs_spin_unlock(&lock);
  if (name)
    return name;
  name = source_name(kernel);
  char *kept = name ? strdup(name) : NULL;
  fxs_spin_lock(&lock);
  char *before = names[serial % NAMES].name;
  names[serial % NAMES].name = kept;
  names[serial % NAMES].serial = serial;
  fxs_spin_unlock(&lock);
  free(before);
  return name;
}

void fxr_traced_kernel(falx_event_t event, const struct fxr_kernel *kernel) {
  event->traced->name = name_of(kernel);
  event->traced->sub_group_size = kernel->record->sub_group_size;
  if (kernel->not_vectorized)
    event->traced->scalar = strdup(kernel->not_vectorized);
}

void fxr_traced_enqueue(falx_event_t event, const struct fxr_work *work) {
  struct fxr_traced *record = event->traced;
  if (work->kind == FXR_WORK_KERNEL) {
    record->range = *work->u.kernel.range;
  } else {
    record->bytes = bytes_of(work);
  }
  record->enqueue_ns = fxs_clock_ns();
}

void fxr_traced_buffers(falx_event_t event, uint64_t bytes) {
  event->traced->bytes = bytes;
}

void fxr_traced_waits(falx_event_t event, const struct fxr_dep *deps, size_t count) {
  struct fxr_traced *record = event->traced;
  if (!count || record->waits || !(record->waits = calloc(count, sizeof *record->waits)))
    return;
  for (size_t i = 0; i < count; i++) {
    struct fxr_traced *before = deps[i].event->traced;
    if (before) {
      __atomic_fetch_add(&before->references, 1, __ATOMIC_RELAXED);
      record->waits[record->wait_count++] = before;
    }
  }
}

const char *fxr_traced_name(falx_event_t event, char buffer[FXR_TRACED_NAME]) {
  if (event->traced && event->traced->name)
    return event->traced->name;
  if (!event->what)
    return fxr_event_kind_name(event);
  if (event->kind == FALX_COMMAND_KERNEL)
    return fxr_kernel_pretty_name(event->what, buffer, FXR_TRACED_NAME);
  snprintf(buffer, FXR_TRACED_NAME, "%s %s", fxr_event_kind_name(event), event->what);
  return buffer;
}

/* ---- Writing ---- */

/* The times of the command by our clock. False: it never ran. */
static bool times_of(falx_event_t event, uint64_t *out_start, uint64_t *out_end) {
  const struct fxr_traced *record = event->traced;
  if (__atomic_load_n(&event->phase, __ATOMIC_ACQUIRE) == FXR_PENDING)
    return false;
  if (!event->has_native) {
    *out_start = event->times[FALX_PROFILING_START];
    *out_end = event->times[FALX_PROFILING_END];
    return *out_start != 0;
  }
  struct fxa_event *native = fxr_event_native(event);
  uint64_t submit, start, end;
  if (event->ops->event_profiling(native, FALX_PROFILING_SUBMIT, &submit) != FALX_SUCCESS ||
      event->ops->event_profiling(native, FALX_PROFILING_START, &start) != FALX_SUCCESS ||
      event->ops->event_profiling(native, FALX_PROFILING_END, &end) != FALX_SUCCESS || end < start)
    return false;
  uint64_t difference =
      submit > record->enqueue_ns ? submit - record->enqueue_ns : record->enqueue_ns - submit;
  uint64_t shift = difference < SAME_CLOCK_NS ? 0 : record->enqueue_ns - submit;
  *out_start = start + shift;
  *out_end = end + shift;
  return true;
}

static void put_arrow(const char *category, const char *name, uint64_t id, struct arrow_end from,
                      struct arrow_end to) {
  struct fxr_line line;
  fxr_line_begin(&line, 's', category, name, from.track, from.ns, 0);
  fxr_line_member(&line, "id", id);
  fxr_line_put(&line);
  fxr_line_begin(&line, 'f', category, name, to.track, to.ns, 0);
  fxr_line_member(&line, "id", id);
  fxr_line_enclosing(&line);
  fxr_line_put(&line);
}

/* From the call that submitted the command to the command; drawn by the later of both ends. */
static void put_submit_arrow(const struct fxr_traced *record) {
  put_arrow("submit", "submits", record->id,
            (struct arrow_end){record->submitter, record->submit_ns},
            (struct arrow_end){record->track, record->start_ns});
}

void fxr_traced_submitted(falx_event_t event) {
  struct fxr_traced *record = event->traced;
  char name[FXR_TRACED_NAME];
  fxr_timeline_span(record->submit_ns, "submit", "submit %s", fxr_traced_name(event, name));
  struct fxr_track submitter = fxr_timeline_this_thread();
  fxs_spin_lock(&lock);
  record->is_submitted = true;
  record->submitter = submitter;
  bool has_run = record->is_written && record->end_ns;
  fxs_spin_unlock(&lock);
  if (has_run)
    put_submit_arrow(record);
}

void fxr_traced_work(falx_event_t event, uint64_t start_ns, uint64_t end_ns) {
  char name[FXR_TRACED_NAME];
  struct fxr_line line;
  fxr_line_begin(&line, 'X', "work", fxr_traced_name(event, name), fxr_timeline_this_thread(),
                 start_ns, end_ns - start_ns);
  fxr_line_number(&line, "id", event->traced->id);
  fxr_line_put(&line);
}

/* To what waited for the command, from within its last nanosecond. */
static void put_wait_arrow(const struct fxr_traced *record, uint64_t id, struct arrow_end to) {
  put_arrow("wait", "waits for", id, (struct arrow_end){record->track, record->end_ns - 1}, to);
}

/* Arrows from what it waited for; from a command that is not written yet, that one draws it. */
static void put_waits(const struct fxr_traced *record, struct fxr_track track, uint64_t start) {
  for (size_t i = 0; i < record->wait_count; i++) {
    struct fxr_traced *before = record->waits[i];
    uint64_t id = __atomic_add_fetch(&ids, 1, __ATOMIC_RELAXED);
    struct follower *follower = malloc(sizeof *follower);
    fxs_spin_lock(&lock);
    bool is_written = before->is_written;
    if (!is_written && follower) {
      *follower = (struct follower){before->followers, id, {track, start}};
      before->followers = follower;
      follower = NULL;
    }
    fxs_spin_unlock(&lock);
    free(follower);
    if (is_written && before->end_ns)
      put_wait_arrow(before, id, (struct arrow_end){track, start});
  }
}

static void put_range(struct fxr_line *line, const char *key, const size_t size[3],
                      uint32_t count) {
  uint64_t sizes[3];
  for (uint32_t i = 0; i < count; i++) /* in SYCL's order: the fastest last */
    sizes[i] = size[count - 1 - i];
  fxr_line_numbers(line, key, sizes, count);
}

static const char *category_of(falx_event_t event) {
  return event->kind == FALX_COMMAND_KERNEL      ? "kernel"
         : event->kind == FALX_COMMAND_HOST_TASK ? "host task"
         : event->kind == FALX_COMMAND_BARRIER   ? "barrier"
         : event->kind == FALX_COMMAND_EMPTY     ? "barrier"
         : event->kind == FALX_COMMAND_GRAPH     ? "graph"
                                                 : "memory";
}

static void put_command(falx_event_t event, struct fxr_track track, uint64_t start, uint64_t end) {
  const struct fxr_traced *record = event->traced;
  struct fxr_line line;
  char buffer[FXR_TRACED_NAME];
  fxr_line_begin(&line, 'X', category_of(event), fxr_traced_name(event, buffer), track, start,
                 end - start);
  fxr_line_number(&line, "id", record->id);
  fxr_line_number(&line, "queue", event->queue->traced->number);
  fxr_line_number(&line, "thread", record->thread);
  fxr_line_number(&line, "waited_ns", start > record->submit_ns ? start - record->submit_ns : 0);
  if (event->location.file && event->location.file[0]) {
    char at[FXR_TIMELINE_TEXT];
    snprintf(at, sizeof at, "%s:%u", event->location.file, (unsigned)event->location.line);
    fxr_line_text(&line, "at", at);
  }
  if (record->range.dimensions) {
    put_range(&line, "range", record->range.global, record->range.dimensions);
    if (record->range.has_local)
      put_range(&line, "local", record->range.local, record->range.dimensions);
  }
  if (record->sub_group_size)
    fxr_line_number(&line, "sub_group", record->sub_group_size);
  if (record->scalar)
    fxr_line_text(&line, "not_vectorized", record->scalar);
  if (record->bytes)
    fxr_line_number(&line, "bytes", record->bytes);
  if (fxr_event_status(event) != FALX_SUCCESS)
    fxr_line_text(&line, "error", falx_status_text(fxr_event_status(event)));
  uint64_t waits[LISTED];
  size_t count = 0;
  for (size_t i = 0; i < record->wait_count && count < LISTED; i++)
    waits[count++] = record->waits[i]->id;
  if (count)
    fxr_line_numbers(&line, "after", waits, count);
  fxr_line_put(&line);
}

void fxr_traced_complete(falx_event_t event) {
  struct fxr_traced *record = event->traced;
  if (__atomic_exchange_n(&record->is_ended, true, __ATOMIC_ACQ_REL))
    return;
  struct fxr_track track = {0, 0};
  uint64_t start = 0, end = 0;
  bool has_run = fxr_timeline_is_on() && event->queue->traced && times_of(event, &start, &end);
  if (has_run) {
    track = take_lane(event->queue->traced, start, end);
    put_command(event, track, start, end);
    put_waits(record, track, start);
  }
  fxs_spin_lock(&lock);
  record->is_written = true;
  record->track = track;
  record->start_ns = start;
  record->end_ns = end;
  bool is_submitted = record->is_submitted;
  struct follower *followers = record->followers;
  record->followers = NULL;
  fxs_spin_unlock(&lock);
  if (has_run && is_submitted)
    put_submit_arrow(record);
  while (followers) {
    struct follower *follower = followers;
    followers = follower->next;
    if (has_run)
      put_wait_arrow(record, follower->id, follower->to);
    free(follower);
  }
}

void fxr_traced_end(falx_event_t event) {
  struct fxr_traced *record = event->traced;
  fxr_traced_complete(event);
  event->traced = NULL;
  release(record);
}
