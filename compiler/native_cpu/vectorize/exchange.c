/* Addresses in which a uniform number flips bits of the id, p[id ^ c], as in butterfly networks.
 *
 * If the first lane's id is a multiple of the number of lanes, the bits of c from that number
 * upwards select the vector in memory, and the lower bits say which lane has which of its
 * elements: one access and a permutation instead of one access per lane. */
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "compiler/native_cpu/vectorize/vectorize.h"

#include <string.h>

enum { MAX_DEPTH = 8 };

/* ---- the number ---- */

static unsigned long long low_bits(const struct fxc_vec *v) {
  return v->lanes - 1;
}

static unsigned width_of(LLVMValueRef value) {
  return LLVMGetIntTypeWidth(LLVMTypeOf(value));
}

/* True if all bits in which lanes differ, and one more for a sign, fit into so many bits. */
static bool is_room(const struct fxc_vec *v, unsigned bits) {
  return bits < 64 && 1ull << (bits - 1) >= v->lanes;
}

/* Matches id ^ c where c is not a constant. */
static bool find_variable_flip(const struct fxc_vec *v, LLVMValueRef value,
                               struct fxc_exchange *out) {
  LLVMValueRef left = LLVMGetOperand(value, 0), right = LLVMGetOperand(value, 1);
  bool is_right = fxc_is_uniform(&v->shapes, left);
  LLVMValueRef id = is_right ? right : left, by = is_right ? left : right;
  struct fxc_shape shape = fxc_shape_of(&v->shapes, id);
  *out = (struct fxc_exchange){.flip = value, .id = id, .by = by};
  return fxc_is_uniform(&v->shapes, by) && shape.kind == FXC_SHAPE_STRIDED && shape.stride == 1;
}

/* Matches id ^ c, shifted up by so many bits. A sum wraps in its own type, not in the type it
 * was extended to. */
static bool find_flip(const struct fxc_vec *v, LLVMValueRef value, unsigned up, bool is_cut,
                      unsigned depth, struct fxc_exchange *out) {
  if (!LLVMIsAInstruction(value) || depth == MAX_DEPTH || !LLVMGetNumOperands(value))
    return false;
  LLVMValueRef left = LLVMGetOperand(value, 0);
  LLVMValueRef right = LLVMGetNumOperands(value) == 2 ? LLVMGetOperand(value, 1) : NULL;
  unsigned long long number =
      right && LLVMIsAConstantInt(right) ? LLVMConstIntGetZExtValue(right) : 0;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMTrunc:
    return !up && is_room(v, width_of(value)) && find_flip(v, left, 0, true, depth + 1, out);
  case LLVMSExt:
  case LLVMZExt:
    return !up && is_room(v, width_of(left)) && find_flip(v, left, 0, true, depth + 1, out);
  case LLVMAnd:
    return !up && number && !(number & (number + 1)) &&
           is_room(v, (unsigned)__builtin_popcountll(number)) &&
           find_flip(v, left, 0, true, depth + 1, out);
  case LLVMAShr:
  case LLVMLShr:
    return !up && number && number < width_of(value) &&
           is_room(v, width_of(value) - (unsigned)number) &&
           find_flip(v, left, (unsigned)number, true, depth + 1, out);
  case LLVMShl:
    return number && number <= up &&
           find_flip(v, left, up - (unsigned)number, true, depth + 1, out);
  case LLVMAdd:
  case LLVMSub:
    if (is_cut || up)
      return false;
    if (fxc_is_uniform(&v->shapes, right))
      return find_flip(v, left, 0, false, depth + 1, out);
    return LLVMGetInstructionOpcode(value) == LLVMAdd && fxc_is_uniform(&v->shapes, left) &&
           find_flip(v, right, 0, false, depth + 1, out);
  case LLVMXor:
    break;
  default:
    return false;
  }
  if (width_of(value) > 64)
    return false;
  if (!LLVMIsAConstantInt(right))
    return !up && find_variable_flip(v, value, out);
  if (!number || (number & ((1ull << up) - 1)))
    return false;
  if (up) { /* the id is the operand of the shift */
    uint64_t by;
    left = fxc_shifted_up(left, &by);
    if (!left || by != up)
      return false;
  }
  struct fxc_shape shape = fxc_shape_of(&v->shapes, left);
  *out = (struct fxc_exchange){
      .flip = value, .id = left, .up = up, .lanes = (unsigned)(number >> up & low_bits(v))};
  return shape.kind == FXC_SHAPE_STRIDED && shape.stride == 1;
}

/* ---- where vectors begin ---- */

/* True if the first lane's value is a multiple of the lanes. */
static bool is_whole(const struct fxc_vec *v, LLVMValueRef value, unsigned depth) {
  if (LLVMIsAConstantInt(value))
    return width_of(value) <= 64 && !(LLVMConstIntGetZExtValue(value) & low_bits(v));
  if (!LLVMIsAInstruction(value) || depth == MAX_DEPTH)
    return false;
  if (LLVMIsACallInst(value) && LLVMIsAFunction(LLVMGetCalledValue(value))) {
    size_t length;
    const char *name = LLVMGetValueName2(LLVMGetCalledValue(value), &length);
    enum fxc_builtin builtin = fxc_builtin_of_state(name);
    return builtin == FXC_SUB_GROUP_LOCAL_ID ||
           (builtin == FXC_LOCAL_ID && !v->is_rows && LLVMIsNull(LLVMGetOperand(value, 1)));
  }
  LLVMValueRef left = LLVMGetNumOperands(value) ? LLVMGetOperand(value, 0) : NULL;
  LLVMValueRef right = LLVMGetNumOperands(value) == 2 ? LLVMGetOperand(value, 1) : NULL;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMTrunc:
  case LLVMSExt:
  case LLVMZExt:
    return is_whole(v, left, depth + 1);
  case LLVMAdd:
  case LLVMSub:
  case LLVMOr:
  case LLVMXor:
    return is_whole(v, left, depth + 1) && is_whole(v, right, depth + 1);
  case LLVMAnd:
  case LLVMMul:
    return is_whole(v, left, depth + 1) || is_whole(v, right, depth + 1);
  case LLVMShl:
    return is_whole(v, left, depth + 1) ||
           (LLVMIsAConstantInt(right) && LLVMConstIntGetZExtValue(right) < 64 &&
            !(1ull << LLVMConstIntGetZExtValue(right) & low_bits(v)));
  case LLVMAShr:
  case LLVMLShr: { /* shifted down by no more than it was shifted up before */
    uint64_t by;
    LLVMValueRef low = fxc_shifted_up(left, &by);
    return low && LLVMIsAConstantInt(right) && LLVMConstIntGetZExtValue(right) <= by &&
           is_whole(v, low, depth + 1);
  }
  default:
    return false;
  }
}

