/* Kernels as LLVM IR: expressions. */
#include "tests/fuzz/kernel_emitter.h"

#include "tests/fuzz/kernel_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- small things ---- */

static LLVMTypeRef type_of(const struct emitter *e, enum type type) {
  return e->types[type];
}

LLVMValueRef emit_integer(const struct emitter *e, enum type type, int64_t value) {
  return LLVMConstInt(e->types[type], (unsigned long long)value, 1);
}

static LLVMValueRef like(LLVMValueRef value, int64_t number) {
  return LLVMConstInt(LLVMTypeOf(value), (unsigned long long)number, 1);
}

LLVMValueRef emit_masked(struct emitter *e, LLVMValueRef value, int64_t mask) {
  return LLVMBuildAnd(e->builder, value, like(value, mask), "");
}

static LLVMValueRef promise(LLVMValueRef value, bool nsw, bool nuw) {
  if (LLVMIsAInstruction(value)) {
    LLVMSetNSW(value, nsw);
    LLVMSetNUW(value, nuw);
  }
  return value;
}

LLVMValueRef emit_intrinsic(struct emitter *e, const char *name, LLVMTypeRef *types,
                            unsigned type_count, LLVMValueRef *arguments, unsigned count) {
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(e->module, id, types, type_count);
  return LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(function), function, arguments, count,
                        "");
}

static LLVMValueRef intrinsic_of(struct emitter *e, const char *name, LLVMValueRef a,
                                 LLVMValueRef b, LLVMValueRef c) {
  LLVMTypeRef type = LLVMTypeOf(a);
  LLVMValueRef arguments[3] = {a, b, c};
  return emit_intrinsic(e, name, &type, 1, arguments, c ? 3 : b ? 2 : 1);
}

LLVMValueRef emit_external(struct emitter *e, const char *name, LLVMTypeRef result,
                           LLVMTypeRef *types, LLVMValueRef *arguments, unsigned count) {
  LLVMTypeRef type = LLVMFunctionType(result, types, count, 0);
  LLVMValueRef function = LLVMGetNamedFunction(e->module, name);
  if (!function)
    function = LLVMAddFunction(e->module, name, type);
  return LLVMBuildCall2(e->builder, type, function, arguments, count, "");
}

LLVMValueRef emit_resize(struct emitter *e, LLVMValueRef value, LLVMTypeRef to, bool is_signed) {
  return LLVMBuildIntCast2(e->builder, value, to, is_signed, "");
}

LLVMValueRef emit_element(struct emitter *e, enum type type, LLVMValueRef base, LLVMValueRef index,
                          bool is_inbounds) {
  return is_inbounds ? LLVMBuildInBoundsGEP2(e->builder, e->types[type], base, &index, 1, "")
                     : LLVMBuildGEP2(e->builder, e->types[type], base, &index, 1, "");
}

LLVMValueRef emit_load(struct emitter *e, enum type type, LLVMValueRef pointer) {
  LLVMValueRef value = LLVMBuildLoad2(e->builder, e->types[type], pointer, "");
  LLVMSetAlignment(value, type_bytes(type));
  return value;
}

LLVMValueRef emit_store(struct emitter *e, enum type type, LLVMValueRef value,
                        LLVMValueRef pointer) {
  LLVMValueRef store = LLVMBuildStore(e->builder, value, pointer);
  LLVMSetAlignment(store, type_bytes(type));
  return store;
}

void emit_ordering(LLVMValueRef access, enum type type, unsigned variant) {
  if ((variant & 24) == 8)
    LLVMSetVolatile(access, 1);
  else if ((variant & 31) == 16 && !type_is_float(type) && type != T_I1)
    LLVMSetOrdering(access, LLVMAtomicOrderingMonotonic);
}

/* NaNs differ in bits from one way of computing to another: all become one. */
static LLVMValueRef one_nan(struct emitter *e, LLVMValueRef value) {
  LLVMValueRef is_nan = LLVMBuildFCmp(e->builder, LLVMRealUNO, value, value, "");
  return LLVMBuildSelect(e->builder, is_nan, LLVMConstReal(LLVMTypeOf(value), 0.5), value, "");
}

LLVMValueRef emit_bits(struct emitter *e, LLVMValueRef value, enum type type, enum type to) {
  static const enum type integers[] = {T_I1, T_I8, T_I16, T_I32, T_I64, T_I16, T_I32, T_I64};
  if (type_is_float(type))
    value = LLVMBuildBitCast(e->builder, one_nan(e, value), e->types[integers[type]], "");
  return emit_resize(e, value, e->types[to], false);
}

/* ---- ids ---- */

