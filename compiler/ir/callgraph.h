/* The call graph with references, and reachability.
 *
 * Edges are in instruction order. A function that is named without being called (its address
 * taken, also inside a constant aggregate) is an edge that is not a call. */
#ifndef FALX_COMPILER_IR_CALLGRAPH_H
#define FALX_COMPILER_IR_CALLGRAPH_H

#include "compiler/ir/cfg.h"
#include "support/vector.h"

#include <stdbool.h>

struct fxc_edge {
  LLVMValueRef site;   /* the instruction */
  LLVMValueRef target; /* a function, or a global variable */
  unsigned node;       /* of a function; FXC_NONE for a variable */
  bool is_call;
};

struct fxc_node {
  LLVMValueRef function;
  struct fxc_edge *edges;
  size_t edge_count;
  /* After fxc_callgraph_reach: how the function was first reached. */
  bool is_reached, is_root;
  unsigned from;     /* the node that named it; FXC_NONE for a root */
  LLVMValueRef site; /* where; NULL for a root */
};

struct fxc_callgraph {
  unsigned count;
  struct fxc_node *nodes; /* in module order, declarations too, intrinsics left out */
  struct fxc_map index;   /* function to 1 + its node */
  struct fxs_arena arena;
};

void fxc_callgraph_build(struct fxc_callgraph *graph, LLVMModuleRef module);
void fxc_callgraph_free(struct fxc_callgraph *graph);
unsigned fxc_callgraph_node(const struct fxc_callgraph *graph, LLVMValueRef function);

/* Marks root and everything reachable from it that is not yet marked, breadth first, so that the
 * recorded chain is the shortest. Call it for each root in the order of preference. Returns how
 * many nodes became reached, listed in order in out_order, which has room for all of them. */
unsigned fxc_callgraph_reach(struct fxc_callgraph *graph, unsigned root, unsigned *out_order);

/* Calls report for each call that closes a cycle among reached functions; path is the chain of
 * nodes from the callee down to the caller. */
typedef void fxc_cycle_report(void *context, const struct fxc_edge *edge, const unsigned *path,
                              unsigned path_length);
void fxc_callgraph_cycles(const struct fxc_callgraph *graph, fxc_cycle_report *report,
                          void *context);

struct fxc_function_list {
  FXS_VECTOR(LLVMValueRef) items;
};
/* Appends function and everything that it calls or names, also in the initializers of variables,
 * without building a graph of the whole module; each once, in the order of discovery. visited:
 * what was found by earlier calls, to be freed by the caller. */
void fxc_reach(LLVMValueRef function, struct fxc_map *visited, struct fxc_function_list *out);

/* Kernels have a calling convention of their own. */
bool fxc_is_kernel(LLVMValueRef function);
unsigned fxc_instruction_count(LLVMValueRef function);
/* A definition that other images may call: external, not a kernel, not inline (docs/ir.md). */
bool fxc_is_export(LLVMValueRef function);

#endif
