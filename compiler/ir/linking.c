#include "compiler/ir/linking.h"

#include <stddef.h>

#include "compiler/ir/attributes.h"

const char *fxc_export_of(LLVMValueRef function) {
  return LLVMIsDeclaration(function) ? NULL : fxc_string_attribute(function, FXC_EXPORT);
}

const char *fxc_import_of(LLVMValueRef function) {
  return LLVMIsDeclaration(function) ? fxc_string_attribute(function, FXC_IMPORT) : NULL;
}

const char *fxc_export_rows_of(LLVMValueRef function) {
  return LLVMIsDeclaration(function) ? NULL : fxc_string_attribute(function, FXC_EXPORT_ROWS);
}

const char *fxc_import_rows_of(LLVMValueRef function) {
  return LLVMIsDeclaration(function) ? fxc_string_attribute(function, FXC_IMPORT_ROWS) : NULL;
}
