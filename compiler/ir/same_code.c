/* Comparing two definitions: values of functions by their number, constants by their structure. */
#include "compiler/ir/same_code.h"

#include <stdint.h>
#include <string.h>

#include "compiler/ir/device_globals.h"
#include "compiler/ir/map.h"
#include "compiler/ir/metadata.h"
#include "compiler/memory.h"
#include "support/vector.h"

struct pair {
  LLVMValueRef one, other;
};

struct comparison {
  struct fxc_map assumed; /* definitions that were met: one to other; recursion ends there */
  FXS_VECTOR(struct pair) functions; /* whose bodies are still to be compared */
  fxc_has_copies *has_copies;    /* NULL: definitions of two modules, not interchangeable ones */
  struct fxc_map nodes, reverse; /* metadata of one to that of the other, and back */
  unsigned scope_kinds[2];       /* of metadata that is lists of scopes */
};

/* One side of a pair of functions: blocks as control flow reaches them, for front ends lay them out
 * in several ways. */
struct side {
  FXS_VECTOR(LLVMBasicBlockRef) blocks;
  struct fxc_map numbers; /* of parameters, blocks and instructions */
};

struct body {
  struct comparison *comparison;
  struct side one, other;
};

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

/* ---- types ---- */

static bool same_type(LLVMTypeRef one, LLVMTypeRef other);

static bool same_struct(LLVMTypeRef one, LLVMTypeRef other) {
  unsigned count = LLVMIsOpaqueStruct(one) ? 0 : LLVMCountStructElementTypes(one);
  if (LLVMIsOpaqueStruct(one) != LLVMIsOpaqueStruct(other) ||
      LLVMIsPackedStruct(one) != LLVMIsPackedStruct(other) ||
      (LLVMIsOpaqueStruct(other) ? 0 : LLVMCountStructElementTypes(other)) != count)
    return false;
  for (unsigned i = 0; i < count; i++)
    if (!same_type(LLVMStructGetTypeAtIndex(one, i), LLVMStructGetTypeAtIndex(other, i)))
      return false;
  return true;
}

static bool same_function_type(LLVMTypeRef one, LLVMTypeRef other) {
  unsigned count = LLVMCountParamTypes(one);
  if (LLVMIsFunctionVarArg(one) != LLVMIsFunctionVarArg(other) ||
      LLVMCountParamTypes(other) != count ||
      !same_type(LLVMGetReturnType(one), LLVMGetReturnType(other)))
    return false;
  LLVMTypeRef *types = fxc_must(calloc(2 * (size_t)count + 1, sizeof *types));
  LLVMGetParamTypes(one, types);
  LLVMGetParamTypes(other, types + count);
  bool is_same = true;
  for (unsigned i = 0; i < count && is_same; i++)
    is_same = same_type(types[i], types[count + i]);
  free(types);
  return is_same;
}

/* A context has one of each type, but of named structs, which are as many as there are names. */
static bool same_type(LLVMTypeRef one, LLVMTypeRef other) {
  LLVMTypeKind kind = LLVMGetTypeKind(one);
  if (one == other)
    return true;
  if (LLVMGetTypeKind(other) != kind)
    return false;
  switch (kind) {
  case LLVMStructTypeKind:
    return same_struct(one, other);
  case LLVMArrayTypeKind:
    return LLVMGetArrayLength2(one) == LLVMGetArrayLength2(other) &&
           same_type(LLVMGetElementType(one), LLVMGetElementType(other));
  case LLVMFunctionTypeKind:
    return same_function_type(one, other);
  default:
    return false;
  }
}

/* ---- constants ---- */

static bool same_constant(struct comparison *c, LLVMValueRef one, LLVMValueRef other);

