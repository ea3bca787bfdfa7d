/* falx-opt: runs passes by name on one module (docs/tools.md). */
#include "compiler/diagnostics.h"
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "compiler/target.h"
#include "compiler/verify/verify.h"
#include "falx_version.h"
#include "support/file.h"
#include "support/log.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOOL "falx-opt"

static const char usage[] =
    "Usage: falx-opt [options] INPUT.{ll,bc}\n"
    "\n"
    "Runs passes of the device compiler on a module. INPUT may be -, standard input.\n"
    "\n"
    "  -passes=a,b,llvm<...>   passes in the order they run; --list names them,\n"
    "                          llvm<...> hands a textual pipeline to LLVM\n"
    "  --target=T              native_cpu (default), spir64, nvptx64-nvidia-cuda\n"
    "  -O0 ... -O3             optimization level that passes see (default -O2)\n"
    "  -g                      keep debug information\n"
    "  --lanes=N               work-items that vectorize takes at once (default: as fit a vector)\n"
    "  --march=CPU             what passes are to use, e.g. sm_80\n"
    "  --wide-ids              nvptx64: ids have 64 bits\n"
    "  -Rpass-missed=falx-vectorize, -Rpass=falx-vectorize\n"
    "  --allow-undefined       imports may stay undefined\n"
    "  --dump                  print the module after every pass to standard error\n"
    "  --verify-each           check what docs/ir.md promises before and after every pass;\n"
    "                          FALX_VERIFY_EACH=1 in the environment does the same\n"
    "  --no-verify-each        do not, whatever the environment says\n"
    "  --from=STEP             the input is a whole module as the pipeline has it after STEP, one\n"
    "                          of --list, for --verify-each\n"
    "  -S                      write text instead of bitcode\n"
    "  -o FILE                 output (default and '-': standard output)\n"
    "  --list                  every target's passes, in the order of its pipeline\n"
    "  --help, --version\n";

struct arguments {
  const char *input, *output, *passes;
  struct fxc_options options;
  bool is_text, dumps;
  const char *from; /* the step that produced the input; NULL: the one before the first pass */
};

static bool fail(const char *format, const char *what) {
  fxs_log(TOOL, FXS_LOG_ERROR, format, what);
  return false;
}

static bool parse_option(struct arguments *a, const char *option) {
  if (strncmp(option, "-passes=", 8) == 0 || strncmp(option, "--passes=", 9) == 0)
    a->passes = strchr(option, '=') + 1;
  else if (strncmp(option, "--target=", 9) == 0)
    return (a->options.target = fxc_target_find(option + 9)) ||
           fail("unknown target '%s'; --list names targets and their passes", option + 9);
  else if (option[1] == 'O' && option[2] >= '0' && option[2] <= '3' && !option[3])
    a->options.opt_level = option[2] - '0';
  else if (strcmp(option, "-g") == 0)
    a->options.debug = true;
  else if (strncmp(option, "--lanes=", 8) == 0)
    a->options.vector_lanes = (unsigned)strtoul(option + 8, NULL, 10);
  else if (strcmp(option, "-Rpass-missed=falx-vectorize") == 0)
    a->options.remarks_missed = true;
  else if (strcmp(option, "-Rpass=falx-vectorize") == 0)
    a->options.remarks_passed = true;
  else if (strncmp(option, "--march=", 8) == 0)
    a->options.cpu = option + 8;
  else if (strncmp(option, "--check=", 8) == 0)
    a->options.checks = (unsigned)strtoul(option + 8, NULL, 10);
  else if (strcmp(option, "--wide-ids") == 0)
    a->options.wide_ids = true;
  else if (strcmp(option, "--allow-undefined") == 0)
    a->options.allow_undefined = true;
  else if (strcmp(option, "--allow-function-pointers") == 0)
    a->options.allow_function_pointers = true;
  else if (strcmp(option, "--allow-virtual-functions") == 0)
    a->options.allow_virtual = true;
  else if (strcmp(option, "--dump") == 0)
    a->dumps = true;
  else if (strcmp(option, "--verify-each") == 0 || strcmp(option, "--no-verify-each") == 0)
    a->options.verify_each = option[2] == 'v';
  else if (strncmp(option, "--from=", 7) == 0)
    a->from = option + 7;
  else if (strcmp(option, "-S") == 0)
    a->is_text = true;
  else
    return fail("unknown option '%s'; --help lists the options", option);
  return true;
}

