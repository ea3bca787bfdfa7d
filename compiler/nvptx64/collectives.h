/* What sub-groups combine by: the operators of __spirv_GroupNonUniform… (docs/ir.md, 0). */
#ifndef FALX_COMPILER_NVPTX64_COLLECTIVES_H
#define FALX_COMPILER_NVPTX64_COLLECTIVES_H

#include <llvm-c/Core.h>

enum fxc_collective {
  FXC_IADD,
  FXC_FADD,
  FXC_IMUL,
  FXC_FMUL,
  FXC_SMIN,
  FXC_UMIN,
  FXC_FMIN,
  FXC_SMAX,
  FXC_UMAX,
  FXC_FMAX,
  FXC_BITWISE_AND,
  FXC_BITWISE_OR,
  FXC_BITWISE_XOR,
  FXC_LOGICAL_AND, /* from here on: of truth values */
  FXC_LOGICAL_OR,
  FXC_LOGICAL_XOR,
  FXC_COLLECTIVE_COUNT /* also: none */
};

enum fxc_collective fxc_collective_of(const char *name); /* a symbol, mangled */
LLVMValueRef fxc_build_collective(LLVMBuilderRef builder, LLVMModuleRef module,
                                  enum fxc_collective kind, LLVMValueRef a, LLVMValueRef b);
/* What changes nothing; not for truth values. */
LLVMValueRef fxc_collective_identity(enum fxc_collective kind, LLVMTypeRef type);
/* A call of an intrinsic that exists for the type of its first argument. */
LLVMValueRef fxc_build_intrinsic(LLVMBuilderRef builder, LLVMModuleRef module, const char *name,
                                 LLVMValueRef *args, unsigned count);

#endif
