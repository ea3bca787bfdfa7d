/* Both sides of a butterfly: p[a] and p[a + s], where a = 2 * (i - (i & m)) + (i & m) is the id
 * with a 0 inserted at the bit of s, and m = s - 1.
 *
 * If s is at most the number of lanes, the two accesses of a vector that begins at a multiple of
 * that number touch every element of two vectors in memory once. These are loaded or stored
 * whole, and permuted: element e belongs to the second access if e & s, and to lane
 * (e & m) | (e >> 1 & ~m). Whether m, s and the first lane are such is tested at run time. */
#include "compiler/ir/metadata.h"
#include "compiler/native_cpu/vectorize/sums.h"

enum { MAX_BETWEEN = 32 };

/* ---- pairs ---- */

struct pair {
  LLVMValueRef low, high; /* the accesses, by address */
  LLVMValueRef distance;  /* in elements; NULL: */
  int64_t number;
  struct fxc_sum at; /* of low */
};

static LLVMValueRef pointer_of(LLVMValueRef access) {
  return LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0);
}

static LLVMTypeRef type_of(LLVMValueRef access) {
  return LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);
}

static bool is_pair(const struct fxc_sum *high, const struct fxc_sum *low, int64_t size,
                    struct pair *out) {
  int64_t bytes;
  if (!fxc_sum_distance(high, low, size, &out->distance, &bytes))
    return false;
  out->at = *low;
  out->number = bytes / size;
  return out->distance ? !bytes : bytes > 0 && bytes % size == 0;
}

static bool has_same_facts(struct fxc_vec *v, LLVMValueRef a, LLVMValueRef b) {
  for (unsigned i = 0; i < FXC_VEC_FACTS; i++) {
    unsigned kind = fxc_metadata_kind(v->context, fxc_vec_facts[i]);
    if (LLVMGetMetadata(a, kind) != LLVMGetMetadata(b, kind))
      return false;
  }
  return LLVMGetAlignment(a) == LLVMGetAlignment(b);
}

static bool may_pair(const struct fxc_vec *v, LLVMValueRef access) {
  return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic &&
         fxc_shape_of(&v->shapes, pointer_of(access)).kind == FXC_SHAPE_VARYING &&
         !fxc_map_has(&v->unplanned, pointer_of(access)) && fxc_vec_has_permute(v, type_of(access));
}

static bool find_pair(struct fxc_vec *v, LLVMValueRef first, LLVMValueRef second,
                      struct pair *out) {
  struct fxc_sum a, b;
  if (LLVMGetInstructionOpcode(first) != LLVMGetInstructionOpcode(second) ||
      type_of(first) != type_of(second) || !may_pair(v, first) || !may_pair(v, second) ||
      !has_same_facts(v, first, second) || !fxc_sum_find(v, pointer_of(first), &a) ||
      !fxc_sum_find(v, pointer_of(second), &b))
    return false;
  int64_t size = (int64_t)LLVMABISizeOfType(v->layout, type_of(first));
  if (a.of_id != 2 * size || a.of_low != -size || b.of_id != a.of_id || b.of_low != a.of_low)
    return false;
  bool is_rising = is_pair(&b, &a, size, out);
  if (!is_rising && !is_pair(&a, &b, size, out))
    return false;
  out->low = is_rising ? first : second;
  out->high = is_rising ? second : first;
  return true;
}

/* What may stand between the two: nothing that touches memory, and nothing at which a part of the
 * block may begin that is emitted twice (rows.c). */
static bool is_plain(LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMCall:
    return fxc_vec_is_ignored(i) || fxc_vec_is_widened(i);
  case LLVMAnd:
  case LLVMLShr:
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
  case LLVMAlloca:
  case LLVMFence:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    return false;
  default:
    return true;
  }
}

/* The access before or after this one, if there are plain instructions between them only. */
static LLVMValueRef neighbour(LLVMValueRef access, bool is_after) {
  LLVMValueRef i = access;
  for (unsigned count = 0; count < MAX_BETWEEN; count++) {
    i = is_after ? LLVMGetNextInstruction(i) : LLVMGetPreviousInstruction(i);
    if (!i || LLVMIsALoadInst(i) || LLVMIsAStoreInst(i))
      return i;
    if (!is_plain(i))
      return NULL;
  }
  return NULL;
}

