/* Parses the command line according to options.def. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/driver.h"
#include "driver/options.h"
#include "falx/check.h"
#include "falx/image.h"

struct parser {
  struct fxd_driver *driver;
  struct fxd_options *options;
  char *language;
  bool is_static_library; /* -Wl,-Bstatic is in effect */
  bool names_pch;         /* the argument of the next -Xclang is a precompiled header */
  struct fxd_words no_effect;
  bool has_failed;
};

static bool has_extension(const char *path, const char *const *extensions) {
  const char *dot = strrchr(path, '.');
  if (!dot || strchr(dot, '/'))
    return false;
  for (; *extensions; ++extensions)
    if (strcmp(dot + 1, *extensions) == 0)
      return true;
  return false;
}

static enum fxd_input_kind classify(const char *path, const char *language) {
  static const char *const cxx[] = {"cpp", "cc", "cxx", "c++",  "C",
                                    "CPP", "cp", "ii",  "cppm", NULL};
  static const char *const other[] = {"c",  "i", "s",   "S",   "sx", "asm", "m",
                                      "mm", "h", "hpp", "hxx", "hh", "h++", NULL};
  static const char *const bitcode[] = {"bc", "ll", NULL};
  if (language) {
    if (strcmp(language, "c++") == 0 || strcmp(language, "c++-cpp-output") == 0)
      return FXD_INPUT_SYCL;
    return strcmp(language, "ir") == 0 ? FXD_INPUT_BITCODE : FXD_INPUT_SOURCE;
  }
  if (has_extension(path, cxx))
    return FXD_INPUT_SYCL;
  if (has_extension(path, other) || strcmp(path, "-") == 0)
    return FXD_INPUT_SOURCE;
  return has_extension(path, bitcode) ? FXD_INPUT_BITCODE : FXD_INPUT_LINKER;
}

static bool is_header(const char *path, const char *language) {
  static const char *const extensions[] = {"h", "hpp", "hxx", "hh", "h++", NULL};
  return language ? strcmp(language, "c++-header") == 0 : has_extension(path, extensions);
}

static void add_input(struct parser *parser, char *path) {
  struct fxd_input input = {.path = path, .language = parser->language};
  struct stat info;
  if (strcmp(path, "-") == 0) {
    parser->driver->reads_stdin = true;
  } else if (stat(path, &info) != 0 || access(path, R_OK) != 0) {
    fxd_error("cannot read '%s': %s; check the path", path, strerror(errno));
    parser->has_failed = true;
  } else if (S_ISDIR(info.st_mode)) {
    fxd_error("'%s' is a folder; name a source, object or library file", path);
    parser->has_failed = true;
  }
  if (!input.language && has_extension(path, (const char *const[]){"c", NULL}))
    input.language = "c++"; /* as clang++ does; this way without a warning */
  input.kind = classify(path, input.language);
  input.is_header = is_header(path, parser->language);
  const char *slash = strrchr(path, '/');
  input.stem = fxd_strdup(parser->driver, strcmp(path, "-") == 0 ? "stdin"
                                          : slash                ? slash + 1
                                                                 : path);
  char *dot = strrchr(input.stem, '.');
  if (dot && dot != input.stem)
    *dot = 0;
  struct fxd_arg arg = {FXD_LINK, {path, NULL}, (ptrdiff_t)parser->options->inputs.count};
  FXD_PUSH(&parser->options->inputs, input);
  FXD_PUSH(&parser->options->args, arg);
}

#define NVIDIA_GPU "nvidia_gpu_" /* and "sm_80" */

static void add_architectures(struct parser *parser, const char *names, size_t length) {
  char **all = &parser->options->nvidia_arch;
  *all =
      fxd_printf(parser->driver, "%s%s%.*s", *all ? *all : "", *all ? "," : "", (int)length, names);
}

