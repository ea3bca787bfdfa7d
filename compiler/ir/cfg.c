/* A function's control-flow graph: depth-first search with an explicit stack. */
#include "compiler/ir/cfg.h"
#include "compiler/memory.h"

#include <stdint.h>

struct frame {
  LLVMBasicBlockRef block;
  unsigned next; /* successor to visit */
};

static unsigned successor_count(LLVMBasicBlockRef block) {
  LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
  return terminator ? LLVMGetNumSuccessors(terminator) : 0;
}

static LLVMBasicBlockRef successor(LLVMBasicBlockRef block, unsigned i) {
  return LLVMGetSuccessor(LLVMGetBasicBlockTerminator(block), i);
}

/* Fills blocks in reverse post-order; returns the number of edges. */
static unsigned order_blocks(struct fxc_cfg *cfg) {
  unsigned total = LLVMCountBasicBlocks(cfg->function), edges = 0, depth = 0, done = 0;
  LLVMBasicBlockRef *post_order = fxc_new(&cfg->arena, total, sizeof *post_order);
  struct frame *stack = fxc_new(&cfg->arena, total, sizeof *stack);
  if (total) {
    stack[depth++] = (struct frame){LLVMGetEntryBasicBlock(cfg->function), 0};
    fxc_map_put(&cfg->index, stack[0].block, (void *)1);
  }
  while (depth) {
    struct frame *top = &stack[depth - 1];
    if (top->next == successor_count(top->block)) {
      post_order[done++] = top->block;
      edges += top->next;
      depth--;
      continue;
    }
    LLVMBasicBlockRef next = successor(top->block, top->next++);
    if (!fxc_map_has(&cfg->index, next)) {
      fxc_map_put(&cfg->index, next, (void *)1);
      stack[depth++] = (struct frame){next, 0};
    }
  }
  cfg->count = done;
  cfg->blocks = fxc_new(&cfg->arena, done, sizeof *cfg->blocks);
  for (unsigned i = 0; i < done; i++) {
    cfg->blocks[i] = post_order[done - 1 - i];
    fxc_map_put(&cfg->index, cfg->blocks[i], (void *)(uintptr_t)(i + 1));
  }
  return edges;
}

void fxc_cfg_build(struct fxc_cfg *cfg, LLVMValueRef function) {
  *cfg = (struct fxc_cfg){.function = function};
  unsigned edges = order_blocks(cfg), n = cfg->count;
  cfg->successor_start = fxc_new(&cfg->arena, n + 1, sizeof(unsigned));
  cfg->predecessor_start = fxc_new(&cfg->arena, n + 2, sizeof(unsigned));
  cfg->successors = fxc_new(&cfg->arena, edges, sizeof(unsigned));
  cfg->predecessors = fxc_new(&cfg->arena, edges, sizeof(unsigned));
  unsigned edge = 0;
  for (unsigned b = 0; b < n; b++) {
    cfg->successor_start[b] = edge;
    for (unsigned i = 0, end = successor_count(cfg->blocks[b]); i < end; i++) {
      unsigned to = fxc_cfg_number(cfg, successor(cfg->blocks[b], i));
      cfg->successors[edge++] = to;
      cfg->predecessor_start[to + 2]++;
    }
  }
  cfg->successor_start[n] = edge;
  for (unsigned b = 1; b <= n + 1; b++)
    cfg->predecessor_start[b] += cfg->predecessor_start[b - 1];
  for (unsigned b = 0; b < n; b++) /* shifts each start to its end: start[b + 1] becomes right */
    for (unsigned e = cfg->successor_start[b]; e < cfg->successor_start[b + 1]; e++)
      cfg->predecessors[cfg->predecessor_start[cfg->successors[e] + 1]++] = b;
}

void fxc_cfg_free(struct fxc_cfg *cfg) {
  fxc_map_free(&cfg->index);
  fxs_arena_release(&cfg->arena);
}

unsigned fxc_cfg_number(const struct fxc_cfg *cfg, LLVMBasicBlockRef block) {
  uintptr_t number = (uintptr_t)fxc_map_get(&cfg->index, block);
  return number ? (unsigned)number - 1 : FXC_NONE;
}
