/* strip-debug-early: removes source positions that only earlier diagnostics needed.
 *
 * Needs:   a checked module.
 * Leaves:  debug information if the user requested it, or if later remarks and errors give source
 *          positions.
 * Refuses: nothing.
 * Tests:   tests/passes/strip-debug. */
#include <llvm-c/DebugInfo.h>

#include "compiler/ir/kernel_attributes.h"
#include "compiler/pass.h"
#include "compiler/target.h"

enum fxc_result fxc_strip_debug_early(struct fxc_module *module) {
  const struct fxc_options *options = module->options;
  if (options->debug || options->checks || options->remarks_passed || options->remarks_missed ||
      (options->target->is_host && fxc_has_required_sub_groups(module->ir)))
    return FXC_SAME;
  return LLVMStripModuleDebugInfo(module->ir) ? FXC_CHANGED : FXC_SAME;
}
