/* Kernels as LLVM IR: statements. */
#include "tests/fuzz/kernel_emitter.h"
#include "tests/fuzz/kernel_model.h"

#include <string.h>

static LLVMBasicBlockRef new_block(struct emitter *e, const char *name) {
  return LLVMAppendBasicBlockInContext(e->context, e->function, name);
}

static void go_on_at(struct emitter *e, LLVMBasicBlockRef block) {
  LLVMPositionBuilderAtEnd(e->builder, block);
}

static LLVMValueRef number(const struct emitter *e, enum type type, int64_t value) {
  return emit_integer(e, type, value);
}

static LLVMValueRef slot_of(const struct emitter *e, const struct node *node) {
  return e->variables[node->type][node->value % VARIABLES];
}

/* What stands where `condition` holds is written next; answers where both ways meet. */
static LLVMBasicBlockRef open_guard(struct emitter *e, LLVMValueRef condition) {
  LLVMBasicBlockRef inside = new_block(e, "guarded"), after = new_block(e, "after");
  LLVMBuildCondBr(e->builder, condition, inside, after);
  go_on_at(e, inside);
  return after;
}

static void close_guard(struct emitter *e, LLVMBasicBlockRef after) {
  LLVMBuildBr(e->builder, after);
  go_on_at(e, after);
}

static LLVMValueRef promise(LLVMValueRef value) {
  if (LLVMIsAInstruction(value)) {
    LLVMSetNSW(value, 1);
    LLVMSetNUW(value, 1);
  }
  return value;
}

/* ---- control ---- */

static void emit_if(struct emitter *e, const struct node *node) {
  LLVMBasicBlockRef then = new_block(e, "then"), otherwise = new_block(e, "else"),
                    after = new_block(e, "fi");
  LLVMBuildCondBr(e->builder, emit_value(e, node->kids[0]), then, otherwise);
  go_on_at(e, then);
  emit_statements(e, node->kids[1]);
  LLVMBuildBr(e->builder, after);
  go_on_at(e, otherwise);
  emit_statements(e, node->kids[2]);
  LLVMBuildBr(e->builder, after);
  go_on_at(e, after);
}

static void emit_switch(struct emitter *e, const struct node *node) {
  enum { MOST = 8 };
  LLVMValueRef value = emit_value(e, node->kids[0]);
  value = LLVMBuildAnd(e->builder, value, number(e, node->type, 7), "");
  LLVMBasicBlockRef arms[MOST], after = new_block(e, "end.switch");
  unsigned count = 0, spread = 1 + (node->variant >> 3 & 1);
  for (const struct node *arm = node->kids[1]; arm && count < MOST; arm = arm->next)
    arms[count++] = new_block(e, "case");
  bool has_default = node->variant & 16;
  LLVMValueRef branch =
      LLVMBuildSwitch(e->builder, value, has_default ? arms[count - 1] : after, count * 2);
  for (unsigned i = 0; i < count; i++)
    LLVMAddCase(branch, number(e, node->type, (int64_t)i * spread), arms[i]);
  if (spread * count <= 7)
    LLVMAddCase(branch, number(e, node->type, 7), arms[0]);
  const struct node *arm = node->kids[1];
  for (unsigned i = 0; i < count; i++, arm = arm->next) {
    go_on_at(e, arms[i]);
    if (!emit_is_dropped(e, arm))
      emit_statements(e, arm->kids[0]);
    bool falls = node->variant >> i & 1 && i + 1 < count;
    LLVMBuildBr(e->builder, falls ? arms[i + 1] : after);
  }
  go_on_at(e, after);
}

/* How many rounds, in the counter's type. */
static LLVMValueRef bound_of(struct emitter *e, const struct node *node) {
  LLVMValueRef bound = NULL, end = number(e, T_I32, node->value + 1);
  if (node->small == L_ARGUMENT)
    bound = e->parameters[A_N];
  else if (node->small == L_VARYING)
    bound = emit_value(e, node->kids[0]);
  if (!bound)
    return number(e, node->type, node->value);
  bound = LLVMBuildURem(e->builder, bound, end, "");
  return emit_resize(e, bound, e->types[node->type], false);
}

struct counting {
  LLVMValueRef slot, bound;
  enum type type;
  int64_t step;
  bool is_down, is_promised;
};

static LLVMValueRef count_on(struct emitter *e, const struct counting *c) {
  LLVMValueRef value = emit_load(e, c->type, c->slot);
  LLVMValueRef step = number(e, c->type, c->step);
  value = c->is_down ? LLVMBuildSub(e->builder, value, step, "")
                     : LLVMBuildAdd(e->builder, value, step, "");
  emit_store(e, c->type, c->is_promised ? promise(value) : value, c->slot);
  return value;
}

