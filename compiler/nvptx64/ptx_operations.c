/* ptx-operations: arithmetic in the form of which ptxas makes the fewest instructions.
 *
 * - Products of 64 bits whose factors have 32 are computed from values of 32 bits, so that they are
 *   mul.wide. LLVM keeps what it knows to be small in 64 bits, and its back end looks for
 *   extensions.
 * - A product that is needed by itself, too, is not contracted into a sum: it stays a
 *   multiplication, and the sum would wait for the other factors. nvcc decides so as well.
 * - Bits are flipped before a shift, where they are one operation of three operands with what is
 *   shifted. LLVM shifts first.
 * - A loop compares its count after the step, not before, so that both need not live.
 *
 * Needs:   optimize.
 * Leaves:  the same values, but for what contraction is free to round.
 * Refuses: nothing.
 * Tests:   tests/passes/ptx-operations. */
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "support/vector.h"

/* ---- Products of 32 by 32 bits ---- */

enum { DEEPEST = 6 };

static bool is_wide(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 64;
}

static bool is_logic(LLVMOpcode opcode) {
  return opcode == LLVMAnd || opcode == LLVMOr || opcode == LLVMXor;
}

/* The upper half is zero, and the lower one costs nothing more in 32 bits. */
static bool is_small(LLVMValueRef value, unsigned depth) {
  if (LLVMIsAConstantInt(value))
    return LLVMConstIntGetZExtValue(value) <= UINT32_MAX;
  if (!LLVMIsAInstruction(value) || depth == DEEPEST)
    return false;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  if (opcode == LLVMZExt)
    return LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(value, 0))) <= 32;
  if (opcode == LLVMLShr) {
    LLVMValueRef count = LLVMGetOperand(value, 1);
    return LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) >= 32 &&
           LLVMConstIntGetZExtValue(count) < 64;
  }
  if (opcode == LLVMAnd) {
    LLVMValueRef mask = LLVMGetOperand(value, 1);
    if (LLVMIsAConstantInt(mask))
      return LLVMConstIntGetZExtValue(mask) <= UINT32_MAX;
  }
  return is_logic(opcode) && is_small(LLVMGetOperand(value, 0), depth + 1) &&
         is_small(LLVMGetOperand(value, 1), depth + 1);
}

/* A small value, in 32 bits, at the place where it is defined. */
static LLVMValueRef narrowed(LLVMBuilderRef builder, LLVMValueRef value) {
  LLVMTypeRef narrow = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(value)));
  if (LLVMIsAConstantInt(value))
    return LLVMConstInt(narrow, LLVMConstIntGetZExtValue(value), false);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  if (opcode == LLVMZExt) {
    LLVMValueRef from = LLVMGetOperand(value, 0);
    if (LLVMGetIntTypeWidth(LLVMTypeOf(from)) == 32)
      return from;
  } else if (is_logic(opcode) && is_small(LLVMGetOperand(value, 0), 1) &&
             is_small(LLVMGetOperand(value, 1), 1)) {
    LLVMValueRef left = narrowed(builder, LLVMGetOperand(value, 0));
    LLVMValueRef right = narrowed(builder, LLVMGetOperand(value, 1));
    LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(value));
    return LLVMBuildBinOp(builder, opcode, left, right, "");
  }
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(value));
  return LLVMBuildTrunc(builder, value, narrow, "");
}

static bool is_extension(LLVMValueRef value) {
  return LLVMIsAConstantInt(value) || LLVMIsAZExtInst(value);
}

static bool is_wide_product(LLVMValueRef product) {
  LLVMValueRef left = LLVMGetOperand(product, 0), right = LLVMGetOperand(product, 1);
  return is_wide(product) && is_small(left, 0) && is_small(right, 0) &&
         !(is_extension(left) && is_extension(right));
}

static void widen(LLVMBuilderRef builder, LLVMValueRef product) {
  for (unsigned i = 0; i < 2; i++) {
    LLVMValueRef factor = LLVMGetOperand(product, i);
    if (is_extension(factor))
      continue;
    LLVMValueRef narrow = narrowed(builder, factor);
    LLVMPositionBuilderBefore(builder, product);
    LLVMSetOperand(product, i, LLVMBuildZExt(builder, narrow, LLVMTypeOf(factor), ""));
  }
}

/* ---- Operations of three operands ---- */

static bool is_needed_once(LLVMValueRef value) {
  return !LLVMGetNextUse(LLVMGetFirstUse(value));
}

/* By how much a logical operation, or its lower half, is shifted to the right; or 0. */
static unsigned shift_of_logic(LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != LLVMLShr)
    return 0;
  LLVMValueRef logic = LLVMGetOperand(value, 0), count = LLVMGetOperand(value, 1);
  if (LLVMIsATruncInst(logic) && is_needed_once(logic))
    logic = LLVMGetOperand(logic, 0);
  return LLVMIsAConstantInt(count) && LLVMIsAInstruction(logic) && is_needed_once(logic) &&
                 is_logic(LLVMGetInstructionOpcode(logic))
             ? (unsigned)LLVMConstIntGetZExtValue(count)
             : 0;
}

