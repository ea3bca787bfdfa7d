/* Where device code uses a device_global: for errors that later passes find, when debug locations
 * are gone. */
#ifndef FALX_COMPILER_PASSES_DEVICE_GLOBALS_USES_H
#define FALX_COMPILER_PASSES_DEVICE_GLOBALS_USES_H

#include <llvm-c/Core.h>

#include "compiler/ir/map.h"
#include "support/arena.h"
#include "support/vector.h"

/* A kernel or an exported function that reaches a use, and the first instruction it reaches. */
struct fxc_root_use {
  LLVMValueRef root, site;
};
struct fxc_device_global_uses {
  LLVMValueRef first;   /* the module's first instruction that uses it; NULL: there is none */
  struct fxc_map sites; /* function to its first instruction that uses it */
  FXS_VECTOR(struct fxc_root_use) roots; /* in the module's order; only after fxc_find_roots */
};

/* The instructions that use variable, also through constants and initializers of variables. */
void fxc_find_uses(LLVMValueRef variable, struct fxc_device_global_uses *out);
/* Who reaches them. */
void fxc_find_roots(LLVMModuleRef module, struct fxc_device_global_uses *uses);
void fxc_device_global_uses_free(struct fxc_device_global_uses *uses);

#endif
