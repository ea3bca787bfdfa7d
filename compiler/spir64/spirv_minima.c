/* spirv-minima: the lesser or the greater of two integers, by a comparison.
 *
 * LLVM's back end makes calls of OpenCL's functions of them. Drivers know no more of these than of
 * any function: one whose arguments are the same for all work-items of a group is called for each,
 * and a loop that ends there is no longer the same for all. A comparison and a choice they know.
 *
 * Needs:   what docs/ir.md says of spir64 before code generation.
 * Leaves:  no llvm.umin, llvm.umax, llvm.smin or llvm.smax.
 * Refuses: nothing.
 * Tests:   tests/passes/spirv-minima. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/pass.h"

static const struct {
  const char *intrinsic;
  LLVMIntPredicate takes_first;
} kinds[] = {{"llvm.umin.", LLVMIntULT},
             {"llvm.umax.", LLVMIntUGT},
             {"llvm.smin.", LLVMIntSLT},
             {"llvm.smax.", LLVMIntSGT}};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* The place in kinds of a declaration, or KINDS. */
static unsigned kind_of(LLVMValueRef function) {
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  unsigned k = 0;
  while (k < KINDS && strncmp(name, kinds[k].intrinsic, strlen(kinds[k].intrinsic)) != 0)
    k++;
  return k;
}

static void replace(LLVMBuilderRef builder, LLVMValueRef call, LLVMIntPredicate takes_first) {
  LLVMValueRef first = LLVMGetOperand(call, 0), second = LLVMGetOperand(call, 1);
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef is_first = LLVMBuildICmp(builder, takes_first, first, second, "");
  LLVMReplaceAllUsesWith(call, LLVMBuildSelect(builder, is_first, first, second, ""));
  LLVMInstructionEraseFromParent(call);
}

enum fxc_result fxc_spirv_minima(struct fxc_module *module) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module->ir));
  bool is_changed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir), next; f; f = next) {
    const unsigned kind = kind_of(f);
    next = LLVMGetNextFunction(f);
    if (kind == KINDS)
      continue;
    for (LLVMUseRef use; (use = LLVMGetFirstUse(f));)
      replace(builder, LLVMGetUser(use), kinds[kind].takes_first);
    LLVMDeleteFunction(f);
    is_changed = true;
  }
  LLVMDisposeBuilder(builder);
  return is_changed ? FXC_CHANGED : FXC_SAME;
}
