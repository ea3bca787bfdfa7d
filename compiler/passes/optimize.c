/* LLVM's own optimization pipelines as textual pipelines. */
#include "compiler/passes/optimize.h"

#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/passes/isa.h"
#include "compiler/passes/prepare_native_cpu.h"

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

bool fxc_run_llvm(struct fxc_module *module, const char *pipeline) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  bool is_vectorizing =
      module->options->target == FXC_TARGET_NATIVE_CPU && module->options->opt_level > 1;
  LLVMPassBuilderOptionsSetLoopVectorization(options, is_vectorizing);
  LLVMPassBuilderOptionsSetLoopInterleaving(options, is_vectorizing);
  LLVMPassBuilderOptionsSetSLPVectorization(options, is_vectorizing);
  LLVMErrorRef error = LLVMRunPasses(module->ir, pipeline, module->machine, options);
  LLVMDisposePassBuilderOptions(options);
  if (!error)
    return true;
  char *message = LLVMGetErrorMessage(error);
  fxc_report(module->diagnostics, FXC_ERROR, NULL, "optimization failed: %s", message);
  LLVMDisposeErrorMessage(message);
  return false;
}

static void set_string_attribute(LLVMValueRef function, const char *key, const char *value) {
  unsigned length = (unsigned)strlen(key);
  LLVMRemoveStringAttributeAtIndex(function, FUNCTION_INDEX, key, length);
  if (*value)
    LLVMAddAttributeAtIndex(
        function, FUNCTION_INDEX,
        LLVMCreateStringAttribute(LLVMGetModuleContext(LLVMGetGlobalParent(function)), key, length,
                                  value, (unsigned)strlen(value)));
}

void fxc_set_machine_attributes(struct fxc_module *module) {
  if (!module->machine)
    return;
  char *cpu = LLVMGetTargetMachineCPU(module->machine);
  char *features = LLVMGetTargetMachineFeatureString(module->machine);
  const char *tune = module->options->tune;
  bool is_wide = fxc_vector_bits(module) == 512;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    if (LLVMGetIntrinsicID(f))
      continue;
    set_string_attribute(f, "target-cpu", cpu);
    set_string_attribute(f, "target-features", features);
    if (is_wide && !LLVMGetStringAttributeAtIndex(f, FUNCTION_INDEX, "prefer-vector-width",
                                                  strlen("prefer-vector-width")))
      set_string_attribute(f, "prefer-vector-width", "512"); /* else the user's choice */
    set_string_attribute(f, "tune-cpu", tune ? tune : module->options->cpu ? "" : "generic");
  }
  LLVMDisposeMessage(cpu);
  LLVMDisposeMessage(features);
}

/* What device code is made of: header layers to inline, function objects to take apart. Loops over
 * the dimensions of an id go first, where they are: LLVM's loop passes take time for the whole of
 * the function that a loop is in. */
static const char early[] =
    "instrprof,globaldce,function(sroa,simplifycfg,loop(loop-unroll-full)),"
    "always-inline,function(sroa,early-cse,simplifycfg),"
    "cgscc(inline,function(sroa,early-cse<memssa>,simplifycfg<hoist-common-insts>,"
    "instcombine<no-verify-fixpoint>)),"
    "globaldce";

bool fxc_optimize_early(struct fxc_module *module) {
  fxc_relax_attributes(module->ir, module->options->target == FXC_TARGET_NATIVE_CPU);
  fxc_set_machine_attributes(module);
  /* Without optimization, too, host code that no kernel calls goes, and constants that name it. */
  return fxc_run_llvm(module, module->options->opt_level == 0 ? "globaldce" : early);
}

bool fxc_optimize_late(struct fxc_module *module) {
  static const char *const late[] = {"instrprof,always-inline,globaldce", "default<O1>",
                                     "default<O2>", "default<O3>"};
  fxc_set_machine_attributes(module);
  return fxc_run_llvm(module, late[module->options->opt_level]);
}

bool fxc_has_address_checks(LLVMModuleRef module) {
  unsigned kind = fxc_attribute_kind("sanitize_address");
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetEnumAttributeAtIndex(f, FUNCTION_INDEX, kind))
      return true;
  return false;
}
