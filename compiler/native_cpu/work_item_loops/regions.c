/* A kernel with barriers: the loops over work-items for each region, and the jumps between
 * regions (docs/barriers.md). */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/ir/clone.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/work_item_loops/split.h"
#include "falx/native_cpu.h"

struct regions {
  struct fxc_split splits[FXC_FORM_COUNT];
  unsigned count;            /* of regions */
  LLVMBasicBlockRef *starts; /* start of each region's loops; NULL until there is a jump to it */
  FXS_VECTOR(unsigned) waiting;
  LLVMAtomicOrdering *fences; /* the fence at the start of each region */
  bool *waits;                /* each begins when all work-groups have come to it */
  unsigned *nexts;            /* for each region without effects: the one that runs in its place */
  LLVMValueRef next;          /* alloca: the region that follows */
  LLVMBasicBlockRef end;      /* after the last region of a work-group */
  uint64_t *exits;            /* of this region; bit 0: the end */
  unsigned exit_count, last_exit;
  struct fxc_map group_values; /* spilled value to its value while this region runs */
  struct fxc_map ahead;        /* spilled value to its value after this region, if known ahead */
  LLVMValueRef next_ahead;     /* the number of the region that follows, if known ahead; else
                                * NULL */
  LLVMValueRef pitch[2];       /* work-items of a padded row: for the call, for this region */
  struct fxs_arena arena;
};

/* ---- one work-item's part of a region ---- */

struct part {
  struct fxc_item_loops *self;
  struct regions *regions;
  const struct fxc_split *split;
  struct fxc_map values;                    /* of the form's function to the copy's */
  struct fxc_map blocks;                    /* the region's blocks, each to itself */
  struct fxc_map named;                     /* values in kept */
  FXS_VECTOR(const struct fxc_kept *) kept; /* spilled values that the blocks name */
  LLVMValueRef item;                        /* its number in the padded group */
  LLVMBuilderRef at;                        /* where the part begins */
};

static bool is_live(const struct part *part, const struct fxc_kept *kept) {
  return fxc_set_has(kept->live, part->self->region);
}

static bool is_defined(const struct part *part, const struct fxc_kept *kept) {
  return kept->block && fxc_map_has(&part->blocks, kept->block);
}

static bool is_used(const struct part *part, const struct fxc_kept *kept) {
  for (size_t i = 0; i < kept->users.count; i++)
    if (fxc_map_has(&part->blocks, kept->users.items[i]))
      return true;
  return false;
}

static void add_kept(struct part *part, const struct fxc_kept *kept) {
  if (!kept || fxc_map_has(&part->named, kept->value))
    return;
  fxc_map_put(&part->named, kept->value, kept->value);
  fxc_push(&part->kept, kept);
}

static void add_named(struct part *part, LLVMValueRef user) {
  const struct fxc_split *split = part->split;
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++) {
    LLVMValueRef value = LLVMGetOperand(user, k), loaded = fxc_map_get(&split->loads, value);
    const struct fxc_kept *kept = fxc_kept_of(split, loaded ? loaded : value);
    if (kept && !(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == kept->cell))
      add_kept(part, kept);
  }
}

/* In the order in which the region's code names them, and behind them phis and what only phis name.
 * So kernels with the same code between two barriers read and write their frames in the same order,
 * whatever else they do, and one function can serve them. */
static void find_kept(struct part *part, const struct fxc_region *region) {
  for (size_t b = 0; b < region->blocks.count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(region->blocks.items[b]); i;
         i = LLVMGetNextInstruction(i))
      if (!LLVMIsAPHINode(i)) {
        add_named(part, i);
        add_kept(part, fxc_kept_of(part->split, i));
      }
  for (size_t i = 0; i < part->split->values.count; i++) {
    const struct fxc_kept *kept = &part->split->values.items[i];
    if (is_defined(part, kept) || (is_live(part, kept) && is_used(part, kept)))
      add_kept(part, kept);
  }
}

static LLVMValueRef slot_address(struct part *part, LLVMBuilderRef builder, unsigned number) {
  const struct fxc_slot *slot = &part->split->slots.items[number];
  LLVMValueRef offset =
      fxc_loops_multiply(builder, part->item, fxc_loops_constant(part->self, slot->bytes));
  return LLVMBuildInBoundsGEP2(builder, LLVMInt8TypeInContext(part->self->context), slot->base[1],
                               &offset, 1, "");
}