/* `(x ^ y) >> n ^ C`, where no bit of C is lost n places further up. */
static bool flips_shifted_logic(LLVMValueRef i) {
  if (LLVMGetInstructionOpcode(i) != LLVMXor ||
      LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMIntegerTypeKind)
    return false;
  LLVMValueRef shift = LLVMGetOperand(i, 0), bits = LLVMGetOperand(i, 1);
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(i)), count = shift_of_logic(shift);
  return count && count < width && (width == 32 || width == 64) && LLVMIsAConstantInt(bits) &&
         is_needed_once(shift) && LLVMConstIntGetZExtValue(bits) >> (width - count) == 0;
}

static void flip_before_shift(LLVMBuilderRef builder, LLVMValueRef flip) {
  LLVMValueRef shift = LLVMGetOperand(flip, 0), count = LLVMGetOperand(shift, 1);
  unsigned long long bits = LLVMConstIntGetZExtValue(LLVMGetOperand(flip, 1))
                            << LLVMConstIntGetZExtValue(count);
  LLVMPositionBuilderBefore(builder, flip);
  LLVMValueRef first = LLVMBuildXor(builder, LLVMGetOperand(shift, 0),
                                    LLVMConstInt(LLVMTypeOf(flip), bits, false), "");
  LLVMReplaceAllUsesWith(flip, LLVMBuildLShr(builder, first, count, ""));
  LLVMInstructionEraseFromParent(flip);
  LLVMInstructionEraseFromParent(shift);
}

/* ---- Contraction ---- */

static bool is_sum(LLVMValueRef value) {
  return LLVMIsAInstruction(value) && (LLVMGetInstructionOpcode(value) == LLVMFAdd ||
                                       LLVMGetInstructionOpcode(value) == LLVMFSub);
}

/* Nothing needs it but sums, at most four, into each of which it is contracted. */
static bool vanishes(LLVMValueRef product) {
  unsigned count = 0;
  for (LLVMUseRef use = LLVMGetFirstUse(product); use; use = LLVMGetNextUse(use))
    if (++count > 1 && (count > 4 || LLVMGetInstructionOpcode(LLVMGetUser(use)) != LLVMFAdd))
      return false;
  LLVMUseRef first = LLVMGetFirstUse(product);
  return count == 1 || LLVMGetInstructionOpcode(LLVMGetUser(first)) == LLVMFAdd;
}

static bool is_product(LLVMValueRef value) {
  return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMFMul;
}

/* Some product is contracted into the sum, but none that vanishes. */
static bool is_worse_contracted(LLVMValueRef sum) {
  if (!is_sum(sum) || !(LLVMGetFastMathFlags(sum) & LLVMFastMathAllowContract))
    return false;
  bool has_product = false;
  for (unsigned i = 0; i < 2; i++) {
    LLVMValueRef operand = LLVMGetOperand(sum, i);
    if (!is_product(operand))
      continue;
    if (vanishes(operand))
      return false;
    has_product = true;
  }
  return has_product;
}

/* Flags are added to an instruction, never taken away: it is another one. */
static void leave_apart(LLVMBuilderRef builder, LLVMValueRef sum) {
  LLVMPositionBuilderBefore(builder, sum);
  LLVMValueRef apart = LLVMBuildBinOp(builder, LLVMGetInstructionOpcode(sum),
                                      LLVMGetOperand(sum, 0), LLVMGetOperand(sum, 1), "");
  LLVMSetFastMathFlags(apart, LLVMGetFastMathFlags(sum) & ~(unsigned)LLVMFastMathAllowContract);
  LLVMReplaceAllUsesWith(sum, apart);
  LLVMInstructionEraseFromParent(sum);
}

/* ---- Counts of loops ---- */

/* A phi of the block with the edge back to itself: where it starts, and its step by one. */
struct count {
  LLVMValueRef start, step;
};

static bool find_count(LLVMValueRef phi, LLVMBasicBlockRef block, struct count *out) {
  if (!LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != block || LLVMCountIncoming(phi) != 2)
    return false;
  unsigned back = LLVMGetIncomingBlock(phi, 0) == block ? 0 : 1;
  if (LLVMGetIncomingBlock(phi, back) != block)
    return false;
  out->start = LLVMGetIncomingValue(phi, 1 - back);
  out->step = LLVMGetIncomingValue(phi, back);
  return LLVMIsAInstruction(out->step) && LLVMGetInstructionParent(out->step) == block &&
         LLVMGetInstructionOpcode(out->step) == LLVMAdd && LLVMGetOperand(out->step, 0) == phi &&
         LLVMIsAConstantInt(LLVMGetOperand(out->step, 1)) &&
         LLVMConstIntGetZExtValue(LLVMGetOperand(out->step, 1)) == 1;
}

