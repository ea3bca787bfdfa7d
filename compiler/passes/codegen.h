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

/* The triple of options->target; native_cpu's is the program's. */
const char *fxc_target_triple(const struct fxc_options *options);
bool fxc_is_x86(const struct fxc_options *options);
/* Off x86 the names of -march= are not LLVM's: code of native_cpu is for the processor that the
 * front end noted on the module's functions, if options name none. Their texts are the module's
 * context's. False after a report: the module is of another architecture than the program. */
bool fxc_take_processor(struct fxc_options *options, LLVMModuleRef module,
                        struct fxc_diagnostics *diagnostics);
/* A module that does not name one gets the calling convention of the program's other objects. */
void fxc_set_abi(LLVMModuleRef module, const struct fxc_options *options);
/* FALX_TARGET_* and back; false if there is no such target. */
const char *fxc_target_name(enum fxc_target target);
bool fxc_target_find(const char *name, enum fxc_target *out_target);

#endif