static void mark_slot_access(struct part *part, const struct fxc_slot *slot, LLVMValueRef access) {
  LLVMSetAlignment(access, slot->align);
  if (fxc_loops_main(part->self)->kind == FXC_SCALAR)
    fxc_item_memory_set_parallel(&part->split->form->memory, access);
}

/* The work-item's copy of a kept content. */
static LLVMValueRef content_address(struct part *part, const struct fxc_kept *kept) {
  LLVMValueRef address = slot_address(part, part->at, kept->slot);
  fxc_map_put(&part->values, kept->value, address);
  return address;
}

/* Loads a spilled value at the start of the region. */
static LLVMValueRef initial(struct part *part, LLVMValueRef value);

static LLVMValueRef compute(struct part *part, LLVMValueRef value) {
  fxc_value_list operands = {0};
  for (int i = 0; i < LLVMGetNumOperands(value); i++)
    fxc_push(&operands, initial(part, LLVMGetOperand(value, (unsigned)i)));
  LLVMValueRef copy = LLVMInstructionClone(value);
  for (size_t i = 0; i < operands.count; i++)
    LLVMSetOperand(copy, (unsigned)i, operands.items[i]);
  LLVMInstructionSetDebugLoc(copy, NULL);
  LLVMInsertIntoBuilder(part->at, copy);
  fxs_vector_free(&operands);
  return copy;
}

static LLVMValueRef initial(struct part *part, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value))
    return fxc_map_has(&part->values, value) ? fxc_map_get(&part->values, value) : value;
  LLVMValueRef loaded = fxc_map_get(&part->split->loads, value);
  if (loaded)
    value = loaded;
  LLVMValueRef known = fxc_map_get(&part->values, value);
  if (known)
    return known;
  const struct fxc_kept *kept;
  if (LLVMIsAAllocaInst(value)) {
    kept = fxc_kept_content(part->split, value);
    return kept ? content_address(part, kept) : value; /* else in the wrapper */
  }
  kept = fxc_kept_of(part->split, value);
  if (kept && is_live(part, kept) && kept->keep == FXC_KEEP_GROUP) {
    known = fxc_map_get(&part->regions->group_values, value);
  } else if (kept && is_live(part, kept) && kept->keep == FXC_KEEP_ITEM) {
    known =
        LLVMBuildLoad2(part->at, LLVMTypeOf(value), slot_address(part, part->at, kept->slot), "");
    mark_slot_access(part, &part->split->slots.items[kept->slot], known);
  } else {
    known = compute(part, value);
  }
  fxc_map_put(&part->values, value, known);
  return known;
}

static void begin_part(struct part *part) {
  const struct fxc_split *split = part->split;
  for (size_t i = 0; i < split->allocas.count; i++) {
    const struct fxc_kept *kept = &split->allocas.items[i];
    if (!kept->cell && !is_used(part, kept))
      continue;
    LLVMValueRef address = content_address(part, kept);
    if (kept->cell) /* for debuggers */
      LLVMBuildStore(part->at, address, kept->cell);
  }
  for (size_t i = 0; i < part->kept.count; i++)
    if (is_live(part, part->kept.items[i]))
      LLVMBuildStore(part->at, initial(part, part->kept.items[i]->value),
                     part->kept.items[i]->cell);
}

/* Spills what later regions need of this one. A value that they do not need is poison, so that
 * it does not seem to depend on the exit. */
static void end_part(struct part *part, LLVMBuilderRef builder, unsigned next) {
  const struct fxc_split *split = part->split;
  for (size_t i = 0; i < part->kept.count; i++) {
    const struct fxc_kept *kept = part->kept.items[i];
    if (kept->keep == FXC_KEEP_NOWHERE || !is_defined(part, kept))
      continue;
    LLVMTypeRef type = LLVMTypeOf(kept->value);
    bool is_needed = next && fxc_set_has(kept->live, next);
    if (fxc_map_has(&part->regions->ahead, kept->value))
      continue;
    if (kept->keep == FXC_KEEP_GROUP) {
      LLVMBuildStore(
          builder, is_needed ? LLVMBuildLoad2(builder, type, kept->cell, "") : LLVMGetPoison(type),
          kept->group_cell);
    } else if (is_needed) {
      LLVMValueRef value = LLVMBuildLoad2(builder, type, kept->cell, "");
      LLVMValueRef store = LLVMBuildStore(builder, value, slot_address(part, builder, kept->slot));
      mark_slot_access(part, &split->slots.items[kept->slot], store);
    }
  }
  if (part->regions->exit_count > 1 && !part->regions->next_ahead)
    LLVMBuildStore(builder, LLVMConstInt(part->self->i32, next, 0), part->regions->next);
}

