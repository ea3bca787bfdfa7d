/* Shapes of values and divergence of control flow, in one fixed-point iteration: values start as
 * unknown and only move towards varying; a value that changes may make a branch divergent, and a
 * divergent branch makes phis varying. */
#include "compiler/ir/shape.h"
#include "compiler/ir/atomics.h"
#include "compiler/memory.h"

#include <string.h>

static const struct fxc_shape uniform = {FXC_SHAPE_STRIDED, true, 0, 0};
static const struct fxc_shape varying = {FXC_SHAPE_VARYING, false, 0, 0};

struct fxc_shape fxc_shape_of(const struct fxc_shapes *s, LLVMValueRef value) {
  uintptr_t place = (uintptr_t)fxc_map_get(&s->index, value);
  return place ? s->values[place - 1] : uniform; /* constants, parameters, globals, blocks */
}

bool fxc_is_uniform(const struct fxc_shapes *s, LLVMValueRef value) {
  return fxc_shape_is_uniform(fxc_shape_of(s, value));
}

/* ---- values ---- */

static struct fxc_shape meet(struct fxc_shape a, struct fxc_shape b) {
  if (a.kind == FXC_SHAPE_UNKNOWN)
    return b;
  if (b.kind == FXC_SHAPE_UNKNOWN)
    return a;
  if (a.kind == FXC_SHAPE_VARYING || b.kind == FXC_SHAPE_VARYING || a.stride != b.stride)
    return varying;
  a.is_exact = a.is_exact && b.is_exact;
  a.bits = !a.bits || !b.bits ? 0 : a.bits > b.bits ? a.bits : b.bits;
  return a;
}

static struct fxc_shape strided(int64_t stride, bool is_exact) {
  return (struct fxc_shape){FXC_SHAPE_STRIDED, is_exact, 0, stride};
}

/* stride times factor, or varying if that overflows. */
static struct fxc_shape scaled(struct fxc_shape shape, int64_t factor, bool is_exact) {
  int64_t stride;
  if (__builtin_mul_overflow(shape.stride, factor, &stride))
    return varying;
  return strided(stride, is_exact && shape.is_exact);
}

/* Uniform if all operands are; unknown while one is unknown; else varying. */
static struct fxc_shape of_operands(const struct fxc_shapes *s, LLVMValueRef v) {
  bool is_unknown = false, is_varying = false;
  for (int i = 0, count = LLVMGetNumOperands(v); i < count; i++) {
    struct fxc_shape shape = fxc_shape_of(s, LLVMGetOperand(v, (unsigned)i));
    is_unknown |= shape.kind == FXC_SHAPE_UNKNOWN;
    is_varying |= shape.kind == FXC_SHAPE_VARYING || shape.stride != 0;
  }
  return is_unknown ? (struct fxc_shape){0} : is_varying ? varying : uniform;
}

static struct fxc_shape of_sum(const struct fxc_shapes *s, LLVMValueRef v, int sign,
                               bool is_exact) {
  struct fxc_shape a = fxc_shape_of(s, LLVMGetOperand(v, 0));
  struct fxc_shape b = fxc_shape_of(s, LLVMGetOperand(v, 1));
  if (a.kind != FXC_SHAPE_STRIDED || b.kind != FXC_SHAPE_STRIDED)
    return of_operands(s, v);
  int64_t stride;
  if (sign > 0 ? __builtin_add_overflow(a.stride, b.stride, &stride)
               : __builtin_sub_overflow(a.stride, b.stride, &stride))
    return varying;
  return strided(stride, stride == 0 || (is_exact && a.is_exact && b.is_exact));
}