static LLVMValueRef is_left(struct emitter *e, const struct counting *c) {
  LLVMValueRef value = emit_load(e, c->type, c->slot);
  if (c->is_down)
    return LLVMBuildICmp(e->builder, LLVMIntNE, value, number(e, c->type, 0), "");
  return LLVMBuildICmp(e->builder, c->is_promised ? LLVMIntSLT : LLVMIntULT, value, c->bound, "");
}

static void emit_loop(struct emitter *e, const struct node *node) {
  LLVMBasicBlockRef head = new_block(e, "head"), body = new_block(e, "body"),
                    latch = new_block(e, "latch"), after = new_block(e, "after.loop");
  unsigned form = node->variant & 3;
  struct counting c = {.slot = e->counters[e->loops],
                       .bound = bound_of(e, node),
                       .type = node->type,
                       .step = form == 1 ? 3 : 1,
                       .is_down = form == 2,
                       .is_promised = form != 3};
  if (form == 1)
    c.bound = LLVMBuildMul(e->builder, c.bound, number(e, c.type, 3), "");
  e->counter_types[e->loops] = node->type;
  emit_store(e, c.type, c.is_down ? c.bound : number(e, c.type, 0), c.slot);
  bool is_do = node->small == L_DO, is_while = node->small == L_WHILE;
  LLVMBuildBr(e->builder, is_do ? body : head);
  e->exits[e->exit_count++] = (struct exits){after, latch};
  e->loops++;
  go_on_at(e, head);
  LLVMValueRef condition = is_left(e, &c);
  if (is_while)
    condition = node->variant & 4
                    ? LLVMBuildAnd(e->builder, condition, emit_value(e, node->kids[0]), "")
                    : LLVMBuildSelect(e->builder, condition, emit_value(e, node->kids[0]),
                                      number(e, T_I1, 0), "");
  LLVMBuildCondBr(e->builder, condition, body, after);
  go_on_at(e, body);
  emit_statements(e, node->kids[1]);
  LLVMBuildBr(e->builder, latch);
  go_on_at(e, latch);
  count_on(e, &c);
  if (is_do) { /* the head counts, this asks */
    LLVMBuildCondBr(e->builder, emit_value(e, node->kids[0]), head, after);
  } else {
    LLVMBuildBr(e->builder, head);
  }
  e->loops--;
  e->exit_count--;
  go_on_at(e, after);
}

static void emit_jump(struct emitter *e, const struct node *node) {
  enum jump jump = (enum jump)(node->small / 8);
  LLVMBasicBlockRef to = jump == J_END ? e->end : e->done;
  if (jump == J_BREAK || jump == J_CONTINUE) {
    const struct exits *exits = &e->exits[e->exit_count - 1 - node->small % 8];
    to = jump == J_CONTINUE ? exits->again : exits->leave;
  }
  LLVMBasicBlockRef next = new_block(e, "next");
  if (node->kids[0])
    LLVMBuildCondBr(e->builder, emit_value(e, node->kids[0]), to, next);
  else
    LLVMBuildBr(e->builder, to);
  go_on_at(e, next);
}

static void emit_block(struct emitter *e, const struct node *node) {
  LLVMBasicBlockRef after = new_block(e, "after.block");
  e->exits[e->exit_count++] = (struct exits){after, after};
  emit_statements(e, node->kids[0]);
  e->exit_count--;
  LLVMBuildBr(e->builder, after);
  go_on_at(e, after);
}

/* ---- memory ---- */

static void emit_chosen(struct emitter *e, const struct node *node) {
  LLVMValueRef value = emit_value(e, node->kids[0]), index = emit_value(e, node->kids[1]);
  unsigned other = node->small;
  for (unsigned a = 0; a < ARRAYS; a++)
    if (a != node->small && e->kernel->arrays[a].type == node->type)
      other = a;
  LLVMValueRef first = emit_private_address(e, node->small, index, node->number);
  LLVMValueRef second = emit_private_address(e, other, number(e, T_I32, node->value), 0);
  LLVMValueRef pointer =
      LLVMBuildSelect(e->builder, emit_value(e, node->kids[2]), first, second, "");
  emit_store(e, node->type, value, pointer);
}

static void emit_flag(struct emitter *e, const struct node *node) {
  LLVMValueRef index = emit_value(e, node->kids[0]);
  index = LLVMBuildAnd(e->builder, index, number(e, T_I32, FLAGS - 1), "");
  LLVMValueRef value = LLVMBuildMul(e->builder, index, number(e, T_I32, 7), "");
  value = LLVMBuildAdd(e->builder, value, number(e, T_I32, 3), "");
  LLVMValueRef wide = emit_resize(e, index, e->types[T_I64], node->variant & 1);
  emit_store(e, T_I32, value,
             emit_element(e, T_I32, e->parameters[A_FLAGS], wide, node->variant & 2));
}