/* The copy of a block that leaves the region: its exits go to done. */
static void leave(struct part *part, LLVMBasicBlockRef block, LLVMBasicBlockRef done) {
  LLVMBasicBlockRef copy = fxc_map_get(&part->values, block);
  LLVMValueRef barrier = fxc_map_get(&part->split->barriers, block);
  LLVMValueRef terminator = LLVMGetBasicBlockTerminator(copy);
  if (!barrier && !LLVMIsAReturnInst(terminator))
    return;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(part->self->context);
  unsigned next = barrier ? part->regions->nexts[fxc_barrier_id(barrier)] : 0;
  LLVMPositionBuilderAtEnd(builder, copy);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(barrier ? barrier : terminator));
  LLVMInstructionEraseFromParent(terminator);
  if (barrier)
    LLVMInstructionEraseFromParent(fxc_map_get(&part->values, barrier));
  end_part(part, builder, next);
  LLVMBuildBr(builder, done);
  LLVMDisposeBuilder(builder);
}

static LLVMValueRef item_number(struct fxc_item_loops *self, struct regions *regions) {
  return fxc_loops_add(self->at,
                       fxc_loops_multiply(self->at, fxc_loops_row(self), regions->pitch[1]),
                       self->items.id[0], "item");
}

static void place_part(struct fxc_item_loops *self, struct fxc_form *form, LLVMValueRef active,
                       void *user) {
  struct regions *regions = user;
  const struct fxc_split *split = &regions->splits[form->kind];
  const struct fxc_region *region = &split->regions[self->region];
  struct part part = {.self = self, .regions = regions, .split = split};
  LLVMBasicBlockRef first =
      fxc_loops_open_part(self, fxc_loops_is_long(self, form, region->blocks.count));
  LLVMBasicBlockRef begin = fxc_loops_append(self, "region");
  part.at = LLVMCreateBuilderInContext(self->context);
  LLVMPositionBuilderAtEnd(part.at, begin);
  part.item = split->slots.count ? item_number(self, regions) : NULL;
  if (active)
    fxc_map_put(&part.values, LLVMGetLastParam(form->function), active);
  for (size_t i = 0; i < region->blocks.count; i++)
    fxc_map_put(&part.blocks, region->blocks.items[i], region->blocks.items[i]);
  find_kept(&part, region);
  begin_part(&part);

  fxc_block_list copies = {0};
  fxc_push(&copies, begin);
  fxc_clone_blocks(region->blocks.items, region->blocks.count, self->kernel, &part.values);
  for (size_t i = 0; i < region->blocks.count; i++)
    fxc_push(&copies, (LLVMBasicBlockRef)fxc_map_get(&part.values, region->blocks.items[i]));
  LLVMBasicBlockRef done = fxc_loops_append(self, "done");
  LLVMBuildBr(part.at, region->start ? fxc_map_get(&part.values, region->start) : done);
  if (fxc_loops_main(self)->kind == FXC_SCALAR)
    for (size_t i = 1; i < copies.count; i++)
      for (LLVMValueRef v = LLVMGetFirstInstruction(copies.items[i]); v;
           v = LLVMGetNextInstruction(v))
        fxc_item_memory_mark(&form->memory, v);
  for (size_t i = 0; i < region->blocks.count; i++)
    leave(&part, region->blocks.items[i], done);
  fxc_loops_replace_ids(self, form, active, &copies);
  if (form->passes_state_on)
    fxc_loops_store_ids(self, form, active);
  LLVMBuildBr(self->at, begin);
  LLVMPositionBuilderAtEnd(self->at, done);
  fxc_loops_close_part(self, first, FXC_PART_BODY);
  LLVMDisposeBuilder(part.at);
  fxc_map_free(&part.values);
  fxc_map_free(&part.blocks);
  fxc_map_free(&part.named);
  fxs_vector_free(&part.kept);
  fxs_vector_free(&copies);
}

