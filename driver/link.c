/* The jobs from device bitcode and host objects to a program, library or object: falx-post-link,
 * then the system's linker through clang++. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "driver/driver.h"
#include "falx/image.h"
#include "support/file.h"

#define DEVICE_OBJECT_PLACE 2 /* in the link command */
#define CHECKER "-lfalx_check"

static const char *optimization_level(const char *word) {
  switch (word[2]) {
  case '0':
    return "-O0";
  case '1':
  case 'g':
    return "-O1";
  case '3':
  case '4':
  case 'f':
    return "-O3"; /* -Ofast */
  case 0:
    return "-O1";
  default:
    return "-O2"; /* 2, s, z */
  }
}

static bool is_x86(const struct fxd_options *options) {
#if defined(__x86_64__)
  if (!options->triple)
    return true;
#endif
  return options->triple && strncmp(options->triple, "x86_64-", 7) == 0;
}

void fxd_code_words(struct fxd_driver *driver, struct fxd_words *out) {
  const struct fxd_options *options = &driver->options;
  if (options->optimization)
    fxd_word(out, optimization_level(options->optimization));
  if (options->debug)
    fxd_word(out, "-g");
  if (options->checks)
    fxd_word(out, fxd_printf(driver, "--check=%u", options->checks));
  if (options->embeds_ir)
    fxd_word(out, "--embed-ir");
}

void fxd_processor_words(struct fxd_driver *driver, struct fxd_words *out) {
  const struct fxd_options *options = &driver->options;
  if (!is_x86(options)) /* clang notes the processor on each function */
    return;
  if (options->march)
    fxd_word(out, fxd_printf(driver, "--march=%s", options->march));
  if (options->mtune)
    fxd_word(out, fxd_printf(driver, "--mtune=%s", options->mtune));
  if (options->features.count) {
    char *list = options->features.items[0];
    for (size_t i = 1; i < options->features.count; ++i)
      list = fxd_printf(driver, "%s,%s", list, options->features.items[i]);
    fxd_word(out, fxd_printf(driver, "--mattr=%s", list));
  }
}

/* form: of --emit=. */
static struct fxd_job *new_post_link(struct fxd_driver *driver, const char *form,
                                     const char *output) {
  const struct fxd_options *options = &driver->options;
  struct fxd_job *job = fxd_job_new(driver);
  struct fxd_words *argv = &job->argv;
  fxd_word(argv, driver->post_link);
  fxd_code_words(driver, argv);
  if (options->split)
    fxd_word(argv, fxd_printf(driver, "--split=%s", options->split));
  if (options->triple)
    fxd_word(argv, fxd_printf(driver, "--host=%s", options->triple));
  if (options->allows_undefined)
    fxd_word(argv, "--allow-undefined");
  if (options->allows_function_pointers)
    fxd_word(argv, "--allow-function-pointers");
  if (options->allows_virtual)
    fxd_word(argv, "--allow-virtual-functions");
  for (size_t i = 0; i < driver->image_files.count; ++i)
    fxd_word(argv, fxd_printf(driver, "--library=%s", driver->image_files.items[i]));
  if (options->saves_temps)
    fxd_word(argv,
             fxd_printf(driver, "--save-temps=%s", options->output ? options->output : "a.out"));
  fxd_word(argv, fxd_printf(driver, "--emit=%s", form));
  fxd_word(argv, "-o");
  fxd_word(argv, output);
  return job;
}

static char *joined_args(struct fxd_driver *driver, const struct fxd_target_arg *args, size_t count,
                         const struct fxd_target *target) {
  char *text = NULL;
  for (size_t i = 0; i < count; ++i)
    if (!args[i].target || args[i].target == target)
      text = text ? fxd_printf(driver, "%s %s", text, args[i].text) : args[i].text;
  return text;
}

/* The variants of native_cpu code, in post-link's syntax; NULL for a single one. */
static const char *isas(const struct fxd_options *options) {
  bool is_open = is_x86(options) && !options->march && !options->features.count;
  return options->isas ? options->isas : is_open && !options->checks ? "auto" : NULL;
}

