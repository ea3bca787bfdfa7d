/* What native_cpu's images are made of, and how their code is generated. */
#ifndef FALX_COMPILER_NATIVE_CPU_GENERATE_H
#define FALX_COMPILER_NATIVE_CPU_GENERATE_H

#include "compiler/pipeline/run.h"

/* Subhandlers and entries of exports: what the adapter calls. */
bool fxc_is_root(LLVMValueRef function);
/* Entries of image get their late names: the registered name of a kernel is a symbol of the host
 * too (the name of its type). */
void fxc_rename_handlers(struct fxc_run *run, struct fxc_image *image, LLVMModuleRef module);
/* Profiles and debuggers show which variant a function is of. */
void fxc_rename_functions(struct fxc_run *run, LLVMModuleRef module);

/* struct fxc_target's generate. Code of the program's only module waits for the descriptors. */
bool fxc_generate_native(struct fxc_run *run, struct fxc_module *module);

#endif
