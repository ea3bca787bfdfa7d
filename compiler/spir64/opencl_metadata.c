/* opencl-metadata: translates kernel attributes for LLVM's SPIR-V back end.
 *
 * Needs:   kernel-attributes.
 * Leaves:  OpenCL's metadata (reqd_work_group_size and others) on kernels.
 * Refuses: nothing.
 * Tests:   tests/passes/kernel-attributes. */
#include "compiler/ir/callgraph.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/ir/metadata.h"
#include "compiler/pass.h"

static void set_numbers(LLVMValueRef kernel, const char *kind, const uint32_t *numbers,
                        unsigned count) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(kernel));
  LLVMMetadataRef operands[3];
  for (unsigned i = 0; i < count; i++)
    operands[i] = LLVMValueAsMetadata(
        LLVMConstInt(LLVMInt32TypeInContext(context), numbers[i] ? numbers[i] : 1, false));
  LLVMGlobalSetMetadata(kernel, fxc_metadata_kind(context, kind),
                        LLVMMDNodeInContext2(context, operands, count));
}

static void add(LLVMValueRef kernel) {
  struct fxc_kernel_attribute_value value;
  uint32_t sizes[3];
  if (fxc_kernel_attribute_get(kernel, FXC_REQD_WORK_GROUP_SIZE, &value)) {
    fxc_kernel_attribute_extents(&value, sizes);
    set_numbers(kernel, "reqd_work_group_size", sizes, 3);
  }
  if (fxc_kernel_attribute_get(kernel, FXC_WORK_GROUP_SIZE_HINT, &value)) {
    fxc_kernel_attribute_extents(&value, sizes);
    set_numbers(kernel, "work_group_size_hint", sizes, 3);
  }
  if (fxc_kernel_attribute_get(kernel, FXC_REQD_SUB_GROUP_SIZE, &value))
    set_numbers(kernel, "intel_reqd_sub_group_size", value.numbers, 1);
}

enum fxc_result fxc_opencl_metadata(struct fxc_module *module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && fxc_is_kernel(f))
      add(f);
  return FXC_CHANGED;
}
