/* Every pass by name, from passes.def. */
#include "compiler/passes/pass.h"

#include <string.h>

static const struct fxc_pass passes[] = {
#define FXC_PASS(stem, name, summary) {name, summary, fxc_##stem},
#include "compiler/passes/passes.def"
#undef FXC_PASS
};

const struct fxc_pass *fxc_pass_all(size_t *out_count) {
  *out_count = sizeof passes / sizeof passes[0];
  return passes;
}

const struct fxc_pass *fxc_pass_find(const char *name) {
  for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++)
    if (strcmp(passes[i].name, name) == 0)
      return &passes[i];
  return NULL;
}
