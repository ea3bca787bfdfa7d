/* Graphs that can change: their life, nodes and edges. */
#include "runtime/graph/graph.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/platform/context.h"
#include "runtime/platform/device.h"
#include "runtime/queue/queue.h"
#include "runtime/queue/trace_command.h"

/* ---- Life ---- */

static void free_graph(struct fxr_kept *kept) {
  falx_graph_t graph = (falx_graph_t)(void *)kept;
  for (size_t i = 0; i < graph->nodes.count; i++) {
    falx_node_t node = graph->nodes.items[i];
    fxr_payload_release(node->payload);
    fxs_vector_free(&node->before);
    fxs_vector_free(&node->after);
    free(node);
  }
  for (size_t i = 0; i < graph->recorders.count; i++)
    fxr_queue_unref(graph->recorders.items[i].queue);
  fxs_vector_free(&graph->nodes);
  fxs_vector_free(&graph->recorders);
  fxs_vector_free(&graph->uses);
  fxs_vector_free(&graph->held);
  if (graph->queue)
    fxr_queue_release(graph->queue);
  fxr_context_release(graph->context);
  fxs_mutex_destroy(&graph->lock);
  free(graph);
}

falx_status falx_graph_create(falx_context_t context, falx_device_t device, uint32_t flags,
                              falx_graph_t *out_graph) {
  FXR_CALL_MAKING(runtime);
  if (!out_graph || !context || !device || flags & ~(uint32_t)FALX_GRAPH_FLAGS)
    return fxr_error(FALX_ERROR_INVALID, "falx_graph_create: a pointer is NULL, or unknown flags");
  *out_graph = NULL;
  if (!runtime)
    return fxr_runtime_status();
  if (!fxr_context_has(context, device))
    return fxr_error(FALX_ERROR_INVALID,
                     "a graph cannot be made: device \"%s\" is not one of the context's",
                     device->name);
  falx_graph_t graph = calloc(1, sizeof *graph);
  if (!graph)
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for a graph");
  graph->recording = (struct fxr_recording){{1, free_graph}, fxr_graph_record};
  graph->handles = 1;
  graph->id = falx_identity();
  graph->context = context;
  fxr_context_retain(context);
  graph->device = device;
  graph->flags = flags;
  fxs_mutex_init(&graph->lock, 0);
  falx_status status = fxr_queue_create(context, device, 0, &graph->queue);
  if (status != FALX_SUCCESS) {
    fxr_graph_drop(graph);
    return status;
  }
  graph->queue->is_internal = true;
  fxr_traced_queue_is_internal(graph->queue->traced);
  fxr_queue_set_recording(graph->queue, NULL, &graph->recording);
  *out_graph = graph;
  return FALX_SUCCESS;
}

falx_status falx_graph_create_like(falx_graph_t graph, falx_graph_t *out_graph) {
  return falx_graph_create(graph ? graph->context : NULL, graph ? graph->device : NULL,
                           graph ? graph->flags : 0, out_graph);
}

void falx_graph_retain(falx_graph_t graph) {
  FXR_CALL(runtime);
  if (graph && runtime)
    __atomic_fetch_add(&graph->handles, 1, __ATOMIC_RELAXED);
}

void falx_graph_release(falx_graph_t graph) {
  FXR_CALL(runtime);
  if (!graph || !runtime || __atomic_sub_fetch(&graph->handles, 1, __ATOMIC_ACQ_REL) != 0)
    return;
  fxs_mutex_lock(&graph->lock);
  fxr_graph_end_recording(graph, NULL);
  fxs_mutex_unlock(&graph->lock);
  fxr_queue_set_recording(graph->queue, &graph->recording, NULL);
  fxr_graph_drop(graph);
}

uint64_t falx_graph_id(falx_graph_t graph) {
  return graph ? graph->id : 0;
}

falx_queue_t falx_graph_queue(falx_graph_t graph) {
  return graph ? graph->queue : NULL;
}

/* ---- Nodes and edges ---- */

falx_status fxr_graph_add(falx_graph_t graph, struct fxr_payload *payload, falx_node_type type,
                          const falx_node_t *before, size_t count, falx_node_t *out_node) {
  falx_node_t node = calloc(1, sizeof *node);
  *out_node = NULL;
  bool has_room = node && fxs_vector_reserve(&graph->nodes, 1) &&
                  (count == 0 || fxs_vector_reserve(&node->before, count));
  for (size_t i = 0; i < count && has_room; i++)
    has_room = fxs_vector_reserve(&before[i]->after, 1);
  if (!has_room) {
    if (node)
      fxs_vector_free(&node->before);
    free(node);
    fxr_payload_release(payload);
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for a node of a graph");
  }
  node->graph = graph;
  node->index = (uint32_t)graph->nodes.count;
  node->type = type;
  node->payload = payload;
  node->queue = payload->queue;
  for (size_t i = 0; i < count; i++) {
    node->before.items[node->before.count++] = before[i]->index;
    before[i]->after.items[before[i]->after.count++] = node->index;
  }
  graph->nodes.items[graph->nodes.count++] = node;
  *out_node = node;
  return FALX_SUCCESS;
}

