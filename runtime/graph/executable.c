/* Executable graphs: made of a graph, updated from its nodes. */
#include "runtime/graph/executable.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/common/settings.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/platform/device.h"
#include "runtime/queue/queue.h"

/* ---- Life ---- */

static void free_executable(struct fxr_kept *kept) {
  falx_executable_t executable = (falx_executable_t)(void *)kept;
  if (executable->last)
    fxr_event_release(executable->last);
  if (executable->prepared)
    fxr_kept_release(&executable->prepared->list.kept);
  for (size_t i = 0; i < executable->steps.count; i++) {
    fxr_payload_release(executable->steps.items[i].payload);
    free(executable->steps.items[i].before);
  }
  fxs_vector_free(&executable->steps);
  fxs_vector_free(&executable->requirements);
  fxr_graph_drop(executable->graph);
  fxs_mutex_destroy(&executable->lock);
  free(executable);
}

void falx_executable_retain(falx_executable_t executable) {
  FXR_CALL(runtime);
  if (executable && runtime)
    fxr_kept_take(&executable->replay.kept);
}

void falx_executable_release(falx_executable_t executable) {
  FXR_CALL(runtime);
  if (executable && runtime)
    fxr_kept_release(&executable->replay.kept);
}

static falx_status no_memory(void) {
  return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for an executable graph");
}

/* ---- Steps ---- */

/* Takes over the payload's reference and the numbers, also on failure. */
static falx_status add_step(falx_executable_t executable, falx_node_t node,
                            struct fxr_payload *payload, uint32_t *before, size_t count) {
  struct fxr_step step = {node, payload, before, (uint32_t)count, false};
  if (!before || !fxs_vector_push(&executable->steps, step)) {
    fxr_payload_release(payload);
    free(before);
    return no_memory();
  }
  for (size_t i = 0; i < count; i++)
    executable->steps.items[before[i]].is_followed = true;
  return FALX_SUCCESS;
}

static uint32_t *numbers_for(size_t count) {
  return malloc((count ? count : 1) * sizeof(uint32_t));
}

/* A sub-graph: an empty step, its steps, and an empty step that follows them all. */
static falx_status add_child(falx_executable_t executable, falx_node_t node, uint32_t *before,
                             size_t count) {
  const struct falx_command command = {.size = sizeof command, .kind = FALX_COMMAND_EMPTY};
  falx_executable_t child = (falx_executable_t)(void *)node->payload->replay;
  falx_queue_t queue = executable->graph->queue;
  struct fxr_payload *payload;
  size_t first = executable->steps.count, leaf_count = 0;
  falx_status status = fxr_payload_make(queue, &command, &payload);
  if (status != FALX_SUCCESS) {
    free(before);
    return status;
  }
  status = add_step(executable, NULL, payload, before, count);
  fxs_mutex_lock(&child->lock);
  for (size_t i = 0; i < child->steps.count && status == FALX_SUCCESS; i++) {
    const struct fxr_step *step = &child->steps.items[i];
    uint32_t *numbers = numbers_for(step->before_count);
    for (size_t k = 0; numbers && k < step->before_count; k++)
      numbers[k] = (uint32_t)first + 1 + step->before[k];
    if (numbers && step->before_count == 0)
      numbers[0] = (uint32_t)first;
    fxr_kept_take(&step->payload->kept);
    status = add_step(executable, NULL, step->payload, numbers,
                      step->before_count ? step->before_count : 1);
  }
  fxs_mutex_unlock(&child->lock);
  uint32_t *leaves = numbers_for(executable->steps.count - first);
  for (size_t i = first; leaves && i < executable->steps.count; i++)
    if (!executable->steps.items[i].is_followed)
      leaves[leaf_count++] = (uint32_t)i;
  if (status == FALX_SUCCESS)
    status = fxr_payload_make(queue, &command, &payload);
  if (status != FALX_SUCCESS) {
    free(leaves);
    return status;
  }
  return add_step(executable, node, payload, leaves, leaf_count);
}

