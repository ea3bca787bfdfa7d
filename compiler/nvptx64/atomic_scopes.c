/* atomic-scopes: atomics and fences get their scopes, which clang drops on this target.
 *
 * Needs:   docs/ir.md section 5. The headers give an atomic's address as
 *          __falx_scope_pointer(address, scope), and fences as
 *          __falx_scope_fence(order, scope), with SYCL's numbers.
 * Leaves:  no call of either; atomics with syncscope("block"), ("device") or that of the system,
 *          and fences. Where the scope is not known (-O0, or merged with an atomic of another
 *          address) it is the system's, and a fence's order seq_cst: both are stronger than what
 *          was asked for.
 * Refuses: nothing.
 * Tests:   tests/passes/atomic-scopes. */
#include <llvm-c/DebugInfo.h>
#include <stdint.h>
#include <string.h>

#include "compiler/ir/atomics.h"
#include "compiler/pass.h"

#define POINTER "__falx_scope_pointer"
#define FENCE "__falx_scope_fence"

/* sycl::memory_scope and memory_order (include/sycl/memory_enums.hpp). */
enum scope { WORK_ITEM, SUB_GROUP, WORK_GROUP, DEVICE, SYSTEM };
enum { RELAXED = 0, ACQUIRE = 2, RELEASE = 3, ACQ_REL = 4 };

static enum scope scope_of_value(LLVMValueRef value) {
  uint64_t scope = LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value) : SYSTEM;
  return scope < SYSTEM ? (enum scope)scope : SYSTEM;
}

/* The widest scope of all that an address may be. */
static enum scope scope_of_address(LLVMValueRef address, LLVMValueRef mark, unsigned depth) {
  enum { MOST = 6 };
  enum scope widest = WORK_ITEM, scope;
  while (LLVMIsAGetElementPtrInst(address) || LLVMIsACastInst(address))
    address = LLVMGetOperand(address, 0);
  if (LLVMIsACallInst(address) && LLVMGetCalledValue(address) == mark)
    return scope_of_value(LLVMGetOperand(address, 1));
  bool is_phi = LLVMIsAPHINode(address), is_select = LLVMIsASelectInst(address);
  if (depth == MOST || (!is_phi && !is_select))
    return SYSTEM;
  for (unsigned i = is_select, count = (unsigned)LLVMGetNumOperands(address); i < count; i++)
    if ((scope = scope_of_address(LLVMGetOperand(address, i), mark, depth + 1)) > widest)
      widest = scope;
  return widest;
}

static unsigned scope_id(LLVMContextRef context, enum scope scope) {
  const char *name = scope <= WORK_GROUP ? FXC_SCOPE_BLOCK
                     : scope == DEVICE   ? FXC_SCOPE_DEVICE
                                         : "";
  return LLVMGetSyncScopeID(context, name, strlen(name));
}

static void set_scopes(LLVMModuleRef module, LLVMValueRef mark) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        enum scope scope =
            fxc_is_atomic(i) ? scope_of_address(fxc_atomic_address(i), mark, 0) : SYSTEM;
        if (scope != SYSTEM)
          LLVMSetAtomicSyncScopeID(i, scope_id(LLVMGetModuleContext(module), scope));
      }
}

static LLVMAtomicOrdering order_of(LLVMValueRef value) {
  switch (LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value) : UINT64_MAX) {
  case RELAXED:
    return LLVMAtomicOrderingNotAtomic;
  case ACQUIRE:
    return LLVMAtomicOrderingAcquire;
  case RELEASE:
    return LLVMAtomicOrderingRelease;
  case ACQ_REL:
    return LLVMAtomicOrderingAcquireRelease;
  default:
    return LLVMAtomicOrderingSequentiallyConsistent;
  }
}

static void replace_fence(LLVMBuilderRef builder, LLVMValueRef call) {
  LLVMAtomicOrdering order = order_of(LLVMGetOperand(call, 0));
  enum scope scope = scope_of_value(LLVMGetOperand(call, 1));
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  if (order != LLVMAtomicOrderingNotAtomic)
    LLVMBuildFenceSyncScope(
        builder, order,
        scope == WORK_ITEM ? LLVMGetSyncScopeID(context, FXC_SCOPE_THREAD, strlen(FXC_SCOPE_THREAD))
                           : scope_id(context, scope),
        "");
  LLVMInstructionEraseFromParent(call);
}

enum fxc_result fxc_atomic_scopes(struct fxc_module *module) {
  LLVMValueRef mark = LLVMGetNamedFunction(module->ir, POINTER);
  LLVMValueRef fence = LLVMGetNamedFunction(module->ir, FENCE);
  if (mark) {
    set_scopes(module->ir, mark);
    for (LLVMUseRef use; (use = LLVMGetFirstUse(mark));) {
      LLVMValueRef call = LLVMGetUser(use);
      LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
      LLVMInstructionEraseFromParent(call);
    }
    LLVMDeleteFunction(mark);
  }
  if (fence) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module->ir));
    for (LLVMUseRef use; (use = LLVMGetFirstUse(fence));)
      replace_fence(builder, LLVMGetUser(use));
    LLVMDisposeBuilder(builder);
    LLVMDeleteFunction(fence);
  }
  return mark || fence ? FXC_CHANGED : FXC_SAME;
}
