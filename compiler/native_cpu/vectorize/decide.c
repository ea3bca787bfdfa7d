/* Decides the number of lanes, or that the kernel stays scalar.
 *
 * A vector register holds as many lanes as elements of the type that most of the work is done
 * in. Small loops get two registers' worth, which keeps more loads and more dependency chains in
 * flight, as loop interleaving does. A kernel whose innermost loop iterates over memory private
 * to each work-item is left to LLVM's loop vectorizer if that can handle it: whole vectors from
 * one work-item's memory are faster than gathers from that of many. If the kernel does little
 * else it stays scalar, so that each work-item runs only as long as it needs. */
#include "compiler/native_cpu/vectorize/vectorize.h"

#include "compiler/ir/liveness.h"
#include "compiler/ir/metadata.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/isa.h"
#include "falx/image.h"

enum { LEAST_LANES = 2, MOST_LANES = 64 };

static bool is_varying(const struct fxc_vec *v, LLVMValueRef value) {
  return fxc_shape_of(&v->shapes, value).kind == FXC_SHAPE_VARYING;
}

/* ---- the type of most of the work ---- */

/* Work that is done lane by lane, or by a call, gains nothing from vectors. */
static bool is_serial(const struct fxc_vec *v, LLVMValueRef i) {
  return (LLVMIsACallInst(i) && !fxc_vec_is_speculatable(i)) || LLVMIsAAtomicRMWInst(i) ||
         LLVMIsAAtomicCmpXchgInst(i) ||
         (LLVMIsACallInst(i) && is_varying(v, i) && !fxc_vec_is_widened(i));
}

/* Bits per lane that an instruction works on; 0 if it does no vector work. */
static unsigned bits_of(struct fxc_vec *v, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (opcode == LLVMStore)
    type = LLVMTypeOf(LLVMGetOperand(i, 0));
  else if (!is_varying(v, i) || opcode == LLVMGetElementPtr || is_serial(v, i))
    return 0;
  else if (opcode == LLVMICmp || opcode == LLVMFCmp)
    type = LLVMTypeOf(LLVMGetOperand(i, 0));
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  bool is_number = kind == LLVMIntegerTypeKind || kind == LLVMHalfTypeKind ||
                   kind == LLVMBFloatTypeKind || kind == LLVMFloatTypeKind ||
                   kind == LLVMDoubleTypeKind;
  unsigned bits = is_number ? (unsigned)LLVMSizeOfTypeInBits(v->layout, type) : 0;
  if (bits == 64 && (LLVMIsABinaryOperator(i) || opcode == LLVMICmp) && fxc_vec_is_narrow(v, i))
    return 32;
  return bits == 1 || LLVMIsACastInst(i) ? 0 : bits;
}

struct work {
  double by_width[4]; /* of 8, 16, 32 and 64 bits */
  double total, weight;
};

static void count_work(struct fxc_vec *v, LLVMValueRef i, void *context) {
  struct work *work = context;
  unsigned bits = bits_of(v, i);
  if (bits) {
    work->by_width[bits <= 8 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : 3] += work->weight;
    work->total += work->weight;
  }
}

/* The width that covers three quarters of the work. Instructions in loops weigh more. */
static unsigned common_bits(struct fxc_vec *v) {
  struct work work = {0};
  double wider = 0;
  for (unsigned b = 0; b < v->cfg.count; b++) {
    unsigned loop = v->loops.innermost[b];
    unsigned depth = loop == FXC_NONE ? 0 : v->loops.loops[loop].depth;
    work.weight = 1;
    for (unsigned d = 0; d < depth && d < 4; d++)
      work.weight *= 8;
    fxc_vec_visit_in_rows(v, b, count_work, &work);
  }
  for (unsigned k = 3; k > 0; k--) {
    wider += work.by_width[k];
    if (wider * 4 > work.total)
      return 8u << k;
  }
  return work.total > 0 ? 8 : 32;
}

/* ---- two registers' worth of lanes ---- */