static bool has_permute(const struct fxc_vec *v, int64_t size) {
  return (size == 4 && fxc_vec_has_permute(v, v->i32)) ||
         (size == 8 && fxc_vec_has_permute(v, v->i64));
}

bool fxc_vec_find_exchange(const struct fxc_vec *v, LLVMValueRef pointer, int64_t size,
                           struct fxc_exchange *out) {
  bool is_found = false;
  if (fxc_map_has(&v->unplanned, pointer))
    return false;
  for (; LLVMIsAGetElementPtrInst(pointer) && LLVMGetNumOperands(pointer) == 2;
       pointer = LLVMGetOperand(pointer, 0)) {
    LLVMValueRef index = LLVMGetOperand(pointer, 1);
    if (fxc_is_uniform(&v->shapes, index))
      continue;
    LLVMTypeRef element = LLVMGetGEPSourceElementType(pointer);
    if (is_found || (int64_t)LLVMABISizeOfType(v->layout, element) != size ||
        !find_flip(v, index, 0, width_of(index) != 64, 0, out))
      return false;
    is_found = true;
  }
  if (!is_found || !fxc_is_uniform(&v->shapes, pointer) || (out->by && !has_permute(v, size)))
    return false;
  out->is_whole = is_whole(v, out->id, 0);
  return true;
}

/* ---- the access ---- */

LLVMValueRef fxc_vec_exchange_test(struct fxc_vec *v, const struct fxc_exchange *exchange) {
  LLVMValueRef first = fxc_vec_scalar(v, exchange->id);
  LLVMValueRef low = LLVMConstInt(LLVMTypeOf(first), low_bits(v), 0);
  LLVMValueRef place = LLVMBuildAnd(v->builder, first, low, "");
  return LLVMBuildICmp(v->builder, LLVMIntEQ, place, LLVMConstNull(LLVMTypeOf(first)), "is_row");
}

LLVMValueRef fxc_vec_exchange_first(struct fxc_vec *v, const struct fxc_exchange *exchange,
                                    LLVMValueRef value) {
  if (fxc_shape_of(&v->shapes, value).kind == FXC_SHAPE_STRIDED)
    return fxc_vec_scalar(v, value);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  LLVMValueRef left = fxc_vec_exchange_first(v, exchange, LLVMGetOperand(value, 0));
  if (LLVMIsACastInst(value))
    return LLVMBuildCast(v->builder, opcode, left, LLVMTypeOf(value), "");
  LLVMValueRef right = fxc_vec_exchange_first(v, exchange, LLVMGetOperand(value, 1));
  if (opcode == LLVMGetElementPtr)
    return LLVMBuildGEP2(v->builder, LLVMGetGEPSourceElementType(value), left, &right, 1, "");
  if (value == exchange->flip && exchange->by) {
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMValueRef high = LLVMConstNot(LLVMConstInt(type, low_bits(v), 0));
    LLVMValueRef by = LLVMBuildAnd(v->builder, fxc_vec_scalar(v, exchange->by), high, "");
    LLVMValueRef first = fxc_vec_scalar(v, exchange->id);
    return LLVMBuildXor(v->builder, first, by, "");
  }
  if (value == exchange->flip) {
    unsigned long long low = (unsigned long long)exchange->lanes << exchange->up;
    right = LLVMConstInt(LLVMTypeOf(right), LLVMConstIntGetZExtValue(right) & ~low, 0);
  }
  return LLVMBuildBinOp(v->builder, opcode, left, right, "");
}

LLVMValueRef fxc_vec_exchanged(struct fxc_vec *v, const struct fxc_exchange *exchange,
                               LLVMValueRef vector) {
  LLVMValueRef indices[64];
  if (vector && exchange->by) {
    LLVMValueRef by = LLVMBuildIntCast2(v->builder, fxc_vec_scalar(v, exchange->by), v->i32, 0, "");
    by = LLVMBuildAnd(v->builder, by, LLVMConstInt(v->i32, low_bits(v), 0), "");
    LLVMValueRef own = fxc_vec_steps(v, v->i32, 1), flips = fxc_vec_splat(v, by);
    return fxc_vec_permute(v, vector, LLVMBuildXor(v->builder, own, flips, ""));
  }
  if (!vector || !exchange->lanes)
    return vector;
  for (unsigned i = 0; i < v->lanes; i++)
    indices[i] = LLVMConstInt(v->i32, i ^ exchange->lanes, 0);
  return LLVMBuildShuffleVector(v->builder, vector, LLVMGetPoison(LLVMTypeOf(vector)),
                                LLVMConstVector(indices, v->lanes), "");
}