static LLVMValueRef builtin(struct emitter *e, const char *name, unsigned dimension) {
  LLVMValueRef argument = emit_integer(e, T_I32, dimension);
  char symbol[80];
  snprintf(symbol, sizeof symbol, "_Z%zu__spirv_BuiltIn%si",
           strlen("__spirv_BuiltIn") + strlen(name), name);
  return emit_external(e, symbol, e->types[T_I64], &e->types[T_I32], &argument, 1);
}

static LLVMValueRef sub_group_builtin(struct emitter *e, const char *name) {
  char symbol[80];
  snprintf(symbol, sizeof symbol, "_Z%zu__spirv_BuiltIn%sv",
           strlen("__spirv_BuiltIn") + strlen(name), name);
  LLVMValueRef value = emit_external(e, symbol, e->types[T_I32], NULL, NULL, 0);
  return emit_resize(e, value, e->types[T_I64], false);
}

LLVMValueRef emit_id(struct emitter *e, enum id id, unsigned dimension, unsigned variant) {
  if (id == ID_RELATIVE)
    return e->relative[dimension];
  if (id == ID_LINEAR)
    return e->linear;
  if (id == ID_SUB_GROUP)
    id = (enum id)(ID_SUB_GROUP + variant % 4);
  if (e->is_model) {
    LLVMTypeRef types[2] = {e->types[T_I32], e->types[T_I32]};
    LLVMValueRef arguments[2] = {emit_integer(e, T_I32, id), emit_integer(e, T_I32, dimension)};
    return emit_external(e, "model_id", e->types[T_I64], types, arguments, 2);
  }
  switch ((int)id) {
  case ID_GLOBAL:
    return builtin(e, "GlobalInvocationId", dimension);
  case ID_LOCAL:
    return builtin(e, "LocalInvocationId", dimension);
  case ID_GROUP:
    return builtin(e, "WorkgroupId", dimension);
  case ID_SIZE:
    return builtin(e, "GlobalSize", dimension);
  case ID_SUB_GROUP:
    return sub_group_builtin(e, "SubgroupLocalInvocationId");
  case ID_SUB_GROUP + 1:
    return sub_group_builtin(e, "SubgroupSize");
  case ID_SUB_GROUP + 2:
    return sub_group_builtin(e, "SubgroupMaxSize");
  default:
    return sub_group_builtin(e, "SubgroupId");
  }
}

void emit_ids(struct emitter *e) {
  const struct kernel *k = e->kernel;
  for (unsigned d = 0; d < 3; d++) {
    LLVMValueRef id = emit_integer(e, T_I64, 0);
    if (d < k->dimensions && k->has_local_ids && k->seed & 1) {
      LLVMValueRef group = emit_id(e, ID_GROUP, d, 0), local = emit_id(e, ID_LOCAL, d, 0);
      LLVMValueRef size = e->is_model ? emit_integer(e, T_I64, (int64_t)k->local[d])
                                      : builtin(e, "WorkgroupSize", d);
      id = promise(LLVMBuildMul(e->builder, group, size, ""), true, true);
      id = promise(LLVMBuildAdd(e->builder, id, local, ""), true, k->seed & 2);
    } else if (d < k->dimensions) {
      id = emit_id(e, ID_GLOBAL, d, 0);
      if (k->offset[d]) {
        LLVMValueRef offset = e->is_model || k->seed & 4
                                  ? emit_integer(e, T_I64, (int64_t)k->offset[d])
                                  : builtin(e, "GlobalOffset", d);
        id = promise(LLVMBuildSub(e->builder, id, offset, ""), k->seed & 8, k->seed & 16);
      }
    }
    e->relative[d] = id;
  }
  LLVMValueRef sum = e->relative[k->dimensions - 1];
  for (unsigned d = k->dimensions - 1; d-- > 0;) {
    LLVMValueRef size = emit_id(e, ID_SIZE, d, 0);
    sum = promise(LLVMBuildMul(e->builder, sum, size, ""), true, true);
    sum = promise(LLVMBuildAdd(e->builder, sum, e->relative[d], ""), k->seed & 32, true);
  }
  e->linear = sum;
}

/* ids are below 2^12 but for the global one. */
static LLVMValueRef value_of_id(struct emitter *e, const struct node *node) {
  enum id which = (enum id)(node->small / 3);
  LLVMValueRef id = emit_id(e, which, node->small % 3, node->variant);
  LLVMTypeRef type = type_of(e, node->type);
  bool is_small = which != ID_GLOBAL;
  if (type_is_float(node->type)) {
    if (node->type == T_F16)
      id = emit_masked(e, id, 1023);
    else if (node->variant & 1)
      id = emit_resize(e, id, e->types[T_I32], false);
    return LLVMBuildSIToFP(e->builder, id, type, "");
  }
  if (node->variant == 1) { /* arithmetic that wraps in eight bits */
    id = LLVMBuildAdd(e->builder, LLVMBuildTrunc(e->builder, id, e->types[T_I8], ""),
                      emit_integer(e, T_I8, (int)node->number), "");
    return emit_resize(e, id, type, node->number & 1);
  }
  if (node->variant == 2 && is_small && type_bytes(node->type) >= 4) {
    id = LLVMBuildTrunc(e->builder, id, e->types[T_I32], "");
    id = promise(LLVMBuildAdd(e->builder, id, emit_integer(e, T_I32, (int)node->number), ""), true,
                 node->number & 2);
    return emit_resize(e, id, type, node->number & 1);
  }
  LLVMValueRef value = emit_resize(e, id, type, false);
  if (is_small && node->type == T_I16)
    promise(value, node->variant & 1, node->variant & 1);
  return value;
}

