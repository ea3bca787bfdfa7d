/* Target machines and code generation by LLVM's back ends. */
#include "compiler/passes/codegen.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Support.h>
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
    [FXC_TARGET_NATIVE_CPU] = {FALX_TARGET_NATIVE_CPU, NULL, NULL},
    [FXC_TARGET_SPIR64] = {FALX_TARGET_SPIR64, "spirv64-unknown-unknown", ""},
    [FXC_TARGET_NVPTX64] = {FALX_TARGET_NVPTX64, "nvptx64-nvidia-cuda", "sm_70"},
};

#define INITIALIZE(name)                                                                           \
  static void initialize_##name(void) {                                                            \
    LLVMInitialize##name##TargetInfo();                                                            \
    LLVMInitialize##name##Target();                                                                \
    LLVMInitialize##name##TargetMC();                                                              \
    LLVMInitialize##name##AsmPrinter();                                                            \
  }
INITIALIZE(X86)
INITIALIZE(AArch64)
INITIALIZE(RISCV)
INITIALIZE(SPIRV)
INITIALIZE(NVPTX)

/* What native_cpu generates code for: the least that Debian's port takes. */
static const struct host {
  const char *arch, *cpu, *features;
  const char *abi; /* where the features do not imply it */
  void (*initialize)(void);
  void (*initialize_parser)(void); /* of inline assembly */
} hosts[] = {
    {"x86_64", "x86-64", "", NULL, initialize_X86, LLVMInitializeX86AsmParser},
    {"aarch64", "generic", "", NULL, initialize_AArch64, LLVMInitializeAArch64AsmParser},
    {"riscv64", "generic-rv64", "+m,+a,+f,+d,+c", "lp64d", initialize_RISCV,
     LLVMInitializeRISCVAsmParser},
};

const char *fxc_target_triple(const struct fxc_options *options) {
  static char host[128];
  if (options->target != FXC_TARGET_NATIVE_CPU)
    return targets[options->target].triple;
  if (options->host)
    return options->host;
  if (!*host) {
    char *triple = LLVMGetDefaultTargetTriple();
    snprintf(host, sizeof host, "%s", triple);
    LLVMDisposeMessage(triple);
  }
  return host;
}

static bool is_same_arch(const char *triple, const char *other) {
  size_t length = strcspn(triple, "-");
  return length == strcspn(other, "-") && !memcmp(triple, other, length);
}

/* NULL for an unknown architecture. */
static const struct host *host_of(const char *triple) {
  for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++)
    if (is_same_arch(triple, hosts[i].arch))
      return &hosts[i];
  return NULL;
}

bool fxc_is_x86(const struct fxc_options *options) {
  return is_same_arch(fxc_target_triple(options), "x86_64");
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

/* What device globals are decorated with (device_globals.c); LLVM has no other way to say so. */
static void allow_spirv_extensions(void) {
  static const char *const words[] = {"falx", "--spirv-ext=+SPV_INTEL_global_variable_host_access,"
                                              "+SPV_INTEL_global_variable_fpga_decorations"};
  static bool is_done;
  if (!is_done)
    LLVMParseCommandLineOptions(2, words, NULL);
  is_done = true;
}

/* Only what is asked for: it is part of every start. */
static void initialize(enum fxc_target target, const struct host *host) {
  switch (target) {
  case FXC_TARGET_NATIVE_CPU:
    host->initialize();
    host->initialize_parser();
    break;
  case FXC_TARGET_SPIR64:
    initialize_SPIRV();
    allow_spirv_extensions();
    break;
  case FXC_TARGET_NVPTX64:
    initialize_NVPTX();
    break;
  }
}

/* The string attribute of the first function that has it, in the module's context; NULL for none.
 */
static const char *attribute(LLVMModuleRef module, const char *key) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    LLVMAttributeRef found = LLVMGetStringAttributeAtIndex(
        f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, key, (unsigned)strlen(key));
    unsigned length;
    if (found && !LLVMIsDeclaration(f))
      return LLVMGetStringAttributeValue(found, &length);
  }
  return NULL;
}

bool fxc_take_processor(struct fxc_options *options, LLVMModuleRef module,
                        struct fxc_diagnostics *diagnostics) {
  const char *triple = fxc_target_triple(options), *of_module = LLVMGetTarget(module);
  if (*of_module && !is_same_arch(triple, of_module)) {
    fxc_report(diagnostics, FXC_ERROR, NULL,
               "the device code is for %s and the program for %s; compile and link with the same "
               "--target=",
               of_module, triple);
    return false;
  }
  if (fxc_is_x86(options) || options->cpu)
    return true;
  options->cpu = attribute(module, "target-cpu");
  if (!options->features || !*options->features)
    options->features = attribute(module, "target-features");
  return true;
}

void fxc_set_abi(LLVMModuleRef module, const struct fxc_options *options) {
  static const char key[] = "target-abi";
  const struct host *host = host_of(fxc_target_triple(options));
  if (!host || !host->abi || LLVMGetModuleFlag(module, key, sizeof key - 1))
    return;
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMAddModuleFlag(module, LLVMModuleFlagBehaviorError, key, sizeof key - 1,
                    LLVMMDStringInContext2(context, host->abi, strlen(host->abi)));
}

LLVMTargetMachineRef fxc_machine_create(const struct fxc_options *options, bool is_pic,
                                        struct fxc_diagnostics *diagnostics) {
  static const LLVMCodeGenOptLevel levels[] = {LLVMCodeGenLevelNone, LLVMCodeGenLevelLess,
                                               LLVMCodeGenLevelDefault, LLVMCodeGenLevelAggressive};
  const char *triple = fxc_target_triple(options);
  const struct host *host = NULL;
  LLVMTargetRef target;
  char *message = NULL;
  if (options->target == FXC_TARGET_NATIVE_CPU && !(host = host_of(triple))) {
    fxc_report(diagnostics, FXC_ERROR, NULL,
               "native_cpu has no code for '%s': x86_64, aarch64 and riscv64 are known", triple);
    return NULL;
  }
  initialize(options->target, host);
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
    cpu = host ? host->cpu : targets[options->target].cpu;
    fxs_strbuf_puts(&features, host ? host->features : "");
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
