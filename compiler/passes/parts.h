/* A module's roots in several modules, which are optimized and generated side by side, each in an
 * LLVM context of its own. */
#ifndef FALX_COMPILER_PASSES_PARTS_H
#define FALX_COMPILER_PASSES_PARTS_H

#include "compiler/passes/pass.h"
#include "support/vector.h"

typedef FXS_VECTOR(LLVMMemoryBufferRef) fxc_buffer_list;

/* The object of one part, numbered from 1; NULL after a report to part->diagnostics. Called from
 * several threads. */
typedef LLVMMemoryBufferRef fxc_part_work(struct fxc_module *part, unsigned number, void *user);

/* On functions that seldom run: where they are many instructions, they are a part of their own, for
 * which code is generated without optimization, in a tenth of the time. */
#define FXC_COLD "falx.cold"

bool fxc_parts_has_cold(const struct fxc_module *module);

/* How many parts the module is worth, less the one of what seldom runs: a matter of its size alone,
 * so that output does not depend on the machine. 1 where it has to stay whole. roots are what
 * others name. */
unsigned fxc_parts_count(const struct fxc_module *module, const LLVMValueRef *roots, size_t count);

/* Cuts module, which is of no use any more, and appends the parts' objects in their order. Each
 * root is external and defined by one part; internal code and constants are in each part that uses
 * them. What was reported goes to module's diagnostics in that order. False if work failed. */
bool fxc_parts_generate(struct fxc_module *module, const LLVMValueRef *roots, size_t count,
                        unsigned parts, bool is_pic, fxc_part_work *work, void *user,
                        fxc_buffer_list *out_objects);

#endif