static void emit_one(struct emitter *e, const struct node *node) {
  LLVMValueRef value = emit_value(e, node->kids[0]);
  LLVMValueRef item = number(e, T_I64, node->value % (int64_t)e->kernel->items);
  LLVMValueRef is_it = LLVMBuildICmp(e->builder, LLVMIntEQ, e->linear, item, "");
  LLVMBasicBlockRef after = open_guard(e, is_it);
  LLVMValueRef place = number(e, T_I64, node->number % ONES);
  emit_store(e, T_I32, value, emit_element(e, T_I32, e->parameters[A_ONES], place, true));
  close_guard(e, after);
}

/* Until the cell holds at least value. */
static void emit_swap_loop(struct emitter *e, LLVMValueRef cell, LLVMValueRef value) {
  LLVMBasicBlockRef head = new_block(e, "head"), swap = new_block(e, "swap"),
                    after = new_block(e, "after");
  LLVMBuildBr(e->builder, head);
  go_on_at(e, head);
  LLVMValueRef old = emit_load(e, T_I64, cell);
  LLVMSetOrdering(old, LLVMAtomicOrderingMonotonic);
  LLVMBuildCondBr(e->builder, LLVMBuildICmp(e->builder, LLVMIntSLT, old, value, ""), swap, after);
  go_on_at(e, swap);
  LLVMValueRef both =
      LLVMBuildAtomicCmpXchg(e->builder, cell, old, value, LLVMAtomicOrderingMonotonic,
                             LLVMAtomicOrderingMonotonic, false);
  LLVMBuildCondBr(e->builder, LLVMBuildExtractValue(e->builder, both, 1, ""), after, head);
  go_on_at(e, after);
}

/* A class of cells for each operation: the order of operations cannot be seen. */
static void emit_atomic(struct emitter *e, const struct node *node) {
  static const struct {
    LLVMAtomicRMWBinOp operations[2];
    enum type type;
  } classes[CELL_CLASSES] = {{{LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpSub}, T_I32},
                             {{LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpSub}, T_I64},
                             {{LLVMAtomicRMWBinOpUMax, LLVMAtomicRMWBinOpUMax}, T_I32},
                             {{LLVMAtomicRMWBinOpMin, LLVMAtomicRMWBinOpMin}, T_I32},
                             {{LLVMAtomicRMWBinOpXor, LLVMAtomicRMWBinOpXor}, T_I32},
                             {{LLVMAtomicRMWBinOpOr, LLVMAtomicRMWBinOpOr}, T_I64},
                             {{LLVMAtomicRMWBinOpAnd, LLVMAtomicRMWBinOpAnd}, T_I32},
                             {{LLVMAtomicRMWBinOpFAdd, LLVMAtomicRMWBinOpFSub}, T_F32},
                             {{LLVMAtomicRMWBinOpMax, LLVMAtomicRMWBinOpMax}, T_I64},
                             {{LLVMAtomicRMWBinOpUMin, LLVMAtomicRMWBinOpUMin}, T_I64},
                             {{LLVMAtomicRMWBinOpFMax, LLVMAtomicRMWBinOpFMax}, T_F64},
                             {{LLVMAtomicRMWBinOpXchg, LLVMAtomicRMWBinOpXchg}, T_I64}};
  LLVMValueRef value = emit_value(e, node->kids[0]), cell = emit_value(e, node->kids[1]);
  enum type type = classes[node->small].type;
  cell = LLVMBuildAnd(e->builder, cell, number(e, T_I32, CELLS - 1), "");
  cell = LLVMBuildAdd(e->builder, cell, number(e, T_I32, node->small * CELLS), "");
  cell = emit_element(e, T_I64, e->parameters[A_CELLS],
                      emit_resize(e, cell, e->types[T_I64], false), true);
  if (type_is_float(type)) {
    value = LLVMBuildAnd(e->builder, value, number(e, T_I64, 7), "");
    value = LLVMBuildSIToFP(e->builder, value, e->types[type], "");
  } else {
    value = emit_resize(e, value, e->types[type], false);
  }
  if (node->small == CELL_CLASSES - 1) {
    emit_swap_loop(e, cell, value);
    return;
  }
  LLVMAtomicOrdering ordering =
      node->variant & 2 ? LLVMAtomicOrderingMonotonic : LLVMAtomicOrderingSequentiallyConsistent;
  LLVMValueRef update = LLVMBuildAtomicRMW(
      e->builder, classes[node->small].operations[node->variant & 1], cell, value, ordering, false);
  LLVMSetAlignment(update, type_bytes(type));
}

