/* The loops themselves: over the work-groups of a share, over the rows of a work-group, and in a
 * row over whole vectors, followed by the epilogue. */
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/loop_marks.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/work_item_loops/work_item_loops.h"
#include "falx/native_cpu.h"

/* Loop metadata for an innermost loop. */
enum loop_mark {
  PARALLEL, /* its iterations do not depend on each other: one work-item each */
  VECTORS,  /* its iterations are whole vectors already */
  EPILOGUE, /* it has few iterations */
  OUTER,
  GROUPS
};

LLVMValueRef fxc_loops_constant(const struct fxc_item_loops *self, unsigned long value) {
  return LLVMConstInt(self->i64, value, 0);
}

LLVMValueRef fxc_loops_add(LLVMBuilderRef builder, LLVMValueRef left, LLVMValueRef right,
                           const char *name) {
  LLVMValueRef sum = LLVMBuildNUWAdd(builder, left, right, name);
  if (LLVMIsAInstruction(sum))
    LLVMSetNSW(sum, 1);
  return sum;
}

LLVMValueRef fxc_loops_multiply(LLVMBuilderRef builder, LLVMValueRef left, LLVMValueRef right) {
  LLVMValueRef product = LLVMBuildNUWMul(builder, left, right, "");
  if (LLVMIsAInstruction(product))
    LLVMSetNSW(product, 1);
  return product;
}

LLVMValueRef fxc_loops_choose(struct fxc_item_loops *self, const char *name, LLVMValueRef left,
                              LLVMValueRef right) {
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(self->module->ir, id, &self->i64, 1);
  LLVMValueRef operands[2] = {left, right};
  return LLVMBuildCall2(self->at, LLVMGlobalGetValueType(function), function, operands, 2, "");
}

bool fxc_loops_is_call_of(LLVMValueRef value, const char *prefix) {
  size_t length;
  return LLVMIsACallInst(value) && LLVMIsAFunction(LLVMGetCalledValue(value)) &&
         !strncmp(LLVMGetValueName2(LLVMGetCalledValue(value), &length), prefix, strlen(prefix));
}

bool fxc_loops_is_pure(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee))
    return false;
  if (fxc_loops_is_call_of(call, "llvm.assume") || fxc_loops_is_call_of(call, "llvm.lifetime.") ||
      fxc_loops_is_call_of(call, "llvm.prefetch."))
    return true;
  enum { WRITES = 0xaaaa }; /* of the two bits per kind of memory */
  LLVMAttributeRef memory = LLVMGetEnumAttributeAtIndex(
      callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, fxc_attribute_kind("memory"));
  return memory && !(LLVMGetEnumAttributeValue(memory) & WRITES);
}

bool fxc_loops_orders_memory(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMLoad:
  case LLVMStore:
    return LLVMGetVolatile(instruction) ||
           LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic;
  case LLVMFence:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMInvoke:
  case LLVMCallBr:
  case LLVMVAArg:
    return true;
  default:
    return false;
  }
}

LLVMValueRef fxc_loops_load_state(struct fxc_item_loops *self, unsigned offset, const char *name) {
  LLVMValueRef field = fxc_state_field(self->entry, self->state, offset, "");
  LLVMValueRef value = LLVMBuildLoad2(self->entry, self->i64, field, name);
  LLVMSetAlignment(value, 8);
  return value;
}

LLVMBasicBlockRef fxc_loops_append(struct fxc_item_loops *self, const char *name) {
  return LLVMAppendBasicBlockInContext(self->context, self->kernel, name);
}

/* ---- metadata ---- */

/* llvm-c makes no distinct node without operands; the parser does. */
LLVMMetadataRef fxc_loops_new_access_group(LLVMContextRef context) {
  static const char text[] = "!g = !{!0}\n!0 = distinct !{}\n";
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(text, sizeof text - 1, "access group");
  LLVMModuleRef parsed = NULL;
  char *message = NULL;
  if (LLVMParseIRInContext(context, buffer, &parsed, &message))
    abort();
  LLVMValueRef node;
  LLVMGetNamedMetadataOperands(parsed, "g", &node);
  LLVMMetadataRef group = LLVMValueAsMetadata(node);
  LLVMDisposeModule(parsed);
  return group;
}

