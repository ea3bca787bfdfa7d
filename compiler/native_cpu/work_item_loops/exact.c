/* A version of a kernel for work-groups of one size: trees by hand, as in
 *
 *     for (half = 128; half; half /= 2) {
 *       barrier();
 *       if (l < half) tile[l] += tile[l + half];
 *     }
 *
 * With the size known every loop over work-items and every loop around barriers ends after a known
 * number of laps. Unrolled, a work-group is straight-line code, in which a step's vectors stay in
 * registers (forward.c): no bounds, no masks, and no load waits for what was just stored. The size
 * is that which the kernel's constants suggest, or the usual one (docs/barriers.md). */
#include <llvm-c/DebugInfo.h>

#include "compiler/ir/callgraph.h"
#include "compiler/ir/compare.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/ir/loop_marks.h"
#include "compiler/ir/loops.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/work_item_loops/forward.h"
#include "compiler/native_cpu/work_item_loops/work_item_loops.h"
#include "compiler/run_llvm.h"

enum {
  USUAL_SIZE = 256, /* where the launch decides alone */
  MOST_SIZE = 1024,
  MOST_VECTORS = 32,       /* of a work-group: what registers hold */
  MOST_INSTRUCTIONS = 400, /* of the vector form */
  MOST_UNROLLED = 4000,    /* instructions */
  LEAST_STEPS = 3,         /* between barriers */
  MOST_LAPS = 16,          /* of a loop around barriers */
  MOST_DEPTH = 16,         /* of a computation */
  MOST_ROUNDS = 4          /* of unrolling: inner loops end with outer ones' counts */
};

/* ---- Which size ---- */

struct finder {
  struct fxc_cfg cfg;
  struct fxc_domtree tree;
  struct fxc_loops loops;
  bool *has_barrier; /* by loop */
  unsigned long size;
  unsigned long suggested; /* by constants; 0: none */
  bool uses_launch_size;   /* of the work-group */
  bool is_flat;            /* no id of other dimensions than the first is asked for */
  bool has_guard;          /* a comparison of the local id */
  struct fxc_map counts;   /* phis of the loop that is looked at, to their values */
};

static LLVMValueRef constant(LLVMTypeRef type, uint64_t value) {
  return LLVMConstInt(type, value, 0);
}

/* In dimension 0, extended or cut off. */
static bool is_local(LLVMValueRef value, enum fxc_builtin wanted) {
  enum fxc_builtin builtin;
  while (LLVMIsATruncInst(value) || LLVMIsAZExtInst(value) || LLVMIsASExtInst(value))
    value = LLVMGetOperand(value, 0);
  return LLVMIsAInstruction(value) && fxc_loops_is_builtin(value, &builtin) && builtin == wanted &&
         LLVMIsAConstantInt(LLVMGetOperand(value, 1)) &&
         !LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
}

static bool is_other_id(LLVMValueRef i) {
  enum fxc_builtin builtin;
  if (!fxc_loops_is_builtin(i, &builtin) ||
      (builtin != FXC_LOCAL_ID && builtin != FXC_GLOBAL_ID && builtin != FXC_GROUP_ID))
    return false;
  LLVMValueRef dimension = LLVMGetOperand(i, 1);
  return !LLVMIsAConstantInt(dimension) || LLVMConstIntGetZExtValue(dimension);
}

/* The value as a constant; NULL if it is none. */
static LLVMValueRef evaluate(struct finder *f, LLVMValueRef value, unsigned depth) {
  enum fxc_builtin builtin;
  if (LLVMIsAConstantInt(value))
    return value;
  LLVMValueRef known = fxc_map_get(&f->counts, value);
  if (known)
    return known;
  if (!LLVMIsAInstruction(value) || LLVMIsAPHINode(value) || depth == MOST_DEPTH ||
      LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind ||
      LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
    return NULL;
  if (fxc_loops_is_builtin(value, &builtin)) {
    LLVMValueRef number = builtin == FXC_LOCAL_SIZE ? LLVMGetOperand(value, 1) : NULL;
    if (!number || !LLVMIsAConstantInt(number))
      return NULL;
    return constant(LLVMTypeOf(value), LLVMConstIntGetZExtValue(number) ? 1 : f->size);
  }
  LLVMValueRef operands[2] = {NULL, NULL};
  int count = LLVMGetNumOperands(value);
  if (count > 2 || LLVMIsACallInst(value) || LLVMIsALoadInst(value))
    return NULL;
  for (int i = 0; i < count; i++)
    if (!(operands[i] = evaluate(f, LLVMGetOperand(value, (unsigned)i), depth + 1)))
      return NULL;
  unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(operands[0]));
  uint64_t a = LLVMConstIntGetZExtValue(operands[0]);
  uint64_t b = count > 1 ? LLVMConstIntGetZExtValue(operands[1]) : 0;
  LLVMTypeRef type = LLVMTypeOf(value);
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMAdd:
    return constant(type, a + b);
  case LLVMSub:
    return constant(type, a - b);
  case LLVMMul:
    return constant(type, a * b);
  case LLVMShl:
    return b < bits ? constant(type, a << b) : NULL;
  case LLVMLShr:
    return b < bits ? constant(type, a >> b) : NULL;
  case LLVMAShr: /* counts are not negative */
    return b < bits && !(a >> (bits - 1)) ? constant(type, a >> b) : NULL;
  case LLVMUDiv:
    return b ? constant(type, a / b) : NULL;
  case LLVMSDiv:
    return b && !((a | b) >> (bits - 1)) ? constant(type, a / b) : NULL;
  case LLVMTrunc:
  case LLVMZExt:
    return constant(type, a);
  case LLVMSExt:
    return constant(type, (uint64_t)LLVMConstIntGetSExtValue(operands[0]));
  case LLVMICmp:
    return constant(type, fxc_compare_integers(LLVMGetICmpPredicate(value), a, b, bits));
  default:
    return NULL;
  }
}

