/* Target machines and code generation by LLVM's back ends. */
#ifndef FALX_COMPILER_PASSES_CODEGEN_H
#define FALX_COMPILER_PASSES_CODEGEN_H

#include "compiler/passes/pass.h"

/* The machine of options->target; position-independent code if is_pic. NULL after a report. */
LLVMTargetMachineRef fxc_machine_create(const struct fxc_options *options, bool is_pic,
                                        struct fxc_diagnostics *diagnostics);

/* Object code (native_cpu), SPIR-V or PTX. Once for each machine: LLVM's SPIR-V back end keeps
 * pointers into the code of a module there, stale in the next. Strips debug information unless
 * options->debug. NULL after a report; LLVMDisposeMemoryBuffer frees. */
LLVMMemoryBufferRef fxc_generate(struct fxc_module *module);

/* The triple of a device target. */
const char *fxc_target_triple(enum fxc_target target);
/* FALX_TARGET_* and back; false if there is no such target. */
const char *fxc_target_name(enum fxc_target target);
bool fxc_target_find(const char *name, enum fxc_target *out_target);

#endif
