/* Where slots are initialized.
 *
 * Control in the vector form may skip the block that fills a slot and still reach one that reads
 * it, then without active lanes: a mask has to be empty there, any other value merely defined.
 * The place is the lowest block that dominates all accesses in the vector form and, for values
 * that leave loops, is outside those loops. It is that low because the time of LLVM's mem2reg
 * grows with every block between the first store and the last load: at the function's entry it
 * would be quadratic. */
#include "compiler/native_cpu/vectorize/vectorize.h"

#include "compiler/memory.h"

enum { FAR_DEPTH = 16, MOST_FAR = 512 };

struct plan {
  struct fxc_vec *v;
  struct fxc_map far;    /* value to 1 + the place that dominates the accesses it is used by */
  struct fxc_cfg routes; /* the vector form's graph; blocks are positions in shapes.order */
  struct fxc_domtree dominators;
};

/* ---- the graph ---- */

static unsigned targets_of(const struct fxc_vec *v, unsigned block, unsigned out[4]) {
  const struct fxc_route *r = &v->routes[block];
  const unsigned *start = &v->cfg.successor_start[block];
  unsigned count = 0, successors = start[1] - start[0];
  if (r->is_guarded)
    out[count++] = r->skip;
  if (r->is_folded) {
    out[count++] = r->next[0];
    for (unsigned i = 0; i < successors && r->is_latch; i++)
      if (v->shapes.position[v->cfg.successors[start[0] + i]] <= v->shapes.position[block])
        out[count++] = v->cfg.successors[start[0] + i];
    return count;
  }
  for (unsigned i = 0; i < successors && i < 2; i++)
    out[count++] = r->next[i];
  return count;
}

static void build_graph(struct plan *p) {
  struct fxc_vec *v = p->v;
  unsigned n = v->cfg.count, targets[4];
  struct fxc_cfg *g = &p->routes;
  g->count = n;
  g->predecessor_start = fxc_new(&g->arena, n + 2, sizeof(unsigned));
  g->predecessors = fxc_new(&g->arena, 4 * (size_t)n, sizeof(unsigned));
  for (unsigned b = 0; b < n; b++)
    for (unsigned i = targets_of(v, b, targets); i-- > 0;)
      g->predecessor_start[v->shapes.position[targets[i]] + 2]++;
  for (unsigned b = 1; b <= n + 1; b++)
    g->predecessor_start[b] += g->predecessor_start[b - 1];
  for (unsigned b = 0; b < n; b++) /* shifts each start to its end: start[b + 1] becomes right */
    for (unsigned i = targets_of(v, b, targets); i-- > 0;)
      g->predecessors[g->predecessor_start[v->shapes.position[targets[i]] + 1]++] =
          v->shapes.position[b];
  fxc_domtree_build(&p->dominators, g);
}

/* ---- places ---- */

/* Adds block to what the place has to dominate; FXC_NONE at first. */
static void include(const struct plan *p, unsigned *place, unsigned block) {
  unsigned a = *place, b = p->v->shapes.position[block];
  if (a == FXC_NONE) {
    *place = b;
    return;
  }
  while (a != b) {
    while (a > b)
      a = p->dominators.idom[a];
    while (b > a)
      b = p->dominators.idom[b];
  }
  *place = a;
}

/* Moves the place out of loops that do not contain inside. */
static unsigned out_of_loops(const struct plan *p, unsigned place, unsigned inside) {
  const struct fxc_vec *v = p->v;
  for (;;) {
    unsigned block = v->shapes.order[place], loop = v->loops.innermost[block];
    if (loop == FXC_NONE || fxc_loop_contains(&v->loops, loop, inside))
      return block;
    place = p->dominators.idom[place];
  }
}

static void start_at(struct fxc_vec *v, unsigned block, LLVMValueRef value, unsigned masked) {
  struct fxc_start *start = fxc_new(&v->arena, 1, sizeof *start);
  *start = (struct fxc_start){v->starts[block], value, masked};
  v->starts[block] = start;
}

/* The nearest block above that runs whenever this one does, with the same lanes: it dominates
 * this block, which post-dominates it, in the same loop. The block itself if there is none. */
static unsigned equal_above(const struct fxc_vec *v, unsigned block) {
  unsigned above = block;
  do {
    if (above == 0)
      return block;
    above = v->dominators.idom[above];
  } while (v->loops.innermost[above] != v->loops.innermost[block] &&
           (v->loops.innermost[above] != FXC_NONE || v->loops.innermost[block] != FXC_NONE) &&
           (v->loops.innermost[block] == FXC_NONE ||
            fxc_loop_contains(&v->loops, v->loops.innermost[block], above)));
  return v->loops.innermost[above] == v->loops.innermost[block] &&
                 fxc_postdom_meet(&v->postdominators, above, block) == block
             ? above
             : block;
}

static void own_masks(struct fxc_vec *v) {
  v->mask_owner = fxc_new(&v->arena, v->cfg.count, sizeof(unsigned));
  for (unsigned p = 0; p < v->cfg.count; p++) { /* what dominates a block is before it */
    unsigned block = v->shapes.order[p], above = equal_above(v, block);
    v->mask_owner[block] = above == block ? block : v->mask_owner[above];
  }
}

