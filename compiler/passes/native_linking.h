/* What crosses the images of native_cpu: docs/device-linking.md. */
#ifndef FALX_COMPILER_PASSES_NATIVE_LINKING_H
#define FALX_COMPILER_PASSES_NATIVE_LINKING_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#define FXC_EXPORT_SUFFIX ".falx_export"
#define FXC_IMPORT_SUFFIX ".falx_import"
#define FXC_SLOT_SUFFIX ".falx_slot"
/* Named metadata of a module: names of functions that would be exports, and cannot be here. */
#define FXC_LOCAL_EXPORTS "falx.local_exports"

/* The name that other images know function by, if it is the entry of an export, or what an import
 * is declared as. NULL where it is neither. Lives as long as the module's context. */
const char *fxc_export_of(LLVMValueRef function);
const char *fxc_import_of(LLVMValueRef function);

/* The declaration that stands for an import until bind-imports: like function, which is declared,
 * with the state as last parameter. */
LLVMValueRef fxc_declare_import(LLVMValueRef function);

#endif
