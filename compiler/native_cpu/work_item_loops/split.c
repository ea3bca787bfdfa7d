/* Splitting at barriers: the regions, the values live between them, and where those are stored. */
#include "compiler/native_cpu/work_item_loops/split.h"

#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/ir/cfg.h"
#include "compiler/ir/liveness.h"
#include "compiler/ir/uniform.h"
#include "compiler/memory.h"
#include "falx/native_cpu.h"

enum { CHEAP = 8 }; /* instructions that may be recomputed instead of spilled */

/* Analyses of the function after it was split. */
struct analysis {
  struct fxc_item_loops *self;
  struct fxc_split *split;
  struct fxc_cfg cfg;
  struct fxc_liveness liveness;
  struct fxc_uniform uniform;
};

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static uint64_t *new_set(struct fxc_split *split) {
  return fxc_new(&split->arena, split->words, sizeof(uint64_t));
}

static bool is_subset(const struct fxc_split *split, const uint64_t *a, const uint64_t *b) {
  for (unsigned w = 0; w < split->words; w++)
    if (a[w] & ~b[w])
      return false;
  return true;
}

static bool is_disjoint(const struct fxc_split *split, const uint64_t *a, const uint64_t *b) {
  for (unsigned w = 0; w < split->words; w++)
    if (a[w] & b[w])
      return false;
  return true;
}

static void unite(const struct fxc_split *split, uint64_t *into, const uint64_t *with) {
  for (unsigned w = 0; w < split->words; w++)
    into[w] |= with[w];
}

/* ---- regions ---- */

/* The instructions up to the barrier move to a new block before it. The others stay, because
 * phis further down name their block. */
static LLVMBasicBlockRef cut(struct fxc_item_loops *self, LLVMBasicBlockRef block,
                             LLVMValueRef barrier) {
  LLVMBasicBlockRef front = LLVMInsertBasicBlockInContext(self->context, block, "before");
  LLVMValueRef value = LLVMBasicBlockAsValue(block);
  for (LLVMUseRef use = LLVMGetFirstUse(value), next; use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef jump = LLVMGetUser(use);
    for (unsigned i = 0; LLVMIsATerminatorInst(jump) && i < LLVMGetNumSuccessors(jump); i++)
      if (LLVMGetSuccessor(jump, i) == block) {
        LLVMSetSuccessor(jump, i, front);
        next = LLVMGetFirstUse(value);
      }
  }
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(self->context);
  LLVMPositionBuilderAtEnd(builder, front);
  for (LLVMValueRef i; (i = LLVMGetFirstInstruction(block)) != barrier;)
    fxc_move_instruction(i, builder);
  fxc_move_instruction(barrier, builder);
  LLVMBuildBr(builder, block);
  LLVMDisposeBuilder(builder);
  return front;
}

static bool cut_all(struct fxc_item_loops *self, struct fxc_split *split) {
  LLVMValueRef function = split->form->function;
  fxc_value_list barriers = {0};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (fxc_barrier_id(i))
        fxc_push(&barriers, i);
  bool is_fine = true;
  for (size_t k = barriers.count; k-- > 0 && is_fine;) { /* splitting moves what is before it */
    LLVMValueRef barrier = barriers.items[k];
    LLVMBasicBlockRef block = LLVMGetInstructionParent(barrier);
    unsigned id = fxc_barrier_id(barrier);
    if (id >= split->region_count || split->regions[id].start) {
      fxc_report(self->module->diagnostics, FXC_ERROR, barrier,
                 "internal error: barrier %u of '%s' is there twice", id, name_of(function));
      is_fine = false;
      break;
    }
    fxc_map_put(&split->barriers, cut(self, block, barrier), barrier);
    split->regions[id].start = block;
  }
  fxs_vector_free(&barriers);
  split->regions[0].start = LLVMGetFirstBasicBlock(function);
  return is_fine;
}

