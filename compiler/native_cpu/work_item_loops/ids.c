/* Ids: the values of work-item builtins inside the loops. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/ir/kernel_attributes.h"
#include "compiler/native_cpu/work_item_loops/work_item_loops.h"
#include "falx/native_cpu.h"

static LLVMValueRef add(LLVMBuilderRef builder, LLVMValueRef left, LLVMValueRef right) {
  return fxc_loops_add(builder, left, right, "");
}

/* The work-group size fixed by reqd_work_group_size; NULL if there is none. */
static LLVMValueRef required_size(struct fxc_item_loops *self, unsigned dimension) {
  struct fxc_kernel_attribute_value value;
  uint32_t sizes[3];
  if (!fxc_kernel_attribute_get(self->kernel, FXC_REQD_WORK_GROUP_SIZE, &value))
    return NULL;
  fxc_kernel_attribute_extents(&value, sizes);
  return fxc_loops_constant(self, sizes[dimension] ? sizes[dimension] : 1);
}

LLVMValueRef fxc_loops_launch_value(struct fxc_item_loops *self, enum fxc_builtin builtin,
                                    unsigned dimension) {
  LLVMValueRef *known = &self->fields[builtin][dimension];
  if (!*known && builtin == FXC_LOCAL_SIZE)
    *known = required_size(self, dimension);
  if (!*known)
    *known = fxc_loops_load_state(self, fxc_state_offsets[builtin] + 8 * dimension,
                                  fxc_builtins[builtin].state_name);
  return *known;
}

/* Sub-groups are the vectors, row by row; in a kernel that does not run as vectors, the
 * work-items. */
static LLVMValueRef sub_group_id(struct fxc_item_loops *self, bool is_vector) {
  LLVMValueRef row = fxc_loops_multiply(
      self->at, fxc_loops_row(self),
      is_vector ? self->row_vectors : fxc_loops_launch_value(self, FXC_LOCAL_SIZE, 0));
  LLVMValueRef in_row = self->items.id[0];
  if (is_vector)
    in_row = LLVMBuildUDiv(self->at, in_row, fxc_loops_constant(self, self->lanes), "");
  return add(self->at, row, in_row);
}

static LLVMValueRef sub_groups(struct fxc_item_loops *self, bool is_vector) {
  LLVMValueRef in_row =
      is_vector ? self->row_vectors : fxc_loops_launch_value(self, FXC_LOCAL_SIZE, 0);
  if (self->is_packed)
    return in_row;
  LLVMValueRef rows =
      fxc_loops_multiply(self->entry, fxc_loops_launch_value(self, FXC_LOCAL_SIZE, 1),
                         fxc_loops_launch_value(self, FXC_LOCAL_SIZE, 2));
  return fxc_loops_multiply(self->entry, in_row, rows);
}

/* The most work-items of a sub-group that ends with its row. Where each of several rows is as long
 * as a smaller size, no sub-group is larger and all are full: the first work-item of sub-group n is
 * n of these sizes behind the group's first, as programs assume. */
static LLVMValueRef most_in_row(struct fxc_item_loops *self) {
  LLVMValueRef one = fxc_loops_constant(self, 1), lanes = fxc_loops_constant(self, self->lanes);
  LLVMValueRef row = fxc_loops_launch_value(self, FXC_LOCAL_SIZE, 0);
  LLVMValueRef y = fxc_loops_launch_value(self, FXC_LOCAL_SIZE, 1);
  LLVMValueRef z = fxc_loops_launch_value(self, FXC_LOCAL_SIZE, 2);
  LLVMValueRef rows = fxc_loops_multiply(self->at, y, z);
  LLVMValueRef below = LLVMBuildSub(self->at, row, one, "");
  LLVMValueRef common = LLVMBuildAnd(self->at, row, below, "");
  LLVMValueRef is_size =
      LLVMBuildICmp(self->at, LLVMIntEQ, common, fxc_loops_constant(self, 0), "");
  LLVMValueRef is_short = LLVMBuildICmp(self->at, LLVMIntULT, row, lanes, "");
  LLVMValueRef has_several = LLVMBuildICmp(self->at, LLVMIntUGT, rows, one, "");
  is_short = LLVMBuildAnd(self->at, is_short, has_several, "");
  is_short = LLVMBuildAnd(self->at, is_short, is_size, "");
  return LLVMBuildSelect(self->at, is_short, row, lanes, "most");
}

LLVMValueRef fxc_loops_sub_groups(struct fxc_item_loops *self) {
  LLVMValueRef items = sub_groups(self, false);
  if (!self->uses_sub_groups)
    return items;
  return LLVMBuildSelect(self->entry, self->is_vector, sub_groups(self, true), items, "");
}

static LLVMValueRef item_value(struct fxc_item_loops *self, const struct fxc_form *form,
                               LLVMValueRef active, enum fxc_builtin builtin, unsigned dimension) {
  bool is_vector = self->uses_sub_groups && form->kind != FXC_SCALAR;
  LLVMValueRef id;
  switch (builtin) {
  case FXC_GLOBAL_ID:
    id = self->items.id[dimension];
    if (!self->is_by_items)
      id = add(self->at,
               fxc_loops_multiply(self->at, self->groups.id[dimension],
                                  fxc_loops_launch_value(self, FXC_LOCAL_SIZE, dimension)),
               id);
    return fxc_loops_add(self->at, id, fxc_loops_launch_value(self, FXC_GLOBAL_OFFSET, dimension),
                         "global_id");
  case FXC_LOCAL_ID:
    return self->items.id[dimension];
  case FXC_GROUP_ID:
    return self->groups.id[dimension];
  case FXC_SUB_GROUP_SIZE:
    if (is_vector && form->kind == FXC_MASKED)
      return LLVMBuildZExt(self->at, active, self->i64, "");
    return fxc_loops_constant(self, is_vector ? self->lanes : 1);
  case FXC_SUB_GROUP_MAX_SIZE:
    if (is_vector && self->ends_with_rows)
      return most_in_row(self);
    return fxc_loops_constant(self, is_vector ? self->lanes : 1);
  case FXC_SUB_GROUP_LOCAL_ID: /* of the first lane */
    return fxc_loops_constant(self, 0);
  case FXC_SUB_GROUP_ID:
    return sub_group_id(self, is_vector);
  case FXC_SUB_GROUP_COUNT:
    return sub_groups(self, is_vector);
  default:
    return fxc_loops_launch_value(self, builtin, dimension);
  }
}

