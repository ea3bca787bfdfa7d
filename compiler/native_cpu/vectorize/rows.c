/* Ids that are mapped to rows and columns: i % n, i / n, i & (n - 1).
 *
 * Within one row neighbours stay neighbours, and most vectors lie within one row. From the first
 * such operation of a block on, as far as it makes a difference, the block is emitted twice: for
 * vectors whose lanes lie in one row, where the remainder is strided and the quotient uniform,
 * and therefore addresses are too; and for all others. A scalar test on the first lane selects
 * one. */
#include "compiler/native_cpu/vectorize/vectorize.h"

#include "compiler/memory.h"
#include "support/vector.h"

#include <llvm-c/DebugInfo.h>

enum { MOST_INSTRUCTIONS = 96 };

/* ---- operations that map ids to rows ---- */

enum cut { NO_CUT, CUT_MASK, CUT_BIT, CUT_DIVISION };

static bool is_only_tested(LLVMValueRef i) {
  for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use))
    if (!LLVMIsAICmpInst(LLVMGetUser(use)))
      return false;
  return true;
}

static bool is_division(LLVMOpcode opcode) {
  return opcode == LLVMUDiv || opcode == LLVMURem || opcode == LLVMSDiv || opcode == LLVMSRem;
}

static enum cut cut_of(const struct fxc_vec *v, LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (!LLVMIsABinaryOperator(i) ||
      (opcode != LLVMAnd && opcode != LLVMLShr && !is_division(opcode)))
    return NO_CUT;
  LLVMValueRef id = LLVMGetOperand(i, 0), by = LLVMGetOperand(i, 1);
  struct fxc_shape shape = fxc_shape_of(&v->shapes, id);
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(i));
  if (shape.kind != FXC_SHAPE_STRIDED || shape.stride != 1 || !fxc_is_uniform(&v->shapes, by) ||
      width > 64 || width < 32)
    return NO_CUT;
  bool is_number = LLVMIsAConstantInt(by);
  unsigned long long number = is_number ? LLVMConstIntGetZExtValue(by) : 0, lanes = v->lanes;
  if (opcode == LLVMLShr)
    return is_number && number < width && 1ull << number >= lanes ? CUT_BIT : NO_CUT;
  if (is_division(opcode))
    return shape.bits && (!is_number || number >= lanes) ? CUT_DIVISION : NO_CUT;
  if (is_number && (number & (lanes - 1)) != lanes - 1 && (number & (lanes - 1)) != 0)
    return NO_CUT;
  return is_number           ? (number & (lanes - 1) ? CUT_MASK : CUT_BIT)
         : is_only_tested(i) ? CUT_BIT
                             : CUT_MASK;
}

/* The shape of i for vectors whose lanes lie in one row. */
static struct fxc_shape shape_in_row(const struct fxc_vec *v, LLVMValueRef i, enum cut cut) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  bool is_place = cut == CUT_MASK || opcode == LLVMURem || opcode == LLVMSRem;
  unsigned char bits = fxc_shape_of(&v->shapes, LLVMGetOperand(i, 0)).bits;
  return (struct fxc_shape){FXC_SHAPE_STRIDED, !is_place || bits, is_place ? bits : 0, is_place};
}

/* True if all lanes are in one row. */
static LLVMValueRef test_row(struct fxc_vec *v, LLVMValueRef i, enum cut cut) {
  LLVMBuilderRef b = v->builder;
  LLVMTypeRef type = LLVMTypeOf(i);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  LLVMValueRef first = fxc_vec_scalar(v, LLVMGetOperand(i, 0));
  LLVMValueRef by = fxc_vec_scalar(v, LLVMGetOperand(i, 1));
  LLVMValueRef most = LLVMConstInt(type, v->lanes - 1, 0);
  if (cut == CUT_DIVISION) {
    bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem;
    LLVMValueRef place =
        is_signed ? LLVMBuildSRem(b, first, by, "") : LLVMBuildURem(b, first, by, "");
    LLVMValueRef left = LLVMBuildSub(b, by, place, "");
    return LLVMBuildICmp(b, is_signed ? LLVMIntSGT : LLVMIntUGT, left, most, "is_row");
  }
  /* The bits in which lanes may differ: those of the lane numbers, and those that change where
   * the last lane is in another row. */
  LLVMValueRef last = LLVMBuildAdd(b, first, most, "");
  LLVMValueRef bits = LLVMBuildOr(b, LLVMBuildXor(b, first, last, ""), most, "");
  if (opcode == LLVMLShr)
    bits = LLVMBuildLShr(b, bits, by, "");
  else
    bits = LLVMBuildAnd(b, bits, cut == CUT_MASK ? LLVMBuildNot(b, by, "") : by, "");
  return LLVMBuildICmp(b, LLVMIntEQ, bits, LLVMConstNull(type), "is_row");
}