/* Whether what has this name in another file is something else. */
static bool is_internal(LLVMValueRef global) {
  LLVMLinkage linkage = LLVMGetLinkage(global);
  return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

static bool same_variable(struct comparison *c, LLVMValueRef one, LLVMValueRef other) {
  LLVMValueRef first = LLVMGetInitializer(one), second = LLVMGetInitializer(other);
  if (fxc_is_device_global(one) || fxc_is_device_global(other) || !first || !second)
    return false; /* objects with an identity */
  return LLVMIsGlobalConstant(one) == LLVMIsGlobalConstant(other) &&
         LLVMGetAlignment(one) == LLVMGetAlignment(other) && same_constant(c, first, second);
}

static bool same_global(struct comparison *c, LLVMValueRef one, LLVMValueRef other) {
  bool is_function = LLVMIsAFunction(one) != NULL;
  if (c->has_copies &&
      !(is_function && c->has_copies(one) && LLVMIsAFunction(other) && c->has_copies(other)))
    return one == other;
  if (is_function != (LLVMIsAFunction(other) != NULL) || is_internal(one) != is_internal(other) ||
      !same_type(LLVMGlobalGetValueType(one), LLVMGlobalGetValueType(other)))
    return false;
  if (is_function && LLVMGetIntrinsicID(one)) /* names contain those of types */
    return LLVMGetIntrinsicID(one) == LLVMGetIntrinsicID(other);
  if (!is_internal(one))
    return strcmp(name_of(one), name_of(other)) == 0;
  if (fxc_map_has(&c->assumed, one))
    return fxc_map_get(&c->assumed, one) == other;
  fxc_map_put(&c->assumed, one, other);
  if (is_function)
    fxc_push(&c->functions, ((struct pair){one, other}));
  return is_function || (LLVMIsAGlobalVariable(one) && LLVMIsAGlobalVariable(other) &&
                         same_variable(c, one, other));
}

static bool same_constant(struct comparison *c, LLVMValueRef one, LLVMValueRef other) {
  LLVMValueKind kind = LLVMGetValueKind(one);
  if (one == other)
    return true;
  if (LLVMIsAGlobalValue(one) && LLVMIsAGlobalValue(other))
    return same_global(c, one, other);
  if (c->has_copies) /* constants have flags, too */
    return false;
  if (LLVMGetValueKind(other) != kind || !same_type(LLVMTypeOf(one), LLVMTypeOf(other)))
    return false;
  switch (kind) {
  case LLVMConstantAggregateZeroValueKind:
  case LLVMUndefValueValueKind:
  case LLVMPoisonValueValueKind:
    return true;
  case LLVMConstantExprValueKind:
    if (LLVMGetConstOpcode(one) != LLVMGetConstOpcode(other) ||
        (LLVMGetConstOpcode(one) == LLVMGetElementPtr &&
         !same_type(LLVMGetGEPSourceElementType(one), LLVMGetGEPSourceElementType(other))))
      return false;
    break;
  case LLVMConstantStructValueKind:
  case LLVMConstantArrayValueKind:
  case LLVMConstantVectorValueKind:
    break;
  default:
    return false; /* one of each in a context */
  }
  unsigned count = (unsigned)LLVMGetNumOperands(one);
  if ((unsigned)LLVMGetNumOperands(other) != count)
    return false;
  for (unsigned i = 0; i < count; i++)
    if (!same_constant(c, LLVMGetOperand(one, i), LLVMGetOperand(other, i)))
      return false;
  return true;
}

/* ---- what describes the code, of interchangeable functions ---- */

/* Values that stand for metadata; constants in nodes are themselves. has_names: strings in nodes
 * may differ, as they are names of what the nodes stand for. */
static bool same_node(struct comparison *c, LLVMValueRef one, LLVMValueRef other, bool has_names) {
  if (one == other && (!one || !LLVMIsAMDNode(one)))
    return true;
  unsigned length;
  if (one && other && has_names && LLVMGetMDString(one, &length))
    return LLVMGetMDString(other, &length) != NULL;
  if (!one || !other || !LLVMIsAMDNode(one) || !LLVMIsAMDNode(other))
    return false;
  if (fxc_map_has(&c->nodes, one) || fxc_map_has(&c->reverse, other))
    return fxc_map_get(&c->nodes, one) == other && fxc_map_get(&c->reverse, other) == one;
  fxc_map_put(&c->nodes, one, other);
  fxc_map_put(&c->reverse, other, one);
  fxc_node_list first = {0}, second = {0};
  fxc_node_operands(one, &first);
  fxc_node_operands(other, &second);
  bool is_same = first.count == second.count;
  for (size_t i = 0; i < first.count && is_same; i++)
    is_same = same_node(c, first.items[i], second.items[i], has_names);
  fxs_vector_free(&first);
  fxs_vector_free(&second);
  return is_same;
}

static bool same_metadata(struct comparison *c, LLVMValueRef one, LLVMValueRef other) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(one));
  size_t count, others;
  LLVMValueMetadataEntry *first = LLVMInstructionGetAllMetadataOtherThanDebugLoc(one, &count);
  LLVMValueMetadataEntry *second = LLVMInstructionGetAllMetadataOtherThanDebugLoc(other, &others);
  bool is_same = count == others;
  for (unsigned i = 0; i < count && is_same; i++) {
    unsigned kind = LLVMValueMetadataEntriesGetKind(first, i);
    is_same =
        kind == LLVMValueMetadataEntriesGetKind(second, i) &&
        same_node(c, LLVMMetadataAsValue(context, LLVMValueMetadataEntriesGetMetadata(first, i)),
                  LLVMMetadataAsValue(context, LLVMValueMetadataEntriesGetMetadata(second, i)),
                  kind == c->scope_kinds[0] || kind == c->scope_kinds[1]);
  }
  LLVMDisposeValueMetadataEntries(first);
  LLVMDisposeValueMetadataEntries(second);
  return is_same;
}

