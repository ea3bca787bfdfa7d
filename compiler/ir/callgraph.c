/* The call graph with references, and reachability. */
#include "compiler/ir/callgraph.h"
#include "compiler/memory.h"
#include "support/vector.h"

#include <stdint.h>
#include <string.h>

enum { SPIR_KERNEL = 76, PTX_KERNEL = 71 };

bool fxc_is_kernel(LLVMValueRef function) {
  unsigned convention = LLVMGetFunctionCallConv(function);
  return (convention == SPIR_KERNEL || convention == PTX_KERNEL) && !LLVMIsDeclaration(function);
}

bool fxc_is_export(LLVMValueRef function) {
  LLVMLinkage linkage = LLVMGetLinkage(function);
  return !LLVMIsDeclaration(function) && !fxc_is_kernel(function) &&
         (linkage == LLVMExternalLinkage || linkage == LLVMWeakAnyLinkage);
}

typedef FXS_VECTOR(struct fxc_edge) edge_vector;

struct scan {
  const struct fxc_callgraph *graph;
  edge_vector edges;
  struct fxc_map seen; /* constants of this instruction */
  LLVMValueRef site;
};

static bool has_name_prefix(LLVMValueRef value, const char *prefix) {
  size_t length;
  return strncmp(LLVMGetValueName2(value, &length), prefix, strlen(prefix)) == 0;
}

/* Virtual tables name functions that may never be called: they are not followed. */
static bool is_table_of_type(LLVMValueRef variable) {
  return has_name_prefix(variable, "_ZTV") || has_name_prefix(variable, "_ZTI") ||
         has_name_prefix(variable, "_ZTS") || has_name_prefix(variable, "_ZTT");
}

static void scan_constant(struct scan *scan, LLVMValueRef value) {
  if (!LLVMIsAConstant(value) || LLVMIsAConstantInt(value) || LLVMIsAConstantFP(value) ||
      LLVMIsAConstantDataSequential(value) || LLVMIsABlockAddress(value) ||
      fxc_map_has(&scan->seen, value))
    return;
  if (LLVMIsAFunction(value)) {
    unsigned node = fxc_callgraph_node(scan->graph, value);
    if (node != FXC_NONE)
      fxc_push(&scan->edges, ((struct fxc_edge){scan->site, value, node, false}));
    return;
  }
  fxc_map_put(&scan->seen, value, value);
  if (LLVMIsAGlobalVariable(value)) {
    fxc_push(&scan->edges, ((struct fxc_edge){scan->site, value, FXC_NONE, false}));
    if (LLVMIsGlobalConstant(value) && LLVMGetInitializer(value) && !is_table_of_type(value))
      scan_constant(scan, LLVMGetInitializer(value));
    return;
  }
  for (int i = 0, count = LLVMGetNumOperands(value); i < count; i++)
    scan_constant(scan, LLVMGetOperand(value, (unsigned)i));
}

static void scan_instruction(struct scan *scan, LLVMValueRef instruction) {
  bool is_call = LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction);
  LLVMValueRef callee = is_call ? LLVMGetCalledValue(instruction) : NULL;
  int count = LLVMGetNumOperands(instruction) - (is_call ? 1 : 0); /* the callee comes last */
  scan->site = instruction;
  if (scan->seen.count)
    fxc_map_free(&scan->seen);
  for (int i = 0; i < count; i++)
    if (LLVMGetOperand(instruction, (unsigned)i))
      scan_constant(scan, LLVMGetOperand(instruction, (unsigned)i));
  if (!callee)
    return;
  unsigned node = LLVMIsAFunction(callee) ? fxc_callgraph_node(scan->graph, callee) : FXC_NONE;
  if (node != FXC_NONE)
    fxc_push(&scan->edges, ((struct fxc_edge){instruction, callee, node, true}));
  else if (!LLVMIsAFunction(callee))
    scan_constant(scan, callee);
}

static void scan_function(struct fxc_callgraph *graph, struct fxc_node *node) {
  struct scan scan = {.graph = graph};
  LLVMValueRef function = node->function;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      scan_instruction(&scan, i);
  node->edge_count = scan.edges.count;
  node->edges = fxc_new(&graph->arena, scan.edges.count, sizeof *node->edges);
  if (scan.edges.count)
    memcpy(node->edges, scan.edges.items, scan.edges.count * sizeof *node->edges);
  fxs_vector_free(&scan.edges);
  fxc_map_free(&scan.seen);
}

void fxc_callgraph_build(struct fxc_callgraph *graph, LLVMModuleRef module) {
  *graph = (struct fxc_callgraph){0};
  unsigned total = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    total++;
  graph->nodes = fxc_new(&graph->arena, total, sizeof *graph->nodes);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMGetIntrinsicID(f))
      continue;
    graph->nodes[graph->count++] = (struct fxc_node){.function = f, .from = FXC_NONE};
    fxc_map_put(&graph->index, f, (void *)(uintptr_t)graph->count);
  }
  for (unsigned n = 0; n < graph->count; n++)
    scan_function(graph, &graph->nodes[n]);
}

