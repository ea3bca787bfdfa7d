/* Recording: a command that is submitted to a queue becomes a node, and what it would wait for
 * becomes edges. */
#include "runtime/graph/executable.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/memory/buffer.h"
#include "runtime/platform/device.h"
#include "runtime/program/program.h"
#include "runtime/queue/queue.h"
#include "runtime/submit/submit.h"

/* ---- Which queues record ---- */

bool fxr_graph_is_recording(falx_graph_t graph) {
  for (size_t i = 0; i < graph->recorders.count; i++)
    if (graph->recorders.items[i].is_recording)
      return true;
  return false;
}

static struct fxr_recorder *find_recorder(falx_graph_t graph, falx_queue_t queue) {
  for (size_t i = 0; i < graph->recorders.count; i++)
    if (graph->recorders.items[i].queue == queue)
      return &graph->recorders.items[i];
  return NULL;
}

static falx_status begin(falx_graph_t graph, falx_queue_t queue) {
  if (queue->context != graph->context || queue->device != graph->device)
    return fxr_error(FALX_ERROR_INVALID,
                     "begin_recording: the queue has another device or context than the graph");
  struct fxr_recorder *recorder = find_recorder(graph, queue);
  if (!recorder) {
    struct fxr_recorder made = {.queue = queue};
    if (!fxs_vector_push(&graph->recorders, made))
      return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for a queue that records");
    fxr_queue_ref(queue);
    recorder = &graph->recorders.items[graph->recorders.count - 1];
  }
  if (!fxr_queue_set_recording(queue, NULL, &graph->recording))
    return fxr_error(FALX_ERROR_INVALID, "begin_recording: the queue records for a graph already");
  recorder->is_recording = true;
  return FALX_SUCCESS;
}

static void let_go_of_buffers(falx_graph_t graph) {
  for (size_t i = 0; i < graph->held.count; i++)
    __atomic_fetch_sub(&graph->held.items[i]->recorded, 1, __ATOMIC_ACQ_REL);
  graph->held.count = 0;
}

void fxr_graph_end_recording(falx_graph_t graph, falx_queue_t queue) {
  for (size_t i = 0; i < graph->recorders.count; i++) {
    struct fxr_recorder *recorder = &graph->recorders.items[i];
    if (!recorder->is_recording || (queue && recorder->queue != queue))
      continue;
    fxr_queue_set_recording(recorder->queue, &graph->recording, NULL);
    recorder->is_recording = false;
  }
  if (!fxr_graph_is_recording(graph))
    let_go_of_buffers(graph);
}

falx_status falx_graph_begin_recording(falx_graph_t graph, const falx_queue_t *queues,
                                       size_t count) {
  FXR_CALL(runtime);
  if (!runtime)
    return fxr_runtime_status();
  falx_status status = FALX_SUCCESS;
  size_t begun = 0;
  fxs_mutex_lock(&graph->lock);
  while (begun < count && (status = begin(graph, queues[begun])) == FALX_SUCCESS)
    begun++;
  for (size_t i = 0; status != FALX_SUCCESS && i < begun; i++)
    fxr_graph_end_recording(graph, queues[i]);
  fxs_mutex_unlock(&graph->lock);
  return status;
}

falx_status falx_graph_end_recording(falx_graph_t graph, const falx_queue_t *queues, size_t count) {
  FXR_CALL(runtime);
  if (!runtime)
    return fxr_runtime_status();
  for (size_t i = 0; queues && i < count; i++) {
    struct fxr_recording *recording = fxr_queue_recording(queues[i]);
    bool is_other = recording && recording != &graph->recording;
    if (recording)
      fxr_kept_release(&recording->kept);
    if (is_other)
      return fxr_error(FALX_ERROR_INVALID, "end_recording: the queue records for another graph");
  }
  fxs_mutex_lock(&graph->lock);
  if (!queues)
    fxr_graph_end_recording(graph, NULL);
  for (size_t i = 0; queues && i < count; i++)
    fxr_graph_end_recording(graph, queues[i]);
  fxs_mutex_unlock(&graph->lock);
  return FALX_SUCCESS;
}

