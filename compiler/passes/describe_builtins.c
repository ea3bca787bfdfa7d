/* describe-builtins: declares the effects of work-item builtins for the optimizer.
 *
 * Needs:   docs/ir.md section 4.
 * Leaves:  their declarations and calls are not convergent, read no memory and always return.
 * Refuses: nothing.
 * Tests:   tests/passes/describe-builtins. */
#include "compiler/ir/builtins.h"
#include "compiler/pass.h"

enum fxc_result fxc_describe_builtins(struct fxc_module *module) {
  fxc_describe_builtin_declarations(module->ir);
  return FXC_CHANGED;
}
