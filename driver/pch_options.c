/* Which compilations can use a precompiled header, and which of their options it depends on.
 *
 * With an option not known here the source is compiled without one. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/pch.h"

#define COUNT(array) (sizeof array / sizeof *array)

static bool begins(const char *word, const char *prefix) {
  return strncmp(word, prefix, strlen(prefix)) == 0;
}

/* Whether the word has one of the prefixes in the blank-separated list; an entry with '$' must
 * match completely. */
static bool matches(const char *word, const char *list) {
  for (size_t length; *list; list += length + (list[length] == ' ')) {
    length = strcspn(list, " ");
    bool is_whole = list[length - 1] == '$';
    if (strncmp(word, list, length - is_whole) == 0 && (!is_whole || !word[length - 1]))
      return true;
  }
  return false;
}

/* Options with which a precompiled header is equivalent to the headers. */
static bool is_fit(const char *word) {
  static const char known[] =
      "-O -std= --std= -m -f -D -U -W -w -g -I -isystem -iquote -idirafter -pthread -pedantic "
      "-stdlib= --target= -target --gcc- -M -Q -c -dumpdir -pipe";
  /* Options that print more than diagnostics, examine what a precompiled header has lost,
   * produce files of their own, or name files whose content matters. */
  static const char unfit[] =
      "-Wp, -Wa, -Wl, -MJ -MG -MV -mllvm -I- -isystem-after -fmodule -fcxx-modules -fimplicit- "
      "-fprebuilt- -fbuiltin-module -fapinotes -fplugin -fpass-plugin -fdebug-macro -fdiagnostics- "
      "-fcoverage- -fprofile- -ftest-coverage -fms- -fpch- -frecord- -fshow- -fsave- "
      "-foptimization- -fstack-usage -fsanitize-ignorelist -fsanitize-system-ignorelist -fxray- "
      "-gmodules -gen- -grecord- -gline -g1 -gmlt";
  size_t length = strlen(word);
  bool has_macros = begins(word, "-g") && length > 2 && word[length - 1] == '3';
  return matches(word, known) && !matches(word, unfit) && !has_macros;
}

static bool is_source(const struct fxd_driver *driver, const struct fxd_input *input) {
  const char *dot = strrchr(input->path, '.');
  if (input->kind != FXD_INPUT_SYCL || input->is_header || input->has_precompiled ||
      strcmp(input->path, "-") == 0 ||
      (driver->temp_folder && begins(input->path, driver->temp_folder)))
    return false;
  if (input->language)
    return strcmp(input->language, "c++") == 0;
  return dot && strcmp(dot, ".ii") != 0 && strcmp(dot, ".cppm") != 0;
}

bool fxd_pch_fits(const struct fxd_driver *driver, const struct fxd_input *input,
                  const char *output) {
  static const char variables[] =
      "CPATH= CPLUS_INCLUDE_PATH= C_INCLUDE_PATH= GCC_EXEC_PREFIX= COMPILER_PATH= SDKROOT= "
      "CLANG_ CCC_OVERRIDE_OPTIONS= CC_PRINT_HEADERS=";
  const struct fxd_options *options = &driver->options;
  bool has_list = false, has_phony_targets = false;
  if (options->has_no_pch || options->is_verbose || options->saves_temps ||
      options->stage == FXD_STAGE_PREPROCESS || !is_source(driver, input) ||
      (output && strcmp(output, "-") == 0))
    return false;
  for (char *const *variable = environ; *variable; ++variable)
    if (matches(*variable, variables))
      return false;
  for (size_t i = 0; i < options->args.count; ++i) {
    const struct fxd_arg *arg = &options->args.items[i];
    if (arg->input >= 0 || !(arg->where & FXD_COMPILE))
      continue;
    if (!is_fit(arg->words[0]))
      return false;
    has_list = has_list || strcmp(arg->words[0], "-MD") == 0;
    has_phony_targets = has_phony_targets || strcmp(arg->words[0], "-MP") == 0;
  }
  /* Clang would take the source for a header, and the first header for the source. */
  return !(has_list && has_phony_targets) && !options->frontend_args.count;
}

/* ---- sorting ---- */

/* The value of the option, in its own word or the next one, and the number of words; else NULL. */
static char *value_of(const struct fxd_words *argv, size_t i, const char *option,
                      size_t *out_count) {
  if (!begins(argv->items[i], option))
    return NULL;
  char *rest = argv->items[i] + strlen(option);
  *out_count = *rest ? 1 : 2;
  return *rest ? rest : i + 1 < argv->count ? argv->items[i + 1] : NULL;
}

/* Diagnostics, dependency files and debug information: clang does not warn in system headers,
 * and with a precompiled header it writes no debug information for them. */