/* The block comes again only where it is true. */
static bool keeps_going(LLVMValueRef compare, LLVMBasicBlockRef block) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
  if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) ||
      LLVMGetSuccessor(branch, 0) != block || LLVMGetSuccessor(branch, 1) == block)
    return false;
  LLVMValueRef condition = LLVMGetCondition(branch);
  if (condition == compare)
    return true;
  if (LLVMIsASelectInst(condition)) {
    LLVMValueRef otherwise = LLVMGetOperand(condition, 2);
    return LLVMIsAConstantInt(otherwise) && !LLVMConstIntGetZExtValue(otherwise) &&
           (LLVMGetOperand(condition, 0) == compare || LLVMGetOperand(condition, 1) == compare);
  }
  return LLVMIsAInstruction(condition) && LLVMGetInstructionOpcode(condition) == LLVMAnd &&
         (LLVMGetOperand(condition, 0) == compare || LLVMGetOperand(condition, 1) == compare);
}

/* What the step is to be less than, instead of the count; NULL where the step might overflow. From
 * a start that is no more than the bound the count stays so. */
static LLVMValueRef bound_after(LLVMValueRef compare, LLVMValueRef start) {
  LLVMValueRef bound = LLVMGetOperand(compare, 1);
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(compare);
  if (!LLVMIsAConstantInt(bound) || !LLVMIsAConstantInt(start) ||
      LLVMGetIntTypeWidth(LLVMTypeOf(bound)) > 64)
    return NULL;
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(bound));
  uint64_t value = LLVMConstIntGetZExtValue(bound), first = LLVMConstIntGetZExtValue(start);
  /* Not negative, so that signed or not is the same. */
  bool is_ok = (predicate == LLVMIntULT || predicate == LLVMIntSLT) &&
               value < UINT64_MAX >> (64 - width) >> 1 && first <= value;
  return is_ok ? LLVMConstInt(LLVMTypeOf(bound), value + 1, false) : NULL;
}

static bool comes_before(LLVMValueRef first, LLVMValueRef second) {
  LLVMValueRef at = first;
  while (at && at != second)
    at = LLVMGetNextInstruction(at);
  return at != NULL;
}

/* The compare of a loop of one block, of a count that nothing but it and the step needs. */
static bool compare_after_step(LLVMBuilderRef builder, LLVMValueRef compare) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(compare);
  LLVMValueRef phi = LLVMGetOperand(compare, 0), bound;
  struct count count;
  if (!find_count(phi, block, &count) || !keeps_going(compare, block) ||
      !(bound = bound_after(compare, count.start)))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(phi); use; use = LLVMGetNextUse(use))
    if (LLVMGetUser(use) != count.step && LLVMGetUser(use) != compare)
      return false;
  if (!comes_before(count.step, compare)) {
    LLVMInstructionRemoveFromParent(count.step);
    LLVMPositionBuilderBefore(builder, compare);
    LLVMInsertIntoBuilder(builder, count.step);
  }
  /* Frozen, it is no series that LLVM would turn back into one of counts before the step. */
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(count.step));
  LLVMValueRef after = LLVMBuildFreeze(builder, count.step, "");
  LLVMReplaceAllUsesWith(count.step, after);
  LLVMSetOperand(after, 0, count.step);
  LLVMSetICmpSameSign(compare, false);
  LLVMSetOperand(compare, 0, after);
  LLVMSetOperand(compare, 1, bound);
  return true;
}

/* ---- All together ---- */

enum fxc_result fxc_ptx_operations(struct fxc_module *module) {
  FXS_VECTOR(LLVMValueRef) products = {0}, flips = {0}, sums = {0}, compares = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMGetInstructionOpcode(i) == LLVMMul && is_wide_product(i))
          fxc_push(&products, i);
        else if (flips_shifted_logic(i))
          fxc_push(&flips, i);
        else if (is_worse_contracted(i))
          fxc_push(&sums, i);
        else if (LLVMIsAICmpInst(i))
          fxc_push(&compares, i);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module->ir));
  for (size_t i = 0; i < products.count; i++)
    widen(builder, products.items[i]);
  for (size_t i = 0; i < flips.count; i++)
    flip_before_shift(builder, flips.items[i]);
  for (size_t i = 0; i < sums.count; i++)
    leave_apart(builder, sums.items[i]);
  size_t changed = products.count + flips.count + sums.count;
  for (size_t i = 0; i < compares.count; i++)
    changed += compare_after_step(builder, compares.items[i]);
  LLVMDisposeBuilder(builder);
  fxs_vector_free(&products);
  fxs_vector_free(&flips);
  fxs_vector_free(&sums);
  fxs_vector_free(&compares);
  return changed ? FXC_CHANGED : FXC_SAME;
}
