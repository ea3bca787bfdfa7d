/* What the passes of nvptx64 note about kernels. */
#ifndef FALX_COMPILER_NVPTX64_KERNELS_H
#define FALX_COMPILER_NVPTX64_KERNELS_H

#include <llvm-c/Core.h>

/* Adds flags of the kernel's record (enum falx_kernel_flags) to those that its !falx.dispatch has
 * already. */
void fxc_add_ptx_flags(LLVMValueRef kernel, unsigned flags);

/* The code only reads what the kernel gets by value at this index: without a copy for each
 * work-item. */
void fxc_read_in_place(LLVMValueRef kernel, unsigned index);

/* What is loaded is the same during a whole launch. */
void fxc_never_changes(LLVMValueRef load);
/* The pointer that is loaded is one to global memory. */
void fxc_know_global(LLVMBuilderRef builder, LLVMValueRef load, LLVMTypeRef global);

#endif
