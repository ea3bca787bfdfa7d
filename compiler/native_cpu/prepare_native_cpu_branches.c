/* Barriers at the branches that decide which barrier comes next.
 *
 * All work-items take such a branch the same way, or some would wait for others forever. A
 * barrier in each successor, and one where the paths join again, make the branch run between the
 * work-item loops: no code is in two regions, and most regions have a single exit. The number of
 * regions grows with the number of barriers, not with the number of paths between them
 * (requirement NC-7). */

#include "compiler/ir/attributes.h"
#include "compiler/ir/uniform.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/check_accesses.h"
#include "compiler/native_cpu/item_memory.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "support/vector.h"

struct branches {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMValueRef kernel;
  struct fxc_cfg cfg;
  struct fxc_uniform uniform;
  struct fxc_item_memory memory;
  bool *decides;     /* block: its branch decides about a barrier */
  bool *is_cut;      /* block: gets a barrier at its start */
  unsigned *decided; /* block that decides: that of a barrier it decides about */
  unsigned next;     /* number of the next barrier */
};

/* Conservative: certainly uniform. */
static enum fxc_origin_of_value origin(void *context, LLVMValueRef instruction) {
  const struct branches *self = context;
  if (LLVMIsALoadInst(instruction))
    return !LLVMGetVolatile(instruction) &&
                   LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic &&
                   fxc_item_memory_is_shared(&self->memory, LLVMGetOperand(instruction, 0))
               ? FXC_FROM_OPERANDS
               : FXC_ALWAYS_VARYING;
  return fxc_is_group_builtin(instruction) ? FXC_ALWAYS_UNIFORM : FXC_FROM_OPERANDS;
}

/* Branches on which the block's execution depends, transitively. */
static void find_deciding(struct branches *self, unsigned *stack, bool *depends) {
  const struct fxc_cfg *cfg = &self->cfg;
  unsigned depth = 0;
  for (unsigned b = 0; b < cfg->count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(cfg->blocks[b]); i; i = LLVMGetNextInstruction(i))
      if (fxc_barrier_id(i) && !depends[b]) {
        depends[b] = true;
        self->decided[b] = b;
        stack[depth++] = b;
      }
  /* Control dependence, block by block: the branches with an edge that bypasses its
   * post-dominator. */
  FXS_VECTOR(unsigned) *dependents = fxc_must(calloc(cfg->count, sizeof *dependents));
  for (unsigned b = 0; b < cfg->count; b++) {
    if (cfg->successor_start[b + 1] - cfg->successor_start[b] < 2)
      continue;
    for (unsigned e = cfg->successor_start[b]; e < cfg->successor_start[b + 1]; e++)
      for (unsigned at = cfg->successors[e]; at != self->uniform.ipdom[b] && at != cfg->count;
           at = self->uniform.ipdom[at])
        fxc_push(&dependents[at], b);
  }
  while (depth) {
    unsigned block = stack[--depth];
    for (size_t i = 0; i < dependents[block].count; i++) {
      unsigned branch = dependents[block].items[i];
      self->decides[branch] = true;
      if (!depends[branch]) {
        self->decided[branch] = self->decided[block];
        depends[branch] = true;
        stack[depth++] = branch;
      }
    }
  }
  for (unsigned b = 0; b < cfg->count; b++)
    fxs_vector_free(&dependents[b]);
  free(dependents);
}

static LLVMValueRef first_place(LLVMBasicBlockRef block) {
  LLVMValueRef i = LLVMGetFirstInstruction(block);
  while (LLVMIsAPHINode(i))
    i = LLVMGetNextInstruction(i);
  return i;
}

static void cut_start(struct branches *self, LLVMBuilderRef builder, unsigned block) {
  LLVMValueRef place = first_place(self->cfg.blocks[block]);
  if (self->is_cut[block] || fxc_barrier_id(place))
    return;
  self->is_cut[block] = true;
  LLVMPositionBuilderBefore(builder, place);
  fxc_add_barrier(builder, self->module, self->next++);
}

/* Rebuilds the phi with `through` as incoming block instead of `from`: the C API cannot change
 * an incoming block. */
