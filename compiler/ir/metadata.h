/* Metadata of functions: the notes that passes leave for later ones (docs/ir.md). */
#ifndef FALX_COMPILER_IR_METADATA_H
#define FALX_COMPILER_IR_METADATA_H

#include <llvm-c/Core.h>

unsigned fxc_metadata_kind(LLVMContextRef context, const char *name);
/* NULL where the function has none. Not as a value: a node of one constant would become that
 * constant. */
LLVMMetadataRef fxc_function_metadata(LLVMValueRef function, const char *name);
/* The same as a value, for reading operands. */
LLVMValueRef fxc_function_node(LLVMValueRef function, const char *name);
/* One operand of a node as an integer; 0 where it is none. */
unsigned fxc_metadata_integer(LLVMValueRef node, unsigned operand);

#endif
