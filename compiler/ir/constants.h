/* Constants that contain an address known only at run time. */
#ifndef FALX_COMPILER_IR_CONSTANTS_H
#define FALX_COMPILER_IR_CONSTANTS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Replaces constants that contain function by instructions where they are used. False, with
 * nothing changed, if a variable holds the address, or a constant that cannot be expressed as
 * instructions. */
bool fxc_expand_constants(LLVMValueRef function);
/* Replaces constant variables that contain function's address and are only read by arrays on the
 * stack of the functions that read them. False: *out_variable is used in another way. */
bool fxc_copy_tables(LLVMValueRef function, LLVMValueRef *out_variable);

#endif
