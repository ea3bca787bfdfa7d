/* Writes the vector form: blocks, masks, phis, and the values that the current block sees. */
#include "compiler/native_cpu/vectorize/vectorize.h"

#include "compiler/ir/metadata.h"
#include "compiler/memory.h"
#include "support/vector.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* ---- types and constants ---- */

LLVMTypeRef fxc_vec_type(struct fxc_vec *v, LLVMTypeRef scalar) {
  if (LLVMGetTypeKind(scalar) != LLVMStructTypeKind)
    return LLVMVectorType(scalar, v->lanes);
  enum { MOST = 8 };
  LLVMTypeRef members[MOST];
  unsigned count = LLVMCountStructElementTypes(scalar);
  LLVMGetStructElementTypes(scalar, members);
  for (unsigned i = 0; i < count; i++)
    members[i] = fxc_vec_type(v, members[i]);
  return LLVMStructTypeInContext(v->context, members, count, 0);
}

LLVMValueRef fxc_vec_splat(struct fxc_vec *v, LLVMValueRef scalar) {
  LLVMTypeRef type = LLVMTypeOf(scalar);
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
    LLVMValueRef sum = LLVMGetPoison(fxc_vec_type(v, type));
    for (unsigned i = 0, count = LLVMCountStructElementTypes(type); i < count; i++)
      sum = LLVMBuildInsertValue(v->builder, sum,
                                 fxc_vec_splat(v, LLVMBuildExtractValue(v->builder, scalar, i, "")),
                                 i, "");
    return sum;
  }
  LLVMTypeRef vector = LLVMVectorType(type, v->lanes);
  if (LLVMIsPoison(scalar))
    return LLVMGetPoison(vector);
  LLVMValueRef one = LLVMBuildInsertElement(v->builder, LLVMGetPoison(vector), scalar,
                                            LLVMConstInt(v->i32, 0, 0), "");
  LLVMValueRef zeroes = LLVMConstNull(LLVMVectorType(v->i32, v->lanes));
  return LLVMBuildShuffleVector(v->builder, one, LLVMGetPoison(vector), zeroes, "");
}

LLVMValueRef fxc_vec_steps(struct fxc_vec *v, LLVMTypeRef type, int64_t stride) {
  LLVMValueRef elements[64];
  for (unsigned i = 0; i < v->lanes; i++)
    elements[i] = LLVMConstInt(type, (unsigned long long)stride * i, 1);
  return LLVMConstVector(elements, v->lanes);
}

LLVMValueRef fxc_vec_all_lanes(struct fxc_vec *v) {
  return LLVMConstAllOnes(LLVMVectorType(v->i1, v->lanes));
}

LLVMValueRef fxc_vec_any(struct fxc_vec *v, LLVMValueRef mask) {
  LLVMTypeRef bits = LLVMIntTypeInContext(v->context, v->lanes);
  LLVMValueRef number = LLVMBuildBitCast(v->builder, mask, bits, "");
  return LLVMBuildICmp(v->builder, LLVMIntNE, number, LLVMConstNull(bits), "any");
}

LLVMValueRef fxc_vec_intrinsic(struct fxc_vec *v, const char *name, LLVMTypeRef *types,
                               unsigned type_count, LLVMValueRef *arguments, unsigned count) {
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(v->module->ir, id, types, type_count);
  return LLVMBuildCall2(v->builder, LLVMGlobalGetValueType(function), function, arguments, count,
                        "");
}

/* ---- values ---- */

static bool is_varying(const struct fxc_vec *v, LLVMValueRef value) {
  return fxc_shape_of(&v->shapes, value).kind == FXC_SHAPE_VARYING;
}

static LLVMValueRef slot_of(struct fxc_vec *v, LLVMValueRef value) {
  LLVMValueRef slot = fxc_map_get(&v->slots, value);
  if (!slot) {
    LLVMTypeRef type = LLVMTypeOf(value);
    if (is_varying(v, value))
      type = fxc_vec_type(v, type);
    slot = LLVMBuildAlloca(v->entry, type, "");
    fxc_map_put(&v->slots, value, slot);
  }
  return slot;
}

static LLVMValueRef load_slot(struct fxc_vec *v, LLVMValueRef slot) {
  return LLVMBuildLoad2(v->builder, LLVMGetAllocatedType(slot), slot, "");
}

static LLVMValueRef parameter_of_form(struct fxc_vec *v, LLVMValueRef parameter) {
  for (unsigned i = 0;; i++)
    if (LLVMGetParam(v->scalar, i) == parameter)
      return LLVMGetParam(v->out, i);
}

