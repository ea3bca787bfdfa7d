/* Addresses as sums of an id, its low bits, and uniform terms. */
#include "compiler/native_cpu/vectorize/sums.h"

enum { MAX_DEPTH = 8, MAX_SHIFT = 8 };

static unsigned width_of(LLVMValueRef value) {
  return LLVMGetIntTypeWidth(LLVMTypeOf(value));
}

static LLVMValueRef without_casts(LLVMValueRef value) {
  while (LLVMIsATruncInst(value) || LLVMIsASExtInst(value) || LLVMIsAZExtInst(value))
    value = LLVMGetOperand(value, 0);
  return value;
}

static bool is_id(const struct fxc_vec *v, LLVMValueRef value) {
  struct fxc_shape shape = fxc_shape_of(&v->shapes, value);
  return shape.kind == FXC_SHAPE_STRIDED && shape.stride == 1;
}

/* Another width is another value, unless it is of a small id. */
static bool is_same_id(LLVMValueRef id, LLVMValueRef other, bool is_small) {
  return id == other || (without_casts(id) == without_casts(other) &&
                         (is_small || width_of(id) == width_of(other)));
}

static bool is_small(const struct fxc_vec *v, LLVMValueRef id) {
  unsigned bits = fxc_shape_of(&v->shapes, id).bits;
  return bits && bits <= FXC_LOCAL_ID_BITS;
}

static bool add_id(const struct fxc_vec *v, struct fxc_sum *sum, LLVMValueRef id, int64_t of_id,
                   int64_t of_low) {
  if (!sum->id) {
    sum->id = id;
    sum->is_small = is_small(v, id);
  } else if (!is_same_id(sum->id, id, sum->is_small)) {
    return false;
  }
  sum->of_id += of_id;
  sum->of_low += of_low;
  return true;
}

static bool add_uniform(struct fxc_sum *sum, LLVMValueRef value, int64_t scale) {
  if (LLVMIsAConstantInt(value) && width_of(value) <= 64) {
    sum->constant += LLVMConstIntGetSExtValue(value) * scale;
    return true;
  }
  if (sum->term_count == FXC_SUM_TERMS)
    return false;
  sum->terms[sum->term_count].value = value;
  sum->terms[sum->term_count++].scale = scale;
  return true;
}

/* Sums that are extended to a wider type behind this, and therefore may not wrap: those of a local
 * id alone are small; others wrap in no active lane if all operations are flagged so. */
enum room { ROOM_ALL, ROOM_FLAGGED, ROOM_SMALL };

static bool is_flagged(LLVMValueRef value) {
  return LLVMGetInstructionOpcode(value) == LLVMOr || LLVMGetNSW(value);
}

static bool has_room(const struct fxc_vec *v, enum room room, LLVMValueRef id) {
  return room != ROOM_SMALL || is_small(v, id);
}

static bool is_minus_one(LLVMValueRef value) {
  return LLVMIsAConstantInt(value) && width_of(value) <= 64 &&
         LLVMConstIntGetSExtValue(value) == -1;
}

static bool is_minus_one_xor(LLVMValueRef value) {
  return LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == LLVMXor &&
         is_minus_one(LLVMGetOperand(value, 1));
}

static bool set_mask(struct fxc_sum *sum, LLVMValueRef mask, bool is_shift) {
  if (sum->mask)
    return sum->is_shift == is_shift && without_casts(sum->mask) == without_casts(mask);
  sum->mask = mask;
  sum->is_shift = is_shift;
  return true;
}

