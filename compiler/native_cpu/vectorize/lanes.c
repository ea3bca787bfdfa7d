/* Instructions without a vector form are executed for one active lane after the other.
 *
 * Addresses, and loads that only such an instruction uses, are computed in the same loop:
 * vectors of them would only have to be taken apart again. */
#include "compiler/native_cpu/vectorize/vectorize.h"

#include "compiler/memory.h"

/* ---- the loop ---- */

struct lane_loop {
  LLVMBasicBlockRef head, inside, next, after;
  LLVMValueRef lane;
  LLVMValueRef before, result; /* vectors (or structs of them), NULL where there is no result */
};

static LLVMBasicBlockRef insert_block(struct fxc_vec *v, const char *name) {
  return LLVMInsertBasicBlockInContext(v->context,
                                       LLVMGetNextBasicBlock(LLVMGetInsertBlock(v->builder)), name);
}

static void open_loop(struct fxc_vec *v, struct lane_loop *loop, LLVMTypeRef result) {
  LLVMBasicBlockRef from = LLVMGetInsertBlock(v->builder);
  loop->head = insert_block(v, "lane");
  LLVMBuildBr(v->builder, loop->head);
  LLVMPositionBuilderAtEnd(v->builder, loop->head);
  loop->inside = insert_block(v, "lane.active");
  LLVMPositionBuilderAtEnd(v->builder, loop->inside);
  loop->next = insert_block(v, "lane.next");
  LLVMPositionBuilderAtEnd(v->builder, loop->next);
  loop->after = insert_block(v, "lanes.done");
  LLVMPositionBuilderAtEnd(v->builder, loop->head);
  LLVMValueRef zero = LLVMConstInt(v->i32, 0, 0);
  loop->lane = LLVMBuildPhi(v->builder, v->i32, "lane");
  LLVMAddIncoming(loop->lane, &zero, &from, 1);
  loop->before = loop->result = NULL;
  if (result) {
    LLVMValueRef none = LLVMGetPoison(result);
    loop->before = LLVMBuildPhi(v->builder, result, "");
    LLVMAddIncoming(loop->before, &none, &from, 1);
  }
  if (v->mask) {
    LLVMValueRef is_active = LLVMBuildExtractElement(v->builder, v->mask, loop->lane, "");
    LLVMBuildCondBr(v->builder, is_active, loop->inside, loop->next);
  } else {
    LLVMBuildBr(v->builder, loop->inside);
  }
  LLVMPositionBuilderAtEnd(v->builder, loop->inside);
}

static void close_loop(struct fxc_vec *v, struct lane_loop *loop, LLVMValueRef inserted) {
  LLVMBasicBlockRef from = LLVMGetInsertBlock(v->builder);
  LLVMBuildBr(v->builder, loop->next);
  LLVMPositionBuilderAtEnd(v->builder, loop->next);
  LLVMValueRef result = NULL;
  if (inserted) {
    result = LLVMBuildPhi(v->builder, LLVMTypeOf(inserted), "");
    LLVMAddIncoming(result, &inserted, &from, 1);
    if (v->mask)
      LLVMAddIncoming(result, &loop->before, &loop->head, 1);
    LLVMAddIncoming(loop->before, &result, &loop->next, 1);
  }
  LLVMValueRef next = LLVMBuildAdd(v->builder, loop->lane, LLVMConstInt(v->i32, 1, 0), "");
  LLVMAddIncoming(loop->lane, &next, &loop->next, 1);
  LLVMValueRef is_last =
      LLVMBuildICmp(v->builder, LLVMIntEQ, next, LLVMConstInt(v->i32, v->lanes, 0), "");
  LLVMBuildCondBr(v->builder, is_last, loop->after, loop->head);
  LLVMPositionBuilderAtEnd(v->builder, loop->after);
  loop->result = result;
}

static LLVMValueRef extract(struct fxc_vec *v, LLVMValueRef vector, LLVMTypeRef type,
                            LLVMValueRef lane) {
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
    return LLVMBuildExtractElement(v->builder, vector, lane, "");
  LLVMValueRef sum = LLVMGetPoison(type);
  for (unsigned m = 0, count = LLVMCountStructElementTypes(type); m < count; m++) {
    LLVMValueRef member = LLVMBuildExtractValue(v->builder, vector, m, "");
    member = extract(v, member, LLVMStructGetTypeAtIndex(type, m), lane);
    sum = LLVMBuildInsertValue(v->builder, sum, member, m, "");
  }
  return sum;
}

static LLVMValueRef insert(struct fxc_vec *v, LLVMValueRef vector, LLVMValueRef value,
                           LLVMValueRef lane) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
    return LLVMBuildInsertElement(v->builder, vector, value, lane, "");
  for (unsigned m = 0, count = LLVMCountStructElementTypes(type); m < count; m++) {
    LLVMValueRef member = LLVMBuildExtractValue(v->builder, vector, m, "");
    member = insert(v, member, LLVMBuildExtractValue(v->builder, value, m, ""), lane);
    vector = LLVMBuildInsertValue(v->builder, vector, member, m, "");
  }
  return vector;
}

/* ---- what is computed in the loop ---- */

static bool may_write(LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMCall:
    return !fxc_vec_is_ignored(i) && !fxc_vec_is_speculatable(i);
  case LLVMLoad:
    return LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
  case LLVMStore:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMFence:
    return true;
  default:
    return false;
  }
}

static bool writes_between(LLVMValueRef load, LLVMValueRef end) {
  for (LLVMValueRef i = load; i != end; i = LLVMGetNextInstruction(i))
    if (may_write(i))
      return true;
  return false;
}

/* True if value is used by `end` only, is in the same block, and is no more expensive lane by
 * lane. A load may then execute after what other lanes do meanwhile: work-items that access the
 * same memory without atomic operations are a data race. */
