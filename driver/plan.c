/* From options to compile jobs.
 *
 *   device job per target ─┬─ -c:   embed into the host object (embed.c)
 *   host job ──────────────┘  link: post-link, system linker (link.c)
 *
 * The host job writes the final object itself, so that clang chooses the usual names for dependency
 * files, .dwo files and the like. */
#include <string.h>

#include "driver/driver.h"
#include "falx/image.h"
#include "falx_version.h"
#include "support/file.h"

static bool is_optimized(const struct fxd_options *options) {
  return options->optimization && strcmp(options->optimization, "-O0") != 0;
}

/* Sanitizers instrument kernels after all passes of falx-post-link. */
static bool has_sanitizer(const struct fxd_options *options) {
  for (size_t i = 0; i < options->args.count; ++i)
    if (strncmp(options->args.items[i].words[0], "-fsanitize=", strlen("-fsanitize=")) == 0)
      return true;
  return false;
}

bool fxd_names_sanitizer(const char *word, const char *name) {
  if (strncmp(word, "-fsanitize=", strlen("-fsanitize=")) != 0)
    return false;
  for (const char *at = strchr(word, '='); at; at = strchr(at, ',')) {
    at++;
    if (strcspn(at, ",") == strlen(name) && strncmp(at, name, strlen(name)) == 0)
      return true;
  }
  return false;
}

/* Of the host's code alone. */
static void warn_of_sanitizers(const struct fxd_options *options) {
  bool has_source = false;
  for (size_t i = 0; i < options->inputs.count; ++i)
    has_source |= options->inputs.items[i].kind == FXD_INPUT_SYCL;
  static const struct {
    const char *name, *kind;
  } hosts[] = {{"thread", "races"}, {"memory", "uninit"}};
  for (size_t i = 0; i < options->args.count && has_source; ++i) {
    const char *word = options->args.items[i].words[0];
    for (size_t k = 0; k < sizeof hosts / sizeof *hosts; k++)
      if (fxd_names_sanitizer(word, hosts[k].name))
        fxd_warning("-fsanitize=%s does not check kernels; -fsycl-check=%s, in a build without it, "
                    "does",
                    hosts[k].name, hosts[k].kind);
  }
}

/* Clang refuses these for C. */
static bool is_for_cxx(const char *word) {
  const char *standard = strncmp(word, "-std=", 5) == 0    ? word + 5
                         : strncmp(word, "--std=", 6) == 0 ? word + 6
                                                           : "";
  return strncmp(standard, "c++", 3) == 0 || strncmp(standard, "gnu++", 5) == 0;
}

/* What clang 19 made errors, with options of their own, stays a warning, as with other compilers:
 * x.template f(1) without <>, and a narrowing number in braces for a reference. The user's options
 * come later. */
static void add_leniency(struct fxd_words *argv) {
  fxd_word(argv, "-Wno-error=missing-template-arg-list-after-template-kw");
  fxd_word(argv, "-Wno-error=c++11-narrowing-const-reference");
}

static void add_clang(struct fxd_driver *driver, struct fxd_words *argv) {
  fxd_word(argv, driver->clang);
  add_leniency(argv);
}

/* The user's words for this kind of command, in order. */
static void add_user_words(const struct fxd_options *options, enum fxd_where where, bool is_c,
                           struct fxd_words *argv) {
  for (size_t i = 0; i < options->args.count; ++i) {
    const struct fxd_arg *arg = &options->args.items[i];
    if (arg->input >= 0 || !(arg->where & where) || (is_c && is_for_cxx(arg->words[0])))
      continue;
    fxd_word(argv, arg->words[0]);
    if (arg->words[1])
      fxd_word(argv, arg->words[1]);
  }
}

static void add_common_words(struct fxd_driver *driver, bool is_clang, struct fxd_words *argv) {
  fxd_word(argv, "-D__FALX__=" FALX_VERSION_NUMBER);
  /* Two compilers need not agree on the name of a lambda. */
  if (!driver->options.has_named_kernels && !driver->options.host_compiler)
    fxd_word(argv, "-D__SYCL_UNNAMED_LAMBDA__=1");
  if (driver->options.checks)
    fxd_word(argv, "-D__FALX_CHECK__=1");
  if (driver->has_include_words) {
    fxd_word(argv, "-isystem");
    fxd_word(argv, fxd_printf(driver, "%s/include", driver->prefix));
  }
  if (is_clang && driver->shows_colour)
    fxd_word(argv, "-fcolor-diagnostics");
}

