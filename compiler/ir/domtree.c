/* Dominator tree: the iterative algorithm of Cooper, Harvey and Kennedy over reverse post-order. */
#include "compiler/ir/domtree.h"
#include "compiler/memory.h"

static unsigned intersect(const unsigned *idom, unsigned a, unsigned b) {
  while (a != b) {
    while (a > b)
      a = idom[a];
    while (b > a)
      b = idom[b];
  }
  return a;
}

static void find_idoms(struct fxc_domtree *tree) {
  const struct fxc_cfg *cfg = tree->cfg;
  for (unsigned b = 1; b < cfg->count; b++)
    tree->idom[b] = FXC_NONE;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned b = 1; b < cfg->count; b++) {
      unsigned best = FXC_NONE;
      for (unsigned e = cfg->predecessor_start[b]; e < cfg->predecessor_start[b + 1]; e++) {
        unsigned from = cfg->predecessors[e];
        if (tree->idom[from] != FXC_NONE)
          best = best == FXC_NONE ? from : intersect(tree->idom, from, best);
      }
      changed |= tree->idom[b] != best;
      tree->idom[b] = best;
    }
  }
}

/* A block's number is larger than its dominator's, so subtree sizes can be summed backwards and
 * visit times assigned forwards, without a traversal. */
static void number_tree(struct fxc_domtree *tree) {
  unsigned n = tree->cfg->count;
  unsigned *size = fxc_new(&tree->arena, n, sizeof *size);
  unsigned *next = fxc_new(&tree->arena, n, sizeof *next);
  for (unsigned b = n; b-- > 0;) {
    size[b]++;
    if (b)
      size[tree->idom[b]] += size[b];
  }
  for (unsigned b = 0; b < n; b++) {
    unsigned parent = tree->idom[b];
    tree->in[b] = b ? next[parent] : 0;
    if (b)
      next[parent] += size[b];
    next[b] = tree->in[b] + 1;
    tree->out[b] = tree->in[b] + size[b];
  }
}

void fxc_domtree_build(struct fxc_domtree *tree, const struct fxc_cfg *cfg) {
  *tree = (struct fxc_domtree){.cfg = cfg};
  tree->idom = fxc_new(&tree->arena, cfg->count, sizeof(unsigned));
  tree->in = fxc_new(&tree->arena, cfg->count, sizeof(unsigned));
  tree->out = fxc_new(&tree->arena, cfg->count, sizeof(unsigned));
  find_idoms(tree);
  number_tree(tree);
}

void fxc_domtree_free(struct fxc_domtree *tree) {
  fxs_arena_release(&tree->arena);
}

bool fxc_dominates(const struct fxc_domtree *tree, unsigned a, unsigned b) {
  return tree->in[a] <= tree->in[b] && tree->in[b] < tree->out[a];
}
