/* falx-opt: runs passes by name over one module (docs/tools.md). */
#include "compiler/diagnostics.h"
#include "compiler/passes/pass.h"
#include "falx/image.h"
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
    "usage: falx-opt [options] INPUT.{ll,bc}\n"
    "  -passes=a,b,llvm<...>   passes in the order they run; --list names them,\n"
    "                          llvm<...> hands a textual pipeline to LLVM\n"
    "  --target=T              native_cpu (default), spir64, nvptx64-nvidia-cuda\n"
    "  -O0 ... -O3             optimization level that passes see (default -O2)\n"
    "  -g                      keep debug information\n"
    "  --lanes=N               work-items that vectorize takes at once (default: as fit a vector)\n"
    "  -Rpass-missed=falx-vectorize, -Rpass=falx-vectorize\n"
    "  --allow-undefined       imports may stay undefined\n"
    "  --dump                  print the module after every pass to standard error\n"
    "  -S                      write text instead of bitcode\n"
    "  -o FILE                 output (default and '-': standard output)\n"
    "  --list --help --version\n"
    "INPUT '-' is standard input.\n";

struct arguments {
  const char *input, *output, *passes;
  struct fxc_options options;
  bool is_text, dumps;
};

static bool fail(const char *format, const char *what) {
  fxs_log(TOOL, FXS_LOG_ERROR, format, what);
  return false;
}

static bool parse_target(const char *name, enum fxc_target *out_target) {
  static const char *const names[] = {FALX_TARGET_NATIVE_CPU, FALX_TARGET_SPIR64,
                                      FALX_TARGET_NVPTX64};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp(name, names[i]) == 0) {
      *out_target = (enum fxc_target)i;
      return true;
    }
  return fail("unknown target '%s'; known are " FALX_TARGET_NATIVE_CPU ", " FALX_TARGET_SPIR64
              " and " FALX_TARGET_NVPTX64,
              name);
}

static bool parse_option(struct arguments *a, const char *option) {
  if (strncmp(option, "-passes=", 8) == 0 || strncmp(option, "--passes=", 9) == 0)
    a->passes = strchr(option, '=') + 1;
  else if (strncmp(option, "--target=", 9) == 0)
    return parse_target(option + 9, &a->options.target);
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
  else if (strcmp(option, "--allow-undefined") == 0)
    a->options.allow_undefined = true;
  else if (strcmp(option, "--allow-function-pointers") == 0)
    a->options.allow_function_pointers = true;
  else if (strcmp(option, "--allow-virtual-functions") == 0)
    a->options.allow_virtual = true;
  else if (strcmp(option, "--dump") == 0)
    a->dumps = true;
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

static void list_passes(void) {
  size_t count;
  const struct fxc_pass *passes = fxc_pass_all(&count);
  for (size_t i = 0; i < count; i++)
    printf("%-20s %s\n", passes[i].name, passes[i].summary);
  printf("%-20s %s\n", "llvm<...>", "a textual pipeline of LLVM's own, as for opt -passes=");
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
  else if (LLVMParseIRInContext(context, buffer, &module, &message)) /* takes the buffer */
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

static bool run_all(struct fxc_module *module, const char *list, bool dumps) {
  bool is_fine = true;
  while (is_fine && *list) {
    size_t length = pass_length(list);
    char *name = strndup(list, length), *shown = strndup(list, length);
    is_fine = name && shown && run_one(module, name);
    fxc_diagnostics_print(module->diagnostics, TOOL, stderr);
    is_fine = is_fine && verify(module->ir, shown);
    if (is_fine && dumps)
      dump(module->ir, shown);
    free(name);
    free(shown);
    list += length + (list[length] == ',');
  }
  return is_fine;
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
  struct arguments a = {.passes = "", .output = "-", .options = {.opt_level = 2}};
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
  bool is_fine = module.ir && run_all(&module, a.passes, a.dumps) && write_module(module.ir, &a);
  if (module.ir)
    LLVMDisposeModule(module.ir);
  fxc_diagnostics_destroy(module.diagnostics);
  LLVMContextDispose(context);
  return is_fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