static struct fxc_shape of_product(const struct fxc_shapes *s, LLVMValueRef v, bool is_shift) {
  LLVMValueRef left = LLVMGetOperand(v, 0), right = LLVMGetOperand(v, 1);
  if (!is_shift && LLVMIsAConstantInt(left)) {
    LLVMValueRef other = left;
    left = right;
    right = other;
  }
  struct fxc_shape shape = fxc_shape_of(s, left);
  if (shape.kind != FXC_SHAPE_STRIDED || !LLVMIsAConstantInt(right) ||
      LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
    return of_operands(s, v);
  int64_t factor = LLVMConstIntGetSExtValue(right);
  if (is_shift && (factor < 0 || factor > 62))
    return of_operands(s, v);
  return shape.stride == 0 ? uniform
                           : scaled(shape, is_shift ? INT64_C(1) << factor : factor, LLVMGetNSW(v));
}

static struct fxc_shape of_cast(const struct fxc_shapes *s, LLVMValueRef v) {
  struct fxc_shape shape = fxc_shape_of(s, LLVMGetOperand(v, 0));
  if (shape.kind != FXC_SHAPE_STRIDED || shape.stride == 0)
    return shape.kind == FXC_SHAPE_STRIDED ? uniform : shape;
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(v, 0)), to = LLVMTypeOf(v);
  switch (LLVMGetInstructionOpcode(v)) {
  case LLVMTrunc:
    if (LLVMGetIntTypeWidth(to) < 8)
      return varying;
    shape.is_exact = shape.bits && shape.bits < LLVMGetIntTypeWidth(to);
    if (!shape.is_exact)
      shape.bits = 0;
    return shape;
  case LLVMSExt:
    return shape.is_exact ? shape : varying;
  case LLVMZExt:
    return shape.bits || (shape.is_exact && LLVMGetNNeg(v)) ? shape : varying;
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast:
  case LLVMAddrSpaceCast: {
    bool is_pointer =
        LLVMGetTypeKind(from) == LLVMPointerTypeKind || LLVMGetTypeKind(to) == LLVMPointerTypeKind;
    bool is_same = LLVMABISizeOfType(s->layout, from) == LLVMABISizeOfType(s->layout, to);
    bool is_number =
        LLVMGetTypeKind(from) == LLVMIntegerTypeKind || LLVMGetTypeKind(to) == LLVMIntegerTypeKind;
    return is_pointer && is_same && (is_number || LLVMGetTypeKind(from) == LLVMGetTypeKind(to))
               ? strided(shape.stride, false)
               : varying;
  }
  default:
    return varying;
  }
}

static struct fxc_shape of_address(const struct fxc_shapes *s, LLVMValueRef v) {
  struct fxc_shape sum = fxc_shape_of(s, LLVMGetOperand(v, 0));
  LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
  if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind)
    return of_operands(s, v);
  if (s->element(s->context, v)) {
    for (int i = 1, count = LLVMGetNumOperands(v); i < count; i++)
      if (!fxc_is_uniform(s, LLVMGetOperand(v, (unsigned)i)))
        return fxc_shape_of(s, LLVMGetOperand(v, (unsigned)i)).kind == FXC_SHAPE_UNKNOWN
                   ? (struct fxc_shape){0}
                   : varying;
    return sum;
  }
  for (unsigned i = 1, count = (unsigned)LLVMGetNumOperands(v); i < count; i++) {
    LLVMValueRef index = LLVMGetOperand(v, i);
    struct fxc_shape shape = fxc_shape_of(s, index);
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
      continue;
    }
    if (i > 1)
      type = LLVMGetElementType(type);
    if (sum.kind == FXC_SHAPE_VARYING || shape.kind == FXC_SHAPE_VARYING)
      return varying;
    if (sum.kind == FXC_SHAPE_UNKNOWN || shape.kind == FXC_SHAPE_UNKNOWN)
      return (struct fxc_shape){0};
    if (LLVMGetIntTypeWidth(LLVMTypeOf(index)) < 64 && !shape.is_exact && shape.stride)
      return varying;
    struct fxc_shape step = scaled(shape, (int64_t)LLVMABISizeOfType(s->layout, type), false);
    if (step.kind == FXC_SHAPE_VARYING ||
        __builtin_add_overflow(sum.stride, step.stride, &sum.stride))
      return varying;
  }
  return sum.kind == FXC_SHAPE_STRIDED ? strided(sum.stride, sum.stride == 0) : sum;
}

/* ---- 32-bit numbers in 64 bits ---- */

