/* Metadata of functions. */
#include "compiler/ir/metadata.h"

#include <stdlib.h>
#include <string.h>

unsigned fxc_metadata_kind(LLVMContextRef context, const char *name) {
  return LLVMGetMDKindIDInContext(context, name, (unsigned)strlen(name));
}

unsigned fxc_metadata_integer(LLVMValueRef node, unsigned operand) {
  unsigned count = (unsigned)LLVMGetMDNodeNumOperands(node);
  if (operand >= count)
    return 0;
  LLVMValueRef operands[16];
  LLVMValueRef *all = count <= 16 ? operands : malloc(count * sizeof *all);
  if (!all)
    abort();
  LLVMGetMDNodeOperands(node, all);
  LLVMValueRef value = all[operand];
  if (all != operands)
    free(all);
  return value && LLVMIsAConstantInt(value) ? (unsigned)LLVMConstIntGetZExtValue(value) : 0;
}

LLVMMetadataRef fxc_function_metadata(LLVMValueRef function, const char *name) {
  size_t count;
  unsigned kind = fxc_metadata_kind(LLVMGetModuleContext(LLVMGetGlobalParent(function)), name);
  LLVMMetadataRef found = NULL;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(function, &count);
  for (unsigned i = 0; i < count; i++)
    if (LLVMValueMetadataEntriesGetKind(entries, i) == kind)
      found = LLVMValueMetadataEntriesGetMetadata(entries, i);
  LLVMDisposeValueMetadataEntries(entries);
  return found;
}

LLVMValueRef fxc_function_node(LLVMValueRef function, const char *name) {
  LLVMMetadataRef node = fxc_function_metadata(function, name);
  return node ? LLVMMetadataAsValue(LLVMGetModuleContext(LLVMGetGlobalParent(function)), node)
              : NULL;
}