/* Whether a backend option names architectures, which the compiler uses, not who runs images. */
static bool takes_architectures(struct parser *parser, const struct fxd_target_arg *arg) {
  static const char *const names[] = {"--offload-arch=", "--cuda-gpu-arch="};
  if (arg->target && strcmp(fxd_target_name(arg->target), FALX_TARGET_NVPTX64) != 0)
    return false;
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    size_t length = strlen(names[i]);
    if (strncmp(arg->text, names[i], length) != 0)
      continue;
    add_architectures(parser, arg->text + length, strlen(arg->text + length));
    return true;
  }
  return false;
}

static void parse_targets(struct parser *parser, const char *list) {
  struct fxd_options *options = parser->options;
  options->is_sycl = true;
  if (!*list) { /* a build's variable that nobody has set */
    fxd_warning("-fsycl-targets= names no target, as if it were not there; known targets: %s",
                fxd_target_list());
    return;
  }
  options->target_count = 0;
  options->has_targets = true;
  for (;; ++list) {
    size_t length = strcspn(list, ",");
    const struct fxd_target *target = fxd_target_find(list, length);
    if (strncmp(list, NVIDIA_GPU, strlen(NVIDIA_GPU)) == 0)
      add_architectures(parser, list + strlen(NVIDIA_GPU), length - strlen(NVIDIA_GPU));
    if (!target && length >= 8 && memcmp(list, "amd_gpu_", 8) == 0) {
      fxd_error("there is no target for AMD's devices ('%.*s' in -fsycl-targets=); known targets: "
                "%s",
                (int)length, list, fxd_target_list());
      parser->has_failed = true;
    } else if (!target) {
      fxd_error("unknown target '%.*s' in -fsycl-targets=; known targets: %s", (int)length, list,
                fxd_target_list());
      parser->has_failed = true;
    }
    bool is_new = target != NULL;
    for (size_t i = 0; i < options->target_count; ++i)
      is_new = is_new && options->targets[i] != target;
    if (is_new)
      options->targets[options->target_count++] = target;
    list += length;
    if (!*list)
      return;
  }
}

/* option is "-Xsycl-target-x" or "-Xsycl-target-x=TARGET"; text is the word after it. */
static struct fxd_target_arg target_arg(struct parser *parser, const char *option, char *text) {
  struct fxd_target_arg arg = {NULL, text};
  const char *equals = strncmp(option, "-Xsycl", 6) == 0 ? strchr(option, '=') : NULL;
  if (equals && !(arg.target = fxd_target_find(equals + 1, strlen(equals + 1)))) {
    fxd_error("unknown target in '%s'; known targets: %s", option, fxd_target_list());
    parser->has_failed = true;
  }
  return arg;
}

/* "TARGET:FILE,..." */
static void parse_added(struct parser *parser, const char *list) {
  while (*list) {
    size_t length = strcspn(list, ","), name = strcspn(list, ":,");
    const struct fxd_target *target = fxd_target_find(list, name);
    struct fxd_target_arg file = {target, NULL};
    if (list[name] != ':' || name + 1 == length)
      fxd_error("-fsycl-add-targets= takes TARGET:FILE, not '%.*s'", (int)length, list);
    else if (!target)
      fxd_error("unknown target '%.*s' in -fsycl-add-targets=; known targets: %s", (int)name, list,
                fxd_target_list());
    else
      file.text = fxd_printf(parser->driver, "%.*s", (int)(length - name - 1), list + name + 1);
    if (file.text)
      FXD_PUSH(&parser->options->added, file);
    parser->has_failed |= !file.text;
    list += length + (list[length] == ',');
  }
}

/* Checked in the driver, so that an error is reported once and before anything runs. */
static void parse_width(struct parser *parser, const char *text) {
  static const char *const widths[] = {"1", "2", "4", "8", "16", "32", "64"};
  for (unsigned i = 0; i < sizeof widths / sizeof *widths; ++i)
    if (strcmp(text, widths[i]) == 0)
      return;
  fxd_error(
      "-ffalx-vector-width=%s is no number of work-items that a vector may hold: 1 (none), 2, "
      "4, 8, 16, 32 or 64",
      text);
  parser->has_failed = true;
}