static void emit_own_atomic(struct emitter *e, const struct node *node) {
  static const LLVMAtomicRMWBinOp operations[] = {LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpXchg,
                                                  LLVMAtomicRMWBinOpUMax, LLVMAtomicRMWBinOpXor};
  LLVMValueRef value = emit_value(e, node->kids[0]);
  LLVMValueRef place =
      emit_own_address(e, node->small, emit_value(e, node->kids[1]), node->variant);
  if (type_is_float(node->type)) {
    emit_store(e, node->type, value, place);
    return;
  }
  LLVMValueRef old;
  if (node->variant & 32) {
    LLVMValueRef expected = emit_load(e, node->type, e->variables[node->type][0]);
    LLVMValueRef both =
        LLVMBuildAtomicCmpXchg(e->builder, place, expected, value, LLVMAtomicOrderingMonotonic,
                               LLVMAtomicOrderingMonotonic, false);
    LLVMSetAlignment(both, type_bytes(node->type));
    emit_store(e, T_I1, LLVMBuildExtractValue(e->builder, both, 1, ""), e->variables[T_I1][0]);
    old = LLVMBuildExtractValue(e->builder, both, 0, "");
  } else {
    old = LLVMBuildAtomicRMW(e->builder, operations[node->variant & 3], place, value,
                             LLVMAtomicOrderingMonotonic, false);
    LLVMSetAlignment(old, type_bytes(node->type));
  }
  emit_store(e, node->type, old, slot_of(e, node));
}

static void emit_copy(struct emitter *e, const struct node *node) {
  const struct kernel *k = e->kernel;
  unsigned to = (unsigned)node->value % ARRAYS;
  const struct array *array = &k->arrays[to];
  uint64_t bytes = array->length * type_bytes(array->type);
  LLVMValueRef byte = emit_value(e, node->kids[0]), size = number(e, T_I64, (int64_t)bytes);
  LLVMValueRef from = e->parameters[A_INTS], offset;
  switch (node->small) {
  case 0:
    LLVMBuildMemSet(e->builder, e->arrays[to], byte, size, 1);
    return;
  case 1: /* from what is read only, each item from elsewhere */
    offset = LLVMBuildMul(e->builder, e->relative[0], number(e, T_I64, 8), "");
    LLVMBuildMemCpy(e->builder, e->arrays[to], type_bytes(array->type),
                    emit_element(e, T_I8, from, offset, true), 8, size);
    return;
  case 2: /* between private arrays */
    for (unsigned a = 0; a < ARRAYS; a++)
      if (a != to && k->arrays[a].type == array->type) {
        unsigned length = array->length < k->arrays[a].length ? array->length : k->arrays[a].length;
        LLVMBuildMemCpy(e->builder, e->arrays[to], type_bytes(array->type), e->arrays[a], 1,
                        number(e, T_I64, length * type_bytes(array->type)));
        return;
      }
    return;
  case 3: /* one structure to another */
    if (node->variant & 1) {
      LLVMValueRef which = emit_resize(e, byte, e->types[T_I32], false);
      offset = LLVMBuildAdd(e->builder, which, number(e, T_I32, 1 + node->value % 3), "");
      LLVMBuildMemCpy(e->builder, emit_member_address(e, which, 2, node->number), 1,
                      emit_member_address(e, offset, 2, node->number), 1, LLVMSizeOf(e->record));
    }
    return;
  default: /* to the work-item's own places, as many as there are in a row */
    for (unsigned r = 0; r < REGIONS; r++)
      if (k->regions[r].type == array->type && k->regions[r].layout != LAYOUT_PLACES &&
          k->regions[r].per_item <= array->length) {
        LLVMValueRef place = emit_own_address(e, r, number(e, T_I32, 0), node->variant);
        LLVMBuildMemCpy(e->builder, place, type_bytes(array->type), e->arrays[to],
                        type_bytes(array->type),
                        number(e, T_I64, k->regions[r].per_item * type_bytes(array->type)));
        return;
      }
  }
}

/* ---- what is allowed under a condition only ---- */