/* ---- which work-items run ---- */

static LLVMValueRef bound_value(struct part *part, const struct fxc_bound *bound) {
  struct fxc_item_loops *self = part->self;
  LLVMValueRef add = LLVMConstInt(self->i64, (uint64_t)bound->add, 1);
  if (!bound->value)
    return add;
  LLVMValueRef value = initial(part, bound->value);
  if (!LLVMIsConstant(value)) /* it may be defined on some paths only */
    value = LLVMBuildFreeze(part->at, value, "bound");
  value = bound->is_signed ? LLVMBuildSExt(part->at, value, self->i64, "")
                           : LLVMBuildZExt(part->at, value, self->i64, "");
  LLVMValueRef large = fxc_loops_constant(self, 1ul << 62);
  if (LLVMGetIntTypeWidth(LLVMTypeOf(bound->value)) == 64) /* no sum overflows */
    value = bound->is_signed ? fxc_loops_choose(self, "llvm.smax", LLVMConstNeg(large),
                                                fxc_loops_choose(self, "llvm.smin", value, large))
                             : fxc_loops_choose(self, "llvm.umin", value, large);
  return bound->add ? LLVMBuildNSWAdd(part->at, value, add, "") : value;
}

/* At least one work-item runs, whatever the range: it computes the values that the work-group
 * shares. */
static void clamp_range(struct fxc_item_loops *self, LLVMValueRef first, LLVMValueRef last) {
  LLVMValueRef one = fxc_loops_constant(self, 1), end = self->items.last[0];
  if (last && LLVMIsConstant(last) && LLVMConstIntGetSExtValue(last) <= 1)
    end = one;
  else if (last)
    end = fxc_loops_choose(self, "llvm.smax", fxc_loops_choose(self, "llvm.smin", last, end), one);
  self->range[1] = last ? end : NULL;
  if (!first)
    return;
  LLVMValueRef largest = LLVMBuildNSWSub(self->at, end, one, "");
  self->range[0] =
      fxc_loops_choose(self, "llvm.smax", fxc_loops_choose(self, "llvm.smin", first, largest),
                       fxc_loops_constant(self, 0));
}

static void find_range(struct fxc_item_loops *self, struct regions *regions) {
  struct fxc_region_range range;
  const struct fxc_form *form = fxc_loops_main(self);
  const struct fxc_split *split = &regions->splits[form->kind];
  self->range[0] = self->range[1] = NULL;
  if (!self->is_optimized || !fxc_region_range(self, split, self->region, &range))
    return;
  LLVMBasicBlockRef before = LLVMGetInsertBlock(self->at), block = fxc_loops_append(self, "range");
  LLVMPositionBuilderAtEnd(self->at, block);
  struct part part = {.self = self, .regions = regions, .split = split, .at = self->at};
  LLVMValueRef first = NULL, last = range.count ? NULL : fxc_loops_constant(self, 1);
  for (unsigned i = 0; i < range.count; i++) {
    if (range.has_first) {
      LLVMValueRef value = bound_value(&part, &range.ranges[i].first);
      first = first ? fxc_loops_choose(self, "llvm.smin", first, value) : value;
    }
    if (range.has_last) {
      LLVMValueRef value = bound_value(&part, &range.ranges[i].last);
      last = last ? fxc_loops_choose(self, "llvm.smax", last, value) : value;
    }
  }
  fxc_map_free(&part.values);
  fxc_block_list blocks = {0};
  fxc_push(&blocks, block);
  LLVMPositionBuilderAtEnd(self->at, before);
  fxc_loops_replace_ids(self, form, NULL, &blocks);
  LLVMBuildBr(self->at, block);
  LLVMPositionBuilderAtEnd(self->at, block);
  fxs_vector_free(&blocks);
  clamp_range(self, first, last);
}

/* ---- one region ---- */

static LLVMBasicBlockRef start_of(struct fxc_item_loops *self, struct regions *regions,
                                  unsigned region) {
  if (!region)
    return regions->end;
  if (!regions->starts[region]) {
    regions->starts[region] = fxc_loops_append(self, "after");
    fxc_push(&regions->waiting, region);
  }
  return regions->starts[region];
}

