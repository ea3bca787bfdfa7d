/* Names that check-accesses and the passes behind it share. */
#ifndef FALX_COMPILER_NATIVE_CPU_CHECK_ACCESSES_H
#define FALX_COMPILER_NATIVE_CPU_CHECK_ACCESSES_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#define FXC_CHECKED "falx-checked" /* attribute of kernels: they stay scalar */

/* True for functions that prepare-native-cpu replaces by the library's, which take the state. */
bool fxc_is_check(LLVMValueRef function);
/* The library's function for one of them. */
LLVMValueRef fxc_check_function(LLVMModuleRef module, LLVMValueRef function, LLVMTypeRef type);
/* Before the terminator of each block, if a barrier follows from its branch: what says which way a
 * work-item goes. barrier: that follows. */
void fxc_check_branch(LLVMValueRef kernel, LLVMBasicBlockRef block, LLVMValueRef barrier);

#endif
