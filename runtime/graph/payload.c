/* The commands of nodes: copies, in one block each. */
#include "runtime/graph/payload.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/queue/queue.h"

/* The data of a host task, which all payloads made of its command share. */
struct task {
  struct fxr_kept kept; /* first */
  void (*destroy)(void *data);
  void *data;
};

static void free_task(struct fxr_kept *kept) {
  struct task *task = (struct task *)kept;
  if (task->destroy)
    task->destroy(task->data);
  free(task);
}

/* ---- What a command points to ---- */

static size_t functor_size(const struct falx_command *command) {
  return command->kind == FALX_COMMAND_KERNEL ? command->u.kernel.site->functor_size : 0;
}

static size_t pattern_size(const struct falx_command *command) {
  if (command->kind == FALX_COMMAND_FILL)
    return command->u.fill.pattern_size;
  return command->kind == FALX_COMMAND_FILL_REGION ? command->u.fill_region.destination.element_size
                                                   : 0;
}

/* The buffers that a command names beside its requirements: at most two. */
static size_t named_buffers(const struct falx_command *command, falx_buffer_t out_buffers[2]) {
  switch (command->kind) {
  case FALX_COMMAND_COPY_REGION:
    out_buffers[0] = command->u.copy.destination.buffer;
    out_buffers[1] = command->u.copy.source.buffer;
    return 2;
  case FALX_COMMAND_FILL_REGION:
    out_buffers[0] = command->u.fill_region.destination.buffer;
    return 1;
  case FALX_COMMAND_UPDATE_HOST:
    out_buffers[0] = command->u.update_host.buffer;
    return 1;
  default:
    return 0;
  }
}

/* Neither call does anything for NULL. */
static void for_buffers(const struct fxr_payload *payload, void (*call)(falx_buffer_t buffer)) {
  falx_buffer_t named[2];
  size_t count = named_buffers(&payload->command, named);
  for (size_t i = 0; i < count; i++)
    call(named[i]);
  for (size_t i = 0; i < payload->command.requirement_count; i++)
    call(payload->command.requirements[i].buffer);
}

static void free_payload(struct fxr_kept *kept) {
  struct fxr_payload *payload = (struct fxr_payload *)kept;
  for_buffers(payload, falx_buffer_release);
  fxr_kept_release(payload->task);
  fxr_kept_release(payload->replay);
  fxr_queue_unref(payload->queue);
  free(payload);
}

static size_t reserve(size_t *end, size_t alignment, size_t size) {
  size_t at = (*end + alignment - 1) / alignment * alignment;
  *end = at + size;
  return at;
}

/* A block that holds the command and all that it points to. */
static struct fxr_payload *copy(falx_queue_t queue, const struct falx_command *command,
                                const struct falx_requirement *more, size_t more_count) {
  size_t end = sizeof(struct fxr_payload), requirements = command->requirement_count + more_count;
  size_t value_count =
      command->kind == FALX_COMMAND_KERNEL ? command->u.kernel.spec_value_count : 0;
  size_t functor_at = reserve(&end, 64, functor_size(command));
  size_t requirements_at = reserve(&end, 16, requirements * sizeof(struct falx_requirement));
  size_t values_at = reserve(&end, 16, value_count * sizeof(struct falx_spec_value));
  size_t pattern_at = reserve(&end, 16, pattern_size(command)), bytes_at = end;
  for (size_t i = 0; i < value_count; i++)
    end += command->u.kernel.spec_values[i].size;
  char *block = aligned_alloc(64, (end + 63) / 64 * 64);
  if (!block) {
    fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for a node of a graph");
    return NULL;
  }
  struct fxr_payload *payload = (struct fxr_payload *)(void *)block;
  *payload = (struct fxr_payload){.kept = {1, free_payload}, .command = *command, .queue = queue};
  struct falx_command *mine = &payload->command;
  if (command->location) {
    payload->location = *command->location;
    mine->location = &payload->location;
  }
  mine->dependencies = NULL;
  mine->dependency_count = 0;
  struct falx_requirement *own = (struct falx_requirement *)(void *)(block + requirements_at);
  if (command->requirement_count)
    memcpy(own, command->requirements, command->requirement_count * sizeof *own);
  if (more_count)
    memcpy(own + command->requirement_count, more, more_count * sizeof *own);
  mine->requirements = own;
  mine->requirement_count = requirements;
  if (command->kind == FALX_COMMAND_KERNEL) {
    struct falx_spec_value *values = (struct falx_spec_value *)(void *)(block + values_at);
    char *bytes = block + bytes_at;
    for (size_t i = 0; i < value_count; i++) {
      values[i] = command->u.kernel.spec_values[i];
      values[i].bytes = memcpy(bytes, values[i].bytes, values[i].size);
      bytes += values[i].size;
    }
    mine->u.kernel.spec_values = values;
    mine->u.kernel.functor =
        memcpy(block + functor_at, command->u.kernel.functor, functor_size(command));
  } else if (command->kind == FALX_COMMAND_FILL) {
    mine->u.fill.pattern =
        memcpy(block + pattern_at, command->u.fill.pattern, pattern_size(command));
  } else if (command->kind == FALX_COMMAND_FILL_REGION) {
    mine->u.fill_region.pattern =
        memcpy(block + pattern_at, command->u.fill_region.pattern, pattern_size(command));
  } else if (command->kind == FALX_COMMAND_GRAPH) {
    payload->replay = fxr_kept_take((struct fxr_kept *)(void *)command->u.graph.executable);
  } else if (command->kind == FALX_COMMAND_BARRIER) {
    mine->kind = FALX_COMMAND_EMPTY; /* its dependencies are edges */
  }
  fxr_queue_ref(queue);
  return payload;
}

