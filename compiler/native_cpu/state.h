/* The state that kernels of native_cpu read ids from: builtins under the names they have between
 * prepare-native-cpu and the work-item loops (docs/ir.md, sections 6 and 7). */
#ifndef FALX_COMPILER_NATIVE_CPU_STATE_H
#define FALX_COMPILER_NATIVE_CPU_STATE_H

#include "compiler/ir/builtins.h"

/* Bytes into struct falx_native_cpu_state. */
extern const unsigned fxc_state_offsets[FXC_BUILTIN_COUNT];

/* The builtins that a kernel may use and still be dispatched by work-items. */
#define FXC_ITEM_BUILTINS                                                                          \
  (1u << FXC_GLOBAL_ID | 1u << FXC_GLOBAL_SIZE | 1u << FXC_GLOBAL_OFFSET |                         \
   1u << FXC_DEVICE_GLOBALS | 1u << FXC_MEMORY_BOUNDS)

/* True if its result is the same for all work-items of a group. */
bool fxc_is_one_for_group(enum fxc_builtin builtin);
/* True for a call of a state builtin whose result is the same for all work-items of a group. */
bool fxc_is_group_builtin(LLVMValueRef instruction);

/* The barrier's number, or 0. */
unsigned fxc_barrier_id(LLVMValueRef instruction);
/* Adds one; the module has a barrier already. */
void fxc_add_barrier(LLVMBuilderRef builder, LLVMModuleRef module, unsigned id);

/* A pointer to offset bytes into the state. */
LLVMValueRef fxc_state_field(LLVMBuilderRef builder, LLVMValueRef state, unsigned offset,
                             const char *name);
/* The function that returns the builtin from a state, declared once. */
LLVMValueRef fxc_state_builtin(LLVMModuleRef module, enum fxc_builtin builtin);
#endif
