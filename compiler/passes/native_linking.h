/* What crosses the images of native_cpu: docs/device-linking.md. */
#ifndef FALX_COMPILER_PASSES_NATIVE_LINKING_H
#define FALX_COMPILER_PASSES_NATIVE_LINKING_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#define FXC_EXPORT_SUFFIX ".falx_export"
#define FXC_IMPORT_SUFFIX ".falx_import"
#define FXC_SLOT_SUFFIX ".falx_slot"
#define FXC_ROWS_SUFFIX ".falx_rows"
#define FXC_IMPORT_ROWS_SUFFIX ".falx_import_rows"
#define FXC_ROWS_SLOT_SUFFIX ".falx_rows_slot"
#define FXC_EXPORT "falx-export"
#define FXC_EXPORT_ROWS "falx-export-rows" /* attributes, as "falx-export" and "falx-import" */
#define FXC_IMPORT_ROWS "falx-import-rows"
#define FXC_ROWS "falx-rows" /* attribute of what computes an export's rows */
/* Named metadata of a module: names of functions that would be exports, and cannot be here. */
#define FXC_LOCAL_EXPORTS "falx.local_exports"

/* The name that other images know function by, if it is the entry of an export, or what an import
 * is declared as. NULL where it is neither. Lives as long as the module's context. */
const char *fxc_export_of(LLVMValueRef function);
const char *fxc_import_of(LLVMValueRef function);

const char *fxc_export_rows_of(LLVMValueRef function); /* of the entry for rows */
const char *fxc_import_rows_of(LLVMValueRef function);

/* The attribute's value; NULL without. */
const char *fxc_string_attribute(LLVMValueRef function, const char *key);
void fxc_set_string_attribute(LLVMValueRef function, const char *key, const char *value);

/* The declaration that stands for an import until bind-imports: like function, which is declared,
 * with the state as last parameter. */
LLVMValueRef fxc_declare_import(LLVMValueRef function);

/* Constants that are made of function become instructions where instructions use them. False where
 * a variable holds the address, or something that no instructions stand for: nothing is changed. */
bool fxc_expand_constants(LLVMValueRef function);
/* Constant variables that hold function's address and are only read become arrays on the stack of
 * the functions that read them. False: *out_variable is another kind of variable. */
bool fxc_copy_tables(LLVMValueRef function, LLVMValueRef *out_variable);

/* ---- rows: several work-items at once (native_rows.c) ---- */
/* True for an entry or import, which has the state as last parameter, whose other parameters and
 * result fit into arrays. It depends on the type alone: both sides answer the same. */
bool fxc_has_rows(LLVMValueRef function);
/* What an array holds for a parameter or result of type. */
LLVMTypeRef fxc_row_element(LLVMTypeRef type);
/* void(ptr argument, …, ptr result, ptr mask, i64 count, ptr state); one for each import. */
LLVMValueRef fxc_declare_import_rows(LLVMValueRef import);

#endif
