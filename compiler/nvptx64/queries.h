/* What kernels ask of where their work-items are. */
#ifndef FALX_COMPILER_NVPTX64_QUERIES_H
#define FALX_COMPILER_NVPTX64_QUERIES_H

#include "compiler/ir/builtins.h"
#include "compiler/module.h"

/* What a kernel, with all that it calls, asks for. */
struct fxc_queries {
  bool needs_launch_range;
  unsigned guarded; /* dimensions in which the kernel leaves out work-items beyond the end */
};
struct fxc_queries fxc_find_queries(const struct fxc_module *module, LLVMValueRef kernel);

/* Functions that ask what only the launch knows become part of those that call them. */
bool fxc_inline_queries(struct fxc_module *module);

#endif
