/* Finds options in the table. */
#include "driver/options.h"

#include <string.h>

static const struct fxd_option options_table[] = {
#define OPTION(spelling, form, where, action) {spelling, form, FXD_##where, action},
#include "driver/options.def"
#undef OPTION
};

const struct fxd_option *fxd_option_find(const char *word) {
  const struct fxd_option *best = NULL;
  size_t best_length = 0;
  for (size_t i = 0; i < sizeof options_table / sizeof options_table[0]; ++i) {
    const struct fxd_option *option = &options_table[i];
    size_t length = strlen(option->spelling);
    if (length < best_length || strncmp(word, option->spelling, length) != 0)
      continue;
    if (word[length] && (option->form == FLAG || option->form == SEPARATE))
      continue;
    best = option;
    best_length = length;
  }
  return best;
}

bool fxd_option_takes_next(const struct fxd_option *option, const char *word) {
  bool has_value = strlen(word) > strlen(option->spelling);
  return option->form == SEPARATE || (option->form == EITHER && !has_value) ||
         (option->form == JOINED && strncmp(word, "-Xsycl-target-", 14) == 0);
}
