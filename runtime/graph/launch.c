/* Execution of graphs: as one command of the adapter, or its commands one by one. */
#include "runtime/graph/executable.h"

#include <stdlib.h>

#include "runtime/common/error.h"
#include "runtime/platform/device.h"
#include "runtime/queue/queue.h"
#include "runtime/submit/submit.h"

static falx_status no_memory(void) {
  return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for the execution of a graph");
}

/* ---- As a list of the adapter's ---- */

static void drop_prepared(falx_executable_t executable) {
  if (executable->prepared)
    fxr_kept_release(&executable->prepared->list.kept);
  executable->prepared = NULL;
}

static bool has_pointers(const struct fxr_prepared *prepared, const struct fxr_access *accesses,
                         size_t count) {
  bool has = prepared->pointers.count == count;
  for (size_t i = 0; i < count && has; i++)
    has = prepared->pointers.items[i] == accesses[i].pointer;
  return has;
}

/* struct fxr_work.u.list.place: the buffers may have moved since the list was made. */
static falx_status place(void *user, const struct fxr_access *accesses, size_t count,
                         struct fxr_list **out_list) {
  falx_executable_t executable = user;
  if (executable->prepared && !has_pointers(executable->prepared, accesses, count))
    drop_prepared(executable);
  falx_status status = FALX_SUCCESS;
  if (!executable->prepared)
    status = fxr_prepared_make(executable, accesses, count, &executable->prepared);
  *out_list = executable->prepared ? &executable->prepared->list : NULL;
  return status;
}

static falx_status launch_list(falx_executable_t executable, falx_queue_t queue,
                               const struct falx_command *command, falx_event_t *out_event) {
  struct falx_command whole = *command;
  const struct fxr_submit_extra extra = {.after = executable->last};
  struct fxr_work work = {.kind = FXR_WORK_LIST};
  work.u.list.place = place;
  work.u.list.user = executable;
  whole.requirements = executable->requirements.items;
  whole.requirement_count = executable->requirements.count;
  if (executable->prepared && !fxr_prepared_is_current(executable->prepared))
    drop_prepared(executable);
  return fxr_submit_list(queue, &whole, &work, &extra, out_event);
}

/* ---- One by one ---- */

/* deps: room for as many events as there are steps. */
static falx_status submit_step(falx_executable_t executable, size_t at, falx_queue_t queue,
                               const struct falx_command *command, falx_event_t *events,
                               falx_event_t *deps) {
  const struct fxr_step *step = &executable->steps.items[at];
  struct falx_command own = step->payload->command;
  /* A host task uses the payload's data. */
  const struct fxr_submit_extra extra = {.kept = step->payload->task ? &step->payload->kept : NULL,
                                         .after = step->before_count ? NULL : executable->last};
  own.dependencies = step->before_count ? deps : command->dependencies;
  own.dependency_count = step->before_count ? step->before_count : command->dependency_count;
  for (uint32_t i = 0; i < step->before_count; i++)
    deps[i] = events[step->before[i]];
  return fxr_submit(queue, &own, &extra, &events[at]);
}

/* The command that ends the execution: follows what nothing follows. */
static falx_status submit_end(falx_executable_t executable, falx_queue_t queue,
                              const struct falx_command *command, const falx_event_t *events,
                              falx_event_t *deps, falx_event_t *out_event) {
  struct falx_command end = {
      .size = sizeof end, .kind = FALX_COMMAND_EMPTY, .location = command->location};
  const struct fxr_submit_extra extra = {.after = executable->last};
  size_t count = executable->steps.count;
  for (size_t i = 0; i < count; i++)
    if (!executable->steps.items[i].is_followed)
      deps[end.dependency_count++] = events[i];
  end.dependencies = count ? deps : command->dependencies;
  if (!count)
    end.dependency_count = command->dependency_count;
  return fxr_submit(queue, &end, &extra, out_event);
}

static falx_status launch_plain(falx_executable_t executable, falx_queue_t queue,
                                const struct falx_command *command, falx_event_t *out_event) {
  size_t count = executable->steps.count, begun = 0;
  falx_event_t *events = calloc(count ? count : 1, sizeof *events);
  falx_event_t *deps = malloc((count ? count : 1) * sizeof *deps);
  falx_status status = events && deps ? FALX_SUCCESS : no_memory();
  while (begun < count && status == FALX_SUCCESS) {
    status = submit_step(executable, begun, queue, command, events, deps);
    begun += status == FALX_SUCCESS;
  }
  if (status == FALX_SUCCESS)
    status = submit_end(executable, queue, command, events, deps, out_event);
  if (status == FALX_SUCCESS && count && queue->flags & FALX_QUEUE_PROFILING) {
    fxr_event_retain(events[0]);
    (*out_event)->first = events[0];
  }
  /* After a failure the commands that have begun are to end before the call does: the next launch
   * would not know of them. */
  for (size_t i = 0; i < begun; i++) {
    if (status != FALX_SUCCESS)
      fxr_event_wait(events[i]);
    fxr_event_release(events[i]);
  }
  free(events);
  free(deps);
  return status;
}

/* ---- Either ---- */

falx_status fxr_executable_launch(struct fxr_replay *replay, falx_queue_t queue,
                                  const struct falx_command *command, falx_event_t *out_event) {
  falx_executable_t executable = (falx_executable_t)(void *)replay;
  falx_event_t event = NULL;
  if (queue->context != executable->graph->context || queue->device != executable->graph->device)
    return fxr_error(FALX_ERROR_INVALID,
                     "a graph runs on queues of the device and context that it was made for");
  fxs_mutex_lock(&executable->lock);
  falx_status status = FALX_ERROR_NOT_SUPPORTED;
  if (!executable->is_plain) {
    status = launch_list(executable, queue, command, &event);
    executable->is_plain = status == FALX_ERROR_NOT_SUPPORTED;
  }
  if (executable->is_plain)
    status = launch_plain(executable, queue, command, &event);
  falx_event_t before = executable->last;
  if (status == FALX_SUCCESS) {
    event->is_unprofiled = !(executable->flags & FALX_EXECUTABLE_PROFILING);
    fxr_event_retain(event);
    executable->last = event;
  }
  fxs_mutex_unlock(&executable->lock);
  if (status != FALX_SUCCESS)
    return status;
  if (before)
    fxr_event_release(before);
  if (out_event)
    *out_event = event;
  else
    fxr_event_release(event);
  return FALX_SUCCESS;
}
