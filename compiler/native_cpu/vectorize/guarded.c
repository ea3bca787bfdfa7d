/* Short guarded blocks between barriers, such as `if (l < s) t[l] += t[l + s];`, in several
 * versions.
 *
 * Processors do not forward what a masked store wrote to loads that follow, nor part of a vector
 * to a load of a whole one; and the steps of a tree follow each other in the same few vectors. If
 * all lanes are active, the block is done without masks; if the first half of them are, or the
 * first quarter, down to one, so are vectors of that many lanes: each step of a tree loads parts
 * of what the one before stored. If at most half of the lanes are active otherwise, the block is
 * done for one of them after the other, with loads as narrow as the stores. Else it is masked. */
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "compiler/native_cpu/vectorize/vectorize.h"

#include <llvm-c/DebugInfo.h>
#include <stdint.h>

enum { MOST_INSTRUCTIONS = 16 };

/* ---- which blocks ---- */

/* Only instructions before the block's end use it: what the versions compute is in them alone. */
static bool is_of_block(LLVMValueRef i) {
  LLVMBasicBlockRef own = LLVMGetInstructionParent(i);
  for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user) || LLVMIsAPHINode(user) || LLVMIsATerminatorInst(user) ||
        LLVMGetInstructionParent(user) != own)
      return false;
  }
  return true;
}

/* Neighbours in memory; a load may also be of one place. */
static bool is_row(const struct fxc_vec *v, LLVMValueRef access) {
  bool is_store = LLVMIsAStoreInst(access);
  LLVMTypeRef type = LLVMTypeOf(is_store ? LLVMGetOperand(access, 0) : access);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  struct fxc_shape shape = fxc_shape_of(&v->shapes, LLVMGetOperand(access, is_store ? 1 : 0));
  int64_t size = (int64_t)LLVMABISizeOfType(v->layout, type);
  return (kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ||
          kind == LLVMHalfTypeKind) &&
         !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic &&
         LLVMSizeOfTypeInBits(v->layout, type) == 8 * (unsigned long long)size &&
         shape.kind == FXC_SHAPE_STRIDED && (shape.stride == size || (!is_store && !shape.stride));
}

/* Cheap enough to be done several times. */
static bool is_cheap(LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFMul:
  case LLVMFNeg:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMICmp:
  case LLVMFCmp:
  case LLVMSelect:
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMGetElementPtr:
    return true;
  case LLVMCall:
    return fxc_vec_is_ignored(i) || (fxc_vec_is_widened(i) && fxc_vec_is_speculatable(i));
  default:
    return false;
  }
}

static bool is_wanted(const struct fxc_vec *v) {
  LLVMBasicBlockRef block = v->cfg.blocks[v->block];
  LLVMValueRef first = LLVMGetFirstInstruction(block), end = LLVMGetBasicBlockTerminator(block);
  if (!v->mask || v->active || !v->routes[v->block].is_guarded || LLVMIsAPHINode(first) ||
      !fxc_group_use_of(v->scalar).barriers)
    return false;
  unsigned count = 0, loads = 0, stores = 0;
  for (LLVMValueRef i = first; i != end; i = LLVMGetNextInstruction(i)) {
    bool is_access = LLVMIsALoadInst(i) || LLVMIsAStoreInst(i);
    bool is_private = LLVMIsAGetElementPtrInst(i) && fxc_vec_element_size(v, i); /* private.c */
    if (count++ == MOST_INSTRUCTIONS || LLVMGetNumOperands(i) > MOST_INSTRUCTIONS ||
        !(is_access ? is_row(v, i) : is_cheap(i)) || is_private || !is_of_block(i))
      return false;
    loads += LLVMIsALoadInst(i) != NULL;
    stores += LLVMIsAStoreInst(i) != NULL;
  }
  return loads && stores;
}

/* ---- the versions ---- */

static void write_vectors(struct fxc_vec *v) {
  LLVMBasicBlockRef block = v->cfg.blocks[v->block];
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != end; i = LLVMGetNextInstruction(i)) {
    LLVMSetCurrentDebugLocation2(v->builder, LLVMInstructionGetDebugLoc(i));
    fxc_vec_widen(v, i);
  }
}

