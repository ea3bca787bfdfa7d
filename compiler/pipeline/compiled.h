/* The options that device bitcode was compiled with: falx++ records them in it, as the operands of
 * !llvm.commandline that begin with "falx " (docs/ir.md, section 0). */
#ifndef FALX_COMPILER_PIPELINE_COMPILED_H
#define FALX_COMPILER_PIPELINE_COMPILED_H

#include "compiler/module.h"
#include "support/arena.h"

/* Completes options, the link's own, from the records in the linked module: the highest level of
 * both; debug information if any input has it; the processor if all inputs name the same and the
 * link names none. Texts are put into the arena. */
void fxc_complete_options(struct fxc_options *options, LLVMModuleRef linked,
                          struct fxs_arena *arena);

/* Notes on the kernels of one input the default sub-group size that it was compiled with, if that
 * is not the usual one. */
void fxc_note_sub_group_default(LLVMModuleRef input);

/* Of an inline function that both modules define the linker keeps one: makes it optimized if one
 * of the two is. */
void fxc_match_optnone(LLVMModuleRef into, LLVMModuleRef from);

#endif
