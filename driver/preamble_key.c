/* For which compilations preambles are kept, and what tells one preamble from another: the words of
 * the command that decide what clang makes of the headers, the environment, the includes. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/preamble.h"

#define COUNT(array) (sizeof array / sizeof *array)

/* ---- whether ---- */

static bool begins(const char *word, const char *prefix) {
  return strncmp(word, prefix, strlen(prefix)) == 0;
}

/* Options that keep what a preamble would leave out, that would write or say it in files of their
 * own, or that could mean anything. */
static bool is_unfit(const char *word) {
  static const char *const prefixes[] = {"-include-pch",
                                         "-Xclang",
                                         "-Xpreprocessor",
                                         "-Wp,",
                                         "-fmodule",
                                         "-fcxx-modules",
                                         "-fimplicit-module",
                                         "-fprebuilt-module",
                                         "-fapinotes",
                                         "-fdebug-macro",
                                         "-gmodules",
                                         "-fcoverage-mapping",
                                         "-fplugin",
                                         "-fdiagnostics-format",
                                         "-fdiagnostics-absolute-paths",
                                         "-fdiagnostics-parseable-fixits",
                                         "--serialize-diagnostics",
                                         "-serialize-diagnostics",
                                         "-gen-cdb-fragment-path",
                                         "-gen-reproducer",
                                         "-index-store",
                                         "-MJ",
                                         "-MG",
                                         "-MV",
                                         "-H",
                                         "--trace-includes",
                                         "-fshow-skipped-includes",
                                         "-fms-",
                                         "-ivfsoverlay",
                                         "-vfsoverlay",
                                         "-working-directory",
                                         "-fpch-",
                                         "-fno-pch-",
                                         "-I-",
                                         "--analyze",
                                         "-traditional",
                                         "-frecord-", /* the command itself */
                                         "-grecord-"};
  size_t length = strlen(word);
  for (size_t i = 0; i < COUNT(prefixes); ++i)
    if (begins(word, prefixes[i]))
      return true;
  return begins(word, "-g") && word[length - 1] == '3'; /* macros */
}

static bool is_source(const struct fxd_driver *driver, const struct fxd_input *input) {
  const char *dot = strrchr(input->path, '.');
  if (input->kind != FXD_INPUT_SYCL || input->is_header || input->has_precompiled ||
      strcmp(input->path, "-") == 0 ||
      (driver->temp_folder && begins(input->path, driver->temp_folder))) /* standard input */
    return false;
  if (input->language)
    return strcmp(input->language, "c++") == 0;
  return dot && strcmp(dot, ".ii") != 0 && strcmp(dot, ".cppm") != 0;
}

bool fxd_preamble_fits(const struct fxd_driver *driver, const struct fxd_input *input,
                       const char *output, bool has_list) {
  const struct fxd_options *options = &driver->options;
  /* Any option at all; a list of headers. */
  if (getenv("CCC_OVERRIDE_OPTIONS") || getenv("CC_PRINT_HEADERS"))
    return false;
  if (!is_source(driver, input) || options->stage == FXD_STAGE_PREPROCESS || options->saves_temps ||
      (output && strcmp(output, "-") == 0))
    return false;
  /* The list is mended afterwards; names that make has to see in disguise are not looked for. */
  if (has_list && (options->stage < FXD_STAGE_OBJECT || strpbrk(input->path, " #$\\:")))
    return false;
  for (size_t i = 0; i < options->args.count; ++i)
    if (options->args.items[i].input < 0 && is_unfit(options->args.items[i].words[0]))
      return false;
  for (size_t i = 0; i < options->frontend_args.count; ++i)
    if (is_unfit(options->frontend_args.items[i].text))
      return false;
  return true;
}

/* ---- the command and the key ---- */

/* An option with a value, in its own word or the next one: how many words it has, else 0. */
static size_t takes(const struct fxd_words *argv, size_t i, const char *option) {
  if (!begins(argv->items[i], option))
    return 0;
  return argv->items[i][strlen(option)] ? 1 : i + 1 < argv->count ? 2 : 1;
}