/* The nodes in an order in which each follows those before it: mark becomes the number of edges
 * that are left, then of its step. */
static falx_status add_nodes(falx_executable_t executable) {
  falx_graph_t graph = executable->graph;
  size_t count = graph->nodes.count, ready = 0, done = 0;
  uint32_t *order = numbers_for(count), *left = numbers_for(count), *step_of = numbers_for(count);
  falx_status status = order && left && step_of ? FALX_SUCCESS : no_memory();
  for (size_t i = 0; i < count && status == FALX_SUCCESS; i++)
    if ((left[i] = (uint32_t)graph->nodes.items[i]->before.count) == 0)
      order[ready++] = (uint32_t)i;
  for (; done < ready && status == FALX_SUCCESS; done++) {
    falx_node_t node = graph->nodes.items[order[done]];
    uint32_t *before = numbers_for(node->before.count);
    for (size_t i = 0; before && i < node->before.count; i++)
      before[i] = step_of[node->before.items[i]];
    if (node->type == FALX_NODE_SUBGRAPH && before) {
      status = add_child(executable, node, before, node->before.count);
    } else {
      fxr_kept_take(&node->payload->kept);
      status = add_step(executable, node, node->payload, before, node->before.count);
    }
    step_of[node->index] = (uint32_t)executable->steps.count - 1;
    for (size_t i = 0; i < node->after.count; i++)
      if (--left[node->after.items[i]] == 0)
        order[ready++] = node->after.items[i];
  }
  free(order);
  free(left);
  free(step_of);
  if (status == FALX_SUCCESS && done < count)
    status = fxr_error(FALX_ERROR_INVALID, "finalize: the graph has a cycle");
  return status;
}

static bool can_be_listed(const struct falx_command *command) {
  return command->kind != FALX_COMMAND_HOST_TASK && command->kind != FALX_COMMAND_UPDATE_HOST;
}

static falx_status gather_one(falx_executable_t executable, falx_buffer_t buffer, uint32_t mode) {
  if (!buffer)
    return FALX_SUCCESS;
  for (size_t i = 0; i < executable->requirements.count; i++) {
    struct falx_requirement *other = &executable->requirements.items[i];
    if (other->buffer != buffer)
      continue;
    other->mode = ((other->mode | mode) & FALX_ACCESS_READ_WRITE) |
                  (other->mode & mode & ~(uint32_t)FALX_ACCESS_READ_WRITE);
    return FALX_SUCCESS;
  }
  struct falx_requirement requirement = {buffer, mode};
  return fxs_vector_push(&executable->requirements, requirement) ? FALX_SUCCESS : no_memory();
}

falx_status fxr_executable_gather(falx_executable_t executable) {
  falx_status status = FALX_SUCCESS;
  executable->requirements.count = 0;
  const char *setting = fxr_setting("FALX_GRAPH_LISTS");
  executable->is_plain =
      !executable->graph->device->ops->list_create || (setting && strcmp(setting, "0") == 0);
  for (size_t i = 0; i < executable->steps.count && status == FALX_SUCCESS; i++) {
    const struct falx_command *command = &executable->steps.items[i].payload->command;
    if (!can_be_listed(command))
      executable->is_plain = true;
    for (size_t k = 0; k < command->requirement_count && status == FALX_SUCCESS; k++)
      status = gather_one(executable, command->requirements[k].buffer,
                          command->requirements[k].mode & ~(uint32_t)FALX_ACCESS_ON_DEVICE);
    if (command->kind == FALX_COMMAND_COPY_REGION && status == FALX_SUCCESS)
      status = gather_one(executable, command->u.copy.source.buffer, FALX_ACCESS_READ);
    if (command->kind == FALX_COMMAND_COPY_REGION && status == FALX_SUCCESS)
      status = gather_one(executable, command->u.copy.destination.buffer, FALX_ACCESS_WRITE);
    if (command->kind == FALX_COMMAND_FILL_REGION && status == FALX_SUCCESS)
      status = gather_one(executable, command->u.fill_region.destination.buffer, FALX_ACCESS_WRITE);
  }
  return status;
}

