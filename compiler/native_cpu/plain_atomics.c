/* plain-atomics: atomics of one thread become plain loads and stores.
 *
 * Needs:   docs/ir.md section 7: the vector forms have kept these atomics, lane by lane.
 * Leaves:  no load, store, atomicrmw or cmpxchg of syncscope("singlethread") except volatile ones.
 * Refuses: nothing.
 * Tests:   tests/passes/plain-atomics. */
#include "compiler/pass.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

struct plain {
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  unsigned one_thread, system; /* ids of synchronization scopes */
};

static LLVMValueRef compared(struct plain *self, LLVMIntPredicate is, LLVMValueRef a,
                             LLVMValueRef b) {
  return LLVMBuildSelect(self->builder, LLVMBuildICmp(self->builder, is, a, b, ""), a, b, "");
}

static LLVMValueRef intrinsic(struct plain *self, const char *name, LLVMValueRef a,
                              LLVMValueRef b) {
  LLVMTypeRef type = LLVMTypeOf(a);
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(self->module, id, &type, 1);
  LLVMValueRef arguments[2] = {a, b};
  return LLVMBuildCall2(self->builder, LLVMGlobalGetValueType(function), function, arguments, 2,
                        "");
}

/* The value that the operation stores, given old; NULL for an operation that no header uses. */
static LLVMValueRef combined(struct plain *self, LLVMAtomicRMWBinOp operation, LLVMValueRef old,
                             LLVMValueRef x) {
  LLVMBuilderRef b = self->builder;
  switch (operation) {
  case LLVMAtomicRMWBinOpXchg:
    return x;
  case LLVMAtomicRMWBinOpAdd:
    return LLVMBuildAdd(b, old, x, "");
  case LLVMAtomicRMWBinOpSub:
    return LLVMBuildSub(b, old, x, "");
  case LLVMAtomicRMWBinOpAnd:
    return LLVMBuildAnd(b, old, x, "");
  case LLVMAtomicRMWBinOpNand:
    return LLVMBuildNot(b, LLVMBuildAnd(b, old, x, ""), "");
  case LLVMAtomicRMWBinOpOr:
    return LLVMBuildOr(b, old, x, "");
  case LLVMAtomicRMWBinOpXor:
    return LLVMBuildXor(b, old, x, "");
  case LLVMAtomicRMWBinOpMax:
    return compared(self, LLVMIntSGT, old, x);
  case LLVMAtomicRMWBinOpMin:
    return compared(self, LLVMIntSLT, old, x);
  case LLVMAtomicRMWBinOpUMax:
    return compared(self, LLVMIntUGT, old, x);
  case LLVMAtomicRMWBinOpUMin:
    return compared(self, LLVMIntULT, old, x);
  case LLVMAtomicRMWBinOpFAdd:
    return LLVMBuildFAdd(b, old, x, "");
  case LLVMAtomicRMWBinOpFSub:
    return LLVMBuildFSub(b, old, x, "");
  case LLVMAtomicRMWBinOpFMax:
    return intrinsic(self, "llvm.maxnum", old, x);
  case LLVMAtomicRMWBinOpFMin:
    return intrinsic(self, "llvm.minnum", old, x);
  default:
    return NULL;
  }
}

static LLVMValueRef load_old(struct plain *self, LLVMValueRef atomic, LLVMTypeRef type) {
  LLVMValueRef old = LLVMBuildLoad2(self->builder, type, LLVMGetOperand(atomic, 0), "");
  LLVMSetAlignment(old, LLVMGetAlignment(atomic));
  return old;
}

static void store_new(struct plain *self, LLVMValueRef atomic, LLVMValueRef value) {
  LLVMValueRef store = LLVMBuildStore(self->builder, value, LLVMGetOperand(atomic, 0));
  LLVMSetAlignment(store, LLVMGetAlignment(atomic));
}

static bool replace_update(struct plain *self, LLVMValueRef i) {
  LLVMValueRef x = LLVMGetOperand(i, 1), old = load_old(self, i, LLVMTypeOf(x));
  LLVMValueRef value = combined(self, LLVMGetAtomicRMWBinOp(i), old, x);
  if (!value) {
    LLVMInstructionEraseFromParent(old);
    return false;
  }
  store_new(self, i, value);
  LLVMReplaceAllUsesWith(i, old);
  LLVMInstructionEraseFromParent(i);
  return true;
}

static void replace_exchange(struct plain *self, LLVMValueRef i) {
  LLVMBuilderRef b = self->builder;
  LLVMValueRef expected = LLVMGetOperand(i, 1);
  LLVMValueRef old = load_old(self, i, LLVMTypeOf(expected));
  LLVMValueRef is_equal = LLVMBuildICmp(b, LLVMIntEQ, old, expected, "");
  store_new(self, i, LLVMBuildSelect(b, is_equal, LLVMGetOperand(i, 2), old, ""));
  LLVMValueRef pair = LLVMBuildInsertValue(b, LLVMGetPoison(LLVMTypeOf(i)), old, 0, "");
  LLVMReplaceAllUsesWith(i, LLVMBuildInsertValue(b, pair, is_equal, 1, ""));
  LLVMInstructionEraseFromParent(i);
}

/* True if i was one. */
static bool replace(struct plain *self, LLVMValueRef i) {
  bool is_update = LLVMIsAAtomicRMWInst(i), is_exchange = LLVMIsAAtomicCmpXchgInst(i);
  bool is_access = (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) &&
                   LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
  if (!(is_update || is_exchange || is_access) || LLVMGetVolatile(i) ||
      LLVMGetAtomicSyncScopeID(i) != self->one_thread)
    return false;
  LLVMPositionBuilderBefore(self->builder, i);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(i));
  if (is_update)
    return replace_update(self, i);
  if (is_exchange) {
    replace_exchange(self, i);
  } else {
    LLVMSetAtomicSyncScopeID(i, self->system);
    LLVMSetOrdering(i, LLVMAtomicOrderingNotAtomic);
  }
  return true;
}

enum fxc_result fxc_plain_atomics(struct fxc_module *module) {
  static const char scope[] = "singlethread";
  LLVMContextRef context = LLVMGetModuleContext(module->ir);
  struct plain self = {.module = module->ir,
                       .builder = LLVMCreateBuilderInContext(context),
                       .one_thread = LLVMGetSyncScopeID(context, scope, strlen(scope)),
                       .system = LLVMGetSyncScopeID(context, "", 0)};
  bool is_changed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        is_changed |= replace(&self, i);
      }
  LLVMDisposeBuilder(self.builder);
  return is_changed ? FXC_CHANGED : FXC_SAME;
}
