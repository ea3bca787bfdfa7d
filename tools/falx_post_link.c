/* falx-post-link: turns device bitcode into an object with code, descriptors and registration,
 * or into a table (docs/tools.md). */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "compiler/diagnostics.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/isa.h"
#include "compiler/pipeline/codegen.h"
#include "compiler/pipeline/pipeline.h"
#include "compiler/target.h"
#include "compiler/verify/verify.h"
#include "falx_version.h"

#define TOOL "falx-post-link"

static const char help[] =
    "Usage: " TOOL " --target=TARGET [options] -o OUT INPUT.bc... [--lazy INPUT.bc...]\n"
    "\n"
    "Links device bitcode, checks and lowers its kernels, and writes images.\n"
    "--target= starts a group: the inputs and options behind it belong to that target.\n"
    "\n"
    "  --target=TARGET   native_cpu, spir64 or nvptx64-nvidia-cuda\n"
    "  --lazy            inputs from here to the next --target= are taken only where they define\n"
    "                    what is still undefined, as members of an archive are\n"
    "  --from=NAME       what messages call the next input: the object that it was taken out of\n"
    "  --emit=object     one ELF object with everything in it (default)\n"
    "  --emit=table      a table and its files, for falx-offload-wrapper\n"
    "  -o FILE           output\n"
    "  -O0 .. -O3        optimization level, at least that of each input's compilation\n"
    "                    (default: that level, -O2 for an input that does not say)\n"
    "  -g                keep debug information, as for inputs that were compiled with it\n"
    "  --split=MODE      auto, off, per_source or per_kernel: which kernels share an image\n"
    "  --march=CPU       processor to generate code for; native is this one; several for\n"
    "                    nvptx64: sm_80,sm_90\n"
    "  --wide-ids        nvptx64: ids have 64 bits\n"
    "  --embed-ir        images keep their kernels' code, to be compiled again while they run\n"
    "  --isa=LIST        of native_cpu: code for each of baseline, v3, v4, instead of --march=\n"
    "  --isa=auto        of native_cpu: for all of them, unless the inputs were compiled for a\n"
    "                    certain processor or at -O0\n"
    "  -fno-falx-vectorize, -ffalx-vector-width=N, -Rpass[-missed]=falx-vectorize\n"
    "                    of native_cpu, as for falx++\n"
    "  --mtune=CPU       processor to tune for\n"
    "  --host=TRIPLE     of the program that the output is for (default: this machine's)\n"
    "  --mattr=LIST      target features, as +avx2,-fma\n"
    "  --fpic, --no-pic  position-independent code (default) or not\n"
    "  --compile-options=TEXT, --link-options=TEXT\n"
    "                    for a compiler at run time, kept in the target's images\n"
    "  --allow-undefined functions may stay undefined until run time\n"
    "  --allow-function-pointers, --allow-virtual-functions\n"
    "                    calls through any pointer, calls of virtual functions\n"
    "  --library=FILE    functions that images in FILE export may stay undefined until run time\n"
    "  --save-temps=PFX  write the IR after each step to PFX.<n>.<step>.ll\n"
    "  --verify-each     check what docs/ir.md promises after every pass, as does\n"
    "                    FALX_VERIFY_EACH=1 in the environment\n"
    "  --time            print the CPU time of each step\n"
    "  --help, --version\n";

__attribute__((format(printf, 1, 2))) static int usage_error(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs(TOOL ": error: ", stderr);
  vfprintf(stderr, format, arguments);
  fputs("; see " TOOL " --help\n", stderr);
  va_end(arguments);
  return 1;
}

/* The text after prefix, or NULL. */
static const char *value_of(const char *argument, const char *prefix) {
  size_t length = strlen(prefix);
  return strncmp(argument, prefix, length) ? NULL : argument + length;
}

static bool parse_split(const char *text, enum fxc_split *out_split) {
  static const char *const names[] = {"auto", "off", "per_source", "per_kernel"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(text, names[i])) {
      *out_split = (enum fxc_split)i;
      return true;
    }
  return false;
}

/* True if argument is an option of a group. */
static bool parse_group_option(struct fxc_job *job, const char *argument, const char **out_error) {
  const char *value;
  if (!strncmp(argument, "-O", 2) && argument[2] >= '0' && argument[2] <= '3' && !argument[3])
    job->options.opt_level = argument[2] - '0';
  else if (!strcmp(argument, "-g"))
    job->options.debug = true;
  else if (!strcmp(argument, "--verify-each"))
    job->options.verify_each = true;
  else if (!strcmp(argument, "--allow-undefined"))
    job->options.allow_undefined = true;
  else if (!strcmp(argument, "--allow-function-pointers"))
    job->options.allow_function_pointers = true;
  else if (!strcmp(argument, "--allow-virtual-functions"))
    job->options.allow_virtual = true;
  else if (!strcmp(argument, "--wide-ids"))
    job->options.wide_ids = true;
  else if (!strcmp(argument, "--embed-ir"))
    job->options.embed_ir = true;
  else if ((value = value_of(argument, "--check=")))
    job->options.checks = (unsigned)strtoul(value, NULL, 10);
  else if (!strcmp(argument, "-ffalx-vectorize") || !strcmp(argument, "-fno-falx-vectorize"))
    job->options.no_vectorize = argument[2] == 'n';
  else if ((value = value_of(argument, "-ffalx-vector-width=")))
    job->options.vector_lanes = (unsigned)strtoul(value, NULL, 10);
  else if (!strcmp(argument, "-Rpass=falx-vectorize"))
    job->options.remarks_passed = true;
  else if (!strcmp(argument, "-Rpass-missed=falx-vectorize"))
    job->options.remarks_missed = true;
  else if ((value = value_of(argument, "--march=")))
    job->options.cpu = *value ? value : NULL;
  else if (!strcmp(argument, "--isa=auto"))
    job->options.is_isa_chosen = true;
  else if ((value = value_of(argument, "--isa="))) {
    if (!fxc_isa_parse(value, &job->options.isas))
      *out_error = "unknown instruction set in '--isa=%s'; there are baseline, v3, v4, auto";
  } else if ((value = value_of(argument, "--host=")))
    job->options.host = *value ? value : NULL;
  else if ((value = value_of(argument, "--mtune=")))
    job->options.tune = *value ? value : NULL;
  else if ((value = value_of(argument, "--mattr=")))
    job->options.features = value;
  else if ((value = value_of(argument, "--compile-options=")))
    job->compile_options = value;
  else if ((value = value_of(argument, "--link-options=")))
    job->link_options = value;
  else if ((value = value_of(argument, "--split="))) {
    if (!parse_split(value, &job->split))
      *out_error = "unknown split mode '%s': auto, off, per_source, per_kernel";
  } else
    return false;
  return true;
}

