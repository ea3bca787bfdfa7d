/* spir64: SPIR-V, for OpenCL. */
#include "compiler/target.h"

#include <llvm-c/Support.h>
#include <llvm-c/Target.h>

#include "compiler/pipeline/codegen.h"
#include "compiler/pipeline/images.h"
#include "compiler/spir64/mend_code.h"
#include "compiler/spir64/tidy.h"

/* The extensions that decorate device globals (decorate_device_globals.c), those of atomics of
 * floats, and two that mend_code.c takes out again. A module asks for the ones that its code needs;
 * LLVM has no other way to allow them, nor to leave loops as they are. It would have them count by
 * pointers that advance: more values live across barriers, and drivers no longer recognize what
 * lies side by side. */
static void set_llvm_options(void) {
  static const char *const words[] = {"falx",
                                      "--spirv-ext=+SPV_INTEL_global_variable_host_access,"
                                      "+SPV_INTEL_global_variable_fpga_decorations,"
                                      "+SPV_EXT_shader_atomic_float_add,"
                                      "+SPV_EXT_shader_atomic_float_min_max,"
                                      "+" FLOAT_CONTROLS_EXTENSION ",+" PRINTF_EXTENSION,
                                      "--disable-lsr"};
  static bool is_done;
  if (!is_done)
    LLVMParseCommandLineOptions(sizeof words / sizeof *words, words, NULL);
  is_done = true;
}

/* What LLVM does at -O2, but for what is the driver's to decide, which knows the processor and
 * makes one function of the work-items of a group: loops are not unrolled, split by conditions that
 * stay the same, or vectorized, and jumps are not threaded. That hides which work-items do the
 * same. */
static const char optimization[] =
    "inferattrs,ipsccp,called-value-propagation,globalopt,function(mem2reg," TIDY "),always-inline,"
    "cgscc(devirt<4>(inline,function-attrs,argpromotion,function<eager-inv>("
    "sroa,early-cse<memssa>,correlated-propagation," TIDY ",tailcallelim,reassociate,"
    "constraint-elimination,loop-mssa(loop-instsimplify,loop-simplifycfg,"
    "licm<no-allowspeculation>,loop-rotate<header-duplication>,licm<allowspeculation>,"
    "simple-loop-unswitch<no-nontrivial;trivial>)," TIDY ",loop(loop-idiom,indvars,loop-deletion),"
    "sroa,mldst-motion,gvn,sccp,bdce,instcombine<no-verify-fixpoint>,correlated-propagation,adce,"
    "memcpyopt,dse,loop-mssa(licm<allowspeculation>),simplifycfg<switch-range-to-icmp;keep-loops;"
    "hoist-common-insts;sink-common-insts>,instcombine<no-verify-fixpoint>))),"
    "deadargelim,globalopt,globaldce,elim-avail-extern,rpo-function-attrs,"
    "function(float2int,lower-constant-intrinsics,infer-alignment," TIDY ",div-rem-pairs),"
    "globaldce,constmerge";

static LLVMTargetMachineRef create_machine(const struct fxc_options *options, bool is_pic,
                                           struct fxc_diagnostics *diagnostics) {
  LLVMInitializeSPIRVTargetInfo();
  LLVMInitializeSPIRVTarget();
  LLVMInitializeSPIRVTargetMC();
  LLVMInitializeSPIRVAsmPrinter();
  set_llvm_options();
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
    .optimization = optimization,
    .create_machine = create_machine,
    .mend_code = fxc_spirv_mend,
    .generate = fxc_generate_image,
};
