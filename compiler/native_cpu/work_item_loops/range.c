/* Regions in which only some work-items do anything, depending on their local ids: the loop over a
 * row runs only those (docs/barriers.md).
 *
 * A region's effects are collected along the paths that do not pass a comparison of the local id
 * with a bound that is uniform in the work-group. Stores under a mask made of such a comparison
 * count as guarded by it. If everything else is without effect, the comparisons give the range
 * of ids that have to run. */

#include "compiler/ir/splat.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/work_item_loops/split.h"

enum {
  MAX_DEPTH = 16,  /* depth of a condition, or of a bound's computation */
  MAX_ID = 1 << 20 /* constants added to local ids, which are smaller, stay within this */
};

/* The lane's local id + add, or that of the vector's first lane. */
struct id_form {
  int64_t add;
  bool is_lanes; /* else the first lane's: a scalar */
};

struct finder {
  const struct fxc_split *split;
  unsigned region, lanes;
  struct fxc_region_range *found;
  struct fxc_map seen; /* visited blocks */
};

/* The value that a load of a cell stands for. */
static LLVMValueRef behind_cell(const struct finder *f, LLVMValueRef value) {
  LLVMValueRef kept = fxc_map_get(&f->split->loads, value);
  return kept ? kept : value;
}

/* ---- the local id ---- */

/* value as base + add + step * lane, base NULL for none; false if it is not of that form. */
static bool as_lanes(const struct finder *f, LLVMValueRef value, LLVMValueRef *base, int64_t *add,
                     int64_t *step) {
  value = behind_cell(f, value);
  *base = NULL;
  *add = *step = 0;
  if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMVectorTypeKind) {
    if (LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64)
      *add = LLVMConstIntGetSExtValue(value);
    else
      *base = value;
    return true;
  }
  if (LLVMIsAConstant(value)) {
    unsigned count = LLVMGetVectorSize(LLVMTypeOf(value));
    if (count != f->lanes ||
        LLVMGetTypeKind(LLVMGetElementType(LLVMTypeOf(value))) != LLVMIntegerTypeKind)
      return false;
    for (unsigned i = 0; i < count; i++) {
      LLVMValueRef element = LLVMGetAggregateElement(value, i);
      if (!element || !LLVMIsAConstantInt(element))
        return false;
      int64_t number = LLVMConstIntGetSExtValue(element);
      if (number > MAX_ID || number < -MAX_ID)
        return false;
      if (i == 0)
        *add = number;
      else if (i == 1)
        *step = number - *add;
      if (number != *add + *step * (int64_t)i)
        return false;
    }
    return true;
  }
  LLVMValueRef source = fxc_splat_source(value);
  if (source)
    return as_lanes(f, source, base, add, step);
  if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != LLVMAdd)
    return false;
  LLVMValueRef left_base, right_base;
  int64_t left, right, left_step, right_step;
  if (!as_lanes(f, LLVMGetOperand(value, 0), &left_base, &left, &left_step) ||
      !as_lanes(f, LLVMGetOperand(value, 1), &right_base, &right, &right_step) ||
      (left_base && right_base))
    return false;
  *base = left_base ? left_base : right_base;
  *add = left + right;
  *step = left_step + right_step;
  return true;
}

/* True if value is the first lane's local id in dimension 0, plus *add. Ids are so small that
 * neither truncation nor the sign matters. */
