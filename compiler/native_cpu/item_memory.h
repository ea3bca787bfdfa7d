/* Memory shared between work-items: which memory operations of a kernel's body are independent
 * between its work-items, and which private memory has the same content for all of them. */
#ifndef FALX_COMPILER_NATIVE_CPU_ITEM_MEMORY_H
#define FALX_COMPILER_NATIVE_CPU_ITEM_MEMORY_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "support/vector.h"

struct fxc_item_memory {
  LLVMContextRef context;
  LLVMMetadataRef access_group;
  bool has_escaped;                 /* the address of an alloca has escaped */
  FXS_VECTOR(LLVMValueRef) uniform; /* allocas with the same content for all work-items */
};

/* Examines an alloca that is still in the body, whose first block is first. If work-items only
 * read what first stores there, and that is the same for all of them, the stores move to the end
 * of entry's block: the memory is filled once per call. */
void fxc_item_memory_add(struct fxc_item_memory *memory, LLVMValueRef alloca,
                         LLVMBasicBlockRef first, LLVMBuilderRef entry);

/* True for an alloca where a work-item writes nothing but what is the same for all of them, to
 * places that are. */
bool fxc_item_memory_holds_invariants(LLVMValueRef alloca);

/* Gives instruction the access group if no two work-items can access the same memory in it. */
void fxc_item_memory_mark(const struct fxc_item_memory *memory, LLVMValueRef instruction);
/* Gives it the access group unconditionally. */
void fxc_item_memory_set_parallel(const struct fxc_item_memory *memory, LLVMValueRef instruction);

/* False if pointer may be private memory that work-items use one after the other. */
bool fxc_item_memory_is_shared(const struct fxc_item_memory *memory, LLVMValueRef pointer);

/* True if the alloca's address may be read back from somewhere. */
bool fxc_item_memory_escapes(LLVMValueRef alloca);

/* True for pointers into by-value arguments, which are not modified during the call. */
bool fxc_item_memory_is_argument(LLVMValueRef pointer);

/* Moves an instruction to the end of the block that builder is at. */
void fxc_move_instruction(LLVMValueRef instruction, LLVMBuilderRef builder);

#endif