falx_graph_t falx_queue_recording(falx_queue_t queue) {
  FXR_CALL(runtime);
  struct fxr_recording *recording = queue && runtime ? fxr_queue_recording(queue) : NULL;
  falx_graph_t graph = (falx_graph_t)(void *)recording;
  if (graph && __atomic_fetch_add(&graph->handles, 1, __ATOMIC_ACQ_REL) != 0)
    fxr_graph_drop(graph); /* the handles have a reference */
  return graph;
}

/* ---- What cannot be in a graph ---- */

static bool is_rectangle(const struct falx_command *command) {
  if (command->kind == FALX_COMMAND_COPY_REGION)
    return !command->u.copy.destination.buffer && !command->u.copy.source.buffer;
  return command->kind == FALX_COMMAND_FILL_REGION && !command->u.fill_region.destination.buffer;
}

static falx_status check_command(falx_graph_t graph, falx_queue_t queue,
                                 const struct falx_command *command) {
  if (is_rectangle(command))
    return fxr_error(FALX_ERROR_INVALID,
                     "a copy or fill of a rectangle (sycl_ext_oneapi_memcpy2d) cannot be a node of "
                     "a graph");
  if (command->kind == FALX_COMMAND_BARRIER && queue == graph->queue)
    return fxr_error(FALX_ERROR_INVALID,
                     "a barrier cannot be added to a graph: add an empty node with "
                     "property::node::depends_on_all_leaves, or record a queue");
  if (command->kind == FALX_COMMAND_KERNEL && command->u.kernel.has_launch_memory)
    return fxr_error(FALX_ERROR_INVALID,
                     "a kernel with work_group_scratch_size cannot be a node of a graph: use a "
                     "local accessor");
  if (command->kind == FALX_COMMAND_GRAPH && !command->u.graph.executable)
    return fxr_error(FALX_ERROR_INVALID, "a graph command has no executable graph");
  if (command->kind == FALX_COMMAND_GRAPH &&
      (command->u.graph.executable->graph->context != graph->context ||
       command->u.graph.executable->graph->device != graph->device))
    return fxr_error(
        FALX_ERROR_INVALID,
        "a sub-graph has another device or context than the graph that it is added to");
  return FALX_SUCCESS;
}

static bool writes_back(falx_buffer_t root) {
  fxs_mutex_lock(&root->lock);
  bool does =
      !root->is_write_back_off &&
      (root->is_write_back_set ? root->write_back != NULL
                               : root->host_data && !(root->flags & FALX_BUFFER_HOST_CONST));
  fxs_mutex_unlock(&root->lock);
  return does;
}

static falx_status check_buffers(falx_graph_t graph, const struct fxr_access *accesses,
                                 size_t count) {
  if (count && !(graph->flags & FALX_GRAPH_BUFFERS_OUTLIVE))
    return fxr_error(FALX_ERROR_INVALID,
                     "a command of a graph uses a buffer, and the graph was made without "
                     "property::graph::assume_buffer_outlives_graph");
  for (size_t i = 0; i < count; i++)
    if (accesses[i].mode & FALX_ACCESS_WRITE && writes_back(accesses[i].buffer->root))
      return fxr_error(FALX_ERROR_INVALID,
                       "a command of a graph writes to a buffer that writes back to the host when "
                       "it ends: switch that off with set_write_back(false) or "
                       "set_final_data(nullptr)");
  return FALX_SUCCESS;
}

/* ---- Edges ---- */

struct edges {
  FXS_VECTOR(falx_node_t) before;
  uint32_t search;
};

static bool follow(struct edges *edges, falx_node_t node) {
  if (!node || node->mark == edges->search)
    return true;
  node->mark = edges->search;
  return fxs_vector_push(&edges->before, node);
}

static bool conflicts(const struct fxr_node_use *use, const struct fxr_access *access) {
  size_t begin = access->buffer->offset, end = begin + access->buffer->bytes;
  return use->root == access->buffer->root && use->begin < end && begin < use->end &&
         (use->is_write || access->mode & FALX_ACCESS_WRITE);
}

