/* Graphs that can change: nodes, edges, and the queues that record for them. */
#ifndef FALX_RUNTIME_GRAPH_H
#define FALX_RUNTIME_GRAPH_H

#include <stdbool.h>

#include "runtime/graph/payload.h"
#include "support/threads.h"
#include "support/vector.h"

struct falx_node {
  falx_graph_t graph; /* lives as long: a reference to a node is one to the graph */
  uint32_t index;     /* in graph->nodes */
  falx_node_type type;
  falx_queue_t queue; /* that it was recorded from: only compared */
  /* ---- graph's lock ---- */
  struct fxr_payload *payload; /* referenced */
  FXS_VECTOR(uint32_t) before; /* indices of the nodes that it follows */
  FXS_VECTOR(uint32_t) after;  /* of those that follow it */
  uint32_t mark;               /* the last search that came by */
};

/* A queue, from its first recording for the graph on. */
struct fxr_recorder {
  falx_queue_t queue; /* referenced */
  bool is_recording;
  falx_node_t last;    /* in order: what the next command follows; or NULL */
  falx_node_t barrier; /* out of order: the same */
};

/* Bytes of a buffer that a node uses, as long as later nodes that use them follow it. */
struct fxr_node_use {
  falx_buffer_t root; /* kept by the node's payload */
  size_t begin, end;
  bool is_write;
  falx_node_t node;
};

struct falx_graph {
  struct fxr_recording recording; /* first; a reference for all handles, and for each node's */
  size_t handles;                 /* atomic */
  uint64_t id;
  falx_context_t context; /* referenced */
  falx_device_t device;
  uint32_t flags;     /* enum falx_graph_flags */
  falx_queue_t queue; /* its own; referenced */

  struct fxs_mutex lock; /* guards all below; taken before any other but an executable's */
  FXS_VECTOR(falx_node_t) nodes;
  FXS_VECTOR(struct fxr_recorder) recorders;
  FXS_VECTOR(struct fxr_node_use) uses;
  FXS_VECTOR(falx_buffer_t) held; /* roots whose recorded count includes this graph */
  uint32_t searches;
};

static inline falx_graph_t fxr_graph_take(falx_graph_t graph) {
  fxr_kept_take(&graph->recording.kept);
  return graph;
}
static inline void fxr_graph_drop(falx_graph_t graph) {
  fxr_kept_release(&graph->recording.kept);
}

/* struct fxr_recording.record */
falx_status fxr_graph_record(struct fxr_recording *recording, falx_queue_t queue,
                             const struct falx_command *command, falx_event_t *out_event);
/* Ends the recording of one queue, or of all; with the lock held. */
void fxr_graph_end_recording(falx_graph_t graph, falx_queue_t queue);
/* With the lock held. Takes over the payload's reference, also on failure; before: of nodes that it
 * follows, each once. */
falx_status fxr_graph_add(falx_graph_t graph, struct fxr_payload *payload, falx_node_type type,
                          const falx_node_t *before, size_t count, falx_node_t *out_node);
/* With the lock held: a queue records for the graph. */
bool fxr_graph_is_recording(falx_graph_t graph);

#endif