/* With the lock held: the list, unless a launch has to make it because there are buffers. */
static falx_status prepare(falx_executable_t executable) {
  if (executable->is_plain || executable->requirements.count)
    return FALX_SUCCESS;
  falx_status status = fxr_prepared_make(executable, NULL, 0, &executable->prepared);
  if (status != FALX_ERROR_NOT_SUPPORTED)
    return status;
  executable->is_plain = true;
  return FALX_SUCCESS;
}

falx_status falx_graph_finalize(falx_graph_t graph, uint32_t flags,
                                falx_executable_t *out_executable) {
  FXR_CALL(runtime);
  if (!graph || !out_executable || flags & ~(uint32_t)FALX_EXECUTABLE_FLAGS)
    return fxr_error(FALX_ERROR_INVALID,
                     "falx_graph_finalize: a pointer is NULL, or unknown flags");
  *out_executable = NULL;
  if (!runtime)
    return fxr_runtime_status();
  falx_executable_t executable = calloc(1, sizeof *executable);
  if (!executable)
    return no_memory();
  executable->replay = (struct fxr_replay){{1, free_executable}, fxr_executable_launch};
  executable->graph = fxr_graph_take(graph);
  executable->flags = flags;
  fxs_mutex_init(&executable->lock, 0);
  fxs_mutex_lock(&graph->lock);
  falx_status status = add_nodes(executable);
  fxs_mutex_unlock(&graph->lock);
  if (status == FALX_SUCCESS)
    status = fxr_executable_gather(executable);
  if (status == FALX_SUCCESS)
    status = prepare(executable);
  if (status == FALX_SUCCESS)
    *out_executable = executable;
  else
    fxr_kept_release(&executable->replay.kept);
  return status;
}

/* ---- Updates ---- */

static bool is_idle(falx_executable_t executable) {
  return !executable->last || fxr_event_is_complete(executable->last, true);
}

/* The steps of these numbers have other payloads: changes the list, or gives it up. */
static falx_status commit(falx_executable_t executable, const uint32_t *numbers, size_t count) {
  falx_status status = fxr_executable_gather(executable);
  if (status != FALX_SUCCESS || count == 0)
    return status;
  if (executable->prepared && !executable->is_plain && !executable->requirements.count &&
      is_idle(executable) && fxr_prepared_update(executable, numbers, count) == FALX_SUCCESS)
    return FALX_SUCCESS;
  if (executable->prepared)
    fxr_kept_release(&executable->prepared->list.kept);
  executable->prepared = NULL;
  return prepare(executable);
}

static void set_payload(struct fxr_step *step, falx_node_t node) {
  struct fxr_payload *before = step->payload;
  fxs_mutex_lock(&node->graph->lock);
  step->payload = (struct fxr_payload *)fxr_kept_take(&node->payload->kept);
  fxs_mutex_unlock(&node->graph->lock);
  fxr_payload_release(before);
}

static struct fxr_step *step_of(falx_executable_t executable, falx_node_t node) {
  for (size_t i = 0; i < executable->steps.count; i++)
    if (executable->steps.items[i].node == node)
      return &executable->steps.items[i];
  return NULL;
}

static falx_status check_updatable(falx_executable_t executable) {
  if (executable->flags & FALX_EXECUTABLE_UPDATABLE)
    return FALX_SUCCESS;
  return fxr_error(FALX_ERROR_INVALID,
                   "update: the graph was finalized without property::graph::updatable: finalize "
                   "it with it");
}