static void parse_sub_group_size(struct parser *parser, const char *text) {
  static const char *const sizes[] = {"1", "2", "4", "8", "16", "32", "primary", "automatic"};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i)
    if (strcmp(text, sizes[i]) == 0)
      return;
  fxd_error("-fsycl-default-sub-group-size=%s is no size of sub-groups: 1, 2, 4, 8, 16, 32, "
            "primary (32 where the kernel can be vectorized) or automatic (as vectors hold)",
            text);
  parser->has_failed = true;
}

static void parse_checks(struct parser *parser, const char *list) {
  static const struct {
    const char *name;
    unsigned kind;
  } kinds[] = {
      {"bounds", FALX_CHECK_BOUNDS},
      {"races", FALX_CHECK_RACES},
      {"barriers", FALX_CHECK_BARRIERS},
      {"uninit", FALX_CHECK_UNINIT},
      {"all", FALX_CHECK_BOUNDS | FALX_CHECK_RACES | FALX_CHECK_BARRIERS | FALX_CHECK_UNINIT}};
  parser->options->checks = 0;
  for (const char *at = list;; ++at) {
    size_t length = strcspn(at, ","), i = 0, count = sizeof kinds / sizeof kinds[0];
    while (i < count && (strlen(kinds[i].name) != length || memcmp(kinds[i].name, at, length) != 0))
      ++i;
    if (i < count) {
      parser->options->checks |= kinds[i].kind;
    } else if (length || at != list || *at) {
      fxd_error(
          "unknown kind '%.*s' in -fsycl-check=; known kinds: bounds, races, barriers, uninit, all",
          (int)length, at);
      parser->has_failed = true;
    }
    at += length;
    if (!*at)
      break;
  }
}

static void parse_isas(struct parser *parser, char *list) {
  static const char *const names[] = {
#define ISA(id, name, cpu, bits) name,
      FALX_NATIVE_ISAS(ISA)
#undef ISA
  };
  for (const char *at = list;; ++at) {
    size_t length = strcspn(at, ","), i = 0;
    while (i < sizeof names / sizeof names[0] &&
           (strlen(names[i]) != length || memcmp(names[i], at, length) != 0))
      ++i;
    if (i == sizeof names / sizeof names[0]) {
      fxd_error("unknown instruction set '%.*s' in -fsycl-native-isa=; known instruction sets: "
                "baseline, v3, v4",
                (int)length, at);
      parser->has_failed = true;
    }
    at += length;
    if (!*at)
      break;
  }
  parser->options->isas = list;
}

static void parse_split(struct parser *parser, const char *mode) {
  static const char *const modes[] = {"auto", "off", "per_source", "per_kernel"};
  for (size_t i = 0; i < sizeof modes / sizeof modes[0]; ++i) {
    if (strcmp(mode, modes[i]) == 0) {
      parser->options->split = (char *)modes[i];
      return;
    }
  }
  fxd_error("unknown mode '%s' in -fsycl-device-code-split=; known modes: auto, off, per_source, "
            "per_kernel",
            mode);
  parser->has_failed = true;
}

/* -Wl,a,b and -Xlinker a: only the words that affect the search for -l matter here. */
static void parse_linker_words(struct parser *parser, const char *words) {
  for (;; ++words) {
    size_t length = strcspn(words, ",");
    if ((length == 8 && memcmp(words, "-Bstatic", 8) == 0) ||
        (length == 3 && memcmp(words, "-dn", 3) == 0))
      parser->is_static_library = true;
    if ((length == 9 && memcmp(words, "-Bdynamic", 9) == 0) ||
        (length == 3 && memcmp(words, "-dy", 3) == 0))
      parser->is_static_library = false;
    words += length;
    if (!*words)
      return;
  }
}

static void lower_stage(struct fxd_options *options, enum fxd_stage stage) {
  if (stage < options->stage)
    options->stage = stage;
}