static LLVMMetadataRef property(struct fxc_item_loops *self, const char *name,
                                LLVMMetadataRef value) {
  LLVMMetadataRef operands[2] = {LLVMMDStringInContext2(self->context, name, strlen(name)), value};
  return LLVMMDNodeInContext2(self->context, operands, value ? 2 : 1);
}

static void mark_loop(struct fxc_item_loops *self, LLVMValueRef branch, enum loop_mark mark) {
  if (self->is_exact && mark != GROUPS) {
    fxc_mark_unrolled(branch);
    return;
  }
  LLVMMetadataRef self_reference = LLVMTemporaryMDNode(self->context, NULL, 0), operands[5];
  unsigned count = 0;
  operands[count++] = self_reference;
  if (mark == PARALLEL)
    operands[count++] = property(self, "llvm.loop.parallel_accesses", self->access_group);
  else if (mark != OUTER && mark != GROUPS)
    operands[count++] = property(self, "llvm.loop.isvectorized",
                                 LLVMValueAsMetadata(LLVMConstInt(self->i32, 1, 0)));
  bool has_many = self->region_count > FXC_FEW_REGIONS;
  if (mark == PARALLEL && has_many)
    operands[count++] = property(self, "llvm.loop.interleave.count",
                                 LLVMValueAsMetadata(LLVMConstInt(self->i32, 1, 0)));
  if (mark == EPILOGUE || mark == OUTER || mark == GROUPS || has_many ||
      (mark == VECTORS && self->region_count > 1))
    operands[count++] = property(self, "llvm.loop.unroll.disable", NULL);
  operands[count++] = property(self, "llvm.loop.mustprogress", NULL);
  LLVMMetadataRef node = LLVMMDNodeInContext2(self->context, operands, count);
  LLVMSetMetadata(branch, fxc_metadata_kind(self->context, "llvm.loop"),
                  LLVMMetadataAsValue(self->context, node));
  LLVMMetadataReplaceAllUsesWith(self_reference, node);
}

/* ---- one loop ---- */

static void jump(struct fxc_item_loops *self, LLVMBasicBlockRef to) {
  if (LLVMGetInsertBlock(self->at) != self->origin) /* it is closed at the end */
    LLVMBuildBr(self->at, to);
}

static void open_loop(struct fxc_item_loops *self, struct fxc_nest *nest, unsigned dimension,
                      LLVMValueRef first, const char *name) {
  LLVMBasicBlockRef from = LLVMGetInsertBlock(self->at), header = fxc_loops_append(self, name);
  jump(self, header);
  LLVMPositionBuilderAtEnd(self->at, header);
  nest->header[dimension] = header;
  nest->id[dimension] = LLVMBuildPhi(self->at, self->i64, "id");
  LLVMAddIncoming(nest->id[dimension], &first, &from, 1);
}

/* Returns the back edge's branch. */
static LLVMValueRef close_loop_at(struct fxc_item_loops *self, struct fxc_nest *nest,
                                  unsigned dimension, LLVMValueRef next, LLVMValueRef last,
                                  const char *name) {
  LLVMBasicBlockRef from = LLVMGetInsertBlock(self->at), after = fxc_loops_append(self, name);
  LLVMAddIncoming(nest->id[dimension], &next, &from, 1);
  LLVMValueRef is_last = LLVMBuildICmp(self->at, LLVMIntEQ, next, last, "is_last");
  LLVMValueRef branch = LLVMBuildCondBr(self->at, is_last, after, nest->header[dimension]);
  LLVMPositionBuilderAtEnd(self->at, after);
  return branch;
}

static LLVMValueRef close_loop(struct fxc_item_loops *self, struct fxc_nest *nest,
                               unsigned dimension, unsigned step, LLVMValueRef last,
                               const char *name) {
  LLVMValueRef next =
      fxc_loops_add(self->at, nest->id[dimension], fxc_loops_constant(self, step), "next");
  return close_loop_at(self, nest, dimension, next, last, name);
}

/* ---- a row ---- */