static void redirect_phi(LLVMBuilderRef builder, LLVMValueRef phi, LLVMBasicBlockRef from,
                         LLVMBasicBlockRef through) {
  LLVMPositionBuilderBefore(builder, phi);
  LLVMValueRef created = LLVMBuildPhi(builder, LLVMTypeOf(phi), "");
  bool is_there = false; /* a switch may have several edges to the block: one is left */
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
    LLVMValueRef value = LLVMGetIncomingValue(phi, i);
    if (block == from && is_there)
      continue;
    is_there |= block == from;
    block = block == from ? through : block;
    LLVMAddIncoming(created, &value, &block, 1);
  }
  LLVMReplaceAllUsesWith(phi, created);
  LLVMInstructionEraseFromParent(phi);
}

static void cut_edge(struct branches *self, LLVMBuilderRef builder, unsigned from, unsigned to) {
  LLVMBasicBlockRef source = self->cfg.blocks[from], target = self->cfg.blocks[to];
  LLVMBasicBlockRef through = LLVMInsertBasicBlockInContext(self->context, target, "way");
  LLVMValueRef jump = LLVMGetBasicBlockTerminator(source);
  for (unsigned i = 0; i < LLVMGetNumSuccessors(jump); i++)
    if (LLVMGetSuccessor(jump, i) == target)
      LLVMSetSuccessor(jump, i, through);
  for (LLVMValueRef phi = LLVMGetFirstInstruction(target), next; LLVMIsAPHINode(phi); phi = next) {
    next = LLVMGetNextInstruction(phi);
    redirect_phi(builder, phi, source, through);
  }
  LLVMPositionBuilderAtEnd(builder, through);
  fxc_add_barrier(builder, self->module, self->next++);
  LLVMBuildBr(builder, target);
}

static void cut_ways(struct branches *self, LLVMBuilderRef builder, unsigned branch) {
  const struct fxc_cfg *cfg = &self->cfg;
  unsigned join = self->uniform.ipdom[branch];
  if (join != cfg->count)
    cut_start(self, builder, join);
  for (unsigned e = cfg->successor_start[branch]; e < cfg->successor_start[branch + 1]; e++) {
    unsigned to = cfg->successors[e];
    bool is_known = to == join;
    for (unsigned other = cfg->successor_start[branch]; other < e; other++)
      is_known |= cfg->successors[other] == to;
    if (is_known || self->is_cut[to])
      continue;
    if (!self->uniform.is_divergent[to])
      cut_start(self, builder, to);
    else if (!fxc_barrier_id(first_place(cfg->blocks[to])))
      cut_edge(self, builder, branch, to);
  }
}

/* The first one of a block that has one. */
static LLVMValueRef barrier_in(LLVMBasicBlockRef block) {
  LLVMValueRef i = LLVMGetFirstInstruction(block);
  while (!fxc_barrier_id(i))
    i = LLVMGetNextInstruction(i);
  return i;
}

unsigned fxc_cut_branches(LLVMModuleRef module, LLVMValueRef kernel, unsigned barrier_count) {
  struct branches self = {.context = LLVMGetModuleContext(module),
                          .module = module,
                          .kernel = kernel,
                          .memory = {.has_escaped = true},
                          .next = barrier_count + 1};
  struct fxs_arena arena = {0};
  fxc_cfg_build(&self.cfg, kernel);
  self.uniform = (struct fxc_uniform){.cfg = &self.cfg, .origin = origin, .context = &self};
  fxc_uniform_build(&self.uniform);
  self.decides = fxc_new(&arena, self.cfg.count, sizeof *self.decides);
  self.is_cut = fxc_new(&arena, self.cfg.count, sizeof *self.is_cut);
  self.decided = fxc_new(&arena, self.cfg.count, sizeof *self.decided);
  find_deciding(&self, fxc_new(&arena, self.cfg.count, sizeof(unsigned)),
                fxc_new(&arena, self.cfg.count, sizeof(bool)));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(self.context);
  bool is_checked = fxc_string_attribute(kernel, FXC_CHECKED) != NULL;
  for (unsigned b = 0; is_checked && b < self.cfg.count; b++)
    if (self.decides[b])
      fxc_check_branch(kernel, self.cfg.blocks[b], barrier_in(self.cfg.blocks[self.decided[b]]));
  for (unsigned b = 0; b < self.cfg.count; b++)
    if (self.decides[b])
      cut_ways(&self, builder, b);
  LLVMDisposeBuilder(builder);
  fxc_uniform_free(&self.uniform);
  fxc_cfg_free(&self.cfg);
  fxs_arena_release(&arena);
  return self.next - 1;
}