void fxc_callgraph_free(struct fxc_callgraph *graph) {
  fxc_map_free(&graph->index);
  fxs_arena_release(&graph->arena);
}

unsigned fxc_callgraph_node(const struct fxc_callgraph *graph, LLVMValueRef function) {
  uintptr_t number = (uintptr_t)fxc_map_get(&graph->index, function);
  return number ? (unsigned)number - 1 : FXC_NONE;
}

unsigned fxc_callgraph_reach(struct fxc_callgraph *graph, unsigned root, unsigned *out_order) {
  unsigned done = 0, end = 0;
  if (graph->nodes[root].is_reached)
    return 0;
  graph->nodes[root].is_reached = graph->nodes[root].is_root = true;
  out_order[end++] = root;
  while (done < end) {
    unsigned from = out_order[done++];
    for (size_t e = 0; e < graph->nodes[from].edge_count; e++) {
      const struct fxc_edge *edge = &graph->nodes[from].edges[e];
      if (edge->node == FXC_NONE || graph->nodes[edge->node].is_reached)
        continue;
      struct fxc_node *node = &graph->nodes[edge->node];
      node->is_reached = true;
      node->from = from;
      node->site = edge->site;
      out_order[end++] = edge->node;
    }
  }
  return end;
}

enum { WHITE, ON_PATH, DONE };

/* Depth-first search with an explicit stack: path holds the nodes, next[n] the edge to follow
 * from node n. */
static void walk_cycles(const struct fxc_callgraph *graph, unsigned start, unsigned *path,
                        size_t *next, unsigned char *state, fxc_cycle_report *report,
                        void *context) {
  unsigned depth = 0;
  path[depth++] = start;
  state[start] = ON_PATH;
  while (depth) {
    unsigned top = path[depth - 1];
    const struct fxc_node *node = &graph->nodes[top];
    if (next[top] == node->edge_count) {
      state[top] = DONE;
      depth--;
      continue;
    }
    const struct fxc_edge *edge = &node->edges[next[top]++];
    if (!edge->is_call)
      continue;
    if (state[edge->node] == ON_PATH) {
      unsigned first = depth - 1;
      while (path[first] != edge->node)
        first--;
      report(context, edge, &path[first], depth - first);
    } else if (state[edge->node] == WHITE) {
      state[edge->node] = ON_PATH;
      path[depth++] = edge->node;
    }
  }
}

void fxc_callgraph_cycles(const struct fxc_callgraph *graph, fxc_cycle_report *report,
                          void *context) {
  struct fxs_arena arena = {0};
  unsigned *path = fxc_new(&arena, graph->count, sizeof *path);
  size_t *next = fxc_new(&arena, graph->count, sizeof *next);
  unsigned char *state = fxc_new(&arena, graph->count, 1);
  for (unsigned n = 0; n < graph->count; n++)
    if (graph->nodes[n].is_reached && state[n] == WHITE)
      walk_cycles(graph, n, path, next, state, report, context);
  fxs_arena_release(&arena);
}

/* ---- reachability without a graph ---- */

static void reach_constant(LLVMValueRef constant, struct fxc_map *visited,
                           struct fxc_function_list *out) {
  if (!LLVMIsAConstant(constant) || LLVMIsABlockAddress(constant) ||
      (!LLVMIsAFunction(constant) && !LLVMIsAGlobalVariable(constant) &&
       !LLVMGetNumOperands(constant)) ||
      fxc_map_has(visited, constant))
    return;
  fxc_map_put(visited, constant, constant);
  if (LLVMIsAFunction(constant)) {
    fxc_push(&out->items, constant);
  } else if (LLVMIsAGlobalVariable(constant)) {
    if (LLVMGetInitializer(constant))
      reach_constant(LLVMGetInitializer(constant), visited, out);
  } else {
    for (int i = 0; i < LLVMGetNumOperands(constant); i++)
      reach_constant(LLVMGetOperand(constant, (unsigned)i), visited, out);
  }
}

void fxc_reach(LLVMValueRef function, struct fxc_map *visited, struct fxc_function_list *out) {
  size_t at = out->items.count;
  reach_constant(function, visited, out);
  for (; at < out->items.count; at++)
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(out->items.items[at]); b;
         b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        for (int k = 0; k < LLVMGetNumOperands(i); k++) {
          LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
          if (!LLVMValueIsBasicBlock(operand))
            reach_constant(operand, visited, out);
        }
}

unsigned fxc_instruction_count(LLVMValueRef function) {
  unsigned count = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      count++;
  return count;
}
