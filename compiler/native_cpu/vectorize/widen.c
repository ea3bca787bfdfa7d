/* Widens one instruction of the scalar function to all lanes. */
#include "compiler/native_cpu/vectorize/vectorize.h"

#include "compiler/ir/metadata.h"
#include "compiler/ir/splat.h"
#include "compiler/memory.h"

#include <string.h>

/* ---- flags ---- */

static bool is_overflowing(LLVMOpcode opcode) {
  return opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul || opcode == LLVMShl;
}

static bool can_be_exact(LLVMOpcode opcode) {
  return opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMLShr || opcode == LLVMAShr;
}

/* Flags that hold for one lane's value hold for each element of a vector. */
static LLVMValueRef with_flags(LLVMValueRef to, LLVMValueRef from) {
  if (!LLVMIsAInstruction(to))
    return to;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(from);
  if (LLVMGetInstructionOpcode(to) != opcode)
    return to;
  if (is_overflowing(opcode) || opcode == LLVMTrunc) {
    LLVMSetNSW(to, LLVMGetNSW(from));
    LLVMSetNUW(to, LLVMGetNUW(from));
  } else if (can_be_exact(opcode)) {
    LLVMSetExact(to, LLVMGetExact(from));
  } else if (opcode == LLVMOr) {
    LLVMSetIsDisjoint(to, LLVMGetIsDisjoint(from));
  } else if (opcode == LLVMZExt || opcode == LLVMUIToFP) {
    LLVMSetNNeg(to, LLVMGetNNeg(from));
  } else if (LLVMCanValueUseFastMathFlags(from) && LLVMCanValueUseFastMathFlags(to)) {
    LLVMSetFastMathFlags(to, LLVMGetFastMathFlags(from));
  }
  return to;
}

/* A strided value represents all lanes, but is computed for the first, which may be inactive:
 * flags that hold for the active lanes may not hold there. */
static void drop_flags(LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (is_overflowing(opcode) || opcode == LLVMTrunc) {
    LLVMSetNSW(i, 0);
    LLVMSetNUW(i, 0);
  } else if (opcode == LLVMGetElementPtr) {
    LLVMGEPSetNoWrapFlags(i, 0);
  } else if (opcode == LLVMZExt) {
    LLVMSetNNeg(i, 0);
  } else if (can_be_exact(opcode)) {
    LLVMSetExact(i, 0);
  } else if (opcode == LLVMOr) {
    LLVMSetIsDisjoint(i, 0);
  }
}

/* ---- uniform and strided ---- */

/* value of type `from` in the wider type `to`: the arithmetic is redone in `to`, since it wraps
 * in no active lane, but may in the first. */
static LLVMValueRef widened(struct fxc_vec *v, LLVMValueRef value, LLVMTypeRef to) {
  struct fxc_shape shape = fxc_shape_of(&v->shapes, value);
  bool is_here =
      LLVMIsAInstruction(value) && LLVMGetInstructionParent(value) == v->cfg.blocks[v->block];
  if (shape.stride != 0 && is_here) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    if (is_overflowing(opcode) || (opcode == LLVMOr && LLVMGetIsDisjoint(value))) {
      LLVMValueRef left = widened(v, LLVMGetOperand(value, 0), to);
      LLVMValueRef right = widened(v, LLVMGetOperand(value, 1), to);
      return LLVMBuildBinOp(v->builder, opcode == LLVMOr ? LLVMAdd : opcode, left, right, "");
    }
    if (opcode == LLVMTrunc && LLVMTypeOf(LLVMGetOperand(value, 0)) == to)
      return fxc_vec_scalar(v, LLVMGetOperand(value, 0));
  }
  return LLVMBuildSExt(v->builder, fxc_vec_scalar(v, value), to, "");
}