falx_status fxr_payload_make(falx_queue_t queue, const struct falx_command *command,
                             struct fxr_payload **out_payload) {
  struct task *task = NULL;
  *out_payload = NULL;
  if (command->kind == FALX_COMMAND_HOST_TASK && !(task = malloc(sizeof *task)))
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for a host task of a graph");
  struct fxr_payload *payload = copy(queue, command, NULL, 0);
  if (!payload) {
    free(task);
    return FALX_ERROR_MEMORY_ALLOCATION;
  }
  if (task) {
    *task = (struct task){{1, free_task}, command->u.host_task.destroy, command->u.host_task.data};
    payload->task = &task->kept;
    payload->command.u.host_task.destroy = NULL;
  }
  for_buffers(payload, falx_buffer_retain);
  *out_payload = payload;
  return FALX_SUCCESS;
}

void fxr_payload_disown(struct fxr_payload *payload) {
  if (payload->task)
    ((struct task *)payload->task)->destroy = NULL;
}

falx_status fxr_payload_copy(const struct fxr_payload *payload, falx_buffer_t before,
                             const struct falx_requirement *with,
                             struct fxr_payload **out_payload) {
  const struct falx_command *command = &payload->command;
  size_t place = 0;
  while (with && place < command->requirement_count &&
         command->requirements[place].buffer != before)
    place++;
  bool is_new = with && place == command->requirement_count;
  *out_payload = copy(payload->queue, command, with, is_new);
  if (!*out_payload)
    return FALX_ERROR_MEMORY_ALLOCATION;
  if (with && !is_new)
    ((struct falx_requirement *)(uintptr_t)(*out_payload)->command.requirements)[place] = *with;
  (*out_payload)->task = fxr_kept_take(payload->task);
  for_buffers(*out_payload, falx_buffer_retain);
  return FALX_SUCCESS;
}

falx_node_type fxr_payload_type(const struct falx_command *command) {
  switch (command->kind) {
  case FALX_COMMAND_KERNEL:
    return FALX_NODE_KERNEL;
  case FALX_COMMAND_HOST_TASK:
    return FALX_NODE_HOST_TASK;
  case FALX_COMMAND_MEMCPY:
  case FALX_COMMAND_COPY_REGION:
  case FALX_COMMAND_UPDATE_HOST:
    return FALX_NODE_MEMCPY;
  case FALX_COMMAND_FILL:
    return command->u.fill.pattern_size == 1 ? FALX_NODE_MEMSET : FALX_NODE_MEMFILL;
  case FALX_COMMAND_FILL_REGION:
    return FALX_NODE_MEMFILL;
  case FALX_COMMAND_PREFETCH:
    return FALX_NODE_PREFETCH;
  case FALX_COMMAND_ADVISE:
    return FALX_NODE_MEMADVISE;
  case FALX_COMMAND_BARRIER:
    return FALX_NODE_BARRIER;
  case FALX_COMMAND_GRAPH:
    return FALX_NODE_SUBGRAPH;
  case FALX_COMMAND_EMPTY:
    break;
  }
  return FALX_NODE_EMPTY;
}
