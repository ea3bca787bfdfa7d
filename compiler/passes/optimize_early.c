/* optimize-early: inlines and simplifies before kernels get their final shape.
 *
 * Needs:   docs/ir.md section 4.
 * Leaves:  header layers inlined, function objects taken apart; loops unchanged. At -O0, only
 *          host code that no kernel calls is deleted.
 * Refuses: nothing.
 * Tests:   tests/passes/post-link. */
#include "compiler/pass.h"
#include "compiler/run_llvm.h"

/* Device code consists of header layers to inline and function objects to take apart. Loops over
 * the dimensions of an id are unrolled first, in place: LLVM's loop passes take time for the
 * whole function that contains a loop. */
static const char early[] =
    "instrprof,globaldce,function(sroa,simplifycfg,loop(loop-unroll-full)),"
    "always-inline,function(sroa,early-cse,simplifycfg),"
    "cgscc(inline,function(sroa,early-cse<memssa>,simplifycfg<hoist-common-insts>,"
    "instcombine<no-verify-fixpoint>)),"
    "globaldce";

enum fxc_result fxc_optimize_early(struct fxc_module *module) {
  fxc_set_machine_attributes(module);
  bool is_fine = fxc_run_llvm(module, module->options->opt_level == 0 ? "globaldce" : early);
  return is_fine ? FXC_CHANGED : FXC_FAILED;
}