/* A sum of ids times constants, in the form that LLVM gives a 32-bit index that it widened:
 * computed in 64 bits, in the high half and shifted back, or in the low half and masked. The sum
 * fits into 32 bits, and so does not wrap between lanes, if the ids are small enough. */
struct id_sum {
  unsigned up; /* the sum is shifted up by this: 0 or 32 */
  int64_t stride;
  uint64_t fixed, factor; /* bound of its magnitude: fixed + factor * the largest id */
  bool is_positive;       /* nothing is subtracted */
};

static bool add_to_sum(struct id_sum *sum, struct fxc_shape shape, int64_t factor) {
  if (factor <= INT32_MIN || factor > INT32_MAX)
    return false;
  uint64_t magnitude = (uint64_t)(factor < 0 ? -factor : factor);
  sum->is_positive &= factor >= 0;
  sum->stride += shape.stride * factor;
  if (shape.bits == FXC_ID_BITS)
    sum->factor += magnitude;
  else
    sum->fixed += magnitude << shape.bits;
  return true;
}

/* Adds value times factor; false if it is not such a sum. */
static bool find_sum(const struct fxc_shapes *s, LLVMValueRef value, int64_t factor, unsigned depth,
                     struct id_sum *sum) {
  enum { DEEPEST = 8 };
  if (LLVMIsAConstantInt(value)) {
    int64_t number = LLVMConstIntGetSExtValue(value);
    if (number & ((INT64_C(1) << sum->up) - 1))
      return false;
    number >>= sum->up;
    return number > INT32_MIN && number <= INT32_MAX && add_to_sum(sum, uniform, number * factor);
  }
  struct fxc_shape shape = fxc_shape_of(s, value);
  if (!sum->up && shape.bits && shape.stride >= 0)
    return add_to_sum(sum, shape, factor);
  if (!LLVMIsABinaryOperator(value) || depth == DEEPEST)
    return false;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  LLVMValueRef left = LLVMGetOperand(value, 0), right = LLVMGetOperand(value, 1);
  if (opcode == LLVMAdd || opcode == LLVMSub || (opcode == LLVMOr && LLVMGetIsDisjoint(value)))
    return find_sum(s, left, factor, depth + 1, sum) &&
           find_sum(s, right, opcode == LLVMSub ? -factor : factor, depth + 1, sum);
  if ((opcode != LLVMMul && opcode != LLVMShl) || !LLVMIsAConstantInt(right))
    return false;
  int64_t by = LLVMConstIntGetSExtValue(right);
  if (opcode == LLVMShl && (by < 0 || by > 62))
    return false;
  if (opcode == LLVMShl)
    by = INT64_C(1) << by;
  unsigned up = sum->up;
  if (up && !(by & UINT32_MAX)) { /* this shifts it up */
    by >>= up;
    sum->up = 0;
  }
  bool is_sum = !__builtin_mul_overflow(by, factor, &by) && by > INT32_MIN && by <= INT32_MAX &&
                find_sum(s, left, by, depth + 1, sum);
  sum->up = up;
  return is_sum;
}

/* The shape of value, a sum's 32 bits shifted down to bit 0; varying if it is not such a sum. */
static struct fxc_shape of_sum_of_ids(struct fxc_shapes *s, LLVMValueRef value, unsigned up,
                                      bool is_signed) {
  enum { MOST_LANES = 64, LEAST_BOUND = 1 << 14 };
  struct id_sum sum = {.up = up, .is_positive = true};
  if (!find_sum(s, value, 1, 0, &sum) || (!is_signed && !sum.is_positive) || sum.fixed > INT32_MAX)
    return varying;
  if (sum.factor) { /* inactive lanes count too */
    uint64_t bound = (INT32_MAX - sum.fixed) / sum.factor;
    if (bound < LEAST_BOUND)
      return varying;
    if (bound - MOST_LANES < s->id_bound)
      s->id_bound = bound - MOST_LANES;
  }
  struct fxc_shape shape = strided(sum.stride, true);
  shape.bits = sum.is_positive ? FXC_ID_BITS : 0;
  return shape;
}

