/* Atomic instructions. */
#ifndef FALX_COMPILER_IR_ATOMICS_H
#define FALX_COMPILER_IR_ATOMICS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* LLVM's names of scopes on NVPTX; that of the system is empty. */
#define FXC_SCOPE_THREAD "singlethread"
#define FXC_SCOPE_BLOCK "block"
#define FXC_SCOPE_DEVICE "device"
/* Between deferrable-atomics and aggregate-atomics: additions that may be done later. */
#define FXC_SCOPE_DEFERRED "falx-deferred"

/* A read-modify-write, exchange, load or store. */
bool fxc_is_atomic(LLVMValueRef instruction);
LLVMValueRef fxc_atomic_address(LLVMValueRef atomic);
/* A relaxed load or store, not volatile, that is atomic within its thread: it happens where it
 * stands, and nobody else is there. */
bool fxc_is_of_one_thread(LLVMValueRef instruction);

#endif