/* The blocks from the region's start to the next barriers, in the order of the graph. */
static void find_blocks(struct analysis *a, struct fxc_region *region, unsigned *seen,
                        unsigned mark, unsigned *stack) {
  const struct fxc_cfg *cfg = &a->cfg;
  region->exits = new_set(a->split);
  unsigned depth = 0, first = fxc_cfg_number(cfg, region->start);
  if (first == FXC_NONE) { /* an unreachable barrier */
    region->start = NULL;
    return;
  }
  FXS_VECTOR(unsigned) found = {0};
  stack[depth++] = first;
  seen[first] = mark;
  while (depth) {
    unsigned block = stack[--depth];
    fxc_push(&found, block);
    LLVMValueRef barrier = fxc_map_get(&a->split->barriers, cfg->blocks[block]);
    if (barrier) {
      fxc_set_add(region->exits, fxc_barrier_id(barrier));
      continue;
    }
    if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(cfg->blocks[block])))
      fxc_set_add(region->exits, 0);
    for (unsigned e = cfg->successor_start[block]; e < cfg->successor_start[block + 1]; e++) {
      unsigned to = cfg->successors[e];
      if (seen[to] != mark) {
        seen[to] = mark;
        stack[depth++] = to;
      }
    }
  }
  for (size_t i = 0; i < found.count; i++)
    fxc_push(&region->blocks, cfg->blocks[found.items[i]]);
  fxs_vector_free(&found);
}

static void find_regions(struct analysis *a) {
  struct fxc_split *split = a->split;
  unsigned *seen = fxc_new(&split->arena, a->cfg.count, sizeof *seen);
  unsigned *stack = fxc_new(&split->arena, a->cfg.count, sizeof *stack);
  for (unsigned r = 0; r < split->region_count; r++)
    if (split->regions[r].start)
      find_blocks(a, &split->regions[r], seen, r + 1, stack);
}

/* ---- values that are live across barriers ---- */

static bool is_static(LLVMValueRef value) {
  return LLVMIsAAllocaInst(value) && LLVMIsAConstantInt(LLVMGetOperand(value, 0));
}

struct fxc_kept *fxc_kept_of(const struct fxc_split *split, LLVMValueRef value) {
  uintptr_t number = (uintptr_t)fxc_map_get(&split->kept, value);
  return number ? &split->values.items[number - 1] : NULL;
}

static struct fxc_kept *keep(struct analysis *a, LLVMValueRef value) {
  struct fxc_kept *known = fxc_kept_of(a->split, value);
  if (known)
    return known;
  struct fxc_kept created = {.value = value,
                             .keep = FXC_KEEP_ITEM,
                             .live = new_set(a->split),
                             .block = LLVMGetInstructionParent(value)};
  fxc_push(&a->split->values, created);
  fxc_map_put(&a->split->kept, value, (void *)(uintptr_t)a->split->values.count);
  return &a->split->values.items[a->split->values.count - 1];
}

static bool find_values(struct analysis *a) {
  struct fxc_split *split = a->split;
  const struct fxc_liveness *l = &a->liveness;
  for (unsigned r = 1; r < split->region_count; r++) {
    if (!split->regions[r].start)
      continue;
    const uint64_t *in =
        l->live_in + (size_t)fxc_cfg_number(&a->cfg, split->regions[r].start) * l->words;
    for (unsigned n = 0; n < l->value_count; n++) {
      if (!in[n / 64]) {
        n |= 63;
        continue;
      }
      LLVMValueRef value = l->values[n];
      if (!fxc_set_has(in, n) || !LLVMIsAInstruction(value) || is_static(value))
        continue;
      if (LLVMIsAAllocaInst(value) || fxc_loops_is_call_of(value, "llvm.stacksave")) {
        fxc_report(
            a->self->module->diagnostics, FXC_ERROR, value,
            "an array of variable length cannot live across a barrier on native_cpu; give it "
            "a constant size");
        return false;
      }
      fxc_set_add(keep(a, value)->live, r);
    }
  }
  return true;
}

bool fxc_split_is_cheap(LLVMValueRef value) {
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMLoad: /* of a by-value argument: nothing writes there */
    return !LLVMGetVolatile(value) && LLVMGetOrdering(value) == LLVMAtomicOrderingNotAtomic &&
           fxc_item_memory_is_argument(LLVMGetOperand(value, 0));
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMBitCast:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMAddrSpaceCast:
  case LLVMGetElementPtr:
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMICmp:
  case LLVMSelect:
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMShuffleVector:
    return true;
  case LLVMCall:
    return fxc_loops_is_call_of(value, "llvm.umin.") || fxc_loops_is_call_of(value, "llvm.umax.") ||
           fxc_loops_is_call_of(value, "llvm.smin.") || fxc_loops_is_call_of(value, "llvm.smax.");
  default:
    return false;
  }
}

/* True if value can be recomputed wherever root is live: from ids, constants, and values
 * available there. Values that are uniform in the work-group can be made available. */
