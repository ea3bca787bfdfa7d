#ifndef FALX_COMPILER_SPIR64_MEND_CODE_H
#define FALX_COMPILER_SPIR64_MEND_CODE_H

#include "support/strbuf.h"

/* LLVM 22 takes the format of a printf for one outside of constant memory where it looks it up in
 * another function's table; opencl-printf has made all of them constants. */
#define PRINTF_EXTENSION "SPV_EXT_relaxed_printf_string_address_space"
/* Which products may be fused with which sums. */
#define FLOAT_CONTROLS_EXTENSION "SPV_KHR_float_controls2"

/* Makes of a module as LLVM's back end leaves it one that OpenCL's drivers take. */
void fxc_spirv_mend(struct fxs_strbuf *code);

#endif
