/* Optional device features that an instruction uses. */
#ifndef FALX_COMPILER_IR_REQUIREMENTS_H
#define FALX_COMPILER_IR_REQUIREMENTS_H

#include <llvm-c/Core.h>

/* FALX_KERNEL_USES_FP64, _FP16 and _ATOMIC64 of include/falx/image.h. */
unsigned fxc_instruction_flags(LLVMValueRef instruction);

#endif
