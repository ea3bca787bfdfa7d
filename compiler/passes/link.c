/* Reading device bitcode and linking it into one module (docs/ir.md, sections 0 to 2). */
#include "compiler/passes/link.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/metadata.h"
#include "compiler/memory.h"
#include "compiler/passes/device_globals.h"
#include "compiler/passes/link_kernels.h"
#include "support/digest.h"
#include "support/file.h"
#include "support/vector.h"

#define MODULE_ID "falx-module-id"
#define ANNOTATIONS "llvm.global.annotations"
#define EXTERNAL_MARK "sycl_external" /* SYCL_EXTERNAL of include/sycl */

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

/* True if annotation says that its function is SYCL_EXTERNAL. */
static bool is_external_mark(LLVMValueRef annotation) {
  LLVMValueRef text = LLVMGetOperand(annotation, 1);
  LLVMValueRef bytes = LLVMIsAGlobalVariable(text) ? LLVMGetInitializer(text) : NULL;
  size_t length;
  return bytes && LLVMIsConstantString(bytes) &&
         strncmp(LLVMGetAsString(bytes, &length), EXTERNAL_MARK, sizeof EXTERNAL_MARK) == 0;
}

/* The front end also emits host code of classes with virtual functions and of explicit
 * instantiations. Only what SYCL_EXTERNAL marks is device code by itself, and keeps the mark as an
 * attribute; the rest becomes internal and goes away where no kernel calls it. */
static void hide_host_code(LLVMModuleRef module) {
  const LLVMAttributeIndex whole = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  const unsigned mark_length = sizeof EXTERNAL_MARK - 1;
  LLVMValueRef annotations = LLVMGetNamedGlobal(module, ANNOTATIONS);
  LLVMValueRef list = annotations ? LLVMGetInitializer(annotations) : NULL;
  for (int i = 0; list && i < LLVMGetNumOperands(list); i++) {
    LLVMValueRef annotation = LLVMGetOperand(list, (unsigned)i);
    LLVMValueRef function = LLVMIsAFunction(LLVMGetOperand(annotation, 0));
    if (function && is_external_mark(annotation))
      LLVMAddAttributeAtIndex(function, whole,
                              LLVMCreateStringAttribute(LLVMGetModuleContext(module), EXTERNAL_MARK,
                                                        mark_length, "", 0));
  }
  if (annotations)
    LLVMDeleteGlobal(annotations); /* it would keep every function it names alive */
  /* Dynamic initialization is the host's. */
  LLVMValueRef initializers = LLVMGetNamedGlobal(module, "llvm.global_ctors");
  if (initializers)
    LLVMDeleteGlobal(initializers);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    LLVMLinkage linkage = LLVMGetLinkage(f);
    if (LLVMIsDeclaration(f) || fxc_is_kernel(f) ||
        (linkage != LLVMExternalLinkage && linkage != LLVMWeakODRLinkage &&
         linkage != LLVMWeakAnyLinkage) ||
        LLVMGetStringAttributeAtIndex(f, whole, EXTERNAL_MARK, mark_length))
      continue;
    LLVMSetLinkage(f, LLVMInternalLinkage);
    LLVMSetComdat(f, NULL);
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
  LLVMModuleRef module = NULL;
  char *message = NULL;
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy((const char *)file.data, file.size, path);
  fxs_file_free(&file);
  if (LLVMParseIRInContext(context, buffer, &module, &message)) { /* takes the buffer */
    fxc_report(diagnostics, FXC_ERROR, NULL, "'%s' is not LLVM bitcode that this LLVM reads: %s",
               path, message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  return module;
}

/* Sources may have variables of one name; the same code is the same source. */
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

/* Lowers the kernels, too: linking takes structs of equal elements for one type, whatever their
 * names, and it is by name that special types are known. */
static LLVMModuleRef read_module(LLVMContextRef context, const struct fxc_module *like,
                                 const char *path) {
  LLVMModuleRef module = fxc_read_bitcode(context, path, like->diagnostics);
  if (!module)
    return NULL;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f))
      LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                              LLVMCreateStringAttribute(context, MODULE_ID, strlen(MODULE_ID), path,
                                                        (unsigned)strlen(path)));
  if (!name_device_globals(module, path)) {
    fxc_report(like->diagnostics, FXC_ERROR, NULL, "cannot read '%s' again", path);
    LLVMDisposeModule(module);
    return NULL;
  }
  struct fxc_module lowered = *like;
  lowered.ir = module;
  bool is_fine = fxc_kernel_attributes(&lowered) != FXC_FAILED;
  hide_host_code(module);
  if (is_fine && fxc_lower_kernels(&lowered) != FXC_FAILED)
    return module;
  LLVMDisposeModule(module);
  return NULL;
}

