#include "compiler/ir/splat.h"

#include <stddef.h>

LLVMValueRef fxc_splat_source(LLVMValueRef value) {
  if (!LLVMIsAShuffleVectorInst(value) || !LLVMIsAInsertElementInst(LLVMGetOperand(value, 0)))
    return NULL;
  for (unsigned i = 0; i < LLVMGetNumMaskElements(value); i++)
    if (LLVMGetMaskValue(value, i) != 0)
      return NULL;
  LLVMValueRef insert = LLVMGetOperand(value, 0), lane = LLVMGetOperand(insert, 2);
  return LLVMIsAConstantInt(lane) && !LLVMConstIntGetZExtValue(lane) ? LLVMGetOperand(insert, 1)
                                                                     : NULL;
}
