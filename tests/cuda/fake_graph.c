/* Graphs: nodes in the order in which they were added, which is one in which they can run. A launch
 * gives them to the stream one after the other. */
#include <stdlib.h>
#include <string.h>

#include "tests/cuda/fake.h"

enum node_kind { NODE_EMPTY, NODE_KERNEL, NODE_COPY, NODE_FILL };
struct CUgraphNode_st {
  enum node_kind kind;
  unsigned number; /* in its graph */
  struct cu_kernel_node kernel;
  void **values; /* owned: of its parameters, in one block */
  struct cu_copy_box box;
  struct cu_memset_node fill;
};
struct CUgraph_st {
  struct CUgraphNode_st **nodes;
  unsigned count;
};
struct CUgraphExec_st {
  struct CUgraph_st copy;
};

static void keep_values(struct CUgraphNode_st *node, const struct cu_kernel_node *kernel) {
  CUfunction function = kernel->function;
  size_t bytes = (function->parameter_count + 1) * sizeof(void *);
  for (unsigned i = 0; i < function->parameter_count; i++)
    bytes += function->parameters[i].size;
  void **values = malloc(bytes);
  if (!values)
    abort();
  char *at = (char *)(values + function->parameter_count);
  for (unsigned i = 0; i < function->parameter_count; i++) {
    values[i] = memcpy(at, kernel->parameters[i], function->parameters[i].size);
    at += function->parameters[i].size;
  }
  free(node->values);
  node->kernel = *kernel;
  node->values = node->kernel.parameters = values;
}

static struct CUgraphNode_st *append(struct CUgraph_st *graph, enum node_kind kind) {
  struct CUgraphNode_st *node = calloc(1, sizeof *node);
  struct CUgraphNode_st **nodes = realloc(graph->nodes, (graph->count + 1) * sizeof(CUgraphNode));
  if (!node || !nodes)
    abort();
  node->kind = kind;
  node->number = graph->count;
  graph->nodes = nodes;
  graph->nodes[graph->count++] = node;
  return node;
}

/* What a node follows is in the graph, and named once. */
static bool are_right(CUgraph graph, const CUgraphNode *after, size_t count) {
  for (size_t i = 0; i < count; i++) {
    bool is_there = after[i]->number < graph->count && graph->nodes[after[i]->number] == after[i];
    for (size_t k = 0; k < i; k++)
      is_there = is_there && after[k] != after[i];
    if (!is_there)
      return false;
  }
  return true;
}

static void empty(struct CUgraph_st *graph) {
  for (unsigned i = 0; i < graph->count; i++) {
    free(graph->nodes[i]->values);
    free(graph->nodes[i]);
  }
  free(graph->nodes);
}

CUresult cuGraphCreate(CUgraph *out_graph, unsigned flags) {
  FAKE_BEGIN_IN_CONTEXT("cuGraphCreate", CUDA_ERROR_OUT_OF_MEMORY);
  *out_graph = calloc(1, sizeof **out_graph);
  if (!*out_graph)
    abort();
  __atomic_add_fetch(&falx_fake_counts.graphs, 1, __ATOMIC_RELAXED);
  return fake_note(CUDA_SUCCESS, "cuGraphCreate flags %u", flags);
}

CUresult cuGraphDestroy(CUgraph graph) {
  empty(graph);
  free(graph);
  __atomic_sub_fetch(&falx_fake_counts.graphs, 1, __ATOMIC_RELAXED);
  return fake_note(CUDA_SUCCESS, "cuGraphDestroy");
}

CUresult cuGraphAddKernelNode(CUgraphNode *out_node, CUgraph graph, const CUgraphNode *after,
                              size_t count, const struct cu_kernel_node *kernel) {
  FAKE_BEGIN_IN_CONTEXT("cuGraphAddKernelNode", CUDA_ERROR_OUT_OF_MEMORY);
  if (!are_right(graph, after, count))
    return fake_note(CUDA_ERROR_INVALID_VALUE, "cuGraphAddKernelNode");
  *out_node = append(graph, NODE_KERNEL);
  keep_values(*out_node, kernel);
  return fake_note(CUDA_SUCCESS,
                   "cuGraphAddKernelNode %u %s grid %u %u %u block %u %u %u after %zu",
                   (*out_node)->number, kernel->function->name, kernel->grid[0], kernel->grid[1],
                   kernel->grid[2], kernel->block[0], kernel->block[1], kernel->block[2], count);
}

