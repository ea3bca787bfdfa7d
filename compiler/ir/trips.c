#include "compiler/ir/trips.h"

#include "compiler/ir/compare.h"

static unsigned width_of(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

static uint64_t cut(uint64_t value, unsigned width) {
  return width < 64 ? value & ((UINT64_C(1) << width) - 1) : value;
}

/* The count's start and step. */
struct progression {
  LLVMValueRef phi, next;
  uint64_t start, step;
  unsigned width;
};

static bool is_progression(LLVMValueRef phi, LLVMBasicBlockRef latch, struct progression *out) {
  unsigned width = width_of(phi);
  if (width == 0 || width > 64 || LLVMCountIncoming(phi) != 2)
    return false;
  unsigned back = LLVMGetIncomingBlock(phi, 1) == latch;
  LLVMValueRef start = LLVMGetIncomingValue(phi, !back), next = LLVMGetIncomingValue(phi, back);
  if (LLVMGetIncomingBlock(phi, back) != latch || !LLVMIsAConstantInt(start) ||
      !LLVMIsAInstruction(next) || LLVMGetInstructionOpcode(next) != LLVMAdd ||
      LLVMGetOperand(next, 0) != phi || !LLVMIsAConstantInt(LLVMGetOperand(next, 1)))
    return false;
  *out = (struct progression){phi, next, LLVMConstIntGetZExtValue(start),
                              LLVMConstIntGetZExtValue(LLVMGetOperand(next, 1)), width};
  return true;
}

/* How often the block runs that ends with the branch, until it leaves the loop; 0: not known. */
static unsigned long number_of(const struct progression *p, LLVMValueRef branch, bool leaves_on,
                               unsigned long most) {
  LLVMValueRef test = LLVMGetCondition(branch);
  if (!LLVMIsAICmpInst(test) || !LLVMIsAConstantInt(LLVMGetOperand(test, 1)))
    return 0;
  bool is_next = LLVMGetOperand(test, 0) == p->next;
  if (!is_next && LLVMGetOperand(test, 0) != p->phi)
    return 0;
  uint64_t limit = LLVMConstIntGetZExtValue(LLVMGetOperand(test, 1)), value = p->start;
  for (unsigned long trips = 1; trips <= most; trips++) {
    uint64_t next = cut(value + p->step, p->width);
    if (fxc_compare_integers(LLVMGetICmpPredicate(test), is_next ? next : value, limit, p->width) ==
        leaves_on)
      return trips;
    value = next;
  }
  return 0;
}

/* The only block that jumps back to the loop's begin; NULL: there are several. */
static LLVMBasicBlockRef latch_of(const struct fxc_loops *self, unsigned loop) {
  unsigned header = self->loops[loop].header;
  LLVMBasicBlockRef latch = NULL;
  for (unsigned e = self->cfg->predecessor_start[header];
       e < self->cfg->predecessor_start[header + 1]; e++) {
    unsigned from = self->cfg->predecessors[e];
    if (!fxc_loop_contains(self, loop, from))
      continue;
    if (latch)
      return NULL;
    latch = self->cfg->blocks[from];
  }
  return latch;
}

/* Where the block's end leaves the loop: 1 if its condition is true, 0 if it is false, else -1. */
static int leaves_on(const struct fxc_loops *self, unsigned loop, LLVMBasicBlockRef block) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
  if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
    return -1;
  bool is_in[2];
  for (unsigned i = 0; i < 2; i++)
    is_in[i] =
        fxc_loop_contains(self, loop, fxc_cfg_number(self->cfg, LLVMGetSuccessor(branch, i)));
  return is_in[0] == is_in[1] ? -1 : is_in[1];
}

struct fxc_trips fxc_trips_of(const struct fxc_loops *loops, unsigned loop, unsigned long most) {
  LLVMBasicBlockRef header = loops->cfg->blocks[loops->loops[loop].header];
  LLVMBasicBlockRef latch = latch_of(loops, loop), blocks[2] = {header, latch};
  if (!latch)
    return (struct fxc_trips){0};
  for (LLVMValueRef phi = LLVMGetFirstInstruction(header); phi && LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi)) {
    struct progression p;
    if (!is_progression(phi, latch, &p))
      continue;
    for (unsigned i = 0; i < 2; i++) {
      int exit = leaves_on(loops, loop, blocks[i]);
      unsigned long number =
          exit < 0 ? 0 : number_of(&p, LLVMGetBasicBlockTerminator(blocks[i]), exit, most);
      if (number)
        return (struct fxc_trips){.count = phi,
                                  .step = LLVMConstIntGetSExtValue(LLVMGetOperand(p.next, 1)),
                                  .latch = latch,
                                  .number = number,
                                  .laps = number - (blocks[i] != latch)};
    }
  }
  return (struct fxc_trips){0};
}

unsigned long fxc_suggested_row(const struct fxc_loops *loops, unsigned loop) {
  enum { LEAST = 8, MOST = 256 };
  struct fxc_trips trips = fxc_trips_of(loops, loop, MOST + 1);
  return trips.count && trips.laps >= LEAST && trips.laps <= MOST ? trips.laps : 0;
}
