/* Symbols defined in two inputs under one name. */
#ifndef FALX_COMPILER_PIPELINE_LINK_KERNELS_H
#define FALX_COMPILER_PIPELINE_LINK_KERNELS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

struct fxc_diagnostics;

/* String attribute of kernels: what messages call the input. */
#define FXC_INPUT_NAME "falx-input"

/* Called before from is linked into into: drops the second definition of a kernel in favour of
 * the first. False after a report that they differ (KL-8). */
bool fxc_link_kernels(LLVMModuleRef into, LLVMModuleRef from, struct fxc_diagnostics *diagnostics);

/* False after a report: both define a function or variable that is neither inline nor internal. */
bool fxc_link_symbols(LLVMModuleRef into, LLVMModuleRef from, struct fxc_diagnostics *diagnostics);

#endif
