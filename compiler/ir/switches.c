#include "compiler/ir/switches.h"

#include <stddef.h>

enum { MOST_CASES = FXC_ANY_DESTINATIONS };

/* Redirects the phis of block from predecessor `from` to `now`, once. */
static void come_from(LLVMBuilderRef builder, LLVMBasicBlockRef block, LLVMBasicBlockRef from,
                      LLVMBasicBlockRef now) {
  for (LLVMValueRef phi = LLVMGetFirstInstruction(block), next; phi && LLVMIsAPHINode(phi);
       phi = next) {
    LLVMValueRef value = NULL;
    next = LLVMGetNextInstruction(phi);
    LLVMPositionBuilderBefore(builder, phi);
    LLVMValueRef other = LLVMBuildPhi(builder, LLVMTypeOf(phi), "");
    for (unsigned i = 0, count = LLVMCountIncoming(phi); i < count; i++) {
      LLVMBasicBlockRef incoming = LLVMGetIncomingBlock(phi, i);
      LLVMValueRef its = LLVMGetIncomingValue(phi, i);
      if (incoming == from)
        value = its;
      else
        LLVMAddIncoming(other, &its, &incoming, 1);
    }
    if (value)
      LLVMAddIncoming(other, &value, &now, 1);
    LLVMReplaceAllUsesWith(phi, other);
    LLVMInstructionEraseFromParent(phi);
  }
}

/* True if value is one of the cases for which the switch goes to `to`. */
static LLVMValueRef leads_to(LLVMBuilderRef builder, LLVMValueRef end, LLVMBasicBlockRef to) {
  LLVMValueRef any = NULL, value = LLVMGetOperand(end, 0);
  for (unsigned i = 1, count = LLVMGetNumSuccessors(end); i < count; i++)
    if (LLVMGetSuccessor(end, i) == to) {
      LLVMValueRef one =
          LLVMBuildICmp(builder, LLVMIntEQ, value, LLVMGetSwitchCaseValue(end, i), "");
      any = any ? LLVMBuildOr(builder, any, one, "") : one;
    }
  return any;
}

/* The blocks that cases lead to, each once, without the default one. */
static unsigned destinations_of(LLVMValueRef end, LLVMBasicBlockRef *places) {
  LLVMBasicBlockRef rest = LLVMGetSwitchDefaultDest(end);
  unsigned count = 0;
  for (unsigned i = 1, successors = LLVMGetNumSuccessors(end); i < successors; i++) {
    LLVMBasicBlockRef to = LLVMGetSuccessor(end, i);
    bool is_new = to != rest;
    for (unsigned k = 0; k < count; k++)
      is_new = is_new && places[k] != to;
    if (is_new)
      places[count++] = to;
  }
  return count;
}

static void take_apart(LLVMContextRef context, LLVMBuilderRef builder, LLVMValueRef end,
                       const LLVMBasicBlockRef *places, unsigned count) {
  LLVMBasicBlockRef from = LLVMGetInstructionParent(end), rest = LLVMGetSwitchDefaultDest(end);
  LLVMBasicBlockRef here = from;
  for (unsigned k = 0; k < count; k++) {
    LLVMPositionBuilderBefore(builder, end);
    if (here != from)
      LLVMPositionBuilderAtEnd(builder, here);
    LLVMValueRef is_here = leads_to(builder, end, places[k]);
    LLVMBasicBlockRef next = rest;
    if (k + 1 < count)
      next = LLVMInsertBasicBlockInContext(context, LLVMGetNextBasicBlock(here), "case");
    LLVMBuildCondBr(builder, is_here, places[k], next);
    come_from(builder, places[k], from, here);
    if (k + 1 < count)
      here = next;
  }
  come_from(builder, rest, from, here);
  if (count == 0) {
    LLVMPositionBuilderBefore(builder, end);
    LLVMBuildBr(builder, rest);
  }
  LLVMInstructionEraseFromParent(end);
}

bool fxc_take_switches_apart(LLVMValueRef function, unsigned most_destinations) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  bool is_changed = false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (LLVMGetInstructionOpcode(end) != LLVMSwitch || LLVMGetNumSuccessors(end) > MOST_CASES + 1)
      continue;
    LLVMBasicBlockRef places[MOST_CASES];
    unsigned count = destinations_of(end, places);
    if (count > most_destinations)
      continue;
    take_apart(context, builder, end, places, count);
    is_changed = true;
  }
  LLVMDisposeBuilder(builder);
  return is_changed;
}
