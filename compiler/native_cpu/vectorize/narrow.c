/* 64-bit integers that are known to be small are computed in 32 bits for all lanes: indices have
 * type size_t, but are computed from ids. Twice as many lanes fit into a register, and
 * processors gather with 32-bit indices. */
#include "compiler/native_cpu/vectorize/vectorize.h"

#include "compiler/memory.h"
#include "compiler/native_cpu/prepare_native_cpu.h"

enum { DEEPEST = 16 };

static unsigned width_of(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

/* ---- how many bits ---- */

static unsigned bits_of(struct fxc_vec *v, LLVMValueRef value, unsigned depth);

static bool is_part_of(LLVMValueRef part, LLVMValueRef whole) {
  return LLVMIsAInstruction(part) && LLVMGetInstructionOpcode(part) == LLVMAnd &&
         (LLVMGetOperand(part, 0) == whole || LLVMGetOperand(part, 1) == whole);
}

static unsigned bits_of_result(struct fxc_vec *v, LLVMValueRef i, unsigned depth) {
  unsigned width = width_of(i), a, b;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (!LLVMIsABinaryOperator(i) && opcode != LLVMZExt && opcode != LLVMTrunc)
    return width;
  LLVMValueRef left = LLVMGetOperand(i, 0);
  if (width_of(left) > 64)
    return width;
  a = bits_of(v, left, depth + 1);
  if (opcode == LLVMZExt || opcode == LLVMTrunc)
    return a < width ? a : width;
  LLVMValueRef right = LLVMGetOperand(i, 1);
  bool is_number = LLVMIsAConstantInt(right);
  unsigned long long number = is_number ? LLVMConstIntGetZExtValue(right) : 0;
  b = bits_of(v, right, depth + 1);
  switch (opcode) {
  case LLVMAnd:
  case LLVMURem:
    return a < b ? a : b;
  case LLVMOr:
  case LLVMXor:
    return a > b ? a : b;
  case LLVMAdd:
    return (a > b ? a : b) + 1;
  case LLVMSub:
    return is_part_of(right, left) ? a : width;
  case LLVMMul:
    return a + b;
  case LLVMShl:
    return is_number && number < width ? a + (unsigned)number : width;
  case LLVMLShr:
    return !is_number ? a : number < a ? a - (unsigned)number : 0;
  case LLVMUDiv:
    return a;
  default:
    return width;
  }
}

static unsigned bits_of(struct fxc_vec *v, LLVMValueRef value, unsigned depth) {
  unsigned width = width_of(value), bits = width;
  if (LLVMIsAConstantInt(value) && width <= 64) {
    unsigned long long number = LLVMConstIntGetZExtValue(value);
    return number ? 64 - (unsigned)__builtin_clzll(number) : 0;
  }
  if (!LLVMIsAInstruction(value) || depth > DEEPEST)
    return width;
  uintptr_t known = (uintptr_t)fxc_map_get(&v->bits, value);
  if (known)
    return (unsigned)known - 1;
  bits = bits_of_result(v, value, depth);
  struct fxc_shape shape = fxc_shape_of(&v->shapes, value);
  if (shape.bits && bits > shape.bits)
    bits = shape.bits;
  if (bits > width)
    bits = width;
  fxc_map_put(&v->bits, value, (void *)(uintptr_t)(bits + 1));
  return bits;
}

unsigned fxc_vec_bits(struct fxc_vec *v, LLVMValueRef value) {
  return bits_of(v, value, 0);
}

/* ---- what is computed in 32 bits ---- */

static bool has_low_half(struct fxc_vec *v, LLVMValueRef value, unsigned depth);

static bool is_extended(LLVMValueRef value) {
  return (LLVMIsAZExtInst(value) || LLVMIsASExtInst(value)) &&
         width_of(LLVMGetOperand(value, 0)) <= 32;
}

/* The low half of the result depends only on the low halves of the operands. */
static bool keeps_low_half(struct fxc_vec *v, LLVMValueRef i) {
  LLVMValueRef right = LLVMGetOperand(i, 1);
  bool is_shift = LLVMIsAConstantInt(right) && LLVMConstIntGetZExtValue(right) < 32;
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
    return true;
  case LLVMShl:
    return is_shift;
  case LLVMLShr:
    return is_shift && bits_of(v, LLVMGetOperand(i, 0), 0) <= 32;
  default:
    return false;
  }
}

