/* spirv-narrow-ids: indices of 32 bits that are made of ids are computed in 32 bits.
 *
 * `int i = group * size + local` is 64-bit arithmetic whose result is cut off. Of the cut drivers
 * do not know that neighbouring work-items get neighbouring numbers, so that they gather and
 * scatter; of a local id that is cut, and of what is added to it, they do. The lower half of a sum,
 * a difference or a product is that of the halves. The ids are cut where the optimizer cannot see
 * it: it would compute in 64 bits what begins and ends there.
 *
 * Needs:   optimize-early has inlined.
 * Leaves:  of a local, global or group id and its like, where 32 bits are wanted of them or of
 *          arithmetic on them, calls of falx.narrow_id. (narrow_ids.h), for spirv-ids.
 * Refuses: nothing. Below -O2 it does nothing.
 * Tests:   tests/passes/spirv-narrow-ids. */
#include <llvm-c/DebugInfo.h>
#include <stdio.h>

#include "compiler/ir/builtins.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "compiler/spir64/narrow_ids.h"
#include "support/vector.h"

enum { DEEPEST = 6, NARROW = 32, WIDE = 64 };

struct narrowing {
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMTypeRef narrow;
};

/* The lower half of its result depends on no upper half. */
static bool is_arithmetic(LLVMValueRef value) {
  if (!LLVMIsABinaryOperator(value))
    return false;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  return opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul;
}

/* Is it computed from a local or global id, by few steps? */
static bool has_id(LLVMValueRef value, unsigned depth) {
  enum fxc_builtin builtin = fxc_builtin_called(value);
  if (builtin == FXC_LOCAL_ID || builtin == FXC_GLOBAL_ID)
    return true;
  return depth < DEEPEST && is_arithmetic(value) &&
         (has_id(LLVMGetOperand(value, 0), depth + 1) ||
          has_id(LLVMGetOperand(value, 1), depth + 1));
}

static LLVMValueRef ask(struct narrowing *self, enum fxc_builtin builtin, LLVMValueRef dimension) {
  char name[64];
  snprintf(name, sizeof name, NARROW_ID "%s", fxc_builtins[builtin].spirv_name);
  LLVMTypeRef type = LLVMFunctionType(self->narrow, &self->narrow, 1, false);
  LLVMValueRef function = LLVMGetNamedFunction(self->module, name);
  if (!function) {
    function = LLVMAddFunction(self->module, name, type);
    fxc_describe_builtin(function);
  }
  return LLVMBuildCall2(self->builder, type, function, &dimension, 1, "");
}

static LLVMValueRef narrow(struct narrowing *self, LLVMValueRef value, unsigned depth) {
  enum fxc_builtin builtin = fxc_builtin_called(value);
  if (builtin != FXC_BUILTIN_COUNT && fxc_builtins[builtin].has_dimension)
    return ask(self, builtin, LLVMGetOperand(value, 0));
  if (depth == DEEPEST || !is_arithmetic(value))
    return LLVMBuildTrunc(self->builder, value, self->narrow, ""); /* a constant, if it is one */
  LLVMValueRef first = narrow(self, LLVMGetOperand(value, 0), depth + 1);
  LLVMValueRef second = narrow(self, LLVMGetOperand(value, 1), depth + 1);
  return LLVMBuildBinOp(self->builder, LLVMGetInstructionOpcode(value), first, second, "");
}

/* ---- Lower halves in the upper one, which is how LLVM extends them with their sign ---- */

static bool is_constant(LLVMValueRef value, uint64_t least, uint64_t most) {
  return LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value) >= least &&
         LLVMConstIntGetZExtValue(value) <= most;
}