static void forward_diagnostic(LLVMDiagnosticInfoRef info, void *context) {
  struct fxc_diagnostics *diagnostics = context;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
    return; /* warnings and remarks about code the user did not write */
  char *text = LLVMGetDiagInfoDescription(info);
  fxc_report(diagnostics, FXC_ERROR, NULL, "%s", text);
  LLVMDisposeMessage(text);
}

/* Takes from. */
static bool add_module(LLVMModuleRef into, LLVMModuleRef from, const char *path,
                       struct fxc_diagnostics *diagnostics) {
  if (!fxc_link_kernels(into, from, diagnostics)) {
    LLVMDisposeModule(from);
    return false;
  }
  if (LLVMLinkModules2(into, from)) { /* takes the module */
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

/* Whether offer defines what linked uses and lacks. */
static bool resolves(LLVMModuleRef offer, LLVMModuleRef linked) {
  for (LLVMValueRef f = LLVMGetFirstFunction(offer); f; f = LLVMGetNextFunction(f))
    if (is_offered(f) && is_wanted(LLVMGetNamedFunction(linked, name_of(f))))
      return true;
  for (LLVMValueRef v = LLVMGetFirstGlobal(offer); v; v = LLVMGetNextGlobal(v))
    if (is_offered(v) && is_wanted(LLVMGetNamedGlobal(linked, name_of(v))))
      return true;
  return false;
}

/* Each taken input may want others, before it or after it: until none is wanted. */
static bool add_lazy(LLVMModuleRef linked, LLVMModuleRef *offers, const struct fxc_paths *lazy,
                     struct fxc_diagnostics *diagnostics) {
  for (bool is_stable = false; !is_stable;) {
    is_stable = true;
    for (size_t i = 0; i < lazy->count; i++) {
      LLVMModuleRef offer = offers[i];
      if (!offer || !resolves(offer, linked))
        continue;
      offers[i] = NULL;
      is_stable = false;
      if (!add_module(linked, offer, lazy->items[i], diagnostics))
        return false;
    }
  }
  return true;
}

void fxc_forward_diagnostics(LLVMContextRef context, struct fxc_diagnostics *diagnostics) {
  LLVMContextSetDiagnosticHandler(context, forward_diagnostic, diagnostics);
}

LLVMModuleRef fxc_link(LLVMContextRef context, const struct fxc_module *like,
                       const struct fxc_paths *inputs, const struct fxc_paths *lazy) {
  struct fxc_diagnostics *diagnostics = like->diagnostics;
  fxc_forward_diagnostics(context, diagnostics);
  LLVMModuleRef linked = NULL;
  FXS_VECTOR(LLVMModuleRef) offers = {0};
  bool is_fine = true;
  for (size_t i = 0; is_fine && i < inputs->count; i++) {
    LLVMModuleRef module = read_module(context, like, inputs->items[i]);
    if (!linked)
      is_fine = (linked = module) != NULL;
    else
      is_fine = module && add_module(linked, module, inputs->items[i], diagnostics);
  }
  for (size_t i = 0; is_fine && i < lazy->count; i++) {
    LLVMModuleRef module = read_module(context, like, lazy->items[i]);
    fxc_push(&offers, module);
    is_fine = module != NULL;
  }
  is_fine = is_fine && add_lazy(linked, offers.items, lazy, diagnostics);
  for (size_t i = 0; i < offers.count; i++)
    if (offers.items[i])
      LLVMDisposeModule(offers.items[i]);
  fxs_vector_free(&offers);
  if (!is_fine && linked)
    LLVMDisposeModule(linked);
  return is_fine ? linked : NULL;
}