LLVMValueRef fxc_vec_copy(struct fxc_vec *v, LLVMValueRef i) {
  struct fxc_shape shape = fxc_shape_of(&v->shapes, i);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  bool is_strided = shape.kind == FXC_SHAPE_STRIDED && shape.stride != 0;
  unsigned up;
  LLVMValueRef id = is_strided ? fxc_uncut(&v->shapes, i, &up) : NULL;
  if (id) {
    LLVMValueRef first = fxc_vec_scalar(v, id), by = LLVMConstInt(LLVMTypeOf(i), up, 0);
    return up ? LLVMBuildShl(v->builder, first, by, "") : first;
  }
  if (is_strided && (opcode == LLVMSExt || opcode == LLVMZExt))
    return widened(v, LLVMGetOperand(i, 0), LLVMTypeOf(i));
  if (is_strided && opcode == LLVMOr)
    return LLVMBuildAdd(v->builder, fxc_vec_scalar(v, LLVMGetOperand(i, 0)),
                        fxc_vec_scalar(v, LLVMGetOperand(i, 1)), "");
  if (opcode == LLVMGetElementPtr && fxc_vec_element_size(v, i))
    return fxc_vec_private_address(v, i);
  LLVMValueRef copy = LLVMInstructionClone(i);
  for (int k = 0, count = LLVMGetNumOperands(i); k < count; k++) {
    LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k), value = fxc_vec_scalar(v, operand);
    bool is_index = is_strided && opcode == LLVMGetElementPtr && k > 0 &&
                    !LLVMIsAConstant(operand) && LLVMGetIntTypeWidth(LLVMTypeOf(operand)) < 64;
    LLVMSetOperand(copy, (unsigned)k, is_index ? widened(v, operand, v->i64) : value);
  }
  if (is_strided || v->is_row)
    drop_flags(copy);
  LLVMInsertIntoBuilder(v->builder, copy);
  return copy;
}

/* ---- ids ---- */

/* An id, below 2^31 in every lane, as 32 bits; NULL if value is not one or is not wider than
 * that. */
static LLVMValueRef narrow_id(struct fxc_vec *v, LLVMValueRef value) {
  struct fxc_shape shape = fxc_shape_of(&v->shapes, value);
  if (shape.kind != FXC_SHAPE_STRIDED || !shape.bits || shape.stride == 0 ||
      LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 32)
    return NULL;
  LLVMValueRef first = LLVMBuildTrunc(v->builder, fxc_vec_scalar(v, value), v->i32, "");
  return LLVMBuildAdd(v->builder, fxc_vec_splat(v, first), fxc_vec_steps(v, v->i32, shape.stride),
                      "");
}

/* An id converted to floating point: 32 bits take half the registers, and many processors
 * convert only those in vectors. */
static LLVMValueRef convert_id(struct fxc_vec *v, LLVMValueRef cast) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(cast);
  LLVMValueRef id =
      opcode == LLVMSIToFP || opcode == LLVMUIToFP ? narrow_id(v, LLVMGetOperand(cast, 0)) : NULL;
  return id ? LLVMBuildSIToFP(v->builder, id, fxc_vec_type(v, LLVMTypeOf(cast)), "") : NULL;
}

/* id < n and id >= n for a uniform n, which is clamped to 2^31. */
static LLVMValueRef compare_id(struct fxc_vec *v, LLVMValueRef i) {
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(i);
  LLVMValueRef limit = LLVMGetOperand(i, 1);
  if ((predicate != LLVMIntULT && predicate != LLVMIntUGE) || !fxc_is_uniform(&v->shapes, limit))
    return NULL;
  LLVMValueRef id = narrow_id(v, LLVMGetOperand(i, 0));
  if (!id)
    return NULL;
  LLVMTypeRef type = LLVMTypeOf(limit);
  LLVMValueRef arguments[2] = {fxc_vec_scalar(v, limit), LLVMConstInt(type, 1u << 31, 0)};
  limit = fxc_vec_intrinsic(v, "llvm.umin", &type, 1, arguments, 2);
  limit = LLVMBuildTrunc(v->builder, limit, v->i32, "");
  return LLVMBuildICmp(v->builder, predicate, id, fxc_vec_splat(v, limit), "");
}

/* ---- varying ---- */

static LLVMValueRef operand(struct fxc_vec *v, LLVMValueRef i, unsigned k) {
  return fxc_vec_vector(v, LLVMGetOperand(i, k));
}

/* As LLVMBuildCast; of the same number in all lanes one is converted. */
static LLVMValueRef convert(struct fxc_vec *v, LLVMOpcode opcode, LLVMValueRef vector,
                            LLVMTypeRef type) {
  LLVMValueRef one = fxc_splat_source(vector);
  return one ? fxc_vec_splat(v,
                             LLVMBuildCast(v->builder, opcode, one, LLVMGetElementType(type), ""))
             : LLVMBuildCast(v->builder, opcode, vector, type, "");
}

/* Few processors divide vectors of integers, all divide floating point. The quotient of two
 * b-bit numbers is a whole number or differs from one by at least 2^-b of itself; twice as many
 * bits preserve that, so truncation is exact. A dividend below 2^24 needs no more than float: what
 * its quotient lacks to the next whole number is more than half of float's last place, and a
 * divisor that float does not hold is larger, also when rounded. */
