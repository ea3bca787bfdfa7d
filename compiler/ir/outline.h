/* Making part of a function a function of its own. */
#ifndef FALX_COMPILER_IR_OUTLINE_H
#define FALX_COMPILER_IR_OUTLINE_H

#include "compiler/ir/map.h"

#include <llvm-c/Core.h>

/* Moves the blocks from first up to behind, as they stand in their function, to a new internal
 * function, and calls it where they were. They are entered at first alone, which has no phis, and
 * left to behind alone; nothing that they compute is used elsewhere. What they use of the function
 * comes as parameters, but of an alloca in locals the new function has one of its own: its content
 * is of no use behind, and its address is never stored. */
LLVMValueRef fxc_outline(LLVMBasicBlockRef first, LLVMBasicBlockRef behind,
                         const struct fxc_map *locals, const char *name);

#endif
