/* Target machines and code generation by LLVM's back ends. */
#include "compiler/passes/codegen.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/memory.h"
#include "falx/image.h"
#include "support/strbuf.h"

static const struct {
  const char *name, *triple, *cpu;
} targets[] = {
    [FXC_TARGET_NATIVE_CPU] = {FALX_TARGET_NATIVE_CPU, "x86_64-pc-linux-gnu", "x86-64"},
    [FXC_TARGET_SPIR64] = {FALX_TARGET_SPIR64, "spirv64-unknown-unknown", ""},
    [FXC_TARGET_NVPTX64] = {FALX_TARGET_NVPTX64, "nvptx64-nvidia-cuda", "sm_70"},
};

const char *fxc_target_triple(enum fxc_target target) {
  static char host[128];
  if (target != FXC_TARGET_NATIVE_CPU)
    return targets[target].triple;
  if (!*host) {
    char *triple = LLVMGetDefaultTargetTriple();
    snprintf(host, sizeof host, "%s", triple);
    LLVMDisposeMessage(triple);
  }
  return host;
}

const char *fxc_target_name(enum fxc_target target) {
  return targets[target].name;
}

bool fxc_target_find(const char *name, enum fxc_target *out_target) {
  for (unsigned i = 0; i < sizeof targets / sizeof *targets; i++)
    if (!strcmp(targets[i].name, name)) {
      *out_target = (enum fxc_target)i;
      return true;
    }
  return false;
}

static void initialize(enum fxc_target target) {
  switch (target) {
  case FXC_TARGET_NATIVE_CPU:
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    LLVMInitializeNativeAsmParser();
    break;
  case FXC_TARGET_SPIR64:
    LLVMInitializeSPIRVTargetInfo();
    LLVMInitializeSPIRVTarget();
    LLVMInitializeSPIRVTargetMC();
    LLVMInitializeSPIRVAsmPrinter();
    break;
  case FXC_TARGET_NVPTX64:
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    break;
  }
}

LLVMTargetMachineRef fxc_machine_create(const struct fxc_options *options, bool is_pic,
                                        struct fxc_diagnostics *diagnostics) {
  static const LLVMCodeGenOptLevel levels[] = {LLVMCodeGenLevelNone, LLVMCodeGenLevelLess,
                                               LLVMCodeGenLevelDefault, LLVMCodeGenLevelAggressive};
  const char *triple = fxc_target_triple(options->target);
  LLVMTargetRef target;
  char *message = NULL;
  initialize(options->target);
  if (LLVMGetTargetFromTriple(triple, &target, &message)) {
    fxc_report(diagnostics, FXC_ERROR, NULL, "this LLVM has no back end for %s: %s",
               targets[options->target].name, message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  const char *cpu = options->cpu;
  struct fxs_strbuf features = {0};
  char *host_cpu = NULL;
  if (cpu && !strcmp(cpu, "native") && options->target == FXC_TARGET_NATIVE_CPU) {
    char *host_features = LLVMGetHostCPUFeatures();
    host_cpu = LLVMGetHostCPUName();
    cpu = host_cpu;
    fxs_strbuf_puts(&features, host_features);
    LLVMDisposeMessage(host_features);
  } else if (!cpu) {
    bool is_x86 = !strncmp(triple, "x86_64", 6) || options->target != FXC_TARGET_NATIVE_CPU;
    cpu = is_x86 ? targets[options->target].cpu : "generic";
  }
  if (options->features && *options->features) {
    if (features.length)
      fxs_strbuf_putc(&features, ',');
    fxs_strbuf_puts(&features, options->features);
  }
  LLVMTargetMachineRef machine = LLVMCreateTargetMachine(
      target, triple, cpu, fxs_strbuf_text(&features), levels[options->opt_level],
      is_pic ? LLVMRelocPIC : LLVMRelocStatic, LLVMCodeModelDefault);
  if (host_cpu)
    LLVMDisposeMessage(host_cpu);
  fxs_strbuf_free(&features);
  return machine;
}

LLVMMemoryBufferRef fxc_generate(struct fxc_module *module) {
  if (!module->options->debug)
    LLVMStripModuleDebugInfo(module->ir);
  bool is_text = module->options->target == FXC_TARGET_NVPTX64;
  LLVMMemoryBufferRef buffer = NULL;
  char *message = NULL;
  if (LLVMTargetMachineEmitToMemoryBuffer(module->machine, module->ir,
                                          is_text ? LLVMAssemblyFile : LLVMObjectFile, &message,
                                          &buffer)) {
    fxc_report(module->diagnostics, FXC_ERROR, NULL, "code generation failed: %s", message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  if (fxc_has_errors(module->diagnostics)) { /* some are only reported to the context */
    LLVMDisposeMemoryBuffer(buffer);
    return NULL;
  }
  return buffer;
}