/* The regions that may follow, in any form. */
static void find_exits(struct fxc_item_loops *self, struct regions *regions) {
  unsigned words = regions->count / 64 + 1;
  memset(regions->exits, 0, words * sizeof *regions->exits);
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++)
    if (self->forms[k].function && regions->splits[k].regions[self->region].start)
      for (unsigned r = 0; r < regions->count; r++)
        if (fxc_set_has(regions->splits[k].regions[self->region].exits, r))
          fxc_set_add(regions->exits, regions->nexts[r]);
  regions->exit_count = regions->last_exit = 0;
  for (unsigned r = 0; r < regions->count; r++)
    if (fxc_set_has(regions->exits, r)) {
      regions->last_exit = r;
      regions->exit_count++;
    }
}

/* Computes the values that are known ahead. */
static void compute_ahead(struct fxc_item_loops *self, struct regions *regions) {
  fxc_map_free(&regions->ahead);
  regions->ahead = (struct fxc_map){0};
  regions->next_ahead = NULL;
  if (!self->is_optimized || self->is_wide)
    return;
  LLVMBasicBlockRef before = LLVMGetInsertBlock(self->at), block = fxc_loops_append(self, "ahead");
  LLVMPositionBuilderAtEnd(self->at, block);
  enum fxc_form_kind main = fxc_loops_main(self)->kind;
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++) {
    const struct fxc_split *split = &regions->splits[k];
    struct fxc_forecast forecast = {.self = self,
                                    .split = split,
                                    .region = self->region,
                                    .group_values = &regions->group_values,
                                    .nexts = regions->nexts,
                                    .at = self->at};
    if (self->forms[k].function && fxc_forecast_begin(&forecast)) {
      for (size_t i = 0; i < split->values.count; i++) {
        LLVMValueRef value = fxc_forecast_value(&forecast, &split->values.items[i]);
        if (value)
          fxc_map_put(&regions->ahead, split->values.items[i].value, value);
      }
      forecast.is_for_all = true;
      if (k == main && regions->exit_count > 1)
        regions->next_ahead = fxc_forecast_next(&forecast);
    }
    fxc_map_free(&forecast.blocks);
  }
  fxc_block_list blocks = {0};
  fxc_push(&blocks, block);
  LLVMPositionBuilderAtEnd(self->at, before);
  fxc_loops_replace_ids(self, &self->forms[main], NULL, &blocks);
  LLVMBuildBr(self->at, block);
  LLVMPositionBuilderAtEnd(self->at, block);
  fxs_vector_free(&blocks);
}

static void keep_told(struct fxc_item_loops *self, struct regions *regions) {
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++)
    for (size_t i = 0; self->forms[k].function && i < regions->splits[k].values.count; i++) {
      const struct fxc_kept *kept = &regions->splits[k].values.items[i];
      LLVMValueRef value = fxc_map_get(&regions->ahead, kept->value);
      if (value)
        LLVMBuildStore(self->at, value, kept->group_cell);
    }
}

/* Where the work-group continues: all its work-items take the same exit. */
static void go_on(struct fxc_item_loops *self, struct regions *regions) {
  LLVMBasicBlockRef last = start_of(self, regions, regions->last_exit);
  if (regions->exit_count < 2) { /* none: no work-item ever leaves */
    LLVMBuildBr(self->at, last);
    return;
  }
  LLVMValueRef next = self->is_outlined ? NULL : regions->next_ahead;
  if (!next)
    next = LLVMBuildLoad2(self->at, self->i32, regions->next, "next");
  LLVMValueRef branch = LLVMBuildSwitch(self->at, next, last, regions->exit_count - 1);
  for (unsigned r = 0; r < regions->last_exit; r++)
    if (fxc_set_has(regions->exits, r))
      LLVMAddCase(branch, LLVMConstInt(self->i32, r, 0), start_of(self, regions, r));
}

/* The addresses, in the frame, of what this region and the next ones need. */
static void read_frame(struct fxc_item_loops *self, struct regions *regions) {
  if (regions->pitch[0])
    regions->pitch[1] = fxc_loops_of_launch(self, regions->pitch[0]);
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++)
    for (size_t i = 0; self->forms[k].function && i < regions->splits[k].slots.count; i++) {
      struct fxc_slot *slot = &regions->splits[k].slots.items[i];
      bool is_in_use = fxc_set_has(slot->live, self->region);
      for (unsigned w = 0; w < regions->splits[k].words && !is_in_use; w++)
        is_in_use = slot->live[w] & regions->exits[w];
      slot->base[1] = is_in_use ? fxc_loops_of_launch(self, slot->base[0]) : slot->base[0];
    }
}

