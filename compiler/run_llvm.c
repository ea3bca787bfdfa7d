#include "compiler/run_llvm.h"

#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/target.h"

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

/* Reports an error, at a function or NULL, and frees it. Returns whether there was none. */
static bool succeeded(const struct fxc_module *module, LLVMValueRef function, LLVMErrorRef error) {
  if (!error)
    return true;
  char *message = LLVMGetErrorMessage(error);
  fxc_report(module->diagnostics, FXC_ERROR, function, "optimization failed: %s", message);
  LLVMDisposeErrorMessage(message);
  return false;
}

bool fxc_run_llvm(const struct fxc_module *module, const char *pipeline) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  bool is_vectorizing = module->options->target->vector_bits && module->options->opt_level > 1;
  LLVMPassBuilderOptionsSetLoopVectorization(options, is_vectorizing);
  LLVMPassBuilderOptionsSetLoopInterleaving(options, is_vectorizing);
  LLVMPassBuilderOptionsSetSLPVectorization(options, is_vectorizing);
  LLVMErrorRef error = LLVMRunPasses(module->ir, pipeline, module->machine, options);
  LLVMDisposePassBuilderOptions(options);
  return succeeded(module, NULL, error);
}

bool fxc_run_llvm_on(const struct fxc_module *module, LLVMValueRef function, const char *pipeline) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPassesOnFunction(function, pipeline, module->machine, options);
  LLVMDisposePassBuilderOptions(options);
  return succeeded(module, function, error);
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
  bool is_wide =
      module->options->target->vector_bits && module->options->target->vector_bits(module) == 512;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    if (LLVMGetIntrinsicID(f))
      continue;
    set_string_attribute(f, "target-cpu", cpu);
    set_string_attribute(f, "target-features", features);
    if (is_wide && !LLVMGetStringAttributeAtIndex(f, FUNCTION_INDEX, "prefer-vector-width",
                                                  strlen("prefer-vector-width")))
      set_string_attribute(f, "prefer-vector-width", "512"); /* otherwise the user's choice
                                                              * applies */
    set_string_attribute(f, "tune-cpu", tune ? tune : module->options->cpu ? "" : "generic");
  }
  LLVMDisposeMessage(cpu);
  LLVMDisposeMessage(features);
}