/* word is the option as written, value its value. Returns the words to pass on, see where. */
static unsigned apply(struct parser *parser, const struct fxd_option *option, char *word,
                      char *value) {
  struct fxd_options *options = parser->options;
  struct fxd_library_ref library = {value, parser->is_static_library || options->is_static};
  switch (option->action) {
  case PASS:
    break;
  case OBJECT:
    lower_stage(options, FXD_STAGE_OBJECT);
    break;
  case ASSEMBLY:
    lower_stage(options, FXD_STAGE_ASSEMBLY);
    break;
  case SYNTAX:
    lower_stage(options, FXD_STAGE_SYNTAX);
    break;
  case PREPROCESS:
    lower_stage(options, FXD_STAGE_PREPROCESS);
    break;
  case HOST_IR:
    options->is_host_ir = true;
    break;
  case OUTPUT:
    options->output = value;
    break;
  case LANGUAGE:
    parser->language = strcmp(value, "none") == 0 ? NULL : value;
    break;
  case PRINT_ONLY:
    options->prints_only = true;
    break;
  case VERBOSE:
    options->is_verbose = true;
    break;
  case SAVE_TEMPS:
    options->saves_temps = true;
    options->saves_temps_at_output = value && strcmp(value, "obj") == 0;
    break;
  case PCH:
    options->has_no_pch = false;
    break;
  case NO_PCH:
    options->has_no_pch = true;
    break;
  case UNNAMED:
    options->has_named_kernels = false;
    break;
  case NO_UNNAMED:
    options->has_named_kernels = true;
    break;
  case PREPARE_PCH:
    options->prepares_pch = true;
    break;
  case SYCL:
    options->is_sycl = true;
    break;
  case NO_SYCL:
    options->is_sycl = false;
    break;
  case TARGETS:
    parse_targets(parser, value);
    break;
  case ACPP_TARGETS:
    parse_targets(parser, fxd_targets_of_acpp(parser->driver, value));
    break;
  case NATIVE_ISA:
    parse_isas(parser, value);
    break;
  case VECTORIZE:
    if (value)
      parse_width(parser, value);
    fxd_word(&options->vectorizer, word);
    break;
  case SUB_GROUP_SIZE:
    parse_sub_group_size(parser, value);
    options->sub_group_size = word;
    break;
  case CHECK:
    parse_checks(parser, value);
    break;
  case ID_QUERIES:
    options->has_wide_ids = value ? strcmp(value, "size_t") == 0 : word[2] == 'n';
    break;
  case EMBED_IR:
    options->embeds_ir = true;
    break;
  case DEVICE_ONLY:
    options->is_sycl = options->is_device_only = true;
    break;
  case DEVICE_LINK:
    options->is_sycl = options->is_device_link = true;
    break;
  case HOST_ONLY:
    options->is_sycl = options->is_host_only = true;
    break;
  case SPLIT:
    parse_split(parser, value ? value : "auto");
    break;
  case NO_SPLIT:
    options->split = "off";
    break;
  case ALLOW_UNDEFINED:
    options->allows_undefined = true;
    break;
  case NO_ALLOW_UNDEFINED:
    options->allows_undefined = false;
    break;
  case ALLOW_FUNC_PTR:
    options->allows_function_pointers = true;
    break;
  case ALLOW_VIRTUAL:
    options->allows_virtual = true;
    break;
  case INT_HEADER:
    options->is_sycl = true;
    options->int_header = value;
    break;
  case INT_FOOTER:
    options->is_sycl = true;
    options->int_footer = value;
    break;
  case HOST_COMPILER:
    options->host_compiler = value;
    break;
  case HOST_COMPILER_OPTIONS:
    for (char *at = value; *at;) {
      size_t length = strcspn(at, " ");
      if (length)
        fxd_word(&options->host_compiler_words,
                 fxd_printf(parser->driver, "%.*s", (int)length, at));
      at += length + (at[length] == ' ');
    }
    break;
  case FRONTEND_ARG:
    FXD_PUSH(&options->frontend_args, target_arg(parser, word, value));
    break;
  case BACKEND_ARG: {
    struct fxd_target_arg arg = target_arg(parser, word, value);
    if (!takes_architectures(parser, &arg))
      FXD_PUSH(&options->backend_args, arg);
    break;
  }
  case LINKER_ARG:
    FXD_PUSH(&options->linker_args, target_arg(parser, word, value));
    break;
  case SYCL_STD:
    if (strcmp(value, "2020") != 0 && strcmp(value, "sycl-2020") != 0) {
      fxd_error("'%s': this is an implementation of SYCL 2020; give 2020 or leave it out", word);
      parser->has_failed = true;
    }
    break;
  case ADD_TARGETS:
    parse_added(parser, value);
    break;
  case NOT_YET:
    fxd_error("'%s' is not supported yet; leave it out", word);
    parser->has_failed = true;
    break;
  case NO_EFFECT:
    fxd_word(&parser->no_effect, word);
    break;
  case FP_MODEL:
  case OPENMP:
    break; /* see fxd_clang_word */
  case DUMP:
    options->dump_folder = value;
    break;
  case UNKNOWN_SYCL:
    fxd_error("unknown option '%s'; '" FXD_TOOL " --help' lists the SYCL options", word);
    parser->has_failed = true;
    break;
  case VERSION:
    options->query = FXD_QUERY_VERSION;
    break;
  case HELP:
    options->query = FXD_QUERY_HELP;
    break;
  case CLANGD_CONFIG:
    options->query = FXD_QUERY_CLANGD;
    break;
  case QUERY:
    options->query = FXD_QUERY_CLANG;
    break;
  case OPTIMIZATION:
    options->optimization = word;
    break;
  case DEBUG: /* -gz, -gno-column-info and the like do not request debug information */
    if (!*value || strchr("0123", *value) || strncmp(value, "gdb", 3) == 0 ||
        strncmp(value, "dwarf", 5) == 0 || strcmp(value, "line-tables-only") == 0 ||
        strcmp(value, "mlt") == 0 || strcmp(value, "full") == 0)
      options->debug = strcmp(value, "0") == 0 ? NULL : word;
    break;
  case MARCH:
    options->march = value;
    break;
  case MTUNE:
    options->mtune = value;
    break;
  case FEATURE: {
    bool is_off = strncmp(word, "-mno-", 5) == 0;
    fxd_word(&options->features,
             fxd_printf(parser->driver, "%c%s", is_off ? '-' : '+', word + (is_off ? 5 : 2)));
    break;
  }
  case TRIPLE:
    options->triple = value;
    break;
  case HOST_LTO:
    options->is_host_lto = true;
    break;
  case NO_HOST_LTO:
    options->is_host_lto = false;
    break;
  case COLOUR:
    options->has_colour = true;
    break;
  case DEPENDENCIES:
    options->has_dependencies = true;
    break;
  case DEPENDENCY_FILE:
    options->dependency_file = value;
    break;
  case DEPENDENCY_TARGET:
    options->has_dependency_target = true;
    break;
  case LIBRARY:
    if (strcmp(value, "sycl") == 0) /* the runtime, which every link is given */
      return FXD_NONE;
    FXD_PUSH(&options->libraries, library);
    break;
  case LIBRARY_FOLDER:
    fxd_word(&options->folders, value);
    break;
  case LINKER_WORDS:
    parse_linker_words(parser, value);
    break;
  case STATIC:
    options->is_static = true;
    break;
  case RELOCATABLE:
    options->is_relocatable = true;
    break;
  case UNWRAP:
    break;
  case AUXILIARY:
    options->has_auxiliary_files = true;
    break;
  case CLANG_WORD: { /* a precompiled header applies to the host compilation only */
    bool is_host_only = parser->names_pch;
    parser->names_pch = strcmp(value, "-include-pch") == 0;
    if (is_host_only || parser->names_pch)
      return FXD_HOST;
    break;
  }
  }
  return option->where;
}

