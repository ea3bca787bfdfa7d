/* Which kernels go into which image (requirements DL-3, DL-5). */
#ifndef FALX_COMPILER_IMAGE_SPLIT_H
#define FALX_COMPILER_IMAGE_SPLIT_H

#include "compiler/passes/pipeline.h"
#include "support/arena.h"
#include "support/map.h"

struct fxc_group {
  const char *key;
  FXS_VECTOR(LLVMValueRef) functions; /* kernels and exports, or subhandlers */
};

struct fxc_groups {
  struct fxs_arena arena;
  struct fxs_map index; /* key to 1 + index in items */
  FXS_VECTOR(struct fxc_group) items;
};

/* Groups functions in the order in which their keys first appear. */
void fxc_split_group(struct fxc_groups *groups, enum fxc_split split, enum fxc_target target,
                     LLVMValueRef function);
void fxc_groups_free(struct fxc_groups *groups);

/* False after a report. */
typedef bool fxc_split_work(struct fxc_module *part, size_t index, void *user);

/* Calls work for each group, in their order, with a module in which only the group's functions are
 * entry points; the rest is internal. Takes module apart. False if work failed, which ends it. */
bool fxc_split_each(const struct fxc_module *module, const struct fxc_groups *groups,
                    fxc_split_work *work, void *user);

#endif