/* id & mask, or id & ~mask. */
static bool add_and(const struct fxc_vec *v, struct fxc_sum *sum, LLVMValueRef value, int64_t scale,
                    enum room room) {
  LLVMValueRef id = LLVMGetOperand(value, 0), mask = LLVMGetOperand(value, 1);
  if (!is_id(v, id)) {
    LLVMValueRef other = id;
    id = mask;
    mask = other;
  }
  if (!is_id(v, id) || !has_room(v, room, id) || !fxc_is_uniform(&v->shapes, mask))
    return false;
  bool is_high = false;
  LLVMValueRef by = NULL;
  if (LLVMIsAConstantInt(mask) && LLVMConstIntGetSExtValue(mask) < 0) {
    is_high = true;
    mask = LLVMConstNot(mask);
  } else if (is_minus_one_xor(mask)) {
    is_high = true;
    mask = LLVMGetOperand(mask, 0);
  }
  if (LLVMIsABinaryOperator(mask) && LLVMGetInstructionOpcode(mask) == LLVMShl &&
      is_minus_one(LLVMGetOperand(mask, 0))) { /* the bits from one on */
    is_high = !is_high;
    by = LLVMGetOperand(mask, 1);
  }
  if (!set_mask(sum, by ? by : mask, by != NULL))
    return false;
  return is_high ? add_id(v, sum, id, scale, -scale) : add_id(v, sum, id, 0, scale);
}

static bool add_index(const struct fxc_vec *v, struct fxc_sum *sum, LLVMValueRef value,
                      int64_t scale, enum room room, unsigned depth);

/* (id >> k) << (k + 1): twice the id without its low bits. */
static bool add_shifted(const struct fxc_vec *v, struct fxc_sum *sum, LLVMValueRef down,
                        LLVMValueRef up, int64_t scale) {
  if (!LLVMIsABinaryOperator(down) || LLVMGetInstructionOpcode(down) != LLVMLShr ||
      !LLVMIsABinaryOperator(up) || LLVMGetInstructionOpcode(up) != LLVMAdd)
    return false;
  LLVMValueRef id = LLVMGetOperand(down, 0), by = LLVMGetOperand(down, 1);
  LLVMValueRef more = LLVMGetOperand(up, 1);
  return is_id(v, id) && fxc_is_uniform(&v->shapes, by) && LLVMGetOperand(up, 0) == by &&
         LLVMIsAConstantInt(more) && LLVMConstIntGetZExtValue(more) == 1 &&
         set_mask(sum, by, true) && add_id(v, sum, id, 2 * scale, -2 * scale);
}

/* An extension; of an unsigned number only if that is what the sum is. */
static bool add_extended(const struct fxc_vec *v, struct fxc_sum *sum, LLVMValueRef value,
                         int64_t scale, unsigned depth) {
  struct fxc_sum inner = {
      .id = sum->id, .is_small = sum->is_small, .mask = sum->mask, .is_shift = sum->is_shift};
  LLVMValueRef narrow = LLVMGetOperand(value, 0);
  enum room room = LLVMIsASExtInst(value) ? ROOM_FLAGGED : ROOM_SMALL;
  if (width_of(narrow) < FXC_LOCAL_ID_BITS + 3 ||
      !add_index(v, &inner, narrow, 1, room, depth + 1) ||
      (room == ROOM_SMALL && (inner.of_id < 0 || inner.of_id + inner.of_low < 0)))
    return false;
  for (unsigned i = 0; i < inner.term_count; i++)
    if (!add_uniform(sum, inner.terms[i].value, inner.terms[i].scale * scale))
      return false;
  sum->id = inner.id;
  sum->is_small = inner.is_small;
  sum->mask = inner.mask;
  sum->is_shift = inner.is_shift;
  sum->constant += inner.constant * scale;
  sum->of_id += inner.of_id * scale;
  sum->of_low += inner.of_low * scale;
  return true;
}