void fxd_preamble_words(struct fxd_driver *driver, const struct fxd_input *input,
                        const struct fxd_words *argv, struct fxd_words *out,
                        struct fxd_words *out_remapped) {
  static const char *const dropped[] = {"-MF", "-MT", "-MQ", "-dumpdir"};
  static const char *const flags[] = {"-MD",
                                      "-MMD",
                                      "-MP",
                                      "-v",
                                      "--verbose",
                                      "-Qunused-arguments",
                                      "-ftime-trace",
                                      "-ftime-report",
                                      "-fcolor-diagnostics",
                                      "-fno-color-diagnostics",
                                      "-fdiagnostics-color",
                                      "-fno-diagnostics-color"};
  for (size_t i = 0, count; i < argv->count; i += count) {
    const char *word = argv->items[i];
    count = 0;
    if (strcmp(word, "-Xclang") == 0 && i + 3 < argv->count &&
        strcmp(argv->items[i + 1], "-remap-file") == 0) {
      const char *pair = argv->items[i + 3];
      char *path = fxd_printf(driver, "%.*s", (int)strcspn(pair, ";"), pair);
      if (strcmp(path, input->path) != 0)
        fxd_word(out_remapped, path);
      count = 4;
    }
    for (size_t k = 0; k < COUNT(flags) && !count; ++k)
      if (strcmp(word, flags[k]) == 0 || (begins(word, flags[k]) && word[strlen(flags[k])] == '='))
        count = 1;
    for (size_t k = 0; k < COUNT(dropped) && !count; ++k)
      count = takes(argv, i, dropped[k]);
    if (count)
      continue;
    fxd_word(out, word);
    count = 1;
  }
}

static const char *const variables[] = {"CPATH",
                                        "CPLUS_INCLUDE_PATH",
                                        "C_INCLUDE_PATH",
                                        "GCC_EXEC_PREFIX",
                                        "COMPILER_PATH",
                                        "SDKROOT",
                                        "CLANG_NO_DEFAULT_CONFIG",
                                        "CLANG_CONFIG_FILE_SYSTEM_DIR",
                                        "CLANG_CONFIG_FILE_USER_DIR"};

static const char *const folder_options[] = {"-isystem-after", "-isystem", "-iquote",
                                             "-idirafter",     "-I",       "-cxx-isystem"};
static const char *const path_options[] = {"-iprefix",  "-iwithprefix",   "-include", "-imacros",
                                           "-isysroot", "-resource-dir",  "-B",       "-F",
                                           "--",        "-stdlib++-isyst"};

/* The value of the first of the options that the word is; NULL: it is none. */
static const char *value_of(const struct fxd_words *words, size_t i, const char *const *options,
                            size_t count) {
  for (size_t k = 0; k < count; ++k) {
    const char *rest = words->items[i] + strlen(options[k]), *equals;
    if (!begins(words->items[i], options[k]))
      continue;
    if (begins(words->items[i], "--") && (equals = strchr(rest, '=')))
      return equals + 1;
    bool is_next = !*rest || begins(words->items[i], "--");
    return !is_next ? rest : i + 1 < words->count ? words->items[i + 1] : "";
  }
  return NULL;
}

void fxd_preamble_relative(const struct fxd_words *words, struct fxd_words *out) {
  for (size_t i = 0; i < words->count; ++i) {
    const char *value = value_of(words, i, folder_options, COUNT(folder_options));
    if (value && *value != '/')
      fxd_word(out, value);
  }
}

/* Whether what the words mean depends on the folder we are in. */
static bool is_relative(const struct fxd_words *words) {
  for (size_t i = 0; i < words->count; ++i) {
    const char *value = value_of(words, i, folder_options, COUNT(folder_options));
    if (!value)
      value = value_of(words, i, path_options, COUNT(path_options));
    if (value && *value != '/')
      return true;
  }
  return false;
}

static const char *own_folder(struct fxd_driver *driver) {
  return fxd_printf(driver, "%s/include", driver->prefix);
}

