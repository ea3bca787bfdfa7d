/* spir64: SPIR-V, for OpenCL. */
#include "compiler/target.h"

#include <llvm-c/Support.h>
#include <llvm-c/Target.h>

#include "compiler/pipeline/codegen.h"
#include "compiler/pipeline/images.h"

/* The extensions that decorate device globals (decorate_device_globals.c), and those of atomics of
 * floats. A module asks for the ones that its code needs; LLVM has no other way to allow them. */
static void allow_spirv_extensions(void) {
  static const char *const words[] = {"falx", "--spirv-ext=+SPV_INTEL_global_variable_host_access,"
                                              "+SPV_INTEL_global_variable_fpga_decorations,"
                                              "+SPV_EXT_shader_atomic_float_add,"
                                              "+SPV_EXT_shader_atomic_float_min_max"};
  static bool is_done;
  if (!is_done)
    LLVMParseCommandLineOptions(2, words, NULL);
  is_done = true;
}

static LLVMTargetMachineRef create_machine(const struct fxc_options *options, bool is_pic,
                                           struct fxc_diagnostics *diagnostics) {
  LLVMInitializeSPIRVTargetInfo();
  LLVMInitializeSPIRVTarget();
  LLVMInitializeSPIRVTargetMC();
  LLVMInitializeSPIRVAsmPrinter();
  allow_spirv_extensions();
  return fxc_machine_new(options, options->cpu ? options->cpu : "",
                         options->features ? options->features : "", is_pic, diagnostics);
}

const struct fxc_target fxc_spir64 = {
    .name = FALX_TARGET_SPIR64,
    .triple = "spirv64-unknown-unknown",
    .format = FALX_IMAGE_FORMAT_SPIRV,
    .steps = fxc_spir64_steps,
    .has_device_library = true,
    .global_space = 1,
    .local_space = 3,
    .create_machine = create_machine,
    .generate = fxc_generate_image,
};