CUresult cuGraphAddMemcpyNode(CUgraphNode *out_node, CUgraph graph, const CUgraphNode *after,
                              size_t count, const struct cu_copy_box *box, CUcontext context) {
  FAKE_BEGIN_IN_CONTEXT("cuGraphAddMemcpyNode", CUDA_ERROR_OUT_OF_MEMORY);
  if (!are_right(graph, after, count) || context != fake_current())
    return fake_note(CUDA_ERROR_INVALID_VALUE, "cuGraphAddMemcpyNode");
  *out_node = append(graph, NODE_COPY);
  (*out_node)->box = *box;
  return fake_note(CUDA_SUCCESS, "cuGraphAddMemcpyNode %u %zu %zu %zu after %zu",
                   (*out_node)->number, box->width_bytes, box->height, box->depth, count);
}

CUresult cuGraphAddMemsetNode(CUgraphNode *out_node, CUgraph graph, const CUgraphNode *after,
                              size_t count, const struct cu_memset_node *fill, CUcontext context) {
  FAKE_BEGIN_IN_CONTEXT("cuGraphAddMemsetNode", CUDA_ERROR_OUT_OF_MEMORY);
  if (!are_right(graph, after, count) || context != fake_current() || fill->height != 1)
    return fake_note(CUDA_ERROR_INVALID_VALUE, "cuGraphAddMemsetNode");
  *out_node = append(graph, NODE_FILL);
  (*out_node)->fill = *fill;
  return fake_note(CUDA_SUCCESS, "cuGraphAddMemsetNode %u %zu of %u after %zu", (*out_node)->number,
                   fill->width, fill->element_bytes, count);
}

CUresult cuGraphAddEmptyNode(CUgraphNode *out_node, CUgraph graph, const CUgraphNode *after,
                             size_t count) {
  FAKE_BEGIN_IN_CONTEXT("cuGraphAddEmptyNode", CUDA_ERROR_OUT_OF_MEMORY);
  if (!are_right(graph, after, count))
    return fake_note(CUDA_ERROR_INVALID_VALUE, "cuGraphAddEmptyNode");
  *out_node = append(graph, NODE_EMPTY);
  return fake_note(CUDA_SUCCESS, "cuGraphAddEmptyNode %u after %zu", (*out_node)->number, count);
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec *out_executable, CUgraph graph,
                                     unsigned long long flags) {
  FAKE_BEGIN_IN_CONTEXT("cuGraphInstantiateWithFlags", CUDA_ERROR_OUT_OF_MEMORY);
  CUgraphExec made = calloc(1, sizeof *made);
  if (!made)
    abort();
  for (unsigned i = 0; i < graph->count; i++) {
    const struct CUgraphNode_st *from = graph->nodes[i];
    struct CUgraphNode_st *node = append(&made->copy, from->kind);
    node->box = from->box;
    node->fill = from->fill;
    if (from->kind == NODE_KERNEL)
      keep_values(node, &from->kernel);
  }
  __atomic_add_fetch(&falx_fake_counts.graphs, 1, __ATOMIC_RELAXED);
  *out_executable = made;
  return fake_note(CUDA_SUCCESS, "cuGraphInstantiateWithFlags %u nodes flags %llu", graph->count,
                   flags);
}

CUresult cuGraphExecDestroy(CUgraphExec executable) {
  empty(&executable->copy);
  free(executable);
  __atomic_sub_fetch(&falx_fake_counts.graphs, 1, __ATOMIC_RELAXED);
  return fake_note(CUDA_SUCCESS, "cuGraphExecDestroy");
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                        const struct cu_kernel_node *kernel) {
  FAKE_BEGIN_IN_CONTEXT("cuGraphExecKernelNodeSetParams", CUDA_ERROR_INVALID_VALUE);
  keep_values(executable->copy.nodes[node->number], kernel);
  return fake_note(CUDA_SUCCESS, "cuGraphExecKernelNodeSetParams %u %s", node->number,
                   kernel->function->name);
}

static CUresult run(const struct CUgraphNode_st *node, CUstream stream) {
  switch (node->kind) {
  case NODE_KERNEL:
    return fake_launch_kernel(node->kernel.function, node->kernel.grid, node->kernel.block,
                              node->kernel.shared, stream, node->values);
  case NODE_COPY:
    return fake_copy_box(&node->box, stream);
  case NODE_FILL:
    return fake_fill(stream, node->fill.to, node->fill.element_bytes, node->fill.value,
                     node->fill.width);
  case NODE_EMPTY:
    break;
  }
  return CUDA_SUCCESS;
}

CUresult cuGraphLaunch(CUgraphExec executable, CUstream stream) {
  FAKE_BEGIN_IN_CONTEXT("cuGraphLaunch", CUDA_ERROR_INVALID_HANDLE);
  CUresult error = CUDA_SUCCESS;
  for (unsigned i = 0; i < executable->copy.count && error == CUDA_SUCCESS; i++)
    error = run(executable->copy.nodes[i], stream);
  return fake_note(error, "cuGraphLaunch %u nodes stream %u", executable->copy.count,
                   stream->number);
}