void fxd_add_source_words(struct fxd_driver *driver, struct fxd_words *argv) {
  add_leniency(argv);
  fxd_word(argv, "-Xclang");
  fxd_word(argv, "-fsycl-is-host");
  add_common_words(driver, true, argv);
}

static void add_input_words(const struct fxd_input *input, struct fxd_words *argv) {
  if (input->language) {
    fxd_word(argv, "-x");
    fxd_word(argv, input->language);
  }
  if (input->path[0] == '-' && input->path[1])
    fxd_word(argv, "--");
  fxd_word(argv, input->path);
}

static void add_words(const struct fxd_words *from, struct fxd_words *argv) {
  for (size_t i = 0; i < from->count; ++i)
    fxd_word(argv, from->items[i]);
}

static const char *stage_word(const struct fxd_options *options) {
  switch (options->stage) {
  case FXD_STAGE_PREPROCESS:
    return "-E";
  case FXD_STAGE_SYNTAX:
    return "-fsyntax-only";
  case FXD_STAGE_ASSEMBLY:
    return "-S";
  case FXD_STAGE_OBJECT:
  case FXD_STAGE_LINK:
    break;
  }
  return "-c";
}

/* Clang's default path for the dependency file. */
static char *default_list(struct fxd_driver *driver, const char *output) {
  char *file = fxd_printf(driver, "%s.d", output);
  const char *slash = strrchr(output, '/'), *dot = strrchr(output, '.');
  if (dot && (!slash || dot > slash))
    memcpy(file + (dot - output), ".d", 3);
  return file;
}

/* A job with the words, which it takes over; its inputs and outputs are added later. attributes:
 * those of the words that were added for kernel attributes. NULL if only a header is to be
 * precompiled. */
static struct fxd_job *plan_compilation(struct fxd_driver *driver, const struct fxd_input *input,
                                        struct fxd_words *argv, bool is_clang, const char *output,
                                        const struct fxd_words *attributes) {
  if (driver->options.prepares_pch) {
    struct fxd_job *preparation = is_clang ? fxd_pch_prepare(driver, input, argv) : NULL;
    fxs_vector_free(argv);
    return preparation;
  }
  struct fxd_pch_use *use = is_clang ? fxd_pch_plan(driver, input, argv, attributes, output) : NULL;
  struct fxd_job *job = fxd_job_new(driver);
  job->argv = *argv;
  job->is_compilation = is_clang;
  if (use)
    fxd_pch_use(driver, job, use);
  fxd_word(&job->argv, stage_word(&driver->options));
  if (output) {
    fxd_word(&job->argv, "-o");
    fxd_word(&job->argv, output);
  }
  add_input_words(input, &job->argv);
  return job;
}

