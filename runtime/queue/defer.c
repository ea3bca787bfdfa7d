/* Deferred commands: host tasks, and commands that depend on events the adapter cannot wait for.
 *
 * The command owns a copy of all it needs. It starts on a thread of the scheduler once all
 * dependencies have fired: an event of the same adapter fires when the adapter has it, any other
 * when it completes. If a dependency that propagates has failed, the command does not run and
 * its event fails with the same status; the queue reports only the first failure. */
#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/program/kernel.h"
#include "runtime/queue/sched.h"
#include "runtime/queue/work.h"
#include "support/clock.h"

struct deferred;

struct edge {
  struct fxr_listener listener; /* first */
  struct deferred *owner;
};

struct deferred {
  struct fxr_job job; /* first */
  falx_queue_t queue; /* kept alive by event */
  falx_event_t event;
  uint32_t remaining; /* atomic: edges that have not fired, plus one until all are registered */
  falx_status failed; /* of a dependency that had failed before submission */
  bool is_reported;   /* a queue already reports it */
  bool is_pooled;
  struct fxr_work work;
  struct falx_nd_range range;
  size_t count;
  struct fxr_dep *deps; /* referenced; allocated in this block, as are edges and payload */
  struct edge *edges;
};

static void release(struct deferred *command) {
  falx_event_t event = command->event, dying = NULL;
  for (size_t i = 0; i < command->count; i++)
    fxr_event_release_later(command->deps[i].event, &dying);
  if (command->is_pooled)
    fxr_pool_give(&command->queue->commands, command);
  else
    free(command);
  fxr_event_release_later(event, &dying);
  fxr_event_destroy_all(dying);
}

static _Thread_local const struct fxr_work *running_task;

const struct fxr_task_memory *fxr_task_memory_of(falx_buffer_t buffer) {
  for (size_t i = 0; running_task && i < running_task->u.host_task.memory_count; i++)
    if (running_task->u.host_task.memory[i].buffer == buffer)
      return &running_task->u.host_task.memory[i];
  return NULL;
}

void fxr_task_memory_free(struct fxr_work *work) {
  for (size_t i = 0; i < work->u.host_task.memory_count; i++)
    if (work->u.host_task.memory[i].is_pinned)
      work->u.host_task.unpin(work->u.host_task.memory[i].buffer);
  free(work->u.host_task.memory);
}

static void run_host_task(struct deferred *command) {
  falx_event_t event = command->event;
  __atomic_store_n(&event->is_running, 1, __ATOMIC_RELAXED);
  if (event->queue->flags & FALX_QUEUE_PROFILING || event->traced)
    event->times[FALX_PROFILING_START] = fxs_clock_ns();
  falx_event_t outer = fxr_sched_set_current(event);
  const struct fxr_work *outer_task = running_task;
  running_task = &command->work;
  struct fxr_exception exception = {command->work.u.host_task.run(command->work.u.host_task.data),
                                    command->work.u.host_task.drop};
  running_task = outer_task;
  fxr_sched_set_current(outer);
  if (exception.object)
    fxr_event_complete_thrown(event, &exception);
  else
    fxr_event_complete(event, FALX_SUCCESS, NULL);
}

/* An event completes only after its dependencies, even when it fails: others rely on that order. */
static void wait_for_deps(struct deferred *command) {
  for (size_t i = 0; i < command->count; i++)
    fxr_event_wait(command->deps[i].event);
}

static void start(struct fxr_job *job) {
  struct deferred *command = (struct deferred *)job;
  bool is_host_task = command->work.kind == FXR_WORK_HOST_TASK;
  falx_status failed = command->failed;
  bool is_reported = command->is_reported;
  for (size_t i = 0; i < command->count && failed == FALX_SUCCESS; i++)
    if (command->deps[i].propagates && fxr_event_is_complete(command->deps[i].event, false)) {
      falx_queue_t blamed = fxr_event_blamed(command->deps[i].event);
      failed = fxr_event_status(command->deps[i].event);
      is_reported = blamed != NULL;
      if (failed != FALX_SUCCESS)
        fxr_event_blame(command->event, blamed);
    }
  if (failed != FALX_SUCCESS) {
    wait_for_deps(command);
    if (is_reported)
      __atomic_store_n(&command->event->is_quiet, 1, __ATOMIC_RELAXED);
    fxr_event_complete(command->event, failed, NULL);
  } else if (is_host_task) {
    run_host_task(command);
  } else {
    falx_status status = fxr_submit_now(command->queue, &command->work, command->deps,
                                        command->count, command->event);
    if (status != FALX_SUCCESS) {
      wait_for_deps(command);
      fxr_event_complete(command->event, status, falx_error_detail());
    }
  }
  /* After completion: releasing a captured buffer may wait for this event. */
  if (is_host_task) {
    if (command->work.u.host_task.destroy)
      command->work.u.host_task.destroy(command->work.u.host_task.data);
    fxr_task_memory_free(&command->work);
  }
  release(command);
}

