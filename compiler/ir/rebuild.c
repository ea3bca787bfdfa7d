/* Replacing a function by one of another type with the same body. */
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "support/vector.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

static unsigned kind_of(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

void fxc_copy_attributes(LLVMValueRef from, unsigned from_index, LLVMValueRef to,
                         unsigned to_index) {
  unsigned count = LLVMGetAttributeCountAtIndex(from, from_index);
  LLVMAttributeRef *attributes = fxc_must(calloc(count + 1, sizeof *attributes));
  LLVMGetAttributesAtIndex(from, from_index, attributes);
  for (unsigned i = 0; i < count; i++)
    LLVMAddAttributeAtIndex(to, to_index, attributes[i]);
  free(attributes);
}

void fxc_copy_call_attributes(LLVMValueRef from, unsigned from_index, LLVMValueRef to,
                              unsigned to_index) {
  unsigned count = LLVMGetCallSiteAttributeCount(from, from_index);
  LLVMAttributeRef *attributes = fxc_must(calloc(count + 1, sizeof *attributes));
  LLVMGetCallSiteAttributes(from, from_index, attributes);
  for (unsigned i = 0; i < count; i++)
    LLVMAddCallSiteAttribute(to, to_index, attributes[i]);
  free(attributes);
}

void fxc_copy_memory_attributes(LLVMValueRef function, LLVMValueRef call) {
  static const char *const memory[] = {"byval", "sret"};
  for (unsigned i = 1, end = LLVMCountParams(function) + 1; i < end; i++)
    for (unsigned k = 0; k < sizeof memory / sizeof *memory; k++) {
      LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, i, kind_of(memory[k]));
      if (attribute)
        LLVMAddCallSiteAttribute(call, i, attribute);
    }
}

void fxc_copy_name(LLVMValueRef from, LLVMValueRef to) {
  size_t length;
  const char *name = LLVMGetValueName2(from, &length);
  LLVMSetValueName2(to, name, length);
}

bool fxc_is_call_through_pointer(LLVMValueRef instruction) {
  if (!LLVMIsACallInst(instruction))
    return false;
  LLVMValueRef callee = LLVMGetCalledValue(instruction);
  return !LLVMIsAFunction(callee) && !LLVMIsAInlineAsm(callee);
}

void fxc_add_attribute(LLVMValueRef function, unsigned index, const char *name, uint64_t value) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMAddAttributeAtIndex(function, index, LLVMCreateEnumAttribute(context, kind_of(name), value));
}

void fxc_add_type_attribute(LLVMValueRef function, unsigned index, const char *name,
                            LLVMTypeRef type) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMAddAttributeAtIndex(function, index, LLVMCreateTypeAttribute(context, kind_of(name), type));
}

LLVMTypeRef fxc_type_attribute(LLVMValueRef function, unsigned index, const char *name) {
  LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, index, kind_of(name));
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

uint64_t fxc_int_attribute(LLVMValueRef function, unsigned index, const char *name) {
  LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, index, kind_of(name));
  return attribute ? LLVMGetEnumAttributeValue(attribute) : 0;
}

bool fxc_has_attribute(LLVMValueRef function, unsigned index, const char *name) {
  return LLVMGetEnumAttributeAtIndex(function, index, kind_of(name)) != NULL;
}

static unsigned dbg_kind(LLVMValueRef function) {
  return LLVMGetMDKindIDInContext(LLVMGetModuleContext(LLVMGetGlobalParent(function)), "dbg", 3);
}

static void copy_metadata(LLVMValueRef from, LLVMValueRef to) {
  unsigned dbg = dbg_kind(from);
  size_t count = 0;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(from, &count);
  for (unsigned i = 0; i < count; i++)
    if (LLVMValueMetadataEntriesGetKind(entries, i) != dbg)
      LLVMGlobalSetMetadata(to, LLVMValueMetadataEntriesGetKind(entries, i),
                            LLVMValueMetadataEntriesGetMetadata(entries, i));
  LLVMDisposeValueMetadataEntries(entries);
}

