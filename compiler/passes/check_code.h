/* What single instructions of device code may not be, for the check pass. */
#ifndef FALX_COMPILER_PASSES_CHECK_CODE_H
#define FALX_COMPILER_PASSES_CHECK_CODE_H

#include "compiler/passes/pass.h"

enum fxc_fault {
#define FXC_FAULT(name, cannot, does) FXC_FAULT_##name,
#include "compiler/passes/check_faults.def"
#undef FXC_FAULT
  FXC_FAULT_COUNT
};

/* Of calls through pointers HOST_POINTER on native_cpu: whether there is a function of that type is
 * for the caller to know. Calls of functions by name are none of its business. */
enum fxc_fault fxc_instruction_fault(LLVMValueRef instruction, const struct fxc_options *options);

#endif