static bool is_between(LLVMValueRef value, LLVMValueRef first, LLVMValueRef second) {
  for (LLVMValueRef i = first; i != second; i = LLVMGetNextInstruction(i))
    if (i == value)
      return true;
  return false;
}

/* Whether the access is the first of a pair; or, is_second, the second one. */
static bool find_partner(struct fxc_vec *v, LLVMValueRef access, bool is_second, struct pair *out) {
  LLVMValueRef other = neighbour(access, !is_second);
  LLVMValueRef first = is_second ? other : access, second = is_second ? access : other;
  struct pair before;
  return other && find_pair(v, first, second, out) &&
         !(out->distance && is_between(out->distance, first, second)) &&
         !is_between(out->at.id, first, second) && !is_between(out->at.mask, first, second) &&
         !find_partner(v, first, true, &before);
}

/* ---- the accesses ---- */

/* Both vectors in memory. */
struct window {
  LLVMValueRef from[2], lanes[2], masks[2]; /* where, the lane of each element, NULL: all */
  LLVMValueRef is_high[2];                  /* whether an element is the second access's */
  LLVMValueRef distance, low;               /* splats */
};

static LLVMValueRef as_i64(struct fxc_vec *v, LLVMValueRef value) {
  return LLVMBuildIntCast2(v->builder, value, v->i64, 1, "");
}

static LLVMValueRef mask_of(struct fxc_vec *v, const struct pair *pair) {
  LLVMValueRef mask = as_i64(v, fxc_vec_scalar(v, pair->at.mask));
  LLVMValueRef all = LLVMConstAllOnes(v->i64);
  if (pair->at.is_shift) /* where no lane is active, it may be any number */
    mask = LLVMBuildAnd(v->builder, mask, LLVMConstInt(v->i64, 63, 0), "");
  return pair->at.is_shift ? LLVMBuildNot(v->builder, LLVMBuildShl(v->builder, all, mask, ""), "")
                           : mask;
}

static LLVMValueRef distance_of(struct fxc_vec *v, const struct pair *pair) {
  return pair->distance ? as_i64(v, fxc_vec_scalar(v, pair->distance))
                        : LLVMConstInt(v->i64, (unsigned long long)pair->number, 1);
}

/* The mask is one of low bits, the distance fits to it, and the first lane is a vector's first. */
static LLVMValueRef test(struct fxc_vec *v, const struct pair *pair) {
  LLVMBuilderRef b = v->builder;
  LLVMValueRef distance = distance_of(v, pair), low = mask_of(v, pair);
  LLVMValueRef one = LLVMConstInt(v->i64, 1, 0), most = LLVMConstInt(v->i64, v->lanes - 1, 0);
  LLVMValueRef none = LLVMConstNull(v->i64);
  LLVMValueRef first = as_i64(v, fxc_vec_scalar(v, pair->at.id));
  LLVMValueRef wrong = LLVMBuildAnd(b, low, distance, "");
  wrong = LLVMBuildOr(b, wrong, LLVMBuildAnd(b, first, most, ""), "");
  LLVMValueRef next = LLVMBuildAdd(b, low, one, "");
  wrong = LLVMBuildOr(b, wrong, LLVMBuildXor(b, next, distance, ""), "");
  LLVMValueRef is_right = LLVMBuildICmp(b, LLVMIntEQ, wrong, none, "");
  LLVMValueRef is_short = LLVMBuildICmp(b, LLVMIntULE, low, most, "");
  return LLVMBuildAnd(b, is_right, is_short, "is_pair");
}

/* The low side's address in the first lane, which need not be active: computed in 64 bits. */
static LLVMValueRef begin_of(struct fxc_vec *v, const struct pair *pair) {
  const struct fxc_sum *at = &pair->at;
  LLVMBuilderRef b = v->builder;
  LLVMValueRef of_id = LLVMConstInt(v->i64, (unsigned long long)at->of_id, 1);
  LLVMValueRef offset = LLVMBuildMul(b, as_i64(v, fxc_vec_scalar(v, at->id)), of_id, "");
  offset = LLVMBuildAdd(b, offset, LLVMConstInt(v->i64, (unsigned long long)at->constant, 1), "");
  for (unsigned i = 0; i < at->term_count; i++) {
    LLVMValueRef scale = LLVMConstInt(v->i64, (unsigned long long)at->terms[i].scale, 1);
    LLVMValueRef term = as_i64(v, fxc_vec_scalar(v, at->terms[i].value));
    offset = LLVMBuildAdd(b, offset, LLVMBuildMul(b, term, scale, ""), "");
  }
  return LLVMBuildGEP2(b, v->i8, fxc_vec_scalar(v, at->root), &offset, 1, "");
}

