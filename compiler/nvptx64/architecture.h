/* Compute capabilities. */
#ifndef FALX_COMPILER_NVPTX64_ARCHITECTURE_H
#define FALX_COMPILER_NVPTX64_ARCHITECTURE_H

#include "compiler/module.h"

#define FXC_PTX_LEAST "sm_70"

/* 70 for sm_70: of what the module is compiled for. */
unsigned fxc_ptx_arch(const struct fxc_module *module);
/* Code for sm_90a and the like runs on no later device. */
bool fxc_ptx_is_exact(const struct fxc_module *module);

#endif
