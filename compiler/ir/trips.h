/* How often a loop runs whose count goes by a constant from a constant to one. */
#ifndef FALX_COMPILER_IR_TRIPS_H
#define FALX_COMPILER_IR_TRIPS_H

#include "compiler/ir/loops.h"

struct fxc_trips {
  LLVMValueRef count;      /* the phi; NULL: not known */
  int64_t step;            /* of it */
  LLVMBasicBlockRef latch; /* the only one */
  unsigned long number;    /* of the first block, at most: the loop may have other ends */
  unsigned long laps;      /* of the latch, at most */
};

/* Not known, too, where the number is more than `most`. */
struct fxc_trips fxc_trips_of(const struct fxc_loops *loops, unsigned loop, unsigned long most);

/* What the loop says of the length of rows in local memory: its laps, if they are known and neither
 * few, as over a vector's elements or a work-item's own share, nor very many; 0 otherwise. */
unsigned long fxc_suggested_row(const struct fxc_loops *loops, unsigned loop);

#endif
