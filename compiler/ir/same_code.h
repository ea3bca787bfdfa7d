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

/* Whether a function of the module may have copies, which stand for it. */
typedef bool fxc_has_copies(LLVMValueRef function);

/* Whether one of two functions of a module can stand for the other: all that bears on what they do
 * or on what may be assumed of it is the same, flags, attributes and metadata too. Nodes of
 * metadata correspond one to one, as each function has scopes of its own; so do functions that may
 * have copies. All else that they use is the same. */
bool fxc_is_interchangeable(LLVMValueRef one, LLVMValueRef other, fxc_has_copies *has_copies);

#endif
