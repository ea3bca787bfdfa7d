#include "compiler/ir/loop_marks.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/ir/metadata.h"

void fxc_mark_unrolled(LLVMValueRef branch) {
  static const char name[] = "llvm.loop.unroll.full";
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(branch));
  LLVMMetadataRef text = LLVMMDStringInContext2(context, name, strlen(name));
  LLVMMetadataRef self_reference = LLVMTemporaryMDNode(context, NULL, 0);
  LLVMMetadataRef operands[2] = {self_reference, LLVMMDNodeInContext2(context, &text, 1)};
  LLVMMetadataRef node = LLVMMDNodeInContext2(context, operands, 2);
  LLVMSetMetadata(branch, fxc_metadata_kind(context, "llvm.loop"),
                  LLVMMetadataAsValue(context, node));
  LLVMMetadataReplaceAllUsesWith(self_reference, node);
}

bool fxc_has_loop_mark(LLVMValueRef branch, const char *prefix) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(branch));
  LLVMValueRef node = LLVMGetMetadata(branch, fxc_metadata_kind(context, "llvm.loop"));
  LLVMValueRef properties[32];
  int count = node ? LLVMGetMDNodeNumOperands(node) : 0;
  if (count > (int)(sizeof properties / sizeof *properties))
    return true;
  if (count)
    LLVMGetMDNodeOperands(node, properties);
  for (int i = 1; i < count; i++) {
    LLVMValueRef name = NULL;
    unsigned length = 0;
    if (properties[i] && LLVMIsAMDNode(properties[i]) &&
        LLVMGetMDNodeNumOperands(properties[i]) == 1)
      LLVMGetMDNodeOperands(properties[i], &name);
    const char *text = name && LLVMIsAMDString(name) ? LLVMGetMDString(name, &length) : "";
    if (length >= strlen(prefix) && memcmp(text, prefix, strlen(prefix)) == 0)
      return true;
  }
  return false;
}
