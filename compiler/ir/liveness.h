/* Which SSA values are alive at the start and the end of each block. A phi's operands are used at
 * the end of the predecessor they come from; the phi itself is defined in its block. */
#ifndef FALX_COMPILER_IR_LIVENESS_H
#define FALX_COMPILER_IR_LIVENESS_H

#include "compiler/ir/cfg.h"

#include <stdbool.h>
#include <stdint.h>

struct fxc_liveness {
  const struct fxc_cfg *cfg; /* borrowed */
  unsigned value_count;      /* parameters, then instructions with a result, in block order */
  LLVMValueRef *values;
  struct fxc_map number;        /* value to 1 + its number */
  unsigned words;               /* of a set */
  uint64_t *live_in, *live_out; /* set of block b: words from b * words on, bit per value */
  struct fxs_arena arena;
};

void fxc_liveness_build(struct fxc_liveness *liveness, const struct fxc_cfg *cfg);
void fxc_liveness_free(struct fxc_liveness *liveness);
bool fxc_is_live_in(const struct fxc_liveness *liveness, unsigned block, LLVMValueRef value);
bool fxc_is_live_out(const struct fxc_liveness *liveness, unsigned block, LLVMValueRef value);

#endif
