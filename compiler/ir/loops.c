/* Natural loops: one for each target of a back edge, found by walking backwards from the
 * latches. */
#include "compiler/ir/loops.h"
#include "compiler/memory.h"

/* Marks the blocks of header's loop in member (value: header + 1); returns how many. */
static unsigned mark_loop(const struct fxc_domtree *tree, unsigned header, unsigned *member,
                          unsigned *work) {
  const struct fxc_cfg *cfg = tree->cfg;
  unsigned count = 0, top = 0;
  for (unsigned e = cfg->predecessor_start[header]; e < cfg->predecessor_start[header + 1]; e++) {
    unsigned latch = cfg->predecessors[e];
    if (!fxc_dominates(tree, header, latch))
      continue;
    if (!count) {
      member[header] = header + 1;
      count = 1;
    }
    if (member[latch] != header + 1) {
      member[latch] = header + 1;
      work[top++] = latch;
      count++;
    }
  }
  while (top) {
    unsigned block = work[--top];
    for (unsigned e = cfg->predecessor_start[block]; e < cfg->predecessor_start[block + 1]; e++) {
      unsigned from = cfg->predecessors[e];
      if (member[from] != header + 1) {
        member[from] = header + 1;
        work[top++] = from;
        count++;
      }
    }
  }
  return count;
}

static bool find_irreducible(const struct fxc_domtree *tree) {
  const struct fxc_cfg *cfg = tree->cfg;
  for (unsigned b = 0; b < cfg->count; b++)
    for (unsigned e = cfg->successor_start[b]; e < cfg->successor_start[b + 1]; e++)
      if (cfg->successors[e] <= b && !fxc_dominates(tree, cfg->successors[e], b))
        return true;
  return false;
}

/* Headers ascend in reverse post-order, so an outer loop comes before the loops inside it. */
void fxc_loops_build(struct fxc_loops *loops, const struct fxc_domtree *tree) {
  unsigned n = tree->cfg->count;
  *loops = (struct fxc_loops){.cfg = tree->cfg};
  loops->loops = fxc_new(&loops->arena, n, sizeof *loops->loops);
  loops->innermost = fxc_new(&loops->arena, n, sizeof(unsigned));
  unsigned *member = fxc_new(&loops->arena, n, sizeof(unsigned));
  unsigned *work = fxc_new(&loops->arena, n, sizeof(unsigned));
  for (unsigned b = 0; b < n; b++)
    loops->innermost[b] = FXC_NONE;
  for (unsigned header = 0; header < n; header++) {
    unsigned count = mark_loop(tree, header, member, work), parent = loops->innermost[header];
    if (!count)
      continue;
    struct fxc_loop *loop = &loops->loops[loops->count];
    *loop = (struct fxc_loop){.header = header,
                              .parent = parent,
                              .depth = parent == FXC_NONE ? 1 : loops->loops[parent].depth + 1,
                              .blocks = fxc_new(&loops->arena, count, sizeof(unsigned))};
    for (unsigned b = header; b < n; b++)
      if (member[b] == header + 1) {
        loop->blocks[loop->block_count++] = b;
        loops->innermost[b] = loops->count;
      }
    loops->count++;
  }
  loops->has_irreducible = find_irreducible(tree);
}

void fxc_loops_free(struct fxc_loops *loops) {
  fxs_arena_release(&loops->arena);
}

bool fxc_loop_contains(const struct fxc_loops *loops, unsigned loop, unsigned block) {
  for (unsigned l = loops->innermost[block]; l != FXC_NONE; l = loops->loops[l].parent)
    if (l == loop)
      return true;
  return false;
}