static bool is_unsigned_division(LLVMValueRef i) {
  return LLVMIsABinaryOperator(i) &&
         (LLVMGetInstructionOpcode(i) == LLVMUDiv || LLVMGetInstructionOpcode(i) == LLVMURem);
}

/* A division that 32 bits are enough for, which pays for making them. A negative divisor that is
 * extended is larger than the dividend in its low half, too. */
static bool is_narrow_division(struct fxc_vec *v, LLVMValueRef i) {
  LLVMValueRef right = LLVMGetOperand(i, 1);
  return bits_of(v, LLVMGetOperand(i, 0), 0) <= FXC_ID_BITS &&
         (fxc_is_uniform(&v->shapes, right) || bits_of(v, right, 0) <= 32 || is_extended(right));
}

static bool is_narrow(struct fxc_vec *v, LLVMValueRef i, unsigned depth) {
  if (!LLVMIsABinaryOperator(i) || width_of(i) != 64 || depth > DEEPEST ||
      fxc_shape_of(&v->shapes, i).kind != FXC_SHAPE_VARYING || bits_of(v, i, 0) > FXC_ID_BITS)
    return false;
  uintptr_t known = (uintptr_t)fxc_map_get(&v->narrow, i);
  if (!known) {
    bool is = is_unsigned_division(i)
                  ? is_narrow_division(v, i)
                  : keeps_low_half(v, i) && has_low_half(v, LLVMGetOperand(i, 0), depth + 1) &&
                        has_low_half(v, LLVMGetOperand(i, 1), depth + 1);
    known = is ? 2 : 1;
    fxc_map_put(&v->narrow, i, (void *)known);
  }
  return known == 2;
}

/* True if value's low half is available for free. */
static bool has_low_half(struct fxc_vec *v, LLVMValueRef value, unsigned depth) {
  return fxc_shape_of(&v->shapes, value).kind != FXC_SHAPE_VARYING || is_extended(value) ||
         (LLVMIsAInstruction(value) && is_narrow(v, value, depth));
}

static bool is_narrow_test(struct fxc_vec *v, LLVMValueRef i) {
  LLVMValueRef left = LLVMGetOperand(i, 0), right = LLVMGetOperand(i, 1);
  return width_of(left) == 64 && bits_of(v, left, 0) <= FXC_ID_BITS &&
         bits_of(v, right, 0) <= FXC_ID_BITS && has_low_half(v, left, 0) &&
         has_low_half(v, right, 0);
}

bool fxc_vec_is_narrow(struct fxc_vec *v, LLVMValueRef i) {
  return LLVMIsAICmpInst(i) ? is_narrow_test(v, i) : is_narrow(v, i, 0);
}

/* ---- computing it ---- */

static LLVMValueRef low_half(struct fxc_vec *v, LLVMValueRef value) {
  struct fxc_shape shape = fxc_shape_of(&v->shapes, value);
  if (shape.kind != FXC_SHAPE_VARYING) {
    LLVMValueRef first = LLVMBuildTrunc(v->builder, fxc_vec_scalar(v, value), v->i32, "");
    LLVMValueRef all = fxc_vec_splat(v, first);
    return shape.stride == 0
               ? all
               : LLVMBuildAdd(v->builder, all, fxc_vec_steps(v, v->i32, shape.stride), "");
  }
  LLVMValueRef vector = fxc_vec_vector(v, value);
  LLVMTypeRef half = LLVMVectorType(v->i32, v->lanes);
  bool is_extension = LLVMIsASExtInst(vector) || LLVMIsAZExtInst(vector);
  if (is_extension && LLVMTypeOf(LLVMGetOperand(vector, 0)) == half)
    return LLVMGetOperand(vector, 0);
  return LLVMBuildTrunc(v->builder, vector, half, "");
}

/* What a narrow number is divided by: of a uniform one as much as 32 bits hold, as any other that
 * is larger than all narrow numbers will do; 1 in lanes that are not active. */