/* ---- memory ---- */

/* The index of an element of `count`, the same in 32 or 64 bits, with or without promises. */
static LLVMValueRef index_of(struct emitter *e, LLVMValueRef position, int64_t stride, int64_t base,
                             unsigned variant) {
  bool is_narrow = variant & 8, is_promised = variant & 16;
  if (is_narrow)
    position = LLVMBuildTrunc(e->builder, position, e->types[T_I32], "");
  LLVMValueRef scaled = LLVMBuildMul(e->builder, position, like(position, llabs(stride)), "");
  promise(scaled, is_promised, is_promised);
  LLVMValueRef from = like(position, base), index;
  index = stride > 0 ? LLVMBuildAdd(e->builder, scaled, from, "")
                     : LLVMBuildSub(e->builder, from, scaled, "");
  promise(index, is_promised, is_promised);
  if (!is_narrow)
    return index;
  index = emit_resize(e, index, e->types[T_I64], variant & 4);
  if (is_promised && LLVMIsAZExtInst(index))
    LLVMSetNNeg(index, 1);
  return index;
}

/* id ^ c, the same in 32 or 64 bits; base is added to it, or to the address. */
static LLVMValueRef exchanged_index(struct emitter *e, const struct node *node, int64_t count) {
  const struct kernel *k = e->kernel;
  bool is_local = k->has_local_ids && node->variant & 1, is_narrow = node->variant & 8;
  int64_t flip = 1 + node->value % 63, reach = 64;
  LLVMValueRef index = is_local ? emit_id(e, ID_LOCAL, 0, 0) : e->relative[0];
  while (reach < (int64_t)k->size[0])
    reach *= 2;
  if (is_narrow)
    index = LLVMBuildTrunc(e->builder, index, e->types[T_I32], "");
  index = LLVMBuildXor(e->builder, index, like(index, flip), "");
  LLVMValueRef base = like(index, node->value % (count - reach + 1));
  if (node->variant & 16)
    index = LLVMBuildAdd(e->builder, index, base, "");
  return is_narrow ? emit_resize(e, index, e->types[T_I64], node->variant & 4) : index;
}

static LLVMValueRef load_index(struct emitter *e, const struct node *node, int64_t count) {
  static const int64_t strides[] = {1, 1, 1, 2, 3, -1, -2, -1};
  const struct kernel *k = e->kernel;
  int64_t stride = strides[node->variant & 7], last = (int64_t)k->size[0] - 1, base;
  LLVMValueRef position = e->relative[0];
  switch ((enum pattern)node->small) {
  case P_LINEAR:
    stride = stride > 0 ? 1 : -1;
    last = (int64_t)k->items - 1;
    position = e->linear;
    break;
  case P_STRIDED:
    break;
  case P_EXCHANGE:
    return exchanged_index(e, node, count);
  case P_ROW:
    stride = 16;
    last = k->dimensions > 1 ? (int64_t)k->size[1] - 1 : 0;
    position = e->relative[1];
    break;
  default: {
    LLVMValueRef index = emit_value(e, node->kids[0]);
    if (node->variant & 1)
      return emit_masked(e, emit_resize(e, index, e->types[T_I64], node->variant & 2), count - 1);
    index = emit_resize(e, index, e->types[T_I32], node->variant & 2);
    return emit_resize(e, emit_masked(e, index, count - 1), e->types[T_I64], node->variant & 4);
  }
  }
  int64_t reach = last * llabs(stride), room = count - 1 - reach;
  base = node->value & 1 ? room : node->value % (room + 1);
  if (stride < 0)
    base = node->value & 1 ? reach : reach + base;
  return index_of(e, position, stride, base, node->variant);
}

static LLVMValueRef value_of_load(struct emitter *e, const struct node *node) {
  enum parameter from = node->type == T_F32 ? A_FLOATS : node->type == T_F64 ? A_DOUBLES : A_INTS;
  LLVMValueRef index = load_index(e, node, INPUT_BYTES / type_bytes(node->type));
  return emit_load(e, node->type,
                   emit_element(e, node->type, e->parameters[from], index, node->variant & 32));
}

