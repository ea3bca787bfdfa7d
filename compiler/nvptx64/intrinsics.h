/* PTX's instructions, by LLVM's intrinsics. */
#ifndef FALX_COMPILER_NVPTX64_INTRINSICS_H
#define FALX_COMPILER_NVPTX64_INTRINSICS_H

#include <llvm-c/Core.h>

enum { FXC_WARP = 32 };

/* A call of an intrinsic that has no types to choose. */
LLVMValueRef fxc_ptx_call(LLVMBuilderRef builder, LLVMModuleRef module, const char *name,
                          LLVMValueRef *args, unsigned count);
/* %tid, %ntid, %ctaid, %nctaid in a dimension, 0 to 2; or laneid and the like with dimension -1. */
LLVMValueRef fxc_ptx_register(LLVMBuilderRef builder, LLVMModuleRef module, const char *name,
                              int dimension);

#endif