static falx_status add_edges(falx_graph_t graph, falx_queue_t queue,
                             const struct falx_command *command, struct fxr_recorder *recorder,
                             const struct fxr_access *accesses, size_t access_count,
                             struct edges *edges) {
  bool is_ok = true, is_in_order = queue->flags & FALX_QUEUE_IN_ORDER;
  for (size_t i = 0; i < command->dependency_count && is_ok; i++) {
    falx_event_t event = command->dependencies[i];
    if (!event)
      continue;
    if (!event->node || event->node->graph != graph)
      return fxr_error(FALX_ERROR_INVALID,
                       "a command of a graph depends on an event that is not of a command recorded "
                       "to the same graph");
    is_ok = follow(edges, event->node);
  }
  for (size_t i = 0; i < graph->uses.count && is_ok; i++)
    for (size_t k = 0; k < access_count && is_ok; k++)
      if (conflicts(&graph->uses.items[i], &accesses[k]))
        is_ok = follow(edges, graph->uses.items[i].node);
  if (recorder && is_ok)
    is_ok = follow(edges, is_in_order ? recorder->last : recorder->barrier);
  bool follows_all =
      command->kind == FALX_COMMAND_BARRIER && command->dependency_count == 0 && !is_in_order;
  for (size_t i = 0; follows_all && i < graph->nodes.count && is_ok; i++) {
    falx_node_t node = graph->nodes.items[i];
    bool is_leaf = node->queue == queue;
    for (size_t k = 0; k < node->after.count && is_leaf; k++)
      is_leaf = graph->nodes.items[node->after.items[k]]->queue != queue;
    if (is_leaf)
      is_ok = follow(edges, node);
  }
  return is_ok ? FALX_SUCCESS
               : fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for edges of a graph");
}

/* Room for what note_uses adds. */
static bool reserve_uses(falx_graph_t graph, size_t count) {
  return fxs_vector_reserve(&graph->uses, count) && fxs_vector_reserve(&graph->held, count);
}

/* A write that covers an earlier use replaces it: who follows the one follows the other. */
static void note_uses(falx_graph_t graph, falx_node_t node, bool is_recorded,
                      const struct fxr_access *accesses, size_t count) {
  for (size_t i = 0; i < count; i++) {
    falx_buffer_t buffer = accesses[i].buffer, root = buffer->root;
    size_t begin = buffer->offset, end = begin + buffer->bytes;
    bool is_write = accesses[i].mode & FALX_ACCESS_WRITE, is_held = false;
    for (size_t k = 0; is_write && k < graph->uses.count;) {
      struct fxr_node_use *use = &graph->uses.items[k];
      if (use->root == root && use->begin >= begin && use->end <= end && use->node != node)
        *use = graph->uses.items[--graph->uses.count];
      else
        k++;
    }
    graph->uses.items[graph->uses.count++] =
        (struct fxr_node_use){root, begin, end, is_write, node};
    for (size_t k = 0; k < graph->held.count && !is_held; k++)
      is_held = graph->held.items[k] == root;
    if (is_held || !is_recorded)
      continue;
    graph->held.items[graph->held.count++] = root;
    __atomic_fetch_add(&root->recorded, 1, __ATOMIC_ACQ_REL);
  }
}

/* ---- All together ---- */

/* With the lock held. */
static falx_status add(falx_graph_t graph, falx_queue_t queue, const struct falx_command *command,
                       struct fxr_payload *payload, const struct fxr_access *accesses,
                       size_t access_count, falx_node_t *out_node) {
  bool is_own = queue == graph->queue;
  struct fxr_recorder *recorder = is_own ? NULL : find_recorder(graph, queue);
  struct edges edges = {.search = ++graph->searches};
  falx_status status = FALX_SUCCESS;
  if (is_own && fxr_graph_is_recording(graph))
    status = fxr_error(FALX_ERROR_INVALID,
                       "add: a queue records for the graph: end the recording first");
  else if (!is_own && (!recorder || !recorder->is_recording))
    status = fxr_graph_is_recording(graph)
                 ? begin(graph, queue) /* one of its dependencies was recorded */
                 : fxr_error(FALX_ERROR_INVALID,
                             "the command depends on an event of a recorded command, and the "
                             "recording has ended");
  if (status == FALX_SUCCESS && !is_own)
    recorder = find_recorder(graph, queue);
  if (status == FALX_SUCCESS)
    status = add_edges(graph, queue, command, recorder, accesses, access_count, &edges);
  if (status == FALX_SUCCESS && !reserve_uses(graph, access_count))
    status = fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for buffers of a graph");
  if (status == FALX_SUCCESS)
    status = fxr_graph_add(graph, payload, fxr_payload_type(command), edges.before.items,
                           edges.before.count, out_node);
  else
    fxr_payload_release(payload);
  fxs_vector_free(&edges.before);
  if (status != FALX_SUCCESS)
    return status;
  note_uses(graph, *out_node, !is_own, accesses, access_count);
  if (recorder)
    recorder->last = *out_node;
  if (recorder && command->kind == FALX_COMMAND_BARRIER)
    recorder->barrier = *out_node;
  return FALX_SUCCESS;
}

