/* hide-host-code: makes host code internal, so that it is deleted if no kernel calls it.
 *
 * Needs:   docs/ir.md section 0; kernel-attributes has read the annotations.
 * Leaves:  SYCL_EXTERNAL functions with the attribute "sycl_external"; no annotations, no dynamic
 *          initialization; all definitions and aliases but these and kernels: internal or inline.
 * Refuses: nothing.
 * Tests:   tests/passes/hide-host-code. */
#include <llvm-c/Comdat.h>
#include <string.h>

#include "compiler/ir/attributes.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/constant_bytes.h"
#include "compiler/pass.h"

#define ANNOTATIONS "llvm.global.annotations"
#define EXTERNAL_MARK "sycl_external" /* SYCL_EXTERNAL of include/sycl */

/* True if annotation marks its function as SYCL_EXTERNAL. */
static bool is_external_mark(LLVMValueRef annotation) {
  LLVMValueRef text = fxc_without_casts(LLVMGetOperand(annotation, 1));
  LLVMValueRef bytes = LLVMIsAGlobalVariable(text) ? LLVMGetInitializer(text) : NULL;
  size_t length;
  return bytes && LLVMIsConstantString(bytes) &&
         strncmp(LLVMGetAsString(bytes, &length), EXTERNAL_MARK, sizeof EXTERNAL_MARK) == 0;
}

/* The front end also emits host code of classes with virtual functions and of explicit
 * instantiations. Only functions marked SYCL_EXTERNAL are device code on their own, and keep the
 * mark as an attribute; the rest becomes internal and is deleted if no kernel calls it. */
static void hide(LLVMModuleRef module) {
  LLVMValueRef annotations = LLVMGetNamedGlobal(module, ANNOTATIONS);
  LLVMValueRef list = annotations ? LLVMGetInitializer(annotations) : NULL;
  for (int i = 0; list && i < LLVMGetNumOperands(list); i++) {
    LLVMValueRef annotation = LLVMGetOperand(list, (unsigned)i);
    LLVMValueRef function = LLVMIsAFunction(fxc_without_casts(LLVMGetOperand(annotation, 0)));
    if (function && is_external_mark(annotation))
      fxc_set_string_attribute(function, EXTERNAL_MARK, "");
  }
  if (annotations)
    LLVMDeleteGlobal(annotations); /* it would keep alive every function that it names */
  /* Dynamic initialization is up to the host. */
  LLVMValueRef initializers = LLVMGetNamedGlobal(module, "llvm.global_ctors");
  if (initializers)
    LLVMDeleteGlobal(initializers);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    LLVMLinkage linkage = LLVMGetLinkage(f);
    if (LLVMIsDeclaration(f) || fxc_is_kernel(f) ||
        (linkage != LLVMExternalLinkage && linkage != LLVMWeakODRLinkage &&
         linkage != LLVMWeakAnyLinkage) ||
        fxc_string_attribute(f, EXTERNAL_MARK))
      continue;
    LLVMSetLinkage(f, LLVMInternalLinkage);
    LLVMSetComdat(f, NULL);
  }
  /* One destructor may be another's second name. */
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module); a; a = LLVMGetNextGlobalAlias(a)) {
    LLVMValueRef function = LLVMIsAFunction(fxc_without_casts(LLVMAliasGetAliasee(a)));
    if (!function || !fxc_string_attribute(function, EXTERNAL_MARK))
      LLVMSetLinkage(a, LLVMInternalLinkage);
  }
}

enum fxc_result fxc_hide_host_code(struct fxc_module *module) {
  hide(module->ir);
  return FXC_CHANGED;
}
