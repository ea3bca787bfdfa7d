/* Vectors with one number in all lanes. */
#ifndef FALX_COMPILER_IR_SPLAT_H
#define FALX_COMPILER_IR_SPLAT_H

#include <llvm-c/Core.h>

/* The scalar that is in all lanes of value, as builders make it: a shuffle of the vector that it is
 * inserted into. NULL: value is something else. */
LLVMValueRef fxc_splat_source(LLVMValueRef value);

#endif
