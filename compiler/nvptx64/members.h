/* Parts of a kernel's function object that are read where the driver has put them. */
#ifndef FALX_COMPILER_NVPTX64_MEMBERS_H
#define FALX_COMPILER_NVPTX64_MEMBERS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Whether value is what the kernel gets by value, and only reads. */
bool fxc_is_in_place(LLVMValueRef kernel, LLVMValueRef value);

/* Where a variable is filled from such a parameter and that part of it is not written to otherwise,
 * accesses of the part become ones of the parameter. LLVM does so for whole variables, and for
 * those whose parts are known to be apart: not where an index chooses among elements. */
void fxc_read_members_in_place(LLVMValueRef kernel);

#endif
