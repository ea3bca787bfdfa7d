/* The aspects of include/falx/aspects.def as a table, for the compiler and the runtime. */
#ifndef FALX_SUPPORT_ASPECTS_H
#define FALX_SUPPORT_ASPECTS_H

#include <stdint.h>

#include "falx/aspects.h"

struct fxs_aspect {
  const char *name; /* in sycl::aspect */
  uint32_t number;
  uint32_t kernel_flag; /* of enum falx_kernel_flags, for code that uses the feature; or 0 */
};

enum {
#define FALX_ASPECT(name, NAME, number, kernel_flag) FXS_ASPECT_INDEX_##NAME,
#include "falx/aspects.def"
#undef FALX_ASPECT
  FXS_ASPECT_COUNT
};
extern const struct fxs_aspect fxs_aspects[FXS_ASPECT_COUNT]; /* sorted by number */

/* NULL if no aspect has that number. */
const char *fxs_aspect_name(uint32_t number);

#endif