/* The builtin's value for a dimension that is not a constant. */
static LLVMValueRef select_dimension(struct fxc_item_loops *self, LLVMBuilderRef builder,
                                     LLVMValueRef number, LLVMValueRef values[3]) {
  LLVMValueRef value = values[0];
  for (unsigned d = 1; d < 3; d++) {
    LLVMValueRef is_it =
        LLVMBuildICmp(builder, LLVMIntEQ, number, LLVMConstInt(self->i32, d, 0), "");
    value = LLVMBuildSelect(builder, is_it, values[d], value, "");
  }
  return value;
}

bool fxc_loops_is_builtin(LLVMValueRef instruction, enum fxc_builtin *out_builtin) {
  if (!LLVMIsACallInst(instruction) || !LLVMIsAFunction(LLVMGetCalledValue(instruction)))
    return false;
  size_t length;
  *out_builtin = fxc_builtin_of_state(LLVMGetValueName2(LLVMGetCalledValue(instruction), &length));
  return *out_builtin != FXC_BUILTIN_COUNT;
}

void fxc_loops_replace_ids(struct fxc_item_loops *self, const struct fxc_form *form,
                           LLVMValueRef active, const fxc_block_list *blocks) {
  LLVMValueRef values[FXC_BUILTIN_COUNT][3] = {0};
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(self->context);
  for (size_t i = 0; i < blocks->count; i++)
    for (LLVMValueRef v = LLVMGetFirstInstruction(blocks->items[i]), next; v; v = next) {
      enum fxc_builtin builtin;
      next = LLVMGetNextInstruction(v);
      if (!fxc_loops_is_builtin(v, &builtin))
        continue;
      unsigned first = 0, end = fxc_builtins[builtin].has_dimension ? 3 : 1;
      LLVMValueRef number = end == 3 ? LLVMGetOperand(v, 1) : NULL;
      if (number && LLVMIsAConstantInt(number)) {
        first = (unsigned)LLVMConstIntGetZExtValue(number) % 3;
        end = first + 1;
      }
      for (unsigned d = first; d < end; d++)
        if (!values[builtin][d])
          values[builtin][d] = item_value(self, form, active, builtin, d);
      LLVMPositionBuilderBefore(builder, v);
      LLVMValueRef value = values[builtin][first];
      if (first + 1 < end)
        value = select_dimension(self, builder, number, values[builtin]);
      value = LLVMBuildIntCast2(builder, value, LLVMTypeOf(v), 0, "");
      LLVMReplaceAllUsesWith(v, value);
      LLVMInstructionEraseFromParent(v);
    }
  LLVMDisposeBuilder(builder);
}

void fxc_loops_store_ids(struct fxc_item_loops *self, const struct fxc_form *form,
                         LLVMValueRef active) {
  static const enum fxc_builtin by_items[] = {FXC_GLOBAL_ID};
  static const enum fxc_builtin by_groups[] = {
      FXC_GLOBAL_ID,       FXC_LOCAL_ID,     FXC_GROUP_ID,          FXC_SUB_GROUP_SIZE,
      FXC_SUB_GROUP_COUNT, FXC_SUB_GROUP_ID, FXC_SUB_GROUP_LOCAL_ID};
  const enum fxc_builtin *stored = self->is_by_items ? by_items : by_groups;
  unsigned count = self->is_by_items ? 1 : sizeof by_groups / sizeof *by_groups;
  for (unsigned i = 0; i < count; i++) {
    unsigned dimensions = fxc_builtins[stored[i]].has_dimension ? 3 : 1;
    for (unsigned d = 0; d < dimensions; d++) {
      LLVMValueRef value = item_value(self, form, active, stored[i], d);
      LLVMValueRef store = LLVMBuildStore(
          self->at, value,
          fxc_state_field(self->at, self->state, fxc_state_offsets[stored[i]] + 8 * d, ""));
      LLVMSetAlignment(store, 8);
    }
  }
}

void fxc_loops_read_state(LLVMValueRef call, enum fxc_builtin builtin) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef field =
      fxc_state_field(builder, LLVMGetOperand(call, 0), fxc_state_offsets[builtin], "");
  if (fxc_builtins[builtin].has_dimension) {
    LLVMValueRef number = LLVMGetOperand(call, 1);
    field = LLVMBuildInBoundsGEP2(builder, i64, field, &number, 1, "");
  }
  LLVMValueRef value = LLVMBuildLoad2(builder, i64, field, "");
  LLVMSetAlignment(value, 8);
  value = LLVMBuildIntCast2(builder, value, LLVMTypeOf(call), 0, "");
  LLVMReplaceAllUsesWith(call, value);
  LLVMInstructionEraseFromParent(call);
  LLVMDisposeBuilder(builder);
}
