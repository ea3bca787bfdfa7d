/* sub-groups: sub-group functions of a sub-group that is one work-item.
 *
 * Needs:   docs/ir.md section 6, after vectorization: what is left of __spirv_GroupNonUniform* is
 *          called by functions that run one work-item at a time.
 * Leaves:  no call of them: a shuffle, a reduction and an inclusive scan are the work-item's own
 *          value, an exclusive scan the operator's identity, all and any the predicate.
 * Refuses: their address taken.
 * Tests:   tests/passes/sub-groups. */
#include "compiler/pass.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>

#include "compiler/diagnostics.h"
#include "compiler/native_cpu/prepare_native_cpu.h"

enum identity { NONE, ZERO, ONE, ALL_ONES, SIGNED_MIN, SIGNED_MAX, INFINITE, MINUS_INFINITE };

/* After __spirv_GroupNonUniform; those with an identity take an operation before the value. */
static const struct {
  const char *name;
  enum identity identity;
} functions[] = {
    {"All", NONE},
    {"Any", NONE},
    {"Shuffle", NONE},
    {"ShuffleXor", NONE},
    {"ShuffleUp", NONE},
    {"ShuffleDown", NONE},
    {"IAdd", ZERO},
    {"FAdd", ZERO},
    {"IMul", ONE},
    {"FMul", ONE},
    {"SMin", SIGNED_MAX},
    {"UMin", ALL_ONES},
    {"FMin", INFINITE},
    {"SMax", SIGNED_MIN},
    {"UMax", ZERO},
    {"FMax", MINUS_INFINITE},
    {"BitwiseAnd", ALL_ONES},
    {"BitwiseOr", ZERO},
    {"BitwiseXor", ZERO},
    {"LogicalAnd", ALL_ONES},
    {"LogicalOr", ZERO},
    {"LogicalXor", ZERO},
};
#define FUNCTION_COUNT (sizeof functions / sizeof *functions)
#define EXCLUSIVE_SCAN 2

static size_t find_function(const char *name) {
  char tail[64];
  for (size_t i = 0; i < FUNCTION_COUNT; i++) {
    snprintf(tail, sizeof tail, "GroupNonUniform%s", functions[i].name);
    if (fxc_is_spirv_function(name, tail))
      return i;
  }
  return FUNCTION_COUNT;
}

static LLVMValueRef identity_of(enum identity identity, LLVMTypeRef type) {
  bool is_integer = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
  LLVMValueRef ones = is_integer ? LLVMConstAllOnes(type) : NULL;
  unsigned long long sign = is_integer ? 1ull << (LLVMGetIntTypeWidth(type) - 1) : 0;
  switch (identity) {
  case ONE:
    return is_integer ? LLVMConstInt(type, 1, 0) : LLVMConstReal(type, 1);
  case ALL_ONES:
    return ones;
  case SIGNED_MIN:
    return LLVMConstInt(type, sign, 0);
  case SIGNED_MAX:
    return LLVMConstInt(type, sign - 1, 0);
  case INFINITE:
    return LLVMConstRealOfString(type, "inf");
  case MINUS_INFINITE:
    return LLVMConstRealOfString(type, "-inf");
  default:
    return LLVMConstNull(type);
  }
}

static LLVMValueRef value_of(LLVMBuilderRef builder, LLVMValueRef call, enum identity identity) {
  if (identity == NONE)
    return LLVMGetOperand(call, 1);
  LLVMValueRef operation = LLVMGetOperand(call, 1), value = LLVMGetOperand(call, 2);
  LLVMValueRef none = identity_of(identity, LLVMTypeOf(value));
  if (LLVMIsAConstantInt(operation))
    return LLVMConstIntGetZExtValue(operation) == EXCLUSIVE_SCAN ? none : value;
  LLVMValueRef exclusive = LLVMConstInt(LLVMTypeOf(operation), EXCLUSIVE_SCAN, 0);
  LLVMValueRef is_exclusive = LLVMBuildICmp(builder, LLVMIntEQ, operation, exclusive, "");
  return LLVMBuildSelect(builder, is_exclusive, none, value, "");
}

enum fxc_result fxc_sub_groups(struct fxc_module *module) {
  enum fxc_result result = FXC_SAME;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module->ir));
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    size_t length, function = find_function(LLVMGetValueName2(f, &length));
    if (function == FUNCTION_COUNT || !LLVMIsDeclaration(f))
      continue;
    for (LLVMUseRef use = LLVMGetFirstUse(f); use && result != FXC_FAILED;
         use = LLVMGetFirstUse(f)) {
      LLVMValueRef call = LLVMGetUser(use);
      if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f) {
        fxc_report(module->diagnostics, FXC_ERROR, call,
                   "the address of sub-group function '%s' cannot be taken",
                   functions[function].name);
        result = FXC_FAILED;
        break;
      }
      LLVMPositionBuilderBefore(builder, call);
      LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
      LLVMReplaceAllUsesWith(call, value_of(builder, call, functions[function].identity));
      LLVMInstructionEraseFromParent(call);
    }
    if (result == FXC_FAILED)
      break;
    LLVMDeleteFunction(f);
    result = FXC_CHANGED;
  }
  LLVMDisposeBuilder(builder);
  return result;
}
