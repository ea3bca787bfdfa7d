/* Outlining part of a function. */
#ifndef FALX_COMPILER_IR_OUTLINE_H
#define FALX_COMPILER_IR_OUTLINE_H

#include "compiler/ir/map.h"

#include <llvm-c/Core.h>

/* Moves the blocks from first up to behind, in layout order, to a new internal function and
 * calls it in their place. They must have the single entry first, which has no phis, and the
 * single exit behind; no value they compute may be used elsewhere. Values of the function that
 * they use become parameters, except allocas in locals, of which the new function gets its own
 * copy: their content is not used afterwards and their address is never stored. */
LLVMValueRef fxc_outline(LLVMBasicBlockRef first, LLVMBasicBlockRef behind,
                         const struct fxc_map *locals, const char *name);

#endif