/* The maximum number of varying values live at once in block. */
static unsigned pressure_in(const struct fxc_vec *v, const struct fxc_liveness *live,
                            unsigned block) {
  struct fxc_map alive = {0};
  unsigned now = 0, most;
  for (unsigned i = 0; i < live->value_count; i++)
    if (live->live_out[(size_t)block * live->words + i / 64] >> (i % 64) & 1 &&
        is_varying(v, live->values[i])) {
      fxc_map_put(&alive, live->values[i], live->values[i]);
      now++;
    }
  most = now;
  for (LLVMValueRef i = LLVMGetLastInstruction(v->cfg.blocks[block]); i;
       i = LLVMGetPreviousInstruction(i)) {
    if (fxc_map_get(&alive, i)) {
      fxc_map_put(&alive, i, NULL);
      now--;
    }
    for (int k = 0, count = LLVMIsAPHINode(i) ? 0 : LLVMGetNumOperands(i); k < count; k++) {
      LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
      if (LLVMIsAInstruction(operand) && is_varying(v, operand) && !fxc_map_get(&alive, operand)) {
        fxc_map_put(&alive, operand, operand);
        now++;
      }
    }
    if (now > most)
      most = now;
  }
  fxc_map_free(&alive);
  return most;
}

static bool has_room_for_two(const struct fxc_vec *v, unsigned bits) {
  enum { MOST_INSTRUCTIONS = 96 };
  unsigned registers = bits >= 512 ? 32 : 16, count = 0;
  LLVMValueRef dispatch = fxc_function_node(v->scalar, "falx.dispatch");
  bool is_by_items = dispatch && (fxc_metadata_integer(dispatch, 1) ||
                                  fxc_metadata_integer(dispatch, 0) & FALX_KERNEL_DISPATCH_ITEMS);
  if (!is_by_items)
    return false; /* work-groups are often only as wide as one register */
  if (v->loops.count == 0)
    return false; /* out-of-order processors overlap the next work-items anyway, but stores stay
                   * in order */
  for (unsigned b = 0; b < v->cfg.count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(v->cfg.blocks[b]); i;
         i = LLVMGetNextInstruction(i)) {
      if (LLVMIsAAllocaInst(i) ||
          (is_serial(v, i) && !(LLVMIsACallInst(i) && fxc_vec_is_import(i))))
        return false;
      count += is_varying(v, i);
    }
  if (count > MOST_INSTRUCTIONS)
    return false;
  struct fxc_liveness live;
  unsigned most = 0;
  fxc_liveness_build(&live, &v->cfg);
  for (unsigned b = 0; b < v->cfg.count; b++) {
    unsigned pressure = pressure_in(v, &live, b);
    most = pressure > most ? pressure : most;
  }
  fxc_liveness_free(&live);
  return 2 * most + 4 <= registers;
}

unsigned fxc_vec_lanes(struct fxc_vec *v, bool has_groups) {
  unsigned wanted = v->module->options->vector_lanes, bits = fxc_vector_bits(v->module);
  if (v->required || v->preferred)
    return v->required ? v->required : v->preferred;
  v->lanes = bits / 32; /* provisional: whether rows are long depends on it */
  /* The sub-group size is a property of the device: it must not depend on a kernel's types. */
  unsigned lanes = wanted ? wanted : bits / (has_groups ? 32 : common_bits(v));
  if (lanes < LEAST_LANES)
    lanes = LEAST_LANES;
  if (!wanted && !has_groups && lanes * 2 <= MOST_LANES && has_room_for_two(v, bits))
    lanes *= 2;
  return lanes > MOST_LANES ? MOST_LANES : lanes;
}

/* ---- loops that are better left to LLVM ---- */

/* The constant by which value grows in each iteration of the loop, in bytes for addresses; false
 * if it is not a known constant. */