/* output NULL: clang's default. */
static struct fxd_job *plan_host(struct fxd_driver *driver, const struct fxd_input *input,
                                 const char *output) {
  const struct fxd_options *options = &driver->options;
  bool is_clang = !options->host_compiler;
  bool is_c = input->language && strcmp(input->language, "c") == 0;
  struct fxd_output linked = {0}; /* the dependency file, if the object is temporary */
  struct fxd_words argv = {0};
  if (is_clang) {
    add_clang(driver, &argv);
    if (!input->has_precompiled)
      add_words(&input->host_words, &argv);
    add_user_words(options, FXD_HOST, is_c, &argv);
    if (input->has_precompiled)
      add_words(&input->host_words, &argv);
    if (input->kind == FXD_INPUT_SYCL || input->is_header) {
      fxd_word(&argv, "-Xclang");
      fxd_word(&argv, "-fsycl-is-host");
    }
    if (options->checks && !options->debug) /* reports name the lines of allocations */
      fxd_word(&argv, "-gline-tables-only");
    if (options->stage == FXD_STAGE_LINK) /* they may be for the linker */
      fxd_word(&argv, "-Qunused-arguments");
    if (options->stage == FXD_STAGE_LINK && options->has_auxiliary_files) {
      /* The object is temporary, but these go where clang alone would write them. */
      fxd_word(&argv, "-dumpdir");
      fxd_word(&argv, fxd_printf(driver, "%s-", options->output ? options->output : "a"));
    }
    if (options->is_host_ir)
      fxd_word(&argv, "-emit-llvm");
  } else {
    fxd_word(&argv, options->host_compiler);
    add_user_words(options, FXD_HOST, is_c, &argv);
    add_words(&options->host_compiler_words, &argv);
  }
  add_common_words(driver, is_clang, &argv);
  if (options->stage == FXD_STAGE_LINK && options->has_dependencies) {
    /* The object is temporary: pass the names that clang alone would use. */
    char *stem = input->stem;
    if (options->output) {
      stem = fxd_strdup(driver, options->output);
      char *slash = strrchr(stem, '/'), *dot = strrchr(stem, '.');
      if (dot && (!slash || dot > slash + 1) && dot != stem)
        *dot = 0;
    }
    linked.path =
        options->dependency_file ? options->dependency_file : fxd_printf(driver, "%s.d", stem);
    if (!options->dependency_file) {
      fxd_word(&argv, "-MF");
      fxd_word(&argv, linked.path);
    }
    if (!options->has_dependency_target) {
      fxd_word(&argv, "-MQ");
      fxd_word(&argv, fxd_printf(driver, "%s.o", input->stem));
    }
  }
  const char *list = !options->has_dependencies ? NULL
                     : options->dependency_file ? options->dependency_file
                     : linked.path ? linked.path
                                   : default_list(driver, output ? output : input->stem);
  struct fxd_input footer = {.path = input->int_footer, .language = "c++"};
  if (input->integration) {
    fxd_word(&argv, "-include");
    fxd_word(&argv, input->int_header);
    fxd_word(&argv, "-include");
    fxd_word(&argv, input->path);
  }
  struct fxd_job *job = plan_compilation(driver, input->integration ? &footer : input, &argv,
                                         is_clang, output, &input->host_words);
  if (input->integration)
    fxd_job_waits(job, input->integration);
  if (input->integration && list)
    fxd_clean_list(driver, job, list);
  if (linked.path) {
    linked.first = linked.last = job->index;
    FXD_PUSH(&driver->outputs, linked);
  }
  return job;
}

/* clang with the options for its front end. */
static void add_device_words(struct fxd_driver *driver, const struct fxd_input *input,
                             const struct fxd_target *target, struct fxd_words *argv) {
  const struct fxd_options *options = &driver->options;
  add_clang(driver, argv);
  if (strcmp(fxd_target_name(target), FALX_TARGET_NVPTX64) == 0)
    fxd_word(argv,
             "-ffp-contract=fast"); /* across statements, as nvcc does; options may say else */
  add_words(&input->device_words, argv);
  add_user_words(options, FXD_DEVICE, false, argv);
  for (const char *const *word = fxd_target_words(target); *word; ++word)
    fxd_word(argv, *word);
  bool is_native = strcmp(fxd_target_name(target), FALX_TARGET_NATIVE_CPU) == 0;
  if (is_native) { /* clang 22 asks the host's target for the name of __bf16, and has none */
    fxd_word(argv, "-Xclang");
    fxd_word(argv, "-aux-triple");
    fxd_word(argv, "-Xclang");
    fxd_word(argv, driver->host_triple);
  }
  if (!is_native && !options->optimization)
    fxd_word(argv, "-O0"); /* clang's default for such a target is -O2 */
  for (size_t i = 0; i < options->frontend_args.count; ++i) {
    const struct fxd_target_arg *arg = &options->frontend_args.items[i];
    if (!arg->target || arg->target == target)
      fxd_word(argv, arg->text);
  }
  if (options->checks && !is_optimized(options)) /* functions may be inlined */
    fxd_word(argv, "-O1");
  fxd_word(argv, "-fno-math-errno");
  fxd_word(argv, "-Qunused-arguments");
}

/* Records in the bitcode what it is compiled with, for links that do not say it again. */
static void add_record(struct fxd_driver *driver, const struct fxd_target *target,
                       struct fxd_words *argv) {
  struct fxd_words words = {0};
  fxd_code_words(driver, &words);
  if (strcmp(fxd_target_name(target), FALX_TARGET_NATIVE_CPU) == 0)
    fxd_processor_words(driver, &words);
  if (driver->options.sub_group_size)
    fxd_word(&words, driver->options.sub_group_size);
  if (driver->options.has_wide_ids && strcmp(fxd_target_name(target), FALX_TARGET_NVPTX64) == 0)
    fxd_word(&words, "--wide-ids");
  char *record = driver->options.optimization ? "falx" : "falx -O0";
  for (size_t i = 0; i < words.count; ++i)
    record = fxd_printf(driver, "%s %s", record, words.items[i]);
  fxs_vector_free(&words);
  fxd_word(argv, "-Xclang");
  fxd_word(argv, FXD_RECORD_OPTION);
  fxd_word(argv, "-Xclang");
  fxd_word(argv, record);
}

