/* How much code of the library is inlined. */
#ifndef FALX_COMPILER_NVPTX64_INLINE_BUDGET_H
#define FALX_COMPILER_NVPTX64_INLINE_BUDGET_H

#include <llvm-c/Core.h>

/* Functions that are always inlined are, unless the module would become longer than the driver's
 * compiler takes in reasonable time and memory: then those that add most are called. */
void fxc_limit_inlining(LLVMModuleRef module);

#endif
