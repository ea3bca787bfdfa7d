/* Instruction sets of native_cpu: the variants of a program, and the vector width of a
 * processor. */
#ifndef FALX_COMPILER_NATIVE_CPU_ISA_H
#define FALX_COMPILER_NATIVE_CPU_ISA_H

#include "compiler/pass.h"

/* In the order of FALX_NATIVE_ISAS. */
enum fxc_isa { FXC_ISA_BASELINE, FXC_ISA_V3, FXC_ISA_V4, FXC_ISA_COUNT };

/* The processor that represents isa, as in -march=. */
const char *fxc_isa_cpu(enum fxc_isa isa);
/* "baseline,v3" to a set of 1 << isa; false for an empty list or an unknown name. */
bool fxc_isa_parse(const char *list, unsigned *out_set);

/* Bits of a vector register of the module's target machine. 128 if there is none. */
unsigned fxc_vector_bits(const struct fxc_module *module);

#endif