/* Loads from memory a value that is uniform for the whole launch, so that LLVM computes nothing
 * that depends on it in advance. */
static LLVMValueRef read_anew(struct fxc_item_loops *self, LLVMValueRef value) {
  LLVMValueRef cell = fxc_map_get(&self->launch_cells, value);
  if (!cell) {
    cell = LLVMBuildAlloca(self->entry, LLVMTypeOf(value), "launch");
    LLVMBuildStore(self->entry, value, cell);
    fxc_map_put(&self->launch_cells, value, cell);
  }
  LLVMValueRef load = LLVMBuildLoad2(self->at, LLVMTypeOf(value), cell, "");
  LLVMSetVolatile(load, 1);
  return load;
}

/* In a long kernel that stays one function, LLVM would hoist everything that depends on such a
 * value above all loops and keep it live across all regions, reason about it in the branches of
 * every region, and try to allocate a register for it across all of them. */
LLVMValueRef fxc_loops_of_launch(struct fxc_item_loops *self, LLVMValueRef value) {
  if (self->region_count <= FXC_FEW_REGIONS || self->is_outlined || self->is_exact ||
      LLVMIsConstant(value))
    return value;
  return read_anew(self, value);
}

static void run_epilogue(struct fxc_item_loops *self, fxc_place_work *place, void *user) {
  LLVMValueRef last = self->items.last[0];
  if (!self->forms[FXC_MASKED].function) {
    open_loop(self, &self->items, 0, self->main_last, "item");
    place(self, &self->forms[FXC_SCALAR], NULL, user);
    mark_loop(self, close_loop(self, &self->items, 0, 1, last, "item.end"), EPILOGUE);
    return;
  }
  LLVMValueRef active = LLVMBuildNUWSub(self->at, last, self->main_last, "");
  active = LLVMBuildTrunc(self->at, active, self->i32, "active");
  self->items.id[0] = self->main_last;
  place(self, &self->forms[FXC_MASKED], active, user);
}

/* The whole vectors of a row to run: at least one if there are any, because each form stores the
 * values that the work-group shares. */
static void find_vectors_to_run(struct fxc_item_loops *self, LLVMValueRef bounds[2]) {
  LLVMValueRef mask = fxc_loops_constant(self, -(unsigned long)self->lanes);
  bounds[0] = self->items.first[0];
  bounds[1] = self->main_last;
  if (self->range[1]) {
    LLVMValueRef lanes = fxc_loops_constant(self, self->lanes - 1);
    LLVMValueRef end = fxc_loops_add(self->at, self->range[1], lanes, "");
    end = LLVMBuildAnd(self->at, end, mask, "");
    bounds[1] = fxc_loops_choose(self, "llvm.umin", end, self->main_last);
  }
  if (self->range[0]) {
    LLVMValueRef lanes = fxc_loops_constant(self, self->lanes);
    LLVMValueRef first = LLVMBuildAnd(self->at, self->range[0], mask, "");
    bounds[0] =
        fxc_loops_choose(self, "llvm.umin", first, LLVMBuildNUWSub(self->at, bounds[1], lanes, ""));
  }
}

typedef void run_in_row(struct fxc_item_loops *self, fxc_place_work *place, void *user);

static void run_scalar(struct fxc_item_loops *self, fxc_place_work *place, void *user) {
  struct fxc_nest *items = &self->items;
  open_loop(self, items, 0, self->range[0] ? self->range[0] : items->first[0], "item");
  place(self, &self->forms[FXC_SCALAR], NULL, user);
  LLVMValueRef last = self->range[1] ? self->range[1] : items->last[0];
  mark_loop(self, close_loop(self, items, 0, 1, last, "item.end"), PARALLEL);
}

static void run_vectors(struct fxc_item_loops *self, fxc_place_work *place, void *user) {
  LLVMValueRef bounds[2];
  find_vectors_to_run(self, bounds);
  open_loop(self, &self->items, 0, bounds[0], "vector");
  struct fxc_form *form = &self->forms[fxc_loops_main(self)->kind];
  LLVMValueRef active = NULL;
  if (form->kind == FXC_MASKED) {
    LLVMValueRef left = LLVMBuildNUWSub(self->at, self->items.last[0], self->items.id[0], "");
    active = fxc_loops_choose(self, "llvm.umin", left, fxc_loops_constant(self, self->lanes));
    active = LLVMBuildTrunc(self->at, active, self->i32, "active");
  }
  place(self, form, active, user);
  mark_loop(self, close_loop(self, &self->items, 0, self->lanes, bounds[1], "vector.end"), VECTORS);
}

