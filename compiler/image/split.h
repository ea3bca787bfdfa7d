/* Assigns kernels to images (requirements DL-3, DL-5). */
#ifndef FALX_COMPILER_IMAGE_SPLIT_H
#define FALX_COMPILER_IMAGE_SPLIT_H

#include "compiler/module.h"
#include "support/arena.h"
#include "support/map.h"
#include "support/vector.h"

enum fxc_split { FXC_SPLIT_AUTO, FXC_SPLIT_OFF, FXC_SPLIT_PER_SOURCE, FXC_SPLIT_PER_KERNEL };

struct fxc_group {
  const char *key;
  const char *needs;                  /* what they need of the device; NULL on native_cpu */
  FXS_VECTOR(LLVMValueRef) functions; /* kernels and exports, or subhandlers */
};

struct fxc_groups {
  /* Whether an undefined function is another image's; NULL: attributes say so. */
  bool (*is_elsewhere)(const struct fxc_options *options, const char *name);
  const struct fxc_options *options; /* for is_elsewhere */
  struct fxs_arena arena;
  struct fxs_map index; /* key to 1 + index in items */
  FXS_VECTOR(struct fxc_group) items;
};

/* Groups functions in the order in which their keys first appear. */
void fxc_split_group(struct fxc_groups *groups, enum fxc_split split,
                     const struct fxc_target *target, LLVMValueRef function);
void fxc_groups_free(struct fxc_groups *groups);

/* The work for one group. False after a report. */
typedef bool fxc_split_work(struct fxc_module *part, size_t index, void *user);

/* Calls work for each group, in order, with a module in which only the group's functions are
 * entry points; everything else is internal. Consumes module. False if work failed, which ends
 * the iteration. */
bool fxc_split_each(const struct fxc_module *module, const struct fxc_groups *groups,
                    fxc_split_work *work, void *user);

#endif
