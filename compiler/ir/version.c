#include "compiler/ir/version.h"

#include "compiler/ir/clone.h"
#include "compiler/memory.h"

#include <stdlib.h>
#include <string.h>

/* LLVM takes variables apart only in the block that a function begins with. */
static void move_variables(LLVMBasicBlockRef from, LLVMBuilderRef to) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(from), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (!LLVMIsAAllocaInst(i) || !LLVMIsAConstantInt(LLVMGetOperand(i, 0)))
      continue;
    size_t length;
    const char *name = LLVMGetValueName2(i, &length);
    char *kept = fxc_must(strndup(name, length));
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilderWithName(to, i, kept);
    free(kept);
  }
}

void fxc_version_begin(LLVMValueRef function, struct fxc_version *version) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  LLVMBasicBlockRef whole = LLVMGetEntryBasicBlock(function);
  *version = (struct fxc_version){.builder = LLVMCreateBuilderInContext(context)};
  LLVMPositionBuilderAtEnd(version->builder, LLVMInsertBasicBlockInContext(context, whole, ""));
  move_variables(whole, version->builder);
}

void fxc_version_finish(struct fxc_version *version, LLVMValueRef condition) {
  LLVMBasicBlockRef entry = LLVMGetInsertBlock(version->builder);
  LLVMBasicBlockRef whole = LLVMGetNextBasicBlock(entry);
  LLVMValueRef function = LLVMGetBasicBlockParent(entry);
  unsigned count = LLVMCountBasicBlocks(function);
  LLVMBasicBlockRef *blocks = fxc_must(malloc(count * sizeof *blocks));
  LLVMGetBasicBlocks(function, blocks);
  fxc_clone_blocks(blocks + 1, count - 1, function, &version->values);
  free(blocks);
  version->special = fxc_map_get(&version->values, whole);
  LLVMBuildCondBr(version->builder, condition, version->special, whole);
}

void fxc_version_free(struct fxc_version *version) {
  LLVMDisposeBuilder(version->builder);
  fxc_map_free(&version->values);
}