/* True if the epilogue of a row computes nothing that is not known ahead. Where only the first
 * work-items of a row do anything, as in the steps of a reduction tree, the epilogue is seldom
 * among them. It becomes a function then, and whether it runs is not decided in advance: LLVM
 * would otherwise duplicate the loops and compute the epilogue's masks ahead of the few vectors
 * that run. */
static bool is_epilogue_silent(const struct fxc_item_loops *self, const struct regions *regions) {
  enum fxc_form_kind kind = self->forms[FXC_MASKED].function ? FXC_MASKED : FXC_SCALAR;
  const struct fxc_split *split = &regions->splits[kind];
  const struct fxc_region *region = &split->regions[self->region];
  if (regions->exit_count > 1 && !regions->next_ahead)
    return false;
  for (size_t i = 0; i < split->values.count; i++) {
    const struct fxc_kept *kept = &split->values.items[i];
    if (kept->keep != FXC_KEEP_GROUP || fxc_map_has(&regions->ahead, kept->value))
      continue;
    for (size_t b = 0; b < region->blocks.count; b++)
      if (region->blocks.items[b] == kept->block)
        return false;
  }
  return true;
}

/* A work-group runs on one thread: it waits for the others once. */
static void wait_for_groups(struct fxc_item_loops *self) {
  LLVMTypeRef pointer = LLVMPointerTypeInContext(self->context, 0);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(self->context), &pointer, 1, 0);
  LLVMValueRef field =
      fxc_state_field(self->at, self->state, offsetof(struct falx_native_cpu_state, root), "");
  LLVMValueRef root = LLVMBuildLoad2(self->at, pointer, field, "root");
  LLVMValueRef wait = LLVMBuildLoad2(self->at, pointer, root, "wait");
  LLVMBuildCall2(self->at, type, wait, &root, 1, "");
}

static void run_region(struct fxc_item_loops *self, struct regions *regions, unsigned region) {
  self->region = region;
  find_exits(self, regions);
  if (region) {
    LLVMPositionBuilderAtEnd(self->at, regions->starts[region]);
    LLVMMoveBasicBlockAfter(regions->starts[region], LLVMGetLastBasicBlock(self->kernel));
  }
  if (regions->waits[region])
    wait_for_groups(self);
  LLVMBasicBlockRef first = fxc_loops_open_part(self, self->is_outlined);
  if (regions->fences[region] != LLVMAtomicOrderingNotAtomic)
    LLVMBuildFence(self->at, regions->fences[region], 0, "");
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++)
    for (size_t i = 0; self->forms[k].function && i < regions->splits[k].values.count; i++) {
      const struct fxc_kept *kept = &regions->splits[k].values.items[i];
      if (kept->keep == FXC_KEEP_GROUP && fxc_set_has(kept->live, region))
        fxc_map_put(&regions->group_values, kept->value,
                    LLVMBuildLoad2(self->at, LLVMTypeOf(kept->value), kept->group_cell, "group"));
    }
  find_range(self, regions);
  compute_ahead(self, regions);
  read_frame(self, regions);
  self->has_separate_epilogue =
      self->range[1] && self->main_last && !self->is_outlined && !self->is_exact &&
      fxc_loops_can_outline(self, self->origin_kernel) && is_epilogue_silent(self, regions);
  fxc_loops_over_items(self, place_part, regions);
  keep_told(self, regions);
  if (self->is_outlined && regions->next_ahead)
    LLVMBuildStore(self->at, regions->next_ahead, regions->next);
  fxc_loops_close_part(self, first, FXC_PART_REGION);
  go_on(self, regions);
}

/* Values spilled by the previous work-group are dead. */
static void forget(struct fxc_item_loops *self, struct regions *regions) {
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++)
    for (size_t i = 0; self->forms[k].function && i < regions->splits[k].values.count; i++) {
      const struct fxc_kept *kept = &regions->splits[k].values.items[i];
      if (kept->keep == FXC_KEEP_GROUP)
        LLVMBuildStore(self->at, LLVMGetPoison(LLVMTypeOf(kept->value)), kept->group_cell);
    }
}