LLVMValueRef fxc_function_like(LLVMValueRef from, LLVMTypeRef type, const char *name) {
  LLVMValueRef to = LLVMAddFunction(LLVMGetGlobalParent(from), name, type);
  LLVMSetLinkage(to, LLVMGetLinkage(from));
  LLVMSetVisibility(to, LLVMGetVisibility(from));
  LLVMSetDLLStorageClass(to, LLVMGetDLLStorageClass(from));
  LLVMSetUnnamedAddress(to, LLVMGetUnnamedAddress(from));
  LLVMSetAlignment(to, LLVMGetAlignment(from));
  LLVMSetFunctionCallConv(to, LLVMGetFunctionCallConv(from));
  if (LLVMGetSection(from))
    LLVMSetSection(to, LLVMGetSection(from));
  if (LLVMGetGC(from))
    LLVMSetGC(to, LLVMGetGC(from));
  if (LLVMGetComdat(from))
    LLVMSetComdat(to, LLVMGetComdat(from));
  if (LLVMHasPersonalityFn(from))
    LLVMSetPersonalityFn(to, LLVMGetPersonalityFn(from));
  fxc_copy_attributes(from, LLVMAttributeFunctionIndex, to, LLVMAttributeFunctionIndex);
  fxc_copy_attributes(from, LLVMAttributeReturnIndex, to, LLVMAttributeReturnIndex);
  copy_metadata(from, to);
  return to;
}

void fxc_take_body(LLVMValueRef from, LLVMValueRef into) {
  for (LLVMBasicBlockRef block; (block = LLVMGetFirstBasicBlock(from));) {
    LLVMRemoveBasicBlockFromParent(block);
    LLVMAppendExistingBasicBlock(into, block);
  }
  LLVMMetadataRef subprogram = LLVMGetSubprogram(from);
  if (!subprogram)
    return;
  LLVMGlobalEraseMetadata(from, dbg_kind(from));
  LLVMSetSubprogram(into, subprogram);
}

void fxc_replace_function(LLVMValueRef from, LLVMValueRef with) {
  size_t length;
  const char *name = LLVMGetValueName2(from, &length);
  char *copy = fxc_must(strndup(name, length));
  LLVMSetValueName2(from, "", 0);
  LLVMSetValueName2(with, copy, length);
  free(copy);
  LLVMReplaceAllUsesWith(from, with);
  LLVMDeleteFunction(from);
}

LLVMValueRef fxc_with_parameter(LLVMValueRef kernel, LLVMTypeRef last, const char *last_name) {
  unsigned count = LLVMCountParams(kernel);
  LLVMTypeRef *types = fxc_must(calloc(count + 1, sizeof *types));
  for (unsigned i = 0; i < count; i++)
    types[i] = LLVMTypeOf(LLVMGetParam(kernel, i));
  types[count] = last;
  LLVMValueRef longer = fxc_function_like(
      kernel,
      LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetTypeContext(last)), types, count + 1, 0), "");
  free(types);
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef from = LLVMGetParam(kernel, i), to = LLVMGetParam(longer, i);
    fxc_copy_name(from, to);
    fxc_copy_attributes(kernel, i + 1, longer, i + 1);
    LLVMReplaceAllUsesWith(from, to);
  }
  LLVMSetValueName2(LLVMGetParam(longer, count), last_name, strlen(last_name));
  fxc_take_body(kernel, longer);
  fxc_replace_function(kernel, longer);
  return longer;
}

void fxc_redirect_addresses(LLVMValueRef function, LLVMValueRef entry) {
  FXS_VECTOR(LLVMValueRef) calls = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if ((LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) && LLVMGetCalledValue(user) == function)
      fxc_push(&calls, user);
  }
  LLVMReplaceAllUsesWith(function, entry);
  for (size_t i = 0; i < calls.count; i++)
    LLVMSetOperand(calls.items[i], (unsigned)LLVMGetNumOperands(calls.items[i]) - 1, function);
  fxs_vector_free(&calls);
}