LLVMValueRef emit_own_address(struct emitter *e, unsigned number, LLVMValueRef which,
                              unsigned variant) {
  const struct kernel *k = e->kernel;
  const struct region *r = &k->regions[number];
  LLVMTypeRef type = e->types[variant & 1 ? T_I32 : T_I64];
  bool is_promised = variant & 2;
  which = emit_resize(e, emit_masked(e, which, r->per_item - 1), type, false);
  LLVMValueRef item = emit_resize(e, e->linear, type, false), index;
  if (r->layout == LAYOUT_REVERSED)
    item = promise(LLVMBuildSub(e->builder, like(item, (int64_t)k->items - 1), item, ""),
                   is_promised, is_promised);
  if (r->layout == LAYOUT_CROSSED)
    item = LLVMBuildXor(e->builder, item, like(item, 5 & (k->items_rounded - 1)), "");
  if (r->layout == LAYOUT_PLACES) {
    index = promise(LLVMBuildMul(e->builder, which, like(which, (int64_t)k->items), ""),
                    is_promised, is_promised);
    index = promise(LLVMBuildAdd(e->builder, index, item, ""), is_promised, is_promised);
  } else {
    index = promise(LLVMBuildMul(e->builder, item, like(item, r->per_item), ""), is_promised,
                    is_promised);
    index = promise(LLVMBuildAdd(e->builder, index, which, ""), is_promised, is_promised);
  }
  if (variant & 1)
    index = emit_resize(e, index, e->types[T_I64], variant & 4);
  return emit_element(e, r->type, e->parameters[A_REGIONS + number], index, variant & 2);
}

LLVMValueRef emit_private_address(struct emitter *e, unsigned number, LLVMValueRef index,
                                  unsigned variant) {
  const struct array *array = &e->kernel->arrays[number];
  index = array->length & (array->length - 1)
              ? LLVMBuildURem(e->builder, index, like(index, array->length), "")
              : emit_masked(e, index, array->length - 1);
  if (variant & 1)
    index = emit_resize(e, index, e->types[T_I64], variant & 2);
  return emit_element(e, array->type, e->arrays[number], index, variant & 4);
}

LLVMValueRef emit_member_address(struct emitter *e, LLVMValueRef index, unsigned member,
                                 unsigned variant) {
  LLVMValueRef indices[3] = {emit_integer(e, T_I32, 0), emit_masked(e, index, RECORDS - 1),
                             emit_integer(e, T_I32, member)};
  if (variant & 1)
    indices[1] = emit_resize(e, indices[1], e->types[T_I64], variant & 2);
  return LLVMBuildInBoundsGEP2(e->builder, LLVMArrayType2(e->record, RECORDS), e->records, indices,
                               member < 2 ? 3 : 2, "");
}

LLVMValueRef emit_table_address(struct emitter *e, LLVMValueRef index) {
  return emit_element(e, T_I32, e->table, emit_masked(e, index, TABLE - 1), true);
}

/* ---- arithmetic ---- */

static LLVMValueRef value_of_unary(struct emitter *e, const struct node *node) {
  LLVMValueRef a = emit_value(e, node->kids[0]);
  LLVMValueRef yes = LLVMConstInt(e->types[T_I1], 1, 0), no = LLVMConstInt(e->types[T_I1], 0, 0);
  if (type_is_float(node->type)) {
    static const char *const names[] = {"llvm.fabs",  "llvm.sqrt", "llvm.floor",    "llvm.ceil",
                                        "llvm.trunc", "llvm.rint", "llvm.roundeven"};
    if (node->small < 2 || (node->small < 9 && node->type == T_F16))
      return LLVMBuildFNeg(e->builder, a, "");
    if (node->small < 9)
      return intrinsic_of(e, names[node->small - 2], a, NULL, NULL);
    return LLVMBuildFreeze(e->builder, a, "");
  }
  switch (node->small) {
  case 0:
    return LLVMBuildNeg(e->builder, a, "");
  case 1:
    return LLVMBuildNot(e->builder, a, "");
  case 2:
    return intrinsic_of(e, "llvm.ctpop", a, NULL, NULL);
  case 3:
    return intrinsic_of(e, "llvm.ctlz", a, no, NULL);
  case 4:
    return intrinsic_of(e, "llvm.cttz", a, no, NULL);
  case 5:
    return intrinsic_of(e, node->type == T_I8 ? "llvm.bitreverse" : "llvm.bswap", a, NULL, NULL);
  case 6:
    return intrinsic_of(e, "llvm.bitreverse", a, NULL, NULL);
  case 7:
    return intrinsic_of(e, "llvm.abs", a, no, NULL);
  case 8:
    return LLVMBuildFreeze(e->builder, a, "");
  default:
    a = LLVMBuildOr(e->builder, a, like(a, 1), "");
    return intrinsic_of(e, node->number & 1 ? "llvm.ctlz" : "llvm.cttz", a, yes, NULL);
  }
}