LLVMValueRef fxc_vec_scalar(struct fxc_vec *v, LLVMValueRef value) {
  if (LLVMIsAArgument(value))
    return parameter_of_form(v, value);
  if (!LLVMIsAInstruction(value))
    return value;
  LLVMValueRef known = fxc_map_get(&v->known_scalars, value);
  if (!known) {
    known = fxc_map_get(&v->lasting, value);
    if (!known)
      known = load_slot(v, slot_of(v, value));
    fxc_map_put(&v->known_scalars, value, known);
  }
  return known;
}

static LLVMValueRef stride_out(struct fxc_vec *v, LLVMValueRef first, int64_t stride) {
  LLVMTypeRef type = LLVMTypeOf(first);
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
    LLVMValueRef steps = fxc_vec_steps(v, v->i64, stride);
    return LLVMBuildGEP2(v->builder, v->i8, first, &steps, 1, "");
  }
  return LLVMBuildAdd(v->builder, fxc_vec_splat(v, first), fxc_vec_steps(v, type, stride), "");
}

static LLVMValueRef first_lanes(struct fxc_vec *v, LLVMValueRef vector) {
  return LLVMBuildShuffleVector(v->builder, vector, LLVMGetPoison(LLVMTypeOf(vector)),
                                fxc_vec_steps(v, v->i32, 1), "");
}

LLVMValueRef fxc_vec_vector(struct fxc_vec *v, LLVMValueRef value) {
  LLVMValueRef known = fxc_map_get(&v->known_vectors, value);
  if (known)
    return known;
  struct fxc_shape shape = fxc_shape_of(&v->shapes, value);
  if (shape.kind == FXC_SHAPE_VARYING) {
    unsigned lanes = v->lanes;
    v->lanes = v->whole ? v->whole : lanes;
    known = fxc_map_get(&v->lasting, value);
    if (!known)
      known = load_slot(v, slot_of(v, value));
    v->lanes = lanes;
    if (v->whole)
      known = first_lanes(v, known);
  } else if (shape.stride == 0)
    known = fxc_vec_splat(v, fxc_vec_scalar(v, value));
  else
    known = stride_out(v, fxc_vec_scalar(v, value), shape.stride);
  fxc_map_put(&v->known_vectors, value, known);
  return known;
}

static bool is_used_elsewhere(LLVMValueRef instruction) {
  LLVMBasicBlockRef own = LLVMGetInstructionParent(instruction);
  for (LLVMUseRef use = LLVMGetFirstUse(instruction); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMGetInstructionParent(user) != own && !LLVMIsAPHINode(user))
      return true; /* a phi reads its operand at the end of the incoming block */
    if (LLVMIsAPHINode(user))
      for (unsigned i = 0, count = LLVMCountIncoming(user); i < count; i++)
        if (LLVMGetIncomingValue(user, i) == instruction && LLVMGetIncomingBlock(user, i) != own)
          return true;
  }
  return false;
}

void fxc_vec_define(struct fxc_vec *v, LLVMValueRef instruction, LLVMValueRef value) {
  struct fxc_map *map = is_varying(v, instruction) ? &v->known_vectors : &v->known_scalars;
  fxc_map_put(map, instruction, value);
  if (v->is_version)
    return;
  if (!fxc_map_has(&v->slotted, instruction))
    fxc_map_put(&v->lasting, instruction, value);
  else if (is_used_elsewhere(instruction) || fxc_map_has(&v->far, instruction))
    LLVMBuildStore(v->builder, value, slot_of(v, instruction));
}

LLVMValueRef fxc_vec_select(struct fxc_vec *v, LLVMValueRef condition, LLVMValueRef left,
                            LLVMValueRef right) {
  LLVMTypeRef type = LLVMTypeOf(left);
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
    return LLVMBuildSelect(v->builder, condition, left, right, "");
  LLVMValueRef sum = LLVMGetPoison(type);
  for (unsigned m = 0, count = LLVMCountStructElementTypes(type); m < count; m++) {
    LLVMValueRef a = LLVMBuildExtractValue(v->builder, left, m, "");
    LLVMValueRef b = LLVMBuildExtractValue(v->builder, right, m, "");
    sum = LLVMBuildInsertValue(v->builder, sum, fxc_vec_select(v, condition, a, b), m, "");
  }
  return sum;
}

/* ---- edges ---- */

