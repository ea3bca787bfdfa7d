/* Functions that rarely run. */
#ifndef FALX_COMPILER_NATIVE_CPU_COLD_H
#define FALX_COMPILER_NATIVE_CPU_COLD_H

/* Metadata: where such functions are many instructions, they are a part of their own, for which
 * code is generated without optimization, in a tenth of the time. */
#define FXC_COLD "falx.cold"

#endif
