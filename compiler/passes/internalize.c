/* internalize: makes everything but kernels and exports internal (docs/ir.md, 4).
 *
 * Needs:   one module per image.
 * Leaves:  kernels and exported functions external; every other definition internal, so that LLVM
 *          may inline it away. No comdat is left; available_externally definitions belong
 *          to the image.
 * Refuses: nothing.
 * Tests:   tests/passes/internalize. */
#include "compiler/pass.h"

#include "compiler/ir/callgraph.h"
#include "compiler/ir/device_globals.h"

#include <llvm-c/Comdat.h>
#include <string.h>

static bool is_llvm_name(LLVMValueRef value) {
  size_t length;
  return strncmp(LLVMGetValueName2(value, &length), "llvm.", 5) == 0;
}

static bool make_internal(LLVMValueRef value) {
  LLVMLinkage linkage = LLVMGetLinkage(value);
  if (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage)
    return false;
  LLVMSetLinkage(value, LLVMInternalLinkage); /* sets default visibility, too */
  return true;
}

static bool drop_comdat(LLVMValueRef value) {
  if (!LLVMGetComdat(value))
    return false;
  LLVMSetComdat(value, NULL);
  return true;
}

enum fxc_result fxc_internalize(struct fxc_module *module) {
  bool changed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f))
      continue;
    changed |= drop_comdat(f);
    if (!fxc_is_kernel(f) && !fxc_is_export(f))
      changed |= make_internal(f);
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(module->ir); g; g = LLVMGetNextGlobal(g)) {
    if (!LLVMGetInitializer(g) || is_llvm_name(g) || fxc_is_device_global(g))
      continue;
    changed |= drop_comdat(g);
    changed |= make_internal(g);
  }
  /* The constructors and destructors of an explicit instantiation, with everything they refer
   * to. */
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module->ir); a; a = LLVMGetNextGlobalAlias(a)) {
    LLVMLinkage linkage = LLVMGetLinkage(a);
    if (linkage != LLVMExternalLinkage && linkage != LLVMWeakAnyLinkage)
      changed |= make_internal(a);
  }
  return changed ? FXC_CHANGED : FXC_SAME;
}
