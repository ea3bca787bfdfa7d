/* The barrier of all work-groups of a launch. */
#ifndef FALX_COMPILER_NVPTX64_ROOT_BARRIER_H
#define FALX_COMPILER_NVPTX64_ROOT_BARRIER_H

#include <llvm-c/Core.h>

/* The module's function for it, made where there is none; void (). */
LLVMValueRef fxc_ptx_root_barrier(LLVMModuleRef module);
/* NULL: no call of the function above has been made. */
LLVMValueRef fxc_ptx_find_root_barrier(LLVMModuleRef module);

#endif