static bool is_for_sources(const char *word) {
  static const char others[] = "-MD$ -MMD$ -MP$ -Qunused-arguments$ -pipe$ -w$ -pedantic$ -g$ -g0$ "
                               "-g2$ -ggdb$ -ggdb2$ -gdwarf-4$ -gdwarf-5$ -gsplit-dwarf -ftime- "
                               "-fcolor-diagnostics$ -fno-color-diagnostics$";
  static const char kept[] = "-Weverything -Wno-everything -Wdocumentation -Wno-documentation "
                             "-Wundef -Wno-undef";
  return matches(word, others) ||
         (begins(word, "-W") && word[2] >= 'a' && word[2] <= 'z' && !strpbrk(word + 2, ",=") &&
          !strstr(word, "system") && !matches(word, kept));
}

bool fxd_pch_tests(const char *name) {
  return matches(name, "_ NDEBUG SYCL FALX");
}

static void sort_define(struct fxd_driver *driver, char *define, struct fxd_pch_options *out) {
  char *word = fxd_printf(driver, "-D%s", define);
  int length = (int)fxd_pch_word_length(define, define + strlen(define));
  bool is_tested = fxd_pch_tests(define);
  fxd_word(is_tested ? &out->words : &out->defines, word);
  if (!is_tested)
    fxd_word(&out->macros, fxd_printf(driver, "%.*s", length, define));
}

static bool sort_folder(struct fxd_driver *driver, const char *option, char *folder,
                        struct fxd_words *to, struct fxd_pch_options *out) {
  if (!folder || !*folder || *folder == '=')
    return false;
  if (strcmp(folder, fxd_printf(driver, "%s/include", driver->prefix)) == 0) {
    fxd_word(&out->words, option);
    fxd_word(&out->words, folder);
  } else {
    fxd_word(to, folder);
  }
  return true;
}

static bool sort_folders(struct fxd_driver *driver, const struct fxd_words *argv,
                         struct fxd_pch_options *out) {
  /* In this order. */
  static const char *const searched[] = {"-iquote", "-I", "-isystem", "-idirafter"};
  size_t count;
  for (size_t k = 0; k < COUNT(searched); ++k)
    for (size_t i = 1; i < argv->count; ++i)
      if (begins(argv->items[i], searched[k]) &&
          !sort_folder(driver, searched[k], value_of(argv, i, searched[k], &count),
                       k ? &out->folders : &out->quoted, out))
        return false;
  return true;
}

bool fxd_pch_sort_options(struct fxd_driver *driver, const struct fxd_words *argv,
                          const struct fxd_words *without, struct fxd_pch_options *out) {
  static const char *const skipped[] = {"-iquote", "-I",  "-isystem", "-idirafter",
                                        "-MF",     "-MT", "-MQ",      "-dumpdir"};
  fxd_word(&out->words, argv->items[0]);
  for (size_t i = 1, count; i < argv->count; i += count) {
    char *value = NULL;
    count = without->count; /* they are consecutive */
    if (count && i + count <= argv->count &&
        memcmp(argv->items + i, without->items, count * sizeof *argv->items) == 0)
      continue;
    count = FXD_RECORD_WORDS;
    if (i + count <= argv->count && strcmp(argv->items[i + 1], FXD_RECORD_OPTION) == 0)
      continue;
    for (size_t k = 0; k < COUNT(skipped) && !value; ++k)
      value = value_of(argv, i, skipped[k], &count);
    if (value)
      continue;
    if ((value = value_of(argv, i, "-D", &count)))
      sort_define(driver, value, out);
    else if ((count = 1) && !is_for_sources(argv->items[i]))
      fxd_word(&out->words, argv->items[i]);
  }
  return sort_folders(driver, argv, out);
}

void fxd_pch_keep_define(struct fxd_pch_options *options, size_t index) {
  fxd_word(&options->words, options->defines.items[index]);
  options->defines.items[index] = options->defines.items[--options->defines.count];
  options->macros.items[index] = options->macros.items[--options->macros.count];
}

void fxd_pch_free_options(struct fxd_pch_options *options) {
  fxs_vector_free(&options->words);
  fxs_vector_free(&options->macros);
  fxs_vector_free(&options->defines);
  fxs_vector_free(&options->guards);
  fxs_vector_free(&options->own);
  fxs_vector_free(&options->quoted);
  fxs_vector_free(&options->folders);
}

bool fxd_pch_compiler(const struct fxd_driver *driver, struct fxs_strbuf *out) {
  struct stat info;
  if (stat(driver->clang, &info) != 0)
    return false;
  fxs_strbuf_printf(out, "%s %lld %lld.%09ld", driver->clang, (long long)info.st_size,
                    (long long)info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
  return true;
}
