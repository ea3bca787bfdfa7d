#include "compiler/ir/compare.h"

static int64_t extend(uint64_t value, unsigned width) {
  return (int64_t)(value << (64 - width)) >> (64 - width);
}

bool fxc_compare_integers(LLVMIntPredicate predicate, uint64_t a, uint64_t b, unsigned width) {
  int64_t x = extend(a, width), y = extend(b, width);
  switch (predicate) {
  case LLVMIntEQ:
    return a == b;
  case LLVMIntNE:
    return a != b;
  case LLVMIntUGT:
    return a > b;
  case LLVMIntUGE:
    return a >= b;
  case LLVMIntULT:
    return a < b;
  case LLVMIntULE:
    return a <= b;
  case LLVMIntSGT:
    return x > y;
  case LLVMIntSGE:
    return x >= y;
  case LLVMIntSLT:
    return x < y;
  case LLVMIntSLE:
    return x <= y;
  }
  return false;
}