static LLVMValueRef to_i32(struct fxc_vec *v, LLVMValueRef scalar) {
  return fxc_vec_splat(v, LLVMBuildTrunc(v->builder, scalar, v->i32, ""));
}

static struct window window_of(struct fxc_vec *v, const struct pair *pair, LLVMValueRef begin) {
  LLVMBuilderRef b = v->builder;
  struct window w = {0};
  w.distance = to_i32(v, distance_of(v, pair));
  w.low = to_i32(v, mask_of(v, pair));
  w.from[0] = begin;
  LLVMValueRef count = LLVMConstInt(v->i64, v->lanes, 0);
  w.from[1] = LLVMBuildGEP2(b, type_of(pair->low), w.from[0], &count, 1, "");
  LLVMValueRef steps = fxc_vec_steps(v, v->i32, 1), lanes = LLVMConstInt(v->i32, v->lanes, 0);
  LLVMValueRef one = fxc_vec_splat(v, LLVMConstInt(v->i32, 1, 0));
  for (unsigned k = 0; k < 2; k++) {
    LLVMValueRef element = k ? LLVMBuildAdd(b, steps, fxc_vec_splat(v, lanes), "") : steps;
    LLVMValueRef inner = LLVMBuildAnd(b, element, w.low, "");
    LLVMValueRef half = LLVMBuildLShr(b, element, one, "");
    LLVMValueRef outer = LLVMBuildAnd(b, half, LLVMBuildNot(b, w.low, ""), "");
    w.lanes[k] = LLVMBuildOr(b, inner, outer, "");
    LLVMValueRef bit = LLVMBuildAnd(b, element, w.distance, "");
    w.is_high[k] = LLVMBuildICmp(b, LLVMIntNE, bit, LLVMConstNull(LLVMTypeOf(bit)), "");
    if (v->mask)
      w.masks[k] = fxc_vec_permute(v, v->mask, w.lanes[k]);
  }
  return w;
}

/* Writes both values of each lane, of the low and of the high side, to out. */
static void load_pair(struct fxc_vec *v, const struct pair *pair, LLVMValueRef begin,
                      LLVMValueRef *out) {
  LLVMBuilderRef b = v->builder;
  struct window w = window_of(v, pair, begin);
  LLVMValueRef vectors[2];
  for (unsigned k = 0; k < 2; k++)
    vectors[k] = fxc_vec_load_row(v, pair->low, w.from[k], w.masks[k]);
  LLVMValueRef steps = fxc_vec_steps(v, v->i32, 1);
  LLVMValueRef one = fxc_vec_splat(v, LLVMConstInt(v->i32, 1, 0));
  LLVMValueRef twice = LLVMBuildShl(b, steps, one, "");
  LLVMValueRef low = LLVMBuildSub(b, twice, LLVMBuildAnd(b, steps, w.low, ""), "");
  LLVMValueRef high = LLVMBuildAdd(b, low, w.distance, "");
  out[0] = fxc_vec_permute_two(v, vectors[0], vectors[1], low);
  out[1] = fxc_vec_permute_two(v, vectors[0], vectors[1], high);
}

static void store_pair(struct fxc_vec *v, const struct pair *pair, LLVMValueRef begin) {
  LLVMBuilderRef b = v->builder;
  LLVMValueRef low = fxc_vec_vector(v, LLVMGetOperand(pair->low, 0));
  LLVMValueRef high = fxc_vec_vector(v, LLVMGetOperand(pair->high, 0));
  struct window w = window_of(v, pair, begin);
  LLVMValueRef count = fxc_vec_splat(v, LLVMConstInt(v->i32, v->lanes, 0));
  for (unsigned k = 0; k < 2; k++) {
    LLVMValueRef behind = LLVMBuildAdd(b, w.lanes[k], count, "");
    LLVMValueRef from = LLVMBuildSelect(b, w.is_high[k], behind, w.lanes[k], "");
    LLVMValueRef vector = fxc_vec_permute_two(v, low, high, from);
    fxc_vec_store_row(v, pair->low, vector, w.from[k], w.masks[k]);
  }
}