/* Sets the loop's phis to what comes from that block; those that are no constants go. */
static void enter(struct finder *f, LLVMBasicBlockRef header, LLVMBasicBlockRef from) {
  struct fxc_map next = {0};
  for (LLVMValueRef phi = LLVMGetFirstInstruction(header); LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi))
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
      if (LLVMGetIncomingBlock(phi, i) == from) {
        LLVMValueRef value = evaluate(f, LLVMGetIncomingValue(phi, i), 0);
        if (value)
          fxc_map_put(&next, phi, value);
      }
  fxc_map_free(&f->counts);
  f->counts = next;
}

/* Whether the block leaves the loop; *known is false if that cannot be told. */
static bool leaves(struct finder *f, unsigned loop, unsigned block, bool *known) {
  const struct fxc_cfg *cfg = &f->cfg;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(cfg->blocks[block]);
  bool may = false;
  for (unsigned s = cfg->successor_start[block]; s < cfg->successor_start[block + 1]; s++)
    may |= !fxc_loop_contains(&f->loops, loop, cfg->successors[s]);
  if (!may)
    return false;
  LLVMValueRef way = LLVMIsABranchInst(end) && LLVMIsConditional(end)
                         ? evaluate(f, LLVMGetCondition(end), 0)
                         : NULL;
  *known &= way != NULL;
  if (!way)
    return true;
  LLVMBasicBlockRef next = LLVMGetSuccessor(end, LLVMConstIntGetZExtValue(way) ? 0 : 1);
  return !fxc_loop_contains(&f->loops, loop, fxc_cfg_number(cfg, next));
}

/* How often a loop around barriers runs; 0 if that is not known. */
static unsigned laps_of(struct finder *f, unsigned loop) {
  const struct fxc_loop *l = &f->loops.loops[loop];
  LLVMBasicBlockRef header = f->cfg.blocks[l->header], before = NULL, latch = NULL;
  unsigned latches = 0, entries = 0;
  for (unsigned p = f->cfg.predecessor_start[l->header];
       p < f->cfg.predecessor_start[l->header + 1]; p++) {
    unsigned from = f->cfg.predecessors[p];
    bool is_latch = fxc_loop_contains(&f->loops, loop, from);
    latches += is_latch;
    entries += !is_latch;
    *(is_latch ? &latch : &before) = f->cfg.blocks[from];
  }
  if (latches != 1 || entries != 1 || l->parent != FXC_NONE)
    return 0;
  enter(f, header, before);
  for (unsigned lap = 1; lap <= MOST_LAPS; lap++) {
    bool is_known = true, has_left = false;
    for (unsigned b = 0; b < l->block_count && !has_left; b++)
      has_left = leaves(f, loop, l->blocks[b], &is_known);
    if (!is_known)
      return 0;
    if (has_left)
      return lap;
    enter(f, header, latch);
  }
  return 0;
}

/* Work-groups have so many work-items at least, the kernel's constants say. */
static void suggest(struct finder *f, uint64_t least) {
  unsigned long size = 1;
  while (size < least && size <= MOST_SIZE)
    size *= 2;
  if (size <= MOST_SIZE && size > f->suggested)
    f->suggested = size;
}

