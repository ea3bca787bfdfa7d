/* Control flow of the vector form: partial control-flow linearization.
 *
 * Blocks are visited in topological order. At a divergent branch both successors are executed:
 * the first in the order comes next, the other is deferred until control gets there anyway.
 * Uniform branches stay branches. A block that may be entered without active lanes is guarded if
 * executing it would be wrong or slow. Source: Moll and Hack, Partial Control-Flow
 * Linearization, PLDI 2018. */
#include "compiler/native_cpu/vectorize/vectorize.h"

#include "compiler/memory.h"

struct linearize {
  struct fxc_vec *v;
  unsigned words;
  uint64_t *deferred; /* per block a set of positions */
  bool *may_be_empty; /* per block: control may come without active lanes */
  bool *is_met;       /* per block: control paths with different active masks join here */
  struct fxs_arena arena;
};

static uint64_t *set_of(struct linearize *l, unsigned block) {
  return &l->deferred[(size_t)block * l->words];
}

static void add(struct linearize *l, uint64_t *set, unsigned block) {
  unsigned position = l->v->shapes.position[block];
  set[position / 64] |= UINT64_C(1) << (position % 64);
}

/* The first block of the set inside loop (FXC_NONE: anywhere). */
static unsigned first_of(struct linearize *l, const uint64_t *set, unsigned loop) {
  for (unsigned w = 0; w < l->words; w++)
    for (uint64_t bits = set[w]; bits; bits &= bits - 1) {
      unsigned block = l->v->shapes.order[w * 64 + (unsigned)__builtin_ctzll(bits)];
      if (loop == FXC_NONE || fxc_loop_contains(&l->v->loops, loop, block))
        return block;
    }
  return FXC_NONE;
}

/* ---- blocks that must not run without active lanes ---- */

static bool is_division(LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  return (opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem) &&
         !LLVMIsAConstant(LLVMGetOperand(i, 1));
}

/* The cost of executing an instruction without active lanes; a large number if that would be
 * wrong. */
static unsigned cost_of(const struct fxc_vec *v, LLVMValueRef i) {
  enum { WRONG = 1000, MEMORY = 4, CALL = 12, LANES = 24 };
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (LLVMIsAPHINode(i) || LLVMIsATerminatorInst(i))
    return 0;
  if (opcode == LLVMLoad || opcode == LLVMStore) {
    LLVMValueRef pointer = LLVMGetOperand(i, opcode == LLVMStore);
    struct fxc_shape shape = fxc_shape_of(&v->shapes, pointer);
    if (fxc_shape_is_uniform(shape))
      return WRONG;
    return shape.kind == FXC_SHAPE_STRIDED ? MEMORY : LANES;
  }
  if (opcode == LLVMCall)
    return fxc_vec_is_ignored(i)                                          ? 0
           : !fxc_vec_is_speculatable(i) && fxc_is_uniform(&v->shapes, i) ? WRONG
                                                                          : CALL;
  if (opcode == LLVMAtomicRMW || opcode == LLVMAtomicCmpXchg)
    return WRONG;
  if (is_division(i))
    return fxc_is_uniform(&v->shapes, i) ? WRONG : LANES;
  return opcode == LLVMFence ? 0 : 1;
}

/* A phi that is not blended lane by lane takes the value of the last edge executed. In a join the
 * edges that may be executed one after the other all bring the same one. */
static bool fills_uniform_phi(const struct fxc_vec *v, unsigned block) {
  for (unsigned e = v->cfg.successor_start[block]; e < v->cfg.successor_start[block + 1]; e++) {
    unsigned to = v->cfg.successors[e];
    if (v->shapes.position[to] <= v->shapes.position[block] || v->shapes.is_join[to])
      continue;
    for (LLVMValueRef i = LLVMGetFirstInstruction(v->cfg.blocks[to]); i && LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i))
      if (fxc_shape_of(&v->shapes, i).kind == FXC_SHAPE_STRIDED && LLVMCountIncoming(i) > 1)
        return true;
  }
  return false;
}

static bool enters_loop(const struct fxc_vec *v, unsigned block) {
  for (unsigned e = v->cfg.successor_start[block]; e < v->cfg.successor_start[block + 1]; e++) {
    unsigned to = v->cfg.successors[e], loop = v->loops.innermost[to];
    if (loop != FXC_NONE && v->loops.loops[loop].header == to &&
        !fxc_loop_contains(&v->loops, loop, block))
      return true;
  }
  return false;
}

