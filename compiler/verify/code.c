/* The input of LLVM's back ends (docs/ir.md, 8).
 *
 * - "target-cpu" of every definition is the target machine's processor.
 * - native_cpu: definitions are internal or hidden, except those with reserved names. Other
 *   targets: kernels still have their calling convention (0). */
#include <string.h>

#include <llvm-c/TargetMachine.h>

#include "compiler/verify/checker.h"

static void check_processor(struct fxc_verifier *v, LLVMValueRef function) {
  static const char key[] = "target-cpu";
  LLVMAttributeRef attribute =
      LLVMGetStringAttributeAtIndex(function, FXC_FUNCTION_INDEX, key, sizeof key - 1);
  unsigned length = 0;
  const char *found = attribute ? LLVMGetStringAttributeValue(attribute, &length) : "";
  char *wanted = LLVMGetTargetMachineCPU(v->module->machine);
  if (strlen(wanted) != length || memcmp(found, wanted, length) != 0)
    fxc_broken(v, function, "code is for the machine's processor, '%s': that of '%s' is for '%.*s'",
               wanted, v->function.name, (int)length, found);
  LLVMDisposeMessage(wanted);
}

static void check_function(struct fxc_verifier *v, LLVMValueRef function) {
  if (v->stage != FXC_AFTER_optimize || LLVMIsDeclaration(function))
    return;
  LLVMLinkage linkage = LLVMGetLinkage(function);
  bool is_reserved = strncmp(v->function.name, "__llvm_", 7) == 0;
  if (v->module->machine && !is_reserved)
    check_processor(v, function);
  if (v->is_native && linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage &&
      linkage != LLVMAvailableExternallyLinkage &&
      LLVMGetVisibility(function) != LLVMHiddenVisibility && !is_reserved)
    fxc_broken(v, function, "device code is not seen outside the program: '%s' is",
               v->function.name);
}

const struct fxc_checker fxc_check_code = {.section = "8, code", .function = check_function};
