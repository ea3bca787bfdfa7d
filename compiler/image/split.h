/* Which kernels go into which image (requirements DL-3, DL-5). */
#ifndef FALX_COMPILER_IMAGE_SPLIT_H
#define FALX_COMPILER_IMAGE_SPLIT_H

#include "compiler/passes/pipeline.h"
#include "support/arena.h"

struct fxc_group {
  const char *key;
  FXS_VECTOR(LLVMValueRef) functions; /* kernels and exports, or subhandlers */
};

struct fxc_groups {
  struct fxs_arena arena;
  FXS_VECTOR(struct fxc_group) items;
};

/* Groups functions in the order in which their keys first appear. */
void fxc_split_group(struct fxc_groups *groups, enum fxc_split split, enum fxc_target target,
                     LLVMValueRef function);
void fxc_groups_free(struct fxc_groups *groups);

/* A copy of module in which only the group's functions are entry points; the rest is internal. */
LLVMModuleRef fxc_split_extract(LLVMModuleRef module, const struct fxc_groups *groups,
                                const struct fxc_group *group);

#endif
