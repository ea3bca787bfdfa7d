/* Faults of single instructions of device code, for the check pass. */
#ifndef FALX_COMPILER_PASSES_CHECK_CODE_H
#define FALX_COMPILER_PASSES_CHECK_CODE_H

#include "compiler/pass.h"

enum fxc_fault {
#define FXC_FAULT(name, cannot, does) FXC_FAULT_##name,
#include "compiler/passes/check_faults.def"
#undef FXC_FAULT
  FXC_FAULT_COUNT
};

/* For calls through pointers HOST_POINTER on native_cpu: the caller knows whether there is a
 * function of that type. Does not examine calls of functions by name. */
enum fxc_fault fxc_instruction_fault(LLVMValueRef instruction, const struct fxc_options *options);

#endif