/* An operand's value in the lane. */
static LLVMValueRef of_lane(struct fxc_vec *v, const struct fxc_map *copies, LLVMValueRef value,
                            LLVMValueRef lane) {
  LLVMValueRef copy = fxc_map_get(copies, value);
  struct fxc_shape shape = fxc_shape_of(&v->shapes, value);
  if (copy || (!LLVMIsAInstruction(value) && !LLVMIsAArgument(value)))
    return copy ? copy : value;
  if (shape.kind == FXC_SHAPE_VARYING)
    return LLVMBuildExtractElement(v->builder, fxc_vec_vector(v, value), lane, "");
  LLVMValueRef first = fxc_vec_scalar(v, value);
  if (!shape.stride)
    return first;
  bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
  LLVMTypeRef type = is_pointer ? v->i64 : LLVMTypeOf(value);
  LLVMValueRef stride = LLVMConstInt(type, (unsigned long long)shape.stride, 1);
  LLVMValueRef count = LLVMBuildIntCast2(v->builder, lane, type, 0, "");
  LLVMValueRef step = LLVMBuildMul(v->builder, count, stride, "");
  return is_pointer ? LLVMBuildGEP2(v->builder, v->i8, first, &step, 1, "")
                    : LLVMBuildAdd(v->builder, first, step, "");
}

/* The block for one lane. */
static void write_lane(struct fxc_vec *v, LLVMValueRef lane) {
  LLVMBasicBlockRef block = v->cfg.blocks[v->block];
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  struct fxc_map copies = {0};
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != end; i = LLVMGetNextInstruction(i)) {
    LLVMValueRef operands[MOST_INSTRUCTIONS];
    unsigned count = (unsigned)LLVMGetNumOperands(i);
    if (LLVMIsACallInst(i) && fxc_vec_is_ignored(i))
      continue;
    unsigned own = LLVMIsACallInst(i) ? count - 1 : count; /* without the callee */
    for (unsigned k = 0; k < own; k++)
      operands[k] = of_lane(v, &copies, LLVMGetOperand(i, k), lane);
    LLVMValueRef copy = LLVMInstructionClone(i);
    for (unsigned k = 0; k < own; k++)
      LLVMSetOperand(copy, k, operands[k]);
    if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i))
      LLVMSetAlignment(copy, fxc_vec_alignment(v, i));
    LLVMSetCurrentDebugLocation2(v->builder, LLVMInstructionGetDebugLoc(i));
    LLVMInsertIntoBuilder(v->builder, copy);
    fxc_map_put(&copies, i, copy);
  }
  fxc_map_free(&copies);
}

/* From the lowest active lane to the highest one. */
static void write_lanes(struct fxc_vec *v, LLVMValueRef active, LLVMBasicBlockRef after) {
  LLVMBasicBlockRef from = LLVMGetInsertBlock(v->builder);
  LLVMBasicBlockRef loop = LLVMInsertBasicBlockInContext(v->context, after, "few.lane");
  LLVMTypeRef bits = LLVMTypeOf(active);
  LLVMBuildBr(v->builder, loop);
  LLVMPositionBuilderAtEnd(v->builder, loop);
  LLVMValueRef left = LLVMBuildPhi(v->builder, bits, "left");
  LLVMValueRef arguments[2] = {left, LLVMConstInt(v->i1, 1, 0)};
  LLVMValueRef lane = fxc_vec_intrinsic(v, "llvm.cttz", &bits, 1, arguments, 2);
  lane = LLVMBuildIntCast2(v->builder, lane, v->i32, 0, "lane");
  write_lane(v, lane);
  LLVMValueRef less = LLVMBuildSub(v->builder, left, LLVMConstInt(bits, 1, 0), "");
  LLVMValueRef next = LLVMBuildAnd(v->builder, left, less, "");
  LLVMAddIncoming(left, &active, &from, 1);
  LLVMBasicBlockRef latch = LLVMGetInsertBlock(v->builder);
  LLVMAddIncoming(left, &next, &latch, 1);
  LLVMValueRef is_last = LLVMBuildICmp(v->builder, LLVMIntEQ, next, LLVMConstNull(bits), "");
  LLVMBuildCondBr(v->builder, is_last, after, loop);
}

/* What a version is for: the first lanes, all of which are active, and no others; or those that
 * are, in masked vectors or one after the other. */
