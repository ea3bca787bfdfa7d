/* nvptx64: PTX, for CUDA. Work-item functions are not lowered yet. */
#include "compiler/target.h"

#include <llvm-c/Target.h>

#include "compiler/pipeline/codegen.h"
#include "compiler/pipeline/images.h"

static LLVMTargetMachineRef create_machine(const struct fxc_options *options, bool is_pic,
                                           struct fxc_diagnostics *diagnostics) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  return fxc_machine_new(options, options->cpu ? options->cpu : "sm_70",
                         options->features ? options->features : "", is_pic, diagnostics);
}

const struct fxc_target fxc_nvptx64 = {
    .name = FALX_TARGET_NVPTX64,
    .triple = "nvptx64-nvidia-cuda",
    .format = FALX_IMAGE_FORMAT_PTX,
    .steps = fxc_nvptx64_steps,
    .has_inline_assembly = true,
    .global_space = 1,
    .local_space = 3,
    .create_machine = create_machine,
    .generate = fxc_generate_image,
};
