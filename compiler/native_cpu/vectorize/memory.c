/* Loads, stores, atomics and private memory.
 *
 * A uniform address is accessed once. An address strided by the element's size is one vector in
 * memory, also if lanes are permuted (exchange.c). All others are gathered or scattered. Private
 * memory is laid out lane after lane, so a variable's address is strided by its size. */
#include "compiler/native_cpu/vectorize/vectorize.h"

#include "compiler/ir/atomics.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"

#include <string.h>

/* Aliasing metadata holds for all lanes together; other facts, such as ranges, may not. */
const char *const fxc_vec_facts[FXC_VEC_FACTS] = {"tbaa", "alias.scope", "noalias", "nontemporal"};

static LLVMValueRef with_metadata(struct fxc_vec *v, LLVMValueRef to, LLVMValueRef from) {
  for (unsigned i = 0; i < FXC_VEC_FACTS; i++) {
    unsigned kind = fxc_metadata_kind(v->context, fxc_vec_facts[i]);
    LLVMValueRef node = LLVMGetMetadata(from, kind);
    if (node)
      LLVMSetMetadata(to, kind, node);
  }
  return to;
}

unsigned fxc_vec_alignment(struct fxc_vec *v, LLVMValueRef access) {
  LLVMTypeRef type = LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);
  unsigned own = LLVMGetAlignment(access);
  unsigned size = (unsigned)LLVMABISizeOfType(v->layout, type);
  return own < size ? own : size;
}

static void align_parameter(struct fxc_vec *v, LLVMValueRef call, unsigned parameter,
                            unsigned alignment) {
  unsigned kind = LLVMGetEnumAttributeKindForName("align", strlen("align"));
  LLVMAddCallSiteAttribute(call, parameter + 1,
                           LLVMCreateEnumAttribute(v->context, kind, alignment));
}

/* Lanes at different addresses are one access of a vector, also of atomics that one thread alone
 * takes part in. */
static bool is_unordered(const struct fxc_vec *v, LLVMValueRef access) {
  LLVMAtomicOrdering ordering = LLVMGetOrdering(access);
  if (ordering == LLVMAtomicOrderingNotAtomic)
    return true;
  struct fxc_shape address =
      fxc_shape_of(&v->shapes, LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0));
  LLVMTypeRef type = LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);
  return fxc_is_of_one_thread(access) && address.kind == FXC_SHAPE_STRIDED &&
         address.stride == (int64_t)LLVMABISizeOfType(v->layout, type);
}

static bool is_plain(struct fxc_vec *v, LLVMValueRef access, LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  bool is_number = kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind ||
                   kind == LLVMDoubleTypeKind || kind == LLVMHalfTypeKind ||
                   kind == LLVMBFloatTypeKind || kind == LLVMPointerTypeKind;
  return is_number && !LLVMGetVolatile(access) && is_unordered(v, access) &&
         LLVMSizeOfTypeInBits(v->layout, type) == 8 * LLVMABISizeOfType(v->layout, type);
}

static LLVMValueRef reversed(struct fxc_vec *v, LLVMValueRef vector) {
  LLVMValueRef indices[64];
  for (unsigned i = 0; i < v->lanes; i++)
    indices[i] = LLVMConstInt(v->i32, v->lanes - 1 - i, 0);
  return LLVMBuildShuffleVector(v->builder, vector, LLVMGetPoison(LLVMTypeOf(vector)),
                                LLVMConstVector(indices, v->lanes), "");
}

static LLVMValueRef last_element(struct fxc_vec *v, LLVMValueRef first, int64_t size) {
  LLVMValueRef offset = LLVMConstInt(v->i64, (unsigned long long)-(size * (v->lanes - 1)), 1);
  return LLVMBuildGEP2(v->builder, v->i8, first, &offset, 1, "");
}

/* ---- loads ---- */