/* Begins the target's group on the command line. */
static void add_target(struct fxd_driver *driver, struct fxd_words *argv,
                       const struct fxd_target *target) {
  const struct fxd_options *options = &driver->options;
  char *compile =
      joined_args(driver, options->backend_args.items, options->backend_args.count, target);
  char *link = joined_args(driver, options->linker_args.items, options->linker_args.count, target);
  bool is_native = strcmp(fxd_target_name(target), FALX_TARGET_NATIVE_CPU) == 0;
  fxd_word(argv, fxd_printf(driver, "--target=%s", fxd_target_name(target)));
  if (is_native)
    fxd_processor_words(driver, argv);
  if (is_native && isas(options))
    fxd_word(argv, fxd_printf(driver, "--isa=%s", isas(options)));
  if (options->nvidia_arch && strcmp(fxd_target_name(target), FALX_TARGET_NVPTX64) == 0)
    fxd_word(argv, fxd_printf(driver, "--march=%s", options->nvidia_arch));
  for (size_t i = 0; is_native && i < options->vectorizer.count; ++i)
    fxd_word(argv, options->vectorizer.items[i]);
  if (compile)
    fxd_word(argv, fxd_printf(driver, "--compile-options=%s", compile));
  if (link)
    fxd_word(argv, fxd_printf(driver, "--link-options=%s", link));
}

void fxd_plan_device_object(struct fxd_driver *driver, const struct fxd_input *input,
                            const char *output) {
  struct fxd_job *job = new_post_link(driver, "object", output);
  add_target(driver, &job->argv, driver->options.targets[0]);
  fxd_word(&job->argv, input->path);
  struct fxd_output whole = {(char *)output, job->index, job->index};
  FXD_PUSH(&driver->outputs, whole);
}

static bool is_wanted(const struct fxd_options *options, const struct fxd_target *target) {
  for (size_t i = 0; options->has_targets && i < options->target_count; ++i)
    if (options->targets[i] == target)
      return true;
  for (size_t i = 0; i < options->added.count; ++i)
    if (options->added.items[i].target == target)
      return true;
  return !options->has_targets;
}

/* Adds the modules of the target: either those that the host linker took, or those that it did
 * not. Without a trace every archive member counts as taken (-###). */
static bool add_modules(struct fxd_driver *driver, struct fxd_words *argv,
                        const struct fxd_target *target, const char *trace, bool wants_taken) {
  bool is_open = false;
  for (size_t i = 0; i < driver->modules.count + driver->archived.count; ++i) {
    bool is_archived = i >= driver->modules.count;
    const struct fxd_module *module = is_archived
                                          ? &driver->archived.items[i - driver->modules.count]
                                          : &driver->modules.items[i];
    if (module->target != target ||
        (!is_archived || !trace || fxd_trace_has(module, trace)) != wants_taken)
      continue;
    if (module->origin && !driver->options.prints_only && !fxd_extract(module))
      return false;
    if (!is_open && wants_taken)
      add_target(driver, argv, target);
    else if (!is_open)
      fxd_word(argv, "--lazy");
    is_open = true;
    if (module->origin)
      fxd_word(argv, module->member
                         ? fxd_printf(driver, "--from=%s(%s)", module->origin, module->member)
                         : fxd_printf(driver, "--from=%s", module->origin));
    fxd_word(argv, module->path);
  }
  return true;
}

/* Adds one group per target that has a module. Members that the linker did not take may still
 * resolve imports of device code. */
static bool add_groups(struct fxd_driver *driver, struct fxd_words *argv, const char *trace,
                       bool *out_is_empty) {
  const struct fxd_target *target;
  *out_is_empty = true;
  for (size_t t = 0; (target = fxd_target_at(t)); ++t) {
    size_t before = argv->count;
    if (!is_wanted(&driver->options, target))
      continue;
    if (!add_modules(driver, argv, target, trace, true))
      return false;
    if (argv->count == before)
      continue;
    *out_is_empty = false;
    if (!add_modules(driver, argv, target, trace, false))
      return false;
  }
  return true;
}

static int prepare_post_link(struct fxd_driver *driver, struct fxd_job *job) {
  struct fxs_file trace = {0};
  if (driver->trace) {
    int error = fxs_file_read(driver->trace, &trace);
    if (error) {
      fxd_error("cannot read the linker's trace '%s': %s", driver->trace, strerror(error));
      return 1;
    }
  }
  bool is_fine = add_groups(driver, &job->argv, (const char *)trace.data, &job->is_skipped);
  fxs_file_free(&trace);
  return is_fine ? 0 : 1;
}

/* Whether code was compiled with -fsycl-check=: it calls the checker. */
static bool is_checked(const char *device_object) {
  static const char call[] = "falx_check_begin";
  struct fxs_file file;
  if (fxs_file_map(device_object, &file))
    return false; /* the linker says why */
  bool is_checked = memmem(file.data, file.size, call, sizeof call) != NULL;
  fxs_file_free(&file);
  return is_checked;
}

/* Before the runtime: it stands before functions of libfalx. */
static void add_checker(struct fxd_words *argv) {
  size_t at = argv->count;
  while (at > 0 && strcmp(argv->items[at - 1], "-lfalx") != 0)
    at--;
  if (at > 0)
    fxd_insert_word(argv, at - 1, CHECKER);
}

