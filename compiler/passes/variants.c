/* Variants of one module in threads of their own. LLVM's contexts share nothing, so the module goes
 * from one to the other as bitcode. */
#include "compiler/passes/variants.h"

#include <llvm-c/BitReader.h>

#include "compiler/diagnostics.h"
#include "compiler/passes/codegen.h"
#include "compiler/passes/link.h"

static void *run(void *argument) {
  struct fxc_variant *variant = argument;
  struct fxc_module *module = &variant->module;
  LLVMContextRef context = LLVMContextCreate();
  fxc_forward_diagnostics(context, module->diagnostics);
  LLVMMemoryBufferRef bitcode = LLVMCreateMemoryBufferWithMemoryRange(
      LLVMGetBufferStart(variant->bitcode), LLVMGetBufferSize(variant->bitcode), "variant", 0);
  if (LLVMParseBitcodeInContext2(context, bitcode, &module->ir)) {
    fxc_report(module->diagnostics, FXC_ERROR, NULL, "internal error: cannot copy the module");
  } else {
    variant->is_fine = variant->work(module, variant->user);
    LLVMDisposeModule(module->ir);
  }
  LLVMDisposeMemoryBuffer(bitcode);
  LLVMContextDispose(context);
  return NULL;
}

void fxc_variant_start(struct fxc_variant *variant, const struct fxc_module *module,
                       LLVMMemoryBufferRef bitcode, enum fxc_isa isa, bool is_pic,
                       fxc_variant_work *work, void *user) {
  *variant = (struct fxc_variant){
      .options = *module->options, .bitcode = bitcode, .work = work, .user = user};
  variant->options.cpu = fxc_isa_cpu(isa);
  variant->module.options = &variant->options;
  variant->module.diagnostics = fxc_diagnostics_create();
  variant->module.machine =
      fxc_machine_create(&variant->options, is_pic, variant->module.diagnostics);
  if (!variant->module.machine)
    return;
  variant->has_thread = !pthread_create(&variant->thread, NULL, run, variant);
  if (!variant->has_thread)
    run(variant);
}

bool fxc_variant_join(struct fxc_variant *variant, struct fxc_diagnostics *diagnostics) {
  if (variant->has_thread)
    pthread_join(variant->thread, NULL);
  fxc_diagnostics_move(diagnostics, variant->module.diagnostics);
  fxc_diagnostics_destroy(variant->module.diagnostics);
  if (variant->module.machine)
    LLVMDisposeTargetMachine(variant->module.machine);
  return variant->is_fine;
}