/* ---- the frame ---- */

/* Behind group memory and the scratch memory of sub-groups: each slot has one element per
 * work-item. */
static void find_slots(struct fxc_item_loops *self, struct regions *regions, uint64_t item_bytes,
                       struct fxc_group_use use) {
  if (!item_bytes)
    return;
  LLVMBuilderRef entry = self->entry;
  LLVMTypeRef i8 = LLVMInt8TypeInContext(self->context);
  LLVMValueRef field =
      fxc_state_field(entry, self->state, offsetof(struct falx_native_cpu_state, frame), "");
  LLVMValueRef frame = LLVMBuildLoad2(entry, self->pointer, field, "frame");
  LLVMSetAlignment(frame, 8);
  regions->pitch[0] = fxc_loops_launch_value(self, FXC_LOCAL_SIZE, 0);
  if (self->row_vectors)
    regions->pitch[0] =
        fxc_loops_multiply(entry, self->row_vectors, fxc_loops_constant(self, self->lanes));
  LLVMValueRef items = fxc_loops_multiply(entry, self->rows, regions->pitch[0]);
  LLVMValueRef start = fxc_loops_constant(self, use.memory);
  if (use.scratch) {
    LLVMValueRef scratch = fxc_loops_multiply(entry, fxc_loops_sub_groups(self),
                                              fxc_loops_constant(self, use.scratch));
    LLVMValueRef round = fxc_loops_constant(self, FALX_NATIVE_FRAME_ALIGN - 1);
    start = LLVMBuildAnd(entry,
                         fxc_loops_add(entry, fxc_loops_add(entry, start, scratch, ""), round, ""),
                         LLVMConstNot(round), "");
  }
  start = LLVMBuildInBoundsGEP2(entry, i8, frame, &start, 1, "slots");
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++)
    for (size_t i = 0; self->forms[k].function && i < regions->splits[k].slots.count; i++) {
      struct fxc_slot *slot = &regions->splits[k].slots.items[i];
      LLVMValueRef offset =
          fxc_loops_multiply(entry, items, fxc_loops_constant(self, slot->offset));
      slot->base[0] = LLVMBuildInBoundsGEP2(entry, i8, start, &offset, 1, "slot");
    }
}

/* ---- regions without effects ---- */

/* True if nothing that the form does in the region is visible after it. */
static bool is_empty(struct fxc_item_loops *self, const struct fxc_split *split, unsigned number) {
  const struct fxc_region *region = &split->regions[number];
  struct fxc_region_range range;
  if (!fxc_region_range(self, split, number, &range) || range.count)
    return false;
  struct fxc_map blocks = {0};
  for (size_t i = 0; i < region->blocks.count; i++)
    fxc_map_put(&blocks, region->blocks.items[i], region->blocks.items[i]);
  bool is_empty = true;
  for (size_t i = 0; i < split->values.count && is_empty; i++) {
    const struct fxc_kept *kept = &split->values.items[i];
    is_empty = kept->keep == FXC_KEEP_NOWHERE || !kept->block || !fxc_map_has(&blocks, kept->block);
  }
  fxc_map_free(&blocks);
  return is_empty;
}

/* What follows a region without effects that has a single exit, such as one between a branch and
 * a barrier at its end; the region itself if it is of another kind. */
static unsigned behind(struct fxc_item_loops *self, struct regions *regions, unsigned region) {
  unsigned to = region;
  if (!self->is_optimized || regions->fences[region] != LLVMAtomicOrderingNotAtomic ||
      regions->waits[region])
    return region;
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++) {
    if (!self->forms[k].function)
      continue;
    const struct fxc_split *split = &regions->splits[k];
    unsigned count = 0;
    for (unsigned r = 0; r < regions->count && count < 2; r++)
      if (split->regions[region].start && fxc_set_has(split->regions[region].exits, r)) {
        count++;
        to = r;
      }
    if (count != 1 || !is_empty(self, split, region))
      return region;
  }
  return to;
}

static void find_nexts(struct fxc_item_loops *self, struct regions *regions) {
  unsigned *after = fxc_new(&regions->arena, regions->count, sizeof *after);
  for (unsigned r = 1; r < regions->count; r++)
    after[r] = behind(self, regions, r);
  for (unsigned r = 1; r < regions->count; r++) {
    unsigned to = r;
    for (unsigned steps = 0; after[to] != to && steps < regions->count; steps++)
      to = after[to];
    regions->nexts[r] = after[to] == to ? to : r; /* else an endless loop */
  }
}