static bool is_local_id(const struct finder *f, LLVMValueRef value, int64_t *add, unsigned depth) {
  enum fxc_builtin builtin;
  value = behind_cell(f, value);
  if (depth > MAX_DEPTH || !LLVMIsAInstruction(value))
    return false;
  if (fxc_loops_is_builtin(value, &builtin))
    return builtin == FXC_LOCAL_ID && LLVMIsAConstantInt(LLVMGetOperand(value, 1)) &&
           !LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
  LLVMValueRef operand = LLVMGetNumOperands(value) ? LLVMGetOperand(value, 0) : NULL;
  LLVMValueRef number = LLVMGetNumOperands(value) > 1 ? LLVMGetOperand(value, 1) : NULL;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMTrunc:
    return LLVMGetIntTypeWidth(LLVMTypeOf(value)) >= 32 &&
           is_local_id(f, operand, add, depth + 1) && !*add;
  case LLVMZExt:
  case LLVMSExt:
    return is_local_id(f, operand, add, depth + 1) && !*add;
  case LLVMAShr: /* of 32 bits, extended */
  case LLVMLShr:
    operand = behind_cell(f, operand);
    return LLVMIsAInstruction(operand) && LLVMGetInstructionOpcode(operand) == LLVMShl &&
           LLVMIsAConstantInt(number) && LLVMGetOperand(operand, 1) == number &&
           LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 64 && LLVMConstIntGetZExtValue(number) <= 32 &&
           is_local_id(f, LLVMGetOperand(operand, 0), add, depth + 1) && !*add;
  case LLVMAdd: {
    if (!LLVMIsAConstantInt(number) || !is_local_id(f, operand, add, depth + 1))
      return false;
    int64_t more = LLVMConstIntGetSExtValue(number);
    *add += more;
    return more <= MAX_ID && more >= -MAX_ID && *add <= MAX_ID && *add >= -MAX_ID;
  }
  default:
    return false;
  }
}

/* ---- bounds ---- */

/* True if value can be computed before the region's loops. */
static bool is_known(const struct finder *f, LLVMValueRef value, unsigned depth) {
  value = behind_cell(f, value);
  if (LLVMIsAConstantInt(value) || LLVMIsAArgument(value) || LLVMIsAGlobalVariable(value) ||
      LLVMIsAFunction(value))
    return true;
  if (!LLVMIsAInstruction(value) || LLVMIsAAllocaInst(value) || depth > MAX_DEPTH)
    return false;
  const struct fxc_kept *kept = fxc_kept_of(f->split, value);
  if (kept && kept->keep != FXC_KEEP_NOWHERE && fxc_set_has(kept->live, f->region))
    return kept->keep == FXC_KEEP_GROUP;
  enum fxc_builtin builtin;
  if (fxc_loops_is_builtin(value, &builtin) ? !fxc_is_group_builtin(value)
                                            : !fxc_split_is_cheap(value))
    return false;
  for (int i = 0; i < LLVMGetNumOperands(value); i++)
    if (!is_known(f, LLVMGetOperand(value, (unsigned)i), depth + 1))
      return false;
  return true;
}

static struct fxc_bound bound(LLVMValueRef value, bool is_signed, int64_t add) {
  return (struct fxc_bound){.is_there = true, .value = value, .is_signed = is_signed, .add = add};
}

/* id.add + the id, compared with bound + `more`: the ids for which the comparison is true. */
static bool compare_range(LLVMIntPredicate predicate, const struct id_form *id, LLVMValueRef value,
                          int64_t more, unsigned lanes, struct fxc_id_range *out) {
  bool is_signed = predicate == LLVMIntSLT || predicate == LLVMIntSLE || predicate == LLVMIntSGT ||
                   predicate == LLVMIntSGE || predicate == LLVMIntEQ;
  int64_t round = id->is_lanes ? 0 : (int64_t)lanes - 1; /* vectors begin at whole ones */
  int64_t add = more - id->add;
  switch (predicate) {
  case LLVMIntEQ:
    out->first = bound(value, true, add + round);
    out->last = bound(value, true, add + 1);
    return true;
  case LLVMIntULT:
  case LLVMIntULE:
    if (id->add < 0 && !value) /* a negative sum is large when unsigned */
      out->first = bound(NULL, true, -id->add + round);
    out->last = bound(value, is_signed, add + (predicate == LLVMIntULE));
    return true;
  case LLVMIntSLT:
  case LLVMIntSLE:
    out->last = bound(value, is_signed, add + (predicate == LLVMIntSLE));
    return true;
  case LLVMIntUGT:
  case LLVMIntUGE:
    if (id->add < 0)
      return false;
    out->first = bound(value, is_signed, add + (predicate == LLVMIntUGT) + round);
    return true;
  case LLVMIntSGT:
  case LLVMIntSGE:
    out->first = bound(value, is_signed, add + (predicate == LLVMIntSGT) + round);
    return true;
  default:
    return false;
  }
}