struct edge {
  unsigned from, to;
  LLVMValueRef mask; /* lanes that take the edge; NULL: all */
};

static LLVMValueRef mask_slot(struct fxc_vec *v, unsigned block) {
  if (!v->mask_slots[block]) {
    LLVMTypeRef type = LLVMVectorType(v->i1, v->lanes);
    v->mask_slots[block] = LLVMBuildAlloca(v->entry, type, "mask");
  }
  return v->mask_slots[block];
}

static bool is_header(const struct fxc_vec *v, unsigned block) {
  unsigned loop = v->loops.innermost[block];
  return loop != FXC_NONE && v->loops.loops[loop].header == block;
}

/* Adds the lanes of the edge to the active mask of its target. */
static void pass_mask(struct fxc_vec *v, const struct edge *edge) {
  if (!v->shapes.is_masked[edge->to] || v->mask_owner[edge->to] != edge->to)
    return;
  LLVMValueRef mask = edge->mask ? edge->mask : fxc_vec_all_lanes(v);
  if (v->has_direct_mask[edge->to]) {
    v->lasting_masks[edge->to] = mask;
    return;
  }
  LLVMValueRef slot = mask_slot(v, edge->to);
  if (!is_header(v, edge->to) && edge->mask)
    mask = LLVMBuildOr(v->builder, load_slot(v, slot), mask, "");
  LLVMBuildStore(v->builder, mask, slot);
}

/* A phi without a slot: the branch comes first, then its side block. */
static void join(struct fxc_vec *v, const struct edge *edge, LLVMValueRef phi, LLVMValueRef value,
                 bool is_blended) {
  LLVMValueRef before = fxc_map_get(&v->joining, phi);
  if (edge->from != v->sides[edge->to]) {
    fxc_map_put(&v->skipping, phi, value);
  } else if (is_blended && is_varying(v, phi)) {
    value = fxc_vec_select(v, edge->mask, value, before);
  }
  fxc_map_put(&v->joining, phi, value);
}

/* Gives the target's phis their values along the edge: all are read before any is written. */
static void pass_phis(struct fxc_vec *v, const struct edge *edge) {
  FXS_VECTOR(LLVMValueRef) values = {0};
  LLVMBasicBlockRef from = v->cfg.blocks[edge->from], to = v->cfg.blocks[edge->to];
  for (LLVMValueRef phi = LLVMGetFirstInstruction(to); LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi))
    for (unsigned i = 0, count = LLVMCountIncoming(phi); i < count; i++)
      if (LLVMGetIncomingBlock(phi, i) == from) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        fxc_push(&values, is_varying(v, phi) ? fxc_vec_vector(v, value) : fxc_vec_scalar(v, value));
        break;
      }
  bool is_blended =
      edge->mask && !is_header(v, edge->to) &&
      (v->cfg.predecessor_start[edge->to + 1] - v->cfg.predecessor_start[edge->to] > 1 ||
       fxc_divergent_loop_left(&v->shapes, edge->from, edge->to) != FXC_NONE);
  size_t i = 0;
  v->side_end[edge->to] = LLVMGetInsertBlock(v->builder);
  for (LLVMValueRef phi = LLVMGetFirstInstruction(to); LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi)) {
    LLVMValueRef value = values.items[i++];
    if (!fxc_map_has(&v->slotted, phi)) {
      join(v, edge, phi, value, is_blended);
      continue;
    }
    LLVMValueRef slot = slot_of(v, phi);
    if (is_blended && is_varying(v, phi))
      value = fxc_vec_select(v, edge->mask, value, load_slot(v, slot));
    LLVMBuildStore(v->builder, value, slot);
  }
  fxs_vector_free(&values);
}

static void take_edge(struct fxc_vec *v, unsigned to, LLVMValueRef mask) {
  struct edge edge = {v->block, to, mask};
  pass_phis(v, &edge);
  pass_mask(v, &edge);
}

/* ---- terminators ---- */

static unsigned successor(const struct fxc_vec *v, unsigned i) {
  return v->cfg.successors[v->cfg.successor_start[v->block] + i];
}

