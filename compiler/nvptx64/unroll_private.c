/* unroll-private: loops are marked to be unrolled whole that choose elements of private arrays by
 * their count. The elements are registers then, where an array with an index is memory.
 *
 * Needs:   lowered kernels; loops as clang makes them, or rotated.
 * Leaves:  llvm.loop.unroll.full at loops whose iterations are known and, unrolled, not too long,
 *          and which index alloca's by nothing but such loops' counts.
 * Refuses: nothing.
 * Tests:   tests/passes/unroll-private. */

#include "compiler/ir/loop_marks.h"
#include "compiler/ir/trips.h"
#include "compiler/memory.h"
#include "compiler/pass.h"

enum { MOST_TRIPS = 256, MOST_INSTRUCTIONS = 6000, DEEPEST = 16 };

struct known_loop {
  struct fxc_trips trips;
  unsigned long size; /* unrolled */
  bool chooses;       /* an index of an alloca is made of the count */
};

struct state {
  const struct fxc_cfg *cfg;
  const struct fxc_loops *loops;
  struct known_loop *known;
};

static unsigned block_of(const struct state *self, LLVMValueRef instruction) {
  return fxc_cfg_number(self->cfg, LLVMGetInstructionParent(instruction));
}

/* ---- Indices ---- */

static bool is_computed(LLVMValueRef value) {
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMTrunc:
    return true;
  default:
    return false;
  }
}

/* Whether the value is a number once the loops around it are unrolled whose counts it is made of.
 * Those choose, then. */
static bool is_of_counts(const struct state *self, LLVMValueRef value, unsigned depth, bool marks) {
  if (LLVMIsAConstantInt(value))
    return true;
  if (!LLVMIsAInstruction(value) || depth == DEEPEST)
    return false;
  if (LLVMIsAPHINode(value)) {
    unsigned block = block_of(self, value);
    unsigned loop = block == FXC_NONE ? FXC_NONE : self->loops->innermost[block];
    bool is_count = loop != FXC_NONE && self->known[loop].trips.count == value;
    if (is_count && marks)
      self->known[loop].chooses = true;
    return is_count;
  }
  if (!is_computed(value))
    return false;
  for (int i = 0; i < LLVMGetNumOperands(value); i++)
    if (!is_of_counts(self, LLVMGetOperand(value, (unsigned)i), depth + 1, marks))
      return false;
  return true;
}

static bool has_index_of_counts(const struct state *self, LLVMValueRef address, bool marks) {
  for (int i = 1; i < LLVMGetNumOperands(address); i++)
    if (!is_of_counts(self, LLVMGetOperand(address, (unsigned)i), 0, marks))
      return false;
  return true;
}

/* Whether the memory becomes registers once loops are unrolled: its address goes nowhere, and every
 * index into it is of counts. Those choose, then. */
static bool becomes_registers(const struct state *self, LLVMValueRef address, bool marks) {
  for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool is_part = LLVMIsAAddrSpaceCastInst(user) != NULL;
    if (LLVMIsAGetElementPtrInst(user))
      is_part = has_index_of_counts(self, user, marks);
    if (is_part ? !becomes_registers(self, user, marks)
                : !LLVMIsALoadInst(user) && !LLVMIsAIntrinsicInst(user) &&
                      !(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address))
      return false;
  }
  return true;
}

static void find_choices(const struct state *self) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(self->cfg->blocks[0]); i;
       i = LLVMGetNextInstruction(i))
    if (LLVMIsAAllocaInst(i) && becomes_registers(self, i, false))
      (void)becomes_registers(self, i, true);
}

/* ---- Size ---- */

/* Of the loop's own blocks; inner ones come behind outer ones, and are added by measure(). */
static unsigned long own_size(const struct state *self, unsigned loop) {
  const struct fxc_loop *l = &self->loops->loops[loop];
  unsigned long size = 0;
  for (unsigned k = 0; k < l->block_count; k++)
    if (self->loops->innermost[l->blocks[k]] == loop)
      for (LLVMValueRef i = LLVMGetFirstInstruction(self->cfg->blocks[l->blocks[k]]); i;
           i = LLVMGetNextInstruction(i))
        size++;
  return size;
}

static void measure(const struct state *self) {
  for (unsigned loop = self->loops->count; loop-- > 0;) {
    struct known_loop *known = &self->known[loop];
    unsigned parent = self->loops->loops[loop].parent;
    known->size += own_size(self, loop);
    known->chooses = known->chooses && known->trips.number > 1 &&
                     known->size <= MOST_INSTRUCTIONS / known->trips.number;
    if (known->chooses)
      known->size *= known->trips.number;
    if (parent != FXC_NONE)
      self->known[parent].size += known->size;
  }
}

/* ---- Metadata ---- */

/* Unless the program says itself how the loop is to be unrolled. */
static bool mark(LLVMValueRef branch) {
  if (fxc_has_loop_mark(branch, "llvm.loop.unroll."))
    return false;
  fxc_mark_unrolled(branch);
  return true;
}

static bool run_on(LLVMValueRef function) {
  struct fxc_cfg cfg;
  struct fxc_domtree tree;
  struct fxc_loops loops;
  bool is_changed = false;
  fxc_cfg_build(&cfg, function);
  fxc_domtree_build(&tree, &cfg);
  fxc_loops_build(&loops, &tree);
  struct state self = {&cfg, &loops, fxc_new(&loops.arena, loops.count, sizeof *self.known)};
  for (unsigned i = 0; i < loops.count; i++)
    self.known[i].trips = fxc_trips_of(&loops, i, MOST_TRIPS);
  find_choices(&self);
  measure(&self);
  for (unsigned i = 0; i < loops.count; i++)
    if (self.known[i].chooses)
      is_changed = mark(LLVMGetBasicBlockTerminator(self.known[i].trips.latch)) || is_changed;
  fxc_loops_free(&loops);
  fxc_domtree_free(&tree);
  fxc_cfg_free(&cfg);
  return is_changed;
}

enum fxc_result fxc_unroll_private(struct fxc_module *module) {
  bool is_changed = false;
  if (module->options->opt_level > 1)
    for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
      if (!LLVMIsDeclaration(f))
        is_changed = run_on(f) || is_changed;
  return is_changed ? FXC_CHANGED : FXC_SAME;
}
