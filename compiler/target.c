/* Every target by name, from targets.def. */
#include "compiler/target.h"

#include <stdio.h>
#include <string.h>

const struct fxc_target *const fxc_targets[] = {
#define FXC_TARGET(stem) &fxc_##stem,
#include "compiler/targets.def"
#undef FXC_TARGET
    NULL};

const struct fxc_target *fxc_target_find(const char *name) {
  for (size_t i = 0; fxc_targets[i]; i++)
    if (!strcmp(fxc_targets[i]->name, name))
      return fxc_targets[i];
  return NULL;
}

const char *fxc_target_names(void) {
  static char names[256];
  for (size_t i = 0, length = 0; fxc_targets[i] && length < sizeof names; i++)
    length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", i ? ", " : "",
                               fxc_targets[i]->name);
  return names;
}

const char *fxc_target_triple(const struct fxc_options *options) {
  static char host[128];
  if (options->target->triple)
    return options->target->triple;
  if (options->host)
    return options->host;
  if (!*host) {
    char *triple = LLVMGetDefaultTargetTriple();
    snprintf(host, sizeof host, "%s", triple);
    LLVMDisposeMessage(triple);
  }
  return host;
}