LLVMValueRef fxc_vec_load_row(struct fxc_vec *v, LLVMValueRef load, LLVMValueRef pointer,
                              LLVMValueRef mask) {
  LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(load), v->lanes);
  if (!mask) {
    LLVMValueRef result = LLVMBuildLoad2(v->builder, type, pointer, "");
    LLVMSetAlignment(result, fxc_vec_alignment(v, load));
    return with_metadata(v, result, load);
  }
  LLVMTypeRef types[2] = {type, LLVMTypeOf(pointer)};
  LLVMValueRef arguments[3] = {pointer, mask, LLVMGetPoison(type)};
  LLVMValueRef result = fxc_vec_intrinsic(v, "llvm.masked.load", types, 2, arguments, 3);
  align_parameter(v, result, 0, fxc_vec_alignment(v, load));
  return with_metadata(v, result, load);
}

LLVMValueRef fxc_vec_gather(struct fxc_vec *v, LLVMValueRef load, LLVMValueRef pointers) {
  LLVMTypeRef types[2] = {LLVMVectorType(LLVMTypeOf(load), v->lanes), LLVMTypeOf(pointers)};
  LLVMValueRef arguments[3] = {pointers, fxc_vec_mask(v), LLVMGetPoison(types[0])};
  LLVMValueRef result = fxc_vec_intrinsic(v, "llvm.masked.gather", types, 2, arguments, 3);
  align_parameter(v, result, 0, fxc_vec_alignment(v, load));
  return with_metadata(v, result, load);
}

static LLVMValueRef gather(struct fxc_vec *v, LLVMValueRef load) {
  return fxc_vec_gather(v, load, fxc_vec_vector(v, LLVMGetOperand(load, 0)));
}

/* ---- addresses that may turn out to be consecutive ---- */

/* True for an id in which a constant flips bits that differ between the lanes: neighbours are
 * exchanged, so the indices are never consecutive, wherever they begin. */
static bool is_exchange(const struct fxc_vec *v, LLVMValueRef index) {
  LLVMValueRef bits = LLVMGetOperand(index, 1);
  struct fxc_shape shape = fxc_shape_of(&v->shapes, LLVMGetOperand(index, 0));
  return LLVMIsAConstantInt(bits) && LLVMGetIntTypeWidth(LLVMTypeOf(bits)) <= 64 &&
         (LLVMConstIntGetZExtValue(bits) & (v->lanes - 1)) && shape.kind == FXC_SHAPE_STRIDED &&
         shape.stride == 1;
}

/* True for an index computed from ids by masks, shifts and divisions: its values are known only
 * at run time, and are often consecutive. */
static bool is_cut(const struct fxc_vec *v, LLVMValueRef index, unsigned depth, bool *has_cut) {
  struct fxc_shape shape = fxc_shape_of(&v->shapes, index);
  if (shape.kind == FXC_SHAPE_STRIDED)
    return true;
  if (!LLVMIsAInstruction(index) || depth > 8)
    return false;
  switch (LLVMGetInstructionOpcode(index)) {
  case LLVMXor:
    if (is_exchange(v, index))
      return false;
    *has_cut = true;
    break;
  case LLVMAnd:
  case LLVMOr:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
    *has_cut = true;
    break;
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
  case LLVMTrunc:
  case LLVMSExt:
  case LLVMZExt:
    break;
  default:
    return false;
  }
  for (int k = 0, count = LLVMGetNumOperands(index); k < count; k++)
    if (!is_cut(v, LLVMGetOperand(index, (unsigned)k), depth + 1, has_cut))
      return false;
  return true;
}

/* For an address whose index is an extension of a 32-bit number that grows by one from lane to
 * lane unless it wraps between them: that number and the uniform terms added to it; else NULL. */