static bool can_compute(struct analysis *a, const struct fxc_kept *root, LLVMValueRef value,
                        bool is_group, unsigned *budget, fxc_value_list *out_needed) {
  enum fxc_builtin builtin;
  if (!LLVMIsAInstruction(value) || is_static(value))
    return true;
  if (value != root->value) {
    const struct fxc_kept *known = fxc_kept_of(a->split, value);
    if (known && is_subset(a->split, root->live, known->live))
      return true;
    if (!is_group && fxc_is_group_uniform(&a->uniform, value)) {
      fxc_push(out_needed, value);
      return true;
    }
  }
  if (!fxc_loops_is_builtin(value, &builtin) && (!fxc_split_is_cheap(value) || !(*budget)--)) {
    *budget = 0;
    return false;
  }
  for (int i = 0; i < LLVMGetNumOperands(value); i++)
    if (!can_compute(a, root, LLVMGetOperand(value, (unsigned)i), is_group, budget, out_needed))
      return false;
  return true;
}

/* By number, the last first: a value comes before its operands, which may have to live longer
 * for its sake. */
static void choose(struct analysis *a) {
  fxc_value_list needed = {0};
  for (unsigned n = a->liveness.value_count; n-- > 0;) {
    struct fxc_kept *kept = fxc_kept_of(a->split, a->liveness.values[n]);
    if (!kept)
      continue;
    bool is_group = fxc_is_group_uniform(&a->uniform, kept->value);
    unsigned budget = CHEAP;
    needed.count = 0;
    if (!can_compute(a, kept, kept->value, is_group, &budget, &needed)) {
      kept->keep = is_group ? FXC_KEEP_GROUP : FXC_KEEP_ITEM;
      continue;
    }
    kept->keep = FXC_KEEP_NOWHERE;
    uint64_t *live = kept->live; /* keep() moves the memory that kept points to */
    for (size_t i = 0; i < needed.count; i++)
      unite(a->split, keep(a, needed.items[i])->live, live);
  }
  fxs_vector_free(&needed);
}

/* ---- allocas ---- */

/* Those filled once for all work-items are in the wrapper's entry already. */
static void find_allocas(struct fxc_item_loops *self, struct fxc_split *split,
                         fxc_value_list *out_allocas) {
  fxc_value_list all = {0};
  LLVMValueRef function = split->form->function;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsAAllocaInst(i))
        fxc_push(&all, i);
  for (size_t i = 0; i < all.count; i++) {
    fxc_item_memory_add(&split->form->memory, all.items[i], split->regions[0].start, self->entry);
    if (is_static(all.items[i]) &&
        LLVMGetInstructionParent(all.items[i]) != LLVMGetInsertBlock(self->entry))
      fxc_push(out_allocas, all.items[i]);
  }
  fxs_vector_free(&all);
}

/* ---- cells ---- */

static LLVMValueRef first_place(LLVMBasicBlockRef block) {
  LLVMValueRef i = LLVMGetFirstInstruction(block);
  while (LLVMIsAPHINode(i))
    i = LLVMGetNextInstruction(i);
  return i;
}

static void add_partners(struct fxc_split *split, struct fxc_kept *kept, LLVMValueRef phi) {
  struct fxc_kept *other = fxc_kept_of(split, phi);
  if (!other)
    return;
  fxc_push(&kept->partners, phi);
  fxc_push(&other->partners, kept->value);
}

/* Blocks other than the defining one load the value from its cell; for a phi, at the end of the
 * incoming block. */
static void replace_uses(struct fxc_split *split, struct fxc_kept *kept, LLVMBuilderRef builder) {
  struct fxc_map loads = {0}; /* block to the load in it */
  fxc_value_list users = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(kept->value); use; use = LLVMGetNextUse(use))
    if (!users.count || users.items[users.count - 1] != LLVMGetUser(use))
      fxc_push(&users, LLVMGetUser(use));
  for (size_t i = 0; i < users.count; i++) {
    LLVMValueRef user = users.items[i];
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++) {
      if (LLVMGetOperand(user, k) != kept->value)
        continue;
      LLVMBasicBlockRef block =
          LLVMIsAPHINode(user) ? LLVMGetIncomingBlock(user, k) : LLVMGetInstructionParent(user);
      if (LLVMIsAPHINode(user))
        add_partners(split, kept, user);
      if (block == kept->block)
        continue;
      LLVMValueRef load = fxc_map_get(&loads, block);
      if (!load) {
        LLVMPositionBuilderBefore(builder, first_place(block));
        load = LLVMBuildLoad2(builder, LLVMTypeOf(kept->value), kept->cell, "");
        fxc_map_put(&loads, block, load);
        fxc_map_put(&split->loads, load, kept->value);
        fxc_push(&kept->users, block);
      }
      LLVMSetOperand(user, k, load);
    }
  }
  fxs_vector_free(&users);
  fxc_map_free(&loads);
}