static void emit_edge(struct emitter *e, const struct node *node) {
  int64_t count = EDGE_BYTES / type_bytes(node->type);
  LLVMValueRef index;
  if (node->kids[0]) {
    index =
        LLVMBuildAnd(e->builder, emit_value(e, node->kids[0]), number(e, T_I32, 2 * count - 1), "");
  } else {
    index = emit_resize(e, e->relative[0], e->types[T_I32], false);
    int64_t near = node->value % 64;
    index = node->variant & 1 ? LLVMBuildAdd(e->builder, index, number(e, T_I32, count - near), "")
            : node->variant & 2 ? LLVMBuildSub(e->builder, number(e, T_I32, near), index, "")
                                : LLVMBuildSub(e->builder, index, number(e, T_I32, near), "");
  }
  LLVMValueRef is_inside =
      LLVMBuildICmp(e->builder, LLVMIntULT, index, number(e, T_I32, count), "");
  LLVMBasicBlockRef after = open_guard(e, is_inside);
  index = emit_resize(e, index, e->types[T_I64], node->variant & 4);
  if (LLVMIsAZExtInst(index))
    LLVMSetNNeg(index, 1);
  LLVMValueRef place = emit_element(e, node->type, e->parameters[A_EDGE], index, node->variant & 8);
  emit_store(e, node->type, emit_load(e, node->type, place), slot_of(e, node));
  close_guard(e, after);
}

static void emit_divide(struct emitter *e, const struct node *node) {
  static const LLVMOpcode opcodes[] = {LLVMUDiv, LLVMURem, LLVMSDiv, LLVMSRem};
  LLVMValueRef a = emit_value(e, node->kids[0]), b = emit_value(e, node->kids[1]);
  LLVMTypeRef type = e->types[node->type];
  LLVMValueRef is_fine = LLVMBuildICmp(e->builder, LLVMIntNE, b, LLVMConstNull(type), "");
  if (node->small >= 2) {
    LLVMValueRef lowest =
        number(e, node->type, (int64_t)(UINT64_C(1) << (8 * type_bytes(node->type) - 1)));
    LLVMValueRef fits =
        LLVMBuildOr(e->builder, LLVMBuildICmp(e->builder, LLVMIntNE, a, lowest, ""),
                    LLVMBuildICmp(e->builder, LLVMIntNE, b, LLVMConstAllOnes(type), ""), "");
    is_fine = LLVMBuildAnd(e->builder, is_fine, fits, "");
  }
  LLVMBasicBlockRef after = open_guard(e, is_fine);
  LLVMValueRef arguments[2] = {a, b};
  LLVMValueRef result = node->small == 0 && node->type == T_I32 && node->variant & 1
                            ? LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(e->divide),
                                             e->divide, arguments, 2, "")
                            : LLVMBuildBinOp(e->builder, opcodes[node->small], a, b, "");
  emit_store(e, node->type, result, slot_of(e, node));
  close_guard(e, after);
}

static LLVMValueRef promised(struct emitter *e, const struct node *node, LLVMValueRef x) {
  LLVMBuilderRef at = e->builder;
  LLVMValueRef wide;
  switch (node->small) {
  case 0:
    return promise(LLVMBuildAdd(at, x, number(e, T_I32, node->value), ""));
  case 1:
    return promise(LLVMBuildMul(at, x, number(e, T_I32, 1000), ""));
  case 2:
    x = promise(LLVMBuildShl(at, x, number(e, T_I32, 20), ""));
    x = LLVMBuildLShr(at, x, number(e, T_I32, 18), "");
    if (LLVMIsAInstruction(x))
      LLVMSetExact(x, 1);
    return x;
  case 3:
    return promise(LLVMBuildSub(at, number(e, T_I32, 1000), x, ""));
  case 4:
    x = LLVMBuildTrunc(at, x, e->types[T_I16], "");
    return emit_resize(e, promise(x), e->types[T_I32], node->variant & 1);
  case 5:
    x = LLVMBuildOr(at, x, number(e, T_I32, 1 << 20), "");
    if (LLVMIsAInstruction(x))
      LLVMSetIsDisjoint(x, 1);
    return x;
  default:
    wide = emit_resize(e, x, e->types[T_I64], node->variant & 1);
    if (LLVMIsAZExtInst(wide))
      LLVMSetNNeg(wide, 1);
    if (node->small == 7)
      wide = promise(LLVMBuildAdd(at, wide, number(e, T_I64, 7), ""));
    return emit_load(e, T_I32, emit_element(e, T_I32, e->parameters[A_INTS], wide, true));
  }
}

/* Promises about a number that is below 1000 where they are made. */
static void emit_guarded(struct emitter *e, const struct node *node) {
  LLVMValueRef x, near = number(e, T_I32, node->value % 64);
  if (node->variant & 4)
    x = emit_value(e, node->kids[0]);
  else
    x = LLVMBuildSub(e->builder, emit_resize(e, e->linear, e->types[T_I32], false), near, "");
  LLVMValueRef is_small = LLVMBuildICmp(e->builder, LLVMIntULT, x, number(e, T_I32, 1000), "");
  LLVMBasicBlockRef after = open_guard(e, is_small);
  if (!(node->variant & 4) &&
      node->variant & 8) /* again, with the promise that it is not below 0 */
    x = promise(
        LLVMBuildSub(e->builder, emit_resize(e, e->linear, e->types[T_I32], false), near, ""));
  emit_store(e, T_I32, promised(e, node, x), slot_of(e, node));
  close_guard(e, after);
}

