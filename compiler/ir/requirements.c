/* Optional device features that code uses. */
#include "compiler/ir/requirements.h"

#include <stdbool.h>

#include "falx/image.h"

static unsigned type_flags(LLVMTypeRef type) {
  while (LLVMGetTypeKind(type) == LLVMVectorTypeKind || LLVMGetTypeKind(type) == LLVMArrayTypeKind)
    type = LLVMGetElementType(type);
  return LLVMGetTypeKind(type) == LLVMDoubleTypeKind ? FALX_KERNEL_USES_FP64
         : LLVMGetTypeKind(type) == LLVMHalfTypeKind ? FALX_KERNEL_USES_FP16
                                                     : 0;
}

static bool is_64_bits(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(type) == 64;
  case LLVMPointerTypeKind:
  case LLVMDoubleTypeKind:
    return true;
  default:
    return false;
  }
}

unsigned fxc_instruction_flags(LLVMValueRef instruction) {
  unsigned flags = type_flags(LLVMTypeOf(instruction));
  for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
    if (!LLVMValueIsBasicBlock(operand))
      flags |= type_flags(LLVMTypeOf(operand));
  }
  if (LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction))
    flags |= is_64_bits(LLVMTypeOf(LLVMGetOperand(instruction, 1))) ? FALX_KERNEL_USES_ATOMIC64 : 0;
  else if ((LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction)) &&
           LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic &&
           is_64_bits(LLVMIsALoadInst(instruction) ? LLVMTypeOf(instruction)
                                                   : LLVMTypeOf(LLVMGetOperand(instruction, 0))))
    flags |= FALX_KERNEL_USES_ATOMIC64;
  return flags;
}
