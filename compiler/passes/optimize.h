/* LLVM's own optimization pipelines, run at named points only. */
#ifndef FALX_COMPILER_PASSES_OPTIMIZE_H
#define FALX_COMPILER_PASSES_OPTIMIZE_H

#include "compiler/passes/pass.h"

/* Every function is compiled for the module's machine, whatever the front end noted on it. */
void fxc_set_machine_attributes(struct fxc_module *module);

/* Before kernels get their final shape: inline and simplify, nothing that depends on loops. Nothing
 * at -O0. */
bool fxc_optimize_early(struct fxc_module *module);
/* The whole pipeline of the optimization level; on native_cpu after the work-item loops. */
bool fxc_optimize_late(struct fxc_module *module);

/* True if functions are to be checked by AddressSanitizer; its pass comes last. */
bool fxc_has_address_checks(LLVMModuleRef module);

/* A textual pipeline; reports and answers false if LLVM refuses it. */
bool fxc_run_llvm(struct fxc_module *module, const char *pipeline);

#endif
