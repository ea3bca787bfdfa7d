/* architectures: the steps behind it for each architecture, on a copy of the module.
 *
 * Needs:   the module of one image.
 * Leaves:  what the steps behind it leave, for each of those that options name, or else for the
 *          least, and for sm_80 where code has a better form there. */
#include "compiler/nvptx64/architecture.h"

#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/ir/builtins.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/rebuild.h"
#include "compiler/nvptx64/collectives.h"
#include "compiler/pipeline/codegen.h"
#include "compiler/pipeline/run.h"
#include "compiler/run_llvm.h"
#include "falx/image.h"

unsigned fxc_ptx_arch(const struct fxc_module *module) {
  const char *cpu = module->options->cpu ? module->options->cpu : FXC_PTX_LEAST;
  return strncmp(cpu, "sm_", 3) ? 0 : (unsigned)strtoul(cpu + 3, NULL, 10);
}

bool fxc_ptx_is_exact(const struct fxc_module *module) {
  const char *cpu = module->options->cpu;
  char last = cpu && *cpu ? cpu[strlen(cpu) - 1] : 0;
  return last == 'a' || last == 'f';
}

/* Conversions to bfloat are instructions from sm_80 on. */
static bool converts_to_bfloat(LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsAFPTruncInst(i) && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMBFloatTypeKind)
        return true;
  return false;
}

/* Those, and reductions of integers: redux.sync. */
static bool has_newer_form(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    if (converts_to_bfloat(f))
      return true;
    if (!LLVMIsDeclaration(f) || !LLVMGetFirstUse(f))
      continue;
    enum fxc_collective kind = fxc_collective_of(LLVMGetValueName2(f, &length));
    if (kind < FXC_LOGICAL_AND && kind != FXC_IMUL &&
        LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(f))) == LLVMIntegerTypeKind)
      return true;
  }
  return false;
}

/* Bytes of parameters: how many the first versions of PTX allow, and PTX 8.1. */
enum { FEW_BYTES = 4352, MOST_BYTES = 32764, LEAST_WITH_NEWER_PTX = 100 };

static unsigned long long parameter_bytes(LLVMValueRef kernel) {
  LLVMTargetDataRef data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(kernel));
  unsigned long long bytes = sizeof(struct falx_launch_range);
  for (unsigned i = 0; i < LLVMCountParams(kernel); i++) {
    LLVMTypeRef block = fxc_type_attribute(kernel, i + 1, "byval");
    uint64_t align = block ? fxc_int_attribute(kernel, i + 1, "align") : 8;
    uint64_t size = LLVMABISizeOfType(data, block ? block : LLVMTypeOf(LLVMGetParam(kernel, i)));
    align = align ? align : 1;
    bytes = (bytes + align - 1) / align * align + size;
  }
  return bytes;
}

/* Sets what debug information and kernels with many parameters need. False after a report: there
 * are too many. */
static bool choose_version(struct fxc_options *options, const struct fxc_module *module) {
  bool is_open = !options->features;
  if (options->debug && is_open && fxc_ptx_arch(module) < 80)
    options->features = "+ptx70";
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    unsigned long long bytes = !LLVMIsDeclaration(f) && fxc_is_kernel(f) ? parameter_bytes(f) : 0;
    if (bytes > MOST_BYTES) {
      fxc_report(module->diagnostics, FXC_ERROR, f,
                 "the kernel's arguments have %llu bytes, and CUDA takes %d; put some into memory",
                 bytes, MOST_BYTES);
      return false;
    }
    if (bytes > FEW_BYTES && is_open && fxc_ptx_arch(module) < LEAST_WITH_NEWER_PTX)
      options->features = "+ptx81";
  }
  return true;
}

static bool lower_for(struct fxc_run *run, const struct fxc_module *module, fxc_steps *rest,
                      const char *cpu) {
  struct fxc_options options = *module->options;
  struct fxc_module copy = *module;
  options.cpu = cpu;
  copy.options = &options;
  if (!choose_version(&options, &copy))
    return false;
  copy.machine = fxc_machine_create(&options, run->pipeline->is_pic, run->diagnostics);
  if (!copy.machine)
    return false;
  copy.ir = LLVMCloneModule(module->ir);
  fxc_set_machine_attributes(&copy);
  bool is_fine = fxc_run_steps(run, &copy, rest);
  LLVMDisposeModule(copy.ir);
  LLVMDisposeTargetMachine(copy.machine);
  return is_fine;
}

bool fxc_stage_architectures(struct fxc_run *run, struct fxc_module *module, fxc_steps *rest) {
  const char *names = module->options->cpu;
  if (!names)
    names = has_newer_form(module->ir) ? FXC_PTX_LEAST ",sm_80" : FXC_PTX_LEAST;
  bool is_fine = true;
  for (const char *end; *names && is_fine; names = *end ? end + 1 : end) {
    char cpu[16];
    end = strchrnul(names, ',');
    if ((size_t)(end - names) >= sizeof cpu || strncmp(names, "sm_", 3) != 0) {
      fxc_report(module->diagnostics, FXC_ERROR, NULL,
                 "'%.*s' is no architecture of nvptx64-nvidia-cuda; they are named like sm_90",
                 (int)(end - names), names);
      return false;
    }
    memcpy(cpu, names, (size_t)(end - names));
    cpu[end - names] = 0;
    is_fine = lower_for(run, module, rest, cpu);
  }
  return is_fine;
}
