/* Every pass by name, from passes.def. */
#include "compiler/pass.h"

#include <string.h>

#define FXC_PASS(stem, name, summary)                                                              \
  const struct fxc_pass fxc_##stem##_pass = {name, summary, fxc_##stem, NULL};
#define FXC_STAGE(stem, name, summary)                                                             \
  const struct fxc_pass fxc_##stem##_pass = {name, summary, NULL, fxc_stage_##stem};
#define FXC_JOIN(stem, name, summary)                                                              \
  const struct fxc_pass fxc_##stem##_pass = {name, summary, NULL, NULL};
#include "compiler/passes.def"
#undef FXC_PASS
#undef FXC_STAGE
#undef FXC_JOIN

static const struct fxc_pass *const passes[] = {
#define FXC_PASS(stem, name, summary) &fxc_##stem##_pass,
#define FXC_STAGE FXC_PASS
#define FXC_JOIN FXC_PASS
#include "compiler/passes.def"
#undef FXC_PASS
#undef FXC_STAGE
#undef FXC_JOIN
};

const struct fxc_pass *const *fxc_pass_all(size_t *out_count) {
  *out_count = sizeof passes / sizeof passes[0];
  return passes;
}

const struct fxc_pass *fxc_pass_find(const char *name) {
  for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++)
    if (passes[i]->run && strcmp(passes[i]->name, name) == 0)
      return passes[i];
  return NULL;
}