static bool add_index(const struct fxc_vec *v, struct fxc_sum *sum, LLVMValueRef value,
                      int64_t scale, enum room room, unsigned depth) {
  if (fxc_is_uniform(&v->shapes, value))
    return room != ROOM_SMALL && add_uniform(sum, value, scale);
  if (is_id(v, value))
    return has_room(v, room, value) && add_id(v, sum, value, scale, 0);
  if (!LLVMIsAInstruction(value) || depth == MAX_DEPTH || width_of(value) > 64)
    return false;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  LLVMValueRef left = LLVMGetNumOperands(value) ? LLVMGetOperand(value, 0) : NULL;
  LLVMValueRef right = LLVMGetNumOperands(value) == 2 ? LLVMGetOperand(value, 1) : NULL;
  unsigned by;
  switch (opcode) {
  case LLVMSExt:
  case LLVMZExt:
    return add_extended(v, sum, value, scale, depth);
  case LLVMOr:
    if (!LLVMGetIsDisjoint(value))
      return false;
    /* fall through */
  case LLVMAdd:
  case LLVMSub:
    room = room == ROOM_FLAGGED && !is_flagged(value) ? ROOM_SMALL : room;
    return add_index(v, sum, left, scale, room, depth + 1) &&
           add_index(v, sum, right, opcode == LLVMSub ? -scale : scale, room, depth + 1);
  case LLVMShl: /* by the size of elements, too */
    if (!LLVMIsAConstantInt(right))
      return room == ROOM_ALL && add_shifted(v, sum, left, right, scale);
    if (LLVMConstIntGetZExtValue(right) > MAX_SHIFT)
      return false;
    by = (unsigned)LLVMConstIntGetZExtValue(right);
    room = room == ROOM_FLAGGED && !is_flagged(value) ? ROOM_SMALL : room;
    return (room != ROOM_SMALL || width_of(value) > FXC_LOCAL_ID_BITS + 2 + by) &&
           add_index(v, sum, left, scale * (1 << by), room, depth + 1);
  case LLVMAnd:
    return add_and(v, sum, value, scale, room);
  default:
    return false;
  }
}

bool fxc_sum_find(const struct fxc_vec *v, LLVMValueRef pointer, struct fxc_sum *out) {
  *out = (struct fxc_sum){0};
  for (; LLVMIsAGetElementPtrInst(pointer) && LLVMGetNumOperands(pointer) == 2;
       pointer = LLVMGetOperand(pointer, 0)) {
    LLVMTypeRef element = LLVMGetGEPSourceElementType(pointer);
    if (width_of(LLVMGetOperand(pointer, 1)) != 64 || /* a narrower one is extended */
        !add_index(v, out, LLVMGetOperand(pointer, 1),
                   (int64_t)LLVMABISizeOfType(v->layout, element), ROOM_ALL, 0))
      return false;
  }
  out->root = pointer;
  return out->id && out->mask && fxc_is_uniform(&v->shapes, pointer);
}

/* Takes the terms of low out of those of high. */
static bool subtract(struct fxc_sum *high, const struct fxc_sum *low) {
  for (unsigned i = 0; i < low->term_count; i++) {
    unsigned k = 0;
    while (k < high->term_count && (high->terms[k].value != low->terms[i].value ||
                                    high->terms[k].scale != low->terms[i].scale))
      k++;
    if (k == high->term_count)
      return false;
    high->terms[k] = high->terms[--high->term_count];
  }
  high->constant -= low->constant;
  return true;
}

bool fxc_sum_distance(const struct fxc_sum *high, const struct fxc_sum *low, int64_t scale,
                      LLVMValueRef *out_term, int64_t *out_bytes) {
  struct fxc_sum rest = *high;
  if (high->root != low->root || high->is_shift != low->is_shift ||
      !is_same_id(high->id, low->id, high->is_small) ||
      without_casts(high->mask) != without_casts(low->mask) || high->of_id != low->of_id ||
      high->of_low != low->of_low || !subtract(&rest, low))
    return false;
  *out_term = rest.term_count ? rest.terms[0].value : NULL;
  *out_bytes = rest.constant;
  return !rest.term_count || (rest.term_count == 1 && rest.terms[0].scale == scale);
}