/* A constant, or what a loop's count begins with; else 0. */
static uint64_t first_value(LLVMValueRef value) {
  if (LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64)
    return LLVMConstIntGetZExtValue(value);
  uint64_t most = 0;
  for (unsigned i = 0; LLVMIsAPHINode(value) && i < LLVMCountIncoming(value); i++) {
    LLVMValueRef from = LLVMGetIncomingValue(value, i);
    if (LLVMIsAConstantInt(from) && LLVMGetIntTypeWidth(LLVMTypeOf(from)) <= 64 &&
        LLVMConstIntGetZExtValue(from) > most)
      most = LLVMConstIntGetZExtValue(from);
  }
  return most;
}

static void look_at_comparison(struct finder *f, LLVMValueRef compare, bool ends_loop) {
  for (unsigned i = 0; i < 2; i++) {
    LLVMValueRef one = LLVMGetOperand(compare, i), other = LLVMGetOperand(compare, 1 - i);
    if (is_local(one, FXC_LOCAL_ID)) {
      f->has_guard = true;
      suggest(f, first_value(other) + 1);
    } else if (ends_loop && LLVMIsAConstantInt(other)) {
      suggest(f, first_value(other));
    }
  }
}

static void look_for_sizes(struct finder *f) {
  for (unsigned b = 0; b < f->cfg.count; b++) {
    unsigned loop = f->loops.innermost[b];
    LLVMValueRef end = LLVMGetBasicBlockTerminator(f->cfg.blocks[b]), condition = NULL;
    if (loop != FXC_NONE && f->has_barrier[loop] && LLVMIsABranchInst(end) &&
        LLVMIsConditional(end))
      condition = LLVMGetCondition(end);
    for (LLVMValueRef i = LLVMGetFirstInstruction(f->cfg.blocks[b]); i;
         i = LLVMGetNextInstruction(i)) {
      if (LLVMIsAICmpInst(i))
        look_at_comparison(f, i, i == condition);
      f->uses_launch_size |= is_local(i, FXC_LOCAL_SIZE);
      f->is_flat &= !is_other_id(i);
    }
  }
}

static void find_barriers(struct finder *f) {
  f->has_barrier = fxc_new(&f->loops.arena, f->loops.count, sizeof *f->has_barrier);
  for (unsigned b = 0; b < f->cfg.count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(f->cfg.blocks[b]); i;
         i = LLVMGetNextInstruction(i))
      if (fxc_barrier_id(i))
        for (unsigned loop = f->loops.innermost[b]; loop != FXC_NONE;
             loop = f->loops.loops[loop].parent)
          f->has_barrier[loop] = true;
}

static unsigned long required_size(LLVMValueRef kernel) {
  struct fxc_kernel_attribute_value value;
  uint32_t sizes[3];
  if (!fxc_kernel_attribute_get(kernel, FXC_REQD_WORK_GROUP_SIZE, &value))
    return 0;
  fxc_kernel_attribute_extents(&value, sizes);
  return sizes[1] > 1 || sizes[2] > 1 ? 1 : sizes[0];
}

/* All loops around barriers are of known length, and there are so many steps. */
static bool has_steps(struct finder *f, unsigned barriers, unsigned least) {
  unsigned steps = barriers;
  for (unsigned loop = 0; loop < f->loops.count; loop++)
    if (f->has_barrier[loop]) {
      unsigned laps = laps_of(f, loop);
      if (!laps)
        return false;
      steps += laps;
    }
  return steps >= least;
}

static unsigned find_size(const struct fxc_item_loops *self, LLVMValueRef kernel,
                          const struct fxc_group_use *use) {
  struct finder f = {.is_flat = true};
  fxc_cfg_build(&f.cfg, kernel);
  fxc_domtree_build(&f.tree, &f.cfg);
  fxc_loops_build(&f.loops, &f.tree);
  find_barriers(&f);
  look_for_sizes(&f);
  /* Sub-groups hand on what they have (sycl/detail/in_turn.hpp): in registers, then. */
  bool hands_on = self->uses_sub_groups && use->memory;
  f.size = required_size(kernel);
  if (!f.size)
    f.size =
        (f.uses_launch_size || hands_on) && f.suggested < USUAL_SIZE ? USUAL_SIZE : f.suggested;
  bool is_fine = f.is_flat && (f.has_guard || hands_on) && f.size >= 2 * self->lanes &&
                 f.size <= MOST_SIZE && f.size % self->lanes == 0 &&
                 f.size / self->lanes <= MOST_VECTORS && !f.loops.has_irreducible &&
                 has_steps(&f, use->barriers, hands_on ? 0 : LEAST_STEPS);
  fxc_map_free(&f.counts);
  fxc_loops_free(&f.loops);
  fxc_domtree_free(&f.tree);
  fxc_cfg_free(&f.cfg);
  return is_fine ? (unsigned)f.size : 0;
}

