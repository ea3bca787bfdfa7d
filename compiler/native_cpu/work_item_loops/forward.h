/* What vectors store, to the loads behind them. */
#ifndef FALX_COMPILER_NATIVE_CPU_WORK_ITEM_LOOPS_FORWARD_H
#define FALX_COMPILER_NATIVE_CPU_WORK_ITEM_LOOPS_FORWARD_H

#include <llvm-c/Core.h>

/* Replaces loads of what the same block has stored before, in parts or in other places of several
 * vectors, by lanes of the stored values. LLVM does that where a load is of one stored value, and
 * then removes stores that nothing reads. */
void fxc_forward_vectors(LLVMValueRef function);

#endif