/* The linker took no archive member with device code, so there is no device object; or this link
 * alone is without -fsycl-check=. */
static int prepare_link(struct fxd_driver *driver, struct fxd_job *job) {
  const struct fxd_job *post_link = job->context;
  if (post_link->is_skipped) {
    memmove(&job->argv.items[DEVICE_OBJECT_PLACE], &job->argv.items[DEVICE_OBJECT_PLACE + 1],
            (job->argv.count - DEVICE_OBJECT_PLACE - 1) * sizeof *job->argv.items);
    job->argv.count--;
  } else if (!driver->options.checks && !driver->options.is_relocatable &&
             is_checked(job->argv.items[DEVICE_OBJECT_PLACE])) {
    add_checker(&job->argv);
  }
  return 0;
}

static struct fxd_job *new_link(struct fxd_driver *driver, const char *device_object,
                                const char *output) {
  const struct fxd_options *options = &driver->options;
  struct fxd_job *job = fxd_job_new(driver);
  struct fxd_words *argv = &job->argv;
  fxd_word(argv, driver->clang);
  fxd_word(argv, "-Qunused-arguments");
  if (device_object) /* first, so that libraries after it resolve its symbols too */
    fxd_word(argv, device_object);
  for (size_t i = 0; i < options->args.count; ++i) {
    const struct fxd_arg *arg = &options->args.items[i];
    if (arg->input >= 0) {
      const struct fxd_input *input = &options->inputs.items[arg->input];
      if (input->object)
        fxd_word(argv, input->object);
    } else if (arg->where & FXD_LINK) {
      fxd_word(argv, arg->words[0]);
      if (arg->words[1])
        fxd_word(argv, arg->words[1]);
    }
  }
  if (!options->is_relocatable) {
    if (driver->has_include_words || driver->is_cross) {
      fxd_word(argv, fxd_printf(driver, "-L%s", driver->library_folder));
      fxd_word(argv, fxd_printf(driver, "-Wl,-rpath,%s", driver->library_folder));
    }
    if (options->checks) /* first: it stands before functions of libfalx */
      fxd_word(argv, CHECKER);
    fxd_word(argv, "-lfalx");
  }
  fxd_word(argv, "-o");
  fxd_word(argv, output);
  for (size_t i = 0; i < options->inputs.count; ++i)
    if (options->inputs.items[i].job)
      fxd_job_waits(job, options->inputs.items[i].job);
  return job;
}

static bool collect_modules(struct fxd_driver *driver) {
  struct fxd_options *options = &driver->options;
  for (size_t i = 0; i < options->added.count; ++i) {
    struct fxd_module module = {.target = options->added.items[i].target,
                                .path = options->added.items[i].text};
    FXD_PUSH(&driver->modules, module);
  }
  for (size_t i = 0; i < options->inputs.count; ++i) {
    const struct fxd_input *input = &options->inputs.items[i];
    struct fxd_module module = {0};
    struct fxd_modules found = {0};
    if (input->kind == FXD_INPUT_BITCODE) {
      module.target = options->targets[0];
      module.path = input->path;
      FXD_PUSH(&driver->modules, module);
    } else if (input->kind == FXD_INPUT_SYCL && !options->is_host_only) {
      for (size_t t = 0; t < options->target_count; ++t) {
        module = (struct fxd_module){
            .target = options->targets[t], .path = input->bitcodes[t], .job = input->devices[t]};
        FXD_PUSH(&driver->modules, module);
      }
    } else if (input->kind == FXD_INPUT_LINKER) {
      if (!fxd_collect(driver, input->path, &found)) {
        fxs_vector_free(&found);
        return false;
      }
      for (size_t k = 0; k < found.count; ++k) {
        if (found.items[k].member)
          FXD_PUSH(&driver->archived, found.items[k]);
        else
          FXD_PUSH(&driver->modules, found.items[k]);
      }
      fxs_vector_free(&found);
    }
  }
  return fxd_collect_libraries(driver, &driver->archived);
}

static void warn_about_missing_targets(const struct fxd_driver *driver) {
  const struct fxd_options *options = &driver->options;
  for (size_t t = 0; options->has_targets && t < options->target_count; ++t) {
    bool is_there = driver->modules.count + driver->archived.count == 0;
    for (size_t i = 0; i < driver->modules.count; ++i)
      is_there = is_there || driver->modules.items[i].target == options->targets[t];
    for (size_t i = 0; i < driver->archived.count; ++i)
      is_there = is_there || driver->archived.items[i].target == options->targets[t];
    if (!is_there)
      fxd_warning("no object has device code for '%s'; compile with the same -fsycl-targets=",
                  fxd_target_name(options->targets[t]));
  }
}

