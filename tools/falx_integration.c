/* falx-integration: generates the integration header and footer of a source, for a third-party
 * host compiler, and diagnoses misplaced device_globals (docs/integration.md). libclang parses
 * the source as its device compilation does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "falx_version.h"
#include "support/digest.h"
#include "support/file.h"
#include "support/log.h"
#include "tools/integration/source.h"

static const char help[] =
    "Usage: " FXI_TOOL " [options] -- CLANG ARGS... FILE\n"
    "\n"
    "Reads FILE as CLANG ARGS... would compile it for a device, and reports device_globals that\n"
    "are where none may be.\n"
    "\n"
    "  --header=FILE       Writes the integration header: to be included before the source\n"
    "  --footer=FILE       Writes the integration footer: to be included behind it\n"
    "  --device-code=FILE  The source's device code, as FILE was compiled from it: what its\n"
    "                      static variables are called in it\n"
    "  --help, --version\n";

enum { FXI_CLANG_VERSION = 22 };

struct options {
  const char *header, *footer, *device_code; /* NULL: not given */
  const char *const *command;
  int command_count;
};

static int usage_error(const char *sentence, const char *word) {
  fxs_log(FXI_TOOL, FXS_LOG_ERROR, sentence, word);
  return 1;
}

/* -1: continue; else the exit status. */
static int parse(int argc, char **argv, struct options *out) {
  int i = 1;
  for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "--version")) {
      fputs(argv[i][2] == 'h' ? help : FXI_TOOL " " FALX_VERSION "\n", stdout);
      return 0;
    } else if (!strncmp(argv[i], "--header=", 9)) {
      out->header = argv[i] + 9;
    } else if (!strncmp(argv[i], "--footer=", 9)) {
      out->footer = argv[i] + 9;
    } else if (!strncmp(argv[i], "--device-code=", 14)) {
      out->device_code = argv[i] + 14;
    } else {
      return usage_error("unknown option '%s'; '" FXI_TOOL " --help' lists them", argv[i]);
    }
  }
  if (i + 2 >= argc)
    return usage_error("%s is missing: the compiler's command with the source", "-- CLANG ARGS...");
  out->command = (const char *const *)argv + i + 1;
  out->command_count = argc - i - 1;
  return -1;
}

/* The command with clang's own headers behind all others. libclang looks for them where it was
 * installed, whatever -resource-dir says; a tree that was copied has them beside its clang alone.
 */
static const char *const *with_own_headers(struct fxi_source *source, struct options *options) {
  const char *const *command = options->command;
  char *clang = realpath(command[0], NULL), *slash = clang ? strrchr(clang, '/') : NULL;
  if (!slash) {
    free(clang);
    return command;
  }
  char *headers = fxi_printf(source, "%.*s/../lib/clang/%d/include", (int)(slash - clang), clang,
                             FXI_CLANG_VERSION);
  free(clang);
  const size_t count = (size_t)options->command_count;
  const char **all = fxi_must(fxs_arena_alloc(&source->arena, (count + 2) * sizeof *all));
  all[0] = command[0];
  all[1] = "-idirafter";
  all[2] = headers;
  memcpy(all + 3, command + 1, (count - 1) * sizeof *all);
  options->command_count += 2;
  return all;
}

/* Errors of the source itself are reported once, by the compiler that compiles it. */
static unsigned count_errors(CXTranslationUnit unit, bool is_shown) {
  unsigned count = 0;
  for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++) {
    CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
    if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
      CXString text = clang_formatDiagnostic(diagnostic, clang_defaultDiagnosticDisplayOptions());
      if (is_shown)
        fprintf(stderr, "%s\n", clang_getCString(text));
      clang_disposeString(text);
      count++;
    }
    clang_disposeDiagnostic(diagnostic);
  }
  return count;
}

static bool write_file(const char *path, struct fxs_strbuf *text) {
  int error = text->has_failed ? 12 : fxs_file_write(path, text->data, text->length);
  if (error)
    fxs_log(FXI_TOOL, FXS_LOG_ERROR, "cannot write '%s': %s", path, strerror(error));
  return !error;
}

static bool write_header(struct fxi_source *source, const char *path) {
  struct fxs_strbuf text = {0};
  fxi_write_header(source, &text);
  bool is_fine = write_file(path, &text);
  fxs_strbuf_free(&text);
  return is_fine;
}

static bool write_footer(struct fxi_source *source, const struct options *options) {
  struct fxs_strbuf text = {0};
  struct fxs_file code;
  char unit[17] = "";
  if (options->device_code) {
    int error = fxs_file_read(options->device_code, &code);
    if (error) {
      fxs_log(FXI_TOOL, FXS_LOG_ERROR, "cannot read '%s': %s", options->device_code,
              strerror(error));
      return false;
    }
    fxs_digest_name(code.data, code.size, unit);
    fxs_file_free(&code);
  }
  bool is_fine =
      fxi_write_footer(source, *unit ? unit : NULL, &text) && write_file(options->footer, &text);
  fxs_strbuf_free(&text);
  return is_fine;
}

int main(int argc, char **argv) {
  struct options options = {0};
  struct fxi_source source = {0};
  int status = parse(argc, argv, &options);
  if (status >= 0)
    return status;
  bool is_written = options.header || options.footer, is_fine = true;
  options.command = with_own_headers(&source, &options);
  CXIndex index = clang_createIndex(0, 0);
  enum CXErrorCode error =
      clang_parseTranslationUnit2FullArgv(index, NULL, options.command, options.command_count, NULL,
                                          0, CXTranslationUnit_None, &source.unit);
  if (error) {
    fxs_log(FXI_TOOL, FXS_LOG_ERROR, "libclang cannot parse the source (error %d)", (int)error);
    status = 1;
  } else if (count_errors(source.unit, is_written)) {
    status = is_written;
  } else {
    fxi_find_globals(&source);
    if (is_written && !source.error_count) {
      fxi_find_kernels(&source);
      fxi_find_functions(&source);
    }
    is_fine = !source.error_count && (!options.header || write_header(&source, options.header)) &&
              (!options.footer || write_footer(&source, &options));
    status = !is_fine;
  }
  /* The rest of the tree is freed at process exit. */
  fxs_vector_free(&source.globals.list);
  fxs_vector_free(&source.inlined.list);
  fxs_vector_free(&source.functions.list);
  fxs_vector_free(&source.kernels);
  fxs_vector_free(&source.constants);
  fxs_arena_release(&source.arena);
  if (source.unit)
    clang_disposeTranslationUnit(source.unit);
  clang_disposeIndex(index);
  return status;
}