static void end_uniform_branch(struct fxc_vec *v, LLVMValueRef terminator) {
  LLVMBasicBlockRef sides[2];
  LLVMValueRef condition = fxc_vec_scalar(v, LLVMGetOperand(terminator, 0));
  for (unsigned i = 0; i < 2; i++)
    sides[i] = LLVMInsertBasicBlockInContext(
        v->context, LLVMGetNextBasicBlock(LLVMGetInsertBlock(v->builder)), "way");
  LLVMBuildCondBr(v->builder, condition, sides[0], sides[1]);
  for (unsigned i = 0; i < 2; i++) {
    /* Values computed on the other path are not available on this one. */
    struct fxc_map scalars = v->known_scalars, vectors = v->known_vectors;
    v->known_scalars = fxc_map_copy(&scalars);
    v->known_vectors = fxc_map_copy(&vectors);
    LLVMPositionBuilderAtEnd(v->builder, sides[i]);
    take_edge(v, successor(v, i), v->mask);
    LLVMBuildBr(v->builder, v->heads[v->routes[v->block].next[i]]);
    fxc_map_free(&v->known_scalars);
    fxc_map_free(&v->known_vectors);
    v->known_scalars = scalars;
    v->known_vectors = vectors;
  }
}

/* An id compared with a uniform number. */
static bool is_of_ids(const struct fxc_vec *v, LLVMValueRef condition) {
  if (!LLVMIsAICmpInst(condition))
    return false;
  LLVMValueRef id = LLVMGetOperand(condition, 0);
  struct fxc_shape shape = fxc_shape_of(&v->shapes, id);
  return shape.bits && shape.stride == 1 &&
         fxc_is_uniform(&v->shapes, LLVMGetOperand(condition, 1)) &&
         LLVMGetTypeKind(LLVMTypeOf(id)) == LLVMIntegerTypeKind;
}

/* How many lanes satisfy such a condition, or its negation, where at least one does and these are
 * the first ones; more than there are is all. NULL if they may be others. */
static LLVMValueRef first_of_ids(struct fxc_vec *v, LLVMValueRef condition, bool wanted) {
  if (!is_of_ids(v, condition))
    return NULL;
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
  bool with_limit = predicate == (wanted ? LLVMIntULE : LLVMIntUGT) ||
                    predicate == (wanted ? LLVMIntSLE : LLVMIntSGT);
  if (!with_limit && predicate != (wanted ? LLVMIntULT : LLVMIntUGE) &&
      predicate != (wanted ? LLVMIntSLT : LLVMIntSGE))
    return NULL;
  LLVMValueRef first = fxc_vec_scalar(v, LLVMGetOperand(condition, 0));
  LLVMValueRef limit = fxc_vec_scalar(v, LLVMGetOperand(condition, 1));
  LLVMValueRef count = LLVMBuildSub(v->builder, limit, first, "firsts");
  LLVMValueRef one = LLVMConstInt(LLVMTypeOf(count), 1, 0);
  return with_limit ? LLVMBuildAdd(v->builder, count, one, "firsts") : count;
}

/* Whether any lane satisfies the condition, or its negation, decided by the first lane alone:
 * for an id compared with a uniform number. NULL if that is not sufficient. */
static LLVMValueRef any_of_ids(struct fxc_vec *v, LLVMValueRef condition, bool wanted) {
  if (!is_of_ids(v, condition))
    return NULL;
  LLVMValueRef id = LLVMGetOperand(condition, 0), limit = LLVMGetOperand(condition, 1);
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
  LLVMTypeRef type = LLVMTypeOf(id);
  LLVMValueRef most = LLVMConstInt(type, v->lanes - 1, 0);
  LLVMValueRef first = fxc_vec_scalar(v, id), bound = fxc_vec_scalar(v, limit);
  LLVMValueRef last = LLVMBuildNUWAdd(v->builder, first, most, "");
  if (predicate == LLVMIntEQ || predicate == LLVMIntNE) {
    if (wanted != (predicate == LLVMIntEQ))
      return LLVMConstInt(v->i1, 1, 0); /* there are at least two lanes */
    LLVMValueRef distance = LLVMBuildSub(v->builder, bound, first, "");
    return LLVMBuildICmp(v->builder, LLVMIntULE, distance, most, "any");
  }
  bool is_below = predicate == LLVMIntULT || predicate == LLVMIntULE || predicate == LLVMIntSLT ||
                  predicate == LLVMIntSLE;
  LLVMValueRef best = is_below == wanted ? first : last;
  LLVMValueRef result = LLVMBuildICmp(v->builder, predicate, best, bound, "any");
  return wanted ? result : LLVMBuildNot(v->builder, result, "");
}

