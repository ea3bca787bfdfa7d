/* strip-debug: removes debug information, unless the user requested it.
 *
 * Needs:   nothing. On native_cpu after the vectorizer, whose remarks give source positions.
 * Leaves:  debug information with -g only.
 * Refuses: nothing.
 * Tests:   tests/passes/strip-debug. */
#include <llvm-c/DebugInfo.h>

#include "compiler/pass.h"

enum fxc_result fxc_strip_debug(struct fxc_module *module) {
  if (module->options->debug)
    return FXC_SAME;
  return LLVMStripModuleDebugInfo(module->ir) ? FXC_CHANGED : FXC_SAME;
}
