/* Natural loops of a function, as a forest. Cycles with several entries are not loops here;
 * has_irreducible says whether there are any. */
#ifndef FALX_COMPILER_IR_LOOPS_H
#define FALX_COMPILER_IR_LOOPS_H

#include "compiler/ir/domtree.h"

struct fxc_loop {
  unsigned header; /* block number */
  unsigned parent; /* loop number, FXC_NONE for an outermost loop */
  unsigned depth;  /* 1 for an outermost loop */
  unsigned block_count;
  unsigned *blocks; /* ascending, inner loops' included; the header first */
};

struct fxc_loops {
  const struct fxc_cfg *cfg; /* borrowed */
  unsigned count;
  struct fxc_loop *loops; /* outer before inner */
  unsigned *innermost;    /* per block: its innermost loop or FXC_NONE */
  bool has_irreducible;
  struct fxs_arena arena;
};

void fxc_loops_build(struct fxc_loops *loops, const struct fxc_domtree *tree);
void fxc_loops_free(struct fxc_loops *loops);
bool fxc_loop_contains(const struct fxc_loops *loops, unsigned loop, unsigned block);

#endif
