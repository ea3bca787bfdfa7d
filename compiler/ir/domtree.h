/* Dominator tree of a control-flow graph. */
#ifndef FALX_COMPILER_IR_DOMTREE_H
#define FALX_COMPILER_IR_DOMTREE_H

#include "compiler/ir/cfg.h"

#include <stdbool.h>

struct fxc_domtree {
  const struct fxc_cfg *cfg; /* borrowed */
  unsigned *idom;            /* immediate dominator; the entry is its own */
  unsigned *in, *out;        /* visit times in the tree: a dominates b if its interval holds b's */
  struct fxs_arena arena;
};

void fxc_domtree_build(struct fxc_domtree *tree, const struct fxc_cfg *cfg);
void fxc_domtree_free(struct fxc_domtree *tree);
/* Every block dominates itself. */
bool fxc_dominates(const struct fxc_domtree *tree, unsigned a, unsigned b);

#endif
