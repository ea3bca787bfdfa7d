#include "compiler/pipeline/codegen.h"

#include <llvm-c/DebugInfo.h>

#include "compiler/diagnostics.h"
#include "compiler/target.h"

LLVMTargetMachineRef fxc_machine_create(const struct fxc_options *options, bool is_pic,
                                        struct fxc_diagnostics *diagnostics) {
  return options->target->create_machine(options, is_pic, diagnostics);
}

LLVMTargetMachineRef fxc_machine_new(const struct fxc_options *options, const char *cpu,
                                     const char *features, bool is_pic,
                                     struct fxc_diagnostics *diagnostics) {
  static const LLVMCodeGenOptLevel levels[] = {LLVMCodeGenLevelNone, LLVMCodeGenLevelLess,
                                               LLVMCodeGenLevelDefault, LLVMCodeGenLevelAggressive};
  const char *triple = fxc_target_triple(options);
  LLVMTargetRef target;
  char *message = NULL;
  if (LLVMGetTargetFromTriple(triple, &target, &message)) {
    fxc_report(diagnostics, FXC_ERROR, NULL, "this LLVM has no back end for %s: %s",
               options->target->name, message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  return LLVMCreateTargetMachine(target, triple, cpu, features, levels[options->opt_level],
                                 is_pic ? LLVMRelocPIC : LLVMRelocStatic, LLVMCodeModelDefault);
}

LLVMMemoryBufferRef fxc_generate(struct fxc_module *module) {
  if (!module->options->debug)
    LLVMStripModuleDebugInfo(module->ir);
  bool is_text = module->options->target->format == FALX_IMAGE_FORMAT_PTX;
  LLVMMemoryBufferRef buffer = NULL;
  char *message = NULL;
  if (LLVMTargetMachineEmitToMemoryBuffer(module->machine, module->ir,
                                          is_text ? LLVMAssemblyFile : LLVMObjectFile, &message,
                                          &buffer)) {
    fxc_report(module->diagnostics, FXC_ERROR, NULL, "code generation failed: %s", message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  if (fxc_has_errors(module->diagnostics)) { /* some are reported to the context only */
    LLVMDisposeMemoryBuffer(buffer);
    return NULL;
  }
  return buffer;
}
