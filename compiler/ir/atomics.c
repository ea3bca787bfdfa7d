#include "compiler/ir/atomics.h"

bool fxc_is_atomic(LLVMValueRef instruction) {
  if (LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction))
    return true;
  return (LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction)) &&
         LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic;
}

/* The address is the second operand of a store, the first of the others. */
LLVMValueRef fxc_atomic_address(LLVMValueRef atomic) {
  return LLVMGetOperand(atomic, LLVMIsAStoreInst(atomic) ? 1 : 0);
}