static LLVMValueRef value_of_binary(struct emitter *e, const struct node *node) {
  LLVMValueRef a = emit_value(e, node->kids[0]), b = emit_value(e, node->kids[1]);
  LLVMBuilderRef at = e->builder;
  if (type_is_float(node->type)) {
    static const LLVMOpcode opcodes[] = {LLVMFAdd, LLVMFSub, LLVMFMul, LLVMFDiv, LLVMFRem};
    if (node->small < 5)
      return LLVMBuildBinOp(at, opcodes[node->small], a, b, "");
    return intrinsic_of(e, node->small == 5 ? "llvm.minimum" : "llvm.maximum", a, b, NULL);
  }
  int64_t positive = (INT64_C(1) << (8 * type_bytes(node->type) - 2)) - 1;
  static const LLVMOpcode plain[] = {LLVMAdd, LLVMSub, LLVMMul, LLVMAnd, LLVMOr, LLVMXor};
  static const LLVMOpcode shifts[] = {LLVMShl, LLVMLShr, LLVMAShr};
  static const LLVMOpcode divisions[] = {LLVMUDiv, LLVMURem, LLVMSDiv, LLVMSRem};
  static const char *const names[] = {"llvm.smin",     "llvm.smax",     "llvm.umin",
                                      "llvm.umax",     "llvm.sadd.sat", "llvm.uadd.sat",
                                      "llvm.ssub.sat", "llvm.usub.sat"};
  unsigned small = node->small;
  if (small < 6)
    return LLVMBuildBinOp(at, plain[small], a, b, "");
  if (small < 9)
    return LLVMBuildBinOp(at, shifts[small - 6], a,
                          emit_masked(e, b, 8 * type_bytes(node->type) - 1), "");
  if (small < 13) {
    b = LLVMBuildOr(at, emit_masked(e, b, positive), like(b, 1), "");
    return LLVMBuildBinOp(at, divisions[small - 9], a, b, "");
  }
  if (small < 21)
    return intrinsic_of(e, names[small - 13], a, b, NULL);
  return LLVMBuildBinOp(at, plain[small - 21], a, b, "");
}

/* Promises that hold: the operands are cut to a few bits first. */
static LLVMValueRef value_of_promised(struct emitter *e, const struct node *node) {
  LLVMValueRef a = emit_value(e, node->kids[0]), b = emit_value(e, node->kids[1]);
  LLVMBuilderRef at = e->builder;
  LLVMTypeRef type = type_of(e, node->type), i8 = e->types[T_I8];
  LLVMValueRef amount = like(a, node->variant & 3);
  switch (node->small) {
  case 0:
    return promise(LLVMBuildAdd(at, emit_masked(e, a, 31), emit_masked(e, b, 31), ""), true, true);
  case 1:
    return promise(LLVMBuildSub(at, emit_masked(e, a, 31), emit_masked(e, b, 31), ""), true, false);
  case 2:
    return promise(LLVMBuildMul(at, emit_masked(e, a, 7), emit_masked(e, b, 15), ""), true, true);
  case 3:
    return promise(LLVMBuildShl(at, emit_masked(e, a, 7), emit_masked(e, b, 3), ""), true, true);
  case 4:
    a = LLVMBuildLShr(at, promise(LLVMBuildShl(at, emit_masked(e, a, 7), amount, ""), true, true),
                      amount, "");
    if (LLVMIsAInstruction(a))
      LLVMSetExact(a, 1);
    return a;
  case 5:
    a = promise(LLVMBuildMul(at, emit_masked(e, a, 7), like(a, (node->variant & 7) | 1), ""), true,
                true);
    return LLVMBuildExactSDiv(at, a, like(a, (node->variant & 7) | 1), "");
  case 6:
    a = LLVMBuildOr(at, emit_masked(e, a, -16), emit_masked(e, b, 15), "");
    if (LLVMIsAInstruction(a))
      LLVMSetIsDisjoint(a, 1);
    return a;
  case 7:
    a = promise(emit_resize(e, emit_masked(e, a, 31), i8, false), true, true);
    a = emit_resize(e, a, type, false);
    if (LLVMIsAZExtInst(a))
      LLVMSetNNeg(a, 1);
    return a;
  case 8:
    a = emit_resize(e, emit_masked(e, a, 31), i8, false);
    b = emit_resize(e, emit_masked(e, b, 31), i8, false);
    return emit_resize(e, promise(LLVMBuildSub(at, a, b, ""), true, false), type, true);
  default: /* wraps, then is extended */
    a = LLVMBuildAdd(at, emit_resize(e, a, i8, false), emit_resize(e, b, i8, false), "");
    return emit_resize(e, a, type, node->variant & 1);
  }
}