/* Whole vectors, if there are any, then the epilogue, if there is one. */
static void run_both(struct fxc_item_loops *self, run_in_row *vectors_work,
                     run_in_row *epilogue_work, fxc_place_work *place, void *user) {
  struct fxc_nest *items = &self->items;
  LLVMBasicBlockRef vectors = fxc_loops_append(self, "vectors"),
                    behind = fxc_loops_append(self, "vectors.end"),
                    epilogue = fxc_loops_append(self, "epilogue"),
                    after = fxc_loops_append(self, "row.end");
  LLVMValueRef has_none =
      LLVMBuildICmp(self->at, LLVMIntEQ, items->first[0], self->main_last, "has_none");
  LLVMBuildCondBr(self->at, has_none, behind, vectors);
  LLVMPositionBuilderAtEnd(self->at, vectors);
  vectors_work(self, place, user);
  LLVMBuildBr(self->at, behind);
  LLVMPositionBuilderAtEnd(self->at, behind);
  LLVMValueRef main_last = self->main_last;
  if (self->has_separate_epilogue)
    self->main_last = read_anew(self, main_last);
  LLVMValueRef is_done =
      LLVMBuildICmp(self->at, LLVMIntEQ, self->main_last, items->last[0], "is_done");
  LLVMBuildCondBr(self->at, is_done, after, epilogue);
  LLVMPositionBuilderAtEnd(self->at, epilogue);
  LLVMBasicBlockRef part =
      fxc_loops_open_part(self, self->is_outlined || self->has_separate_epilogue);
  epilogue_work(self, place, user);
  fxc_loops_close_part(self, part, FXC_PART_EPILOGUE);
  self->main_last = main_last;
  LLVMBuildBr(self->at, after);
  LLVMPositionBuilderAtEnd(self->at, after);
}

static void run_row(struct fxc_item_loops *self, fxc_place_work *place, void *user) {
  switch (fxc_loops_main(self)->kind) {
  case FXC_SCALAR:
    run_scalar(self, place, user);
    break;
  case FXC_MASKED:
    run_vectors(self, place, user);
    break;
  default:
    if (self->is_exact)
      run_vectors(self, place, user);
    else
      run_both(self, run_vectors, run_epilogue, place, user);
  }
}

/* ---- nests ---- */

/* One loop instead of two: the row number is advanced along with it. */
static void over_rows(struct fxc_item_loops *self, run_in_row *run, fxc_place_work *place,
                      void *user) {
  struct fxc_nest *items = &self->items, rows = {0};
  LLVMValueRef main_last = self->main_last, last[2] = {items->last[0], items->last[1]};
  LLVMValueRef row_count = fxc_loops_of_launch(self, self->rows);
  if (main_last)
    self->main_last = fxc_loops_of_launch(self, main_last);
  for (unsigned d = 0; d < 2; d++)
    items->last[d] = fxc_loops_of_launch(self, last[d]);
  LLVMValueRef zero = fxc_loops_constant(self, 0);
  LLVMBasicBlockRef from = LLVMGetInsertBlock(self->at);
  open_loop(self, &rows, 0, zero, "row");
  self->row = rows.id[0];
  for (unsigned d = 1; d < 3; d++) {
    items->id[d] = LLVMBuildPhi(self->at, self->i64, "id");
    LLVMAddIncoming(items->id[d], &zero, &from, 1);
  }
  LLVMValueRef y = items->id[1], z = items->id[2];
  run(self, place, user);
  LLVMValueRef after = fxc_loops_add(self->at, y, fxc_loops_constant(self, 1), "");
  LLVMValueRef is_plane = LLVMBuildICmp(self->at, LLVMIntEQ, after, items->last[1], "is_plane");
  LLVMValueRef next_y = LLVMBuildSelect(self->at, is_plane, zero, after, "");
  LLVMValueRef next_z =
      fxc_loops_add(self->at, z, LLVMBuildZExt(self->at, is_plane, self->i64, ""), "");
  LLVMBasicBlockRef latch = LLVMGetInsertBlock(self->at);
  LLVMAddIncoming(y, &next_y, &latch, 1);
  LLVMAddIncoming(z, &next_z, &latch, 1);
  mark_loop(self, close_loop(self, &rows, 0, 1, row_count, "rows.end"), OUTER);
  self->main_last = main_last;
  items->last[0] = last[0];
  items->last[1] = last[1];
}

