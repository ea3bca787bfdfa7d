/* Part of the pass spirv-accesses. */
#ifndef FALX_COMPILER_SPIR64_SPLIT_ACCESSES_H
#define FALX_COMPILER_SPIR64_SPLIT_ACCESSES_H

#include <stdbool.h>

#include "compiler/memory.h"
#include "compiler/pass.h"

/* Splits loads and stores of integers of 24, 40, 48 and 56 bits; whether there were any. */
bool fxc_split_accesses(LLVMModuleRef module);

#endif