LLVMValueRef fxc_shifted_up(LLVMValueRef value, uint64_t *out_by) {
  LLVMValueRef by = LLVMIsABinaryOperator(value) ? LLVMGetOperand(value, 1) : NULL;
  if (!by || LLVMGetInstructionOpcode(value) != LLVMShl || !LLVMIsAConstantInt(by))
    return NULL;
  *out_by = LLVMConstIntGetZExtValue(by);
  return LLVMGetOperand(value, 0);
}

LLVMValueRef fxc_uncut(const struct fxc_shapes *s, LLVMValueRef v, unsigned *out_up) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(v);
  if ((opcode != LLVMAnd && opcode != LLVMAShr && opcode != LLVMLShr) ||
      !LLVMIsAConstantInt(LLVMGetOperand(v, 1)) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
    return NULL;
  LLVMValueRef left = LLVMGetOperand(v, 0);
  uint64_t number = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)), up = number;
  LLVMValueRef id = opcode == LLVMAnd ? left : fxc_shifted_up(left, &up);
  struct fxc_shape shape = id ? fxc_shape_of(s, id) : varying;
  if (shape.kind != FXC_SHAPE_STRIDED || !shape.bits)
    return NULL;
  *out_up = (unsigned)(up - number);
  bool is_all = opcode == LLVMAnd
                    ? !(~number & ((1u << shape.bits) - 1))
                    : up + shape.bits < LLVMGetIntTypeWidth(LLVMTypeOf(v)) && number <= up;
  return is_all ? id : NULL;
}

static struct fxc_shape of_cut(struct fxc_shapes *s, LLVMValueRef v) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(v);
  LLVMValueRef left = LLVMGetOperand(v, 0), right = LLVMGetOperand(v, 1);
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(v)), up;
  struct fxc_shape shape = of_operands(s, v);
  if (shape.kind != FXC_SHAPE_VARYING || !LLVMIsAConstantInt(right) || width > 64)
    return shape;
  LLVMValueRef id = fxc_uncut(s, v, &up);
  if (id) {
    shape = fxc_shape_of(s, id);
    if (opcode == LLVMAnd)
      return shape;
    unsigned bits = shape.bits + up;
    shape = scaled(shape, INT64_C(1) << up, true);
    shape.bits = bits <= FXC_ID_BITS ? (unsigned char)bits : 0;
    return shape;
  }
  uint64_t number = LLVMConstIntGetZExtValue(right);
  if (opcode == LLVMAnd)
    return width == 64 && number == UINT32_MAX ? of_sum_of_ids(s, left, 0, false) : varying;
  if (opcode != LLVMAShr || width != 64 || number > 32)
    return varying;
  shape = of_sum_of_ids(s, left, 32, true);
  if (shape.kind == FXC_SHAPE_STRIDED && number < 32) {
    shape = scaled(shape, INT64_C(1) << (32 - number), true);
    shape.bits = 0;
  }
  return shape;
}

static unsigned block_of(const struct fxc_shapes *s, LLVMValueRef instruction) {
  return fxc_cfg_number(s->cfg, LLVMGetInstructionParent(instruction));
}

unsigned fxc_divergent_loop_left(const struct fxc_shapes *s, unsigned block, unsigned outside) {
  unsigned found = FXC_NONE;
  for (unsigned l = s->loops->innermost[block];
       l != FXC_NONE && !fxc_loop_contains(s->loops, l, outside); l = s->loops->loops[l].parent)
    if (s->is_loop_divergent[l])
      found = l;
  return found;
}

static struct fxc_shape of_phi(const struct fxc_shapes *s, LLVMValueRef v) {
  struct fxc_shape shape = {0};
  unsigned block = block_of(s, v), count = LLVMCountIncoming(v);
  if (fxc_map_has(&s->mixed, v))
    return varying;
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef value = LLVMGetIncomingValue(v, i);
    unsigned from = fxc_cfg_number(s->cfg, LLVMGetIncomingBlock(v, i));
    if (from == FXC_NONE)
      continue;
    unsigned loop = fxc_divergent_loop_left(s, from, block);
    if (loop != FXC_NONE && LLVMIsAInstruction(value) &&
        fxc_loop_contains(s->loops, loop, block_of(s, value)))
      return varying; /* each lane leaves with the value of its own last iteration */
    if (LLVMIsUndef(value))
      continue;
    shape = meet(shape, fxc_shape_of(s, value));
  }
  return shape;
}