static LLVMValueRef divisor_of(struct fxc_vec *v, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  bool is_uniform = fxc_is_uniform(&v->shapes, value);
  if (is_uniform && bits_of(v, value, 0) > 32) {
    LLVMValueRef arguments[2] = {fxc_vec_scalar(v, value), LLVMConstInt(type, 1u << 31, 0)};
    value = fxc_vec_intrinsic(v, "llvm.umin", &type, 1, arguments, 2);
    return fxc_vec_splat(v, LLVMBuildTrunc(v->builder, value, v->i32, ""));
  }
  LLVMValueRef divisor = low_half(v, value);
  return is_uniform ? divisor : fxc_vec_divisor(v, divisor);
}

static LLVMValueRef divide(struct fxc_vec *v, LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  LLVMValueRef left = LLVMGetOperand(i, 0), right = LLVMGetOperand(i, 1);
  LLVMValueRef dividend = low_half(v, left), divisor = divisor_of(v, right);
  return LLVMIsAConstant(divisor) ? LLVMBuildBinOp(v->builder, opcode, dividend, divisor, "")
                                  : fxc_vec_divide(v, opcode, dividend, divisor,
                                                   bits_of(v, left, 0), bits_of(v, right, 0));
}

static LLVMValueRef compute(struct fxc_vec *v, LLVMValueRef i) {
  if (is_unsigned_division(i))
    return divide(v, i);
  LLVMValueRef left = low_half(v, LLVMGetOperand(i, 0));
  LLVMValueRef right = low_half(v, LLVMGetOperand(i, 1));
  return LLVMIsAICmpInst(i)
             ? LLVMBuildICmp(v->builder, LLVMGetICmpPredicate(i), left, right, "")
             : LLVMBuildBinOp(v->builder, LLVMGetInstructionOpcode(i), left, right, "");
}

LLVMValueRef fxc_vec_compute_narrow(struct fxc_vec *v, LLVMValueRef i) {
  if (!fxc_vec_is_narrow(v, i))
    return NULL;
  LLVMValueRef result = compute(v, i);
  return LLVMIsAICmpInst(i) ? result
                            : LLVMBuildSExt(v->builder, result, fxc_vec_type(v, LLVMTypeOf(i)), "");
}

/* ---- addresses ---- */

/* The single index if the pointer is a getelementptr with one, else NULL. */
static LLVMValueRef index_of(LLVMValueRef address) {
  return LLVMIsAGetElementPtrInst(address) && LLVMGetNumOperands(address) == 2
             ? LLVMGetOperand(address, 1)
             : NULL;
}

static uint64_t element_of(struct fxc_vec *v, LLVMValueRef address) {
  return LLVMABISizeOfType(v->layout, LLVMGetGEPSourceElementType(address));
}

/* Bits of an address's index in bytes. */
static unsigned bits_in_bytes(struct fxc_vec *v, LLVMValueRef address) {
  uint64_t size = element_of(v, address);
  return bits_of(v, index_of(address), 0) + (size ? 64 - (unsigned)__builtin_clzll(size) : 0);
}

static LLVMValueRef in_bytes(struct fxc_vec *v, LLVMValueRef address) {
  LLVMValueRef size = LLVMConstInt(v->i32, element_of(v, address), 0);
  LLVMValueRef index = low_half(v, index_of(address));
  return LLVMBuildMul(v->builder, index, fxc_vec_splat(v, size), "");
}

LLVMValueRef fxc_vec_narrow_address(struct fxc_vec *v, LLVMValueRef i) {
  LLVMValueRef inner = LLVMGetOperand(i, 0);
  if (!index_of(i) || !index_of(inner) || width_of(index_of(i)) != 64 ||
      width_of(index_of(inner)) != 64 ||
      LLVMGetInstructionParent(i) != LLVMGetInstructionParent(inner) ||
      !fxc_is_uniform(&v->shapes, LLVMGetOperand(inner, 0)) || bits_in_bytes(v, i) >= FXC_ID_BITS ||
      bits_in_bytes(v, inner) >= FXC_ID_BITS || !has_low_half(v, index_of(i), 0) ||
      !has_low_half(v, index_of(inner), 0))
    return NULL;
  LLVMValueRef first = in_bytes(v, inner), second = in_bytes(v, i);
  LLVMValueRef offset = LLVMBuildAdd(v->builder, first, second, "");
  offset = LLVMBuildSExt(v->builder, offset, LLVMVectorType(v->i64, v->lanes), "");
  return LLVMBuildGEP2(v->builder, v->i8, fxc_vec_scalar(v, LLVMGetOperand(inner, 0)), &offset, 1,
                       "");
}
