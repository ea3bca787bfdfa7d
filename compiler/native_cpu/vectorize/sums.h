/* Addresses as sums of an id, its low bits, and uniform terms. */
#ifndef FALX_COMPILER_NATIVE_CPU_VECTORIZE_SUMS_H
#define FALX_COMPILER_NATIVE_CPU_VECTORIZE_SUMS_H

#include "compiler/native_cpu/vectorize/vectorize.h"

enum { FXC_SUM_TERMS = 8 };

/* root + constant + terms + of_id * id + of_low * (id & mask), in bytes. */
struct fxc_sum {
  LLVMValueRef root, id;
  bool is_small;     /* the id: below 2^FXC_LOCAL_ID_BITS, of the same value in every width */
  LLVMValueRef mask; /* is_shift: ~(-1 << mask) */
  bool is_shift;
  int64_t of_id, of_low, constant;
  unsigned term_count;
  struct {
    LLVMValueRef value;
    int64_t scale;
  } terms[FXC_SUM_TERMS];
};

/* False if pointer is not such a sum. Terms are sign-extended; what was computed in fewer bits does
 * not wrap in active lanes. */
bool fxc_sum_find(const struct fxc_vec *v, LLVMValueRef pointer, struct fxc_sum *out);
/* Whether high - low is a constant number of bytes, and at most one term, times scale. */
bool fxc_sum_distance(const struct fxc_sum *high, const struct fxc_sum *low, int64_t scale,
                      LLVMValueRef *out_term, int64_t *out_bytes);

#endif