static void end_folded(struct fxc_vec *v, LLVMValueRef terminator) {
  const struct fxc_route *route = &v->routes[v->block];
  unsigned count = LLVMGetNumSuccessors(terminator);
  LLVMValueRef masks[2] = {v->mask, NULL};
  if (count == 2) {
    LLVMValueRef condition = fxc_vec_vector(v, LLVMGetOperand(terminator, 0));
    for (unsigned i = 0; i < 2 && !v->mask; i++) {
      v->any[successor(v, i)] = any_of_ids(v, LLVMGetOperand(terminator, 0), i == 0);
      v->firsts[successor(v, i)] = first_of_ids(v, LLVMGetOperand(terminator, 0), i == 0);
    }
    masks[0] = condition;
    masks[1] = LLVMBuildNot(v->builder, condition, "");
    /* Not `and`: an inactive lane's condition may be poison. */
    for (unsigned i = 0; i < 2 && v->mask; i++)
      masks[i] =
          LLVMBuildSelect(v->builder, v->mask, masks[i], LLVMConstNull(LLVMTypeOf(condition)), "");
  }
  LLVMValueRef again = NULL;
  unsigned header = FXC_NONE;
  /* The back edge is emitted last: it gives the header's phis new values, while exits may still
   * need the old ones. */
  for (unsigned back = 0; back < 2; back++)
    for (unsigned i = 0; i < count; i++) {
      unsigned to = successor(v, i);
      if ((v->shapes.position[to] <= v->shapes.position[v->block]) != back)
        continue;
      take_edge(v, to, masks[i] ? masks[i] : fxc_vec_all_lanes(v));
      if (back) {
        header = to;
        again = masks[i];
      }
    }
  if (route->is_latch)
    LLVMBuildCondBr(v->builder, fxc_vec_any(v, again ? again : fxc_vec_all_lanes(v)),
                    v->heads[header], v->heads[route->next[0]]);
  else
    LLVMBuildBr(v->builder, v->heads[route->next[0]]);
}

static void end_block(struct fxc_vec *v, LLVMValueRef terminator) {
  LLVMSetCurrentDebugLocation2(v->builder, LLVMInstructionGetDebugLoc(terminator));
  if (LLVMGetInstructionOpcode(terminator) == LLVMRet) {
    LLVMBuildRetVoid(v->builder);
  } else if (v->routes[v->block].is_folded) {
    end_folded(v, terminator);
  } else if (LLVMGetNumSuccessors(terminator) == 1 || successor(v, 0) == successor(v, 1)) {
    take_edge(v, successor(v, 0), v->mask);
    LLVMBuildBr(v->builder, v->heads[v->routes[v->block].next[0]]);
  } else {
    end_uniform_branch(v, terminator);
  }
}

/* ---- blocks ---- */

/* Initial values of slots (slots.c). A value that was never computed is never used by an active
 * lane, but a uniform one may be branched on, so it must be defined. */
static void start_slots(struct fxc_vec *v) {
  for (const struct fxc_start *start = v->starts[v->block]; start; start = start->next) {
    LLVMValueRef slot = start->value ? slot_of(v, start->value) : mask_slot(v, start->masked);
    LLVMTypeRef type = LLVMGetAllocatedType(slot);
    bool is_vector = start->value && is_varying(v, start->value);
    LLVMBuildStore(v->builder, is_vector ? LLVMGetPoison(type) : LLVMConstNull(type), slot);
  }
}

static void begin_phis(struct fxc_vec *v, unsigned block) {
  unsigned side = v->sides[block];
  for (LLVMValueRef i = LLVMGetFirstInstruction(v->cfg.blocks[block]); LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i)) {
    if (fxc_map_has(&v->slotted, i))
      continue;
    LLVMValueRef value = fxc_map_get(&v->joining, i);
    if (v->routes[side].is_guarded) {
      LLVMValueRef values[2] = {value, fxc_map_get(&v->skipping, i)};
      LLVMBasicBlockRef blocks[2] = {v->side_end[block], v->heads[side]};
      value = LLVMBuildPhi(v->builder, LLVMTypeOf(value), "");
      LLVMAddIncoming(value, values, blocks, 2);
    }
    fxc_map_put(&v->lasting, i, value);
  }
}

