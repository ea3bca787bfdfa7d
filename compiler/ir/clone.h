/* Copying function bodies. */
#ifndef FALX_COMPILER_IR_CLONE_H
#define FALX_COMPILER_IR_CLONE_H

#include "compiler/ir/map.h"

#include <llvm-c/Core.h>
#include <stdbool.h>

/* False if a body cannot be copied: there is none, or the address of a block is taken (computed
 * goto). */
bool fxc_can_clone(LLVMValueRef function);

/* All of the instruction's metadata but its position. */
void fxc_copy_metadata(LLVMValueRef from, LLVMValueRef to);

/* Appends copies of from's blocks to into. values maps from's parameters (and whatever else is
 * to be replaced) to their replacements, and receives the copy of every block and instruction of
 * from. Debug locations and records are copied unchanged: they still name from's subprogram, so
 * into must have none of its own, or be inlined into a function that has. */
void fxc_clone_body(LLVMValueRef from, LLVMValueRef into, struct fxc_map *values);

/* Appends copies of some blocks of a function to into. Phis lose their incoming values from
 * other blocks; branches to other blocks are left as they are. Variable declarations are not
 * copied: they apply to a whole function. */
void fxc_clone_blocks(const LLVMBasicBlockRef *blocks, size_t count, LLVMValueRef into,
                      struct fxc_map *values);

/* A copy with the same type, attributes and internal linkage, without a subprogram. values may be
 * NULL, or zero-initialised to learn the mapping. */
LLVMValueRef fxc_clone_function(LLVMValueRef from, const char *name, struct fxc_map *values);

#endif