static struct fxd_job *plan_device(struct fxd_driver *driver, const struct fxd_input *input,
                                   const struct fxd_target *target, const char *output) {
  const struct fxd_options *options = &driver->options;
  struct fxd_words argv = {0};
  bool is_code = options->stage >= FXD_STAGE_ASSEMBLY;
  add_device_words(driver, input, target, &argv);
  if (!options->is_device_only) /* the host job reports everything once */
    fxd_word(&argv, "-w");
  if (is_code) {
    if (is_optimized(options) || has_sanitizer(options) || options->checks) {
      fxd_word(&argv, "-Xclang");
      fxd_word(&argv, "-disable-llvm-passes");
    }
    if (!options->debug)
      fxd_word(&argv, "-gline-tables-only");
    add_record(driver, target, &argv);
    fxd_word(&argv, "-emit-llvm");
  }
  add_common_words(driver, true, &argv);
  struct fxd_job *job = plan_compilation(driver, input, &argv, true, output, &input->device_words);
  /* clang 22 writes bitcode that LLVM refuses where host code among it throws an object with a
   * destructor: pointers to functions are of another address space than the call's. As text the
   * call is read with the types that it has. */
  if (job && is_code && strcmp(fxd_target_name(target), FALX_TARGET_SPIR64) == 0)
    fxd_word(&job->argv, "-S");
  return job;
}

/* The target whose device code determines the names of the host's variables in it. */
static size_t native_target(const struct fxd_options *options) {
  size_t native = 0;
  for (size_t i = 0; i < options->target_count; ++i)
    if (strcmp(fxd_target_name(options->targets[i]), FALX_TARGET_NATIVE_CPU) == 0)
      native = i;
  return native;
}

/* falx-integration: checks the places of device_globals, and writes header and footer unless
 * they are NULL. device: the job that produces bitcode, for the footer. */
static struct fxd_job *plan_integration(struct fxd_driver *driver, const struct fxd_input *input,
                                        const char *header, const char *footer,
                                        const struct fxd_job *device, const char *bitcode) {
  const struct fxd_options *options = &driver->options;
  struct fxd_job *job = fxd_job_new(driver);
  fxd_word(&job->argv, driver->integration);
  if (header)
    fxd_word(&job->argv, fxd_printf(driver, "--header=%s", header));
  if (footer) {
    fxd_word(&job->argv, fxd_printf(driver, "--footer=%s", footer));
    fxd_word(&job->argv, fxd_printf(driver, "--device-code=%s", bitcode));
    fxd_job_waits(job, device);
  }
  fxd_word(&job->argv, "--");
  add_device_words(driver, input, options->targets[native_target(options)], &job->argv);
  fxd_word(&job->argv, "-w");
  if (header || footer)
    fxd_word(&job->argv, "-D__FALX_INTEGRATION__");
  add_common_words(driver, false, &job->argv);
  add_input_words(input, &job->argv);
  return job;
}

/* The outputs of -fsycl-int-header= and -footer=. */
static struct fxd_job *plan_asked_integration(struct fxd_driver *driver,
                                              const struct fxd_input *input,
                                              const struct fxd_job *device, const char *bitcode) {
  char *files[] = {driver->options.int_header, driver->options.int_footer};
  struct fxd_job *job = plan_integration(driver, input, files[0], files[1], device, bitcode);
  for (size_t i = 0; i < 2; ++i) {
    struct fxd_output output = {files[i], job->index, job->index};
    if (files[i])
      FXD_PUSH(&driver->outputs, output);
  }
  return job;
}

/* -fsycl-int-header= and -footer= by themselves. */
static void plan_integration_only(struct fxd_driver *driver, const struct fxd_input *input) {
  const struct fxd_options *options = &driver->options;
  char *bitcode = NULL;
  struct fxd_job *device = NULL;
  if (options->int_footer) {
    bitcode = fxd_temp_path(driver, input->stem, ".bc");
    device = plan_device(driver, input, options->targets[native_target(options)], bitcode);
  }
  plan_asked_integration(driver, input, device, bitcode);
}