static bool parse(struct arguments *a, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-o") == 0) {
      if (++i == argc)
        return fail("%s needs a file name after it", "-o");
      a->output = argv[i];
    } else if (argv[i][0] == '-' && argv[i][1]) {
      if (!parse_option(a, argv[i]))
        return false;
    } else if (a->input) {
      return fail("a second input '%s'; one is all it takes", argv[i]);
    } else {
      a->input = argv[i];
    }
  }
  if (!a->input)
    return fail("%s; --help shows how to call it", "no input");
  return true;
}

static void print_step(const struct fxc_pass *step) {
  if (step->run)
    printf("  %-24s %s\n", step->name, step->summary);
  else
    printf("  [%s]%*s %s\n", step->name, 22 - (int)strlen(step->name), "", step->summary);
}

static bool is_listed(const struct fxc_pass *pass) {
  for (const struct fxc_target *const *target = fxc_targets; *target; target++)
    for (fxc_steps *step = (*target)->steps; *step; step++)
      if (*step == pass)
        return true;
  return false;
}

/* In the order of each target's pipeline; passes that only falx-post-link runs are in brackets. */
static void list_passes(void) {
  size_t count;
  const struct fxc_pass *const *passes = fxc_pass_all(&count);
  for (const struct fxc_target *const *target = fxc_targets; *target; target++) {
    printf("%s:\n", (*target)->name);
    for (fxc_steps *step = (*target)->steps; *step; step++)
      print_step(*step);
  }
  puts("of no target's pipeline:");
  for (size_t i = 0; i < count; i++)
    if (!is_listed(passes[i]))
      print_step(passes[i]);
  printf("  %-24s %s\n", "llvm<...>", "a textual pipeline of LLVM's own, as for opt -passes=");
}

static LLVMModuleRef read_module(LLVMContextRef context, const char *path) {
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module = NULL;
  char *message = NULL;
  bool failed = strcmp(path, "-") == 0
                    ? LLVMCreateMemoryBufferWithSTDIN(&buffer, &message)
                    : LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message);
  if (failed)
    fxs_log(TOOL, FXS_LOG_ERROR, "cannot read '%s': %s", path, message);
  else if (LLVMParseIRInContext(context, buffer, &module, &message)) /* consumes the buffer */
    fxs_log(TOOL, FXS_LOG_ERROR, "'%s' is no LLVM module: %s", path, message);
  LLVMDisposeMessage(message);
  return module;
}

static bool run_llvm(LLVMModuleRef module, const char *pipeline) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(module, pipeline, NULL, options);
  LLVMDisposePassBuilderOptions(options);
  if (!error)
    return true;
  char *message = LLVMGetErrorMessage(error);
  fxs_log(TOOL, FXS_LOG_ERROR, "llvm<%s>: %s", pipeline, message);
  LLVMDisposeErrorMessage(message);
  return false;
}

/* One pass, "name" or "llvm<pipeline>". */
static bool run_one(struct fxc_module *module, char *name) {
  size_t length = strlen(name);
  if (strncmp(name, "llvm<", 5) == 0 && name[length - 1] == '>') {
    name[length - 1] = '\0';
    return run_llvm(module->ir, name + 5);
  }
  const struct fxc_pass *pass = fxc_pass_find(name);
  if (!pass)
    return fail("there is no pass '%s'; --list names them", name);
  return pass->run(module) != FXC_FAILED && !fxc_has_errors(module->diagnostics);
}

static bool verify(LLVMModuleRef module, const char *after) {
  char *message = NULL;
  bool is_broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
  if (is_broken)
    fxs_log(TOOL, FXS_LOG_ERROR, "the module is broken after %s: %s", after, message);
  LLVMDisposeMessage(message);
  return !is_broken;
}

static void dump(LLVMModuleRef module, const char *after) {
  char *text = LLVMPrintModuleToString(module);
  fprintf(stderr, "; ---- after %s ----\n%s", after, text);
  LLVMDisposeMessage(text);
}

/* The end of the first pass of a list: a comma outside angle brackets and parentheses. */
static size_t pass_length(const char *list) {
  size_t i = 0;
  for (int depth = 0; list[i] && (list[i] != ',' || depth); i++)
    depth += (list[i] == '<' || list[i] == '(') - (list[i] == '>' || list[i] == ')');
  return i;
}

/* The guarantees of docs/ir.md that hold for the module so far. */
struct progress {
  bool is_whole;
  bool is_known; /* stage: not before the first pass */
  enum fxc_stage stage;
};