LLVMValueRef emit_convert(struct emitter *e, LLVMValueRef value, enum type from, enum type to,
                          unsigned choice) {
  LLVMTypeRef type = type_of(e, to);
  LLVMBuilderRef at = e->builder;
  bool is_signed = choice & 1;
  if (from == to)
    return value;
  if (type_is_float(from) && type_is_float(to)) {
    if (from < to)
      return LLVMBuildFPExt(at, value, type, "");
    if (from == T_F64 && to == T_F16)
      value = LLVMBuildFPTrunc(at, value, e->types[T_F32], "");
    return LLVMBuildFPTrunc(at, value, type, "");
  }
  if (type_is_float(to)) {
    /* A half is made of what fits it: rounding twice would not be the same everywhere. */
    if (to == T_F16 && from > T_I16)
      value = LLVMBuildTrunc(at, value, e->types[T_I16], "");
    return is_signed && from != T_I1 ? LLVMBuildSIToFP(at, value, type, "")
                                     : LLVMBuildUIToFP(at, value, type, "");
  }
  if (type_is_float(from)) {
    if (to == T_I1)
      return LLVMBuildFCmp(at, LLVMRealUNE, value, LLVMConstNull(LLVMTypeOf(value)), "");
    if (type_bytes(from) == type_bytes(to) && choice & 2)
      return emit_bits(e, value, from, to);
    LLVMTypeRef types[2] = {type, LLVMTypeOf(value)};
    return emit_intrinsic(e, is_signed ? "llvm.fptosi.sat" : "llvm.fptoui.sat", types, 2, &value,
                          1);
  }
  if (to == T_I1)
    return choice & 2 ? LLVMBuildTrunc(at, value, type, "")
                      : LLVMBuildICmp(at, LLVMIntNE, value, like(value, 0), "");
  return emit_resize(e, value, type, is_signed);
}

static LLVMValueRef value_of_comparison(struct emitter *e, const struct node *node) {
  LLVMValueRef a = emit_value(e, node->kids[0]), b = emit_value(e, node->kids[1]);
  if (type_is_float((enum type)node->variant))
    return LLVMBuildFCmp(e->builder, (LLVMRealPredicate)(LLVMRealOEQ + node->small % 14), a, b, "");
  return LLVMBuildICmp(e->builder, (LLVMIntPredicate)(LLVMIntEQ + node->small % 10), a, b, "");
}

static LLVMValueRef value_of_logic(struct emitter *e, const struct node *node) {
  LLVMValueRef a = emit_value(e, node->kids[0]), b = emit_value(e, node->kids[1]);
  switch (node->small) {
  case 0:
    return LLVMBuildAnd(e->builder, a, b, "");
  case 1:
    return LLVMBuildOr(e->builder, a, b, "");
  case 2:
    return LLVMBuildXor(e->builder, a, b, "");
  case 3:
    return LLVMBuildSelect(e->builder, a, b, like(a, 0), "");
  default:
    return LLVMBuildSelect(e->builder, a, like(a, 1), b, "");
  }
}

static LLVMValueRef value_of_overflow(struct emitter *e, const struct node *node) {
  static const char *const names[] = {"llvm.sadd.with.overflow", "llvm.uadd.with.overflow",
                                      "llvm.ssub.with.overflow", "llvm.usub.with.overflow",
                                      "llvm.smul.with.overflow", "llvm.umul.with.overflow"};
  LLVMValueRef both = intrinsic_of(e, names[node->small], emit_value(e, node->kids[0]),
                                   emit_value(e, node->kids[1]), NULL);
  return LLVMBuildExtractValue(e->builder, both, node->type == T_I1, "");
}

static LLVMValueRef value_of_call(struct emitter *e, const struct node *node) {
  LLVMValueRef arguments[2] = {emit_value(e, node->kids[0]), emit_value(e, node->kids[1])};
  LLVMValueRef helper = e->helpers[node->small];
  LLVMValueRef value =
      LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(helper), helper, arguments, 2, "");
  return emit_resize(e, value, type_of(e, node->type), node->number & 1);
}

/* ---- sub-groups ---- */

static const struct {
  const char *integer, *real;
} collectives[MODEL_COLLECTIVES] = {
    [MODEL_ADD] = {"IAdd", "FAdd"},       [MODEL_MULTIPLY] = {"IMul", "FMul"},
    [MODEL_SMIN] = {"SMin", "FMin"},      [MODEL_SMAX] = {"SMax", "FMax"},
    [MODEL_UMIN] = {"UMin", "FMin"},      [MODEL_UMAX] = {"UMax", "FMax"},
    [MODEL_AND] = {"BitwiseAnd", "FAdd"}, [MODEL_OR] = {"BitwiseOr", "FAdd"},
    [MODEL_XOR] = {"BitwiseXor", "FAdd"}};