static struct fxc_shape of_instruction(struct fxc_shapes *s, LLVMValueRef v) {
  switch (LLVMGetInstructionOpcode(v)) {
  case LLVMPHI:
    return of_phi(s, v);
  case LLVMAdd:
    return of_sum(s, v, 1, LLVMGetNSW(v));
  case LLVMSub:
    return of_sum(s, v, -1, LLVMGetNSW(v));
  case LLVMOr:
    return LLVMGetIsDisjoint(v) ? of_sum(s, v, 1, true) : of_operands(s, v);
  case LLVMMul:
    return of_product(s, v, false);
  case LLVMShl:
    return of_product(s, v, true);
  case LLVMAnd:
  case LLVMAShr:
  case LLVMLShr:
    return of_cut(s, v);
  case LLVMTrunc:
  case LLVMSExt:
  case LLVMZExt:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast:
  case LLVMAddrSpaceCast:
    return of_cast(s, v);
  case LLVMGetElementPtr:
    return of_address(s, v);
  case LLVMFreeze: {
    struct fxc_shape shape = fxc_shape_of(s, LLVMGetOperand(v, 0));
    shape.is_exact = shape.is_exact && shape.stride == 0;
    return shape;
  }
  case LLVMSelect:
    if (fxc_shape_of(s, LLVMGetOperand(v, 0)).kind == FXC_SHAPE_UNKNOWN)
      return (struct fxc_shape){0};
    if (fxc_is_uniform(s, LLVMGetOperand(v, 0)))
      return meet(fxc_shape_of(s, LLVMGetOperand(v, 1)), fxc_shape_of(s, LLVMGetOperand(v, 2)));
    return of_operands(s, v);
  case LLVMAlloca: {
    uint64_t element = s->element(s->context, v);
    if (s->is_common(s->context, v))
      return strided(0, true);
    if (element)
      return strided((int64_t)element, false);
    if (!LLVMIsAConstantInt(LLVMGetOperand(v, 0)))
      return varying;
    int64_t size = (int64_t)LLVMABISizeOfType(s->layout, LLVMGetAllocatedType(v)) *
                   LLVMConstIntGetSExtValue(LLVMGetOperand(v, 0));
    int64_t alignment = LLVMGetAlignment(v); /* lane after lane, each aligned */
    return strided((size + alignment - 1) / alignment * alignment, false);
  }
  case LLVMLoad: {
    bool is_plain = !LLVMGetVolatile(v) && LLVMGetOrdering(v) == LLVMAtomicOrderingNotAtomic;
    return is_plain || fxc_is_of_one_thread(v) ? of_operands(s, v) : varying;
  }
  case LLVMCall:
    return s->call(s->context, s, v);
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMVAArg:
    return varying;
  default:
    return of_operands(s, v);
  }
}

struct fxc_shape fxc_shape_by_operands(struct fxc_shapes *s, LLVMValueRef instruction) {
  return of_instruction(s, instruction);
}

void fxc_shape_set(struct fxc_shapes *s, LLVMValueRef instruction, struct fxc_shape shape) {
  s->values[(uintptr_t)fxc_map_get(&s->index, instruction) - 1] = shape;
}

/* ---- control ---- */

/* Labels propagate along edges from each divergent branch to the point where all lanes have
 * joined again. A block that two labels reach is a join. Blocks on these paths are masked. */
struct flow {
  struct fxc_shapes *s;
  unsigned *label; /* per block, FXC_NONE: not reached */
  bool *parts;     /* per block: lanes leave it, or the branch, apart */
  bool *joins;     /* per block */
};

