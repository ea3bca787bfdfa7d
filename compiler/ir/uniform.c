/* Uniformity over a work-group: varying values propagate along uses, divergent control along
 * control dependence. */
#include "compiler/ir/uniform.h"

#include "compiler/memory.h"

#include <string.h>

/* ---- post-dominators, with one virtual exit ---- */

struct reverse {
  unsigned end;    /* number of the virtual exit behind all returns */
  unsigned *order; /* place in reverse post-order from the end; 0: not reached, the end is 1 */
  unsigned *nodes; /* by place, from 1 */
  unsigned reached;
};

static bool returns(const struct fxc_cfg *cfg, unsigned block) {
  return LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(cfg->blocks[block])) != NULL;
}

/* Post-order along reversed edges, from block; written from the back of nodes. */
static void walk_back(struct fxc_uniform *u, struct reverse *reverse, unsigned from,
                      unsigned *stack, unsigned *next, unsigned *place) {
  const struct fxc_cfg *cfg = u->cfg;
  if (reverse->order[from])
    return;
  unsigned depth = 0;
  stack[depth++] = from;
  next[from] = cfg->predecessor_start[from];
  reverse->order[from] = 1; /* seen */
  while (depth) {
    unsigned block = stack[depth - 1];
    if (next[block] == cfg->predecessor_start[block + 1]) {
      reverse->nodes[--*place] = block;
      depth--;
      continue;
    }
    unsigned to = cfg->predecessors[next[block]++];
    if (reverse->order[to])
      continue;
    reverse->order[to] = 1;
    next[to] = cfg->predecessor_start[to];
    stack[depth++] = to;
  }
}

static void sort_back(struct fxc_uniform *u, struct reverse *reverse) {
  unsigned n = u->cfg->count, place = n + 2;
  unsigned *stack = fxc_new(&u->arena, n, sizeof *stack);
  unsigned *next = fxc_new(&u->arena, n, sizeof *next);
  unsigned *nodes = fxc_new(&u->arena, n + 2, sizeof *nodes);
  reverse->end = n;
  reverse->order = fxc_new(&u->arena, n + 1, sizeof *reverse->order);
  reverse->nodes = nodes;
  for (unsigned b = n; b-- > 0;)
    if (returns(u->cfg, b))
      walk_back(u, reverse, b, stack, next, &place);
  nodes[--place] = n;
  reverse->reached = n + 2 - place;
  for (unsigned i = 0; i < reverse->reached; i++) {
    nodes[i + 1] = nodes[place + i];
    reverse->order[nodes[i + 1]] = i + 1;
  }
}

static unsigned meet(const struct fxc_uniform *u, const struct reverse *reverse, unsigned a,
                     unsigned b) {
  while (a != b) {
    while (reverse->order[a] > reverse->order[b])
      a = u->ipdom[a];
    while (reverse->order[b] > reverse->order[a])
      b = u->ipdom[b];
  }
  return a;
}

/* Cooper, Harvey and Kennedy's algorithm on the reversed graph. Blocks that never return are
 * connected to the virtual exit. */
static void find_postdominators(struct fxc_uniform *u) {
  const struct fxc_cfg *cfg = u->cfg;
  struct reverse reverse = {0};
  sort_back(u, &reverse);
  u->ipdom = fxc_new(&u->arena, cfg->count + 1, sizeof *u->ipdom);
  for (unsigned b = 0; b <= cfg->count; b++)
    u->ipdom[b] = FXC_NONE;
  u->ipdom[reverse.end] = reverse.end;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = 2; i <= reverse.reached; i++) {
      unsigned block = reverse.nodes[i];
      unsigned found = returns(cfg, block) ? reverse.end : FXC_NONE;
      for (unsigned e = cfg->successor_start[block]; e < cfg->successor_start[block + 1]; e++) {
        unsigned to = cfg->successors[e];
        if (reverse.order[to] && u->ipdom[to] != FXC_NONE)
          found = found == FXC_NONE ? to : meet(u, &reverse, found, to);
      }
      changed |= u->ipdom[block] != found;
      u->ipdom[block] = found;
    }
  }
  for (unsigned b = 0; b < cfg->count; b++)
    if (u->ipdom[b] == FXC_NONE)
      u->ipdom[b] = reverse.end;
}

/* ---- propagation ---- */

static bool has_result(LLVMValueRef instruction) {
  return LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMVoidTypeKind;
}