/* ---- the part of the block that is emitted twice ---- */

struct entry {
  LLVMValueRef instruction;
  enum cut cut;
  struct fxc_shape in_row, else_shape;
  LLVMValueRef values[2]; /* of the two versions */
};

struct part {
  FXS_VECTOR(struct entry) entries;
  struct fxc_map members;
};

static bool has_effect(LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  return opcode == LLVMStore || opcode == LLVMAtomicRMW || opcode == LLVMAtomicCmpXchg ||
         opcode == LLVMFence || (opcode == LLVMLoad && LLVMGetVolatile(i)) ||
         (opcode == LLVMCall && !fxc_vec_is_ignored(i) && !fxc_vec_is_speculatable(i));
}

static bool is_same(struct fxc_shape a, struct fxc_shape b) {
  return a.kind == b.kind && a.stride == b.stride;
}

static bool is_row_of(struct fxc_vec *v, LLVMValueRef access, LLVMValueRef pointer) {
  bool is_store = LLVMIsAStoreInst(access);
  LLVMTypeRef type = LLVMTypeOf(is_store ? LLVMGetOperand(access, 0) : access);
  struct fxc_shape shape = fxc_shape_of(&v->shapes, pointer);
  return shape.kind == FXC_SHAPE_STRIDED &&
         ((shape.stride == 0 && !is_store) ||
          shape.stride == (int64_t)LLVMABISizeOfType(v->layout, type));
}

static void set_shapes(struct fxc_vec *v, const struct part *part, bool is_in_row) {
  for (size_t k = 0; k < part->entries.count; k++) {
    const struct entry *e = &part->entries.items[k];
    fxc_shape_set(&v->shapes, e->instruction, is_in_row ? e->in_row : e->else_shape);
  }
}

/* Fills part with what is emitted twice from i on, and leaves the shapes as they are within a
 * row; false, with the shapes unchanged, if that does not pay off. */
static bool find_part(struct fxc_vec *v, LLVMValueRef start, struct part *part) {
  size_t end = 0;
  bool pays = false, is_after_effect = false;
  for (LLVMValueRef i = start; i && !LLVMIsATerminatorInst(i); i = LLVMGetNextInstruction(i)) {
    if ((LLVMIsACallInst(i) && !fxc_vec_is_ignored(i) && !fxc_vec_is_speculatable(i)) ||
        LLVMIsAAllocaInst(i) || part->entries.count > MOST_INSTRUCTIONS)
      break;
    struct entry e = {.instruction = i, .else_shape = fxc_shape_of(&v->shapes, i)};
    bool is_access = LLVMIsALoadInst(i) || LLVMIsAStoreInst(i);
    LLVMValueRef pointer = is_access ? LLVMGetOperand(i, LLVMIsAStoreInst(i) ? 1 : 0) : NULL;
    if (e.else_shape.kind == FXC_SHAPE_VARYING && !is_after_effect)
      e.cut = cut_of(v, i);
    e.in_row = e.cut                                    ? shape_in_row(v, i, e.cut)
               : e.else_shape.kind == FXC_SHAPE_VARYING ? fxc_shape_by_operands(&v->shapes, i)
                                                        : e.else_shape;
    fxc_shape_set(&v->shapes, i, e.in_row);
    fxc_push(&part->entries, e);
    pays = pays || e.cut == CUT_DIVISION;
    bool is_touched = is_access && fxc_map_has(&part->members, pointer);
    pays = pays || (is_touched && is_row_of(v, i, pointer));
    if (!is_same(e.in_row, e.else_shape))
      fxc_map_put(&part->members, i, i);
    if (!is_same(e.in_row, e.else_shape) || is_touched)
      end = part->entries.count;
    is_after_effect = is_after_effect || has_effect(i);
  }
  if (!pays)
    end = 0;
  for (size_t k = end; k < part->entries.count; k++)
    fxc_shape_set(&v->shapes, part->entries.items[k].instruction,
                  part->entries.items[k].else_shape);
  if (!pays)
    set_shapes(v, part, false);
  part->entries.count = end;
  return pays;
}

static void free_part(struct part *part) {
  fxs_vector_free(&part->entries);
  fxc_map_free(&part->members);
}

/* ---- writing it ---- */

