/* Metadata of functions. */
#include "compiler/ir/metadata.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/memory.h"

void fxc_node_operands(LLVMValueRef node, fxc_node_list *out) {
  unsigned count = node ? LLVMGetMDNodeNumOperands(node) : 0;
  LLVMValueRef none = NULL;
  out->count = 0;
  for (unsigned i = 0; i < count; i++)
    fxc_push(out, none);
  if (count)
    LLVMGetMDNodeOperands(node, out->items);
}

unsigned fxc_metadata_kind(LLVMContextRef context, const char *name) {
  return LLVMGetMDKindIDInContext(context, name, (unsigned)strlen(name));
}

unsigned fxc_metadata_integer(LLVMValueRef node, unsigned operand) {
  fxc_node_list all = {0};
  fxc_node_operands(node, &all);
  LLVMValueRef value = operand < all.count ? all.items[operand] : NULL;
  fxs_vector_free(&all);
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