static void flow_begin(struct flow *flow, struct fxc_shapes *s) {
  unsigned n = s->cfg->count;
  *flow = (struct flow){s, fxc_must(malloc(n * sizeof(unsigned))),
                        fxc_must(calloc(n, sizeof(bool))), fxc_must(calloc(n, sizeof(bool)))};
  for (unsigned b = 0; b < n; b++)
    flow->label[b] = FXC_NONE;
}

/* Lanes come together in a phi with different values if these differ between the edges that they
 * may come along after this branch or loop; along other edges all lanes come together. */
static void mix_phis(const struct flow *flow, unsigned block) {
  struct fxc_shapes *s = flow->s;
  for (LLVMValueRef phi = LLVMGetFirstInstruction(s->cfg->blocks[block]);
       phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
    LLVMValueRef first = NULL;
    for (unsigned i = 0, count = LLVMCountIncoming(phi); i < count; i++) {
      unsigned from = fxc_cfg_number(s->cfg, LLVMGetIncomingBlock(phi, i));
      LLVMValueRef value = LLVMGetIncomingValue(phi, i);
      if (from == FXC_NONE || !flow->parts[from])
        continue;
      if (first && value != first)
        fxc_map_put(&s->mixed, phi, phi);
      first = value;
    }
  }
}

static void flow_end(struct flow *flow) {
  for (unsigned b = 0; b < flow->s->cfg->count; b++)
    if (flow->joins[b]) {
      flow->s->is_join[b] = true;
      mix_phis(flow, b);
    }
  free(flow->label);
  free(flow->parts);
  free(flow->joins);
}

static void reach(struct flow *flow, unsigned block, unsigned label) {
  if (flow->label[block] == FXC_NONE) {
    flow->label[block] = label;
  } else if (flow->label[block] != label) {
    flow->label[block] = block;
    flow->joins[block] = true;
  }
}

static void mark_loop_divergent(struct fxc_shapes *s, unsigned loop);

/* From the blocks in `starts` (marked with their own labels) to `end`, where all lanes have
 * joined. */
static void flow_to(struct flow *flow, unsigned first_position, unsigned end) {
  struct fxc_shapes *s = flow->s;
  const struct fxc_cfg *cfg = s->cfg;
  for (unsigned p = first_position; p < s->position[end]; p++) {
    unsigned block = s->order[p], label = flow->label[block];
    if (label == FXC_NONE)
      continue;
    s->is_masked[block] = true;
    flow->parts[block] = true;
    for (unsigned e = cfg->successor_start[block]; e < cfg->successor_start[block + 1]; e++)
      if (s->position[cfg->successors[e]] > p)
        reach(flow, cfg->successors[e], label);
  }
}

static void part(struct flow *flow, const unsigned *starts, unsigned count, unsigned end) {
  const struct fxc_shapes *s = flow->s;
  unsigned first = s->cfg->count;
  for (unsigned i = 0; i < count; i++) {
    reach(flow, starts[i], starts[i]);
    if (s->position[starts[i]] < first)
      first = s->position[starts[i]];
  }
  flow_to(flow, first, end);
}

/* Loops around block that do not contain end: lanes leave them at different times. */
static void part_loops(struct fxc_shapes *s, unsigned block, unsigned end) {
  for (unsigned l = s->loops->innermost[block]; l != FXC_NONE; l = s->loops->loops[l].parent)
    if (!fxc_loop_contains(s->loops, l, end))
      mark_loop_divergent(s, l);
}

static void mark_branch_divergent(struct fxc_shapes *s, unsigned block) {
  const struct fxc_cfg *cfg = s->cfg;
  unsigned start = cfg->successor_start[block];
  s->is_divergent[block] = true;
  unsigned end = s->postdominators->ipdom[block];
  /* A back edge to the header of a loop around the block continues in the next iteration. */
  unsigned starts[2], count = 0;
  for (unsigned e = start; e < cfg->successor_start[block + 1] && count < 2; e++)
    if (s->position[cfg->successors[e]] > s->position[block])
      starts[count++] = cfg->successors[e];
  unsigned stop = end;
  if (s->position[end] < s->position[block]) /* they join in the next iteration: divergent up to
                                              * the latch */
    stop = block;
  if (stop != block) {
    struct flow flow;
    flow_begin(&flow, s);
    flow.parts[block] = true;
    part(&flow, starts, count, stop);
    flow_end(&flow);
  }
  part_loops(s, block, end);
}

