/* Code generation by LLVM's back ends. */
#ifndef FALX_COMPILER_PIPELINE_CODEGEN_H
#define FALX_COMPILER_PIPELINE_CODEGEN_H

#include "compiler/module.h"

/* The machine of options->target; position-independent code if is_pic. NULL after a report. */
LLVMTargetMachineRef fxc_machine_create(const struct fxc_options *options, bool is_pic,
                                        struct fxc_diagnostics *diagnostics);

/* The same for an LLVM target triple whose target has been initialized. */
LLVMTargetMachineRef fxc_machine_new(const struct fxc_options *options, const char *cpu,
                                     const char *features, bool is_pic,
                                     struct fxc_diagnostics *diagnostics);

/* Object code (native_cpu), SPIR-V or PTX. Call once per machine: LLVM's SPIR-V back end keeps
 * pointers into the module's code there, which dangle for the next module. Strips debug
 * information unless options->debug. NULL after a report; LLVMDisposeMemoryBuffer frees. */
LLVMMemoryBufferRef fxc_generate(struct fxc_module *module);

/* The same in a child process (generate_apart.c): a fatal error of LLVM's becomes a report. */
LLVMMemoryBufferRef fxc_generate_apart(struct fxc_module *module);

#endif
