/* --autocomplete=WORD, which the completions of shells (tools/completions/) ask: what WORD can
 * become, a line each: options, or values where WORD has a '='. Ours come from the table of
 * options; clang adds its own, in this program's place. */
#include <stdio.h>
#include <string.h>

#include "driver/driver.h"
#include "driver/options.h"

static const struct {
  const char *spelling;
  enum fxd_action action;
} own_options[] = {
#define OPTION(spelling, form, where, action) {spelling, action},
#include "driver/options.def"
#undef OPTION
};

/* Of options whose values the driver knows; the targets have a table of their own. */
static const struct {
  const char *option, *values[9];
  bool is_list;
} known_values[] = {
    {"-fsycl-check=", {"bounds", "races", "barriers", "uninit", "all"}, true},
    {"-fsycl-native-isa=", {"baseline", "v3", "v4"}, true},
    {"-fsycl-device-code-split=", {"auto", "off", "per_source", "per_kernel"}, false},
    {"-fsycl-default-sub-group-size=",
     {"1", "2", "4", "8", "16", "32", "primary", "automatic"},
     false},
};

/* Text before a value, as a shell needs whole words: what stands before the last comma. */
static void print_value(const char *written, const char *value) {
  const char *comma = strrchr(written, ',');
  const char *last = comma ? comma + 1 : written;
  if (strncmp(value, last, strlen(last)) == 0)
    printf("%.*s%s\n", (int)(last - written), written, value);
}

static void print_values(const char *word, const char *written) {
  size_t length = (size_t)(written - word);
  if (length == strlen("-fsycl-targets=") && memcmp(word, "-fsycl-targets=", length) == 0)
    for (size_t i = 0; fxd_target_at(i); ++i)
      print_value(written, fxd_target_name(fxd_target_at(i)));
  for (size_t i = 0; i < sizeof known_values / sizeof known_values[0]; ++i) {
    if (strlen(known_values[i].option) != length ||
        memcmp(word, known_values[i].option, length) != 0 ||
        (!known_values[i].is_list && strchr(written, ',')))
      continue;
    for (const char *const *value = known_values[i].values; *value; ++value)
      print_value(written, *value);
  }
}

/* Neither the rest of -fsycl-… nor what another compiler has and this one leaves out. */
static bool is_offered(enum fxd_action action) {
  return action != UNKNOWN_SYCL && action != NOT_YET && action != NO_EFFECT;
}

int fxd_complete(struct fxd_driver *driver, const char *word) {
  const char *equals = strchr(word, '=');
  for (size_t i = 0; !equals && i < sizeof own_options / sizeof own_options[0]; ++i)
    if (is_offered(own_options[i].action) &&
        strncmp(own_options[i].spelling, word, strlen(word)) == 0)
      puts(own_options[i].spelling);
  if (equals)
    print_values(word, equals + 1);
  if (fflush(stdout) != 0 || !fxd_find_clang(driver))
    return 1;
  /* Clang wants a comma where a value begins. */
  char *question = equals ? fxd_printf(driver, "--autocomplete=%.*s,%s", (int)(equals + 1 - word),
                                       word, equals + 1)
                          : fxd_printf(driver, "--autocomplete=%s", word);
  struct fxd_words words = {0};
  fxd_word(&words, FXD_TOOL);
  fxd_word(&words, question);
  int status = fxd_run_plain(driver, &words);
  fxs_vector_free(&words);
  return status;
}
