/* nvvm-attributes: translates kernel attributes for LLVM's NVPTX back end.
 *
 * Needs:   kernel-attributes.
 * Leaves:  nvvm.reqntid on kernels with a required work-group size.
 * Refuses: nothing.
 * Tests:   tests/passes/kernel-attributes. */
#include <stdio.h>

#include "compiler/ir/attributes.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/pass.h"

enum fxc_result fxc_nvvm_attributes(struct fxc_module *module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    struct fxc_kernel_attribute_value value;
    char text[40];
    uint32_t sizes[3];
    if (LLVMIsDeclaration(f) || !fxc_is_kernel(f) ||
        !fxc_kernel_attribute_get(f, FXC_REQD_WORK_GROUP_SIZE, &value))
      continue;
    fxc_kernel_attribute_extents(&value, sizes);
    snprintf(text, sizeof text, "%u,%u,%u", sizes[0], sizes[1] ? sizes[1] : 1,
             sizes[2] ? sizes[2] : 1);
    fxc_set_string_attribute(f, "nvvm.reqntid", text);
  }
  return FXC_CHANGED;
}