static void emit_null(struct emitter *e, const struct node *node) {
  LLVMValueRef condition = emit_value(e, node->kids[0]), null = LLVMConstNull(e->pointer), pointer;
  if (node->variant & 1) { /* never true */
    LLVMValueRef is_n =
        LLVMBuildICmp(e->builder, LLVMIntEQ, e->parameters[A_N], number(e, T_I32, -12345), "");
    condition = LLVMBuildAnd(e->builder, condition, is_n, "");
    pointer = e->parameters[A_NULL];
  } else {
    pointer = node->variant & 2 ? e->parameters[A_INTS]
                                : emit_element(e, T_I32, e->parameters[A_INTS], e->linear, true);
    pointer = LLVMBuildSelect(e->builder, condition, pointer, null, "");
  }
  LLVMBasicBlockRef after = open_guard(e, condition);
  emit_store(e, T_I32, emit_load(e, T_I32, pointer), slot_of(e, node));
  close_guard(e, after);
}

static void emit_call(struct emitter *e, const struct node *node) {
  LLVMValueRef arguments[3] = {e->arrays[0], emit_value(e, node->kids[0]),
                               emit_value(e, node->kids[1])};
  LLVMValueRef result =
      LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(e->poke), e->poke, arguments, 3, "");
  emit_store(e, T_I32, result, slot_of(e, node));
}

static void emit_never(struct emitter *e, const struct node *node) {
  LLVMValueRef limit = number(e, T_I64, 1 << 20);
  LLVMValueRef is_far = LLVMBuildICmp(e->builder, LLVMIntUGT, e->linear, limit, "");
  LLVMBasicBlockRef far = new_block(e, "far"), next = new_block(e, "next");
  LLVMBuildCondBr(e->builder, is_far, far, next);
  go_on_at(e, far);
  if (node->variant & 1)
    emit_intrinsic(e, "llvm.trap", NULL, 0, NULL, 0);
  LLVMBuildUnreachable(e->builder);
  go_on_at(e, next);
}

/* ---- work-groups ---- */

