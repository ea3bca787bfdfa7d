/* native_cpu: the processors of the machine that the program runs on. */
#include "compiler/target.h"

#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/native_cpu/generate.h"
#include "compiler/native_cpu/isa.h"
#include "compiler/pipeline/codegen.h"
#include "support/strbuf.h"

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

/* What there is code for: the least that Debian's port takes. */
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

static bool is_x86(const struct fxc_options *options) {
  return is_same_arch(fxc_target_triple(options), "x86_64");
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

/* Off x86 the names of -march= are not LLVM's: code is for the processor that the front end noted
 * on the module's functions, if options name none. Their texts are the module's context's. False
 * after a report: the module is of another architecture than the program. */
static bool take_processor(struct fxc_options *options, LLVMModuleRef module,
                           struct fxc_diagnostics *diagnostics) {
  const char *triple = fxc_target_triple(options), *of_module = LLVMGetTarget(module);
  if (*of_module && !is_same_arch(triple, of_module)) {
    size_t length;
    fxc_report_at(
        diagnostics, FXC_ERROR, LLVMGetSourceFileName(module, &length),
        "the device code is for %s and the program for %s; compile and link with the same "
        "--target=",
        of_module, triple);
    return false;
  }
  if (is_x86(options) || options->cpu)
    return true;
  options->cpu = attribute(module, "target-cpu");
  if (!options->features || !*options->features)
    options->features = attribute(module, "target-features");
  return true;
}

/* A module that does not name one gets the calling convention of the program's other objects. */
static void set_abi(LLVMModuleRef module, const struct fxc_options *options) {
  static const char key[] = "target-abi";
  const struct host *host = host_of(fxc_target_triple(options));
  if (!host || !host->abi || LLVMGetModuleFlag(module, key, sizeof key - 1))
    return;
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMAddModuleFlag(module, LLVMModuleFlagBehaviorError, key, sizeof key - 1,
                    LLVMMDStringInContext2(context, host->abi, strlen(host->abi)));
}

/* The first variant's processor, the ABI. */
static bool prepare(struct fxc_options *options, LLVMModuleRef module,
                    struct fxc_diagnostics *diagnostics) {
  if (options->is_isa_chosen && !options->checks && !options->cpu && !options->features &&
      options->opt_level > 0)
    options->isas = (1u << FXC_ISA_COUNT) - 1;
  if (options->isas && !is_x86(options)) {
    fxc_report(diagnostics, FXC_ERROR, NULL, "--isa= is for x86_64, not for %s; leave it out",
               fxc_target_triple(options));
    return false;
  }
  if (options->checks) /* for one instruction set */
    options->isas &= -options->isas;
  if (options->isas && !(options->isas & 1u << FXC_ISA_BASELINE))
    options->cpu = fxc_isa_cpu((enum fxc_isa)__builtin_ctz(options->isas));
  if (!take_processor(options, module, diagnostics))
    return false;
  set_abi(module, options);
  return true;
}

static LLVMTargetMachineRef create_machine(const struct fxc_options *options, bool is_pic,
                                           struct fxc_diagnostics *diagnostics) {
  const char *triple = fxc_target_triple(options), *cpu = options->cpu;
  const struct host *host = host_of(triple);
  if (!host) {
    fxc_report(diagnostics, FXC_ERROR, NULL,
               "native_cpu has no code for '%s': x86_64, aarch64 and riscv64 are known", triple);
    return NULL;
  }
  host->initialize();
  host->initialize_parser();
  struct fxs_strbuf features = {0};
  char *host_cpu = NULL;
  if (cpu && !strcmp(cpu, "native")) {
    char *host_features = LLVMGetHostCPUFeatures();
    host_cpu = LLVMGetHostCPUName();
    cpu = host_cpu;
    fxs_strbuf_puts(&features, host_features);
    LLVMDisposeMessage(host_features);
  } else if (!cpu) {
    cpu = host->cpu;
    fxs_strbuf_puts(&features, host->features);
  }
  if (options->features && *options->features) {
    if (features.length)
      fxs_strbuf_putc(&features, ',');
    fxs_strbuf_puts(&features, options->features);
  }
  LLVMTargetMachineRef machine =
      fxc_machine_new(options, cpu, fxs_strbuf_text(&features), is_pic, diagnostics);
  if (host_cpu)
    LLVMDisposeMessage(host_cpu);
  fxs_strbuf_free(&features);
  return machine;
}

const struct fxc_target fxc_native_cpu = {
    .name = FALX_TARGET_NATIVE_CPU,
    .format = FALX_IMAGE_FORMAT_NATIVE,
    .steps = fxc_native_cpu_steps,
    .is_host = true,
    .has_inline_assembly = true,
    .prepare = prepare,
    .create_machine = create_machine,
    .vector_bits = fxc_vector_bits,
    .generate = fxc_generate_native,
};
