/* relax-convergence: on native_cpu only barriers and what calls them are convergent.
 *
 * Needs:   docs/ir.md section 4.
 * Leaves:  barriers and sub-group functions convergent, with their callers, which are inlined
 *          always, but for kernels; nothing else is.
 * Refuses: nothing.
 * Tests:   tests/passes/relax-convergence. */
#include "compiler/ir/attributes.h"
#include "compiler/ir/map.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "compiler/pass.h"
#include "compiler/run_llvm.h"

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

/* Calls in function of other functions than those kept are not convergent. */
static void relax_calls(LLVMValueRef function, const struct fxc_map *kept) {
  unsigned convergent = fxc_attribute_kind("convergent");
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) && !fxc_map_has(kept, LLVMGetCalledValue(i)))
        LLVMRemoveCallSiteEnumAttribute(i, FUNCTION_INDEX, convergent);
}

enum fxc_result fxc_relax_convergence(struct fxc_module *module) {
  struct fxc_map kept = {0};
  bool was_optnone = fxc_find_group_functions(module->ir, &kept);
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    if (!fxc_map_has(&kept, f))
      LLVMRemoveEnumAttributeAtIndex(f, FUNCTION_INDEX, fxc_attribute_kind("convergent"));
    relax_calls(f, &kept);
  }
  fxc_map_free(&kept);
  /* Nothing optimizes functions of -O0 before they are inlined. */
  if (was_optnone && module->options->opt_level > 0 && !fxc_run_llvm(module, "always-inline"))
    return FXC_FAILED;
  return FXC_CHANGED;
}
