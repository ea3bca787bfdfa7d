/* Declarations of functions that other images define. */
#include "compiler/native_cpu/imports.h"

#include <stdlib.h>

#include "compiler/ir/linking.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "support/strbuf.h"

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

LLVMValueRef fxc_declare_import(LLVMValueRef function) {
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  unsigned count = LLVMCountParams(function);
  LLVMTypeRef *types = fxc_must(calloc(count + 1, sizeof *types));
  LLVMGetParamTypes(type, types);
  types[count] = LLVMPointerTypeInContext(LLVMGetModuleContext(module), 0);
  LLVMTypeRef with_state = LLVMFunctionType(LLVMGetReturnType(type), types, count + 1, false);
  free(types);
  struct fxs_strbuf name = {0};
  fxs_strbuf_printf(&name, "%s" FXC_IMPORT_SUFFIX, name_of(function));
  LLVMValueRef import = fxc_function_like(function, with_state, fxs_strbuf_text(&name));
  fxs_strbuf_free(&name);
  for (unsigned i = 0; i < count; i++)
    fxc_copy_attributes(function, i + 1, import, i + 1);
  LLVMSetFunctionCallConv(import, LLVMCCallConv);
  LLVMRemoveEnumAttributeAtIndex(import, FUNCTION_INDEX, fxc_attribute_kind("memory"));
  LLVMRemoveEnumAttributeAtIndex(import, FUNCTION_INDEX, fxc_attribute_kind("speculatable"));
  /* It may read ids, but has no barriers: functions with barriers cannot be exports. */
  LLVMRemoveEnumAttributeAtIndex(import, FUNCTION_INDEX, fxc_attribute_kind("convergent"));
  fxc_add_attribute(import, LLVMAttributeFunctionIndex, "nounwind", 0);
  fxc_set_string_attribute(import, FXC_IMPORT, name_of(function));
  return import;
}