static LLVMValueRef extended_index(const struct fxc_vec *v, LLVMValueRef pointer, int64_t size) {
  if (!LLVMIsAGetElementPtrInst(pointer) || LLVMGetNumOperands(pointer) != 2)
    return NULL;
  LLVMValueRef base = LLVMGetOperand(pointer, 0), index = LLVMGetOperand(pointer, 1);
  if (fxc_is_uniform(&v->shapes, index))
    return extended_index(v, base, size);
  if (!fxc_is_uniform(&v->shapes, base) || (!LLVMIsASExtInst(index) && !LLVMIsAZExtInst(index)))
    return NULL;
  struct fxc_shape shape = fxc_shape_of(&v->shapes, LLVMGetOperand(index, 0));
  LLVMTypeRef element = LLVMGetGEPSourceElementType(pointer);
  bool is_row = shape.kind == FXC_SHAPE_STRIDED && shape.stride == 1 &&
                (int64_t)LLVMABISizeOfType(v->layout, element) == size;
  return is_row ? index : NULL;
}

static bool may_be_consecutive(const struct fxc_vec *v, LLVMValueRef pointer, int64_t size) {
  bool has_cut = false;
  if (extended_index(v, pointer, size))
    return true;
  while (LLVMIsAGetElementPtrInst(pointer) && LLVMGetNumOperands(pointer) == 2) {
    if (!is_cut(v, LLVMGetOperand(pointer, 1), 0, &has_cut))
      return false;
    pointer = LLVMGetOperand(pointer, 0);
  }
  return has_cut && fxc_is_uniform(&v->shapes, pointer);
}

/* Control splits here: the addresses of the active lanes are consecutive, or they are not. */
struct paths {
  LLVMBasicBlockRef row, other, after;
  LLVMValueRef first;
};

/* How an access is done. */
struct access {
  LLVMValueRef pointer;
  int64_t size;
  bool is_exchange, may_be_row; /* may_be_row: emitted twice, with a run-time test */
  struct fxc_exchange exchange;
};

static struct access plan_access(const struct fxc_vec *v, LLVMValueRef pointer, int64_t size) {
  struct access access = {.pointer = pointer, .size = size};
  bool may_part = !v->is_version || v->is_row;
  access.is_exchange = fxc_vec_find_exchange(v, pointer, size, &access.exchange) &&
                       (access.exchange.is_whole || may_part);
  access.may_be_row = access.is_exchange ? !access.exchange.is_whole
                                         : may_part && may_be_consecutive(v, pointer, size);
  return access;
}

/* The first lane's address; index: of that lane. Without flags such as inbounds: the lane need
 * not be active. */
static LLVMValueRef first_address(struct fxc_vec *v, LLVMValueRef pointer, LLVMValueRef index) {
  LLVMValueRef base = LLVMGetOperand(pointer, 0), at = LLVMGetOperand(pointer, 1);
  bool is_inner = !fxc_is_uniform(&v->shapes, at);
  base = is_inner ? fxc_vec_scalar(v, base) : first_address(v, base, index);
  LLVMValueRef step = is_inner ? index : fxc_vec_scalar(v, at);
  return LLVMBuildGEP2(v->builder, LLVMGetGEPSourceElementType(pointer), base, &step, 1, "");
}

/* Whether the last lane's index is greater than the first one's: then none between them wraps. */
static LLVMValueRef test_index(struct fxc_vec *v, LLVMValueRef pointer, LLVMValueRef index,
                               LLVMValueRef *out_first) {
  bool is_signed = LLVMIsASExtInst(index);
  LLVMValueRef first = fxc_vec_scalar(v, LLVMGetOperand(index, 0));
  LLVMValueRef most = LLVMConstInt(LLVMTypeOf(first), v->lanes - 1, 0);
  LLVMValueRef last = LLVMBuildAdd(v->builder, first, most, "");
  LLVMValueRef wide =
      LLVMBuildCast(v->builder, is_signed ? LLVMSExt : LLVMZExt, first, LLVMTypeOf(index), "");
  *out_first = first_address(v, pointer, wide);
  return LLVMBuildICmp(v->builder, is_signed ? LLVMIntSGE : LLVMIntUGE, last, first, "is_row");
}

