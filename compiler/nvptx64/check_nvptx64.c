/* check-nvptx64: rejects what cannot be lowered yet.
 *
 * Needs:   a checked module.
 * Leaves:  the module as it is.
 * Refuses: work-item functions.
 * Tests:   tests/passes/check-nvptx64. */
#include "compiler/diagnostics.h"
#include "compiler/ir/builtins.h"
#include "compiler/pass.h"

enum fxc_result fxc_check_nvptx64(struct fxc_module *module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    if (!LLVMIsDeclaration(f) || !LLVMGetFirstUse(f) ||
        (fxc_builtin_of_spirv(name) == FXC_BUILTIN_COUNT &&
         !fxc_is_spirv_function(name, "ControlBarrier") &&
         !fxc_is_spirv_function(name, "MemoryBarrier")))
      continue;
    fxc_report(module->diagnostics, FXC_ERROR, LLVMGetUser(LLVMGetFirstUse(f)),
               "work-item functions are not supported on nvptx64-nvidia-cuda yet; leave it out of "
               "-fsycl-targets=");
    return FXC_FAILED;
  }
  return FXC_SAME;
}