/* places: per block where its mask has been read and written so far. */
static void plan_mask(struct plan *p, unsigned block, unsigned place) {
  struct fxc_vec *v = p->v;
  unsigned loop = v->loops.innermost[block];
  if (!v->shapes.is_masked[block] || v->mask_owner[block] != block ||
      (loop != FXC_NONE && v->loops.loops[loop].header == block))
    return; /* a header's is written by every edge to it */
  unsigned first = v->cfg.predecessor_start[block], end = v->cfg.predecessor_start[block + 1];
  for (unsigned e = first; e < end; e++)
    include(p, &place, v->cfg.predecessors[e]);
  if (end - first == 1) {
    unsigned from = v->cfg.predecessors[first];
    v->has_direct_mask[block] = v->shapes.order[place] == from && !v->routes[from].is_guarded &&
                                out_of_loops(p, place, block) == from;
    if (v->has_direct_mask[block])
      return;
  }
  start_at(v, out_of_loops(p, place, block), NULL, block);
}

static void plan_masks(struct plan *p) {
  struct fxc_vec *v = p->v;
  unsigned *places = fxc_new(&v->arena, v->cfg.count, sizeof(unsigned));
  own_masks(v);
  for (unsigned b = 0; b < v->cfg.count; b++)
    places[b] = FXC_NONE;
  for (unsigned b = 0; b < v->cfg.count; b++)
    include(p, &places[v->mask_owner[b]], b);
  for (unsigned b = 0; b < v->cfg.count; b++)
    plan_mask(p, b, places[b]);
}

static bool has_one_way(const struct plan *p, unsigned from, unsigned to) {
  const unsigned *start = &p->routes.predecessor_start[p->v->shapes.position[to]];
  return start[1] - start[0] == 1 &&
         p->routes.predecessors[start[0]] == p->v->shapes.position[from];
}

/* For a branch that leads to block directly or through one more block, its side, with no other
 * predecessors: the values of phis along the branch are available behind the side. */
static unsigned side_of(const struct plan *p, unsigned block) {
  const struct fxc_vec *v = p->v;
  const unsigned *start = &v->cfg.predecessor_start[block];
  for (unsigned i = 0; i < 2 && start[1] - start[0] == 2; i++) {
    unsigned side = v->cfg.predecessors[start[0] + i];
    unsigned branch = v->cfg.predecessors[start[0] + 1 - i];
    const struct fxc_route *route = &v->routes[side];
    const unsigned *end = &p->routes.predecessor_start[v->shapes.position[block]];
    unsigned ways = route->is_guarded ? 2 : 1;
    if (side == branch || !v->routes[branch].is_folded || v->routes[branch].is_latch ||
        v->routes[branch].next[0] != side || !has_one_way(p, branch, side) ||
        v->cfg.successor_start[side + 1] - v->cfg.successor_start[side] != 1 ||
        route->next[0] != block || (route->is_guarded && route->skip != block) ||
        end[1] - end[0] != ways || v->loops.innermost[branch] != v->loops.innermost[block] ||
        v->loops.innermost[side] != v->loops.innermost[block])
      continue;
    return side;
  }
  return FXC_NONE;
}

static void include_uses(const struct plan *p, unsigned *place, LLVMValueRef value, unsigned block,
                         bool *out_is_elsewhere) {
  const struct fxc_vec *v = p->v;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAPHINode(user)) {
      unsigned at = fxc_cfg_number(&v->cfg, LLVMGetInstructionParent(user));
      *out_is_elsewhere |= at != block;
      include(p, place, at);
      continue;
    }
    for (unsigned i = 0, count = LLVMCountIncoming(user); i < count; i++)
      if (LLVMGetIncomingValue(user, i) == value) {
        unsigned at = fxc_cfg_number(&v->cfg, LLVMGetIncomingBlock(user, i));
        *out_is_elsewhere |= at != block;
        include(p, place, at);
      }
  }
}

/* ---- addresses ----
 *
 * Some accesses are computed from what their address is computed from: the id, the number that
 * flips its bits (exchange.c, pairs.c, memory.c). That is used in the access's block then, though
 * only instructions of other blocks may use it there. */

static bool is_looked_through(LLVMValueRef value) {
  return LLVMIsAGetElementPtrInst(value) || LLVMIsACastInst(value) || LLVMIsABinaryOperator(value);
}

static void note_far(struct plan *p, LLVMValueRef value, unsigned block) {
  struct fxc_vec *v = p->v;
  if (fxc_cfg_number(&v->cfg, LLVMGetInstructionParent(value)) == block)
    return;
  unsigned place = FXC_NONE;
  if (fxc_map_has(&p->far, value))
    place = (unsigned)(uintptr_t)fxc_map_get(&p->far, value) - 1;
  include(p, &place, block);
  fxc_map_put(&p->far, value, (void *)(uintptr_t)(place + 1));
  fxc_map_put(&v->far, value, value);
}

