/* Reading device bitcode and linking it into one module (docs/ir.md, sections 0 and 2). */
#include "compiler/pipeline/link.h"

#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/ir/attributes.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/device_globals.h"
#include "compiler/memory.h"
#include "compiler/pipeline/compiled.h"
#include "compiler/pipeline/link_kernels.h"
#include "compiler/pipeline/spirv_inputs.h"
#include "compiler/target.h"
#include "support/digest.h"
#include "support/file.h"
#include "support/vector.h"

#define MODULE_ID "falx-module-id"

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

/* clang 22 gives the constructor of a template's static variable a pointer of another address space
 * than the array's type has. Devices run no constructors: null instead, in the module's text. */
static void clear_constructors_data(struct fxs_file *file) {
  static const char array[] = "\n@llvm.global_ctors = ", element[] = ", ptr addrspace(1) @";
  if (memchr(file->data, 0, file->size)) /* bitcode */
    return;
  char *at = strstr((char *)file->data, array), *end = at ? strchr(at + 1, '\n') : NULL;
  while (at && end && (at = strstr(at, element)) && at < end) {
    at += sizeof ", ptr" - 1;
    char *close = strstr(at, " }");
    if (!close || close > end)
      return;
    memset(at, ' ', (size_t)(close - at));
    memcpy(at, " null", sizeof " null" - 1);
    at = close;
  }
}

LLVMModuleRef fxc_read_bitcode(LLVMContextRef context, const char *path,
                               struct fxc_diagnostics *diagnostics) {
  struct fxs_file file;
  int status = fxs_file_read(path, &file);
  if (status) {
    fxc_report(diagnostics, FXC_ERROR, NULL, "cannot read '%s': %s", path, strerror(status));
    return NULL;
  }
  clear_constructors_data(&file);
  LLVMModuleRef module = NULL;
  char *message = NULL;
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy((const char *)file.data, file.size, path);
  fxs_file_free(&file);
  if (LLVMParseIRInContext(context, buffer, &module, &message)) { /* consumes the buffer */
    fxc_report(diagnostics, FXC_ERROR, NULL, "'%s' is not LLVM bitcode that this LLVM reads: %s",
               path, message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  return module;
}

/* Variables of different sources may share a name; identical code means the same source. */
static bool name_device_globals(LLVMModuleRef module, const char *path) {
  struct fxs_file file;
  char unit[17];
  bool has_any = false;
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g && !has_any; g = LLVMGetNextGlobal(g))
    has_any = LLVMGetLinkage(g) == LLVMInternalLinkage && fxc_is_device_global(g);
  if (!has_any)
    return true;
  if (fxs_file_read(path, &file))
    return false;
  fxs_digest_name(file.data, file.size, unit);
  fxs_file_free(&file);
  fxc_name_device_globals(module, unit);
  return true;
}

/* What messages call an input. */
static const char *name_of_input(const struct fxc_job *job, LLVMModuleRef module,
                                 const char *path) {
  size_t length;
  const char *source = LLVMGetSourceFileName(module, &length);
  for (size_t i = 0; i < job->names.count; i++)
    if (!strcmp(job->names.items[i].path, path))
      return job->names.items[i].name;
  return length ? source : path;
}

/* Runs the passes for each single input. */
static LLVMModuleRef read_module(struct fxc_run *run, const struct fxc_module *like,
                                 fxc_steps *steps, const char *path) {
  LLVMModuleRef module = fxc_read_bitcode(run->context, path, like->diagnostics);
  if (!module)
    return NULL;
  const char *name = name_of_input(run->job, module, path);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (!LLVMIsDeclaration(f))
      fxc_set_string_attribute(f, MODULE_ID, path);
    if (!LLVMIsDeclaration(f) && fxc_is_kernel(f))
      fxc_set_string_attribute(f, FXC_INPUT_NAME, name);
  }
  fxc_note_sub_group_default(module);
  struct fxc_module input = *like;
  input.ir = module;
  if (!name_device_globals(module, path))
    fxc_report(like->diagnostics, FXC_ERROR, NULL, "cannot read '%s' again", path);
  else if (fxc_run_passes(run, &input, steps))
    return module;
  LLVMDisposeModule(module);
  return NULL;
}

static void forward_diagnostic(LLVMDiagnosticInfoRef info, void *context) {
  struct fxc_diagnostics *diagnostics = context;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
    return; /* warnings and remarks about code that the user did not write */
  char *text = LLVMGetDiagInfoDescription(info);
  fxc_report(diagnostics, FXC_ERROR, NULL, "%s", text);
  LLVMDisposeMessage(text);
}

/* LLVM only warns about other architectures. first: the path of into's first input. */
static bool is_same_arch(LLVMModuleRef into, const char *first, LLVMModuleRef from,
                         const char *path, struct fxc_diagnostics *diagnostics) {
  const char *wanted = LLVMGetTarget(into), *triple = LLVMGetTarget(from);
  size_t length = strcspn(wanted, "-");
  if (!*wanted || !*triple || (strcspn(triple, "-") == length && !memcmp(wanted, triple, length)))
    return true;
  fxc_report(diagnostics, FXC_ERROR, NULL,
             "'%s' is device code for %s and '%s' for %s; compile both for the same target", first,
             wanted, path, triple);
  return false;
}