LLVMValueRef fxc_loops_row(struct fxc_item_loops *self) {
  if (self->row)
    return self->row;
  LLVMValueRef planes = fxc_loops_multiply(self->at, self->items.id[2],
                                           fxc_loops_launch_value(self, FXC_LOCAL_SIZE, 1));
  return fxc_loops_add(self->at, planes, self->items.id[1], "");
}

/* An epilogue that is a function of its own is called once, after the vectors of all rows: a
 * call between them would cost the vectors registers, and LLVM time. */
static void vectors_of_rows(struct fxc_item_loops *self, fxc_place_work *place, void *user) {
  over_rows(self, run_vectors, place, user);
}

static void epilogues_of_rows(struct fxc_item_loops *self, fxc_place_work *place, void *user) {
  over_rows(self, run_epilogue, place, user);
}

/* ---- tiles ---- */

/* Rows whose lines of memory the first caches hold. */
enum { TILE_ROWS = 256 };

static void vectors_of_tile(struct fxc_item_loops *self, fxc_place_work *place, void *user) {
  struct fxc_nest *items = &self->items;
  open_loop(self, items, 0, items->first[0], "vector");
  open_loop(self, items, 1, self->tile[0], "item");
  place(self, &self->forms[FXC_VECTOR], NULL, user);
  mark_loop(self, close_loop(self, items, 1, 1, self->tile[1], "item.end"), VECTORS);
  mark_loop(self, close_loop(self, items, 0, self->lanes, self->main_last, "vector.end"), OUTER);
}

static void epilogues_of_tile(struct fxc_item_loops *self, fxc_place_work *place, void *user) {
  open_loop(self, &self->items, 1, self->tile[0], "item");
  run_epilogue(self, place, user);
  close_loop(self, &self->items, 1, 1, self->tile[1], "item.end");
}

/* The first vectors of many rows, then the second ones, and so on (prepare_native_cpu_columns.c).
 */
static void over_tiles(struct fxc_item_loops *self, fxc_place_work *place, void *user) {
  struct fxc_nest *items = &self->items, tiles = {0};
  open_loop(self, items, 2, items->first[2], "item");
  open_loop(self, &tiles, 1, items->first[1], "tile");
  self->tile[0] = tiles.id[1];
  LLVMValueRef end = fxc_loops_add(self->at, tiles.id[1], fxc_loops_constant(self, TILE_ROWS), "");
  self->tile[1] = fxc_loops_choose(self, "llvm.umin", end, items->last[1]);
  run_both(self, vectors_of_tile, epilogues_of_tile, place, user);
  mark_loop(self, close_loop_at(self, &tiles, 1, self->tile[1], items->last[1], "tile.end"), OUTER);
  close_loop(self, items, 2, 1, items->last[2], "item.end");
}

void fxc_loops_over_items(struct fxc_item_loops *self, fxc_place_work *place, void *user) {
  struct fxc_nest *items = &self->items;
  if (self->walks_columns && fxc_loops_main(self)->kind == FXC_VECTOR) {
    over_tiles(self, place, user);
    return;
  }
  if (self->region_count > 1 && self->is_outlined && self->forms[FXC_VECTOR].function) {
    run_both(self, vectors_of_rows, epilogues_of_rows, place, user);
    return;
  }
  if (self->region_count > 1) {
    over_rows(self, run_row, place, user);
    return;
  }
  for (unsigned d = 2; d > 0; d--)
    open_loop(self, items, d, items->first[d], "item");
  run_row(self, place, user);
  for (unsigned d = 1; d < 3; d++)
    close_loop(self, items, d, 1, items->last[d], "item.end");
}

