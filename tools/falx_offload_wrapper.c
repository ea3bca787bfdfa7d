/* falx-offload-wrapper: turns the images of tables into descriptors and registration code
 * (docs/tools.md). */
#include <llvm-c/BitWriter.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/image/model.h"
#include "compiler/memory.h"
#include "compiler/pipeline/codegen.h"
#include "compiler/target.h"
#include "falx_version.h"
#include "support/file.h"

#define TOOL "falx-offload-wrapper"

static const char help[] =
    "Usage: " TOOL " [--target=TARGET] [--emit=object|bitcode|ll] -o OUT TABLE...\n"
    "\n"
    "Writes image descriptors and their registration for the images of the tables.\n"
    "\n"
    "  --target=TARGET   target of the tables behind it (default native_cpu); the code of a\n"
    "                    native_cpu table is linked by the system linker\n"
    "  --compile-options=TEXT, --link-options=TEXT\n"
    "                    for a compiler at run time, kept in the images of the tables behind it\n"
    "  --host=TRIPLE     of the program that the output is for (default: this machine's)\n"
    "  --emit=FORM       object (default), bitcode or ll\n"
    "  -o FILE           output\n"
    "  --fpic, --no-pic  position-independent code (default) or not\n"
    "  --help, --version\n";

enum form { FORM_OBJECT, FORM_BITCODE, FORM_TEXT };

__attribute__((format(printf, 1, 2))) static int usage_error(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs(TOOL ": error: ", stderr);
  vfprintf(stderr, format, arguments);
  fputs("; see " TOOL " --help\n", stderr);
  va_end(arguments);
  return 1;
}

static bool write_output(const char *path, const void *data, size_t size,
                         struct fxc_diagnostics *diagnostics) {
  int status = fxs_file_write(path, data, size);
  if (status)
    fxc_report(diagnostics, FXC_ERROR, NULL, "cannot write '%s': %s", path, strerror(status));
  return !status;
}

static bool wrap(const struct fxc_image_list *images, enum form form, bool is_pic, const char *host,
                 const char *output, struct fxc_diagnostics *diagnostics) {
  struct fxc_options options = {.target = &fxc_native_cpu, .opt_level = 2, .host = host};
  LLVMTargetMachineRef machine = fxc_machine_create(&options, is_pic, diagnostics);
  if (!machine)
    return false;
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef ir = fxc_image_module(context, &options, machine, diagnostics);
  if (!ir) {
    LLVMContextDispose(context);
    LLVMDisposeTargetMachine(machine);
    return false;
  }
  fxc_wrap(ir, images, TOOL " " FALX_VERSION, NULL);
  struct fxc_module module = {
      .ir = ir, .options = &options, .diagnostics = diagnostics, .machine = machine};
  bool is_fine = false;
  if (form == FORM_TEXT) {
    char *text = LLVMPrintModuleToString(ir);
    is_fine = write_output(output, text, strlen(text), diagnostics);
    LLVMDisposeMessage(text);
  } else {
    LLVMMemoryBufferRef buffer =
        form == FORM_OBJECT ? fxc_generate(&module) : LLVMWriteBitcodeToMemoryBuffer(ir);
    if (buffer) {
      is_fine =
          write_output(output, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer), diagnostics);
      LLVMDisposeMemoryBuffer(buffer);
    }
  }
  LLVMDisposeModule(ir);
  LLVMContextDispose(context);
  LLVMDisposeTargetMachine(machine);
  return is_fine;
}

int main(int argc, char **argv) {
  struct fxc_diagnostics *diagnostics = fxc_diagnostics_create();
  struct fxc_image_list images = {0};
  const struct fxc_target *target = &fxc_native_cpu;
  enum form form = FORM_OBJECT;
  const char *host = NULL, *output = NULL, *compile_options = "", *link_options = "";
  bool is_pic = true, has_table = false, is_fine = true;
  int status = 1;
  for (int i = 1; i < argc && is_fine; i++) {
    const char *argument = argv[i];
    if (!strcmp(argument, "--help") || !strcmp(argument, "--version")) {
      fputs(argument[2] == 'h' ? help : TOOL " " FALX_VERSION "\n", stdout);
      status = 0;
      goto done;
    } else if (!strncmp(argument, "--target=", 9)) {
      if (!(target = fxc_target_find(argument + 9))) {
        usage_error("unknown target '%s': %s", argument + 9, fxc_target_names());
        goto done;
      }
    } else if (!strncmp(argument, "--host=", 7)) {
      host = argument[7] ? argument + 7 : NULL;
    } else if (!strncmp(argument, "--emit=", 7)) {
      static const char *const forms[] = {"object", "bitcode", "ll"};
      unsigned k = 0;
      while (k < 3 && strcmp(forms[k], argument + 7))
        k++;
      if (k == 3) {
        usage_error("unknown output '--emit=%s': object, bitcode, ll", argument + 7);
        goto done;
      }
      form = (enum form)k;
    } else if (!strncmp(argument, "--compile-options=", 18)) {
      compile_options = argument + 18;
    } else if (!strncmp(argument, "--link-options=", 15)) {
      link_options = argument + 15;
    } else if (!strcmp(argument, "-o")) {
      if (++i == argc) {
        usage_error("%s needs a file name", "-o");
        goto done;
      }
      output = argv[i];
    } else if (!strcmp(argument, "--fpic") || !strcmp(argument, "--no-pic")) {
      is_pic = argument[2] == 'f';
    } else if (argument[0] == '-' && argument[1]) {
      usage_error("unknown option '%s'", argument);
      goto done;
    } else {
      has_table = true;
      size_t first = images.images.count;
      is_fine = fxc_table_read(&images, argument, target, diagnostics);
      for (size_t k = first; k < images.images.count; k++) {
        images.images.items[k].compile_options = compile_options;
        images.images.items[k].link_options = link_options;
      }
    }
  }
  if (is_fine && (!output || !has_table)) {
    usage_error("%s is missing", output ? "a table" : "-o");
    goto done;
  }
  is_fine = is_fine && wrap(&images, form, is_pic, host, output, diagnostics);
  fxc_diagnostics_print(diagnostics, TOOL, stderr);
  status = !is_fine;
done:
  fxc_image_list_free(&images);
  fxc_diagnostics_destroy(diagnostics);
  return status;
}
