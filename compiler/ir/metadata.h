/* Metadata of functions: what passes record for later ones (docs/ir.md). */
#ifndef FALX_COMPILER_IR_METADATA_H
#define FALX_COMPILER_IR_METADATA_H

#include <llvm-c/Core.h>

#include "support/vector.h"

typedef FXS_VECTOR(LLVMValueRef) fxc_node_list;

/* Replaces what the list has by the operands of a node, which may be NULL: none. */
void fxc_node_operands(LLVMValueRef node, fxc_node_list *out);
unsigned fxc_metadata_kind(LLVMContextRef context, const char *name);
/* NULL if the function has none. Metadata rather than a value: a node with one constant would
 * become that constant. */
LLVMMetadataRef fxc_function_metadata(LLVMValueRef function, const char *name);
/* The same as a value, for reading operands. */
LLVMValueRef fxc_function_node(LLVMValueRef function, const char *name);
/* One operand of a node as an integer; 0 if it is not one. */
unsigned fxc_metadata_integer(LLVMValueRef node, unsigned operand);

#endif