static void meet(struct emitter *e, const struct node *node, unsigned which) {
  LLVMTypeRef i32 = e->types[T_I32], types[3] = {i32, i32, i32};
  LLVMTypeRef nothing = LLVMVoidTypeInContext(e->context);
  LLVMValueRef site = number(e, T_I32, node->number * 4 + which);
  LLVMValueRef arguments[3] = {number(e, T_I32, 2), number(e, T_I32, 2), number(e, T_I32, 0x108)};
  if (e->is_model) {
    emit_external(e, "model_barrier", nothing, types, &site, 1);
    return;
  }
  LLVMValueRef call =
      emit_external(e, "_Z22__spirv_ControlBarrieriii", nothing, types, arguments, 3);
  LLVMAddAttributeAtIndex(
      LLVMGetCalledValue(call), (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
      LLVMCreateEnumAttribute(e->context, LLVMGetEnumAttributeKindForName("convergent", 10), 0));
}

static LLVMValueRef group_memory(struct emitter *e, const struct node *node) {
  LLVMTypeRef i64 = e->types[T_I64], types[2] = {i64, i64};
  LLVMValueRef block = number(e, T_I32, node->small);
  LLVMValueRef arguments[2] = {number(e, T_I64, GROUP_MEMORY_BYTES), number(e, T_I64, 16)};
  return e->is_model
             ? emit_external(e, "model_group_memory", e->pointer, &e->types[T_I32], &block, 1)
             : emit_external(e, "__falx_group_memory", e->pointer, types, arguments, 2);
}

/* An amount that is known at launch only, or always. */
static LLVMValueRef amount_of(struct emitter *e, const struct node *node, int64_t below) {
  LLVMValueRef n = emit_resize(e, e->parameters[A_N], e->types[T_I64], false);
  return node->variant & 64 ? number(e, T_I64, node->value % below)
                            : LLVMBuildURem(e->builder, n, number(e, T_I64, below), "");
}

/* The first half of the work-items exchange two numbers each, at a place with a 0 inserted at some
 * bit, and with a 1 there. */
static void emit_butterfly(struct emitter *e, const struct node *node, LLVMValueRef memory,
                           LLVMValueRef place, int64_t items) {
  LLVMBuilderRef at = e->builder;
  bool is_short = node->variant & 256, is_falling = node->variant & 512;
  enum type type = is_short ? T_I32 : T_I64;
  int64_t widths = __builtin_ctzll((unsigned long long)items);
  LLVMValueRef half = number(e, T_I64, items / 2), one = number(e, type, 1);
  LLVMValueRef is_first = LLVMBuildICmp(at, LLVMIntULT, place, half, "");
  LLVMValueRef bit = emit_resize(e, amount_of(e, node, widths), e->types[type], false);
  LLVMValueRef distance = promise(LLVMBuildShl(at, one, bit, ""));
  LLVMBasicBlockRef after = open_guard(e, is_first);
  LLVMValueRef mask = LLVMBuildSub(at, distance, one, "");
  LLVMValueRef id = emit_resize(e, place, e->types[type], false);
  LLVMValueRef low = LLVMBuildAnd(at, id, mask, ""), index;
  if (node->variant & 1024) {
    index = promise(LLVMBuildShl(at, id, one, ""));
    index = promise(LLVMBuildSub(at, index, low, ""));
  } else {
    index = LLVMBuildAnd(at, id, LLVMBuildNot(at, mask, ""), "");
    index = promise(LLVMBuildShl(at, index, one, ""));
    index = LLVMBuildOr(at, index, low, "");
    if (node->variant & 2048 && LLVMIsAInstruction(index))
      LLVMSetIsDisjoint(index, 1);
  }
  LLVMValueRef other = promise(LLVMBuildAdd(at, index, distance, ""));
  bool is_signed = node->variant & 4096;
  index = emit_resize(e, index, e->types[T_I64], is_signed);
  other = emit_resize(e, other, e->types[T_I64], is_signed);
  LLVMValueRef a = emit_element(e, T_I32, memory, is_falling ? other : index, true);
  LLVMValueRef b = emit_element(e, T_I32, memory, is_falling ? index : other, true);
  LLVMValueRef x = emit_load(e, T_I32, a), y = emit_load(e, T_I32, b);
  LLVMValueRef sum = LLVMBuildAdd(at, x, y, "");
  LLVMValueRef difference = LLVMBuildSub(at, x, y, "");
  emit_store(e, T_I32, sum, node->variant & 8192 ? b : a);
  emit_store(e, T_I32, difference, node->variant & 8192 ? a : b);
  close_guard(e, after);
}

/* A step of a tree or of a scan: work-items up to, or from, a place take in what others have. */
static void emit_step(struct emitter *e, const struct node *node, LLVMValueRef memory,
                      LLVMValueRef place, int64_t items) {
  LLVMBuilderRef at = e->builder;
  bool is_last = node->variant & 256, is_short = node->variant & 512;
  LLVMValueRef distance = amount_of(e, node, items / 2 + 1), id = place;
  LLVMValueRef bound = is_last ? LLVMBuildSub(at, number(e, T_I64, items), distance, "") : distance;
  if (is_short) {
    id = emit_resize(e, place, e->types[T_I32], false);
    bound = emit_resize(e, bound, e->types[T_I32], false);
  }
  LLVMValueRef is_in = LLVMBuildICmp(at, is_last ? LLVMIntSGE : LLVMIntULT, id, bound, "");
  LLVMValueRef other =
      is_last ? LLVMBuildSub(at, place, distance, "") : LLVMBuildAdd(at, place, distance, "");
  if (is_last) { /* of those that nobody else changes */
    LLVMValueRef is_far = LLVMBuildICmp(at, LLVMIntULE, distance, number(e, T_I64, items / 2), "");
    is_in = LLVMBuildAnd(at, is_in, is_far, "");
  }
  LLVMBasicBlockRef after = open_guard(e, is_in);
  LLVMValueRef own = emit_element(e, T_I32, memory, place, true);
  LLVMValueRef from = emit_element(e, T_I32, memory, other, true);
  LLVMValueRef x = emit_load(e, T_I32, own), y = emit_load(e, T_I32, from);
  if (node->variant & 1024)
    y = LLVMBuildMul(at, y, number(e, T_I32, node->value | 1), "");
  emit_store(e, T_I32, LLVMBuildAdd(at, x, y, ""), own);
  close_guard(e, after);
}

/* Each work-item shows the others a number, and takes that of one of them. */
static void emit_barrier(struct emitter *e, const struct node *node) {
  const uint64_t *local = e->kernel->local;
  int64_t items = (int64_t)(local[0] * local[1] * local[2]);
  if (node->variant & 1) {
    meet(e, node, 0);
    return;
  }
  LLVMValueRef value = emit_value(e, node->kids[0]), memory = group_memory(e, node);
  LLVMValueRef place = number(e, T_I64, 0);
  for (unsigned d = e->kernel->dimensions; d-- > 0;) {
    LLVMValueRef size = number(e, T_I64, (int64_t)local[d]);
    place = promise(LLVMBuildMul(e->builder, place, size, ""));
    place = promise(LLVMBuildAdd(e->builder, place, emit_id(e, ID_LOCAL, d, 0), ""));
  }
  int64_t flip = node->value & ((items & -items) - 1); /* within them, whatever the place is */
  int64_t flips = items & -items;
  LLVMValueRef by = node->variant & 128 ? amount_of(e, node, flips) : number(e, T_I64, flip);
  LLVMValueRef flipped = LLVMBuildXor(e->builder, place, by, "");
  LLVMValueRef to = node->variant & 16 ? flipped : place, from;
  emit_store(e, T_I32, value, emit_element(e, T_I32, memory, to, true));
  meet(e, node, 0);
  if (node->variant & 16384 && items % 2 == 0) {
    emit_butterfly(e, node, memory, place, items);
    meet(e, node, 2);
  }
  if (node->variant & 32768) {
    emit_step(e, node, memory, place, items);
    meet(e, node, 3);
  }
  if (node->variant & 2)
    from = LLVMBuildURem(e->builder,
                         LLVMBuildAdd(e->builder, place, number(e, T_I64, node->value), ""),
                         number(e, T_I64, items), "");
  else if (node->variant & 4)
    from = LLVMBuildSub(e->builder, number(e, T_I64, items - 1), place, "");
  else if (node->variant & 32)
    from = flipped;
  else
    from = number(e, T_I64, node->value % items);
  value = emit_load(e, T_I32, emit_element(e, T_I32, memory, from, node->variant & 8));
  meet(e, node, 1);
  emit_store(e, T_I32, value, slot_of(e, node));
}

/* ---- any statement ---- */

static void emit_statement(struct emitter *e, const struct node *node) {
  LLVMValueRef value;
  switch (node->kind) {
  case S_ASSIGN:
    value = emit_value(e, node->kids[0]);
    emit_store(e, node->type, value, e->variables[node->type][node->small]);
    break;
  case S_IF:
    emit_if(e, node);
    break;
  case S_SWITCH:
    emit_switch(e, node);
    break;
  case S_LOOP:
    emit_loop(e, node);
    break;
  case S_BLOCK:
    emit_block(e, node);
    break;
  case S_JUMP:
    emit_jump(e, node);
    break;
  case S_STORE:
    value = emit_value(e, node->kids[0]);
    value =
        emit_store(e, node->type, value,
                   emit_own_address(e, node->small, emit_value(e, node->kids[1]), node->variant));
    emit_ordering(value, node->type, node->variant);
    break;
  case S_STORE_PRIVATE:
    value = emit_value(e, node->kids[0]);
    emit_store(e, node->type, value,
               emit_private_address(e, node->small, emit_value(e, node->kids[1]), node->variant));
    break;
  case S_STORE_MEMBER:
    value = emit_value(e, node->kids[0]);
    emit_store(e, node->type, value,
               emit_member_address(e, emit_value(e, node->kids[1]), node->small, node->variant));
    break;
  case S_STORE_TABLE:
    emit_store(e, T_I32,
               node->variant & 1 ? e->parameters[A_M] : emit_integer(e, T_I32, node->value),
               emit_table_address(e, emit_integer(e, T_I32, node->small)));
    break;
  case S_STORE_CHOSEN:
    emit_chosen(e, node);
    break;
  case S_FLAG:
    emit_flag(e, node);
    break;
  case S_ONE:
    emit_one(e, node);
    break;
  case S_ATOMIC:
    emit_atomic(e, node);
    break;
  case S_OWN_ATOMIC:
    emit_own_atomic(e, node);
    break;
  case S_EDGE:
    emit_edge(e, node);
    break;
  case S_DIVIDE:
    emit_divide(e, node);
    break;
  case S_GUARDED:
    emit_guarded(e, node);
    break;
  case S_NULL:
    emit_null(e, node);
    break;
  case S_COPY:
    emit_copy(e, node);
    break;
  case S_CALL:
    emit_call(e, node);
    break;
  case S_NEVER:
    emit_never(e, node);
    break;
  case S_BARRIER:
    emit_barrier(e, node);
    break;
  default:
    break;
  }
}

void emit_statements(struct emitter *e, const struct node *first) {
  for (const struct node *node = first; node; node = node->next)
    if (!emit_is_dropped(e, node))
      emit_statement(e, node);
}
