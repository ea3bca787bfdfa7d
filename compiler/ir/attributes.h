/* Attributes of functions by name. */
#ifndef FALX_COMPILER_IR_ATTRIBUTES_H
#define FALX_COMPILER_IR_ATTRIBUTES_H

#include <llvm-c/Core.h>
#include <stdbool.h>

unsigned fxc_attribute_kind(const char *name);
LLVMAttributeRef fxc_enum_attribute(LLVMContextRef context, const char *name, unsigned long value);

/* In bytes, of what the call's argument points to; 1 if it does not say. */
unsigned fxc_call_alignment(LLVMValueRef call, unsigned argument);

/* The attribute's value; NULL without. Lives as long as the function's context. */
const char *fxc_string_attribute(LLVMValueRef function, const char *key);
void fxc_set_string_attribute(LLVMValueRef function, const char *key, const char *value);

/* On kernels that are none of the user's: the adapter runs them. */
#define FXC_HELPER "falx-helper"
/* On kernels that use memory whose size the launch gives. */
#define FXC_LAUNCH_MEMORY "falx-launch-memory"
/* On kernels whose arguments are in memory (FALX_KERNEL_ARGUMENTS_IN_MEMORY). */
#define FXC_ARGUMENTS_IN_MEMORY "falx-arguments-in-memory"

/* On kernels that ask for their sub-group, in work-groups that may have several rows. */
#define FXC_SEVERAL_ROWS "falx-several-rows"
/* On kernels of native_cpu without a vector form: why. */
#define FXC_NOT_VECTORIZED "falx-not-vectorized"

/* True if functions are to be checked by AddressSanitizer. */
bool fxc_has_address_checks(LLVMModuleRef module);

/* Whether a call, or what it calls, is memory(none). */
bool fxc_touches_no_memory(LLVMValueRef call);

#endif