/* The blocks that a guard would skip together: those that block dominates. */
static bool wants_guard(const struct fxc_vec *v, unsigned block) {
  enum { SKIP_PAYS = 12 };
  if (enters_loop(v, block) || fills_uniform_phi(v, block))
    return true;
  unsigned cost = 0;
  for (unsigned p = v->shapes.position[block]; p < v->cfg.count && cost < SKIP_PAYS; p++) {
    unsigned b = v->shapes.order[p];
    if (!fxc_dominates(&v->dominators, block, b))
      continue;
    for (LLVMValueRef i = LLVMGetFirstInstruction(v->cfg.blocks[b]); i && cost < SKIP_PAYS;
         i = LLVMGetNextInstruction(i)) {
      unsigned one = cost_of(v, i);
      cost += b == block || one < SKIP_PAYS * 10 ? one : 0;
    }
    if (p - v->shapes.position[block] > 64)
      break;
  }
  return cost >= SKIP_PAYS;
}

/* ---- routes ---- */

/* The loop that an edge from block back to its header closes, or FXC_NONE. */
static unsigned loop_closed_by(const struct fxc_vec *v, unsigned block) {
  for (unsigned e = v->cfg.successor_start[block]; e < v->cfg.successor_start[block + 1]; e++) {
    unsigned to = v->cfg.successors[e];
    if (v->shapes.position[to] <= v->shapes.position[block])
      for (unsigned loop = v->loops.innermost[to]; loop != FXC_NONE;
           loop = v->loops.loops[loop].parent)
        if (v->loops.loops[loop].header == to)
          return loop;
  }
  return FXC_NONE;
}

static bool leaves_divergent_loop(const struct fxc_vec *v, unsigned block) {
  for (unsigned e = v->cfg.successor_start[block]; e < v->cfg.successor_start[block + 1]; e++)
    if (fxc_divergent_loop_left(&v->shapes, block, v->cfg.successors[e]) != FXC_NONE)
      return true;
  return false;
}

/* Continues at the first block of wanted; the others are deferred there. */
static unsigned go(struct linearize *l, const uint64_t *wanted, bool may_be_empty, unsigned own) {
  unsigned next = first_of(l, wanted, FXC_NONE);
  if (next == FXC_NONE)
    return FXC_NONE;
  uint64_t *set = set_of(l, next);
  unsigned position = l->v->shapes.position[next];
  for (unsigned w = 0; w < l->words; w++)
    set[w] |= wanted[w] & ~(w == position / 64 ? UINT64_C(1) << (position % 64) : 0);
  if (may_be_empty || next != own)
    l->may_be_empty[next] = true;
  return next;
}

/* Where a guarded block without active lanes branches to: the next deferred block within the
 * loop. */
static unsigned skip_target(struct linearize *l, unsigned block) {
  struct fxc_vec *v = l->v;
  unsigned loop = v->loops.innermost[block];
  if (loop == FXC_NONE)
    return first_of(l, set_of(l, block), FXC_NONE);
  unsigned inside = first_of(l, set_of(l, block), loop);
  if (inside != FXC_NONE)
    return inside;
  const struct fxc_loop *around = &v->loops.loops[loop];
  unsigned latch = FXC_NONE;
  for (unsigned i = 0; i < around->block_count; i++)
    if (loop_closed_by(v, around->blocks[i]) == loop)
      latch = around->blocks[i];
  return v->shapes.is_loop_divergent[loop] && latch != block ? latch : FXC_NONE;
}

/* Lanes that come to end past block may be none, while block was skipped. */
static void meet_at(struct linearize *l, unsigned block, unsigned end) {
  if (l->v->loops.innermost[block] == l->v->loops.innermost[end] &&
      fxc_dominates(&l->v->dominators, block, end))
    l->is_met[end] = true;
}