/* Allocas whose content does not live from one region to the next. */
static void find_locals(struct fxc_item_loops *self, const struct regions *regions) {
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++) {
    const struct fxc_split *split = &regions->splits[k];
    for (size_t i = 0; self->forms[k].function && i < split->values.count; i++)
      fxc_map_put(&self->locals, split->values.items[i].cell, split->values.items[i].cell);
    for (size_t i = 0; i < split->locals.count; i++)
      if (!fxc_item_memory_escapes(split->locals.items[i]))
        fxc_map_put(&self->locals, split->locals.items[i], split->locals.items[i]);
  }
}

/* ---- all regions ---- */

static void find_fences(struct regions *regions, LLVMValueRef kernel) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(kernel));
  unsigned kind = fxc_metadata_kind(context, "falx.fence");
  unsigned root = fxc_metadata_kind(context, "falx.root");
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      unsigned id = fxc_barrier_id(i);
      if (!id || id >= regions->count)
        continue;
      LLVMValueRef node = LLVMGetMetadata(i, kind);
      if (node)
        regions->fences[id] = (LLVMAtomicOrdering)fxc_metadata_integer(node, 0);
      regions->waits[id] = LLVMGetMetadata(i, root) != NULL;
    }
}

static void free_regions(struct regions *regions) {
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++)
    fxc_split_free(&regions->splits[k]);
  fxs_vector_free(&regions->waiting);
  fxc_map_free(&regions->group_values);
  fxc_map_free(&regions->ahead);
  fxs_arena_release(&regions->arena);
}

bool fxc_loops_by_regions(struct fxc_item_loops *self, LLVMValueRef kernel,
                          struct fxc_group_use use) {
  struct regions regions = {.count = use.barriers + 1};
  regions.starts = fxc_new(&regions.arena, regions.count, sizeof *regions.starts);
  regions.fences = fxc_new(&regions.arena, regions.count, sizeof *regions.fences);
  regions.waits = fxc_new(&regions.arena, regions.count, sizeof *regions.waits);
  regions.exits = fxc_new(&regions.arena, regions.count / 64 + 1, sizeof *regions.exits);
  regions.nexts = fxc_new(&regions.arena, regions.count, sizeof *regions.nexts);
  find_fences(&regions, kernel);
  self->region_count = regions.count;
  self->is_outlined =
      !self->is_exact && regions.count > FXC_FEW_REGIONS && fxc_loops_can_outline(self, kernel);
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++) {
    if (!self->forms[k].function)
      continue;
    if (k == FXC_VECTOR && regions.count <= FXC_FEW_REGIONS && !self->is_exact)
      fxc_loops_prefetch(self, &self->forms[k]);
    if (!fxc_split_form(self, &self->forms[k], use.barriers, &regions.splits[k])) {
      free_regions(&regions);
      return false;
    }
    self->item_bytes = fxc_split_place(self, &regions.splits[k], self->item_bytes);
  }
  find_nexts(self, &regions);
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++)
    if (self->forms[k].function)
      fxc_find_told(self, &regions.splits[k], regions.nexts);
  regions.next = LLVMBuildAlloca(self->entry, self->i32, "next");
  fxc_loops_declare(self, kernel, regions.splits, regions.next);
  fxc_loops_bounds(self);
  find_slots(self, &regions, self->item_bytes, use);
  fxc_loops_open_groups(self);
  regions.end = fxc_loops_append(self, "end");
  forget(self, &regions);
  run_region(self, &regions, 0);
  for (size_t i = 0; i < regions.waiting.count; i++)
    run_region(self, &regions, regions.waiting.items[i]);
  LLVMMoveBasicBlockAfter(regions.end, LLVMGetLastBasicBlock(self->kernel));
  LLVMPositionBuilderAtEnd(self->at, regions.end);
  fxc_loops_close_groups(self);
  find_locals(self, &regions);
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++) /* the frame holds them */
    for (size_t i = 0; i < regions.splits[k].allocas.count; i++)
      fxc_push(&self->dead, regions.splits[k].allocas.items[i].value);
  free_regions(&regions);
  return true;
}