LLVMValueRef fxc_vec_divide(struct fxc_vec *v, LLVMOpcode opcode, LLVMValueRef left,
                            LLVMValueRef right, unsigned left_bits, unsigned right_bits) {
  enum { FLOAT_BITS = 24 };
  LLVMTypeRef type = LLVMTypeOf(left);
  unsigned width = LLVMGetIntTypeWidth(LLVMGetElementType(type));
  bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem;
  bool is_float = left_bits <= FLOAT_BITS || width <= 16;
  LLVMTypeRef real = LLVMVectorType(is_float ? LLVMFloatTypeInContext(v->context)
                                             : LLVMDoubleTypeInContext(v->context),
                                    v->lanes);
  /* Many processors convert signed numbers only. */
  LLVMOpcode of_left = is_signed || left_bits < width ? LLVMSIToFP : LLVMUIToFP;
  LLVMOpcode of_right = is_signed || right_bits < width ? LLVMSIToFP : LLVMUIToFP;
  LLVMOpcode back = of_left == LLVMSIToFP ? LLVMFPToSI : LLVMFPToUI;
  LLVMValueRef dividend = convert(v, of_left, left, real);
  LLVMValueRef divisor = convert(v, of_right, right, real);
  LLVMValueRef quotient = LLVMBuildFDiv(v->builder, dividend, divisor, "");
  quotient = LLVMBuildCast(v->builder, back, quotient, type, "");
  if (opcode == LLVMUDiv || opcode == LLVMSDiv)
    return quotient;
  return LLVMBuildSub(v->builder, left, LLVMBuildMul(v->builder, quotient, right, ""), "");
}

LLVMValueRef fxc_vec_divisor(struct fxc_vec *v, LLVMValueRef divisor) {
  LLVMValueRef one = LLVMConstInt(LLVMGetElementType(LLVMTypeOf(divisor)), 1, 0);
  return v->mask ? LLVMBuildSelect(v->builder, v->mask, divisor, fxc_vec_splat(v, one), "divisor")
                 : divisor;
}

static LLVMValueRef widen_binary(struct fxc_vec *v, LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  LLVMValueRef left = LLVMGetOperand(i, 0), right = LLVMGetOperand(i, 1);
  LLVMValueRef second = fxc_vec_vector(v, right);
  bool is_division =
      opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem;
  if (!is_division || LLVMIsAConstant(right))
    return with_flags(LLVMBuildBinOp(v->builder, opcode, operand(v, i, 0), second, ""), i);
  bool is_float = LLVMGetIntTypeWidth(LLVMTypeOf(i)) <= 32;
  /* A uniform divisor is 0 only where no lane is active: no harm in floating point. */
  if (!is_float || !fxc_is_uniform(&v->shapes, right))
    second = fxc_vec_divisor(v, second);
  if (is_float)
    return fxc_vec_divide(v, opcode, operand(v, i, 0), second, fxc_vec_bits(v, left),
                          fxc_vec_bits(v, right));
  return with_flags(LLVMBuildBinOp(v->builder, opcode, operand(v, i, 0), second, ""), i);
}

/* A uniform base and one index per lane: the form in which processors gather. */
static bool is_gathered_from(LLVMValueRef addresses) {
  return LLVMIsAGetElementPtrInst(addresses) && LLVMGetNumOperands(addresses) == 2 &&
         LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(addresses, 0))) == LLVMPointerTypeKind;
}

static bool is_moved_alike(const struct fxc_vec *v, LLVMValueRef address) {
  for (int k = 1, count = LLVMGetNumOperands(address); k < count; k++)
    if (!fxc_is_uniform(&v->shapes, LLVMGetOperand(address, (unsigned)k)))
      return false;
  return true;
}

/* For addresses offset equally in all lanes: moves the uniform base instead. */
static LLVMValueRef move_base(struct fxc_vec *v, LLVMValueRef i, LLVMValueRef addresses,
                              LLVMValueRef *indices, unsigned count) {
  LLVMValueRef index = LLVMGetOperand(addresses, 1);
  LLVMValueRef base = LLVMBuildGEP2(v->builder, LLVMGetGEPSourceElementType(i),
                                    LLVMGetOperand(addresses, 0), indices, count, "");
  return LLVMBuildGEP2(v->builder, LLVMGetGEPSourceElementType(addresses), base, &index, 1, "");
}

