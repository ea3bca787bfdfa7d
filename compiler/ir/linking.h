/* Names and attributes of functions that cross the images of native_cpu: docs/device-linking.md. */
#ifndef FALX_COMPILER_IR_LINKING_H
#define FALX_COMPILER_IR_LINKING_H

#include <llvm-c/Core.h>

#define FXC_EXPORT_SUFFIX ".falx_export"
#define FXC_IMPORT_SUFFIX ".falx_import"
#define FXC_SLOT_SUFFIX ".falx_slot"
#define FXC_ROWS_SUFFIX ".falx_rows"
#define FXC_IMPORT_ROWS_SUFFIX ".falx_import_rows"
#define FXC_ROWS_SLOT_SUFFIX ".falx_rows_slot"
/* String attributes whose value is the name of the function. */
#define FXC_EXPORT "falx-export"
#define FXC_IMPORT "falx-import"
#define FXC_EXPORT_ROWS "falx-export-rows"
#define FXC_IMPORT_ROWS "falx-import-rows"
#define FXC_ROWS "falx-rows" /* on the function that computes a row of an export */
/* Named metadata: names of functions that would be exports but cannot be called from other
 * images. */
#define FXC_LOCAL_EXPORTS "falx.local_exports"

/* The name by which other images know function, if it is the entry of an export or the
 * declaration of an import; else NULL. Lives as long as the module's context. */
const char *fxc_export_of(LLVMValueRef function);
const char *fxc_import_of(LLVMValueRef function);

const char *fxc_export_rows_of(LLVMValueRef function); /* of the entry for rows */
const char *fxc_import_rows_of(LLVMValueRef function);

#endif
