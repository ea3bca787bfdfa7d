#include "compiler/native_cpu/vector_forms.h"

#include "compiler/ir/metadata.h"

#include <stddef.h>

enum { LANES, USES_SUB_GROUPS, ID_BOUND, VECTOR, MASKED, PACKED, OPERANDS };

static unsigned kind_of(LLVMValueRef kernel) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(kernel));
  return fxc_metadata_kind(context, "falx.vector");
}

void fxc_note_vector_forms(LLVMValueRef kernel, const struct fxc_vector_forms *forms) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(kernel));
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
  LLVMMetadataRef operands[OPERANDS] = {
      [LANES] = LLVMValueAsMetadata(LLVMConstInt(i32, forms->lanes, 0)),
      [USES_SUB_GROUPS] = LLVMValueAsMetadata(LLVMConstInt(i32, forms->uses_sub_groups, 0)),
      [ID_BOUND] = LLVMValueAsMetadata(forms->id_bound),
      [VECTOR] = LLVMValueAsMetadata(forms->vector),
      [MASKED] = LLVMValueAsMetadata(forms->masked)};
  if (forms->packed)
    operands[PACKED] = LLVMValueAsMetadata(forms->packed);
  LLVMGlobalSetMetadata(kernel, kind_of(kernel),
                        LLVMMDNodeInContext2(context, operands, forms->packed ? OPERANDS : PACKED));
}

bool fxc_find_vector_forms(LLVMValueRef kernel, struct fxc_vector_forms *out) {
  LLVMValueRef node = fxc_function_node(kernel, "falx.vector"), operands[OPERANDS] = {NULL};
  *out = (struct fxc_vector_forms){0};
  if (!node || LLVMGetMDNodeNumOperands(node) > OPERANDS)
    return false;
  LLVMGetMDNodeOperands(node, operands);
  *out = (struct fxc_vector_forms){.lanes = fxc_metadata_integer(node, LANES),
                                   .uses_sub_groups = fxc_metadata_integer(node, USES_SUB_GROUPS),
                                   .id_bound = operands[ID_BOUND],
                                   .vector = operands[VECTOR],
                                   .masked = operands[MASKED],
                                   .packed = operands[PACKED]};
  return true;
}

void fxc_forget_vector_forms(LLVMValueRef kernel) {
  LLVMGlobalEraseMetadata(kernel, kind_of(kernel));
}