static LLVMValueRef widen_address(struct fxc_vec *v, LLVMValueRef i) {
  enum { MOST = 16 };
  if (fxc_vec_element_size(v, i))
    return fxc_vec_private_address(v, i);
  LLVMValueRef narrow = fxc_vec_narrow_address(v, i);
  if (narrow)
    return narrow;
  LLVMValueRef indices[MOST], base = LLVMGetOperand(i, 0);
  unsigned count = (unsigned)LLVMGetNumOperands(i) - 1;
  for (unsigned k = 0; k < count && k < MOST; k++) {
    LLVMValueRef index = LLVMGetOperand(i, k + 1);
    indices[k] =
        fxc_is_uniform(&v->shapes, index) ? fxc_vec_scalar(v, index) : fxc_vec_vector(v, index);
  }
  bool is_base_uniform = fxc_is_uniform(&v->shapes, base);
  base = is_base_uniform ? fxc_vec_scalar(v, base) : fxc_vec_vector(v, base);
  if (!is_base_uniform && is_moved_alike(v, i) && is_gathered_from(base))
    return move_base(v, i, base, indices, count);
  return LLVMBuildGEPWithNoWrapFlags(v->builder, LLVMGetGEPSourceElementType(i), base, indices,
                                     count, "", LLVMGEPGetNoWrapFlags(i));
}

static LLVMValueRef widen_select(struct fxc_vec *v, LLVMValueRef i) {
  LLVMValueRef condition = LLVMGetOperand(i, 0);
  condition = fxc_is_uniform(&v->shapes, condition) ? fxc_vec_scalar(v, condition)
                                                    : fxc_vec_vector(v, condition);
  LLVMValueRef left = operand(v, i, 1), right = operand(v, i, 2);
  return with_flags(fxc_vec_select(v, condition, left, right), i);
}

/* LLVM's C API reads the indices of both instructions with the same calls. */
static LLVMValueRef widen_member(struct fxc_vec *v, LLVMValueRef i) {
  const unsigned *indices = LLVMGetIndices(i);
  if (LLVMIsAExtractValueInst(i))
    return LLVMBuildExtractValue(v->builder, operand(v, i, 0), indices[0], "");
  return LLVMBuildInsertValue(v->builder, operand(v, i, 0), operand(v, i, 1), indices[0], "");
}

static LLVMValueRef widen_varying(struct fxc_vec *v, LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  LLVMValueRef narrow =
      LLVMIsABinaryOperator(i) || opcode == LLVMICmp ? fxc_vec_compute_narrow(v, i) : NULL;
  if (narrow)
    return narrow;
  if (LLVMIsABinaryOperator(i))
    return widen_binary(v, i);
  LLVMValueRef of_id = LLVMIsACastInst(i)   ? convert_id(v, i)
                       : opcode == LLVMICmp ? compare_id(v, i)
                                            : NULL;
  if (of_id)
    return of_id;
  if (LLVMIsACastInst(i))
    return with_flags(
        LLVMBuildCast(v->builder, opcode, operand(v, i, 0), fxc_vec_type(v, LLVMTypeOf(i)), ""), i);
  switch (opcode) {
  case LLVMICmp:
    return LLVMBuildICmp(v->builder, LLVMGetICmpPredicate(i), operand(v, i, 0), operand(v, i, 1),
                         "");
  case LLVMFCmp:
    return with_flags(
        LLVMBuildFCmp(v->builder, LLVMGetFCmpPredicate(i), operand(v, i, 0), operand(v, i, 1), ""),
        i);
  case LLVMFNeg:
    return with_flags(LLVMBuildFNeg(v->builder, operand(v, i, 0), ""), i);
  case LLVMSelect:
    return widen_select(v, i);
  case LLVMFreeze:
    return LLVMBuildFreeze(v->builder, operand(v, i, 0), "");
  case LLVMGetElementPtr:
    return widen_address(v, i);
  case LLVMExtractValue:
  case LLVMInsertValue:
    return widen_member(v, i);
  default:
    return NULL;
  }
}

void fxc_vec_widen(struct fxc_vec *v, LLVMValueRef i) {
  struct fxc_shape shape = fxc_shape_of(&v->shapes, i);
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
    fxc_vec_load(v, i);
    return;
  case LLVMStore:
    fxc_vec_store(v, i);
    return;
  case LLVMAlloca:
    fxc_vec_alloca(v, i);
    return;
  case LLVMCall:
    fxc_vec_call(v, i);
    return;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    fxc_vec_atomic(v, i);
    return;
  case LLVMFence:
    fxc_vec_copy(v, i);
    return;
  default:
    break;
  }
  if (shape.kind == FXC_SHAPE_STRIDED) {
    fxc_vec_define(v, i, fxc_vec_copy(v, i));
    return;
  }
  LLVMValueRef value = widen_varying(v, i);
  if (value)
    fxc_vec_define(v, i, value);
  else
    fxc_vec_by_lane(v, i);
}
