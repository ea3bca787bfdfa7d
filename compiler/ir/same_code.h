/* Comparing the code of two definitions, in one module or in two of a context. */
#ifndef FALX_COMPILER_IR_SAME_CODE_H
#define FALX_COMPILER_IR_SAME_CODE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Whether two functions, instruction by instruction, are the same, and so are the functions and
 * variables with internal linkage that they use, whatever those are called. All others are the
 * same if they have the same name, as C++ wants it of inline functions. Nothing that only describes
 * the code is compared: attributes, metadata, debug information, fast-math and wrapping flags,
 * lifetimes. */
bool fxc_is_same_code(LLVMValueRef one, LLVMValueRef other);

#endif
