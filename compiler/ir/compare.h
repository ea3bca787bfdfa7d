/* icmp of constants. */
#ifndef FALX_COMPILER_IR_COMPARE_H
#define FALX_COMPILER_IR_COMPARE_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

/* Of integers of width bits, 1 to 64, the rest zeros. */
bool fxc_compare_integers(LLVMIntPredicate predicate, uint64_t a, uint64_t b, unsigned width);

#endif
