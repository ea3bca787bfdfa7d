/* spirv-roundings: floor, ceil and trunc of what the work-items of a row have in common, by
 * conversions.
 *
 * Drivers for CPUs compute for a row of work-items at once, and once for all of them what is the
 * same for each. Of OpenCL's functions they do not know that: a call is made for every lane, and
 * all that follows from it is in lanes, too. Conversions, comparisons and choices they know.
 *
 * Needs:   what docs/ir.md says of spir64 before code generation; spirv-ids has run.
 * Leaves:  calls of llvm.floor, llvm.ceil and llvm.trunc where the argument differs within a row of
 *          dimension 0, or is one for the launch, which drivers compute beforehand; of vectors, and
 *          of half. The results are the same for every argument.
 * Refuses: nothing. Below -O2 it does nothing.
 * Tests:   tests/passes/spirv-roundings. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/ir/builtins.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/uniform.h"
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "support/vector.h"

enum { DIMENSIONS = 3 };
enum rounding { DOWN, UP, TO_ZERO, NO_ROUNDING };
static const char *const intrinsics[] = {"llvm.floor.f", "llvm.ceil.f", "llvm.trunc.f"};

static const char *called(LLVMValueRef i) {
  LLVMValueRef function = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  size_t length;
  return function && LLVMIsAFunction(function) ? LLVMGetValueName2(function, &length) : NULL;
}

/* Of a call for float or double; NO_ROUNDING for everything else. */
static enum rounding rounding_of(LLVMValueRef i) {
  const char *name = called(i);
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(i));
  if (!name || (kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind))
    return NO_ROUNDING;
  enum rounding one = DOWN;
  while (one < NO_ROUNDING && strncmp(name, intrinsics[one], strlen(intrinsics[one])) != 0)
    one++;
  return one;
}

/* The work-items of a row have the same ids from dimension 1 on, *first here; those of a launch
 * have none in common. */
static enum fxc_origin_of_value origin(void *first, LLVMValueRef i) {
  if (LLVMIsALoadInst(i))
    return LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic
               ? FXC_ALWAYS_VARYING
               : FXC_FROM_OPERANDS;
  enum fxc_builtin builtin = fxc_builtin_called(i);
  if (builtin == FXC_BUILTIN_COUNT)
    return FXC_FROM_OPERANDS;
  if (!fxc_builtins[builtin].has_dimension)
    return FXC_ALWAYS_VARYING;
  LLVMValueRef dimension = LLVMGetOperand(i, 0);
  bool is_known = LLVMIsAConstantInt(dimension);
  bool differs = builtin == FXC_GLOBAL_ID || builtin == FXC_LOCAL_ID;
  bool is_one = is_known && (!differs || LLVMConstIntGetZExtValue(dimension) >= *(unsigned *)first);
  return is_one ? FXC_ALWAYS_UNIFORM : FXC_ALWAYS_VARYING;
}

/* Numbers from 2^(bits of the mantissa) on have no fraction, and neither has what is no number. All
 * others fit into an integer; the sign of a zero is the argument's. */
static void replace(LLVMBuilderRef builder, LLVMValueRef call, enum rounding rounding) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
  LLVMTypeRef type = LLVMTypeOf(call);
  bool is_double = LLVMGetTypeKind(type) == LLVMDoubleTypeKind;
  unsigned bits = is_double ? 64 : 32;
  LLVMTypeRef integer = LLVMIntTypeInContext(context, bits);
  const double edge = is_double ? 0x1p52 : 0x1p23;
  LLVMValueRef sign_bit = LLVMConstInt(integer, 1ull << (bits - 1), false);
  LLVMValueRef value = LLVMGetOperand(call, 0);
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));

  LLVMValueRef whole = LLVMBuildFPToSI(builder, value, integer, "");
  LLVMValueRef rounded = LLVMBuildSIToFP(builder, whole, type, "");
  if (rounding != TO_ZERO) {
    LLVMRealPredicate is_beyond = rounding == DOWN ? LLVMRealOGT : LLVMRealOLT;
    LLVMValueRef step = LLVMConstReal(type, rounding == DOWN ? -1 : 1);
    LLVMValueRef next = LLVMBuildFAdd(builder, rounded, step, "");
    LLVMValueRef has_to_move = LLVMBuildFCmp(builder, is_beyond, rounded, value, "");
    rounded = LLVMBuildSelect(builder, has_to_move, next, rounded, "");
  }
  LLVMValueRef pattern = LLVMBuildBitCast(builder, value, integer, "");
  LLVMValueRef sign = LLVMBuildAnd(builder, pattern, sign_bit, "");
  LLVMValueRef without = LLVMBuildBitCast(builder, rounded, integer, "");
  LLVMValueRef with = LLVMBuildOr(builder, without, sign, "");
  LLVMValueRef result = LLVMBuildBitCast(builder, with, type, "");
  LLVMValueRef is_below = LLVMBuildFCmp(builder, LLVMRealOLT, value, LLVMConstReal(type, edge), "");
  LLVMValueRef is_above =
      LLVMBuildFCmp(builder, LLVMRealOGT, value, LLVMConstReal(type, -edge), "");
  LLVMValueRef has_fraction = LLVMBuildAnd(builder, is_below, is_above, "");
  LLVMReplaceAllUsesWith(call, LLVMBuildSelect(builder, has_fraction, result, value, ""));
  LLVMInstructionEraseFromParent(call);
}

struct calls {
  FXS_VECTOR(LLVMValueRef) of;
};

static void find_calls(LLVMValueRef function, struct calls *calls) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (rounding_of(i) != NO_ROUNDING)
        fxc_push(&calls->of, i);
}

/* Leaves those whose argument is the same for work-items whose ids are so from dimension `first`
 * on, or those for which it is not. */
static void keep(const struct fxc_cfg *cfg, struct calls *calls, unsigned first, bool is_same) {
  struct fxc_uniform uniform = {.cfg = cfg, .origin = origin, .context = &first};
  fxc_uniform_build(&uniform);
  size_t kept = 0;
  for (size_t i = 0; i < calls->of.count; i++)
    if (fxc_is_group_uniform(&uniform, LLVMGetOperand(calls->of.items[i], 0)) == is_same)
      calls->of.items[kept++] = calls->of.items[i];
  calls->of.count = kept;
  fxc_uniform_free(&uniform);
}

static void keep_those_of_rows(LLVMValueRef kernel, struct calls *calls) {
  struct fxc_cfg cfg;
  fxc_cfg_build(&cfg, kernel);
  keep(&cfg, calls, 1, true);
  if (calls->of.count)
    keep(&cfg, calls, DIMENSIONS, false);
  fxc_cfg_free(&cfg);
}

enum fxc_result fxc_spirv_roundings(struct fxc_module *module) {
  if (module->options->opt_level < 2)
    return FXC_SAME;
  bool is_changed = false;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module->ir));
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    struct calls calls = {0};
    if (fxc_is_kernel(f))
      find_calls(f, &calls);
    if (calls.of.count)
      keep_those_of_rows(f, &calls);
    for (size_t i = 0; i < calls.of.count; i++)
      replace(builder, calls.of.items[i], rounding_of(calls.of.items[i]));
    is_changed |= calls.of.count > 0;
    fxs_vector_free(&calls.of);
  }
  LLVMDisposeBuilder(builder);
  return is_changed ? FXC_CHANGED : FXC_SAME;
}