/* Whether the addresses of the active lanes are consecutive. */
static LLVMValueRef test_addresses(struct fxc_vec *v, LLVMValueRef pointer, int64_t size,
                                   LLVMValueRef *out_first) {
  LLVMValueRef pointers = fxc_vec_vector(v, pointer);
  LLVMTypeRef bits = LLVMIntTypeInContext(v->context, v->lanes);
  LLVMValueRef steps = fxc_vec_steps(v, v->i64, size);
  *out_first = LLVMBuildExtractElement(v->builder, pointers, LLVMConstInt(v->i32, 0, 0), "");
  LLVMValueRef row = LLVMBuildGEP2(v->builder, v->i8, *out_first, &steps, 1, "");
  LLVMValueRef is_row = LLVMBuildICmp(v->builder, LLVMIntEQ, pointers, row, "");
  if (v->mask)
    is_row = LLVMBuildSelect(v->builder, v->mask, is_row, fxc_vec_all_lanes(v), "");
  return LLVMBuildICmp(v->builder, LLVMIntEQ, LLVMBuildBitCast(v->builder, is_row, bits, ""),
                       LLVMConstAllOnes(bits), "is_row");
}

static LLVMValueRef test_access(struct fxc_vec *v, const struct access *access,
                                LLVMValueRef *out_first) {
  LLVMValueRef pointer = access->pointer;
  if (access->is_exchange) {
    *out_first = fxc_vec_exchange_first(v, &access->exchange, pointer);
    return fxc_vec_exchange_test(v, &access->exchange);
  }
  LLVMValueRef index =
      fxc_map_has(&v->unplanned, pointer) ? NULL : extended_index(v, pointer, access->size);
  return index ? test_index(v, pointer, index, out_first)
               : test_addresses(v, pointer, access->size, out_first);
}

static struct paths split_paths(struct fxc_vec *v, const struct access *access) {
  struct paths paths;
  fxc_vec_vector(v, access->pointer); /* a value computed on one path would not be available on
                                       * the other */
  LLVMValueRef is_row = test_access(v, access, &paths.first);
  LLVMBasicBlockRef *blocks[3] = {&paths.row, &paths.other, &paths.after};
  static const char *const names[3] = {"row", "scattered", "accessed"};
  LLVMBasicBlockRef next = LLVMGetNextBasicBlock(LLVMGetInsertBlock(v->builder));
  for (unsigned i = 0; i < 3; i++)
    *blocks[i] = LLVMInsertBasicBlockInContext(v->context, next, names[i]);
  LLVMBuildCondBr(v->builder, is_row, paths.row, paths.other);
  return paths;
}

static LLVMValueRef load_row(struct fxc_vec *v, LLVMValueRef load, const struct access *access,
                             LLVMValueRef first) {
  if (!access->is_exchange)
    return fxc_vec_load_row(v, load, first, v->mask);
  LLVMValueRef mask = fxc_vec_exchanged(v, &access->exchange, v->mask);
  return fxc_vec_exchanged(v, &access->exchange, fxc_vec_load_row(v, load, first, mask));
}

static LLVMValueRef load_row_or_gather(struct fxc_vec *v, LLVMValueRef load,
                                       const struct access *access) {
  struct paths paths = split_paths(v, access);
  LLVMValueRef values[2];
  LLVMBasicBlockRef blocks[2] = {paths.row, paths.other};
  for (unsigned i = 0; i < 2; i++) {
    LLVMPositionBuilderAtEnd(v->builder, blocks[i]);
    values[i] = i == 0 ? load_row(v, load, access, paths.first) : gather(v, load);
    LLVMBuildBr(v->builder, paths.after);
  }
  LLVMPositionBuilderAtEnd(v->builder, paths.after);
  LLVMValueRef result = LLVMBuildPhi(v->builder, LLVMTypeOf(values[0]), "");
  LLVMAddIncoming(result, values, blocks, 2);
  return result;
}