static void mark_loop_divergent(struct fxc_shapes *s, unsigned loop) {
  const struct fxc_cfg *cfg = s->cfg;
  const struct fxc_loop *l = &s->loops->loops[loop];
  if (s->is_loop_divergent[loop])
    return;
  s->is_loop_divergent[loop] = true;
  unsigned *exits = fxc_must(malloc((l->block_count * 2 + 2) * sizeof *exits)), count = 0;
  unsigned end = FXC_NONE;
  struct flow flow;
  flow_begin(&flow, s);
  for (unsigned i = 0; i < l->block_count; i++) {
    unsigned block = l->blocks[i];
    s->is_masked[block] = true;
    flow.parts[block] = true;
    for (unsigned e = cfg->successor_start[block]; e < cfg->successor_start[block + 1]; e++) {
      unsigned to = cfg->successors[e];
      if (fxc_loop_contains(s->loops, loop, to))
        continue;
      bool is_known = false;
      for (unsigned k = 0; k < count; k++)
        if (exits[k] == to) {
          is_known = true;
          flow.joins[to] = true;
        }
      if (!is_known && count < l->block_count * 2 + 2)
        exits[count++] = to;
      end = end == FXC_NONE ? to : fxc_postdom_meet(s->postdominators, end, to);
    }
  }
  if (count > 1)
    part(&flow, exits, count, end);
  flow_end(&flow);
  free(exits);
  if (count && l->parent != FXC_NONE && !fxc_loop_contains(s->loops, l->parent, end))
    mark_loop_divergent(s, l->parent);
}

/* ---- order ---- */

/* Successors of a block in the order of the traversal: a loop's exits before its header's other
 * successors, so that in reverse they come after the whole loop. */
static unsigned next_of(const struct fxc_shapes *s, unsigned block, unsigned n,
                        const unsigned *exit_start, const unsigned *exits) {
  unsigned exit_count = exit_start[block + 1] - exit_start[block];
  if (n < exit_count)
    return exits[exit_start[block] + n];
  n -= exit_count;
  return s->cfg->successor_start[block] + n < s->cfg->successor_start[block + 1]
             ? s->cfg->successors[s->cfg->successor_start[block] + n]
             : FXC_NONE;
}

/* Per header: the targets of its loop's exit edges. */
static unsigned find_exits(const struct fxc_shapes *s, unsigned header, unsigned *out) {
  unsigned count = 0;
  for (unsigned l = s->loops->innermost[header];
       l != FXC_NONE && s->loops->loops[l].header == header; l = s->loops->loops[l].parent)
    for (unsigned i = 0; i < s->loops->loops[l].block_count; i++) {
      unsigned block = s->loops->loops[l].blocks[i];
      for (unsigned e = s->cfg->successor_start[block]; e < s->cfg->successor_start[block + 1]; e++)
        if (!fxc_loop_contains(s->loops, l, s->cfg->successors[e])) {
          if (out)
            out[count] = s->cfg->successors[e];
          count++;
        }
    }
  return count;
}

static void order_blocks(struct fxc_shapes *s) {
  unsigned n = s->cfg->count, total = 0, depth = 0, done = 0;
  unsigned *exit_start = fxc_new(&s->arena, n + 1, sizeof(unsigned));
  for (unsigned b = 0; b < n; b++) {
    exit_start[b] = total;
    total += find_exits(s, b, NULL);
  }
  exit_start[n] = total;
  unsigned *exits = fxc_new(&s->arena, total, sizeof(unsigned));
  for (unsigned b = 0; b < n; b++)
    find_exits(s, b, exits + exit_start[b]);
  unsigned *stack = fxc_new(&s->arena, n, sizeof(unsigned));
  unsigned *next = fxc_new(&s->arena, n, sizeof(unsigned));
  bool *is_seen = fxc_new(&s->arena, n, sizeof(bool));
  stack[depth++] = 0;
  is_seen[0] = true;
  while (depth) {
    unsigned block = stack[depth - 1];
    unsigned to = next_of(s, block, next[block]++, exit_start, exits);
    if (to == FXC_NONE) {
      s->order[n - 1 - done++] = block;
      depth--;
    } else if (!is_seen[to]) {
      is_seen[to] = true;
      stack[depth++] = to;
    }
  }
  for (unsigned i = 0; i < n; i++)
    s->position[s->order[i]] = i;
}