void fxc_loops_open_groups(struct fxc_item_loops *self) {
  for (unsigned d = 3; d-- > 0;)
    open_loop(self, &self->groups, d, self->groups.first[d], "group");
}

void fxc_loops_close_groups(struct fxc_item_loops *self) {
  for (unsigned d = 0; d < 3; d++)
    mark_loop(self, close_loop(self, &self->groups, d, 1, self->groups.last[d], "group.end"),
              GROUPS);
}

/* If the ids are not as small as the vector form assumes, the scalar form runs all work-items. */
static void find_vectors(struct fxc_item_loops *self) {
  bool is_known = self->is_packed || self->is_exact; /* the kernel has looked */
  if (is_known)
    self->is_vector = LLVMConstInt(LLVMInt1TypeInContext(self->context), 1, 0);
  for (unsigned d = 0; d < 3 && !is_known; d++) {
    LLVMValueRef end = LLVMBuildAdd(self->entry, fxc_loops_launch_value(self, FXC_GLOBAL_OFFSET, d),
                                    fxc_loops_launch_value(self, FXC_GLOBAL_SIZE, d), "");
    LLVMValueRef is_small = LLVMBuildICmp(self->entry, LLVMIntULE, end, self->id_bound, "");
    self->is_vector =
        d ? LLVMBuildAnd(self->entry, self->is_vector, is_small, d == 2 ? "is_vector" : "")
          : is_small;
  }
  LLVMValueRef first = self->items.first[0], last = self->items.last[0];
  LLVMValueRef count = LLVMBuildNUWSub(self->entry, last, first, "");
  if (fxc_loops_main(self)->kind == FXC_MASKED)
    count = fxc_loops_add(self->entry, count, fxc_loops_constant(self, self->lanes - 1), "");
  LLVMValueRef whole =
      LLVMBuildAnd(self->entry, count, fxc_loops_constant(self, -(unsigned long)self->lanes), "");
  self->main_last =
      LLVMBuildSelect(self->entry, self->is_vector, LLVMBuildNUWAdd(self->entry, first, whole, ""),
                      first, "vectors_last");
  if (self->is_by_items)
    return;
  LLVMValueRef rounded =
      LLVMBuildNUWAdd(self->entry, last, fxc_loops_constant(self, self->lanes - 1), "");
  self->row_vectors =
      LLVMBuildUDiv(self->entry, rounded, fxc_loops_constant(self, self->lanes), "row_vectors");
}

void fxc_loops_bounds(struct fxc_item_loops *self) {
  struct fxc_nest *share = self->is_by_items ? &self->items : &self->groups;
  for (unsigned d = 0; d < 3; d++) {
    share->first[d] =
        fxc_loops_load_state(self, offsetof(struct falx_native_cpu_state, begin) + 8 * d, "begin");
    share->last[d] =
        fxc_loops_load_state(self, offsetof(struct falx_native_cpu_state, end) + 8 * d, "end");
  }
  if (!self->is_by_items)
    for (unsigned d = 0; d < 3; d++) {
      self->items.first[d] = fxc_loops_constant(self, 0);
      self->items.last[d] = fxc_loops_launch_value(self, FXC_LOCAL_SIZE, d);
    }
  if (self->is_packed)
    for (unsigned d = 1; d < 3; d++) {
      self->items.last[0] =
          fxc_loops_multiply(self->entry, self->items.last[0], self->items.last[d]);
      self->items.last[d] = fxc_loops_constant(self, 1);
    }
  if (self->region_count > 1)
    self->rows = fxc_loops_multiply(self->entry, self->items.last[1], self->items.last[2]);
  if (fxc_loops_main(self)->kind != FXC_SCALAR)
    find_vectors(self);
}

/* The same kernel, by another function, for launches that do not fulfil the condition; others go
 * on with next. */
