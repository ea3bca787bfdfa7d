/* Functions that have to be where their callers are. */
#ifndef FALX_COMPILER_IR_INLINE_CALLERS_H
#define FALX_COMPILER_IR_INLINE_CALLERS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Marks all that call function, directly or not, for LLVM's pass always-inline, but for kernels:
 * these, and what is inlined into them, may be optimized at -O0, too. False: nothing is marked. */
bool fxc_mark_callers(LLVMValueRef function);

#endif
