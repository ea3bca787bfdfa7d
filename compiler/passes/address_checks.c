/* address-checks: runs AddressSanitizer, if the user requested it.
 *
 * Needs:   an optimized module; functions to check have the attribute sanitize_address.
 * Leaves:  checks around their memory accesses.
 * Refuses: nothing.
 * Tests:   tests/flows. */
#include "compiler/ir/attributes.h"
#include "compiler/pass.h"
#include "compiler/run_llvm.h"

enum fxc_result fxc_address_checks(struct fxc_module *module) {
  if (!fxc_has_address_checks(module->ir))
    return FXC_SAME;
  return fxc_run_llvm(module, "asan") ? FXC_CHANGED : FXC_FAILED;
}
