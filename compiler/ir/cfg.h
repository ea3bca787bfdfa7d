/* A function's control flow: reachable blocks in reverse post-order, with predecessors and
 * successors as indices. Built once; stale as soon as a block or a terminator changes. */
#ifndef FALX_COMPILER_IR_CFG_H
#define FALX_COMPILER_IR_CFG_H

#include "compiler/ir/map.h"
#include "support/arena.h"

#include <llvm-c/Core.h>

#define FXC_NONE (~0u)

struct fxc_cfg {
  LLVMValueRef function;
  unsigned count;            /* of reachable blocks; block 0 is the entry */
  LLVMBasicBlockRef *blocks; /* in reverse post-order */
  /* Edges of block b: successors[successor_start[b]] up to successor_start[b + 1]; a switch may
   * name a block twice. */
  unsigned *successor_start, *successors;
  unsigned *predecessor_start, *predecessors;
  struct fxc_map index; /* block to 1 + its number */
  struct fxs_arena arena;
};

void fxc_cfg_build(struct fxc_cfg *cfg, LLVMValueRef function);
void fxc_cfg_free(struct fxc_cfg *cfg);
/* FXC_NONE for a block that cannot be reached. */
unsigned fxc_cfg_number(const struct fxc_cfg *cfg, LLVMBasicBlockRef block);

#endif