static void mark(struct fxc_uniform *u, LLVMValueRef instruction) {
  if (!has_result(instruction) || fxc_map_has(&u->varying, instruction))
    return;
  fxc_map_put(&u->varying, instruction, instruction);
  if (u->depth == u->room) {
    u->room = u->room ? 2 * u->room : 256;
    u->stack = fxc_must(realloc(u->stack, u->room * sizeof *u->stack));
  }
  u->stack[u->depth++] = instruction;
}

static void diverge(struct fxc_uniform *u, unsigned block) {
  const struct fxc_cfg *cfg = u->cfg;
  if (u->is_divergent[block])
    return;
  u->is_divergent[block] = true;
  for (LLVMValueRef i = LLVMGetFirstInstruction(cfg->blocks[block]); i;
       i = LLVMGetNextInstruction(i))
    if (!LLVMIsAAllocaInst(i))
      mark(u, i);
  for (unsigned e = cfg->successor_start[block]; e < cfg->successor_start[block + 1]; e++) {
    LLVMValueRef phi = LLVMGetFirstInstruction(cfg->blocks[cfg->successors[e]]);
    for (; phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
      mark(u, phi);
  }
}

/* Work-items leave block along different edges. */
static void part(struct fxc_uniform *u, unsigned block) {
  const struct fxc_cfg *cfg = u->cfg;
  if (u->has_parted[block])
    return;
  u->has_parted[block] = true;
  for (unsigned e = cfg->successor_start[block]; e < cfg->successor_start[block + 1]; e++)
    for (unsigned b = cfg->successors[e]; b != u->ipdom[block] && b != cfg->count; b = u->ipdom[b])
      diverge(u, b);
}

static bool is_pure_call(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(callee))
    return false;
  LLVMAttributeRef memory =
      LLVMGetEnumAttributeAtIndex(callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                  LLVMGetEnumAttributeKindForName("memory", strlen("memory")));
  return memory && LLVMGetEnumAttributeValue(memory) == 0;
}

static bool is_source(struct fxc_uniform *u, LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMCall:
  case LLVMLoad: {
    enum fxc_origin_of_value origin = u->origin(u->context, instruction);
    if (origin != FXC_FROM_OPERANDS)
      return origin == FXC_ALWAYS_VARYING;
    return LLVMIsACallInst(instruction) && !is_pure_call(instruction);
  }
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMInvoke:
  case LLVMVAArg:
  case LLVMLandingPad:
    return true;
  case LLVMAlloca: /* an address of its own for each work-item */
    return true;
  default:
    return false;
  }
}

static bool is_always_uniform(struct fxc_uniform *u, LLVMValueRef instruction) {
  return LLVMIsACallInst(instruction) && u->origin(u->context, instruction) == FXC_ALWAYS_UNIFORM;
}

static void spread(struct fxc_uniform *u) {
  while (u->depth) {
    LLVMValueRef value = u->stack[--u->depth];
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (!LLVMIsAInstruction(user))
        continue;
      unsigned block = fxc_cfg_number(u->cfg, LLVMGetInstructionParent(user));
      if (block == FXC_NONE)
        continue;
      if (LLVMIsATerminatorInst(user) && LLVMGetNumSuccessors(user) > 1)
        part(u, block);
      if (!is_always_uniform(u, user))
        mark(u, user);
    }
  }
}

void fxc_uniform_build(struct fxc_uniform *u) {
  const struct fxc_cfg *cfg = u->cfg;
  u->is_divergent = fxc_new(&u->arena, cfg->count, sizeof *u->is_divergent);
  u->has_parted = fxc_new(&u->arena, cfg->count, sizeof *u->has_parted);
  find_postdominators(u);
  for (unsigned b = 0; b < cfg->count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(cfg->blocks[b]); i; i = LLVMGetNextInstruction(i))
      if (is_source(u, i))
        mark(u, i);
  for (bool changed = true; changed;) {
    spread(u);
    changed = false;
    for (unsigned b = 0; b < cfg->count; b++) /* a branch in divergent code diverges further */
      if (u->is_divergent[b] && !u->has_parted[b]) {
        part(u, b);
        changed = true;
      }
  }
}

void fxc_uniform_free(struct fxc_uniform *u) {
  fxc_map_free(&u->varying);
  free(u->stack);
  fxs_arena_release(&u->arena);
}

bool fxc_is_group_uniform(const struct fxc_uniform *u, LLVMValueRef value) {
  return !LLVMIsAInstruction(value) || !fxc_map_has(&u->varying, value);
}