/* What a user asked for and does not get: no more than a warning, as no result depends on it. */
static void warn_about_no_effect(struct parser *parser) {
  char *list = NULL;
  for (size_t i = 0; i < parser->no_effect.count; ++i)
    list = fxd_printf(parser->driver, "%s%s'%s'", list ? list : "", list ? ", " : "",
                      parser->no_effect.items[i]);
  for (size_t i = 0; list && i < parser->options->args.count; ++i) {
    const char *word = parser->options->args.items[i].words[0];
    if (strcmp(word, "-w") == 0 || strcmp(word, "-Qunused-arguments") == 0 ||
        strcmp(word, "-Wno-unused-command-line-argument") == 0)
      list = NULL;
  }
  if (list)
    fxd_warning("%s: no effect here", list);
  fxs_vector_free(&parser->no_effect);
}

static void parse_option(struct parser *parser, const struct fxd_words *words, size_t *index) {
  char *word = words->items[*index];
  struct fxd_arg arg = {FXD_ALL, {word, NULL}, -1};
  const struct fxd_option *option = fxd_option_find(word);
  if (!option) {
    FXD_PUSH(&parser->options->args, arg);
    return;
  }
  char *value = word + strlen(option->spelling);
  if (fxd_option_takes_next(option, word)) {
    if (*index + 1 >= words->count) {
      fxd_error("option '%s' needs a value after it", word);
      parser->has_failed = true;
      return;
    }
    arg.words[1] = value = words->items[++*index];
  } else if (option->form == FLAG) {
    value = NULL;
  }
  arg.where = apply(parser, option, word, value);
  if (option->action == FP_MODEL || option->action == OPENMP)
    arg = (struct fxd_arg){arg.where, {fxd_clang_word(parser->driver, word, value), NULL}, -1};
  if (option->action == UNWRAP) {
    bool is_called = strncmp(value, "-fsanitize=", strlen("-fsanitize=")) == 0 &&
                     !fxd_names_sanitizer(value, "thread") && !fxd_names_sanitizer(value, "memory");
    if (arg.where == FXD_DEVICE && is_called) /* by kernels on native_cpu: the program's library */
      arg.where |= FXD_LINK;
    arg = (struct fxd_arg){arg.where, {value, NULL}, -1};
  }
  if (arg.where)
    FXD_PUSH(&parser->options->args, arg);
}

