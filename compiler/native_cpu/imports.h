/* Functions of other images: docs/device-linking.md. */
#ifndef FALX_COMPILER_NATIVE_CPU_IMPORTS_H
#define FALX_COMPILER_NATIVE_CPU_IMPORTS_H

#include <llvm-c/Core.h>

/* The declaration that represents an import until bind-imports: function's type with the state
 * as an additional last parameter. */
LLVMValueRef fxc_declare_import(LLVMValueRef function);

#endif
