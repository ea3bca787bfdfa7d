/* Reading device bitcode and linking it into one module. */
#ifndef FALX_COMPILER_PIPELINE_LINK_H
#define FALX_COMPILER_PIPELINE_LINK_H

#include "compiler/pass.h"
#include "compiler/pipeline/run.h"

/* One module of all inputs of the run's job, in order; each function carries "falx-module-id".
 * The passes of steps, up to the first stage, have run on each single input. Lazy inputs are
 * linked last, like archive members, if they define a symbol that is still undefined. like
 * provides options and diagnostics. NULL after a report. */
LLVMModuleRef fxc_link(struct fxc_run *run, const struct fxc_module *like, fxc_steps *steps);

/* The module in one file, unmodified; NULL after a report. */
LLVMModuleRef fxc_read_bitcode(LLVMContextRef context, const char *path,
                               struct fxc_diagnostics *diagnostics);

/* Redirects errors that LLVM reports to the context to diagnostics. */
void fxc_forward_diagnostics(LLVMContextRef context, struct fxc_diagnostics *diagnostics);

#endif