/* Of a function or a call at one index: its result, a parameter, itself. */
static bool same_attributes_at(LLVMValueRef one, LLVMValueRef other, LLVMAttributeIndex index) {
  bool is_call = LLVMIsAFunction(one) == NULL;
  unsigned count = is_call ? LLVMGetCallSiteAttributeCount(one, index)
                           : LLVMGetAttributeCountAtIndex(one, index);
  unsigned others = is_call ? LLVMGetCallSiteAttributeCount(other, index)
                            : LLVMGetAttributeCountAtIndex(other, index);
  if (count != others)
    return false;
  LLVMAttributeRef *all = fxc_must(calloc(2 * (size_t)count + 1, sizeof *all));
  if (is_call) {
    LLVMGetCallSiteAttributes(one, index, all);
    LLVMGetCallSiteAttributes(other, index, all + count);
  } else {
    LLVMGetAttributesAtIndex(one, index, all);
    LLVMGetAttributesAtIndex(other, index, all + count);
  }
  bool is_same = true;
  for (unsigned i = 0; i < count && is_same; i++)
    is_same = all[i] == all[count + i];
  free(all);
  return is_same;
}

static bool same_attributes(LLVMValueRef one, LLVMValueRef other, unsigned parameters) {
  bool is_same = same_attributes_at(one, other, LLVMAttributeFunctionIndex);
  for (unsigned i = 0; i <= parameters && is_same; i++)
    is_same = same_attributes_at(one, other, i);
  return is_same;
}

static bool same_signature(LLVMValueRef one, LLVMValueRef other) {
  LLVMValueRef first = LLVMHasPersonalityFn(one) ? LLVMGetPersonalityFn(one) : NULL;
  LLVMValueRef second = LLVMHasPersonalityFn(other) ? LLVMGetPersonalityFn(other) : NULL;
  return first == second && same_attributes(one, other, LLVMCountParams(one));
}

static bool same_arithmetic_flags(LLVMValueRef one, LLVMValueRef other) {
  switch (LLVMGetInstructionOpcode(one)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
  case LLVMTrunc:
    return LLVMGetNUW(one) == LLVMGetNUW(other) && LLVMGetNSW(one) == LLVMGetNSW(other);
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMLShr:
  case LLVMAShr:
    return LLVMGetExact(one) == LLVMGetExact(other);
  case LLVMOr:
    return LLVMGetIsDisjoint(one) == LLVMGetIsDisjoint(other);
  case LLVMZExt:
  case LLVMUIToFP:
    return LLVMGetNNeg(one) == LLVMGetNNeg(other);
  case LLVMICmp:
    return LLVMGetICmpSameSign(one) == LLVMGetICmpSameSign(other);
  case LLVMGetElementPtr:
    return LLVMGEPGetNoWrapFlags(one) == LLVMGEPGetNoWrapFlags(other);
  default:
    return true;
  }
}