static bool growth(const struct fxc_vec *v, unsigned loop, LLVMValueRef value, int64_t *out,
                   unsigned depth) {
  *out = 0;
  if (!LLVMIsAInstruction(value) ||
      !fxc_loop_contains(&v->loops, loop, fxc_cfg_number(&v->cfg, LLVMGetInstructionParent(value))))
    return true;
  int64_t a, b;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  if (depth > 16)
    return false;
  if (opcode == LLVMPHI) {
    LLVMBasicBlockRef header = v->cfg.blocks[v->loops.loops[loop].header];
    for (unsigned i = 0, count = LLVMCountIncoming(value);
         i < count && LLVMGetInstructionParent(value) == header; i++) {
      LLVMValueRef next = LLVMGetIncomingValue(value, i);
      if (LLVMIsAInstruction(next) && LLVMGetInstructionOpcode(next) == LLVMAdd &&
          LLVMGetOperand(next, 0) == value && LLVMIsAConstantInt(LLVMGetOperand(next, 1))) {
        *out = LLVMConstIntGetSExtValue(LLVMGetOperand(next, 1));
        return true;
      }
    }
    return false;
  }
  if (opcode == LLVMAdd || (opcode == LLVMOr && LLVMGetIsDisjoint(value))) {
    if (!growth(v, loop, LLVMGetOperand(value, 0), &a, depth + 1) ||
        !growth(v, loop, LLVMGetOperand(value, 1), &b, depth + 1))
      return false;
    *out = a + b;
    return true;
  }
  if (opcode == LLVMSExt || opcode == LLVMZExt || opcode == LLVMTrunc)
    return growth(v, loop, LLVMGetOperand(value, 0), out, depth + 1);
  if ((opcode == LLVMMul || opcode == LLVMShl) && LLVMIsAConstantInt(LLVMGetOperand(value, 1)) &&
      growth(v, loop, LLVMGetOperand(value, 0), &a, depth + 1)) {
    int64_t factor = LLVMConstIntGetSExtValue(LLVMGetOperand(value, 1));
    *out = opcode == LLVMMul ? a * factor : factor < 32 ? a * (INT64_C(1) << factor) : 0;
    return true;
  }
  if (opcode == LLVMGetElementPtr && LLVMGetNumOperands(value) == 2 &&
      growth(v, loop, LLVMGetOperand(value, 0), &a, depth + 1) &&
      growth(v, loop, LLVMGetOperand(value, 1), &b, depth + 1)) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(value);
    *out = a + b * (int64_t)LLVMABISizeOfType(v->layout, type);
    return true;
  }
  return false;
}

/* What one iteration of an innermost loop does. Accesses are those that no vector is loaded or
 * stored for: each lane has its own address. */
struct round {
  unsigned strided_accesses; /* that go from one element to the next, each lane its own way */
  unsigned own_accesses;     /* that go on by a constant, those included */
  unsigned other_loads, other_stores;
  unsigned access_cost; /* of all of them, in instructions of one lane */
  unsigned work;        /* arithmetic other than addresses, counters and conditions */
  bool is_ordered;      /* a floating-point sum must keep its order */
  bool has_others;      /* something that LLVM's loop vectorizer cannot do, or that our vectors do
                         * well */
};

/* Classifies a value that the loop carries from one iteration to the next. */
static void look_at_phi(struct round *r, const struct fxc_vec *v, unsigned loop, LLVMValueRef phi) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(phi));
  if (kind == LLVMIntegerTypeKind)
    return;
  if (kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind) {
    r->has_others = true;
    return;
  }
  for (unsigned i = 0, count = LLVMCountIncoming(phi); i < count; i++) {
    LLVMValueRef next = LLVMGetIncomingValue(phi, i);
    unsigned from = fxc_cfg_number(&v->cfg, LLVMGetIncomingBlock(phi, i));
    if (fxc_loop_contains(&v->loops, loop, from))
      r->is_ordered |= !LLVMIsAInstruction(next) || !LLVMCanValueUseFastMathFlags(next) ||
                       !(LLVMGetFastMathFlags(next) & LLVMFastMathAllowReassoc);
  }
}