static void give_cells(struct fxc_item_loops *self, struct fxc_split *split) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(self->context);
  for (size_t i = 0; i < split->values.count; i++) {
    struct fxc_kept *kept = &split->values.items[i];
    LLVMTypeRef type = LLVMTypeOf(kept->value);
    kept->cell = LLVMBuildAlloca(self->entry, type, "kept");
    if (kept->keep == FXC_KEEP_GROUP)
      kept->group_cell = LLVMBuildAlloca(self->entry, type, "kept.group");
    replace_uses(split, kept, builder);
    LLVMValueRef behind = LLVMIsAPHINode(kept->value) ? first_place(kept->block)
                                                      : LLVMGetNextInstruction(kept->value);
    LLVMPositionBuilderBefore(builder, behind);
    LLVMBuildStore(builder, kept->value, kept->cell);
  }
  LLVMDisposeBuilder(builder);
}

/* ---- the frame ---- */

static bool can_share(const struct fxc_split *split, const struct fxc_slot *slot,
                      const struct fxc_slot *wanted) {
  return slot->bytes == wanted->bytes && slot->align == wanted->align &&
         is_disjoint(split, slot->live, wanted->live);
}

static bool share(struct fxc_split *split, struct fxc_kept *kept, unsigned number,
                  const struct fxc_slot *wanted) {
  if (number >= split->slots.count || !can_share(split, &split->slots.items[number], wanted))
    return false;
  unite(split, split->slots.items[number].live, wanted->live);
  kept->slot = number;
  return true;
}

/* A phi and its incoming values share a slot if possible: then nothing has to be copied. */
static bool share_with_partner(struct fxc_split *split, struct fxc_kept *kept,
                               const struct fxc_slot *wanted) {
  for (size_t i = 0; i < kept->partners.count; i++) {
    const struct fxc_kept *other = fxc_kept_of(split, kept->partners.items[i]);
    if (other->has_slot && share(split, kept, other->slot, wanted))
      return true;
  }
  return false;
}

static void give_slot(struct fxc_split *split, struct fxc_kept *kept, uint64_t bytes,
                      unsigned align) {
  enum { LOOK_BACK = 64 };
  size_t count = split->slots.count;
  struct fxc_slot wanted = {.bytes = bytes, .align = align, .live = kept->live};
  kept->has_slot = true;
  if (share_with_partner(split, kept, &wanted))
    return;
  for (size_t i = count > LOOK_BACK ? count - LOOK_BACK : 0; i < count; i++)
    if (share(split, kept, (unsigned)i, &wanted))
      return;
  wanted.live = new_set(split);
  unite(split, wanted.live, kept->live);
  kept->slot = (unsigned)count;
  fxc_push(&split->slots, wanted);
}

static void size_slot(struct fxc_item_loops *self, struct fxc_split *split, struct fxc_kept *kept,
                      LLVMTypeRef type, uint64_t count, unsigned align) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(self->module->ir);
  uint64_t bytes = LLVMABISizeOfType(layout, type) * count;
  unsigned lanes = split->form->kind == FXC_SCALAR ? 1 : self->lanes;
  if (align > FALX_NATIVE_FRAME_ALIGN)
    align = FALX_NATIVE_FRAME_ALIGN;
  uint64_t rounded = (bytes + align - 1) / align * align;
  give_slot(split, kept, (rounded + lanes - 1) / lanes, align);
}

/* The largest alignment that all elements of a slot have: work-items come in rows of whole
 * vectors. */
static unsigned common_align(uint64_t stride, uint64_t offset, unsigned wanted) {
  while (wanted > 1 && (stride % wanted || offset % wanted))
    wanted /= 2;
  return wanted;
}

