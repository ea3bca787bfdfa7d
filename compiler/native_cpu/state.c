/* The state that kernels of native_cpu read ids from (falx/native_cpu.h): where its fields are. */
#include "compiler/native_cpu/state.h"

#include <stddef.h>
#include <string.h>

#include "falx/native_cpu.h"

#define AT(field) offsetof(struct falx_native_cpu_state, field)

const unsigned fxc_state_offsets[FXC_BUILTIN_COUNT] = {
    [FXC_GLOBAL_ID] = AT(global_id),
    [FXC_GLOBAL_SIZE] = AT(global_range),
    [FXC_GLOBAL_OFFSET] = AT(global_offset),
    [FXC_LOCAL_ID] = AT(local_id),
    [FXC_LOCAL_SIZE] = AT(local_range),
    [FXC_GROUP_ID] = AT(group_id),
    [FXC_GROUP_COUNT] = AT(num_groups),
    [FXC_DEVICE_GLOBALS] = AT(device_globals),
    [FXC_MEMORY_BOUNDS] = AT(memory_bounds),
    [FXC_RUN_BEGIN] = AT(begin),
    [FXC_RUN_END] = AT(end),
    [FXC_SUB_GROUP_SIZE] = AT(sub_group_size),
    [FXC_SUB_GROUP_MAX_SIZE] = AT(sub_group_size),
    [FXC_SUB_GROUP_COUNT] = AT(sub_group_count),
    [FXC_SUB_GROUP_ID] = AT(sub_group_id),
    [FXC_SUB_GROUP_LOCAL_ID] = AT(sub_group_local_id),
};

bool fxc_is_one_for_group(enum fxc_builtin builtin) {
  switch (builtin) {
  case FXC_BUILTIN_COUNT:
  case FXC_GLOBAL_ID:
  case FXC_LOCAL_ID:
  case FXC_SUB_GROUP_ID:
  case FXC_SUB_GROUP_SIZE: /* the last sub-group of a row may be smaller */
  case FXC_SUB_GROUP_LOCAL_ID:
    return false;
  default:
    return true;
  }
}

bool fxc_is_group_builtin(LLVMValueRef instruction) {
  if (!LLVMIsACallInst(instruction) || !LLVMIsAFunction(LLVMGetCalledValue(instruction)))
    return false;
  size_t length;
  enum fxc_builtin builtin =
      fxc_builtin_of_state(LLVMGetValueName2(LLVMGetCalledValue(instruction), &length));
  return fxc_is_one_for_group(builtin) &&
         (!fxc_builtins[builtin].has_dimension || LLVMIsAConstant(LLVMGetOperand(instruction, 1)));
}

unsigned fxc_barrier_id(LLVMValueRef instruction) {
  size_t length;
  if (!LLVMIsACallInst(instruction) || !LLVMIsAFunction(LLVMGetCalledValue(instruction)) ||
      strcmp(LLVMGetValueName2(LLVMGetCalledValue(instruction), &length), FXC_BARRIER_NAME))
    return 0;
  return (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(instruction, 0));
}

void fxc_add_barrier(LLVMBuilderRef builder, LLVMModuleRef module, unsigned id) {
  LLVMValueRef barrier = LLVMGetNamedFunction(module, FXC_BARRIER_NAME);
  LLVMValueRef number = LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(module)), id, 0);
  LLVMBuildCall2(builder, LLVMGlobalGetValueType(barrier), barrier, &number, 1, "");
}

LLVMValueRef fxc_state_field(LLVMBuilderRef builder, LLVMValueRef state, unsigned offset,
                             const char *name) {
  LLVMContextRef context = LLVMGetBuilderContext(builder);
  LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(context), offset, 0);
  return LLVMBuildInBoundsGEP2(builder, LLVMInt8TypeInContext(context), state, &index, 1, name);
}