bool fxd_preamble_is_orderless(struct fxd_driver *driver, const struct fxd_words *words,
                               struct fxd_words *out_folders) {
  const char *own = own_folder(driver);
  for (size_t i = 0; i < COUNT(variables); ++i)
    if (getenv(variables[i]))
      return false;
  for (size_t i = 0; i < words->count; ++i) {
    const char *folder = value_of(words, i, folder_options, COUNT(folder_options));
    if (!folder && value_of(words, i, path_options, COUNT(path_options)))
      return false;
    if (!folder || strcmp(folder, own) == 0)
      continue;
    if (!*folder || *folder == '=' || fxd_preamble_has_foreign(folder))
      return false;
    fxd_word(out_folders, folder);
  }
  return true;
}

/* Warnings and debug information are of sources: in the system's headers nothing is warned of, and
 * clang writes no debug information with a precompiled header. */
static bool is_for_sources(const char *word) {
  static const char *const debug[] = {"-g",    "-g0",       "-g1",       "-g2",
                                      "-ggdb", "-gdwarf-4", "-gdwarf-5", "-gline-tables-only"};
  static const char *const kept[] = {"-Weverything", "-Wdocumentation", "-Wno-documentation",
                                     "-Wundef", "-Wno-undef"};
  for (size_t i = 0; i < COUNT(debug); ++i)
    if (strcmp(word, debug[i]) == 0)
      return true;
  for (size_t i = 0; i < COUNT(kept); ++i)
    if (begins(word, kept[i]))
      return false;
  if (strcmp(word, "-pedantic") == 0)
    return true;
  return begins(word, "-W") && word[2] >= 'a' && word[2] <= 'z' && !strpbrk(word + 2, ",=") &&
         !strstr(word, "system");
}

void fxd_preamble_shared_words(struct fxd_driver *driver, const struct fxd_words *words,
                               struct fxd_words *out) {
  const char *own = own_folder(driver);
  for (size_t i = 0; i < words->count; ++i) {
    const char *folder = value_of(words, i, folder_options, COUNT(folder_options));
    bool is_next = folder && i + 1 < words->count && folder == words->items[i + 1];
    if (folder && strcmp(folder, own) != 0)
      i += is_next;
    else if (!is_for_sources(words->items[i]))
      fxd_word(out, words->items[i]);
  }
}

/* clang's executable stands for clang. */
bool fxd_preamble_key(struct fxd_driver *driver, const struct fxd_words *words,
                      const struct fxd_text *base, struct fxd_text text, struct fxd_key *out) {
  struct fxs_strbuf key = {0};
  struct stat info;
  char *compiler = realpath(driver->clang, NULL);
  if (!compiler || stat(compiler, &info) != 0) {
    free(compiler);
    return false;
  }
  fxs_strbuf_printf(&key, "%s %lld %lld.%09ld\n", compiler, (long long)info.st_size,
                    (long long)info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
  free(compiler);
  out->is_local = is_relative(words);
  for (size_t i = 0; i < COUNT(variables); ++i) {
    const char *value = getenv(variables[i]);
    if (!value)
      continue;
    fxs_strbuf_printf(&key, "%s=%s\n", variables[i], value);
    out->is_local = true;
  }
  if (out->is_local) {
    char *folder = getcwd(NULL, 0);
    fxs_strbuf_printf(&key, "%s\n", folder ? folder : "");
    free(folder);
  }
  for (size_t i = 0; i < words->count; ++i)
    fxs_strbuf_printf(&key, "%s\n", words->items[i]);
  if (base)
    fxs_strbuf_printf(&key, "behind %.*s", (int)base->size, base->data);
  fxs_strbuf_append(&key, text.data, text.size);
  if (key.has_failed)
    fxd_out_of_memory();
  out->text = (struct fxd_text){fxd_strdup(driver, key.data), key.length};
  out->name = fxd_printf(driver, "%016llx", (unsigned long long)fxs_hash(key.data, key.length));
  fxs_strbuf_free(&key);
  return true;
}