static void call_unless(struct fxc_item_loops *self, LLVMValueRef condition, LLVMValueRef function,
                        LLVMBasicBlockRef next, LLVMBasicBlockRef after, const char *name) {
  LLVMBasicBlockRef call = fxc_loops_append(self, name);
  LLVMBuildCondBr(self->entry, condition, next, call);
  LLVMPositionBuilderAtEnd(self->entry, call);
  unsigned count = LLVMCountParams(self->kernel);
  fxc_value_list arguments = {0};
  for (unsigned i = 0; i < count; i++)
    fxc_push(&arguments, LLVMGetParam(self->kernel, i));
  LLVMBuildCall2(self->entry, LLVMGlobalGetValueType(function), function, arguments.items, count,
                 "");
  LLVMBuildBr(self->entry, after);
  LLVMPositionBuilderAtEnd(self->entry, next);
  fxs_vector_free(&arguments);
}

/* Sub-groups are within rows: these are not shorter, or there is one. */
static LLVMValueRef are_rows_long(struct fxc_item_loops *self) {
  LLVMValueRef lanes = fxc_loops_constant(self, self->lanes), one = fxc_loops_constant(self, 1);
  LLVMValueRef row = fxc_loops_launch_value(self, FXC_LOCAL_SIZE, 0);
  LLVMValueRef y = fxc_loops_launch_value(self, FXC_LOCAL_SIZE, 1);
  LLVMValueRef z = fxc_loops_launch_value(self, FXC_LOCAL_SIZE, 2);
  LLVMValueRef is_long = LLVMBuildICmp(self->entry, LLVMIntUGE, row, lanes, "");
  LLVMValueRef rows = fxc_loops_multiply(self->entry, y, z);
  LLVMValueRef is_one = LLVMBuildICmp(self->entry, LLVMIntEQ, rows, one, "");
  return LLVMBuildOr(self->entry, is_long, is_one, "are_long");
}

/* Work-groups are not of the size for which there is a version, or ids are too large for vectors.
 */
static LLVMValueRef are_other(struct fxc_item_loops *self) {
  LLVMValueRef differ = NULL;
  for (unsigned d = 0; d < 3; d++) {
    LLVMValueRef size = fxc_loops_launch_value(self, FXC_LOCAL_SIZE, d);
    LLVMValueRef exact = fxc_loops_constant(self, d ? 1 : self->exact_size);
    LLVMValueRef bits = LLVMBuildXor(self->entry, size, exact, "");
    differ = differ ? LLVMBuildOr(self->entry, differ, bits, "") : bits;
  }
  LLVMValueRef is_exact =
      LLVMBuildICmp(self->entry, LLVMIntEQ, differ, fxc_loops_constant(self, 0), "");
  is_exact = LLVMBuildAnd(self->entry, is_exact, self->is_vector, "");
  return LLVMBuildNot(self->entry, is_exact, "are_other");
}

void fxc_loops_close_entry(struct fxc_item_loops *self) {
  struct fxc_nest *share = self->is_by_items ? &self->items : &self->groups;
  LLVMBasicBlockRef after = LLVMGetInsertBlock(self->at);
  LLVMValueRef are_long = self->packed ? are_rows_long(self) : NULL;
  LLVMValueRef are_others = self->exact ? are_other(self) : NULL;
  LLVMBasicBlockRef rows = self->packed ? fxc_loops_append(self, "rows") : self->origin;
  LLVMBasicBlockRef others = self->exact && self->wide ? fxc_loops_append(self, "others") : rows;
  if (self->wide)
    call_unless(self, self->is_vector, self->wide, others, after, "wide");
  if (self->exact)
    call_unless(self, are_others, self->exact, rows, after, "exact");
  if (self->packed)
    call_unless(self, are_long, self->packed, self->origin, after, "packed");
  LLVMValueRef is_empty = NULL;
  for (unsigned d = 0; d < 3; d++) {
    LLVMValueRef is_none =
        LLVMBuildICmp(self->entry, LLVMIntUGE, share->first[d], share->last[d], "is_empty");
    is_empty = is_empty ? LLVMBuildOr(self->entry, is_empty, is_none, "is_empty") : is_none;
  }
  LLVMBuildCondBr(self->entry, is_empty, after, share->header[2]);
}
