/* Values that the work-group shares after a region and that can be computed before its loops:
 * loop counters, and which region follows (docs/barriers.md). Otherwise each work-item computes
 * them, and they have to be carried out of the loops over rows, vectors and epilogues. */
#include <llvm-c/DebugInfo.h>

#include "compiler/memory.h"
#include "compiler/native_cpu/work_item_loops/split.h"

enum { MAX_DEPTH = 8, MAX_BLOCKS = 64 };

static bool is_in_region(const struct fxc_forecast *t, LLVMBasicBlockRef block) {
  return fxc_map_has(&t->blocks, block);
}

static bool is_live_in(const struct fxc_forecast *t, const struct fxc_kept *kept) {
  return kept && fxc_set_has(kept->live, t->region);
}

static LLVMValueRef known_ahead(struct fxc_forecast *t, LLVMValueRef value, LLVMBasicBlockRef use,
                                unsigned depth);

/* The instruction's value when it executes in the region. */
static LLVMValueRef compute_ahead(struct fxc_forecast *t, LLVMValueRef value, LLVMBasicBlockRef use,
                                  unsigned depth) {
  if (LLVMIsAPHINode(value)) {
    LLVMBasicBlockRef from = NULL;
    LLVMValueRef incoming = NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(value); i++) {
      LLVMBasicBlockRef block = LLVMGetIncomingBlock(value, i);
      if (!is_in_region(t, block) || fxc_map_has(&t->split->barriers, block))
        continue;
      if (from)
        return NULL;
      from = block;
      incoming = LLVMGetIncomingValue(value, i);
    }
    return from ? known_ahead(t, incoming, from, depth + 1) : NULL;
  }
  enum fxc_builtin builtin;
  if (fxc_loops_is_builtin(value, &builtin) ? !fxc_is_group_builtin(value)
                                            : !fxc_split_is_cheap(value))
    return NULL;
  fxc_value_list operands = {0};
  bool is_told = true;
  for (int i = 0; i < LLVMGetNumOperands(value) && is_told; i++) {
    LLVMValueRef operand = known_ahead(t, LLVMGetOperand(value, (unsigned)i), use, depth + 1);
    is_told = operand != NULL;
    fxc_push(&operands, operand);
  }
  LLVMValueRef copy = is_told ? value : NULL;
  if (is_told && t->at) {
    copy = LLVMInstructionClone(value);
    for (size_t i = 0; i < operands.count; i++)
      LLVMSetOperand(copy, (unsigned)i, operands.items[i]);
    LLVMInstructionSetDebugLoc(copy, NULL);
    LLVMInsertIntoBuilder(t->at, copy);
  }
  fxs_vector_free(&operands);
  return copy;
}

/* The value in the block that uses it; NULL if it is not known ahead. */
static LLVMValueRef known_ahead(struct fxc_forecast *t, LLVMValueRef value, LLVMBasicBlockRef use,
                                unsigned depth) {
  LLVMValueRef behind_cell = fxc_map_get(&t->split->loads, value);
  value = behind_cell ? behind_cell : value;
  if (LLVMIsAArgument(value))
    return LLVMGetParamParent(value) == t->self->kernel ? value : NULL; /* else: active lanes */
  if (LLVMIsAConstant(value))
    return value;
  if (!LLVMIsAInstruction(value) || LLVMIsAAllocaInst(value) || depth > MAX_DEPTH)
    return NULL;
  const struct fxc_kept *kept = fxc_kept_of(t->split, value);
  LLVMBasicBlockRef block = LLVMGetInstructionParent(value);
  bool is_in = is_in_region(t, block), is_old = is_live_in(t, kept) && !(is_in && block == use);
  if (is_old && is_in && fxc_split_reaches(t->split, block, use, NULL))
    return NULL; /* either of the two */
  if (!is_old || (kept->keep == FXC_KEEP_NOWHERE && !LLVMIsAPHINode(value)))
    return compute_ahead(t, value, is_in && !is_old ? block : use, depth);
  if (kept->keep != FXC_KEEP_GROUP || (t->is_for_all && !kept->is_always_ahead))
    return NULL;
  return t->at ? fxc_map_get(t->group_values, value) : value;
}

/* ---- spilled values ---- */

/* True if the region has computed the value on every exit after which it is live. */
static bool is_new_behind(const struct fxc_forecast *t, const struct fxc_kept *kept) {
  const struct fxc_region *region = &t->split->regions[t->region];
  if (!is_live_in(t, kept))
    return true;
  for (size_t i = 0; i < region->blocks.count; i++) {
    LLVMValueRef barrier = fxc_map_get(&t->split->barriers, region->blocks.items[i]);
    if (barrier && fxc_set_has(kept->live, fxc_barrier_id(barrier)) &&
        fxc_split_reaches(t->split, region->start, region->blocks.items[i], kept->block))
      return false;
  }
  return true;
}

