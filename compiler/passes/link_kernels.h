/* Kernels that two inputs define under one name. */
#ifndef FALX_COMPILER_PASSES_LINK_KERNELS_H
#define FALX_COMPILER_PASSES_LINK_KERNELS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

struct fxc_diagnostics;

/* Before from is linked into into: the second definition of a kernel gives way to the first. False
 * after a report that they differ (KL-8). */
bool fxc_link_kernels(LLVMModuleRef into, LLVMModuleRef from, struct fxc_diagnostics *diagnostics);

#endif