static void plan_device_only(struct fxd_driver *driver, const struct fxd_input *input) {
  const struct fxd_options *options = &driver->options;
  struct fxd_job *native = NULL;
  char *native_output = NULL;
  size_t first_output = driver->outputs.count;
  const char *suffix = options->stage == FXD_STAGE_ASSEMBLY ? "ll" : "bc";
  for (size_t i = 0; i < options->target_count; ++i) {
    const struct fxd_target *target = options->targets[i];
    char *output = options->output;
    if (!output && options->stage >= FXD_STAGE_ASSEMBLY)
      output = options->target_count == 1
                   ? fxd_printf(driver, "%s.%s", input->stem, suffix)
                   : fxd_printf(driver, "%s-%s.%s", input->stem, fxd_target_name(target), suffix);
    struct fxd_job *job = plan_device(driver, input, target, output);
    struct fxd_output whole = {output, job->index, job->index};
    if (output && strcmp(output, "-") != 0)
      FXD_PUSH(&driver->outputs, whole);
    if (i == native_target(options)) {
      native = job;
      native_output = output;
    }
  }
  if (!options->int_header && !options->int_footer && !input->names_device_global)
    return;
  const struct fxd_job *job = plan_asked_integration(driver, input, native, native_output);
  for (size_t i = first_output; i < driver->outputs.count; ++i)
    driver->outputs.items[i].last = job->index;
}

/* The path of an intermediate file: in the temporary folder, or as -save-temps requires. */
static char *intermediate(struct fxd_driver *driver, const char *stem, const char *suffix) {
  const struct fxd_options *options = &driver->options;
  const char *slash = options->output ? strrchr(options->output, '/') : NULL;
  if (!options->saves_temps)
    return fxd_temp_path(driver, stem, suffix);
  if (options->saves_temps_at_output && slash)
    return fxd_printf(driver, "%.*s/%s%s", (int)(slash - options->output), options->output, stem,
                      suffix);
  return fxd_printf(driver, "%s%s", stem, suffix);
}

static void plan_devices(struct fxd_driver *driver, struct fxd_input *input) {
  const struct fxd_options *options = &driver->options;
  for (size_t i = 0; i < options->target_count; ++i) {
    const struct fxd_target *target = options->targets[i];
    char *suffix = fxd_printf(driver, "-%s.bc", fxd_target_name(target));
    input->bitcodes[i] = intermediate(driver, input->stem, suffix);
    input->devices[i] = plan_device(driver, input, target, input->bitcodes[i]);
  }
  if (fxd_needs_integration(options)) {
    size_t native = native_target(options);
    input->int_header = intermediate(driver, input->stem, "-header.h");
    input->int_footer = intermediate(driver, input->stem, "-footer.h");
    input->integration = plan_integration(driver, input, input->int_header, input->int_footer,
                                          input->devices[native], input->bitcodes[native]);
  }
}

/* After the host job, once there is device code: names shared by both. */
static struct fxd_job *plan_globals(struct fxd_driver *driver, struct fxd_input *input,
                                    const char *object, struct fxd_job *host) {
  size_t native = native_target(&driver->options);
  struct fxd_job *job = fxd_plan_globals(driver, object, input->bitcodes[native]);
  fxd_job_waits(job, host);
  fxd_job_waits(job, input->devices[native]);
  input->check = input->integration;
  if (input->names_device_global && !input->integration)
    input->check = plan_integration(driver, input, NULL, NULL, NULL, NULL);
  if (input->check)
    fxd_job_waits(job, input->check);
  return job;
}

