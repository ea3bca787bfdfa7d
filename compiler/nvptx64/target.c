/* nvptx64: PTX, for CUDA (docs/cuda.md). */
#include "compiler/target.h"

#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "compiler/image/model.h"
#include "compiler/nvptx64/architecture.h"
#include "compiler/pipeline/codegen.h"
#include "compiler/pipeline/images.h"

/* The least version of PTX that has what the passes use; LLVM takes later ones for later
 * architectures. */
static const char *features_of(const char *cpu) {
  return strcmp(cpu, FXC_PTX_LEAST) == 0 ? "+ptx63" : "";
}

/* LLVM unrolls loops of many iterations only in part, up to fewer instructions than are good here:
 * loads of several iterations wait together. And by 8 where the number is not known, with up to 7
 * iterations one by one before; ptxas unrolls again what is unrolled by 4, where it finds the end
 * of the loop compared as the program does, not made an inequality. There is no other way to say
 * so; the options count for targets that follow in the same process, which is none
 * (fxd_target_at). */
static void unroll_as_ptxas_likes(void) {
  static const char *const words[] = {"falx", "--unroll-partial-threshold=256",
                                      "--unroll-max-count=4", "--disable-lftr"};
  static bool is_done;
  if (!is_done)
    LLVMParseCommandLineOptions(sizeof words / sizeof *words, words, NULL);
  is_done = true;
}

/* Until the module is copied for each architecture, the first one counts. */
static LLVMTargetMachineRef create_machine(const struct fxc_options *options, bool is_pic,
                                           struct fxc_diagnostics *diagnostics) {
  char cpu[16] = FXC_PTX_LEAST;
  size_t length = options->cpu ? strcspn(options->cpu, ",") : 0;
  if (length && length < sizeof cpu) {
    memcpy(cpu, options->cpu, length);
    cpu[length] = 0;
  }
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  unroll_as_ptxas_likes();
  return fxc_machine_new(options, cpu, options->features ? options->features : features_of(cpu),
                         is_pic, diagnostics);
}

static bool generate(struct fxc_run *run, struct fxc_module *module) {
  if (!fxc_generate_image(run, module))
    return false;
  struct fxc_image *image = &run->images.images.items[run->images.images.count - 1];
  fxc_image_add_number(&run->images, image, FALX_SET_PTX, FALX_PTX_ARCH, fxc_ptx_arch(module));
  if (fxc_ptx_is_exact(module))
    fxc_image_add_number(&run->images, image, FALX_SET_PTX, FALX_PTX_EXACT, 1);
  return true;
}

const struct fxc_target fxc_nvptx64 = {
    .name = FALX_TARGET_NVPTX64,
    .triple = "nvptx64-nvidia-cuda",
    .format = FALX_IMAGE_FORMAT_PTX,
    .steps = fxc_nvptx64_steps,
    .has_device_library = true,
    .has_cuda_functions = true,
    .has_inline_assembly = true,
    .global_space = 1,
    .local_space = 3,
    .create_machine = create_machine,
    .generate = generate,
};