static bool same_call_rest(LLVMValueRef one, LLVMValueRef other) {
  return LLVMGetInstructionCallConv(one) == LLVMGetInstructionCallConv(other) &&
         !LLVMGetNumOperandBundles(one) && !LLVMGetNumOperandBundles(other) &&
         (!LLVMIsACallInst(one) || LLVMGetTailCallKind(one) == LLVMGetTailCallKind(other)) &&
         same_attributes(one, other, LLVMGetNumArgOperands(one));
}

static bool same_description(struct comparison *c, LLVMValueRef one, LLVMValueRef other) {
  if (LLVMCanValueUseFastMathFlags(one) && LLVMGetFastMathFlags(one) != LLVMGetFastMathFlags(other))
    return false;
  switch (LLVMGetInstructionOpcode(one)) {
  case LLVMAlloca:
  case LLVMLoad:
  case LLVMStore:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    if (LLVMGetAlignment(one) != LLVMGetAlignment(other))
      return false;
    break;
  case LLVMCall:
  case LLVMInvoke:
    if (!same_call_rest(one, other))
      return false;
    break;
  default:
    break;
  }
  return same_arithmetic_flags(one, other) && same_metadata(c, one, other);
}

/* ---- functions ---- */

static bool same_value(struct body *b, LLVMValueRef one, LLVMValueRef other) {
  void *number = fxc_map_get(&b->one.numbers, one);
  if (number || fxc_map_has(&b->other.numbers, other))
    return number == fxc_map_get(&b->other.numbers, other);
  if (LLVMGetValueKind(one) == LLVMMetadataAsValueValueKind)
    return LLVMGetValueKind(other) == LLVMMetadataAsValueValueKind &&
           (!b->comparison->has_copies || same_node(b->comparison, one, other, false));
  return LLVMIsAConstant(one) && LLVMIsAConstant(other) ? same_constant(b->comparison, one, other)
                                                        : one == other; /* inline assembly */
}

/* Calls that describe what the code around them does. */
static bool is_remark(LLVMValueRef instruction) {
  static const char *const prefixes[] = {"llvm.lifetime.", "llvm.dbg.",
                                         "llvm.experimental.noalias.scope.decl"};
  LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
  if (!callee || !LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee))
    return false;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp(name_of(callee), prefixes[i], strlen(prefixes[i])))
      return true;
  return false;
}

static LLVMValueRef skip(const struct comparison *c, LLVMValueRef instruction) {
  while (instruction && !c->has_copies && is_remark(instruction))
    instruction = LLVMGetNextInstruction(instruction);
  return instruction;
}

static bool same_memory_access(LLVMValueRef one, LLVMValueRef other, bool is_volatile) {
  return LLVMGetOrdering(one) == LLVMGetOrdering(other) &&
         LLVMIsAtomicSingleThread(one) == LLVMIsAtomicSingleThread(other) &&
         (!is_volatile || LLVMGetVolatile(one) == LLVMGetVolatile(other));
}

static bool same_indices(LLVMValueRef one, LLVMValueRef other) {
  unsigned count = LLVMGetNumIndices(one);
  return LLVMGetNumIndices(other) == count &&
         !memcmp(LLVMGetIndices(one), LLVMGetIndices(other), count * sizeof(unsigned));
}

static bool same_shuffle(LLVMValueRef one, LLVMValueRef other) {
  unsigned count = LLVMGetNumMaskElements(one);
  if (LLVMGetNumMaskElements(other) != count)
    return false;
  for (unsigned i = 0; i < count; i++)
    if (LLVMGetMaskValue(one, i) != LLVMGetMaskValue(other, i))
      return false;
  return true;
}