static LLVMBasicBlockRef block_behind(struct fxc_vec *v, const char *name) {
  LLVMBasicBlockRef next = LLVMGetNextBasicBlock(LLVMGetInsertBlock(v->builder));
  return LLVMInsertBasicBlockInContext(v->context, next, name);
}

/* Ends in a branch to `after`; returns the block it comes from. */
static LLVMBasicBlockRef write_version(struct fxc_vec *v, struct part *part, unsigned version,
                                       LLVMBasicBlockRef other, LLVMBasicBlockRef after) {
  struct fxc_map scalars = v->known_scalars, vectors = v->known_vectors;
  v->known_scalars = fxc_map_copy(&scalars);
  v->known_vectors = fxc_map_copy(&vectors);
  v->is_version = true;
  v->is_row = version == 0;
  for (size_t k = 0; k < part->entries.count; k++) {
    struct entry *e = &part->entries.items[k];
    LLVMSetCurrentDebugLocation2(v->builder, LLVMInstructionGetDebugLoc(e->instruction));
    if (version == 0 && e->cut) {
      LLVMValueRef is_row = test_row(v, e->instruction, e->cut);
      LLVMBasicBlockRef row = block_behind(v, "row");
      LLVMBuildCondBr(v->builder, is_row, row, other);
      LLVMPositionBuilderAtEnd(v->builder, row);
    }
    fxc_vec_widen(v, e->instruction);
  }
  for (size_t k = 0; k < part->entries.count; k++) {
    struct entry *e = &part->entries.items[k];
    if (LLVMGetTypeKind(LLVMTypeOf(e->instruction)) != LLVMVoidTypeKind)
      e->values[version] = e->else_shape.kind == FXC_SHAPE_VARYING
                               ? fxc_vec_vector(v, e->instruction)
                               : fxc_vec_scalar(v, e->instruction);
  }
  v->is_version = v->is_row = false;
  fxc_map_free(&v->known_scalars);
  fxc_map_free(&v->known_vectors);
  v->known_scalars = scalars;
  v->known_vectors = vectors;
  LLVMBasicBlockRef end = LLVMGetInsertBlock(v->builder);
  LLVMBuildBr(v->builder, after);
  return end;
}

static bool may_begin(const struct fxc_vec *v, LLVMValueRef i, unsigned block) {
  bool has_active = !v->shapes.is_masked[block] || (v->routes && v->routes[block].is_guarded);
  return has_active && fxc_shape_of(&v->shapes, i).kind == FXC_SHAPE_VARYING && cut_of(v, i);
}

void fxc_vec_visit_in_rows(struct fxc_vec *v, unsigned block,
                           void (*visit)(struct fxc_vec *, LLVMValueRef, void *), void *context) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(v->cfg.blocks[block]); i;
       i = LLVMGetNextInstruction(i)) {
    struct part part = {0};
    if (may_begin(v, i, block) && find_part(v, i, &part)) {
      for (size_t k = 0; k < part.entries.count; k++) {
        i = part.entries.items[k].instruction;
        visit(v, i, context);
      }
      set_shapes(v, &part, false);
    } else {
      visit(v, i, context);
    }
    free_part(&part);
  }
}

LLVMValueRef fxc_vec_rows(struct fxc_vec *v, LLVMValueRef start) {
  struct part part = {0};
  if (!may_begin(v, start, v->block))
    return NULL;
  if (!find_part(v, start, &part)) {
    free_part(&part);
    return NULL;
  }
  LLVMValueRef last = part.entries.items[part.entries.count - 1].instruction;
  LLVMBasicBlockRef after = block_behind(v, "rows.done"), other = block_behind(v, "rows.several");
  LLVMBasicBlockRef ends[2];
  ends[0] = write_version(v, &part, 0, other, after);
  set_shapes(v, &part, false);
  LLVMPositionBuilderAtEnd(v->builder, other);
  ends[1] = write_version(v, &part, 1, other, after);
  LLVMPositionBuilderAtEnd(v->builder, after);
  /* All values get phis, since code further down may look through those it uses. LLVM removes
   * the unused ones. */
  for (size_t k = 0; k < part.entries.count; k++) {
    struct entry *e = &part.entries.items[k];
    if (!e->values[0])
      continue;
    LLVMValueRef phi = LLVMBuildPhi(v->builder, LLVMTypeOf(e->values[0]), "");
    LLVMAddIncoming(phi, e->values, ends, 2);
    e->values[0] = phi;
  }
  for (size_t k = 0; k < part.entries.count; k++)
    if (part.entries.items[k].values[0])
      fxc_vec_define(v, part.entries.items[k].instruction, part.entries.items[k].values[0]);
  free_part(&part);
  return LLVMGetNextInstruction(last);
}
