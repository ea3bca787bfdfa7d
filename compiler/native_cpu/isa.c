/* Instruction sets of native_cpu (docs/isa-variants.md). */
#include "compiler/native_cpu/isa.h"

#include <string.h>

#include "falx/image.h"

static const struct {
  const char *name, *cpu;
  unsigned bits;
} isas[] = {
#define ISA(id, name, cpu, bits) {name, cpu, bits},
    FALX_NATIVE_ISAS(ISA)
#undef ISA
};

_Static_assert(sizeof isas / sizeof *isas == FXC_ISA_COUNT, "enum fxc_isa is out of step");

const char *fxc_isa_cpu(enum fxc_isa isa) {
  return isas[isa].cpu;
}

bool fxc_isa_parse(const char *list, unsigned *out_set) {
  *out_set = 0;
  for (;; list++) {
    size_t length = strcspn(list, ",");
    unsigned i = 0;
    while (i < FXC_ISA_COUNT &&
           (strlen(isas[i].name) != length || memcmp(isas[i].name, list, length)))
      i++;
    if (i == FXC_ISA_COUNT)
      return false;
    *out_set |= 1u << i;
    list += length;
    if (!*list)
      return true;
  }
}

/* ---- Vectors ---- */

static bool is_among(const char *name, const char *const *names) {
  for (; *names; names++)
    if (!strcmp(name, *names))
      return true;
  return false;
}

/* LLVM prefers 256 bits on all Intel processors, for the sake of the first ones that had 512.
 * From Sapphire Rapids on the clock no longer drops, and kernels gain (saxpy in cache: 1.25). */
static unsigned bits_of_cpu(const char *cpu) {
  static const char *const with_512[] = {"sapphirerapids",  "emeraldrapids", "graniterapids",
                                         "graniterapids-d", "diamondrapids", "znver4",
                                         "znver5",          "znver6",        NULL};
  static const char *const with_256[] = {"haswell",
                                         "core-avx2",
                                         "broadwell",
                                         "skylake",
                                         "skylake-avx512",
                                         "skx",
                                         "cascadelake",
                                         "cooperlake",
                                         "cannonlake",
                                         "icelake-client",
                                         "icelake-server",
                                         "tigerlake",
                                         "rocketlake",
                                         "alderlake",
                                         "raptorlake",
                                         "meteorlake",
                                         "gracemont",
                                         "sierraforest",
                                         "grandridge",
                                         "arrowlake",
                                         "arrowlake-s",
                                         "lunarlake",
                                         "pantherlake",
                                         "clearwaterforest",
                                         "bdver4",
                                         "znver1",
                                         "znver2",
                                         "znver3",
                                         NULL};
  for (unsigned i = 0; i < FXC_ISA_COUNT; i++)
    if (!strcmp(cpu, isas[i].cpu))
      return isas[i].bits;
  return is_among(cpu, with_512) ? 512 : is_among(cpu, with_256) ? 256 : 128;
}

/* Features as in "+avx2,-fma"; the last mention of one counts. A processor that is known to
 * prefer 256 bits keeps them, unless it has a feature that came with Sapphire Rapids: virtual
 * machines often report older names. */
static unsigned bits_with_features(unsigned of_cpu, const char *features) {
  bool has_256 = of_cpu >= 256, has_512 = of_cpu >= 512, is_newer = false;
  while (*features) {
    size_t length = strcspn(features, ",");
    bool is_on = *features == '+';
    if (length == 5 && !memcmp(features + 1, "avx2", 4))
      has_256 = is_on;
    else if (length == 8 && !memcmp(features + 1, "avx512f", 7))
      has_512 = is_on;
    else if (length == 11 && !memcmp(features + 1, "avx512fp16", 10))
      is_newer = is_on, has_512 |= is_on;
    else if (length == 4 && !memcmp(features + 1, "avx", 3) && !is_on)
      has_256 = has_512 = false;
    features += length + (features[length] == ',');
  }
  if (of_cpu == 256 && !is_newer)
    return has_256 ? 256 : 128;
  return has_512 ? 512 : has_256 ? 256 : 128;
}

unsigned fxc_vector_bits(const struct fxc_module *module) {
  if (!module->machine) /* in falx-opt */
    return module->options->cpu ? bits_of_cpu(module->options->cpu) : 128;
  char *cpu = LLVMGetTargetMachineCPU(module->machine);
  char *features = LLVMGetTargetMachineFeatureString(module->machine);
  unsigned bits = bits_with_features(bits_of_cpu(cpu), features);
  if (bits == 512 && module->options->tune && bits_of_cpu(module->options->tune) == 256)
    bits = 256;
  LLVMDisposeMessage(cpu);
  LLVMDisposeMessage(features);
  return bits;
}
