/* Replacing a function by one of another type with the same body: how parameters are added,
 * removed and split without copying instructions. */
#ifndef FALX_COMPILER_IR_REBUILD_H
#define FALX_COMPILER_IR_REBUILD_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* All attributes at one index (LLVMAttributeFunctionIndex, LLVMAttributeReturnIndex, 1 + n). */
void fxc_copy_attributes(LLVMValueRef from, unsigned from_index, LLVMValueRef to,
                         unsigned to_index);
void fxc_add_attribute(LLVMValueRef function, unsigned index, const char *name, uint64_t value);
void fxc_add_type_attribute(LLVMValueRef function, unsigned index, const char *name,
                            LLVMTypeRef type);
/* The type in byval and similar attributes; NULL if the parameter has no such attribute. */
LLVMTypeRef fxc_type_attribute(LLVMValueRef function, unsigned index, const char *name);
/* The value of align and similar attributes; 0 if there is no such attribute. */
uint64_t fxc_int_attribute(LLVMValueRef function, unsigned index, const char *name);
bool fxc_has_attribute(LLVMValueRef function, unsigned index, const char *name);

void fxc_copy_call_attributes(LLVMValueRef from, unsigned from_index, LLVMValueRef to,
                              unsigned to_index);
/* byval and sret of function's parameters, which are part of the calling convention. */
void fxc_copy_memory_attributes(LLVMValueRef function, LLVMValueRef call);
/* A copy: the name of from stays. LLVM makes it unique within the function. */
void fxc_copy_name(LLVMValueRef from, LLVMValueRef to);
bool fxc_is_call_through_pointer(LLVMValueRef instruction);

/* A new function without a body beside from: its linkage, calling convention, function and return
 * attributes, personality, section, comdat and metadata except !dbg. */
LLVMValueRef fxc_function_like(LLVMValueRef from, LLVMTypeRef type, const char *name);

/* Moves from's blocks and debug information to into, which has no body. The body still uses
 * from's parameters: replace them, then call fxc_replace_function. */
void fxc_take_body(LLVMValueRef from, LLVMValueRef into);
/* Gives with from's name and uses, and deletes from. */
void fxc_replace_function(LLVMValueRef from, LLVMValueRef with);

/* The kernel with one parameter more, behind the others, and the same name; the old one is gone. */
LLVMValueRef fxc_with_parameter(LLVMValueRef kernel, LLVMTypeRef last, const char *last_name);

/* The address of function becomes entry's; direct calls are unchanged. */
void fxc_redirect_addresses(LLVMValueRef function, LLVMValueRef entry);

#endif
