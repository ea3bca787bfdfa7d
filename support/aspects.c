#include "support/aspects.h"

#include <stddef.h>

#include "falx/image.h"

const struct fxs_aspect fxs_aspects[FXS_ASPECT_COUNT] = {
#define FALX_ASPECT(name, NAME, number, kernel_flag) {#name, number, kernel_flag},
#include "falx/aspects.def"
#undef FALX_ASPECT
};

const char *fxs_aspect_name(uint32_t number) {
  for (size_t i = 0; i < FXS_ASPECT_COUNT; i++)
    if (fxs_aspects[i].number == number)
      return fxs_aspects[i].name;
  return NULL;
}
