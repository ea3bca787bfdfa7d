#include "compiler/ir/attributes.h"

#include <string.h>

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

unsigned fxc_attribute_kind(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

LLVMAttributeRef fxc_enum_attribute(LLVMContextRef context, const char *name, unsigned long value) {
  return LLVMCreateEnumAttribute(context, fxc_attribute_kind(name), value);
}

unsigned fxc_call_alignment(LLVMValueRef call, unsigned argument) {
  LLVMAttributeRef align =
      LLVMGetCallSiteEnumAttribute(call, argument + 1, fxc_attribute_kind("align"));
  return align ? (unsigned)LLVMGetEnumAttributeValue(align) : 1;
}

const char *fxc_string_attribute(LLVMValueRef function, const char *key) {
  unsigned length;
  LLVMAttributeRef attribute =
      LLVMGetStringAttributeAtIndex(function, FUNCTION_INDEX, key, (unsigned)strlen(key));
  return attribute ? LLVMGetStringAttributeValue(attribute, &length) : NULL;
}

void fxc_set_string_attribute(LLVMValueRef function, const char *key, const char *value) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMAddAttributeAtIndex(function, FUNCTION_INDEX,
                          LLVMCreateStringAttribute(context, key, (unsigned)strlen(key), value,
                                                    (unsigned)strlen(value)));
}

bool fxc_has_address_checks(LLVMModuleRef module) {
  unsigned kind = fxc_attribute_kind("sanitize_address");
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetEnumAttributeAtIndex(f, FUNCTION_INDEX, kind))
      return true;
  return false;
}

bool fxc_touches_no_memory(LLVMValueRef call) {
  const LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  unsigned kind = fxc_attribute_kind("memory");
  LLVMValueRef callee = LLVMGetCalledValue(call);
  LLVMAttributeRef own = LLVMGetCallSiteEnumAttribute(call, index, kind);
  LLVMAttributeRef its =
      LLVMIsAFunction(callee) ? LLVMGetEnumAttributeAtIndex(callee, index, kind) : NULL;
  return (own && LLVMGetEnumAttributeValue(own) == 0) ||
         (its && LLVMGetEnumAttributeValue(its) == 0);
}
