/* How many lanes: what fills a register with the type that most of the work is done in. */
#include "compiler/passes/vectorize/vectorize.h"

#include "compiler/passes/isa.h"

enum { LEAST_LANES = 2, MOST_LANES = 64 };

/* Bits per lane that an instruction works on; 0 where it does no work on vectors. */
static unsigned bits_of(const struct fxc_vec *v, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (opcode == LLVMStore) {
    type = LLVMTypeOf(LLVMGetOperand(i, 0));
  } else if (opcode == LLVMICmp || opcode == LLVMFCmp) {
    if (fxc_shape_of(&v->shapes, i).kind != FXC_SHAPE_VARYING)
      return 0;
    type = LLVMTypeOf(LLVMGetOperand(i, 0));
  } else if (fxc_shape_of(&v->shapes, i).kind != FXC_SHAPE_VARYING || opcode == LLVMGetElementPtr) {
    return 0;
  }
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  bool is_number = kind == LLVMIntegerTypeKind || kind == LLVMHalfTypeKind ||
                   kind == LLVMBFloatTypeKind || kind == LLVMFloatTypeKind ||
                   kind == LLVMDoubleTypeKind;
  unsigned bits = is_number ? (unsigned)LLVMSizeOfTypeInBits(v->layout, type) : 0;
  return bits == 1 || LLVMIsACastInst(i) ? 0 : bits;
}

/* The width that three quarters of the work fit in. Loops count for what they repeat. */
static unsigned common_bits(const struct fxc_vec *v) {
  double work[4] = {0}, total = 0, wider = 0;
  for (unsigned b = 0; b < v->cfg.count; b++) {
    unsigned loop = v->loops.innermost[b],
             depth = loop == FXC_NONE ? 0 : v->loops.loops[loop].depth;
    double weight = 1;
    for (unsigned d = 0; d < depth && d < 4; d++)
      weight *= 8;
    for (LLVMValueRef i = LLVMGetFirstInstruction(v->cfg.blocks[b]); i;
         i = LLVMGetNextInstruction(i)) {
      unsigned bits = bits_of(v, i);
      if (bits) {
        work[bits <= 8 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : 3] += weight;
        total += weight;
      }
    }
  }
  for (unsigned k = 3; k > 0; k--) {
    wider += work[k];
    if (wider * 4 > total)
      return 8u << k;
  }
  return total > 0 ? 8 : 32;
}

unsigned fxc_vec_lanes(struct fxc_vec *v) {
  unsigned wanted = v->module->options->vector_lanes;
  unsigned lanes = wanted ? wanted : fxc_vector_bits(v->module) / common_bits(v);
  if (lanes < LEAST_LANES)
    lanes = LEAST_LANES;
  return lanes > MOST_LANES ? MOST_LANES : lanes;
}
