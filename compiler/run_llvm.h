/* LLVM's own passes. */
#ifndef FALX_COMPILER_RUN_LLVM_H
#define FALX_COMPILER_RUN_LLVM_H

#include "compiler/module.h"

/* A textual pipeline; reports and returns false if LLVM refuses it. */
bool fxc_run_llvm(const struct fxc_module *module, const char *pipeline);
/* The same, of function passes on one function. */
bool fxc_run_llvm_on(const struct fxc_module *module, LLVMValueRef function, const char *pipeline);

/* Sets the module's machine as the target of every function, whatever the front end recorded. */
void fxc_set_machine_attributes(struct fxc_module *module);

#endif
