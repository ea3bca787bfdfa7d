/* Code generation in a process of its own: LLVM's SPIR-V back end keeps state from one module to
 * the next, and what a back end cannot do ends its process. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compiler/diagnostics.h"
#include "compiler/ir/callgraph.h"
#include "compiler/memory.h"
#include "compiler/pipeline/codegen.h"
#include "compiler/target.h"
#include "support/process.h"
#include "support/strbuf.h"

/* In the child: code to one file, what is wrong to standard error. */
static _Noreturn void generate(struct fxc_module *module, FILE *code_file, FILE *text_file) {
  dup2(fileno(text_file), STDERR_FILENO);
  LLVMMemoryBufferRef code = fxc_generate(module);
  bool is_fine = code && fwrite(LLVMGetBufferStart(code), 1, LLVMGetBufferSize(code), code_file) ==
                             LLVMGetBufferSize(code);
  is_fine = fflush(code_file) == 0 && is_fine;
  if (!is_fine)
    fxc_diagnostics_print(module->diagnostics, "LLVM", stderr);
  fflush(stderr);
  _exit(is_fine ? 0 : 1);
}

static void read_all(FILE *file, struct fxs_strbuf *out) {
  char block[65536];
  rewind(file);
  for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;)
    fxs_strbuf_append(out, block, got);
}

/* LLVM's own sentence, without the traces that follow it. */
static const char *first_line(struct fxs_strbuf *text) {
  char *end = text->data ? strchr(text->data, '\n') : NULL;
  if (end)
    *end = 0;
  return fxs_strbuf_text(text);
}

static LLVMValueRef any_kernel(const struct fxc_module *module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (fxc_is_kernel(f))
      return f;
  return NULL;
}

LLVMMemoryBufferRef fxc_generate_apart(struct fxc_module *module) {
  FILE *code_file = tmpfile(), *text_file = tmpfile();
  LLVMMemoryBufferRef code = NULL;
  struct fxs_strbuf bytes = {0}, text = {0};
  int status = 0;
  fflush(NULL);
  pid_t child = code_file && text_file ? fork() : -1;
  if (child == 0)
    generate(module, code_file, text_file);
  if (child < 0 || fxs_process_wait(child, -1, &status) != 0) {
    fxc_report(module->diagnostics, FXC_ERROR, NULL,
               "cannot generate code in a process of its own: %s", strerror(errno));
    goto done;
  }
  read_all(text_file, &text);
  if (status != 0) {
    fxc_report(module->diagnostics, FXC_ERROR, any_kernel(module),
               "LLVM has no code for this kernel, or one of its image (status %d): %s", status,
               first_line(&text));
    goto done;
  }
  read_all(code_file, &bytes);
  if (module->options->target->mend_code && !bytes.has_failed)
    module->options->target->mend_code(&bytes);
  code = LLVMCreateMemoryBufferWithMemoryRangeCopy(fxc_must(bytes.has_failed ? NULL : bytes.data),
                                                   bytes.length, "code");
done:
  if (code_file)
    fclose(code_file);
  if (text_file)
    fclose(text_file);
  fxs_strbuf_free(&bytes);
  fxs_strbuf_free(&text);
  return code;
}