falx_status falx_executable_update(falx_executable_t executable, const falx_node_t *nodes,
                                   size_t count) {
  FXR_CALL(runtime);
  if (!runtime)
    return fxr_runtime_status();
  falx_status status = check_updatable(executable);
  uint32_t *numbers = numbers_for(count);
  if (status == FALX_SUCCESS && !numbers)
    status = no_memory();
  fxs_mutex_lock(&executable->lock);
  for (size_t i = 0; i < count && status == FALX_SUCCESS; i++) {
    const struct fxr_step *step = step_of(executable, nodes[i]);
    if (!step)
      status = fxr_error(FALX_ERROR_INVALID, "update: a node is not part of the executable graph");
    else if (nodes[i]->type != FALX_NODE_KERNEL && nodes[i]->type != FALX_NODE_HOST_TASK &&
             nodes[i]->type != FALX_NODE_EMPTY && nodes[i]->type != FALX_NODE_BARRIER)
      status =
          fxr_error(FALX_ERROR_INVALID,
                    "update: a node is neither a kernel nor a host task, and cannot be updated");
    else
      numbers[i] = (uint32_t)(step - executable->steps.items);
  }
  for (size_t i = 0; i < count && status == FALX_SUCCESS; i++)
    set_payload(&executable->steps.items[numbers[i]], nodes[i]);
  if (status == FALX_SUCCESS)
    status = commit(executable, numbers, count);
  fxs_mutex_unlock(&executable->lock);
  free(numbers);
  return status;
}

/* The nodes of both graphs in the order in which they were added. */
static falx_status check_same(falx_executable_t executable, falx_graph_t graph) {
  size_t count = 0;
  if (graph->context != executable->graph->context || graph->device != executable->graph->device)
    return fxr_error(FALX_ERROR_INVALID,
                     "update: the other graph has another device or context than this one");
  for (size_t i = 0; i < executable->steps.count; i++)
    count += executable->steps.items[i].node != NULL;
  bool is_same = count == graph->nodes.count;
  for (size_t i = 0; i < executable->steps.count && is_same; i++) {
    const struct fxr_step *step = &executable->steps.items[i];
    if (!step->node)
      continue;
    const struct falx_node *other = graph->nodes.items[step->node->index];
    is_same = other->type == step->node->type && other->before.count == step->before_count;
    if (is_same && other->type == FALX_NODE_KERNEL)
      is_same = strcmp(other->payload->command.u.kernel.site->name,
                       step->payload->command.u.kernel.site->name) == 0;
    if (is_same && other->type != FALX_NODE_KERNEL && other->type != FALX_NODE_HOST_TASK &&
        other->type != FALX_NODE_EMPTY && other->type != FALX_NODE_BARRIER)
      return fxr_error(FALX_ERROR_INVALID,
                       "update: the graphs have nodes that are neither kernels, host tasks, "
                       "barriers nor empty, and cannot be updated");
  }
  return is_same
             ? FALX_SUCCESS
             : fxr_error(FALX_ERROR_INVALID,
                         "update: the other graph does not have the same nodes and edges, added "
                         "in the same order");
}

falx_status falx_executable_update_all(falx_executable_t executable, falx_graph_t graph) {
  FXR_CALL(runtime);
  if (!runtime)
    return fxr_runtime_status();
  falx_status status = check_updatable(executable);
  if (status != FALX_SUCCESS)
    return status;
  fxs_mutex_lock(&executable->lock);
  size_t count = 0;
  uint32_t *numbers = numbers_for(executable->steps.count);
  FXS_VECTOR(falx_node_t) nodes = {0};
  fxs_mutex_lock(&graph->lock);
  status = numbers ? check_same(executable, graph) : no_memory();
  for (size_t i = 0; i < executable->steps.count && status == FALX_SUCCESS; i++) {
    struct fxr_step *step = &executable->steps.items[i];
    if (!step->node)
      continue;
    falx_node_t other = graph->nodes.items[step->node->index];
    if (fxs_vector_push(&nodes, other))
      numbers[count++] = (uint32_t)i;
    else
      status = no_memory();
  }
  fxs_mutex_unlock(&graph->lock);
  for (size_t i = 0; i < count && status == FALX_SUCCESS; i++)
    set_payload(&executable->steps.items[numbers[i]], nodes.items[i]);
  if (status == FALX_SUCCESS)
    status = commit(executable, numbers, count);
  fxs_mutex_unlock(&executable->lock);
  fxs_vector_free(&nodes);
  free(numbers);
  return status;
}