static void begin_block(struct fxc_vec *v, unsigned block) {
  v->block = block;
  fxc_map_free(&v->known_scalars);
  fxc_map_free(&v->known_vectors);
  v->known_scalars = v->known_vectors = (struct fxc_map){0};
  LLVMPositionBuilderAtEnd(v->builder, v->heads[block]);
  LLVMSetCurrentDebugLocation2(v->builder, NULL);
  begin_phis(v, block);
  unsigned owner = v->mask_owner[block];
  v->mask = !v->shapes.is_masked[owner] ? v->entry_mask
            : v->has_direct_mask[owner] ? v->lasting_masks[owner]
                                        : load_slot(v, mask_slot(v, owner));
  start_slots(v);
  v->first_count = NULL;
  if (!v->routes[block].is_guarded)
    return;
  LLVMBasicBlockRef inside =
      LLVMInsertBasicBlockInContext(v->context, LLVMGetNextBasicBlock(v->heads[block]), "guarded");
  bool is_direct = v->has_direct_mask[owner] && owner == block;
  LLVMValueRef any = is_direct ? v->any[block] : NULL;
  v->first_count = is_direct ? v->firsts[block] : NULL;
  LLVMBuildCondBr(v->builder, any ? any : fxc_vec_any(v, v->mask), inside,
                  v->heads[v->routes[block].skip]);
  LLVMPositionBuilderAtEnd(v->builder, inside);
}

static void make_heads(struct fxc_vec *v) {
  LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(v->context, v->out, "entry");
  LLVMPositionBuilderAtEnd(v->entry, entry);
  if (v->active) {
    LLVMPositionBuilderAtEnd(v->builder, entry);
    v->entry_mask = LLVMBuildICmp(v->builder, LLVMIntULT, fxc_vec_steps(v, v->i32, 1),
                                  fxc_vec_splat(v, v->active), "active");
  }
  for (unsigned p = 0; p < v->cfg.count; p++) {
    unsigned block = v->shapes.order[p];
    v->heads[block] = LLVMAppendBasicBlockInContext(v->context, v->out,
                                                    LLVMGetBasicBlockName(v->cfg.blocks[block]));
  }
  /* A final block, so that every block has a successor in layout order before which new blocks
   * can be inserted. */
  LLVMAppendBasicBlockInContext(v->context, v->out, "end");
}

void fxc_vec_emit(struct fxc_vec *v) {
  v->entry = LLVMCreateBuilderInContext(v->context);
  v->builder = LLVMCreateBuilderInContext(v->context);
  v->heads = calloc(v->cfg.count, sizeof *v->heads);
  v->mask_slots = calloc(v->cfg.count, sizeof *v->mask_slots);
  v->lasting_masks = calloc(v->cfg.count, sizeof *v->lasting_masks);
  v->any = calloc(v->cfg.count, sizeof *v->any);
  v->firsts = calloc(v->cfg.count, sizeof *v->firsts);
  v->side_end = calloc(v->cfg.count, sizeof *v->side_end);
  fxc_must(v->side_end);
  fxc_must(v->any);
  fxc_must(v->firsts);
  fxc_must(v->lasting_masks);
  fxc_must(v->heads);
  fxc_must(v->mask_slots);
  make_heads(v);
  for (unsigned p = 0; p < v->cfg.count; p++) {
    unsigned block = v->shapes.order[p];
    begin_block(v, block);
    LLVMValueRef i = LLVMGetFirstInstruction(v->cfg.blocks[block]);
    while (LLVMIsAPHINode(i))
      i = LLVMGetNextInstruction(i);
    if (fxc_vec_guarded(v))
      i = LLVMGetBasicBlockTerminator(v->cfg.blocks[block]);
    while (!LLVMIsATerminatorInst(i)) {
      LLVMValueRef behind = fxc_vec_rows(v, i);
      if (!behind) {
        LLVMSetCurrentDebugLocation2(v->builder, LLVMInstructionGetDebugLoc(i));
        fxc_vec_widen(v, i);
        behind = LLVMGetNextInstruction(i);
      }
      i = behind;
    }
    end_block(v, i);
  }
  LLVMBuildBr(v->entry, v->heads[0]);
  LLVMDeleteBasicBlock(LLVMGetLastBasicBlock(v->out));
  LLVMDisposeBuilder(v->entry);
  LLVMDisposeBuilder(v->builder);
  free(v->heads);
  free(v->mask_slots);
  free(v->lasting_masks);
  free(v->any);
  free(v->firsts);
  free(v->side_end);
  fxc_map_free(&v->joining);
  fxc_map_free(&v->skipping);
  v->joining = v->skipping = (struct fxc_map){0};
  fxc_map_free(&v->slots);
  fxc_map_free(&v->lasting);
  fxc_map_free(&v->known_scalars);
  fxc_map_free(&v->known_vectors);
  v->slots = v->lasting = v->known_scalars = v->known_vectors = (struct fxc_map){0};
}
