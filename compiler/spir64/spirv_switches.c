/* spirv-switches: `a == 12 || a == 14 ? b : c`, of which LLVM makes a switch, is a choice again.
 *
 * Drivers that compute for several work-items at once run the branches of a switch one after the
 * other, each under a mask. A choice between two values is one instruction.
 *
 * Needs:   optimize has run.
 * Leaves:  switches with several destinations, apart from the default one, or more than a few
 *          cases; of all others branches, and choices where nothing else has to be done.
 * Refuses: nothing. Below -O2 it does nothing.
 * Tests:   tests/passes/spirv-switches. */
#include "compiler/ir/switches.h"
#include "compiler/pass.h"
#include "compiler/run_llvm.h"
#include "compiler/spir64/tidy.h"

enum fxc_result fxc_spirv_switches(struct fxc_module *module) {
  if (module->options->opt_level < 2)
    return FXC_SAME;
  bool is_changed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    if (!fxc_take_switches_apart(f, 1))
      continue;
    /* Comparisons become one before simplifycfg would find several, and make a switch of them. */
    if (!fxc_run_llvm_on(module, f, TIDY_BRANCHES))
      return FXC_FAILED;
    is_changed = true;
  }
  return is_changed ? FXC_CHANGED : FXC_SAME;
}