uint64_t fxc_split_place(struct fxc_item_loops *self, struct fxc_split *split, uint64_t offset) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(self->module->ir);
  for (size_t i = 0; i < split->values.count; i++) {
    struct fxc_kept *kept = &split->values.items[i];
    LLVMTypeRef type = LLVMTypeOf(kept->value);
    if (kept->keep == FXC_KEEP_ITEM)
      size_slot(self, split, kept, type, 1, LLVMABIAlignmentOfType(layout, type));
  }
  for (size_t i = 0; i < split->allocas.count; i++) {
    struct fxc_kept *kept = &split->allocas.items[i];
    size_slot(self, split, kept, LLVMGetAllocatedType(kept->value),
              LLVMConstIntGetZExtValue(LLVMGetOperand(kept->value, 0)),
              LLVMGetAlignment(kept->value));
  }
  unsigned lanes = split->form->kind == FXC_SCALAR ? 1 : self->lanes;
  for (size_t i = 0; i < split->slots.count; i++) {
    struct fxc_slot *slot = &split->slots.items[i];
    unsigned step = slot->align > lanes ? slot->align / lanes : 1;
    offset = (offset + step - 1) / step * step;
    slot->offset = offset;
    slot->align = common_align(slot->bytes * lanes, offset * lanes, slot->align);
    offset += slot->bytes;
  }
  return offset;
}

/* ---- all of it ---- */

static enum fxc_origin_of_value origin(void *context, LLVMValueRef instruction) {
  const struct analysis *a = context;
  if (fxc_is_group_builtin(instruction))
    return FXC_ALWAYS_UNIFORM;
  if (LLVMIsALoadInst(instruction))
    return LLVMGetVolatile(instruction) ||
                   LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic ||
                   !fxc_item_memory_is_shared(&a->split->form->memory,
                                              LLVMGetOperand(instruction, 0))
               ? FXC_ALWAYS_VARYING
               : FXC_FROM_OPERANDS;
  return FXC_FROM_OPERANDS;
}

bool fxc_split_form(struct fxc_item_loops *self, struct fxc_form *form, unsigned barrier_count,
                    struct fxc_split *split) {
  *split = (struct fxc_split){.form = form, .region_count = barrier_count + 1};
  split->words = split->region_count / 64 + 1;
  split->regions = fxc_new(&split->arena, split->region_count, sizeof *split->regions);
  struct analysis a = {.self = self, .split = split};
  fxc_value_list allocas = {0};
  if (!cut_all(self, split))
    return false;
  find_allocas(self, split, &allocas);
  fxc_cfg_build(&a.cfg, form->function);
  find_regions(&a);
  fxc_liveness_build(&a.liveness, &a.cfg);
  bool is_fine = find_values(&a);
  if (is_fine) {
    a.uniform = (struct fxc_uniform){.cfg = &a.cfg, .origin = origin, .context = &a};
    fxc_uniform_build(&a.uniform);
    choose(&a);
    fxc_uniform_free(&a.uniform);
    fxc_split_keep_contents(self, split, &a.cfg, &allocas);
    give_cells(self, split);
  }
  fxc_liveness_free(&a.liveness);
  fxc_cfg_free(&a.cfg);
  fxs_vector_free(&allocas);
  return is_fine;
}

void fxc_split_free(struct fxc_split *split) {
  for (unsigned r = 0; r < split->region_count; r++)
    fxs_vector_free(&split->regions[r].blocks);
  for (size_t i = 0; i < split->values.count; i++)
    fxs_vector_free(&split->values.items[i].users),
        fxs_vector_free(&split->values.items[i].partners);
  for (size_t i = 0; i < split->allocas.count; i++)
    fxs_vector_free(&split->allocas.items[i].users);
  fxs_vector_free(&split->values);
  fxs_vector_free(&split->allocas);
  fxs_vector_free(&split->locals);
  fxs_vector_free(&split->slots);
  fxc_map_free(&split->barriers);
  fxc_map_free(&split->kept);
  fxc_map_free(&split->contents);
  fxc_map_free(&split->loads);
  fxs_arena_release(&split->arena);
}

bool fxc_split_reaches(const struct fxc_split *split, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                       LLVMBasicBlockRef avoided) {
  struct fxc_map seen = {0};
  fxc_block_list stack = {0};
  fxc_push(&stack, from);
  bool is_there = false;
  while (stack.count && !is_there) {
    LLVMBasicBlockRef block = stack.items[--stack.count];
    if (block == avoided || fxc_map_has(&seen, block))
      continue;
    is_there = block == to;
    fxc_map_put(&seen, block, block);
    if (fxc_map_has(&split->barriers, block))
      continue;
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(block);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(jump); i++)
      fxc_push(&stack, LLVMGetSuccessor(jump, i));
  }
  fxs_vector_free(&stack);
  fxc_map_free(&seen);
  return is_there;
}