/* Makes blocks for a pair of vectors and for all else, and one where they meet, and goes on in the
 * first of them; returns where the vectors begin. */
static LLVMValueRef split(struct fxc_vec *v, const struct pair *pair, LLVMBasicBlockRef *blocks) {
  static const char *const names[3] = {"pair", "no_pair", "paired"};
  LLVMValueRef is_right = test(v, pair);
  LLVMValueRef begin = begin_of(v, pair);
  LLVMBasicBlockRef next = LLVMGetNextBasicBlock(LLVMGetInsertBlock(v->builder));
  for (unsigned i = 0; i < 3; i++)
    blocks[i] = LLVMInsertBasicBlockInContext(v->context, next, names[i]);
  LLVMBuildCondBr(v->builder, is_right, blocks[0], blocks[1]);
  LLVMPositionBuilderAtEnd(v->builder, blocks[0]);
  return begin;
}

static void go_on(struct fxc_vec *v, const LLVMBasicBlockRef *blocks, unsigned at) {
  LLVMBuildBr(v->builder, blocks[2]);
  LLVMPositionBuilderAtEnd(v->builder, blocks[at]);
}

static void load_both(struct fxc_vec *v, const struct pair *pair, LLVMValueRef first) {
  LLVMBasicBlockRef blocks[3];
  LLVMValueRef values[2][2]; /* of the low and the high side, on the two paths */
  LLVMTypeRef type = type_of(first);
  LLVMValueRef own = fxc_vec_vector(v, pointer_of(first));
  LLVMValueRef distance = distance_of(v, pair);
  if (first == pair->high)
    distance = LLVMBuildNeg(v->builder, distance, "");
  LLVMValueRef step = fxc_vec_splat(v, distance);
  LLVMValueRef other = LLVMBuildGEP2(v->builder, type, own, &step, 1, "");
  LLVMValueRef begin = split(v, pair, blocks), both[2];
  load_pair(v, pair, begin, both);
  go_on(v, blocks, 1);
  for (unsigned k = 0; k < 2; k++) {
    LLVMValueRef load = k ? pair->high : pair->low;
    values[k][0] = both[k];
    values[k][1] = fxc_vec_gather(v, load, load == first ? own : other);
  }
  go_on(v, blocks, 2);
  LLVMValueRef phis[2];
  for (unsigned k = 0; k < 2; k++) {
    phis[k] = LLVMBuildPhi(v->builder, LLVMTypeOf(both[k]), "");
    LLVMAddIncoming(phis[k], values[k], blocks, 2);
  }
  for (unsigned k = 0; k < 2; k++) /* may store it */
    fxc_vec_define(v, k ? pair->high : pair->low, phis[k]);
}

static void store_both(struct fxc_vec *v, const struct pair *pair, LLVMValueRef second) {
  LLVMBasicBlockRef blocks[3];
  LLVMValueRef stores[2] = {second == pair->high ? pair->low : pair->high, second};
  for (unsigned k = 0; k < 2; k++) { /* what is computed on one path is not there on the other */
    fxc_vec_vector(v, LLVMGetOperand(stores[k], 0));
    fxc_vec_vector(v, pointer_of(stores[k]));
  }
  LLVMValueRef begin = split(v, pair, blocks);
  store_pair(v, pair, begin);
  go_on(v, blocks, 1);
  for (unsigned k = 0; k < 2; k++)
    fxc_vec_scatter(v, stores[k], fxc_vec_vector(v, LLVMGetOperand(stores[k], 0)));
  go_on(v, blocks, 2);
}

bool fxc_vec_pair(struct fxc_vec *v, LLVMValueRef access) {
  struct pair pair;
  if (fxc_shape_of(&v->shapes, pointer_of(access)).kind != FXC_SHAPE_VARYING)
    return false;
  if (LLVMIsALoadInst(access)) { /* the first one loads both */
    if (fxc_map_has(&v->known_vectors, access))
      return true;
    bool is_first = find_partner(v, access, false, &pair);
    if (is_first)
      load_both(v, &pair, access);
    return is_first;
  }
  if (v->is_row) /* the second one may lie behind the part, where the shapes are others */
    return false;
  if (find_partner(v, access, false, &pair)) /* the second one stores both */
    return true;
  bool is_second = find_partner(v, access, true, &pair);
  if (is_second)
    store_both(v, &pair, access);
  return is_second;
}