/* A link may take minutes: not for a falx++ that was killed. FALX_DRIVER is its number. */
static void end_with_driver(void) {
  const char *driver = getenv("FALX_DRIVER");
  if (driver && strtol(driver, NULL, 10) == (long)getppid())
    prctl(PR_SET_PDEATHSIG, SIGTERM);
}

int main(int argc, char **argv) {
  struct fxc_pipeline pipeline = {.is_pic = true, .producer = TOOL " " FALX_VERSION};
  /* Options before the first target. */
  struct fxc_job defaults = {.options = {.opt_level = -1, .verify_each = fxc_verify_is_wanted()}};
  struct fxc_diagnostics *diagnostics = NULL;
  struct fxc_job *job = NULL;
  const char *name = NULL; /* of the next input */
  bool is_lazy = false;
  int status = 1;
  end_with_driver();
  for (int i = 1; i < argc; i++) {
    const char *argument = argv[i], *value, *error = NULL;
    if (!strcmp(argument, "--help")) {
      fputs(help, stdout);
      status = 0;
      goto done;
    } else if (!strcmp(argument, "--version")) {
      puts(TOOL " " FALX_VERSION);
      status = 0;
      goto done;
    } else if ((value = value_of(argument, "--target="))) {
      struct fxc_job created = defaults;
      if (!(created.options.target = fxc_target_find(value))) {
        usage_error("unknown target '%s': %s", value, fxc_target_names());
        goto done;
      }
      fxc_push(&pipeline.jobs, created);
      job = &pipeline.jobs.items[pipeline.jobs.count - 1];
      is_lazy = false;
    } else if (!strcmp(argument, "--lazy")) {
      is_lazy = true;
    } else if ((value = value_of(argument, "--from="))) {
      name = value;
    } else if ((value = value_of(argument, "--emit="))) {
      if (strcmp(value, "object") && strcmp(value, "table")) {
        usage_error("unknown output '--emit=%s': object, table", value);
        goto done;
      }
      pipeline.emit = *value == 't' ? FXC_EMIT_TABLE : FXC_EMIT_OBJECT;
    } else if (!strcmp(argument, "-o")) {
      if (++i == argc) {
        usage_error("%s needs a file name", "-o");
        goto done;
      }
      pipeline.output = argv[i];
    } else if (!strcmp(argument, "--fpic") || !strcmp(argument, "--no-pic")) {
      pipeline.is_pic = argument[2] == 'f';
    } else if (!strcmp(argument, "--time")) {
      pipeline.is_timed = true;
    } else if ((value = value_of(argument, "--library="))) {
      fxc_push(&pipeline.libraries, value);
    } else if ((value = value_of(argument, "--save-temps="))) {
      pipeline.save_temps = value;
    } else if (parse_group_option(job ? job : &defaults, argument, &error)) {
      if (error) {
        usage_error(error, strchr(argument, '=') + 1);
        goto done;
      }
    } else if (argument[0] == '-' && argument[1]) {
      usage_error("unknown option '%s'", argument);
      goto done;
    } else if (!job) {
      usage_error("input '%s' comes before any --target=", argument);
      goto done;
    } else {
      fxc_push(is_lazy ? &job->lazy : &job->inputs, argument);
      if (name)
        fxc_push(&job->names, ((struct fxc_input_name){argument, name}));
      name = NULL;
    }
  }
  if (!pipeline.jobs.count || !pipeline.output) {
    usage_error("%s is missing", pipeline.output ? "--target=" : "-o");
    goto done;
  }
  for (size_t i = 0; i < pipeline.jobs.count; i++) {
    const struct fxc_options *options = &pipeline.jobs.items[i].options;
    if (!pipeline.jobs.items[i].inputs.count) {
      usage_error("target %s has no input", options->target->name);
      goto done;
    }
    if (options->isas && options->cpu) {
      usage_error("--march=%s is for one processor and --isa= for several; leave one out",
                  options->cpu);
      goto done;
    }
  }
  diagnostics = fxc_diagnostics_create();
  status = !fxc_pipeline_run(&pipeline, diagnostics);
  fxc_diagnostics_print(diagnostics, TOOL, stderr);
done:
  for (size_t i = 0; i < pipeline.jobs.count; i++) {
    fxs_vector_free(&pipeline.jobs.items[i].inputs);
    fxs_vector_free(&pipeline.jobs.items[i].lazy);
    fxs_vector_free(&pipeline.jobs.items[i].names);
  }
  fxs_vector_free(&pipeline.jobs);
  fxs_vector_free(&pipeline.libraries);
  fxc_diagnostics_destroy(diagnostics);
  return status;
}