/* The guarantees that hold before or after pass. */
static bool verify_promises(struct fxc_module *module, const struct progress *progress,
                            const char *when, const char *pass) {
  char text[128];
  snprintf(text, sizeof text, "%s %s", when, pass);
  bool is_fine = !module->options->verify_each || !progress->is_known ||
                 fxc_verify(module, progress->stage, text, progress->is_whole);
  fxc_diagnostics_print(module->diagnostics, TOOL, stderr);
  return is_fine;
}

/* Also checked before the pass, if it comes later in the pipeline than the previous pass. */
static bool run_verified(struct fxc_module *module, struct progress *progress, char *name) {
  enum fxc_stage after = fxc_stage_after(name);
  bool is_pass = after != FXC_STAGE_COUNT;
  if (is_pass && (!progress->is_known || after > progress->stage + 1)) {
    progress->stage = (enum fxc_stage)(after - 1);
    progress->is_known = true;
    if (!verify_promises(module, progress, "before", name))
      return false;
  }
  char *shown = fxc_must(strdup(name));
  bool is_fine = run_one(module, name);
  fxc_diagnostics_print(module->diagnostics, TOOL, stderr);
  if (is_pass && after > progress->stage)
    progress->stage = after;
  else if (strncmp(shown, "llvm<default", 12) == 0 && progress->stage >= FXC_AFTER_work_item_loops)
    progress->stage = FXC_AFTER_optimize;
  is_fine =
      is_fine && verify(module->ir, shown) && verify_promises(module, progress, "after", shown);
  free(shown);
  return is_fine;
}

static bool run_all(struct fxc_module *module, struct progress *progress, const char *list,
                    bool dumps) {
  bool is_fine = true;
  while (is_fine && *list) {
    size_t length = pass_length(list);
    char *name = fxc_must(strndup(list, length)), *shown = fxc_must(strdup(name));
    is_fine = run_verified(module, progress, name);
    if (is_fine && dumps)
      dump(module->ir, shown);
    free(name);
    free(shown);
    list += length + (list[length] == ',');
  }
  return is_fine;
}

/* False if options name no pass. */
static bool start(struct fxc_module *module, const struct arguments *a, struct progress *out) {
  *out = (struct progress){.is_whole = a->from != NULL};
  if (!a->from)
    return true;
  out->is_known = true;
  out->stage = fxc_stage_after(a->from);
  if (out->stage == FXC_STAGE_COUNT)
    return fail("there is no step '%s' that the input could be from; --list names them", a->from);
  return verify_promises(module, out, "after", a->from);
}

static bool write_bytes(const char *path, const char *bytes, size_t size) {
  int status = fxs_file_write(path, bytes, size);
  if (status)
    fxs_log(TOOL, FXS_LOG_ERROR, "cannot write '%s': %s", path, strerror(status));
  return !status;
}

static bool write_module(LLVMModuleRef module, const struct arguments *a) {
  bool is_fine;
  if (a->is_text) {
    char *text = LLVMPrintModuleToString(module);
    is_fine = write_bytes(a->output, text, strlen(text));
    LLVMDisposeMessage(text);
  } else {
    LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(module);
    is_fine = write_bytes(a->output, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
    LLVMDisposeMemoryBuffer(buffer);
  }
  return is_fine;
}

int main(int argc, char **argv) {
  struct arguments a = {.passes = "",
                        .output = "-",
                        .options = {.target = &fxc_native_cpu,
                                    .opt_level = 2,
                                    .verify_each = fxc_verify_is_wanted()}};
  struct progress progress;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--help") == 0)
      return fputs(usage, stdout) < 0;
    if (strcmp(argv[i], "--version") == 0)
      return puts(TOOL " " FALX_VERSION) < 0;
    if (strcmp(argv[i], "--list") == 0) {
      list_passes();
      return EXIT_SUCCESS;
    }
  }
  if (!parse(&a, argc, argv))
    return EXIT_FAILURE;
  LLVMContextRef context = LLVMContextCreate();
  struct fxc_module module = {.options = &a.options, .diagnostics = fxc_diagnostics_create()};
  module.ir = read_module(context, a.input);
  bool is_fine = module.ir && start(&module, &a, &progress) &&
                 run_all(&module, &progress, a.passes, a.dumps) && write_module(module.ir, &a);
  if (module.ir)
    LLVMDisposeModule(module.ir);
  fxc_diagnostics_destroy(module.diagnostics);
  LLVMContextDispose(context);
  return is_fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