static LLVMValueRef incoming_from(struct body *b, LLVMValueRef phi, void *number) {
  for (unsigned i = 0, count = LLVMCountIncoming(phi); i < count; i++)
    if (fxc_map_get(&b->other.numbers, LLVMBasicBlockAsValue(LLVMGetIncomingBlock(phi, i))) ==
        number)
      return LLVMGetIncomingValue(phi, i);
  return NULL;
}

/* In whatever order. */
static bool same_incoming(struct body *b, LLVMValueRef one, LLVMValueRef other) {
  for (unsigned i = 0, count = LLVMCountIncoming(one); i < count; i++) {
    LLVMValueRef block = LLVMBasicBlockAsValue(LLVMGetIncomingBlock(one, i));
    void *number = fxc_map_get(&b->one.numbers, block);
    LLVMValueRef value = number ? incoming_from(b, other, number) : NULL;
    if (number && (!value || !same_value(b, LLVMGetIncomingValue(one, i), value)))
      return false;
  }
  return true;
}

static bool same_cases(LLVMValueRef one, LLVMValueRef other) {
  for (unsigned i = 1, count = LLVMGetNumSuccessors(one); i < count; i++)
    if (LLVMGetSwitchCaseValue(one, i) != LLVMGetSwitchCaseValue(other, i))
      return false;
  return true;
}

/* What an instruction has besides its type and operands. */
static bool same_rest(struct body *b, LLVMValueRef one, LLVMValueRef other) {
  switch (LLVMGetInstructionOpcode(one)) {
  case LLVMAlloca:
    return same_type(LLVMGetAllocatedType(one), LLVMGetAllocatedType(other));
  case LLVMGetElementPtr:
    return same_type(LLVMGetGEPSourceElementType(one), LLVMGetGEPSourceElementType(other));
  case LLVMCall:
  case LLVMInvoke:
    return same_type(LLVMGetCalledFunctionType(one), LLVMGetCalledFunctionType(other));
  case LLVMICmp:
    return LLVMGetICmpPredicate(one) == LLVMGetICmpPredicate(other);
  case LLVMFCmp:
    return LLVMGetFCmpPredicate(one) == LLVMGetFCmpPredicate(other);
  case LLVMLoad:
  case LLVMStore:
    return same_memory_access(one, other, true);
  case LLVMFence:
    return same_memory_access(one, other, false);
  case LLVMAtomicRMW:
    return LLVMGetAtomicRMWBinOp(one) == LLVMGetAtomicRMWBinOp(other) &&
           LLVMGetAtomicSyncScopeID(one) == LLVMGetAtomicSyncScopeID(other) &&
           same_memory_access(one, other, true);
  case LLVMAtomicCmpXchg:
    return LLVMGetCmpXchgSuccessOrdering(one) == LLVMGetCmpXchgSuccessOrdering(other) &&
           LLVMGetCmpXchgFailureOrdering(one) == LLVMGetCmpXchgFailureOrdering(other) &&
           LLVMGetAtomicSyncScopeID(one) == LLVMGetAtomicSyncScopeID(other) &&
           LLVMGetVolatile(one) == LLVMGetVolatile(other) && LLVMGetWeak(one) == LLVMGetWeak(other);
  case LLVMExtractValue:
  case LLVMInsertValue:
    return same_indices(one, other);
  case LLVMShuffleVector:
    return same_shuffle(one, other);
  case LLVMPHI:
    return same_incoming(b, one, other);
  case LLVMSwitch:
    return same_cases(one, other);
  default:
    return true;
  }
}

static bool same_instruction(struct body *b, LLVMValueRef one, LLVMValueRef other) {
  unsigned count = (unsigned)LLVMGetNumOperands(one);
  if (LLVMGetInstructionOpcode(one) != LLVMGetInstructionOpcode(other) ||
      (unsigned)LLVMGetNumOperands(other) != count ||
      !same_type(LLVMTypeOf(one), LLVMTypeOf(other)))
    return false;
  for (unsigned i = 0; i < count && !LLVMIsAPHINode(one); i++)
    if (!same_value(b, LLVMGetOperand(one, i), LLVMGetOperand(other, i)))
      return false;
  return same_rest(b, one, other) &&
         (!b->comparison->has_copies || same_description(b->comparison, one, other));
}