struct version {
  enum { FIRST, FEW, MASKED } kind;
  unsigned lanes; /* FIRST */
  LLVMBasicBlockRef block;
};

static void write_version(struct fxc_vec *v, const struct version *version, LLVMValueRef active,
                          LLVMBasicBlockRef after) {
  struct fxc_map scalars = v->known_scalars, vectors = v->known_vectors;
  LLVMValueRef mask = v->mask;
  unsigned whole = v->lanes;
  bool is_narrow = version->lanes < whole && version->kind == FIRST;
  v->known_scalars = fxc_map_copy(&scalars); /* values stay inside of the version */
  v->known_vectors = is_narrow ? (struct fxc_map){0} : fxc_map_copy(&vectors);
  v->whole = is_narrow ? whole : 0;
  v->lanes = is_narrow ? version->lanes : whole;
  v->mask = version->kind == FIRST ? NULL : mask;
  v->is_version = true;
  LLVMPositionBuilderAtEnd(v->builder, version->block);
  if (version->kind == FEW) {
    write_lanes(v, active, after);
  } else {
    write_vectors(v);
    LLVMBuildBr(v->builder, after);
  }
  v->is_version = false;
  v->mask = mask;
  v->lanes = whole;
  v->whole = 0;
  fxc_map_free(&v->known_scalars);
  fxc_map_free(&v->known_vectors);
  v->known_scalars = scalars;
  v->known_vectors = vectors;
}

/* Whether just the first lanes are active, so many: of all lanes, or of fewer. */
static LLVMValueRef test_first(struct fxc_vec *v, LLVMValueRef active, unsigned lanes) {
  bool is_all = lanes == v->lanes;
  if (v->first_count) {
    LLVMValueRef count = LLVMConstInt(LLVMTypeOf(v->first_count), lanes, 0);
    return LLVMBuildICmp(v->builder, is_all ? LLVMIntUGE : LLVMIntEQ, v->first_count, count, "");
  }
  LLVMValueRef ones = LLVMConstInt(LLVMTypeOf(active), UINT64_MAX >> (64 - lanes), 0);
  return LLVMBuildICmp(v->builder, LLVMIntEQ, active, ones, "");
}

bool fxc_vec_guarded(struct fxc_vec *v) {
  if (!is_wanted(v))
    return false;
  LLVMBuilderRef b = v->builder;
  LLVMTypeRef bits = LLVMIntTypeInContext(v->context, v->lanes);
  LLVMValueRef active = LLVMBuildBitCast(b, v->mask, bits, "");
  LLVMBasicBlockRef next = LLVMGetNextBasicBlock(LLVMGetInsertBlock(b));
  LLVMBasicBlockRef after = LLVMInsertBasicBlockInContext(v->context, next, "guarded.done");
  struct version versions[9]; /* for 64, 32, … 1 lanes, and two more */
  unsigned count = 0;
  for (unsigned lanes = v->lanes; lanes; lanes /= 2) {
    const char *name = count ? "first" : "all";
    LLVMBasicBlockRef first = LLVMInsertBasicBlockInContext(v->context, after, name);
    LLVMBasicBlockRef others = LLVMInsertBasicBlockInContext(v->context, after, "some");
    LLVMBuildCondBr(b, test_first(v, active, lanes), first, others);
    LLVMPositionBuilderAtEnd(b, others);
    versions[count++] = (struct version){FIRST, lanes, first};
  }
  LLVMBasicBlockRef few = LLVMInsertBasicBlockInContext(v->context, after, "few");
  LLVMBasicBlockRef several = LLVMInsertBasicBlockInContext(v->context, after, "several");
  LLVMValueRef number = fxc_vec_intrinsic(v, "llvm.ctpop", &bits, 1, &active, 1);
  LLVMValueRef half = LLVMConstInt(bits, v->lanes / 2, 0);
  LLVMValueRef is_few = LLVMBuildICmp(b, LLVMIntULE, number, half, "is_few");
  LLVMBuildCondBr(b, is_few, few, several);
  versions[count++] = (struct version){FEW, 0, few};
  versions[count++] = (struct version){MASKED, 0, several};
  for (unsigned k = 0; k < count; k++)
    write_version(v, &versions[k], active, after);
  LLVMPositionBuilderAtEnd(b, after);
  return true;
}