static bool goes_along(const struct fxc_vec *v, LLVMValueRef value, LLVMValueRef end) {
  if (!LLVMIsAInstruction(value) ||
      LLVMGetInstructionParent(value) != LLVMGetInstructionParent(end))
    return false;
  LLVMUseRef use = LLVMGetFirstUse(value);
  if (!use || LLVMGetNextUse(use) || fxc_shape_of(&v->shapes, value).kind != FXC_SHAPE_VARYING)
    return false;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMGetElementPtr:
    return !fxc_vec_element_size(v, value);
  case LLVMZExt:
  case LLVMSExt:
  case LLVMTrunc:
    return true;
  case LLVMLoad:
    return !fxc_vec_element_size(v, LLVMGetOperand(value, 0)) && !writes_between(value, end);
  default:
    return false;
  }
}

/* A strided value is cheap to compute for a single lane. */
static bool is_stepped(const struct fxc_vec *v, LLVMValueRef value) {
  struct fxc_shape shape = fxc_shape_of(&v->shapes, value);
  return shape.kind == FXC_SHAPE_STRIDED && shape.stride != 0;
}

/* Makes the operands available before the loop. */
static void fetch(struct fxc_vec *v, LLVMValueRef value, LLVMValueRef end) {
  if (goes_along(v, value, end)) {
    for (int k = 0, count = LLVMGetNumOperands(value); k < count; k++)
      fetch(v, LLVMGetOperand(value, (unsigned)k), end);
  } else if (fxc_is_uniform(&v->shapes, value) || is_stepped(v, value)) {
    fxc_vec_scalar(v, value);
  } else {
    fxc_vec_vector(v, value);
  }
}

static LLVMValueRef step_to(struct fxc_vec *v, LLVMValueRef value, LLVMValueRef lane) {
  LLVMValueRef first = fxc_vec_scalar(v, value);
  LLVMTypeRef type = LLVMTypeOf(value);
  bool is_pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
  LLVMTypeRef count = is_pointer ? v->i64 : type;
  LLVMValueRef stride =
      LLVMConstInt(count, (unsigned long long)fxc_shape_of(&v->shapes, value).stride, 1);
  LLVMValueRef step =
      LLVMBuildMul(v->builder, LLVMBuildIntCast2(v->builder, lane, count, 0, ""), stride, "");
  return is_pointer ? LLVMBuildGEP2(v->builder, v->i8, first, &step, 1, "")
                    : LLVMBuildAdd(v->builder, first, step, "");
}

/* A single-lane load. The marking keeps LLVM from combining the lanes into a vector again. */
static bool can_be_unordered(struct fxc_vec *v, LLVMValueRef i) {
  if (!LLVMIsALoadInst(i))
    return false;
  LLVMTypeRef type = LLVMTypeOf(i);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  unsigned long long bits = LLVMSizeOfTypeInBits(v->layout, type);
  return (kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind || kind == LLVMFloatTypeKind ||
          kind == LLVMDoubleTypeKind) &&
         bits >= 8 && bits <= LLVMPointerSize(v->layout) * 8 && !(bits & (bits - 1)) &&
         LLVMGetAlignment(i) * 8 >= bits;
}

static LLVMValueRef value_of_lane(struct fxc_vec *v, LLVMValueRef value, LLVMValueRef end,
                                  LLVMValueRef lane);

/* Operands first: a copy that still had the original's operands would count as a use of them. */
static LLVMValueRef copy_for_lane(struct fxc_vec *v, LLVMValueRef i, LLVMValueRef end,
                                  LLVMValueRef lane) {
  enum { MOST = 32 };
  LLVMValueRef operands[MOST];
  unsigned count = (unsigned)LLVMGetNumOperands(i);
  for (unsigned k = 0; k < count && k < MOST; k++)
    operands[k] = value_of_lane(v, LLVMGetOperand(i, k), end, lane);
  LLVMValueRef copy = LLVMInstructionClone(i);
  for (unsigned k = 0; k < count && k < MOST; k++)
    LLVMSetOperand(copy, k, operands[k]);
  LLVMInsertIntoBuilder(v->builder, copy);
  return copy;
}

static LLVMValueRef value_of_lane(struct fxc_vec *v, LLVMValueRef value, LLVMValueRef end,
                                  LLVMValueRef lane) {
  if (fxc_is_uniform(&v->shapes, value))
    return fxc_vec_scalar(v, value);
  if (is_stepped(v, value))
    return step_to(v, value, lane);
  if (!goes_along(v, value, end))
    return extract(v, fxc_vec_vector(v, value), LLVMTypeOf(value), lane);
  LLVMValueRef copy = copy_for_lane(v, value, end, lane);
  if (can_be_unordered(v, copy))
    LLVMSetOrdering(copy, LLVMAtomicOrderingUnordered);
  return copy;
}

void fxc_vec_by_lane(struct fxc_vec *v, LLVMValueRef i) {
  unsigned count = (unsigned)LLVMGetNumOperands(i);
  for (unsigned k = 0; k < count; k++)
    fetch(v, LLVMGetOperand(i, k), i);
  LLVMTypeRef type = LLVMTypeOf(i);
  bool has_result = LLVMGetTypeKind(type) != LLVMVoidTypeKind && LLVMGetFirstUse(i);
  struct lane_loop loop;
  open_loop(v, &loop, has_result ? fxc_vec_type(v, type) : NULL);
  LLVMValueRef copy = copy_for_lane(v, i, i, loop.lane);
  close_loop(v, &loop, has_result ? insert(v, loop.before, copy, loop.lane) : NULL);
  if (has_result)
    fxc_vec_define(v, i, loop.result);
}
