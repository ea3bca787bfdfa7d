/* Reading device bitcode and linking it into one module. */
#ifndef FALX_COMPILER_PASSES_LINK_H
#define FALX_COMPILER_PASSES_LINK_H

#include <stddef.h>

#include "compiler/passes/pass.h"

struct fxc_paths {
  const char **items;
  size_t count, capacity;
};

/* One module of all inputs, in their order, kernels lowered; each function carries
 * "falx-module-id". Of the lazy inputs those follow, as from an archive, that define what is still
 * undefined. like gives options and diagnostics. NULL after a report. */
LLVMModuleRef fxc_link(LLVMContextRef context, const struct fxc_module *like,
                       const struct fxc_paths *inputs, const struct fxc_paths *lazy);

/* The module of one file as it stands there; NULL after a report. */
LLVMModuleRef fxc_read_bitcode(LLVMContextRef context, const char *path,
                               struct fxc_diagnostics *diagnostics);

/* Errors that LLVM reports to the context go to diagnostics. */
void fxc_forward_diagnostics(LLVMContextRef context, struct fxc_diagnostics *diagnostics);

#endif