static void fired(struct fxr_listener *listener) {
  struct deferred *command = ((struct edge *)listener)->owner;
  struct fxr_sched *sched = command->queue->sched;
  if (__atomic_sub_fetch(&command->remaining, 1, __ATOMIC_ACQ_REL) == 0)
    fxr_sched_push(sched, &command->job);
}

static size_t payload_size(const struct fxr_work *work) {
  switch (work->kind) {
  case FXR_WORK_KERNEL:
    return work->u.kernel.kernel->functor_size;
  case FXR_WORK_FILL:
    return work->u.fill.pattern_size;
  case FXR_WORK_FILL_BOX:
    return work->u.box.pattern_size;
  default:
    return 0;
  }
}

static void own_payload(struct deferred *command, void *payload, size_t size) {
  struct fxr_work *work = &command->work;
  if (work->kind == FXR_WORK_KERNEL) {
    command->range = *work->u.kernel.range;
    work->u.kernel.range = &command->range;
    work->u.kernel.functor = memcpy(payload, work->u.kernel.functor, size);
  } else if (work->kind == FXR_WORK_FILL) {
    work->u.fill.pattern = memcpy(payload, work->u.fill.pattern, size);
  } else if (work->kind == FXR_WORK_FILL_BOX) {
    work->u.box.pattern = memcpy(payload, work->u.box.pattern, size);
  }
}

static size_t round_up(size_t size, size_t to) {
  return (size + to - 1) / to * to;
}

/* A block with room for count dependencies and the payload. */
static struct deferred *make(falx_queue_t queue, const struct fxr_work *work, size_t count) {
  size_t payload = payload_size(work);
  size_t deps_at = round_up(sizeof(struct deferred), 16);
  size_t edges_at = round_up(deps_at + count * sizeof(struct fxr_dep), 16);
  size_t payload_at = round_up(edges_at + count * sizeof(struct edge), 64);
  size_t size = round_up(payload_at + payload, 64);
  bool is_pooled = size <= queue->commands.block_size;
  char *block = is_pooled ? fxr_pool_take(&queue->commands) : aligned_alloc(64, size);
  if (!block)
    return NULL;
  struct deferred *command = (struct deferred *)(void *)block;
  *command = (struct deferred){
      .job = {.run = start, .may_block = work->kind == FXR_WORK_HOST_TASK},
      .queue = queue,
      .work = *work,
      .is_pooled = is_pooled,
      .deps = (struct fxr_dep *)(void *)(block + deps_at),
      .edges = (struct edge *)(void *)(block + edges_at),
  };
  own_payload(command, block + payload_at, payload);
  return command;
}

falx_status fxr_submit_defer(falx_queue_t queue, const struct fxr_work *work,
                             const struct fxr_deps *deps, falx_event_t event) {
  bool is_in_order = queue->flags & FALX_QUEUE_IN_ORDER;
  struct deferred *command = make(queue, work, deps->count + is_in_order);
  if (!command)
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for a deferred command");
  fxr_event_retain(event);
  command->event = event;
  command->failed = deps->failed;
  command->is_reported = deps->blamed != NULL;
  fxr_event_blame(event, deps->blamed);
  for (size_t i = 0; i < deps->count; i++) {
    fxr_event_retain(deps->items[i].event);
    command->deps[command->count++] = deps->items[i];
  }
  fxr_event_set_waits(event, deps->items, deps->count);
  falx_event_t before;
  fxr_queue_append_pending(queue, event, &before);
  if (before && is_in_order)
    command->deps[command->count++] = (struct fxr_dep){before, false, false};

  command->remaining = (uint32_t)command->count + 1;
  /* Before the edges are registered: after that the command may be freed at any moment. */
  size_t count = command->count, unneeded = 1;
  for (size_t i = 0; i < count; i++) {
    bool until_complete = work->kind == FXR_WORK_HOST_TASK || command->deps[i].is_content;
    command->edges[i] = (struct edge){
        .listener = {.fire = fired, .ops = until_complete ? NULL : queue->ops}, .owner = command};
    if (!fxr_event_listen(command->deps[i].event, &command->edges[i].listener))
      unneeded++;
  }
  if (__atomic_sub_fetch(&command->remaining, (uint32_t)unneeded, __ATOMIC_ACQ_REL) == 0)
    fxr_sched_push(queue->sched, &command->job);
  if (before && !is_in_order) {
    falx_event_t dying = NULL;
    fxr_event_release_later(before, &dying);
    fxr_event_destroy_all(dying);
  }
  return FALX_SUCCESS;
}
