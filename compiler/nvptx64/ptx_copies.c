/* ptx-copies: copies of aligned memory, 16 bytes at a time. LLVM's back end copies 8.
 *
 * Needs:   optimize.
 * Leaves:  no short copy of a multiple of 16 bytes between places that are aligned to as many.
 * Refuses: nothing.
 * Tests:   tests/passes/ptx-copies. */
#include <string.h>

#include "compiler/ir/attributes.h"
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "support/vector.h"

enum { STEP = 16, MOST = 128 };

static bool is_copy(LLVMValueRef instruction) {
  size_t length;
  LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
  return callee && LLVMIsAFunction(callee) &&
         strncmp(LLVMGetValueName2(callee, &length), "llvm.memcpy.", strlen("llvm.memcpy.")) == 0;
}

/* The bytes that it copies; 0 where it is to stay. */
static uint64_t bytes_of(LLVMValueRef copy) {
  LLVMValueRef size = LLVMGetOperand(copy, 2);
  bool is_volatile = LLVMConstIntGetZExtValue(LLVMGetOperand(copy, 3)) != 0;
  if (!LLVMIsAConstantInt(size) || is_volatile || fxc_call_alignment(copy, 0) < STEP ||
      fxc_call_alignment(copy, 1) < STEP)
    return 0;
  uint64_t bytes = LLVMConstIntGetZExtValue(size);
  return bytes <= MOST && bytes % STEP == 0 ? bytes : 0;
}

static LLVMValueRef address_at(LLVMBuilderRef builder, LLVMValueRef base, uint64_t offset) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(base));
  LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(context), offset, false);
  return offset
             ? LLVMBuildInBoundsGEP2(builder, LLVMInt8TypeInContext(context), base, &index, 1, "")
             : base;
}

/* All loads before all stores, as many as there are. */
static void expand(LLVMBuilderRef builder, LLVMValueRef copy, uint64_t bytes) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(copy));
  LLVMTypeRef vector = LLVMVectorType(LLVMInt32TypeInContext(context), STEP / 4);
  LLVMValueRef values[MOST / STEP];
  LLVMPositionBuilderBefore(builder, copy);
  for (uint64_t at = 0; at < bytes; at += STEP) {
    LLVMValueRef from = address_at(builder, LLVMGetOperand(copy, 1), at);
    values[at / STEP] = LLVMBuildLoad2(builder, vector, from, "");
    LLVMSetAlignment(values[at / STEP], STEP);
  }
  for (uint64_t at = 0; at < bytes; at += STEP)
    LLVMSetAlignment(LLVMBuildStore(builder, values[at / STEP],
                                    address_at(builder, LLVMGetOperand(copy, 0), at)),
                     STEP);
  LLVMInstructionEraseFromParent(copy);
}

enum fxc_result fxc_ptx_copies(struct fxc_module *module) {
  FXS_VECTOR(LLVMValueRef) copies = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (is_copy(i) && bytes_of(i))
          fxc_push(&copies, i);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module->ir));
  for (size_t i = 0; i < copies.count; i++)
    expand(builder, copies.items[i], bytes_of(copies.items[i]));
  LLVMDisposeBuilder(builder);
  enum fxc_result result = copies.count ? FXC_CHANGED : FXC_SAME;
  fxs_vector_free(&copies);
  return result;
}