/* Without the trace for archives: the device code of all their members. */
static struct fxd_job *plan_post_link(struct fxd_driver *driver, const char *form,
                                      const char *output, const struct fxd_job *trace) {
  struct fxd_job *job = new_post_link(driver, form, output);
  bool is_empty;
  job->prepare = prepare_post_link;
  for (size_t i = 0; i < driver->modules.count; ++i)
    if (driver->modules.items[i].job)
      fxd_job_waits(job, driver->modules.items[i].job);
  /* Diagnostics from the source are better than those from the code. */
  for (size_t i = 0; i < driver->options.inputs.count; ++i)
    if (driver->options.inputs.items[i].check)
      fxd_job_waits(job, driver->options.inputs.items[i].check);
  if (trace)
    fxd_job_waits(job, trace);
  bool is_fine = !driver->options.prints_only || add_groups(driver, &job->argv, NULL, &is_empty);
  return is_fine ? job : NULL;
}

/* -fsycl-dump-device-code=: the images as files, beside those in the program. */
static bool plan_dump(struct fxd_driver *driver, const char *output, const struct fxd_job *trace) {
  const char *folder = driver->options.dump_folder, *slash = strrchr(output, '/');
  if (!folder)
    return true;
  if (!driver->options.prints_only && mkdir(folder, 0777) != 0 && errno != EEXIST) {
    fxd_error("cannot make the folder '%s' of -fsycl-dump-device-code=: %s", folder,
              strerror(errno));
    return false;
  }
  char *table = fxd_printf(driver, "%s/%s.table", folder, slash ? slash + 1 : output);
  return plan_post_link(driver, "table", table, trace) != NULL;
}

/* -fsycl-link: an object that the user links later. */
static bool plan_device_link(struct fxd_driver *driver) {
  struct fxd_options *options = &driver->options;
  char *output = options->output ? options->output : "device.o";
  if (!collect_modules(driver))
    return false;
  if (!driver->modules.count && !driver->archived.count) {
    fxd_error("-fsycl-link: the inputs have no device code; compile them with " FXD_TOOL
              " -fsycl -c");
    return false;
  }
  warn_about_missing_targets(driver);
  struct fxd_job *job = plan_post_link(driver, "object", output, NULL);
  if (!job || !plan_dump(driver, output, NULL))
    return false;
  struct fxd_output whole = {output, job->index, job->index};
  FXD_PUSH(&driver->outputs, whole);
  return true;
}

bool fxd_plan_link(struct fxd_driver *driver) {
  if (driver->options.is_device_link)
    return plan_device_link(driver);
  struct fxd_options *options = &driver->options;
  char *output = options->output ? options->output : "a.out";
  char *device_object = NULL;
  struct fxd_job *post_link = NULL;
  if (driver->is_cross && !options->is_relocatable && !options->prints_only &&
      !fxd_has_library(driver)) {
    fxd_error("there is no libfalx.so for '%s' in %s or a folder of -L; docs/cross-compiling.md "
              "says how to build it",
              options->triple, driver->library_folder);
    return false;
  }
  if (!options->is_host_only && !options->is_relocatable && !collect_modules(driver))
    return false;
  warn_about_missing_targets(driver);
  if (driver->modules.count + driver->archived.count) {
    struct fxd_job *trace = NULL;
    if (driver->archived.count) {
      driver->trace = fxd_temp_path(driver, "link", ".trace");
      trace = new_link(driver, NULL, fxd_temp_path(driver, "traced", ".out"));
      fxd_word(&trace->argv, "-Wl,-t,-t");
      trace->stdout_path = driver->trace;
      trace->hides_output = true;
    }
    device_object = options->saves_temps ? fxd_printf(driver, "%s-device.o", output)
                                         : fxd_temp_path(driver, "device", ".o");
    post_link = plan_post_link(driver, "object", device_object, trace);
    if (!post_link || !plan_dump(driver, output, trace))
      return false;
  }
  struct fxd_job *job = new_link(driver, device_object, output);
  if (post_link) {
    job->context = post_link;
    job->prepare = prepare_link;
    fxd_job_waits(job, post_link);
  }
  /* Dependency files are removed with the program: otherwise their presence would depend on
   * which source failed first. */
  for (size_t i = 0; i < driver->outputs.count; ++i)
    driver->outputs.items[i].last = job->index;
  struct fxd_output whole = {output, job->index, job->index};
  FXD_PUSH(&driver->outputs, whole);
  return true;
}
