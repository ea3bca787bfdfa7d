/* Detects which of the instruction sets that images are compiled for the processor has
 * (docs/isa-variants.md). */
#include "adapters/native_cpu/native.h"

#include <string.h>

static const struct {
  const char *name, *cpu;
  uint32_t bits;
} isas[] = {
#define ISA(id, name, cpu, bits) {name, cpu, bits},
    FALX_NATIVE_ISAS(ISA)
#undef ISA
};
enum { ISA_COUNT = sizeof isas / sizeof *isas };

static struct {
  uint32_t best; /* index of the best that processor and system support */
  uint32_t used; /* best, or the one that FALX_NATIVE_ISA pins */
  bool is_pinned;
} isa;

/* The compiler's library reads cpuid; the features count only if the system saves the registers. */
static uint32_t find_best(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4"))
    return 2;
  if (__builtin_cpu_supports("x86-64-v3"))
    return 1;
#endif
  return 0;
}

falx_status ncpu_isa_init(void) {
  const char *text = ncpu_host->setting("FALX_NATIVE_ISA");
  isa.best = isa.used = find_best();
  isa.is_pinned = text && *text;
  if (!isa.is_pinned)
    return FALX_SUCCESS;
  uint32_t wanted = 0;
  while (wanted < ISA_COUNT && strcmp(isas[wanted].name, text) != 0)
    wanted++;
  if (wanted == ISA_COUNT)
    return ncpu_host->error(FALX_ERROR_INVALID,
                            "native_cpu: FALX_NATIVE_ISA is '%s'; set it to baseline, v3 or v4, or "
                            "unset it to use the best that the processor has",
                            text);
  if (wanted > isa.best)
    return ncpu_host->error(FALX_ERROR_INVALID,
                            "native_cpu: FALX_NATIVE_ISA is '%s', which this processor or its "
                            "system does not offer; the best here is '%s'",
                            text, isas[isa.best].name);
  isa.used = wanted;
  return FALX_SUCCESS;
}

uint32_t ncpu_isa_vector_bytes(void) {
  return isas[isa.used].bits / 8;
}

/* The processor that the image was compiled for; NULL if it does not name one. */
static const char *cpu_of(const struct falx_image *image) {
  for (const struct falx_property_set *set = image->sets_begin; set && set < image->sets_end; set++)
    for (const struct falx_property *property = set->begin;
         strcmp(set->name, FALX_SET_NATIVE) == 0 && property < set->end; property++)
      if (strcmp(property->name, FALX_NATIVE_CPU) == 0 && property->size != 0 &&
          property->type == FALX_PROPERTY_BYTE_ARRAY &&
          ((const char *)property->value)[property->size - 1] == 0)
        return property->value;
  return NULL;
}

uint32_t ncpu_image_rank(struct fxa_device *device, const struct falx_image *image) {
  (void)device;
  const char *cpu = cpu_of(image);
  uint32_t level = 0;
  while (cpu && level < ISA_COUNT && strcmp(isas[level].cpu, cpu) != 0)
    level++;
  if (!cpu || level == ISA_COUNT)
    return 1; /* compiled for one processor: there is no choice */
  if (isa.is_pinned && level != isa.used) {
    ncpu_host->error(FALX_ERROR_NO_KERNEL, "is '%s', for %s, and FALX_NATIVE_ISA is '%s'",
                     isas[level].name, cpu, isas[isa.used].name);
    return 0;
  }
  if (level > isa.best) {
    ncpu_host->error(FALX_ERROR_NO_KERNEL, "needs %s, and this processor has %s at most", cpu,
                     isas[isa.best].cpu);
    return 0;
  }
  return level + 1;
}