/* What the submission of the command would check. */
static falx_status check(falx_graph_t graph, falx_queue_t queue, const struct falx_command *command,
                         struct fxr_access *accesses, size_t *out_count) {
  struct fxr_work work = {.kind = FXR_WORK_NONE};
  falx_status status = check_command(graph, queue, command);
  if (status != FALX_SUCCESS || command->kind == FALX_COMMAND_GRAPH)
    return status;
  status = fxr_submit_prepare(queue, command, &work);
  if (status != FALX_SUCCESS)
    return status;
  struct fxr_lease *lease = work.kind == FXR_WORK_KERNEL ? work.u.kernel.lease : NULL;
  status = fxr_submit_accesses(queue, command, &work, accesses, out_count);
  fxr_lease_release(lease);
  return status == FALX_SUCCESS ? check_buffers(graph, accesses, *out_count) : status;
}

falx_status fxr_graph_record(struct fxr_recording *recording, falx_queue_t queue,
                             const struct falx_command *command, falx_event_t *out_event) {
  enum { FEW = 16 };
  falx_graph_t graph = (falx_graph_t)(void *)recording;
  struct falx_command chosen = *command;
  struct fxr_access few[FEW], *accesses = few;
  struct fxr_payload *payload = NULL;
  falx_node_t node = NULL;
  falx_event_t event = NULL;
  size_t count = 0;
  if (command->requirement_count + 2 > FEW &&
      !(accesses = malloc((command->requirement_count + 2) * sizeof *accesses)))
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for requirements");
  falx_status status = fxr_submit_choose_range(queue, &chosen);
  if (status == FALX_SUCCESS)
    status = check(graph, queue, &chosen, accesses, &count);
  if (status == FALX_SUCCESS && out_event && !(event = fxr_event_create(queue, command)))
    status = FALX_ERROR_MEMORY_ALLOCATION;
  if (status == FALX_SUCCESS)
    status = fxr_payload_make(queue, &chosen, &payload);
  if (status == FALX_SUCCESS) {
    /* The caller keeps a host task's data if this fails. */
    fxr_kept_take(&payload->kept);
    fxs_mutex_lock(&graph->lock);
    status = add(graph, queue, &chosen, payload, accesses, count, &node);
    fxs_mutex_unlock(&graph->lock);
    if (status != FALX_SUCCESS)
      fxr_payload_disown(payload);
    fxr_payload_release(payload);
  }
  if (accesses != few)
    free(accesses);
  if (event) {
    event->phase = FXR_COMPLETE; /* nothing is to be waited for */
    if (status == FALX_SUCCESS) {
      event->node = node;
      event->kept = fxr_kept_take(&graph->recording.kept);
      *out_event = event;
    } else {
      fxr_event_release(event);
    }
  }
  return status;
}

falx_status falx_graph_add_like(falx_graph_t graph, falx_node_t like, const falx_event_t *after,
                                size_t count, falx_node_t *out_node) {
  FXR_CALL(runtime);
  *out_node = NULL;
  if (!runtime)
    return fxr_runtime_status();
  fxs_mutex_lock(&like->graph->lock);
  struct fxr_payload *payload = like->payload;
  fxr_kept_take(&payload->kept);
  fxs_mutex_unlock(&like->graph->lock);
  struct falx_command command = payload->command;
  command.dependencies = after;
  command.dependency_count = count;
  size_t access_count = 0;
  struct fxr_access *accesses = malloc((command.requirement_count + 2) * sizeof *accesses);
  falx_status status =
      accesses ? check(graph, graph->queue, &command, accesses, &access_count)
               : fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for a node of a graph");
  if (status == FALX_SUCCESS) {
    fxs_mutex_lock(&graph->lock);
    status = add(graph, graph->queue, &command, payload, accesses, access_count, out_node);
    fxs_mutex_unlock(&graph->lock);
  } else {
    fxr_payload_release(payload);
  }
  free(accesses);
  if (*out_node)
    fxr_graph_take(graph);
  return status;
}
