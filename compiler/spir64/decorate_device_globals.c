/* decorate-device-globals: adds each variable's host name and properties as SPIR-V decorations.
 *
 * Needs:   device-globals.
 * Leaves:  !spirv.Decorations on each variable that has a descriptor.
 * Refuses: nothing.
 * Tests:   tests/passes/device-globals. */
#include <string.h>

#include "compiler/ir/device_globals.h"
#include "compiler/ir/metadata.h"
#include "compiler/pass.h"

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

/* Of SPV_INTEL_global_variable_host_access and SPV_INTEL_global_variable_fpga_decorations, which
 * calls what the property implement_in_csr asks for ImplementInRegisterMapINTEL. */
enum { HOST_ACCESS = 6188, INIT_MODE = 6190, IMPLEMENT_IN_CSR = 6191 };

static LLVMMetadataRef decoration(LLVMContextRef context, unsigned number, unsigned operand,
                                  LLVMMetadataRef name) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
  LLVMMetadataRef operands[3] = {LLVMValueAsMetadata(LLVMConstInt(i32, number, 0)),
                                 LLVMValueAsMetadata(LLVMConstInt(i32, operand, 0)), name};
  return LLVMMDNodeInContext2(context, operands, name ? 3 : 2);
}

/* The host looks the variable up by the name in the first one. */
static void decorate(LLVMModuleRef module, LLVMValueRef variable, LLVMValueRef descriptor) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  const char *name = name_of(variable);
  LLVMMetadataRef id = LLVMMDStringInContext2(context, name, strlen(name)), decorations[3];
  unsigned count = 0;
  decorations[count++] = decoration(context, HOST_ACCESS,
                                    fxc_device_global_field(descriptor, FXC_DESCRIPTOR_ACCESS), id);
  uint32_t init_mode = fxc_device_global_field(descriptor, FXC_DESCRIPTOR_INIT_MODE);
  uint32_t csr = fxc_device_global_field(descriptor, FXC_DESCRIPTOR_CSR);
  if (init_mode)
    decorations[count++] = decoration(context, INIT_MODE, init_mode - 1, NULL);
  if (csr)
    decorations[count++] = decoration(context, IMPLEMENT_IN_CSR, csr - 1, NULL);
  LLVMGlobalSetMetadata(variable, fxc_metadata_kind(context, "spirv.Decorations"),
                        LLVMMDNodeInContext2(context, decorations, count));
}

enum fxc_result fxc_decorate_device_globals(struct fxc_module *module) {
  bool is_any = false;
  for (LLVMValueRef g = LLVMGetFirstGlobal(module->ir); g; g = LLVMGetNextGlobal(g))
    if (fxc_is_device_global(g) && fxc_device_global_descriptor(g)) {
      decorate(module->ir, g, fxc_device_global_descriptor(g));
      is_any = true;
    }
  return is_any ? FXC_CHANGED : FXC_SAME;
}
