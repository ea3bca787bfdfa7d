/* spir64: SPIR-V, for OpenCL. */
#include "compiler/target.h"

#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "compiler/pipeline/codegen.h"
#include "compiler/pipeline/images.h"

/* LLVM 22 takes the format of a printf for one outside of constant memory where it looks it up in
 * another function's table; opencl-printf has made all of them constants. */
#define PRINTF_EXTENSION "SPV_EXT_relaxed_printf_string_address_space"

/* The extensions that decorate device globals (decorate_device_globals.c), those of atomics of
 * floats, and one for printf that is taken out again. A module asks for the ones that its code
 * needs; LLVM has no other way to allow them. */
static void allow_spirv_extensions(void) {
  static const char *const words[] = {"falx", "--spirv-ext=+SPV_INTEL_global_variable_host_access,"
                                              "+SPV_INTEL_global_variable_fpga_decorations,"
                                              "+SPV_EXT_shader_atomic_float_add,"
                                              "+SPV_EXT_shader_atomic_float_min_max,"
                                              "+" PRINTF_EXTENSION};
  static bool is_done;
  if (!is_done)
    LLVMParseCommandLineOptions(2, words, NULL);
  is_done = true;
}

/* Without PRINTF_EXTENSION. */
static size_t mend_code(void *code, size_t size) {
  enum { HEADER = 5, OP_EXTENSION = 10 };
  uint32_t *words = code;
  size_t count = size / sizeof *words;
  for (size_t i = HEADER, length; i < count; i += length) {
    length = words[i] >> 16;
    if (!length || length > count - i)
      break;
    if ((words[i] & 0xffff) != OP_EXTENSION ||
        (length - 1) * sizeof *words < sizeof PRINTF_EXTENSION ||
        memcmp(&words[i + 1], PRINTF_EXTENSION, sizeof PRINTF_EXTENSION) != 0)
      continue;
    memmove(&words[i], &words[i + length], (count - i - length) * sizeof *words);
    return size - length * sizeof *words;
  }
  return size;
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
    .generic_space = 4,
    .create_machine = create_machine,
    .mend_code = mend_code,
    .generate = fxc_generate_image,
};