static LLVMIntPredicate swapped(LLVMIntPredicate predicate) {
  switch (predicate) {
  case LLVMIntUGT:
    return LLVMIntULT;
  case LLVMIntUGE:
    return LLVMIntULE;
  case LLVMIntULT:
    return LLVMIntUGT;
  case LLVMIntULE:
    return LLVMIntUGE;
  case LLVMIntSGT:
    return LLVMIntSLT;
  case LLVMIntSGE:
    return LLVMIntSLE;
  case LLVMIntSLT:
    return LLVMIntSGT;
  case LLVMIntSLE:
    return LLVMIntSGE;
  default:
    return predicate;
  }
}

static LLVMIntPredicate negated(LLVMIntPredicate predicate) {
  switch (predicate) {
  case LLVMIntEQ:
    return LLVMIntNE;
  case LLVMIntNE:
    return LLVMIntEQ;
  case LLVMIntUGT:
    return LLVMIntULE;
  case LLVMIntUGE:
    return LLVMIntULT;
  case LLVMIntULT:
    return LLVMIntUGE;
  case LLVMIntULE:
    return LLVMIntUGT;
  case LLVMIntSGT:
    return LLVMIntSLE;
  case LLVMIntSGE:
    return LLVMIntSLT;
  case LLVMIntSLT:
    return LLVMIntSGE;
  default:
    return LLVMIntSGT;
  }
}

static bool range_of(const struct finder *f, LLVMValueRef condition, bool is_true, unsigned depth,
                     struct fxc_id_range *out);

static bool is_zero(LLVMValueRef value) {
  return LLVMIsAConstant(value) && LLVMIsNull(value);
}

static bool is_ones(LLVMValueRef value) {
  return LLVMIsAConstant(value) && LLVMConstNot(value) == LLVMConstNull(LLVMTypeOf(value));
}

static bool is_vector(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
}

static bool range_of_compare(const struct finder *f, LLVMValueRef compare, bool is_true,
                             unsigned depth, struct fxc_id_range *out) {
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(compare);
  LLVMValueRef left = behind_cell(f, LLVMGetOperand(compare, 0));
  LLVMValueRef right = behind_cell(f, LLVMGetOperand(compare, 1));
  if (!is_true)
    predicate = negated(predicate);
  if (predicate == LLVMIntNE && is_zero(right) && LLVMIsABitCastInst(left) &&
      is_vector(LLVMGetOperand(left, 0))) /* one of the lanes */
    return range_of(f, LLVMGetOperand(left, 0), true, depth + 1, out);
  LLVMTypeRef type = LLVMTypeOf(left);
  type = is_vector(left) ? LLVMGetElementType(type) : type;
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) < 32 ||
      LLVMGetIntTypeWidth(type) > 64 ||
      (is_vector(left) && LLVMGetVectorSize(LLVMTypeOf(left)) != f->lanes))
    return false;
  LLVMValueRef bases[2];
  int64_t adds[2], steps[2], id_add = 0;
  if (!as_lanes(f, left, &bases[0], &adds[0], &steps[0]) ||
      !as_lanes(f, right, &bases[1], &adds[1], &steps[1]))
    return false;
  unsigned at = bases[0] && is_local_id(f, bases[0], &id_add, 0) ? 0 : 1;
  if (at && (!bases[1] || !is_local_id(f, bases[1], &id_add, 0)))
    return false;
  if (at)
    predicate = swapped(predicate);
  struct id_form id = {.add = adds[at] + id_add, .is_lanes = is_vector(left)};
  int64_t step = steps[at] - (predicate == LLVMIntEQ ? steps[!at] : 0);
  if (step != (id.is_lanes ? 1 : 0) || (predicate != LLVMIntEQ && steps[!at]) || id.add > MAX_ID ||
      id.add < -MAX_ID)
    return false;
  LLVMValueRef value = bases[!at];
  if (value && !is_known(f, value, 0))
    return false;
  int64_t more = adds[!at];
  if (!value) { /* a constant: as the type has it */
    bool is_unsigned = predicate == LLVMIntULT || predicate == LLVMIntULE ||
                       predicate == LLVMIntUGT || predicate == LLVMIntUGE;
    if (more > INT64_C(1) << 40 || (is_unsigned && more < 0))
      return false;
  } else if (more > MAX_ID || more < -MAX_ID || (more && predicate != LLVMIntEQ)) {
    return false;
  }
  return compare_range(predicate, &id, value, more, f->lanes, out);
}

