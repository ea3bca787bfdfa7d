#include "compiler/native_cpu/rows.h"

#include "compiler/ir/attributes.h"
#include "compiler/ir/rebuild.h"
#include "support/strbuf.h"

static bool is_scalar(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind: {
    unsigned bits = LLVMGetIntTypeWidth(type);
    return bits == 1 || bits == 8 || bits == 16 || bits == 32 || bits == 64;
  }
  case LLVMHalfTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
  case LLVMPointerTypeKind:
    return true;
  default:
    return false;
  }
}

bool fxc_has_rows(LLVMValueRef function) {
  static const char *const memory[] = {"byval", "sret"};
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  unsigned count = LLVMCountParams(function) - 1; /* the last is the state */
  if (count > FXC_ROWS_MAX_PARAMETERS ||
      (LLVMGetTypeKind(result) != LLVMVoidTypeKind && !is_scalar(result)))
    return false;
  for (unsigned i = 0; i < count; i++) {
    if (!is_scalar(LLVMTypeOf(LLVMGetParam(function, i))))
      return false;
    for (unsigned k = 0; k < sizeof memory / sizeof *memory; k++)
      if (fxc_has_attribute(function, i + 1, memory[k]))
        return false;
  }
  return true;
}

/* i1 takes a byte. */
LLVMTypeRef fxc_row_element(LLVMTypeRef type) {
  bool is_bool = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
  return is_bool ? LLVMInt8TypeInContext(LLVMGetTypeContext(type)) : type;
}

LLVMTypeRef fxc_rows_type(LLVMValueRef function, bool has_count) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0), types[FXC_ROWS_MAX_PARAMETERS + 4];
  unsigned count = 0, parameters = LLVMCountParams(function) - 1;
  while (count < parameters + 2) /* the arguments, result, mask */
    types[count++] = pointer;
  if (has_count)
    types[count++] = LLVMInt64TypeInContext(context);
  types[count++] = pointer;
  return LLVMFunctionType(LLVMVoidTypeInContext(context), types, count, false);
}

LLVMValueRef fxc_add_rows_function(LLVMModuleRef module, LLVMTypeRef type, const char *key,
                                   const char *name, const char *suffix) {
  struct fxs_strbuf text = {0};
  fxs_strbuf_printf(&text, "%s%s", name, suffix);
  LLVMValueRef function = LLVMAddFunction(module, fxs_strbuf_text(&text), type);
  fxs_strbuf_free(&text);
  fxc_set_string_attribute(function, key, name);
  fxc_add_attribute(function, LLVMAttributeFunctionIndex, "nounwind", 0);
  return function;
}

LLVMValueRef fxc_declare_import_rows(LLVMValueRef import) {
  LLVMModuleRef module = LLVMGetGlobalParent(import);
  const char *name = fxc_import_of(import);
  struct fxs_strbuf text = {0};
  fxs_strbuf_printf(&text, "%s" FXC_IMPORT_ROWS_SUFFIX, name);
  LLVMValueRef function = LLVMGetNamedFunction(module, fxs_strbuf_text(&text));
  fxs_strbuf_free(&text);
  return function ? function
                  : fxc_add_rows_function(module, fxc_rows_type(import, true), FXC_IMPORT_ROWS,
                                          name, FXC_IMPORT_ROWS_SUFFIX);
}
