/* What the passes of nvptx64 note about kernels. */
#ifndef FALX_COMPILER_NVPTX64_KERNELS_H
#define FALX_COMPILER_NVPTX64_KERNELS_H

#include "compiler/ir/builtins.h"
#include "compiler/module.h"

/* Adds flags of the kernel's record (enum falx_kernel_flags) to those that its !falx.dispatch has
 * already. */
void fxc_add_ptx_flags(LLVMValueRef kernel, unsigned flags);

/* The code only reads what the kernel gets by value at this index: without a copy for each
 * work-item. */
void fxc_read_in_place(LLVMValueRef kernel, unsigned index);

/* What a kernel, with all that it calls, asks for. */
struct fxc_queries {
  bool needs_launch_range;
  unsigned guarded; /* dimensions in which the kernel leaves out work-items beyond the end */
};
struct fxc_queries fxc_find_queries(const struct fxc_module *module, LLVMValueRef kernel);

/* The work-item function that an instruction calls; FXC_BUILTIN_COUNT if it does not. */
enum fxc_builtin fxc_query_of(LLVMValueRef instruction);

/* Functions that ask what only the launch knows become part of those that call them. */
bool fxc_inline_queries(struct fxc_module *module);

#endif