static void plan_object(struct fxd_driver *driver, struct fxd_input *input) {
  const struct fxd_options *options = &driver->options;
  char *output = options->output
                     ? options->output
                     : fxd_printf(driver, "%s.%s", input->stem, options->is_host_ir ? "bc" : "o");
  if (input->kind == FXD_INPUT_LINKER) {
    fxd_warning("'%s' is for the linker, and -c does not link; it is ignored", input->path);
    return;
  }
  if (input->kind == FXD_INPUT_BITCODE) {
    fxd_plan_device_object(driver, input, output);
    return;
  }
  bool is_fat = input->kind == FXD_INPUT_SYCL && !options->is_host_only && !options->is_host_ir;
  if (is_fat)
    plan_devices(driver, input);
  bool names_output = options->output || input->kind == FXD_INPUT_SYCL;
  struct fxd_job *host = plan_host(driver, input, names_output ? output : NULL), *last = host;
  if (is_fat) {
    struct fxd_modules modules = {0};
    for (size_t i = 0; i < options->target_count; ++i) {
      struct fxd_module module = {
          .target = options->targets[i], .path = input->bitcodes[i], .job = input->devices[i]};
      FXD_PUSH(&modules, module);
    }
    for (size_t i = 0; i < options->added.count && input == options->inputs.items; ++i) {
      struct fxd_module module = {.target = options->added.items[i].target,
                                  .path = options->added.items[i].text};
      FXD_PUSH(&modules, module);
    }
    struct fxd_job *embed = fxd_plan_embed(driver, output, &modules);
    fxd_job_waits(embed, plan_globals(driver, input, output, host));
    fxs_vector_free(&modules);
    last = embed;
  }
  struct fxd_output whole = {output, host->index, last->index};
  FXD_PUSH(&driver->outputs, whole);
  if (options->has_dependencies) {
    whole.path = options->dependency_file ? options->dependency_file : default_list(driver, output);
    FXD_PUSH(&driver->outputs, whole);
  }
}

static void plan_compile_for_link(struct fxd_driver *driver, struct fxd_input *input) {
  if (input->kind == FXD_INPUT_LINKER) {
    input->object = input->path;
    return;
  }
  if (input->kind == FXD_INPUT_BITCODE)
    return;
  if (input->kind == FXD_INPUT_SYCL && !driver->options.is_host_only)
    plan_devices(driver, input);
  input->object = intermediate(driver, input->stem, ".o");
  struct fxd_job *host = plan_host(driver, input, input->object);
  bool is_shared = input->kind == FXD_INPUT_SYCL && !driver->options.is_host_only;
  input->job = is_shared ? plan_globals(driver, input, input->object, host) : host;
}

/* Two compilations cannot both read standard input. */
static bool keep_stdin(struct fxd_driver *driver, struct fxd_input *input) {
  struct fxs_file text;
  if (driver->options.prints_only)
    return true;
  input->path = fxd_printf(driver, "%s/stdin.cpp", driver->temp_folder);
  int error = fxs_file_read("-", &text);
  if (!error)
    error = fxs_file_write(input->path, text.data, text.size);
  fxs_file_free(&text);
  if (error)
    fxd_error("cannot keep standard input in '%s': %s", input->path, strerror(error));
  driver->reads_stdin = false;
  return !error;
}

/* -fsycl-int-header= and -footer= are for manual compilations. */
static bool check_integration(const struct fxd_options *options) {
  const char *option = options->int_header ? "-fsycl-int-header=" : "-fsycl-int-footer=";
  if (!options->int_header && !options->int_footer)
    return true;
  if (options->is_host_only || options->is_device_link || options->prepares_pch) {
    fxd_error("%s and %s exclude each other", option,
              options->is_host_only     ? "-fsycl-host-only"
              : options->is_device_link ? "-fsycl-link"
                                        : "-fsycl-prepare-pch");
    return false;
  }
  if (!options->is_device_only && (options->stage != FXD_STAGE_LINK || options->output)) {
    fxd_error("%s alone writes no object; leave %s out, or add -fsycl-device-only for the device "
              "code",
              option, options->output ? "-o" : "-c, -S or -E");
    return false;
  }
  if (options->is_device_only && options->int_footer && options->stage < FXD_STAGE_OBJECT) {
    fxd_error("-fsycl-int-footer= needs device code as bitcode; leave -S, -E or -fsyntax-only out");
    return false;
  }
  if (options->inputs.count != 1 || options->inputs.items[0].kind != FXD_INPUT_SYCL) {
    fxd_error("%s is for one C++ source at a time", option);
    return false;
  }
  return true;
}

