/* spirv-aggregates: choices between structures or arrays, as ones between their elements.
 *
 * The optimizer merges what follows exchanges of several orders, each of which gives a number and
 * whether it was stored, so that the two leave their blocks as one. LLVM's back end knows exchanges
 * whose results are taken apart at once: it ends with a fault of its own at others, or writes
 * modules with two types where one has to be.
 *
 * Needs:   what docs/ir.md says of spir64 before code generation.
 * Leaves:  no phi and no select of a structure or an array.
 * Refuses: nothing.
 * Tests:   tests/passes/spirv-aggregates. */
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "support/vector.h"

typedef FXS_VECTOR(LLVMValueRef) value_list;

static bool is_aggregate(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMStructTypeKind || LLVMGetTypeKind(type) == LLVMArrayTypeKind;
}

static bool is_choice(LLVMValueRef i) {
  return (LLVMIsAPHINode(i) || LLVMIsASelectInst(i)) && is_aggregate(LLVMTypeOf(i));
}

static unsigned elements_of(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMCountStructElementTypes(type)
                                                     : (unsigned)LLVMGetArrayLength2(type);
}

static LLVMTypeRef element_type(LLVMTypeRef type, unsigned index) {
  return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, index)
                                                     : LLVMGetElementType(type);
}

/* An element of a value, at the builder's place if it takes an instruction. */
static LLVMValueRef element_of(LLVMBuilderRef builder, LLVMValueRef value, unsigned index) {
  while (LLVMIsAInsertValueInst(value) && LLVMGetNumIndices(value) == 1) {
    if (LLVMGetIndices(value)[0] == index)
      return LLVMGetOperand(value, 1);
    value = LLVMGetOperand(value, 0);
  }
  LLVMValueRef constant = LLVMIsAConstant(value) ? LLVMGetAggregateElement(value, index) : NULL;
  return constant ? constant : LLVMBuildExtractValue(builder, value, index, "");
}

static LLVMValueRef phi_of_elements(LLVMBuilderRef builder, LLVMValueRef phi, unsigned index) {
  LLVMPositionBuilderBefore(builder, phi);
  LLVMValueRef own = LLVMBuildPhi(builder, element_type(LLVMTypeOf(phi), index), "");
  for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
    LLVMValueRef element = NULL;
    for (unsigned e = 0; e < k && !element; e++) /* a block with several edges has one value */
      if (LLVMGetIncomingBlock(own, e) == from)
        element = LLVMGetIncomingValue(own, e);
    if (!element) {
      LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(from));
      element = element_of(builder, LLVMGetIncomingValue(phi, k), index);
    }
    LLVMAddIncoming(own, &element, &from, 1);
  }
  return own;
}

static LLVMValueRef select_of_elements(LLVMBuilderRef builder, LLVMValueRef select,
                                       unsigned index) {
  LLVMPositionBuilderBefore(builder, select);
  LLVMValueRef first = element_of(builder, LLVMGetOperand(select, 1), index);
  LLVMValueRef second = element_of(builder, LLVMGetOperand(select, 2), index);
  return LLVMBuildSelect(builder, LLVMGetOperand(select, 0), first, second, "");
}

/* What extracts from the choice takes the element's own; the others get a value put together. */
static void replace_uses(LLVMBuilderRef builder, LLVMValueRef choice, LLVMValueRef *elements) {
  value_list extracts = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(choice); use; use = LLVMGetNextUse(use))
    if (LLVMIsAExtractValueInst(LLVMGetUser(use)))
      fxc_push(&extracts, LLVMGetUser(use));
  for (size_t e = 0; e < extracts.count; e++) {
    LLVMValueRef extract = extracts.items[e], value = elements[LLVMGetIndices(extract)[0]];
    LLVMPositionBuilderBefore(builder, extract);
    for (unsigned n = 1; n < LLVMGetNumIndices(extract); n++)
      value = LLVMBuildExtractValue(builder, value, LLVMGetIndices(extract)[n], "");
    LLVMReplaceAllUsesWith(extract, value);
    LLVMInstructionEraseFromParent(extract);
  }
  fxs_vector_free(&extracts);
  if (!LLVMGetFirstUse(choice))
    return;
  LLVMValueRef place = choice, whole = LLVMGetPoison(LLVMTypeOf(choice));
  while (LLVMIsAPHINode(place))
    place = LLVMGetNextInstruction(place);
  LLVMPositionBuilderBefore(builder, place);
  for (unsigned index = 0; index < elements_of(LLVMTypeOf(choice)); index++)
    whole = LLVMBuildInsertValue(builder, whole, elements[index], index, "");
  LLVMReplaceAllUsesWith(choice, whole);
}

static void split(LLVMBuilderRef builder, LLVMValueRef choice, value_list *choices) {
  value_list elements = {0};
  for (unsigned index = 0; index < elements_of(LLVMTypeOf(choice)); index++) {
    LLVMValueRef own = LLVMIsAPHINode(choice) ? phi_of_elements(builder, choice, index)
                                              : select_of_elements(builder, choice, index);
    fxc_push(&elements, own);
    if (is_choice(own))
      fxc_push(choices, own);
  }
  replace_uses(builder, choice, elements.items);
  LLVMInstructionEraseFromParent(choice);
  fxs_vector_free(&elements);
}

/* Structures that were put together for choices alone. */
static void erase_unused(LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetLastInstruction(block), before; i; i = before) {
    before = LLVMGetPreviousInstruction(i);
    if (LLVMIsAInsertValueInst(i) && !LLVMGetFirstUse(i))
      LLVMInstructionEraseFromParent(i);
  }
}

enum fxc_result fxc_spirv_aggregates(struct fxc_module *module) {
  value_list choices = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (is_choice(i))
          fxc_push(&choices, i);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module->ir));
  for (size_t c = 0; c < choices.count; c++)
    split(builder, choices.items[c], &choices);
  LLVMDisposeBuilder(builder);
  for (LLVMValueRef f = choices.count ? LLVMGetFirstFunction(module->ir) : NULL; f;
       f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      erase_unused(b);
  enum fxc_result result = choices.count ? FXC_CHANGED : FXC_SAME;
  fxs_vector_free(&choices);
  return result;
}
