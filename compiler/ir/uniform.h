/* Which values are the same for all work-items of a work-group whenever they reach them together.
 *
 * Conservative: a value is uniform if it is computed from uniform values where no work-item can
 * be absent. Work-items diverge at branches on varying values; everything between such a branch
 * and its immediate post-dominator is divergent, and so is everything that depends on how often
 * it ran. Memory shared by work-items is uniform when loaded from a uniform address: if another
 * work-item wrote to it in between, that would be a data race. */
#ifndef FALX_COMPILER_IR_UNIFORM_H
#define FALX_COMPILER_IR_UNIFORM_H

#include "compiler/ir/cfg.h"

#include <stdbool.h>

enum fxc_origin_of_value {
  FXC_FROM_OPERANDS, /* uniform if its operands are */
  FXC_ALWAYS_UNIFORM,
  FXC_ALWAYS_VARYING
};

struct fxc_uniform {
  const struct fxc_cfg *cfg; /* borrowed */
  /* How the result of a call or a load is classified. */
  enum fxc_origin_of_value (*origin)(void *context, LLVMValueRef instruction);
  void *context;
  /* Results. */
  struct fxc_map varying; /* instructions */
  bool *is_divergent;     /* block: some work-items may be absent while others are in it */
  /* Work space. */
  unsigned *ipdom; /* immediate post-dominator; cfg->count for the end of the function */
  bool *has_parted;
  LLVMValueRef *stack;
  size_t depth, room;
  struct fxs_arena arena;
};

/* Fill in cfg, origin and context, zero the rest. */
void fxc_uniform_build(struct fxc_uniform *uniform);
void fxc_uniform_free(struct fxc_uniform *uniform);
/* Constants and parameters are uniform. */
bool fxc_is_group_uniform(const struct fxc_uniform *uniform, LLVMValueRef value);

#endif
