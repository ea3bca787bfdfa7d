#include "compiler/native_cpu/growth.h"

#include "compiler/ir/address.h"
#include "compiler/native_cpu/prepare_native_cpu.h"

enum { MOST_DEPTH = 16 };

static const struct fxc_growth none = {.is_known = true};
static const struct fxc_growth unknown;

static struct fxc_growth sum(struct fxc_growth a, struct fxc_growth b, int64_t factor) {
  if (!a.is_known || !b.is_known)
    return unknown;
  for (unsigned d = 0; d < FXC_GROWTH_COUNT; d++) {
    a.by[d].constant += factor * b.by[d].constant;
    a.by[d].is_other |= b.by[d].is_other;
  }
  return a;
}

static bool is_none(struct fxc_growth a) {
  for (unsigned d = 0; d < FXC_GROWTH_COUNT; d++)
    if (a.by[d].constant || a.by[d].is_other)
      return false;
  return a.is_known;
}

/* factor grows by nothing. */
static struct fxc_growth times(struct fxc_growth a, LLVMValueRef factor, bool is_shift) {
  if (!a.is_known || is_none(a))
    return a;
  if (LLVMIsAConstantInt(factor) && LLVMGetIntTypeWidth(LLVMTypeOf(factor)) <= 64) {
    int64_t by = LLVMConstIntGetSExtValue(factor);
    if (by < 0 || by > (is_shift ? 30 : INT32_MAX))
      return unknown;
    int64_t constant = is_shift ? (int64_t)1 << by : by;
    return constant ? sum(none, a, constant) : none;
  }
  for (unsigned d = 0; d < FXC_GROWTH_COUNT; d++) {
    a.by[d].is_other |= a.by[d].constant != 0;
    a.by[d].constant = 0;
  }
  return a;
}

static struct fxc_growth of_call(LLVMValueRef call) {
  size_t length;
  LLVMValueRef function = LLVMGetCalledValue(call);
  if (fxc_is_group_builtin(call))
    return none;
  if (!LLVMIsAFunction(function))
    return unknown;
  enum fxc_builtin builtin = fxc_builtin_of_state(LLVMGetValueName2(function, &length));
  if ((builtin != FXC_LOCAL_ID && builtin != FXC_GLOBAL_ID) ||
      !LLVMIsAConstantInt(LLVMGetOperand(call, 1)))
    return unknown;
  struct fxc_growth growth = none;
  unsigned long long dimension = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
  if (dimension < 2)
    growth.by[dimension == 0 ? FXC_BY_ROW : FXC_BY_COLUMN].constant = 1;
  return growth;
}

static struct fxc_growth growth_of(const struct fxc_growth_source *source, LLVMValueRef value,
                                   unsigned depth) {
  if (value == source->count) {
    struct fxc_growth growth = none;
    growth.by[FXC_BY_ROUND].constant = source->step;
    return growth;
  }
  if (!LLVMIsAInstruction(value))
    return LLVMIsAArgument(value) || LLVMIsAConstant(value) ? none : unknown;
  if (depth > MOST_DEPTH)
    return unknown;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  LLVMValueRef left = LLVMGetNumOperands(value) > 0 ? LLVMGetOperand(value, 0) : NULL;
  LLVMValueRef right = LLVMGetNumOperands(value) > 1 ? LLVMGetOperand(value, 1) : NULL;
  switch (opcode) {
  case LLVMCall:
    return of_call(value);
  case LLVMLoad:
    return LLVMIsAArgument(fxc_object_of(left)) ? none : unknown;
  case LLVMOr:
    if (!LLVMGetIsDisjoint(value))
      return unknown;
    /* fall through */
  case LLVMAdd:
  case LLVMSub:
    return sum(growth_of(source, left, depth + 1), growth_of(source, right, depth + 1),
               opcode == LLVMSub ? -1 : 1);
  case LLVMMul:
  case LLVMShl: {
    struct fxc_growth first = growth_of(source, left, depth + 1);
    struct fxc_growth second = growth_of(source, right, depth + 1);
    if (is_none(second))
      return times(first, right, opcode == LLVMShl);
    return is_none(first) && opcode == LLVMMul ? times(second, left, false) : unknown;
  }
  case LLVMZExt:
  case LLVMSExt:
  case LLVMTrunc:
  case LLVMFreeze:
    return growth_of(source, left, depth + 1);
  case LLVMGetElementPtr: {
    if (LLVMGetNumOperands(value) != 2)
      return unknown;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(value);
    int64_t size = (int64_t)LLVMABISizeOfType(source->layout, type);
    return sum(growth_of(source, left, depth + 1), growth_of(source, right, depth + 1), size);
  }
  default:
    return unknown;
  }
}

struct fxc_growth fxc_growth_of(const struct fxc_growth_source *source, LLVMValueRef value) {
  return growth_of(source, value, 0);
}
