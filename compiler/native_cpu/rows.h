/* Exports and imports for several work-items at once: arguments and results are in arrays, so
 * that caller and callee need not use vectors of the same length (docs/device-linking.md). */
#ifndef FALX_COMPILER_NATIVE_CPU_ROWS_H
#define FALX_COMPILER_NATIVE_CPU_ROWS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "compiler/ir/linking.h"

enum { FXC_ROWS_MAX_PARAMETERS = 24 };
#define FXC_ROWS_ALL_SUFFIX FXC_ROWS_SUFFIX ".all.NativeCPUKernel"
#define FXC_ROWS_SOME_SUFFIX FXC_ROWS_SUFFIX ".some.NativeCPUKernel"

/* True for an entry or import, with the state as last parameter, whose other parameters and
 * result fit into arrays. It depends on the type alone, so both sides agree. */
bool fxc_has_rows(LLVMValueRef function);
/* The element type of the array for a parameter or result of type. */
LLVMTypeRef fxc_row_element(LLVMTypeRef type);
/* void(ptr argument, …, ptr result, ptr mask, i64 count, ptr state); one for each import. */
LLVMValueRef fxc_declare_import_rows(LLVMValueRef import);

/* void(ptr argument, …, ptr result, ptr mask[, i64 count], ptr state) for function, an entry or
 * import. */
LLVMTypeRef fxc_rows_type(LLVMValueRef function, bool has_count);
/* Declares name with suffix, which has the attribute key=name. */
LLVMValueRef fxc_add_rows_function(LLVMModuleRef module, LLVMTypeRef type, const char *key,
                                   const char *name, const char *suffix);

#endif
