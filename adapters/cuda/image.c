/* Which images a device runs: by the architecture that they are for, and by the version of PTX. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/cuda/cuda.h"

enum { HEAD = 4096 };

/* Which CUDA brought a version of PTX. */
static int cuda_of_ptx(int ptx) {
  static const struct {
    int ptx, cuda;
  } known[] = {{70, 11000}, {71, 11010}, {72, 11020}, {73, 11030}, {74, 11040},
               {75, 11050}, {76, 11060}, {77, 11070}, {78, 11080}, {80, 12000},
               {81, 12010}, {82, 12020}, {83, 12030}, {84, 12040}, {85, 12050},
               {86, 12070}, {87, 12080}, {88, 12090}, {90, 13000}, {91, 13010}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (ptx <= known[i].ptx)
      return known[i].cuda;
  return 14000;
}

static const struct falx_property *find(const struct falx_image *image, const char *name) {
  for (const struct falx_property_set *set = image->sets_begin; set < image->sets_end; set++)
    if (strcmp(set->name, FALX_SET_PTX) == 0)
      for (const struct falx_property *p = set->begin; p < set->end; p++)
        if (strcmp(p->name, name) == 0 && p->type == FALX_PROPERTY_UINT32)
          return p;
  return NULL;
}

/* The text behind the directive at the begin of a line near the module's begin; NULL: none. The
 * text ends with a zero. */
static const char *directive(const struct falx_image *image, const char *name) {
  const char *from = (const char *)image->binary_begin;
  size_t size = (size_t)(image->binary_end - image->binary_begin), length = strlen(name);
  if (!size || from[size - 1] != 0)
    return NULL;
  for (const char *at = from; at && *at && at - from < HEAD; at = strchr(at, '\n')) {
    at += *at == '\n';
    if (strncmp(at, name, length) == 0 && isspace((unsigned char)at[length]))
      return at + length + strspn(at + length, " \t");
  }
  return NULL;
}

/* 63 for 6.3; 0: not to be seen. */
static int ptx_version(const struct falx_image *image) {
  const char *text = directive(image, ".version");
  if (!text)
    return 0;
  char *end;
  long major = strtol(text, &end, 10), minor = *end == '.' ? strtol(end + 1, NULL, 10) : 0;
  return (int)(major * 10 + minor);
}

/* The compute capability that it is for, by its property or, without one, its text. 0: none. */
static int capability_of(const struct falx_image *image, bool *out_is_exact) {
  const struct falx_property *property = find(image, FALX_PTX_ARCH);
  const struct falx_property *exact = find(image, FALX_PTX_EXACT);
  *out_is_exact = exact && exact->size;
  if (property)
    return (int)property->size;
  const char *text = directive(image, ".target");
  if (!text || strncmp(text, "sm_", 3) != 0)
    return 0;
  char *end;
  long number = strtol(text + 3, &end, 10);
  *out_is_exact = isalpha((unsigned char)*end);
  return (int)number;
}

uint32_t cud_image_rank(struct fxa_device *device, const struct falx_image *image) {
  bool is_exact;
  if (image->format != FALX_IMAGE_FORMAT_PTX && image->format != FALX_IMAGE_FORMAT_NONE) {
    cud_host->error(
        FALX_ERROR_BUILD,
        "is of format %u for target '%s'; build with -fsycl-targets=" FALX_TARGET_NVPTX64,
        image->format, image->target);
    return 0;
  }
  int capability = capability_of(image, &is_exact), ptx = ptx_version(image);
  if (capability > device->capability || (is_exact && capability != device->capability)) {
    cud_host->error(FALX_ERROR_BUILD,
                    "is for compute capability %s%d.%d, that of %s is %s; build with "
                    "-Xsycl-target-backend=" FALX_TARGET_NVPTX64 " --offload-arch=sm_%d",
                    is_exact ? "exactly " : "", capability / 10, capability % 10, device->name,
                    device->version, device->capability);
    return 0;
  }
  if (cuda_of_ptx(ptx) > cud_driver_version()) {
    cud_host->error(FALX_ERROR_BUILD,
                    "is PTX %d.%d, for which a driver for CUDA %d.%d is needed; there is one for "
                    "%s",
                    ptx / 10, ptx % 10, cuda_of_ptx(ptx) / 1000, cuda_of_ptx(ptx) % 1000 / 10,
                    device->driver);
    return 0;
  }
  return 1 + 2 * (uint32_t)capability + is_exact;
}
