#include "compiler/nvptx64/kernels.h"

#include <stddef.h>

#include "compiler/ir/metadata.h"
#include "compiler/ir/rebuild.h"

#define DISPATCH "falx.dispatch"

void fxc_add_ptx_flags(LLVMValueRef kernel, unsigned flags) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(kernel));
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
  LLVMValueRef node = fxc_function_node(kernel, DISPATCH);
  LLVMMetadataRef operands[2] = {
      LLVMValueAsMetadata(
          LLVMConstInt(i32, flags | (node ? fxc_metadata_integer(node, 0) : 0), false)),
      LLVMValueAsMetadata(LLVMConstInt(i32, 0, false)),
  };
  LLVMGlobalSetMetadata(kernel, fxc_metadata_kind(context, DISPATCH),
                        LLVMMDNodeInContext2(context, operands, 2));
}

void fxc_read_in_place(LLVMValueRef kernel, unsigned index) {
  static const char in_place[] = "nvvm.grid_constant";
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(kernel));
  fxc_add_attribute(kernel, index, "noalias", 0);
  fxc_add_attribute(kernel, index, "readonly", 0);
  LLVMAddAttributeAtIndex(kernel, index,
                          LLVMCreateStringAttribute(context, in_place, sizeof in_place - 1, "", 0));
}

void fxc_never_changes(LLVMValueRef load) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(load));
  LLVMSetMetadata(load, LLVMGetMDKindIDInContext(context, "invariant.load", 14),
                  LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
}

void fxc_know_global(LLVMBuilderRef builder, LLVMValueRef load, LLVMTypeRef global) {
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(load));
  LLVMValueRef there = LLVMBuildAddrSpaceCast(builder, load, global, "");
  LLVMValueRef back = LLVMBuildAddrSpaceCast(builder, there, LLVMTypeOf(load), "");
  LLVMReplaceAllUsesWith(load, back);
  LLVMSetOperand(there, 0, load);
}