static void number(struct side *side, LLVMValueRef value) {
  fxc_map_put(&side->numbers, value, (void *)(uintptr_t)(side->numbers.count + 1));
}

static void read_blocks(const struct comparison *c, struct side *side, LLVMValueRef function) {
  FXS_VECTOR(LLVMBasicBlockRef) next = {0};
  for (LLVMValueRef p = LLVMGetFirstParam(function); p; p = LLVMGetNextParam(p))
    number(side, p);
  fxc_push(&next, LLVMGetEntryBasicBlock(function));
  while (next.count) {
    LLVMBasicBlockRef block = fxs_vector_pop(&next);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (fxc_map_has(&side->numbers, LLVMBasicBlockAsValue(block)))
      continue;
    number(side, LLVMBasicBlockAsValue(block));
    fxc_push(&side->blocks, block);
    for (LLVMValueRef i = skip(c, LLVMGetFirstInstruction(block)); i;
         i = skip(c, LLVMGetNextInstruction(i)))
      number(side, i);
    for (unsigned s = LLVMGetNumSuccessors(end); s > 0; s--)
      fxc_push(&next, LLVMGetSuccessor(end, s - 1));
  }
  fxs_vector_free(&next);
}

static bool same_block(struct body *body, LLVMBasicBlockRef one, LLVMBasicBlockRef other) {
  const struct comparison *c = body->comparison;
  LLVMValueRef i = skip(c, LLVMGetFirstInstruction(one)),
               j = skip(c, LLVMGetFirstInstruction(other));
  for (; i && j; i = skip(c, LLVMGetNextInstruction(i)), j = skip(c, LLVMGetNextInstruction(j)))
    if (!same_instruction(body, i, j))
      return false;
  return !i && !j;
}

static void free_side(struct side *side) {
  fxs_vector_free(&side->blocks);
  fxc_map_free(&side->numbers);
}

static bool same_body(struct comparison *c, LLVMValueRef one, LLVMValueRef other) {
  struct body body = {.comparison = c};
  if (c->has_copies && !same_signature(one, other))
    return false;
  read_blocks(c, &body.one, one);
  read_blocks(c, &body.other, other);
  bool is_same = LLVMGetFunctionCallConv(one) == LLVMGetFunctionCallConv(other) &&
                 body.one.blocks.count == body.other.blocks.count;
  for (size_t i = 0; is_same && i < body.one.blocks.count; i++)
    is_same = same_block(&body, body.one.blocks.items[i], body.other.blocks.items[i]);
  free_side(&body.one);
  free_side(&body.other);
  return is_same;
}

static bool compare(LLVMValueRef one, LLVMValueRef other, fxc_has_copies *has_copies) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(one));
  struct comparison c = {.has_copies = has_copies,
                         .scope_kinds = {fxc_metadata_kind(context, "alias.scope"),
                                         fxc_metadata_kind(context, "noalias")}};
  bool is_same = same_type(LLVMGlobalGetValueType(one), LLVMGlobalGetValueType(other));
  fxc_map_put(&c.assumed, one, other);
  fxc_push(&c.functions, ((struct pair){one, other}));
  for (size_t i = 0; is_same && i < c.functions.count; i++)
    is_same = same_body(&c, c.functions.items[i].one, c.functions.items[i].other);
  fxs_vector_free(&c.functions);
  fxc_map_free(&c.assumed);
  fxc_map_free(&c.nodes);
  fxc_map_free(&c.reverse);
  return is_same;
}

bool fxc_is_same_code(LLVMValueRef one, LLVMValueRef other) {
  return compare(one, other, NULL);
}

bool fxc_is_interchangeable(LLVMValueRef one, LLVMValueRef other, fxc_has_copies *has_copies) {
  return compare(one, other, has_copies);
}