/* Is its lower half zero, by few steps, and its upper half made of an id? */
static bool is_upper(LLVMValueRef value, unsigned depth) {
  if (!LLVMIsABinaryOperator(value) || depth == DEEPEST)
    return false;
  LLVMValueRef first = LLVMGetOperand(value, 0), second = LLVMGetOperand(value, 1);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  if (opcode == LLVMShl)
    return is_constant(second, NARROW, NARROW) && has_id(first, 0);
  return opcode == LLVMAdd && is_upper(first, depth + 1) && LLVMIsAConstantInt(second) &&
         LLVMConstIntGetZExtValue(second) << NARROW == 0;
}

static LLVMValueRef narrow_upper(struct narrowing *self, LLVMValueRef value) {
  LLVMValueRef second = LLVMGetOperand(value, 1);
  if (LLVMGetInstructionOpcode(value) == LLVMShl)
    return narrow(self, LLVMGetOperand(value, 0), 0);
  LLVMValueRef first = narrow_upper(self, LLVMGetOperand(value, 0));
  uint64_t more = LLVMConstIntGetZExtValue(second) >> NARROW;
  return LLVMBuildAdd(self->builder, first, LLVMConstInt(self->narrow, more, false), "");
}

/* ---- Where 32 bits are wanted ---- */

struct cuts {
  FXS_VECTOR(LLVMValueRef) of;
};

static bool has_width(LLVMValueRef value, unsigned bits) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == bits;
}

static bool is_trunc(LLVMValueRef i) {
  return LLVMIsATruncInst(i) && has_width(i, NARROW) && has_width(LLVMGetOperand(i, 0), WIDE) &&
         has_id(LLVMGetOperand(i, 0), 0);
}

/* It extends with the sign, and multiplies by a power of two if it shifts by less than a half. */
static bool is_extension(LLVMValueRef i) {
  return LLVMIsABinaryOperator(i) && LLVMGetInstructionOpcode(i) == LLVMAShr &&
         has_width(i, WIDE) && is_constant(LLVMGetOperand(i, 1), 1, NARROW) &&
         is_upper(LLVMGetOperand(i, 0), 0);
}

static void find_cuts(LLVMValueRef function, struct cuts *found) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (is_trunc(i) || is_extension(i))
        fxc_push(&found->of, i);
}

static LLVMValueRef replacement(struct narrowing *self, LLVMValueRef cut) {
  LLVMValueRef value = LLVMGetOperand(cut, 0);
  if (LLVMIsATruncInst(cut))
    return narrow(self, value, 0);
  LLVMTypeRef wide = LLVMTypeOf(cut);
  LLVMValueRef index = LLVMBuildSExt(self->builder, narrow_upper(self, value), wide, "");
  uint64_t left = NARROW - LLVMConstIntGetZExtValue(LLVMGetOperand(cut, 1));
  return left ? LLVMBuildShl(self->builder, index, LLVMConstInt(wide, left, false), "") : index;
}

enum fxc_result fxc_spirv_narrow_ids(struct fxc_module *module) {
  if (module->options->opt_level < 2)
    return FXC_SAME;
  LLVMContextRef context = LLVMGetModuleContext(module->ir);
  struct narrowing self = {.module = module->ir,
                           .builder = LLVMCreateBuilderInContext(context),
                           .narrow = LLVMInt32TypeInContext(context)};
  struct cuts found = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (!fxc_has_attribute(f, (unsigned)LLVMAttributeFunctionIndex, "optnone"))
      find_cuts(f, &found);
  for (size_t i = 0; i < found.of.count; i++) {
    LLVMValueRef cut = found.of.items[i];
    LLVMPositionBuilderBefore(self.builder, cut);
    LLVMSetCurrentDebugLocation2(self.builder, LLVMInstructionGetDebugLoc(cut));
    LLVMReplaceAllUsesWith(cut, replacement(&self, cut));
    LLVMInstructionEraseFromParent(cut);
  }
  bool is_changed = found.of.count > 0;
  fxs_vector_free(&found.of);
  LLVMDisposeBuilder(self.builder);
  return is_changed ? FXC_CHANGED : FXC_SAME;
}