/* If headers are precompiled, nothing is left to link. */
static bool has_only_headers(const struct fxd_options *options) {
  for (size_t i = 0; i < options->inputs.count; ++i)
    if (!options->inputs.items[i].is_header)
      return false;
  return options->inputs.count > 0;
}

bool fxd_parse(struct fxd_driver *driver, const struct fxd_words *words) {
  struct fxd_options *options = &driver->options;
  struct parser parser = {.driver = driver, .options = options};
  bool only_inputs = false;
  options->stage = FXD_STAGE_LINK;
  for (size_t i = 1; i < words->count; ++i) {
    char *word = words->items[i];
    if (!only_inputs && strcmp(word, "--") == 0)
      only_inputs = true;
    else if (only_inputs || word[0] != '-' || !word[1])
      add_input(&parser, word);
    else
      parse_option(&parser, words, &i);
  }
  warn_about_no_effect(&parser);
  if (options->stage == FXD_STAGE_LINK && has_only_headers(options))
    options->stage = FXD_STAGE_OBJECT;
  if (!options->target_count)
    options->targets[options->target_count++] = fxd_target_find("native_cpu", strlen("native_cpu"));
  if (options->isas && (options->march || options->features.count)) {
    fxd_error("-fsycl-native-isa=%s is for several processors, '%s' for one; leave one out",
              options->isas, options->march ? options->march : options->features.items[0]);
    parser.has_failed = true;
  }
  for (size_t i = 0; options->checks && i < options->target_count; ++i)
    if (strcmp(fxd_target_name(options->targets[i]), FALX_TARGET_NATIVE_CPU) != 0) {
      fxd_error(
          "-fsycl-check= is for native_cpu, not for '%s': leave that target out, or the checks",
          fxd_target_name(options->targets[i]));
      parser.has_failed = true;
    }
  if (options->is_device_only && options->is_host_only) {
    fxd_error("-fsycl-device-only and -fsycl-host-only exclude each other");
    parser.has_failed = true;
  }
  return !parser.has_failed;
}