/* For addresses whose relation is unknown. */
static LLVMValueRef load_varying(struct fxc_vec *v, LLVMValueRef load, int64_t size) {
  LLVMValueRef pointer = LLVMGetOperand(load, 0);
  struct access access = plan_access(v, pointer, size);
  if (access.may_be_row)
    return load_row_or_gather(v, load, &access);
  if (access.is_exchange)
    return load_row(v, load, &access, fxc_vec_exchange_first(v, &access.exchange, pointer));
  return gather(v, load);
}

void fxc_vec_load(struct fxc_vec *v, LLVMValueRef load) {
  LLVMValueRef pointer = LLVMGetOperand(load, 0);
  LLVMTypeRef type = LLVMTypeOf(load);
  struct fxc_shape address = fxc_shape_of(&v->shapes, pointer);
  if (fxc_shape_is_uniform(fxc_shape_of(&v->shapes, load))) {
    fxc_vec_define(v, load, fxc_vec_copy(v, load));
    return;
  }
  if (!is_plain(v, load, type)) {
    fxc_vec_by_lane(v, load);
    return;
  }
  if (fxc_vec_pair(v, load))
    return;
  int64_t size = (int64_t)LLVMABISizeOfType(v->layout, type);
  LLVMValueRef result;
  if (address.kind == FXC_SHAPE_STRIDED && address.stride == size) {
    result = fxc_vec_load_row(v, load, fxc_vec_scalar(v, pointer), v->mask);
  } else if (address.kind == FXC_SHAPE_STRIDED && address.stride == -size) {
    LLVMValueRef first = last_element(v, fxc_vec_scalar(v, pointer), size);
    result = reversed(v, fxc_vec_load_row(v, load, first, v->mask ? reversed(v, v->mask) : NULL));
  } else if (address.kind == FXC_SHAPE_VARYING) {
    result = load_varying(v, load, size);
  } else {
    result = gather(v, load);
  }
  fxc_vec_define(v, load, result);
}

/* ---- stores ---- */

void fxc_vec_store_row(struct fxc_vec *v, LLVMValueRef store, LLVMValueRef value,
                       LLVMValueRef pointer, LLVMValueRef mask) {
  if (!mask) {
    LLVMValueRef result = LLVMBuildStore(v->builder, value, pointer);
    LLVMSetAlignment(result, fxc_vec_alignment(v, store));
    with_metadata(v, result, store);
    return;
  }
  LLVMTypeRef types[2] = {LLVMTypeOf(value), LLVMTypeOf(pointer)};
  LLVMValueRef arguments[3] = {value, pointer, mask};
  LLVMValueRef result = fxc_vec_intrinsic(v, "llvm.masked.store", types, 2, arguments, 3);
  align_parameter(v, result, 1, fxc_vec_alignment(v, store));
  with_metadata(v, result, store);
}

void fxc_vec_scatter(struct fxc_vec *v, LLVMValueRef store, LLVMValueRef value) {
  LLVMValueRef pointers = fxc_vec_vector(v, LLVMGetOperand(store, 1));
  LLVMTypeRef types[2] = {LLVMTypeOf(value), LLVMTypeOf(pointers)};
  LLVMValueRef arguments[3] = {value, pointers, fxc_vec_mask(v)};
  LLVMValueRef result = fxc_vec_intrinsic(v, "llvm.masked.scatter", types, 2, arguments, 3);
  align_parameter(v, result, 1, fxc_vec_alignment(v, store));
  with_metadata(v, result, store);
}

/* The value of the last active lane; there is at least one. LLVM may hoist the extraction above
 * the test for it, so the first lane counts as active to keep the index in range. */