LLVMValueRef fxc_forecast_value(struct fxc_forecast *t, const struct fxc_kept *kept) {
  if (kept->keep != FXC_KEEP_GROUP || !kept->block || !is_in_region(t, kept->block) ||
      !is_new_behind(t, kept))
    return NULL;
  LLVMBuilderRef at = t->at;
  t->at = NULL;
  LLVMValueRef value = compute_ahead(t, kept->value, kept->block, 0);
  t->at = at;
  enum fxc_builtin builtin; /* its call would be replaced */
  if (value && LLVMIsAInstruction(value) && fxc_loops_is_builtin(value, &builtin))
    return NULL;
  return value && at ? compute_ahead(t, kept->value, kept->block, 0) : value;
}

/* ---- exits ---- */

/* The number of the region that follows when the work-items are in block; poison for paths that
 * loop. NULL if it is not known ahead. */
static LLVMValueRef decide(struct fxc_forecast *t, LLVMBasicBlockRef block, struct fxc_map *known,
                           unsigned depth) {
  LLVMTypeRef i32 = t->self->i32;
  LLVMValueRef barrier = fxc_map_get(&t->split->barriers, block), jump, found;
  if (barrier)
    return LLVMConstInt(i32, t->nexts[fxc_barrier_id(barrier)], 0);
  jump = LLVMGetBasicBlockTerminator(block);
  if (LLVMIsAReturnInst(jump))
    return LLVMConstInt(i32, 0, 0);
  if ((found = fxc_map_get(known, block)))
    return found;
  if (depth > MAX_BLOCKS || !LLVMGetNumSuccessors(jump) || LLVMGetNumSuccessors(jump) > 2 ||
      !LLVMIsABranchInst(jump))
    return NULL;
  fxc_map_put(known, block, LLVMGetPoison(i32));
  LLVMValueRef taken = decide(t, LLVMGetSuccessor(jump, 0), known, depth + 1);
  if (LLVMGetNumSuccessors(jump) > 1 && taken) {
    LLVMValueRef other = decide(t, LLVMGetSuccessor(jump, 1), known, depth + 1);
    if (!other || LLVMIsPoison(taken)) {
      taken = other;
    } else if (taken != other && !LLVMIsPoison(other)) {
      LLVMValueRef condition = known_ahead(t, LLVMGetCondition(jump), block, 0);
      taken = !condition ? NULL
              : t->at    ? LLVMBuildSelect(t->at, condition, taken, other, "")
                         : jump;
    }
  }
  if (taken)
    fxc_map_put(known, block, taken);
  return taken;
}

LLVMValueRef fxc_forecast_next(struct fxc_forecast *t) {
  LLVMBasicBlockRef start = t->split->regions[t->region].start;
  struct fxc_map known = {0};
  LLVMBuilderRef at = t->at;
  t->at = NULL;
  LLVMValueRef next = decide(t, start, &known, 0);
  fxc_map_free(&known);
  t->at = at;
  if (!next)
    return NULL;
  known = (struct fxc_map){0};
  next = decide(t, start, &known, 0);
  fxc_map_free(&known);
  return next;
}

/* ---- regions ---- */

/* A value that this region does not compute ahead is not always known ahead. Returns whether
 * there is one. */
static bool find_not_ahead(struct fxc_forecast *t, struct fxc_split *split) {
  bool is_looked_at = fxc_forecast_begin(t), is_changed = false;
  const struct fxc_region *region = &split->regions[t->region];
  for (size_t i = 0; i < region->blocks.count && !is_looked_at; i++)
    fxc_map_put(&t->blocks, region->blocks.items[i], region->blocks.items[i]);
  for (size_t i = 0; i < split->values.count; i++) {
    struct fxc_kept *kept = &split->values.items[i];
    if (!kept->is_always_ahead || !kept->block || !is_in_region(t, kept->block))
      continue;
    kept->is_always_ahead = is_looked_at && fxc_forecast_value(t, kept);
    is_changed |= !kept->is_always_ahead;
  }
  fxc_map_free(&t->blocks);
  return is_changed;
}

void fxc_find_told(const struct fxc_item_loops *self, struct fxc_split *split,
                   const unsigned *nexts) {
  for (size_t i = 0; i < split->values.count; i++)
    split->values.items[i].is_always_ahead = split->values.items[i].keep == FXC_KEEP_GROUP;
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (unsigned r = 0; r < split->region_count; r++) {
      struct fxc_forecast t = {
          .self = self, .split = split, .region = r, .nexts = nexts, .is_for_all = true};
      is_changed |= split->regions[r].start && find_not_ahead(&t, split);
    }
  }
}

bool fxc_forecast_begin(struct fxc_forecast *t) {
  const struct fxc_region *region = &t->split->regions[t->region];
  if (!region->start || region->blocks.count > MAX_BLOCKS)
    return false;
  for (size_t i = 0; i < region->blocks.count; i++)
    fxc_map_put(&t->blocks, region->blocks.items[i], region->blocks.items[i]);
  return true;
}