/* Both must hold, so the bounds of either apply. */
static bool intersect(const struct finder *f, LLVMValueRef a, LLVMValueRef b, bool is_true,
                      unsigned depth, struct fxc_id_range *out) {
  struct fxc_id_range other = {0};
  bool has_one = range_of(f, a, is_true, depth + 1, out);
  if (!range_of(f, b, is_true, depth + 1, &other))
    return has_one;
  if (!out->first.is_there)
    out->first = other.first;
  if (!out->last.is_there)
    out->last = other.last;
  return true;
}

/* The local ids of lanes for which the condition may equal is_true; false if unknown. */
static bool range_of(const struct finder *f, LLVMValueRef condition, bool is_true, unsigned depth,
                     struct fxc_id_range *out) {
  condition = behind_cell(f, condition);
  *out = (struct fxc_id_range){0};
  if (depth > MAX_DEPTH || !LLVMIsAInstruction(condition))
    return false;
  LLVMValueRef first = LLVMGetOperand(condition, 0);
  LLVMValueRef second = LLVMGetNumOperands(condition) > 1 ? LLVMGetOperand(condition, 1) : NULL;
  switch (LLVMGetInstructionOpcode(condition)) {
  case LLVMICmp:
    return range_of_compare(f, condition, is_true, depth, out);
  case LLVMXor:
    return is_ones(second) && range_of(f, first, !is_true, depth + 1, out);
  case LLVMAnd:
    return is_true && intersect(f, first, second, true, depth, out);
  case LLVMOr:
    return !is_true && intersect(f, first, second, false, depth, out);
  case LLVMSelect: /* and, or */
    if (is_true ? is_zero(LLVMGetOperand(condition, 2)) : is_ones(second))
      return intersect(f, first, is_true ? second : LLVMGetOperand(condition, 2), is_true, depth,
                       out);
    return false;
  case LLVMCall:
    return is_true && fxc_loops_is_call_of(condition, "llvm.vector.reduce.or.") &&
           range_of(f, first, true, depth + 1, out);
  default:
    return false;
  }
}

/* ---- effects of a region ---- */

/* Work-items that do not run keep their spilled values, so a work-item outside the range must
 * not have changed them. */
static bool is_kept_on(const struct finder *f, LLVMValueRef value) {
  const struct fxc_kept *kept = fxc_kept_of(f->split, value);
  const uint64_t *exits = f->split->regions[f->region].exits;
  if (kept->keep == FXC_KEEP_ITEM)
    for (unsigned w = 0; w < f->split->words; w++)
      if (exits[w] & kept->live[w])
        return true;
  return false;
}

static bool has_effect(const struct finder *f, LLVMValueRef i) {
  enum fxc_builtin builtin;
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMStore: {
    const struct fxc_kept *kept = fxc_kept_of(f->split, LLVMGetOperand(i, 0));
    if (kept && kept->cell == LLVMGetOperand(i, 1))
      return is_kept_on(f, kept->value);
    return true;
  }
  case LLVMCall:
    return !fxc_loops_is_builtin(i, &builtin) && !fxc_barrier_id(i) && !fxc_loops_is_pure(i);
  default:
    return fxc_loops_orders_memory(i);
  }
}

