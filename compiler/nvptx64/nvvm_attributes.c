/* nvvm-attributes: what LLVM's NVPTX back end has to know of kernels.
 *
 * Needs:   kernel-attributes, lower-kernels: the code only reads what is passed by value.
 * Leaves:  nvvm.reqntid on kernels with a required work-group size; parameters that are passed by
 *          value are read in place, and aligned so that numbers in packed ones are read whole.
 * Refuses: nothing.
 * Tests:   tests/passes/kernel-attributes. */
#include <stdio.h>

#include "compiler/ir/attributes.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/ir/rebuild.h"
#include "compiler/nvptx64/kernels.h"
#include "compiler/pass.h"

/* What no device can launch would make its driver refuse the whole image. */
static bool is_possible(const uint32_t sizes[3]) {
  enum { MOST = 1024, MOST_Z = 64 };
  return sizes[0] <= MOST && sizes[1] <= MOST && sizes[2] <= MOST_Z &&
         sizes[0] * sizes[1] <= MOST && sizes[0] * sizes[1] * sizes[2] <= MOST;
}

/* The place is the kernel's own: whoever launches copies the bytes there. */
static void align_parameter(LLVMValueRef kernel, unsigned index) {
  enum { MOST_ALIGN = 8 };
  LLVMTargetDataRef data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(kernel));
  uint64_t size = LLVMABISizeOfType(data, fxc_type_attribute(kernel, index, "byval"));
  uint64_t given = fxc_int_attribute(kernel, index, "align"), align = given ? given : 1;
  while (align < MOST_ALIGN && align * 2 <= size)
    align *= 2;
  if (align == given)
    return;
  LLVMRemoveEnumAttributeAtIndex(kernel, index, fxc_attribute_kind("align"));
  fxc_add_attribute(kernel, index, "align", align);
}

enum fxc_result fxc_nvvm_attributes(struct fxc_module *module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    struct fxc_kernel_attribute_value value;
    char text[40];
    uint32_t sizes[3];
    if (LLVMIsDeclaration(f) || !fxc_is_kernel(f))
      continue;
    for (unsigned i = 1; i <= LLVMCountParams(f); i++)
      if (fxc_has_attribute(f, i, "byval")) {
        align_parameter(f, i);
        fxc_read_in_place(f, i);
      }
    if (!fxc_kernel_attribute_get(f, FXC_REQD_WORK_GROUP_SIZE, &value))
      continue;
    fxc_kernel_attribute_extents(&value, sizes);
    for (int d = 1; d < 3; d++)
      sizes[d] = sizes[d] ? sizes[d] : 1;
    if (!is_possible(sizes))
      continue;
    snprintf(text, sizeof text, "%u,%u,%u", sizes[0], sizes[1], sizes[2]);
    fxc_set_string_attribute(f, "nvvm.reqntid", text);
  }
  return FXC_CHANGED;
}