/* The lanes that enter a divergent loop join again behind it. */
static void meet_behind_loop(struct linearize *l, unsigned preheader) {
  struct fxc_vec *v = l->v;
  for (unsigned e = v->cfg.successor_start[preheader]; e < v->cfg.successor_start[preheader + 1];
       e++) {
    unsigned loop = v->loops.innermost[v->cfg.successors[e]], end = FXC_NONE;
    if (loop == FXC_NONE || fxc_loop_contains(&v->loops, loop, preheader))
      continue;
    const struct fxc_loop *entered = &v->loops.loops[loop];
    for (unsigned i = 0; i < entered->block_count; i++)
      for (unsigned x = v->cfg.successor_start[entered->blocks[i]];
           x < v->cfg.successor_start[entered->blocks[i] + 1]; x++) {
        unsigned to = v->cfg.successors[x];
        if (!fxc_loop_contains(&v->loops, loop, to))
          end = end == FXC_NONE ? to : fxc_postdom_meet(&v->postdominators, end, to);
      }
    if (end != FXC_NONE)
      meet_at(l, preheader, end);
  }
}

static bool route(struct linearize *l, unsigned block, uint64_t *wanted) {
  struct fxc_vec *v = l->v;
  struct fxc_route *r = &v->routes[block];
  const uint64_t *waiting = set_of(l, block);
  unsigned loop = loop_closed_by(v, block), start = v->cfg.successor_start[block];
  unsigned count = v->cfg.successor_start[block + 1] - start;
  bool is_empty = l->may_be_empty[block] && v->shapes.is_masked[block] && !l->is_met[block];
  r->is_latch = loop != FXC_NONE && v->shapes.is_loop_divergent[loop];
  r->is_folded = r->is_latch || v->shapes.is_divergent[block] || leaves_divergent_loop(v, block);
  r->is_guarded = is_empty && wants_guard(v, block);
  if (r->is_guarded && !r->is_latch) {
    r->skip = skip_target(l, block);
    if (r->skip == FXC_NONE) {
      v->reason = "its control flow cannot be made to skip a part that no lane takes";
      v->reason_at = LLVMGetBasicBlockTerminator(v->cfg.blocks[block]);
      return false;
    }
    uint64_t *after = set_of(l, r->skip);
    for (unsigned w = 0; w < l->words; w++)
      after[w] |= waiting[w];
    unsigned position = v->shapes.position[r->skip];
    after[position / 64] &= ~(UINT64_C(1) << (position % 64));
    l->may_be_empty[r->skip] = true;
    is_empty = false;
  }
  if (!is_empty) {
    if (v->shapes.is_divergent[block])
      meet_at(l, block, v->postdominators.ipdom[block]);
    meet_behind_loop(l, block);
  }
  if (r->is_folded) {
    for (unsigned w = 0; w < l->words; w++)
      wanted[w] = waiting[w];
    for (unsigned i = 0; i < count; i++)
      if (v->shapes.position[v->cfg.successors[start + i]] > v->shapes.position[block])
        add(l, wanted, v->cfg.successors[start + i]);
    r->next[0] = go(l, wanted, true, FXC_NONE);
    r->skip = r->is_latch ? r->next[0] : r->skip;
    return true;
  }
  for (unsigned i = 0; i < count && i < 2; i++) {
    unsigned to = v->cfg.successors[start + i];
    if (v->shapes.position[to] <= v->shapes.position[block]) { /* a uniform loop's next round */
      r->next[i] = to;
      continue;
    }
    for (unsigned w = 0; w < l->words; w++)
      wanted[w] = waiting[w];
    add(l, wanted, to);
    r->next[i] = go(l, wanted, is_empty, to);
  }
  return true;
}

bool fxc_vec_linearize(struct fxc_vec *v) {
  struct linearize l = {.v = v, .words = v->cfg.count / 64 + 1};
  l.deferred = fxc_new(&l.arena, (size_t)v->cfg.count * l.words, sizeof(uint64_t));
  l.may_be_empty = fxc_new(&l.arena, v->cfg.count, sizeof(bool));
  l.is_met = fxc_new(&l.arena, v->cfg.count, sizeof(bool));
  uint64_t *wanted = fxc_new(&l.arena, l.words, sizeof(uint64_t));
  bool is_fine = true;
  for (unsigned p = 0; p < v->cfg.count && is_fine; p++)
    is_fine = route(&l, v->shapes.order[p], wanted);
  fxs_arena_release(&l.arena);
  return is_fine;
}
