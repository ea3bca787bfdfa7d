#include "compiler/nvptx64/collectives.h"

#include <math.h>
#include <string.h>

#include "compiler/ir/builtins.h"

enum fxc_collective fxc_collective_of(const char *name) {
  static const char *const tails[FXC_COLLECTIVE_COUNT] = {
      [FXC_IADD] = "GroupNonUniformIAdd",
      [FXC_FADD] = "GroupNonUniformFAdd",
      [FXC_IMUL] = "GroupNonUniformIMul",
      [FXC_FMUL] = "GroupNonUniformFMul",
      [FXC_SMIN] = "GroupNonUniformSMin",
      [FXC_UMIN] = "GroupNonUniformUMin",
      [FXC_FMIN] = "GroupNonUniformFMin",
      [FXC_SMAX] = "GroupNonUniformSMax",
      [FXC_UMAX] = "GroupNonUniformUMax",
      [FXC_FMAX] = "GroupNonUniformFMax",
      [FXC_BITWISE_AND] = "GroupNonUniformBitwiseAnd",
      [FXC_BITWISE_OR] = "GroupNonUniformBitwiseOr",
      [FXC_BITWISE_XOR] = "GroupNonUniformBitwiseXor",
      [FXC_LOGICAL_AND] = "GroupNonUniformLogicalAnd",
      [FXC_LOGICAL_OR] = "GroupNonUniformLogicalOr",
      [FXC_LOGICAL_XOR] = "GroupNonUniformLogicalXor",
  };
  unsigned kind = 0;
  while (kind < FXC_COLLECTIVE_COUNT && !fxc_is_spirv_function(name, tails[kind]))
    kind++;
  return (enum fxc_collective)kind;
}

LLVMValueRef fxc_build_intrinsic(LLVMBuilderRef builder, LLVMModuleRef module, const char *name,
                                 LLVMValueRef *args, unsigned count) {
  LLVMTypeRef type = LLVMTypeOf(args[0]);
  LLVMValueRef function =
      LLVMGetIntrinsicDeclaration(module, LLVMLookupIntrinsicID(name, strlen(name)), &type, 1);
  return LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, args, count, "");
}

LLVMValueRef fxc_build_collective(LLVMBuilderRef builder, LLVMModuleRef module,
                                  enum fxc_collective kind, LLVMValueRef a, LLVMValueRef b) {
  static const char *const extremes[FXC_COLLECTIVE_COUNT] = {
      [FXC_SMIN] = "llvm.smin", [FXC_UMIN] = "llvm.umin", [FXC_FMIN] = "llvm.minnum",
      [FXC_SMAX] = "llvm.smax", [FXC_UMAX] = "llvm.umax", [FXC_FMAX] = "llvm.maxnum",
  };
  LLVMValueRef both[2] = {a, b};
  switch (kind) {
  case FXC_IADD:
    return LLVMBuildAdd(builder, a, b, "");
  case FXC_FADD:
    return LLVMBuildFAdd(builder, a, b, "");
  case FXC_IMUL:
    return LLVMBuildMul(builder, a, b, "");
  case FXC_FMUL:
    return LLVMBuildFMul(builder, a, b, "");
  case FXC_BITWISE_AND:
  case FXC_LOGICAL_AND:
    return LLVMBuildAnd(builder, a, b, "");
  case FXC_BITWISE_OR:
  case FXC_LOGICAL_OR:
    return LLVMBuildOr(builder, a, b, "");
  case FXC_BITWISE_XOR:
  case FXC_LOGICAL_XOR:
    return LLVMBuildXor(builder, a, b, "");
  default:
    return fxc_build_intrinsic(builder, module, extremes[kind], both, 2);
  }
}

LLVMValueRef fxc_collective_identity(enum fxc_collective kind, LLVMTypeRef type) {
  unsigned width = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
  switch (kind) {
  case FXC_IMUL:
    return LLVMConstInt(type, 1, false);
  case FXC_FMUL:
    return LLVMConstReal(type, 1.0);
  case FXC_FADD:
    return LLVMConstReal(type, 0.0);
  case FXC_FMIN:
    return LLVMConstReal(type, INFINITY);
  case FXC_FMAX:
    return LLVMConstReal(type, -INFINITY);
  case FXC_SMIN:
    return LLVMConstInt(type, ~UINT64_C(0) >> (65 - width), false);
  case FXC_SMAX:
    return LLVMConstInt(type, UINT64_C(1) << (width - 1), false);
  case FXC_UMIN:
  case FXC_BITWISE_AND:
    return LLVMConstAllOnes(type);
  default:
    return LLVMConstNull(type);
  }
}
