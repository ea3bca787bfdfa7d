/* Post-dominators: Cooper, Harvey and Kennedy's algorithm on the reversed graph. */
#include "compiler/ir/postdom.h"
#include "compiler/memory.h"

static unsigned find_exit(const struct fxc_cfg *cfg) {
  unsigned exit = FXC_NONE;
  for (unsigned b = 0; b < cfg->count; b++) {
    if (cfg->successor_start[b] != cfg->successor_start[b + 1])
      continue;
    if (exit != FXC_NONE)
      return FXC_NONE;
    exit = b;
  }
  return exit;
}

/* Fills post with the blocks in post-order of a traversal from the exit along reversed edges. */
static unsigned walk_back(const struct fxc_postdom *tree, struct fxs_arena *arena, unsigned *post) {
  const struct fxc_cfg *cfg = tree->cfg;
  unsigned *stack = fxc_new(arena, cfg->count, sizeof *stack);
  unsigned *next = fxc_new(arena, cfg->count, sizeof *next);
  bool *is_seen = fxc_new(arena, cfg->count, sizeof *is_seen);
  unsigned depth = 0, done = 0;
  stack[depth++] = tree->exit;
  is_seen[tree->exit] = true;
  next[tree->exit] = cfg->predecessor_start[tree->exit];
  while (depth) {
    unsigned block = stack[depth - 1];
    if (next[block] == cfg->predecessor_start[block + 1]) {
      post[done++] = block;
      depth--;
      continue;
    }
    unsigned from = cfg->predecessors[next[block]++];
    if (!is_seen[from]) {
      is_seen[from] = true;
      next[from] = cfg->predecessor_start[from];
      stack[depth++] = from;
    }
  }
  return done;
}

unsigned fxc_postdom_meet(const struct fxc_postdom *tree, unsigned a, unsigned b) {
  while (a != b) {
    while (tree->order[a] > tree->order[b])
      a = tree->ipdom[a];
    while (tree->order[b] > tree->order[a])
      b = tree->ipdom[b];
  }
  return a;
}

bool fxc_postdom_build(struct fxc_postdom *tree, const struct fxc_cfg *cfg) {
  *tree = (struct fxc_postdom){.cfg = cfg, .exit = find_exit(cfg)};
  if (tree->exit == FXC_NONE)
    return false;
  unsigned n = cfg->count, *post = fxc_new(&tree->arena, n, sizeof *post);
  tree->ipdom = fxc_new(&tree->arena, n, sizeof(unsigned));
  tree->order = fxc_new(&tree->arena, n, sizeof(unsigned));
  if (walk_back(tree, &tree->arena, post) != n) {
    fxc_postdom_free(tree);
    return false;
  }
  for (unsigned i = 0; i < n; i++) {
    tree->order[post[i]] = n - 1 - i;
    tree->ipdom[i] = FXC_NONE;
  }
  tree->ipdom[tree->exit] = tree->exit;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = n; i-- > 0;) {
      unsigned block = post[i], best = FXC_NONE;
      if (block == tree->exit)
        continue;
      for (unsigned e = cfg->successor_start[block]; e < cfg->successor_start[block + 1]; e++) {
        unsigned to = cfg->successors[e];
        if (tree->ipdom[to] != FXC_NONE)
          best = best == FXC_NONE ? to : fxc_postdom_meet(tree, to, best);
      }
      changed |= tree->ipdom[block] != best;
      tree->ipdom[block] = best;
    }
  }
  return true;
}

void fxc_postdom_free(struct fxc_postdom *tree) {
  fxs_arena_release(&tree->arena);
}
