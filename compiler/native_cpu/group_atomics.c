/* group-atomics: atomics that only work-items of one work-group take part in.
 *
 * Needs:   docs/ir.md section 6. The headers give the address of such an atomic as
 *          __falx_group_pointer(address).
 * Leaves:  no call of __falx_group_pointer; these atomics have syncscope("singlethread"), because a
 *          work-group stays on one thread. Where the call is not the address of the atomic itself
 *          (-O0, or merged with another atomic) the atomic stays as it is.
 * Refuses: nothing.
 * Tests:   tests/passes/group-atomics. */
#include <string.h>

#include "compiler/ir/atomics.h"
#include "compiler/pass.h"

#define MARK "__falx_group_pointer"

enum fxc_result fxc_group_atomics(struct fxc_module *module) {
  LLVMValueRef mark = LLVMGetNamedFunction(module->ir, MARK);
  if (!mark)
    return FXC_SAME;
  LLVMContextRef context = LLVMGetModuleContext(module->ir);
  unsigned scope = LLVMGetSyncScopeID(context, "singlethread", strlen("singlethread"));
  for (LLVMUseRef use = LLVMGetFirstUse(mark); use; use = LLVMGetFirstUse(mark)) {
    LLVMValueRef call = LLVMGetUser(use);
    for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = LLVMGetNextUse(u))
      if (fxc_is_atomic(LLVMGetUser(u)) && fxc_atomic_address(LLVMGetUser(u)) == call)
        LLVMSetAtomicSyncScopeID(LLVMGetUser(u), scope);
    LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
    LLVMInstructionEraseFromParent(call);
  }
  LLVMDeleteFunction(mark);
  return FXC_CHANGED;
}