static bool is_same_bound(const struct fxc_bound *a, const struct fxc_bound *b) {
  return a->is_there == b->is_there && a->value == b->value && a->is_signed == b->is_signed &&
         a->add == b->add;
}

static bool add_range(struct finder *f, const struct fxc_id_range *range) {
  struct fxc_region_range *found = f->found;
  for (unsigned i = 0; i < found->count; i++)
    if (is_same_bound(&found->ranges[i].first, &range->first) &&
        is_same_bound(&found->ranges[i].last, &range->last))
      return true;
  if (found->count == FXC_MAX_RANGES)
    return false;
  found->ranges[found->count++] = *range;
  return true;
}

/* The side of a branch that work-items outside a range never take; 2 if there is none. */
static unsigned guarded_way(const struct finder *f, LLVMValueRef branch,
                            struct fxc_id_range *out_range) {
  if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
    return 2;
  struct fxc_id_range ranges[2];
  bool has[2];
  for (unsigned way = 0; way < 2; way++)
    has[way] = range_of(f, LLVMGetCondition(branch), way == 0, 0, &ranges[way]);
  if (has[0] && has[1]) { /* the side that joins the other one has no effects of its own */
    LLVMBasicBlockRef taken = LLVMGetSuccessor(branch, 0), other = LLVMGetSuccessor(branch, 1);
    has[0] = fxc_split_reaches(f->split, taken, other, NULL);
    has[1] = !has[0] && fxc_split_reaches(f->split, other, taken, NULL);
  }
  unsigned way = has[0] ? 0 : has[1] ? 1 : 2;
  if (way < 2)
    *out_range = ranges[way];
  return way;
}

/* Adds the block's effects; false if they are not bounded by a range. Pushes its successors. */
static bool look_at(struct finder *f, LLVMBasicBlockRef block, fxc_block_list *stack) {
  struct fxc_id_range range;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
    if (fxc_loops_is_call_of(i, "llvm.masked.store.") ||
        fxc_loops_is_call_of(i, "llvm.masked.scatter.")) {
      if (!range_of(f, LLVMGetOperand(i, 2), true, 0, &range) || !add_range(f, &range))
        return false;
    } else if (has_effect(f, i)) {
      return false;
    }
  }
  if (fxc_map_has(&f->split->barriers, block))
    return true;
  LLVMValueRef jump = LLVMGetBasicBlockTerminator(block);
  unsigned guarded = guarded_way(f, jump, &range);
  if (guarded < 2 && !add_range(f, &range))
    return false;
  for (unsigned i = 0; i < LLVMGetNumSuccessors(jump); i++)
    if (i != guarded)
      fxc_push(stack, LLVMGetSuccessor(jump, i));
  return true;
}

bool fxc_region_range(const struct fxc_item_loops *self, const struct fxc_split *split,
                      unsigned region, struct fxc_region_range *out_range) {
  struct finder f = {.split = split,
                     .region = region,
                     .lanes = split->form->kind == FXC_SCALAR ? 1 : self->lanes,
                     .found = out_range};
  *out_range = (struct fxc_region_range){0};
  if (!split->regions[region].start || split->form->passes_state_on)
    return false;
  fxc_block_list stack = {0};
  fxc_push(&stack, split->regions[region].start);
  bool is_bounded = true;
  while (stack.count && is_bounded) {
    LLVMBasicBlockRef block = stack.items[--stack.count];
    if (fxc_map_has(&f.seen, block))
      continue;
    fxc_map_put(&f.seen, block, block);
    is_bounded = look_at(&f, block, &stack);
  }
  fxs_vector_free(&stack);
  fxc_map_free(&f.seen);
  bool has_first = true, has_last = true;
  for (unsigned i = 0; i < out_range->count; i++) {
    has_first &= out_range->ranges[i].first.is_there;
    has_last &= out_range->ranges[i].last.is_there;
  }
  out_range->has_first = has_first && out_range->count;
  out_range->has_last = has_last;
  return is_bounded && (out_range->has_first || has_last);
}