/* From the address on, level by level, so that each value is found as early as it can be. */
static void note_address(struct plan *p, LLVMValueRef pointer, unsigned block) {
  struct fxc_vec *v = p->v;
  struct fxc_map seen = {0};
  LLVMValueRef found[MOST_FAR];
  size_t count = 0, next = 0;
  found[count++] = pointer;
  for (unsigned depth = 0; depth < FAR_DEPTH && next < count; depth++)
    for (size_t end = count; next < end; next++) {
      if (next != 0)
        note_far(p, found[next], block);
      if (!is_looked_through(found[next]))
        continue;
      for (unsigned i = 0, n = (unsigned)LLVMGetNumOperands(found[next]); i < n; i++) {
        LLVMValueRef operand = LLVMGetOperand(found[next], i);
        if (!LLVMIsAInstruction(operand) || fxc_map_has(&seen, operand))
          continue;
        if (count == MOST_FAR) {
          fxc_map_put(&v->unplanned, pointer, pointer);
          fxc_map_free(&seen);
          return;
        }
        fxc_map_put(&seen, operand, operand);
        found[count++] = operand;
      }
    }
  if (next < count)
    fxc_map_put(&v->unplanned, pointer, pointer);
  fxc_map_free(&seen);
}

static void note_addresses(struct plan *p) {
  struct fxc_vec *v = p->v;
  for (unsigned b = 0; b < v->cfg.count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(v->cfg.blocks[b]); i;
         i = LLVMGetNextInstruction(i)) {
      if (!LLVMIsALoadInst(i) && !LLVMIsAStoreInst(i))
        continue;
      LLVMValueRef pointer = LLVMGetOperand(i, LLVMIsAStoreInst(i) ? 1 : 0);
      if (LLVMIsAInstruction(pointer) &&
          fxc_shape_of(&v->shapes, pointer).kind == FXC_SHAPE_VARYING)
        note_address(p, pointer, b);
    }
}

/* ---- values ---- */

static void include_far(const struct plan *p, unsigned *place, LLVMValueRef value,
                        bool *out_is_elsewhere) {
  if (!fxc_map_has(&p->far, value))
    return;
  *out_is_elsewhere = true;
  include(p, place, p->v->shapes.order[(uintptr_t)fxc_map_get(&p->far, value) - 1]);
}

static void plan_phi(struct plan *p, LLVMValueRef phi, unsigned block) {
  struct fxc_vec *v = p->v;
  unsigned place = v->shapes.position[block], loop = v->loops.innermost[block];
  bool is_elsewhere = false;
  if (v->sides[block] != FXC_NONE) {
    include_uses(p, &place, phi, block, &is_elsewhere);
    include_far(p, &place, phi, &is_elsewhere);
    if (place == v->shapes.position[block])
      return;
  }
  place = FXC_NONE;
  fxc_map_put(&v->slotted, phi, phi);
  if (loop != FXC_NONE && v->loops.loops[loop].header == block)
    return;
  include(p, &place, block);
  for (unsigned i = 0, count = LLVMCountIncoming(phi); i < count; i++) {
    unsigned from = fxc_cfg_number(&v->cfg, LLVMGetIncomingBlock(phi, i));
    if (from != FXC_NONE)
      include(p, &place, from);
  }
  start_at(v, out_of_loops(p, place, block), phi, FXC_NONE);
}

static void plan_value(struct plan *p, LLVMValueRef value, unsigned block) {
  struct fxc_vec *v = p->v;
  unsigned place = FXC_NONE;
  include(p, &place, block);
  unsigned own = place;
  bool is_elsewhere = false;
  include_uses(p, &place, value, block, &is_elsewhere);
  include_far(p, &place, value, &is_elsewhere);
  if (place == own && (!v->routes[block].is_guarded || !is_elsewhere))
    return; /* it dominates its uses: no slot */
  fxc_map_put(&v->slotted, value, value);
  start_at(v, out_of_loops(p, place, block), value, FXC_NONE);
}

void fxc_vec_plan_slots(struct fxc_vec *v) {
  struct plan p = {.v = v};
  v->starts = fxc_new(&v->arena, v->cfg.count, sizeof(struct fxc_start *));
  v->has_direct_mask = fxc_new(&v->arena, v->cfg.count, sizeof(bool));
  v->sides = fxc_new(&v->arena, v->cfg.count, sizeof(unsigned));
  build_graph(&p);
  for (unsigned b = 0; b < v->cfg.count; b++)
    v->sides[b] = side_of(&p, b);
  plan_masks(&p);
  note_addresses(&p);
  for (unsigned b = 0; b < v->cfg.count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(v->cfg.blocks[b]); i;
         i = LLVMGetNextInstruction(i))
      if (LLVMIsAPHINode(i))
        plan_phi(&p, i, b);
      else if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
        plan_value(&p, i, b);
  fxc_map_free(&p.far);
  fxc_domtree_free(&p.dominators);
  fxs_arena_release(&p.routes.arena);
}