static const char *const truths[] = {"LogicalAnd", "LogicalOr", "LogicalXor"};
static const char *const manglings[] = {"b", "h", "t", "i", "l", "DF16_", "f", "d"};

/* Numbers whose sums and products are exact in every order, without zeros of two signs and NaNs. */
static LLVMValueRef tame(struct emitter *e, LLVMValueRef value, enum type type, bool is_product) {
  if (!type_is_float(type))
    return value;
  LLVMTypeRef types[2] = {e->types[T_I32], LLVMTypeOf(value)};
  value = emit_intrinsic(e, "llvm.fptosi.sat", types, 2, &value, 1);
  value = emit_masked(e, value, is_product ? 1 : 15);
  value = LLVMBuildAdd(e->builder, value, like(value, 1), "");
  if (is_product && type == T_F16)
    value = like(value, 1);
  return LLVMBuildSIToFP(e->builder, value, e->types[type], "");
}

static LLVMValueRef call_group(struct emitter *e, const char *name, enum type type, LLVMValueRef a,
                               LLVMValueRef b, LLVMValueRef c) {
  char symbol[120];
  LLVMValueRef arguments[3] = {a, b, c};
  LLVMTypeRef types[3] = {LLVMTypeOf(a), LLVMTypeOf(b), c ? LLVMTypeOf(c) : NULL};
  snprintf(symbol, sizeof symbol, "_Z%zu__spirv_GroupNonUniform%sI%sET_i%s",
           strlen("__spirv_GroupNonUniform") + strlen(name), name, manglings[type],
           !c                          ? "S0_"
           : !strncmp(name, "Shuf", 4) ? "S0_j"
                                       : "iS0_");
  LLVMValueRef call = emit_external(e, symbol, e->types[type], types, arguments, c ? 3 : 2);
  static const char *const facts[] = {"convergent", "nounwind", "willreturn", "memory"};
  for (unsigned i = 0; i < 4; i++)
    LLVMAddAttributeAtIndex(
        LLVMGetCalledValue(call), (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(e->context,
                                LLVMGetEnumAttributeKindForName(facts[i], strlen(facts[i])), 0));
  return call;
}

static LLVMValueRef ask_model(struct emitter *e, const struct node *node, unsigned operation,
                              LLVMValueRef value, LLVMValueRef lane) {
  LLVMTypeRef i32 = e->types[T_I32], types[] = {i32, i32, i32, i32, e->types[T_I64], i32};
  enum type type = node->type;
  LLVMTypeRef integer = LLVMIntTypeInContext(e->context, type == T_I1 ? 1 : 8 * type_bytes(type));
  value = LLVMBuildBitCast(e->builder, value, integer, "");
  LLVMValueRef arguments[] = {emit_integer(e, T_I32, node->number),
                              emit_integer(e, T_I32, node->small),
                              emit_integer(e, T_I32, operation),
                              emit_integer(e, T_I32, type),
                              emit_resize(e, value, e->types[T_I64], false),
                              lane ? lane : emit_integer(e, T_I32, 0)};
  value = emit_external(e, "model_group", e->types[T_I64], types, arguments, 6);
  value = emit_resize(e, value, integer, false);
  return LLVMBuildBitCast(e->builder, value, e->types[type], "");
}

static LLVMValueRef value_of_group(struct emitter *e, const struct node *node) {
  LLVMValueRef value = emit_value(e, node->kids[0]), scope = emit_integer(e, T_I32, 3);
  enum group_operation operation = (enum group_operation)node->small;
  if (operation == G_VOTE) {
    if (e->is_model)
      return ask_model(e, node, node->variant & 1, value, NULL);
    return call_group(e, node->variant & 1 ? "All" : "Any", T_I1, scope, value, NULL);
  }
  if (operation < G_SHUFFLE) {
    unsigned which = node->variant % MODEL_COLLECTIVES;
    if (node->type == T_I1)
      which = MODEL_AND + node->variant % 3;
    else if (type_is_float(node->type) && which >= MODEL_AND)
      which = MODEL_ADD;
    value = tame(e, value, node->type, which == MODEL_MULTIPLY);
    if (e->is_model)
      return ask_model(e, node, which, value, NULL);
    const char *name = node->type == T_I1          ? truths[which - MODEL_AND]
                       : type_is_float(node->type) ? collectives[which].real
                                                   : collectives[which].integer;
    return call_group(e, name, node->type, scope, emit_integer(e, T_I32, operation), value);
  }
  /* A lane outside has no value to give: the work-item takes its own instead. */
  static const char *const names[] = {"Shuffle", "ShuffleXor", "ShuffleUp", "ShuffleDown"};
  LLVMTypeRef i32 = e->types[T_I32];
  LLVMValueRef size = emit_resize(e, emit_id(e, ID_SUB_GROUP, 0, 1), i32, false);
  LLVMValueRef own = emit_resize(e, emit_id(e, ID_SUB_GROUP, 0, 0), i32, false);
  LLVMValueRef lane = emit_value(e, node->kids[1]), from;
  if (operation == G_SHUFFLE)
    from = lane = LLVMBuildURem(e->builder, lane, size, "");
  else
    lane = emit_masked(e, lane, node->variant & 7);
  from = operation == G_SHUFFLE ? lane
         : operation == G_XOR   ? LLVMBuildXor(e->builder, own, lane, "")
         : operation == G_UP    ? LLVMBuildSub(e->builder, own, lane, "")
                                : LLVMBuildAdd(e->builder, own, lane, "");
  LLVMValueRef is_inside = LLVMBuildICmp(e->builder, LLVMIntULT, from, size, "");
  LLVMValueRef moved =
      e->is_model ? ask_model(e, node, 0, value, from)
                  : call_group(e, names[operation - G_SHUFFLE], node->type, scope, value, lane);
  return LLVMBuildSelect(e->builder, is_inside, moved, value, "");
}

/* ---- any expression ---- */

static LLVMValueRef value_of_argument(struct emitter *e, const struct node *node) {
  static const struct {
    enum parameter parameter;
    enum type type;
  } scalars[] = {{A_N, T_I32}, {A_M, T_I32}, {A_K, T_I64}, {A_B, T_I8}, {A_F, T_F32}};
  return emit_convert(e, e->parameters[scalars[node->small].parameter], scalars[node->small].type,
                      node->type, node->number);
}

LLVMValueRef emit_value(struct emitter *e, const struct node *node) {
  LLVMTypeRef type = type_of(e, node->type);
  LLVMValueRef kids[3] = {NULL};
  if (emit_is_dropped(e, node))
    return type_is_float(node->type) ? LLVMConstReal(type, 1) : LLVMConstInt(type, 1, 0);
  switch (node->kind) {
  case E_CONST:
    return type_is_float(node->type) ? LLVMConstReal(type, (double)(int16_t)node->value / 4)
                                     : LLVMConstInt(type, (unsigned long long)node->value, 1);
  case E_VARIABLE:
    return emit_load(e, node->type, e->variables[node->type][node->small]);
  case E_ARGUMENT:
    return value_of_argument(e, node);
  case E_ID:
    return value_of_id(e, node);
  case E_COUNTER: {
    enum type own = e->counter_types[node->small];
    return emit_convert(e, emit_load(e, own, e->counters[node->small]), own, node->type,
                        node->number);
  }
  case E_LOAD:
    return value_of_load(e, node);
  case E_OWN: {
    LLVMValueRef address =
        emit_own_address(e, node->small, emit_value(e, node->kids[0]), node->variant);
    LLVMValueRef value = emit_load(e, node->type, address);
    emit_ordering(value, node->type, node->variant);
    return value;
  }
  case E_PRIVATE:
    return emit_load(
        e, node->type,
        emit_private_address(e, node->small, emit_value(e, node->kids[0]), node->number));
  case E_MEMBER:
    return emit_load(
        e, node->type,
        emit_member_address(e, emit_value(e, node->kids[0]), node->small, node->number));
  case E_TABLE:
    return emit_load(e, node->type, emit_table_address(e, emit_value(e, node->kids[0])));
  case E_UNARY:
    return value_of_unary(e, node);
  case E_BINARY:
    return value_of_binary(e, node);
  case E_PROMISED:
    return value_of_promised(e, node);
  case E_SELECT:
    for (unsigned i = 0; i < 3; i++)
      kids[i] = emit_value(e, node->kids[i]);
    return LLVMBuildSelect(e->builder, kids[0], kids[1], kids[2], "");
  case E_FUNNEL:
  case E_FMA:
    for (unsigned i = 0; i < 3; i++)
      kids[i] = emit_value(e, node->kids[i]);
    return intrinsic_of(e,
                        node->kind == E_FMA ? "llvm.fma"
                        : node->small & 1   ? "llvm.fshl"
                                            : "llvm.fshr",
                        kids[0], kids[1], kids[2]);
  case E_CAST:
    return emit_convert(e, emit_value(e, node->kids[0]), (enum type)node->variant, node->type,
                        node->number);
  case E_COMPARE:
    return value_of_comparison(e, node);
  case E_LOGIC:
    return value_of_logic(e, node);
  case E_OVERFLOW:
    return value_of_overflow(e, node);
  case E_CALL:
    return value_of_call(e, node);
  case E_GROUP:
    return value_of_group(e, node);
  default:
    abort();
  }
}
