/* Device targets: their names and the words that make clang++ compile for them.
 *
 * The device triples other than the host's are reached through clang's own -fsycl-device-only,
 * which searches the host's headers and uses the host's predefined macros; the triple is then
 * changed for cc1, because clang's driver supports SYCL for SPIR-V only. */
#include <string.h>

#include "driver/driver.h"
#include "falx/image.h"

struct fxd_target {
  const char *name;
  const char *triple;
  const char *aliases[3];
  const char *words[16];
};

/* So that the check pass sees it: it would become double there, with another size than on the
 * host. */
#define SEE_LONG_DOUBLE "-Xclang", "-mlong-double-128"

static const struct fxd_target targets[] = {
    {FALX_TARGET_NATIVE_CPU,
     "native_cpu",
     {NULL},
     {"-Xclang", "-fsycl-is-device", "-D__SYCL_NATIVE_CPU__", NULL}},
    {FALX_TARGET_SPIR64,
     "spirv64-unknown-unknown",
     {"spir64-unknown-unknown", "spirv64", "spirv64-unknown-unknown"},
     {"-fsycl", "-fsycl-device-only", SEE_LONG_DOUBLE, NULL}},
    {FALX_TARGET_NVPTX64,
     "nvptx64-nvidia-cuda",
     {"nvptx64", NULL},
     {"-fsycl", "-fsycl-device-only", "-Xclang", "-triple", "-Xclang", "nvptx64-nvidia-cuda",
      SEE_LONG_DOUBLE, NULL}},
};
#define TARGET_COUNT (sizeof targets / sizeof targets[0])

_Static_assert(TARGET_COUNT <= FXD_MAX_TARGETS, "raise FXD_MAX_TARGETS");

static bool equals(const char *name, const char *text, size_t length) {
  return name && strlen(name) == length && memcmp(name, text, length) == 0;
}

/* Names of devices in -fsycl-targets= of other compilers; an entry with '*' is a prefix. */
static const struct {
  const char *name, *target;
} devices[] = {
    {"spir64_x86_64", FALX_TARGET_NATIVE_CPU},
    {"spir64_x86_64-unknown-unknown", FALX_TARGET_NATIVE_CPU},
    {"spir64_gen", FALX_TARGET_SPIR64},
    {"spir64_gen-unknown-unknown", FALX_TARGET_SPIR64},
    {"intel_gpu_*", FALX_TARGET_SPIR64},
    {"nvidia_gpu_sm_*", FALX_TARGET_NVPTX64},
};

static const char *target_of_device(const char *name, size_t length) {
  for (size_t i = 0; i < sizeof devices / sizeof devices[0]; ++i) {
    size_t known = strlen(devices[i].name);
    bool is_prefix = devices[i].name[known - 1] == '*';
    if (is_prefix ? length >= known && memcmp(devices[i].name, name, known - 1) == 0
                  : equals(devices[i].name, name, length))
      return devices[i].target;
  }
  return NULL;
}

const struct fxd_target *fxd_target_find(const char *name, size_t length) {
  const char *target = target_of_device(name, length);
  if (target)
    return fxd_target_find(target, strlen(target));
  for (size_t i = 0; i < TARGET_COUNT; ++i) {
    if (equals(targets[i].name, name, length))
      return &targets[i];
    for (size_t k = 0; k < 3; ++k)
      if (equals(targets[i].aliases[k], name, length))
        return &targets[i];
  }
  return NULL;
}

/* Platforms in AdaptiveCpp's lists; what comes behind a '.' says how it compiles. */
static const struct {
  const char *name, *target;
} platforms[] = {
    {"omp", FALX_TARGET_NATIVE_CPU}, {"generic", FALX_TARGET_NATIVE_CPU},
    {"cuda", FALX_TARGET_NVPTX64},   {"spirv", FALX_TARGET_SPIR64},
    {"ocl", FALX_TARGET_SPIR64},     {"ze", FALX_TARGET_SPIR64},
};

char *fxd_targets_of_acpp(struct fxd_driver *driver, const char *list) {
  char *result = "";
  for (;; ++list) {
    size_t length = strcspn(list, ";"), name = strcspn(list, ".:;"), platform = strcspn(list, ":;");
    const char *comma = *result ? "," : "", *processor = list + platform + 1;
    size_t i = 0;
    while (i < sizeof platforms / sizeof platforms[0] && !equals(platforms[i].name, list, name))
      ++i;
    if (i == sizeof platforms / sizeof platforms[0]) /* as it is: an unknown target */
      result = fxd_printf(driver, "%s%s%.*s", result, comma, (int)length, list);
    else if (platform == length || strcmp(platforms[i].target, FALX_TARGET_NVPTX64) != 0)
      result = fxd_printf(driver, "%s%s%s", result, comma, platforms[i].target);
    else
      for (; processor < list + length; comma = ",") {
        size_t one = strcspn(processor, ",;");
        result = fxd_printf(driver, "%s%snvidia_gpu_%.*s", result, comma, (int)one, processor);
        processor += one + 1;
      }
    list += length;
    if (!*list)
      return result;
  }
}

const struct fxd_target *fxd_target_at(size_t index) {
  return index < TARGET_COUNT ? &targets[index] : NULL;
}

const char *fxd_target_name(const struct fxd_target *target) {
  return target->name;
}

const char *fxd_target_triple(const struct fxd_target *target) {
  return target->triple;
}

const char *fxd_target_list(void) {
  return FALX_TARGET_NATIVE_CPU ", " FALX_TARGET_SPIR64 ", " FALX_TARGET_NVPTX64;
}

const char *const *fxd_target_words(const struct fxd_target *target) {
  return target->words;
}