static bool check(const struct fxd_driver *driver) {
  const struct fxd_options *options = &driver->options;
  size_t results = 0;
  if (!options->inputs.count) {
    fxd_error("no input files; name at least one source, object or library");
    return false;
  }
  for (size_t i = 0; i < options->inputs.count; ++i) {
    const struct fxd_input *input = &options->inputs.items[i];
    results += input->kind != FXD_INPUT_LINKER;
    if (options->is_device_link && input->kind != FXD_INPUT_LINKER &&
        input->kind != FXD_INPUT_BITCODE) {
      fxd_error("-fsycl-link links device code of objects and archives; compile '%s' with -c first",
                input->path);
      return false;
    }
    if (input->kind == FXD_INPUT_BITCODE && options->target_count != 1) {
      fxd_error("'%s' is device code of one target; give that one with -fsycl-targets=",
                input->path);
      return false;
    }
  }
  if (options->is_device_only)
    results *= options->target_count;
  if (options->output && results > 1 && options->stage != FXD_STAGE_PREPROCESS &&
      (options->stage != FXD_STAGE_LINK || options->is_device_only)) {
    fxd_error("-o names one file, but %zu would be written; compile one source for one target at a "
              "time or leave -o out",
              results);
    return false;
  }
  if (options->is_static && options->stage == FXD_STAGE_LINK && !options->is_relocatable &&
      !options->is_device_only && !options->is_device_link) {
    fxd_error("-static is not possible with -fsycl: libfalx.so loads adapters while the program "
              "runs; -static-libstdc++ -static-libgcc leave it and the C library shared");
    return false;
  }
  if (options->is_host_lto && options->stage == FXD_STAGE_OBJECT && !options->is_host_only &&
      !options->is_device_only) {
    fxd_error("-flto with -c is not supported yet: device code goes into ELF objects only; compile "
              "and link in one command, or leave -flto out");
    return false;
  }
  return check_integration(options);
}

/* -fsycl-prepare-pch: like the compilation of a source, without compiling one. */
static bool plan_preparation(struct fxd_driver *driver) {
  struct fxd_options *options = &driver->options;
  struct fxd_input source = {.path = "source.cpp", .stem = "source", .kind = FXD_INPUT_SYCL};
  if (options->inputs.count) {
    fxd_error("-fsycl-prepare-pch compiles headers alone; leave '%s' out",
              options->inputs.items[0].path);
    return false;
  }
  options->has_dependencies = false;
  for (size_t i = 0; i < options->target_count && !options->is_host_only; ++i)
    plan_device(driver, &source, options->targets[i], NULL);
  if (!options->is_device_only)
    plan_host(driver, &source, NULL);
  return !driver->has_failed;
}

bool fxd_plan(struct fxd_driver *driver) {
  struct fxd_options *options = &driver->options;
  if (options->prepares_pch)
    return plan_preparation(driver);
  if (!check(driver))
    return false;
  bool has_integration = options->int_header || options->int_footer;
  bool is_single_pass =
      !has_integration && (options->is_device_only || options->stage < FXD_STAGE_OBJECT);
  if (!is_single_pass && !fxd_make_temp_folder(driver))
    return false;
  if (!is_single_pass)
    warn_of_sanitizers(options);
  for (size_t i = 0; i < options->inputs.count; ++i) {
    struct fxd_input *input = &options->inputs.items[i];
    if (strcmp(input->path, "-") == 0 && !is_single_pass && !keep_stdin(driver, input))
      return false;
    if (input->kind == FXD_INPUT_SYCL && options->stage != FXD_STAGE_PREPROCESS &&
        !fxd_plan_attributes(driver, input))
      return false;
    if (has_integration && !options->is_device_only) {
      plan_integration_only(driver, input);
    } else if (options->stage == FXD_STAGE_LINK && !options->is_device_only) {
      plan_compile_for_link(driver, input);
    } else if (options->stage == FXD_STAGE_OBJECT && !options->is_device_only) {
      plan_object(driver, input);
    } else if (input->kind == FXD_INPUT_SYCL && options->is_device_only) {
      plan_device_only(driver, input);
    } else if (input->kind == FXD_INPUT_SYCL || input->kind == FXD_INPUT_SOURCE) {
      struct fxd_job *job = plan_host(driver, input, options->output);
      struct fxd_output whole = {options->output, job->index, job->index};
      if (input->names_device_global && !options->is_host_only)
        plan_integration(driver, input, NULL, NULL, NULL, NULL);
      if (options->output && strcmp(options->output, "-") != 0)
        FXD_PUSH(&driver->outputs, whole);
    }
  }
  return options->stage != FXD_STAGE_LINK || options->is_device_only || has_integration ||
         fxd_plan_link(driver);
}