static LLVMValueRef last_active(struct fxc_vec *v, LLVMValueRef vector) {
  LLVMValueRef lane = LLVMConstInt(v->i32, v->lanes - 1, 0);
  if (v->mask) {
    LLVMTypeRef bits = LLVMIntTypeInContext(v->context, v->lanes);
    LLVMValueRef active = LLVMBuildBitCast(v->builder, v->mask, bits, "");
    active = LLVMBuildOr(v->builder, active, LLVMConstInt(bits, 1, 0), "");
    LLVMValueRef arguments[2] = {active, LLVMConstInt(v->i1, 1, 0)};
    LLVMValueRef zeroes = fxc_vec_intrinsic(v, "llvm.ctlz", &bits, 1, arguments, 2);
    zeroes = LLVMBuildIntCast2(v->builder, zeroes, v->i32, 0, "");
    lane = LLVMBuildSub(v->builder, lane, zeroes, "");
  }
  return LLVMBuildExtractElement(v->builder, vector, lane, "");
}

static void store_row(struct fxc_vec *v, LLVMValueRef store, LLVMValueRef value,
                      const struct access *access, LLVMValueRef first) {
  LLVMValueRef mask = v->mask;
  if (access->is_exchange) {
    mask = fxc_vec_exchanged(v, &access->exchange, mask);
    value = fxc_vec_exchanged(v, &access->exchange, value);
  }
  fxc_vec_store_row(v, store, value, first, mask);
}

static void store_row_or_scatter(struct fxc_vec *v, LLVMValueRef store, LLVMValueRef value,
                                 const struct access *access) {
  struct paths paths = split_paths(v, access);
  LLVMPositionBuilderAtEnd(v->builder, paths.row);
  store_row(v, store, value, access, paths.first);
  LLVMBuildBr(v->builder, paths.after);
  LLVMPositionBuilderAtEnd(v->builder, paths.other);
  fxc_vec_scatter(v, store, value);
  LLVMBuildBr(v->builder, paths.after);
  LLVMPositionBuilderAtEnd(v->builder, paths.after);
}

static void store_varying(struct fxc_vec *v, LLVMValueRef store, LLVMValueRef value, int64_t size) {
  LLVMValueRef pointer = LLVMGetOperand(store, 1);
  struct access access = plan_access(v, pointer, size);
  if (access.may_be_row)
    store_row_or_scatter(v, store, value, &access);
  else if (access.is_exchange)
    store_row(v, store, value, &access, fxc_vec_exchange_first(v, &access.exchange, pointer));
  else
    fxc_vec_scatter(v, store, value);
}

void fxc_vec_store(struct fxc_vec *v, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0), pointer = LLVMGetOperand(store, 1);
  LLVMTypeRef type = LLVMTypeOf(value);
  struct fxc_shape address = fxc_shape_of(&v->shapes, pointer);
  if (fxc_shape_is_uniform(address) && fxc_is_uniform(&v->shapes, value)) {
    fxc_vec_copy(v, store);
    return;
  }
  if (!is_plain(v, store, type)) {
    fxc_vec_by_lane(v, store);
    return;
  }
  if (fxc_vec_pair(v, store))
    return;
  int64_t size = (int64_t)LLVMABISizeOfType(v->layout, type);
  LLVMValueRef vector = fxc_vec_vector(v, value);
  if (fxc_shape_is_uniform(address)) {
    LLVMValueRef result =
        LLVMBuildStore(v->builder, last_active(v, vector), fxc_vec_scalar(v, pointer));
    LLVMSetAlignment(result, LLVMGetAlignment(store));
    with_metadata(v, result, store);
  } else if (address.kind == FXC_SHAPE_STRIDED && address.stride == size) {
    fxc_vec_store_row(v, store, vector, fxc_vec_scalar(v, pointer), v->mask);
  } else if (address.kind == FXC_SHAPE_STRIDED && address.stride == -size) {
    LLVMValueRef turned = reversed(v, vector), mask = v->mask ? reversed(v, v->mask) : NULL;
    LLVMValueRef first = last_element(v, fxc_vec_scalar(v, pointer), size);
    fxc_vec_store_row(v, store, turned, first, mask);
  } else if (address.kind == FXC_SHAPE_VARYING) {
    store_varying(v, store, vector, size);
  } else {
    fxc_vec_scatter(v, store, vector);
  }
}

