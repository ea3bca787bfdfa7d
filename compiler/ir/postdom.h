/* Post-dominators: the block that every path from a block to the function's end goes through
 * first. For functions with one returning block that every block can reach. */
#ifndef FALX_COMPILER_IR_POSTDOM_H
#define FALX_COMPILER_IR_POSTDOM_H

#include "compiler/ir/cfg.h"

#include <stdbool.h>

struct fxc_postdom {
  const struct fxc_cfg *cfg; /* borrowed */
  unsigned exit;             /* the returning block */
  unsigned *ipdom;           /* immediate post-dominator; the exit is its own */
  unsigned *order;           /* visit number from the exit: smaller is nearer */
  struct fxs_arena arena;
};

/* False, with nothing to free, if there is no single returning block or some block does not
 * reach it. */
bool fxc_postdom_build(struct fxc_postdom *tree, const struct fxc_cfg *cfg);
void fxc_postdom_free(struct fxc_postdom *tree);
/* The nearest block that post-dominates both. */
unsigned fxc_postdom_meet(const struct fxc_postdom *tree, unsigned a, unsigned b);

#endif