static bool has_edge(const struct falx_node *from, const struct falx_node *to) {
  for (size_t i = 0; i < to->before.count; i++)
    if (to->before.items[i] == from->index)
      return true;
  return false;
}

/* Whether a path leads from one node to the other. Status of a lack of memory. */
static falx_status reaches(falx_graph_t graph, falx_node_t from, falx_node_t to, bool *out_does) {
  FXS_VECTOR(uint32_t) open = {0};
  uint32_t search = ++graph->searches;
  bool is_ok = fxs_vector_push(&open, from->index);
  *out_does = false;
  while (is_ok && open.count && !*out_does) {
    falx_node_t node = graph->nodes.items[fxs_vector_pop(&open)];
    *out_does = node == to;
    for (size_t i = 0; i < node->after.count && is_ok; i++) {
      falx_node_t next = graph->nodes.items[node->after.items[i]];
      if (next->mark != search)
        is_ok = fxs_vector_push(&open, next->index);
      next->mark = search;
    }
  }
  fxs_vector_free(&open);
  return is_ok ? FALX_SUCCESS
               : fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for an edge of a graph");
}

static falx_status make_edge(falx_graph_t graph, falx_node_t from, falx_node_t to) {
  bool has_cycle = false;
  if (fxr_graph_is_recording(graph))
    return fxr_error(FALX_ERROR_INVALID,
                     "make_edge: a queue records for the graph: end the recording first");
  if (has_edge(from, to))
    return FALX_SUCCESS;
  if (!(graph->flags & FALX_GRAPH_NO_CYCLE_CHECK)) {
    falx_status status = reaches(graph, to, from, &has_cycle);
    if (status != FALX_SUCCESS)
      return status;
  }
  if (has_cycle)
    return fxr_error(FALX_ERROR_INVALID,
                     "make_edge: the edge would make a cycle: its source already follows its "
                     "destination");
  if (!fxs_vector_reserve(&from->after, 1) || !fxs_vector_reserve(&to->before, 1))
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for an edge of a graph");
  from->after.items[from->after.count++] = to->index;
  to->before.items[to->before.count++] = from->index;
  return FALX_SUCCESS;
}

falx_status falx_graph_make_edge(falx_graph_t graph, falx_node_t from, falx_node_t to) {
  FXR_CALL(runtime);
  if (!runtime)
    return fxr_runtime_status();
  if (!graph || !from || !to || from->graph != graph || to->graph != graph)
    return fxr_error(FALX_ERROR_INVALID, "make_edge: the %s is not a node of this graph",
                     from && graph && from->graph == graph ? "destination" : "source");
  if (from == to)
    return fxr_error(FALX_ERROR_INVALID, "make_edge: source and destination are the same node");
  fxs_mutex_lock(&graph->lock);
  falx_status status = make_edge(graph, from, to);
  fxs_mutex_unlock(&graph->lock);
  return status;
}

/* ---- Queries ---- */

static void put(falx_node_t node, falx_node_t *out_nodes, size_t capacity, size_t *io_count) {
  if (*io_count < capacity) {
    fxr_graph_take(node->graph);
    out_nodes[*io_count] = node;
  }
  ++*io_count;
}

size_t falx_graph_nodes(falx_graph_t graph, bool only_roots, falx_node_t *out_nodes,
                        size_t capacity) {
  FXR_CALL(runtime);
  size_t count = 0;
  if (!graph || !runtime)
    return 0;
  fxs_mutex_lock(&graph->lock);
  for (size_t i = 0; i < graph->nodes.count; i++)
    if (!only_roots || graph->nodes.items[i]->before.count == 0)
      put(graph->nodes.items[i], out_nodes, capacity, &count);
  fxs_mutex_unlock(&graph->lock);
  return count;
}

size_t falx_node_neighbours(falx_node_t node, bool successors, falx_node_t *out_nodes,
                            size_t capacity) {
  FXR_CALL(runtime);
  size_t count = 0;
  if (!node || !runtime)
    return 0;
  falx_graph_t graph = node->graph;
  fxs_mutex_lock(&graph->lock);
  const uint32_t *items = successors ? node->after.items : node->before.items;
  size_t all = successors ? node->after.count : node->before.count;
  for (size_t i = 0; i < all; i++)
    put(graph->nodes.items[items[i]], out_nodes, capacity, &count);
  fxs_mutex_unlock(&graph->lock);
  return count;
}

void falx_node_retain(falx_node_t node) {
  FXR_CALL(runtime);
  if (node && runtime)
    fxr_graph_take(node->graph);
}

void falx_node_release(falx_node_t node) {
  FXR_CALL(runtime);
  if (node && runtime)
    fxr_graph_drop(node->graph);
}

falx_node_type falx_node_get_type(falx_node_t node) {
  return node ? node->type : FALX_NODE_EMPTY;
}

bool falx_event_is_recorded(falx_event_t event) {
  return event && event->node;
}

falx_status falx_node_of_event(falx_event_t event, falx_node_t *out_node) {
  FXR_CALL(runtime);
  *out_node = NULL;
  if (!runtime)
    return fxr_runtime_status();
  if (!event || !event->node)
    return fxr_error(FALX_ERROR_INVALID, "the event is not of a node of a graph");
  fxr_graph_take(event->node->graph);
  *out_node = event->node;
  return FALX_SUCCESS;
}