unsigned fxc_loops_exact_size(const struct fxc_item_loops *self, LLVMValueRef kernel) {
  struct fxc_group_use use = fxc_group_use_of(kernel);
  const struct fxc_form *form = &self->forms[FXC_VECTOR];
  if (!self->is_optimized || self->module->options->opt_level < 2 || self->is_by_items ||
      !form->function || form->passes_state_on || LLVMGetSubprogram(kernel) ||
      fxc_instruction_count(form->function) > MOST_INSTRUCTIONS)
    return 0;
  return find_size(self, kernel, &use);
}

/* ---- Straight-line code ---- */

/* By this pass: loops of the kernel's own have more to say. */
static bool is_marked(LLVMValueRef branch, unsigned kind) {
  LLVMValueRef node = LLVMGetMetadata(branch, kind);
  return node && LLVMGetMDNodeNumOperands(node) == 2 &&
         fxc_has_loop_mark(branch, "llvm.loop.unroll.full");
}

/* What the branches back to a loop's header say of it. */
struct told {
  bool is_marked, is_other; /* to be unrolled; something else, as of loops over work-groups */
};

static struct told told_of(const struct fxc_loops *loops, unsigned loop, unsigned kind) {
  const struct fxc_cfg *cfg = loops->cfg;
  unsigned header = loops->loops[loop].header;
  struct told told = {0};
  for (unsigned p = cfg->predecessor_start[header]; p < cfg->predecessor_start[header + 1]; p++) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(cfg->blocks[cfg->predecessors[p]]);
    if (!fxc_loop_contains(loops, loop, cfg->predecessors[p]))
      continue;
    told.is_marked |= is_marked(branch, kind);
    told.is_other |= LLVMGetMetadata(branch, kind) && !is_marked(branch, kind);
  }
  return told;
}

static void mark_loop(const struct fxc_loops *loops, unsigned loop) {
  const struct fxc_cfg *cfg = loops->cfg;
  unsigned header = loops->loops[loop].header;
  for (unsigned p = cfg->predecessor_start[header]; p < cfg->predecessor_start[header + 1]; p++)
    if (fxc_loop_contains(loops, loop, cfg->predecessors[p]))
      fxc_mark_unrolled(LLVMGetBasicBlockTerminator(cfg->blocks[cfg->predecessors[p]]));
}

/* Whether there are loops to be unrolled: those over work-items, which are marked, and those around
 * them, around barriers, which are marked here. */
static bool has_marked_loops(const struct fxc_item_loops *self, LLVMValueRef function) {
  unsigned kind = fxc_metadata_kind(self->context, "llvm.loop");
  struct fxc_cfg cfg;
  struct fxc_domtree tree;
  struct fxc_loops loops;
  bool has = false;
  fxc_cfg_build(&cfg, function);
  fxc_domtree_build(&tree, &cfg);
  fxc_loops_build(&loops, &tree);
  bool *is_around = fxc_new(&loops.arena, loops.count, sizeof *is_around);
  for (unsigned i = loops.count; i-- > 0;) { /* inner ones first */
    struct told told = told_of(&loops, i, kind);
    if (is_around[i] && !told.is_marked && !told.is_other)
      mark_loop(&loops, i);
    else if (!told.is_marked)
      continue;
    has = true;
    if (loops.loops[i].parent != FXC_NONE)
      is_around[loops.loops[i].parent] = true;
  }
  fxc_loops_free(&loops);
  fxc_domtree_free(&tree);
  fxc_cfg_free(&cfg);
  return has;
}

enum fxc_result fxc_loops_unroll_exact(const struct fxc_item_loops *self, LLVMValueRef function) {
  static const char clean[] = "sroa,early-cse,sccp,instcombine<no-verify-fixpoint>,simplifycfg";
  static const char unroll[] =
      "loop-simplify,lcssa,loop-unroll<O2;no-partial;no-peeling;no-runtime>,"
      "sccp,instcombine<no-verify-fixpoint>,simplifycfg,early-cse";
  if (!fxc_run_llvm_on(self->module, function, clean))
    return FXC_FAILED;
  for (unsigned round = 0; has_marked_loops(self, function); round++) {
    if (round == MOST_ROUNDS || fxc_instruction_count(function) > MOST_UNROLLED)
      return FXC_SAME;
    if (!fxc_run_llvm_on(self->module, function, unroll))
      return FXC_FAILED;
  }
  if (fxc_instruction_count(function) > MOST_UNROLLED)
    return FXC_SAME;
  fxc_forward_vectors(function);
  return FXC_CHANGED;
}
