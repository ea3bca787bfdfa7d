/* The bytes that a constant has in memory. */
#include "compiler/ir/constant_bytes.h"

static bool write_number(LLVMTargetDataRef layout, LLVMValueRef constant, unsigned char *out) {
  LLVMTypeRef type = LLVMTypeOf(constant);
  unsigned long long bits = LLVMSizeOfTypeInBits(layout, type);
  if (bits > 64)
    return false;
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    constant =
        LLVMConstBitCast(constant, LLVMIntTypeInContext(LLVMGetTypeContext(type), (unsigned)bits));
  if (!LLVMIsAConstantInt(constant))
    return false;
  unsigned long long number = LLVMConstIntGetZExtValue(constant);
  for (unsigned long long i = 0; i < (bits + 7) / 8; i++)
    out[i] = (unsigned char)(number >> 8 * i);
  return true;
}

static bool write_elements(LLVMTargetDataRef layout, LLVMValueRef constant, bool skips_addresses,
                           unsigned char *out) {
  LLVMTypeRef type = LLVMTypeOf(constant);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  bool is_struct = kind == LLVMStructTypeKind;
  unsigned long long count = is_struct                   ? LLVMCountStructElementTypes(type)
                             : kind == LLVMArrayTypeKind ? LLVMGetArrayLength2(type)
                                                         : LLVMGetVectorSize(type);
  unsigned long long stride = is_struct ? 0 : LLVMABISizeOfType(layout, LLVMGetElementType(type));
  if (kind == LLVMVectorTypeKind &&
      LLVMSizeOfTypeInBits(layout, LLVMGetElementType(type)) != 8 * stride)
    return false; /* of bits */
  for (unsigned i = 0; i < count; i++) {
    unsigned long long offset =
        is_struct ? LLVMOffsetOfElement(layout, type, i) : (unsigned long long)i * stride;
    LLVMValueRef element = LLVMGetAggregateElement(constant, i);
    if (!element || !fxc_constant_bytes(layout, element, skips_addresses, out + offset))
      return false;
  }
  return true;
}

bool fxc_constant_bytes(LLVMTargetDataRef layout, LLVMValueRef constant, bool skips_addresses,
                        unsigned char *out) {
  if (LLVMIsNull(constant) || LLVMIsUndef(constant) || LLVMIsPoison(constant))
    return true;
  switch (LLVMGetTypeKind(LLVMTypeOf(constant))) {
  case LLVMIntegerTypeKind:
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
    return write_number(layout, constant, out);
  case LLVMStructTypeKind:
  case LLVMArrayTypeKind:
  case LLVMVectorTypeKind:
    return write_elements(layout, constant, skips_addresses, out);
  case LLVMPointerTypeKind:
    return skips_addresses;
  default:
    return false;
  }
}

LLVMValueRef fxc_without_casts(LLVMValueRef address) {
  while (LLVMIsAConstantExpr(address) && (LLVMGetConstOpcode(address) == LLVMAddrSpaceCast ||
                                          LLVMGetConstOpcode(address) == LLVMBitCast))
    address = LLVMGetOperand(address, 0);
  return address;
}
