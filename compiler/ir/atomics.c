#include "compiler/ir/atomics.h"

#include <string.h>

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

bool fxc_is_of_one_thread(LLVMValueRef instruction) {
  if (!LLVMIsALoadInst(instruction) && !LLVMIsAStoreInst(instruction))
    return false;
  LLVMAtomicOrdering ordering = LLVMGetOrdering(instruction);
  if (LLVMGetVolatile(instruction) ||
      (ordering != LLVMAtomicOrderingUnordered && ordering != LLVMAtomicOrderingMonotonic))
    return false;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(fxc_atomic_address(instruction)));
  return LLVMGetAtomicSyncScopeID(instruction) ==
         LLVMGetSyncScopeID(context, FXC_SCOPE_THREAD, strlen(FXC_SCOPE_THREAD));
}