/* ---- atomics ---- */

static const char *reduction_of(LLVMAtomicRMWBinOp operation) {
  switch (operation) {
  case LLVMAtomicRMWBinOpAdd:
  case LLVMAtomicRMWBinOpSub:
    return "add";
  case LLVMAtomicRMWBinOpAnd:
    return "and";
  case LLVMAtomicRMWBinOpOr:
    return "or";
  case LLVMAtomicRMWBinOpXor:
    return "xor";
  case LLVMAtomicRMWBinOpMax:
    return "smax";
  case LLVMAtomicRMWBinOpMin:
    return "smin";
  case LLVMAtomicRMWBinOpUMax:
    return "umax";
  case LLVMAtomicRMWBinOpUMin:
    return "umin";
  case LLVMAtomicRMWBinOpFAdd:
  case LLVMAtomicRMWBinOpFSub:
    return "fadd";
  default:
    return NULL;
  }
}

/* A single address whose old value is not used: the lanes are combined first. The guard of the
 * block ensures that one is active. */
static bool combine_atomic(struct fxc_vec *v, LLVMValueRef i) {
  LLVMValueRef pointer = LLVMGetOperand(i, 0), value = LLVMGetOperand(i, 1);
  const char *reduction = LLVMIsAAtomicRMWInst(i) && !LLVMGetFirstUse(i)
                              ? reduction_of(LLVMGetAtomicRMWBinOp(i))
                              : NULL;
  if (!reduction || LLVMGetVolatile(i) || !fxc_is_uniform(&v->shapes, pointer))
    return false;
  LLVMValueRef vector = fxc_vec_vector(v, value);
  if (v->mask) {
    LLVMValueRef identity = fxc_vec_splat(v, fxc_vec_identity(LLVMTypeOf(value), reduction));
    vector = LLVMBuildSelect(v->builder, v->mask, vector, identity, "");
  }
  LLVMValueRef copy = LLVMInstructionClone(i);
  LLVMSetOperand(copy, 0, fxc_vec_scalar(v, pointer));
  LLVMSetOperand(copy, 1, fxc_vec_reduce(v, reduction, vector));
  LLVMInsertIntoBuilder(v->builder, copy);
  return true;
}

void fxc_vec_atomic(struct fxc_vec *v, LLVMValueRef i) {
  if (!combine_atomic(v, i))
    fxc_vec_by_lane(v, i);
}

/* ---- private memory ---- */

void fxc_vec_alloca(struct fxc_vec *v, LLVMValueRef i) {
  struct fxc_shape shape = fxc_shape_of(&v->shapes, i);
  LLVMTypeRef type = LLVMGetAllocatedType(i);
  if (fxc_map_has(&v->common, i)) {
    LLVMValueRef copy = LLVMInstructionClone(i);
    LLVMInsertIntoBuilder(v->entry, copy);
    fxc_vec_define(v, i, copy);
    return;
  }
  unsigned long long count = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) * v->lanes;
  if (!fxc_vec_element_size(v, i) &&
      (unsigned long long)shape.stride * v->lanes != count * LLVMABISizeOfType(v->layout, type)) {
    type = v->i8; /* each lane's begins aligned */
    count = (unsigned long long)shape.stride * v->lanes;
  }
  LLVMValueRef memory = LLVMBuildArrayAlloca(v->entry, type, LLVMConstInt(v->i32, count, 0), "");
  unsigned alignment = LLVMGetAlignment(i);
  LLVMSetAlignment(memory, alignment < 64 ? 64 : alignment);
  fxc_vec_define(v, i, memory);
}
