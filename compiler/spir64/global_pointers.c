/* global-pointers: what the host's pointers in aggregates point to.
 *
 * Needs:   drop-arguments (docs/ir.md, 5).
 * Leaves:  pointers that a kernel loads from what it gets by value, and only reads, are known to be
 *          in the global address space: the host has no pointers to others, and those of local
 *          accessors are parameters of their own. Drivers make better code for it.
 * Refuses: nothing.
 * Tests:   tests/passes/global-pointers. */
#include <string.h>

#include "compiler/ir/callgraph.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "compiler/target.h"
#include "support/vector.h"

typedef FXS_VECTOR(LLVMValueRef) value_list;

static bool is_intrinsic(LLVMValueRef call, const char *prefix) {
  size_t length;
  LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
  return callee && LLVMIsAFunction(callee) &&
         strncmp(LLVMGetValueName2(callee, &length), prefix, strlen(prefix)) == 0;
}

/* Collects the loads of generic pointers through an address. False if the memory may be written to,
 * or the address gets out of sight. */
static bool find_loads(LLVMValueRef address, unsigned generic_space, value_list *loads) {
  for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsALoadInst(user)) {
      LLVMTypeRef type = LLVMTypeOf(user);
      if (LLVMGetTypeKind(type) == LLVMPointerTypeKind &&
          LLVMGetPointerAddressSpace(type) == generic_space)
        fxc_push(loads, user);
    } else if (LLVMIsAGetElementPtrInst(user)) {
      if (!find_loads(user, generic_space, loads))
        return false;
    } else if (is_intrinsic(user, "llvm.memcpy.")) {
      if (LLVMGetOperand(user, 0) == address)
        return false;
    } else if (!is_intrinsic(user, "llvm.lifetime.")) {
      return false;
    }
  }
  return true;
}

static void make_global(const struct fxc_target *target, LLVMBuilderRef builder,
                        LLVMValueRef load) {
  LLVMTypeRef generic = LLVMTypeOf(load);
  LLVMTypeRef global = LLVMPointerTypeInContext(LLVMGetTypeContext(generic), target->global_space);
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(load));
  LLVMValueRef there = LLVMBuildAddrSpaceCast(builder, load, global, "");
  LLVMReplaceAllUsesWith(load, LLVMBuildAddrSpaceCast(builder, there, generic, ""));
  LLVMSetOperand(there, 0, load);
}

enum fxc_result fxc_global_pointers(struct fxc_module *module) {
  const struct fxc_target *target = module->options->target;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module->ir));
  bool is_changed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    for (unsigned i = 0; fxc_is_kernel(f) && i < LLVMCountParams(f); i++) {
      value_list loads = {0};
      if (fxc_has_attribute(f, i + 1, "byval") &&
          find_loads(LLVMGetParam(f, i), target->generic_space, &loads))
        for (size_t k = 0; k < loads.count; k++)
          make_global(target, builder, loads.items[k]);
      is_changed |= loads.count != 0;
      fxs_vector_free(&loads);
    }
  LLVMDisposeBuilder(builder);
  return is_changed ? FXC_CHANGED : FXC_SAME;
}
