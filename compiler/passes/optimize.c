/* optimize: runs LLVM's standard pipeline of the optimization level, or what the target has
 * instead.
 *
 * Needs:   a lowered module; on native_cpu with work-item loops.
 * Leaves:  the input of code generation. At -O0, only alwaysinline functions are inlined.
 * Refuses: nothing.
 * Tests:   tests/passes/post-link. */
#include "compiler/pass.h"
#include "compiler/run_llvm.h"
#include "compiler/target.h"

enum fxc_result fxc_optimize(struct fxc_module *module) {
  static const char *const pipelines[] = {"instrprof,always-inline,globaldce", "default<O1>",
                                          "default<O2>", "default<O3>"};
  /* Generic pointers whose space can be told are in it. */
  static const char spaces[] = "function(sroa,infer-address-spaces)";
  const bool has_spaces = module->options->target->local_space != 0 && module->machine;
  fxc_set_machine_attributes(module);
  if (has_spaces && module->options->opt_level && !fxc_run_llvm(module, spaces))
    return FXC_FAILED;
  const char *own = module->options->opt_level ? module->options->target->optimization : NULL;
  return fxc_run_llvm(module, own ? own : pipelines[module->options->opt_level]) ? FXC_CHANGED
                                                                                 : FXC_FAILED;
}
