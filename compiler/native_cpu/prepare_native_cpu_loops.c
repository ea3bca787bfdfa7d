/* Barriers in loops that go over memory with large steps, in which neighbouring work-items have
 * neighbouring elements.
 *
 *     for (k = 0; k < 256; k++)
 *       bins[in[k * 256 + l]]++;
 *
 * A vector of work-items that runs the loop to its end goes over memory with holes, and the next
 * one fills them: processors do not fetch ahead what is read like that. With a barrier in the loop
 * all work-items of the group do one round before the next, and memory is read as it lies. Only
 * the order of the work-items changes, which nothing orders. */
#include "compiler/ir/address.h"
#include "compiler/ir/postdom.h"
#include "compiler/ir/trips.h"
#include "compiler/native_cpu/growth.h"
#include "compiler/native_cpu/prepare_native_cpu.h"

enum {
  LEAST_LAPS = 8,
  MOST_LAPS = 1 << 16,
  LEAST_STEP = 256,       /* bytes from round to round */
  MOST_INSTRUCTIONS = 64, /* of a loop */
  MOST_CARRIED = 2,       /* values of a work-item's own that have to be kept from round to round */
};

struct loops {
  struct fxc_cfg cfg;
  struct fxc_loops all;
  LLVMTargetDataRef layout;
  struct fxc_postdom postdominators;
  unsigned loop;          /* that is looked at */
  struct fxc_trips trips; /* of it */
};

/* How much the value grows by; not known if that is no constant. */
static struct fxc_growth growth_of(const struct loops *self, LLVMValueRef value) {
  struct fxc_growth_source source = {self->layout, self->trips.count, self->trips.step};
  struct fxc_growth growth = fxc_growth_of(&source, value);
  growth.is_known &= !growth.by[FXC_BY_ROW].is_other && !growth.by[FXC_BY_ROUND].is_other;
  return growth;
}

/* ---- Which loops ---- */

static bool is_in_loop(const struct loops *self, LLVMValueRef i) {
  return fxc_loop_contains(&self->all, self->loop,
                           fxc_cfg_number(&self->cfg, LLVMGetInstructionParent(i)));
}

static bool is_used_outside(const struct loops *self, LLVMValueRef i) {
  for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use))
    if (!is_in_loop(self, LLVMGetUser(use)))
      return true;
  return false;
}

/* Every path from the kernel's begin comes to the block. */
static bool is_always_reached(const struct loops *self, unsigned block) {
  unsigned at = 0;
  while (at != block && at != self->postdominators.exit)
    at = self->postdominators.ipdom[at];
  return at == block;
}

/* All work-items of the group come to it, and leave it after the same number of rounds. */
static bool is_together(const struct loops *self) {
  const struct fxc_loop *loop = &self->all.loops[self->loop];
  unsigned exits = 0;
  for (unsigned k = 0; k < loop->block_count; k++)
    for (unsigned e = self->cfg.successor_start[loop->blocks[k]];
         e < self->cfg.successor_start[loop->blocks[k] + 1]; e++)
      exits += !fxc_loop_contains(&self->all, self->loop, self->cfg.successors[e]);
  return exits == 1 && loop->depth == 1 && loop->block_count <= 2 &&
         is_always_reached(self, loop->header);
}

/* What the loop's accesses are like, and what a barrier in it would cost. */
struct look {
  unsigned instructions, carried;
  bool goes_far, is_wanted;
};

/* The operands that come from before the loop and are neither the same for all work-items nor
 * counted from their ids. */
static unsigned carried_by(const struct loops *self, LLVMValueRef i) {
  unsigned count = 0;
  for (int k = 0; k < LLVMGetNumOperands(i); k++) {
    LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
    count += LLVMIsAInstruction(operand) && !is_in_loop(self, operand) &&
             !growth_of(self, operand).is_known;
  }
  return count;
}

static void look_at_access(const struct loops *self, struct look *look, LLVMValueRef i) {
  unsigned operand = LLVMIsAStoreInst(i) ? 1 : 0;
  LLVMValueRef pointer = LLVMGetOperand(i, operand);
  LLVMTypeRef type = LLVMTypeOf(operand ? LLVMGetOperand(i, 0) : i);
  if (LLVMIsAAllocaInst(fxc_object_of(pointer)))
    look->is_wanted = false;
  if (LLVMIsAAtomicRMWInst(i))
    return;
  struct fxc_growth growth = growth_of(self, pointer);
  int64_t per_lap = growth.by[FXC_BY_ROUND].constant;
  int64_t size = (int64_t)LLVMABISizeOfType(self->layout, type);
  bool is_far = per_lap >= LEAST_STEP || per_lap <= -LEAST_STEP;
  if (LLVMGetVolatile(i) || (growth.is_known && per_lap && !is_far))
    look->is_wanted = false; /* round after round through the same lines */
  look->goes_far |= growth.is_known && growth.by[FXC_BY_ROW].constant == size && is_far;
}

static void look_at(const struct loops *self, struct look *look, LLVMValueRef i) {
  look->instructions++;
  look->carried += carried_by(self, i);
  if (look->instructions > MOST_INSTRUCTIONS || look->carried > MOST_CARRIED ||
      is_used_outside(self, i) || (LLVMIsAPHINode(i) && i != self->trips.count))
    look->is_wanted = false;
  if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i) || LLVMIsAAtomicRMWInst(i))
    look_at_access(self, look, i);
  else if (LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i) || fxc_barrier_id(i))
    look->is_wanted = false;
}

static bool is_wanted(struct loops *self) {
  const struct fxc_loop *loop = &self->all.loops[self->loop];
  self->trips = fxc_trips_of(&self->all, self->loop, MOST_LAPS);
  if (!self->trips.count || self->trips.laps < LEAST_LAPS || !is_together(self))
    return false;
  struct look look = {.is_wanted = self->trips.step > INT32_MIN && self->trips.step < INT32_MAX};
  for (unsigned k = 0; k < loop->block_count && look.is_wanted; k++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(self->cfg.blocks[loop->blocks[k]]);
         i && look.is_wanted; i = LLVMGetNextInstruction(i))
      look_at(self, &look, i);
  return look.is_wanted && look.goes_far;
}

unsigned fxc_cut_loops(LLVMModuleRef module, LLVMValueRef kernel, unsigned barrier_count) {
  struct loops self = {.layout = LLVMGetModuleDataLayout(module)};
  struct fxc_domtree tree;
  fxc_cfg_build(&self.cfg, kernel);
  if (!fxc_postdom_build(&self.postdominators, &self.cfg)) {
    fxc_cfg_free(&self.cfg);
    return barrier_count;
  }
  fxc_domtree_build(&tree, &self.cfg);
  fxc_loops_build(&self.all, &tree);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (; self.loop < self.all.count; self.loop++)
    if (is_wanted(&self)) {
      LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(self.trips.latch));
      fxc_add_barrier(builder, module, ++barrier_count);
    }
  LLVMDisposeBuilder(builder);
  fxc_postdom_free(&self.postdominators);
  fxc_loops_free(&self.all);
  fxc_domtree_free(&tree);
  fxc_cfg_free(&self.cfg);
  return barrier_count;
}
