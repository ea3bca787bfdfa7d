/* What addresses point into. */
#ifndef FALX_COMPILER_IR_ADDRESS_H
#define FALX_COMPILER_IR_ADDRESS_H

#include <llvm-c/Core.h>

/* What the address was computed from by getelementptr: an alloca, an argument, a global, or what
 * yields a pointer otherwise. */
static inline LLVMValueRef fxc_object_of(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address))
    address = LLVMGetOperand(address, 0);
  return address;
}

#endif