/* ---- fixed point ---- */

static bool update(struct fxc_shapes *s, LLVMValueRef v) {
  uintptr_t place = (uintptr_t)fxc_map_get(&s->index, v);
  struct fxc_shape *shape = &s->values[place - 1];
  if (shape->kind == FXC_SHAPE_VARYING)
    return false;
  struct fxc_shape now = of_instruction(s, v);
  bool is_same = now.kind == shape->kind && now.stride == shape->stride &&
                 now.is_exact == shape->is_exact && now.bits == shape->bits;
  if (is_same || now.kind == FXC_SHAPE_UNKNOWN)
    return false;
  if (shape->kind != FXC_SHAPE_UNKNOWN) /* monotone */
    now = meet(*shape, now);
  bool is_changed = now.kind != shape->kind || now.stride != shape->stride ||
                    now.is_exact != shape->is_exact || now.bits != shape->bits;
  *shape = now;
  return is_changed;
}

static bool update_branch(struct fxc_shapes *s, unsigned block) {
  LLVMValueRef terminator = LLVMGetBasicBlockTerminator(s->cfg->blocks[block]);
  if (s->is_divergent[block] || LLVMGetNumSuccessors(terminator) < 2)
    return false;
  struct fxc_shape shape = fxc_shape_of(s, LLVMGetOperand(terminator, 0));
  if (shape.kind == FXC_SHAPE_UNKNOWN || fxc_shape_is_uniform(shape))
    return false;
  mark_branch_divergent(s, block);
  return true;
}

static void iterate(struct fxc_shapes *s) {
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned p = 0; p < s->cfg->count; p++) {
      unsigned block = s->order[p];
      for (LLVMValueRef v = LLVMGetFirstInstruction(s->cfg->blocks[block]); v;
           v = LLVMGetNextInstruction(v))
        changed |= update(s, v);
      changed |= update_branch(s, block);
    }
  }
}

void fxc_shapes_build(struct fxc_shapes *s) {
  unsigned n = s->cfg->count, count = 0;
  for (unsigned b = 0; b < n; b++)
    for (LLVMValueRef v = LLVMGetFirstInstruction(s->cfg->blocks[b]); v;
         v = LLVMGetNextInstruction(v))
      fxc_map_put(&s->index, v, (void *)(uintptr_t)++count);
  s->values = fxc_new(&s->arena, count, sizeof *s->values);
  s->order = fxc_new(&s->arena, n, sizeof(unsigned));
  s->position = fxc_new(&s->arena, n, sizeof(unsigned));
  s->is_divergent = fxc_new(&s->arena, n, sizeof(bool));
  s->is_masked = fxc_new(&s->arena, n, sizeof(bool));
  s->is_join = fxc_new(&s->arena, n, sizeof(bool));
  s->is_loop_divergent = fxc_new(&s->arena, s->loops->count, sizeof(bool));
  s->id_bound = UINT64_C(1) << FXC_ID_BITS;
  order_blocks(s);
  iterate(s);
  /* A value that depends only on itself and on undefined values is uniform; values computed from
   * it need not be. */
  for (unsigned i = 0; i < count; i++)
    if (s->values[i].kind == FXC_SHAPE_UNKNOWN)
      s->values[i] = uniform;
  iterate(s);
}

void fxc_shapes_free(struct fxc_shapes *s) {
  fxc_map_free(&s->index);
  fxc_map_free(&s->mixed);
  fxs_arena_release(&s->arena);
}
