/* The set-up of a function: the start of its entry block that fills private objects from the
 * parameters, where nothing changes those objects afterwards. A kernel's function object is one. */
#ifndef FALX_COMPILER_IR_SETUP_H
#define FALX_COMPILER_IR_SETUP_H

#include <llvm-c/Core.h>

/* Moves the set-up found in block, the function's first block so far, to the builder's place, which
 * has to dominate it: what would run for every work-item then runs once for all of them. Allocas
 * are not moved; the caller has moved them before. Returns how many instructions moved. */
unsigned fxc_hoist_setup(LLVMBasicBlockRef block, LLVMBuilderRef to);

#endif