static void look_at_access(struct round *r, const struct fxc_vec *v, unsigned loop,
                           LLVMValueRef i) {
  bool is_store = LLVMIsAStoreInst(i);
  LLVMValueRef pointer = LLVMGetOperand(i, is_store ? 1 : 0);
  LLVMTypeRef type = LLVMTypeOf(is_store ? LLVMGetOperand(i, 0) : i);
  int64_t size = (int64_t)LLVMABISizeOfType(v->layout, type), step;
  struct fxc_shape shape = fxc_shape_of(&v->shapes, pointer);
  if (fxc_shape_is_uniform(shape) && !is_store)
    return;
  enum { NARROW_COST = 4 }; /* processors gather and scatter no elements below 32 bits */
  bool is_row = shape.kind == FXC_SHAPE_STRIDED && shape.stride == size;
  bool is_own = !is_row && growth(v, loop, pointer, &step, 0) && step != 0;
  if (is_row || (!is_own && shape.kind != FXC_SHAPE_VARYING)) {
    r->has_others = true;
    return;
  }
  r->own_accesses += is_own;
  r->strided_accesses += is_own && step == size;
  r->other_loads += !(is_own && step == size) && !is_store;
  r->other_stores += !(is_own && step == size) && is_store;
  r->access_cost += size < 4 ? NARROW_COST : 1;
}

static void look_at(struct round *r, const struct fxc_vec *v, unsigned loop, LLVMValueRef i) {
  int64_t step;
  if (LLVMIsAPHINode(i))
    look_at_phi(r, v, loop, i);
  else if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i))
    look_at_access(r, v, loop, i);
  else if (LLVMIsACallInst(i) && !fxc_vec_is_ignored(i) && !fxc_vec_is_widened(i))
    r->has_others = true;
  else if (is_varying(v, i) && !LLVMIsACastInst(i) && !LLVMIsACmpInst(i) &&
           !LLVMIsAGetElementPtrInst(i) && !(growth(v, loop, i, &step, 0) && step != 0))
    r->work++;
}

/* True for a loop of one block, or of a test and one block, that runs until a counter reaches a
 * bound known on entry. */
static bool is_counted(const struct fxc_vec *v, unsigned loop) {
  const struct fxc_loop *l = &v->loops.loops[loop];
  LLVMValueRef end = LLVMGetBasicBlockTerminator(v->cfg.blocks[l->header]);
  if (l->block_count > 2 || LLVMGetNumSuccessors(end) != 2)
    return false;
  for (unsigned i = 0; i < l->block_count; i++) {
    unsigned block = l->blocks[i];
    if (v->loops.innermost[block] != loop ||
        (block != l->header &&
         LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(v->cfg.blocks[block])) != 1))
      return false;
  }
  LLVMValueRef test = LLVMGetOperand(end, 0);
  int64_t left, right;
  return LLVMIsAICmpInst(test) && growth(v, loop, LLVMGetOperand(test, 0), &left, 0) &&
         growth(v, loop, LLVMGetOperand(test, 1), &right, 0) && (left != 0) != (right != 0);
}

static const char *why_not(const struct fxc_vec *v, unsigned loop) {
  struct round r = {0};
  const struct fxc_loop *l = &v->loops.loops[loop];
  if (!is_counted(v, loop))
    return NULL;
  for (unsigned b = 0; b < l->block_count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(v->cfg.blocks[l->blocks[b]]); i;
         i = LLVMGetNextInstruction(i))
      look_at(&r, v, loop, i);
  if (r.has_others)
    return NULL;
  if (r.strided_accesses && !r.is_ordered && !r.other_stores && r.other_loads <= r.strided_accesses)
    return "its innermost loop iterates over memory of one work-item: LLVM vectorizes that";
  /* Lanes would wait for the one with the most iterations, and separate accesses gain nothing. */
  if (r.own_accesses && v->shapes.is_loop_divergent[loop] && r.access_cost > r.work)
    return "its innermost loop does little but access memory of one work-item";
  return NULL;
}

const char *fxc_vec_better_scalar(const struct fxc_vec *v, LLVMValueRef *out_at) {
  for (unsigned l = 0; l < v->loops.count; l++) {
    const char *reason = why_not(v, l);
    *out_at = LLVMGetBasicBlockTerminator(v->cfg.blocks[v->loops.loops[l].header]);
    if (reason)
      return reason;
  }
  return NULL;
}