/* Consumes from. */
static bool add_module(LLVMModuleRef into, const char *first, LLVMModuleRef from, const char *path,
                       struct fxc_diagnostics *diagnostics) {
  if (!is_same_arch(into, first, from, path, diagnostics) ||
      !fxc_link_kernels(into, from, diagnostics) || !fxc_link_symbols(into, from, diagnostics)) {
    LLVMDisposeModule(from);
    return false;
  }
  fxc_match_optnone(into, from);
  if (LLVMLinkModules2(into, from)) { /* consumes the module */
    fxc_report(diagnostics, FXC_ERROR, NULL, "cannot link '%s' with the inputs before it", path);
    return false;
  }
  return true;
}

static bool is_wanted(LLVMValueRef symbol) {
  return symbol && LLVMIsDeclaration(symbol) && LLVMGetFirstUse(symbol) &&
         LLVMGetLinkage(symbol) != LLVMExternalWeakLinkage;
}

static bool is_offered(LLVMValueRef symbol) {
  LLVMLinkage linkage = LLVMGetLinkage(symbol);
  return !LLVMIsDeclaration(symbol) && linkage != LLVMInternalLinkage &&
         linkage != LLVMPrivateLinkage && linkage != LLVMAvailableExternallyLinkage;
}

static bool is_inline(LLVMValueRef symbol) {
  LLVMLinkage linkage = LLVMGetLinkage(symbol);
  return linkage == LLVMLinkOnceAnyLinkage || linkage == LLVMLinkOnceODRLinkage;
}

/* Whether offer defines a symbol that is undefined in linked. */
static bool resolves(LLVMModuleRef offer, LLVMModuleRef linked) {
  for (LLVMValueRef f = LLVMGetFirstFunction(offer); f; f = LLVMGetNextFunction(f))
    if (is_offered(f) && is_wanted(LLVMGetNamedFunction(linked, name_of(f))))
      return true;
  for (LLVMValueRef v = LLVMGetFirstGlobal(offer); v; v = LLVMGetNextGlobal(v))
    if (is_offered(v) && is_wanted(LLVMGetNamedGlobal(linked, name_of(v))))
      return true;
  return false;
}

/* Each input linked may need others, before it or after it: repeats until none is needed. */
static bool add_lazy(LLVMModuleRef linked, const char *first, LLVMModuleRef *offers,
                     const struct fxc_paths *lazy, struct fxc_diagnostics *diagnostics) {
  for (bool is_stable = false; !is_stable;) {
    is_stable = true;
    for (size_t i = 0; i < lazy->count; i++) {
      LLVMModuleRef offer = offers[i];
      if (!offer || !resolves(offer, linked))
        continue;
      offers[i] = NULL;
      is_stable = false;
      if (!add_module(linked, first, offer, lazy->items[i], diagnostics))
        return false;
    }
  }
  return true;
}

void fxc_forward_diagnostics(LLVMContextRef context, struct fxc_diagnostics *diagnostics) {
  LLVMContextSetDiagnosticHandler(context, forward_diagnostic, diagnostics);
}

/* Whether the module has more than what others also have that use it, such as inline functions. */
static bool contributes(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (fxc_is_kernel(f) || fxc_is_export(f))
      return true;
  for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
    if (fxc_is_device_global(v) || (is_offered(v) && !is_inline(v)))
      return true;
  return false;
}

LLVMModuleRef fxc_link(struct fxc_run *run, const struct fxc_module *like, fxc_steps *steps) {
  const struct fxc_paths *inputs = &run->job->inputs, *lazy = &run->job->lazy;
  struct fxc_diagnostics *diagnostics = like->diagnostics;
  fxc_forward_diagnostics(run->context, diagnostics);
  LLVMModuleRef linked = NULL, unused = NULL;
  const char *first = inputs->count ? inputs->items[0] : NULL; /* of those linked */
  FXS_VECTOR(LLVMModuleRef) offers = {0};
  bool is_fine = true;
  for (size_t i = 0; is_fine && i < inputs->count; i++) {
    if (like->options->target->format == FALX_IMAGE_FORMAT_SPIRV && fxc_is_spirv(inputs->items[i]))
      continue; /* an image already */
    LLVMModuleRef module = read_module(run, like, steps, inputs->items[i]);
    if (!module) {
      is_fine = false;
    } else if (!contributes(module)) { /* nor does it say how to compile what others have */
      if (unused)
        LLVMDisposeModule(unused);
      unused = module;
    } else if (!linked) {
      linked = module;
      first = inputs->items[i];
    } else {
      is_fine = add_module(linked, first, module, inputs->items[i], diagnostics);
    }
  }
  if (!linked)
    linked = unused;
  else if (unused)
    LLVMDisposeModule(unused);
  if (!linked && is_fine) {
    fxc_report(diagnostics, FXC_ERROR, NULL,
               "'%s' is SPIR-V, and there is no other device code for %s that could call it",
               inputs->items[0], like->options->target->name);
    is_fine = false;
  }
  for (size_t i = 0; is_fine && i < lazy->count; i++) {
    LLVMModuleRef module = read_module(run, like, steps, lazy->items[i]);
    fxc_push(&offers, module);
    is_fine = module != NULL;
  }
  is_fine = is_fine && add_lazy(linked, first, offers.items, lazy, diagnostics);
  for (size_t i = 0; i < offers.count; i++)
    if (offers.items[i])
      LLVMDisposeModule(offers.items[i]);
  fxs_vector_free(&offers);
  if (!is_fine && linked)
    LLVMDisposeModule(linked);
  return is_fine ? linked : NULL;
}
