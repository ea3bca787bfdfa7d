/* spirv-rows: loops over tiles in local memory get a version for the length of a row that they
 * suggest.
 *
 * As local-rows, for loops without barriers instead of whole kernels: what lives across a barrier
 * drivers for CPUs keep in memory, and of two versions of a kernel they keep both.
 *
 * Needs:   optimize has run; !falx.params and !falx.omit.
 * Leaves:  loops as they were, or with a condition before them and two versions.
 * Refuses: nothing. Below -O2 it does nothing.
 * Tests:   tests/passes/spirv-rows. */
#include "compiler/ir/builtins.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/clone.h"
#include "compiler/ir/kernel_params.h"
#include "compiler/ir/trips.h"
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "compiler/run_llvm.h"
#include "compiler/spir64/tidy.h"
#include "support/vector.h"

#include <stdlib.h>

enum { MOST_INSTRUCTIONS = 1000 };

/* A loop with one block before it, and the lengths of rows that it reads. */
struct tile_loop {
  LLVMBasicBlockRef *blocks, before; /* the header first */
  unsigned count;
  unsigned long row;
  FXS_VECTOR(LLVMValueRef) extents; /* loads outside */
};
struct tile_loops {
  FXS_VECTOR(struct tile_loop) of;
};

struct kernel {
  LLVMValueRef function;
  struct fxc_extents *extents;
  size_t count;
  const struct fxc_loops *loops;
};

/* ---- Which loops ---- */

/* A load of a row's length: not of the number of rows, the first. */
static bool is_extent(const struct kernel *kernel, LLVMValueRef value) {
  if (!LLVMIsALoadInst(value) || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind ||
      LLVMGetIntTypeWidth(LLVMTypeOf(value)) != 64)
    return false;
  LLVMValueRef address = LLVMGetOperand(value, 0);
  if (!LLVMIsAGetElementPtrInst(address))
    return false;
  for (unsigned i = 1, operands = (unsigned)LLVMGetNumOperands(address); i < operands; i++)
    if (!LLVMIsAConstantInt(LLVMGetOperand(address, i)))
      return false;
  for (size_t i = 0; i < kernel->count; i++)
    if (LLVMGetOperand(address, 0) == kernel->extents[i].parameter)
      return true;
  return false;
}

/* A barrier, or what may contain one. */
static bool may_wait(LLVMValueRef i) {
  if (!LLVMIsACallInst(i))
    return false;
  LLVMValueRef function = LLVMGetCalledValue(i);
  size_t length;
  return !LLVMIsAFunction(function) || !LLVMIsDeclaration(function) ||
         fxc_is_spirv_function(LLVMGetValueName2(function, &length), "ControlBarrier");
}

static void add_extents(const struct kernel *kernel, unsigned loop, LLVMValueRef i,
                        struct tile_loop *tile) {
  for (unsigned k = 0, operands = (unsigned)LLVMGetNumOperands(i); k < operands; k++) {
    LLVMValueRef value = LLVMGetOperand(i, k);
    if (!LLVMIsAInstruction(value) || !is_extent(kernel, value) ||
        fxc_loop_contains(kernel->loops, loop,
                          fxc_cfg_number(kernel->loops->cfg, LLVMGetInstructionParent(value))))
      continue;
    bool is_new = true;
    for (size_t e = 0; e < tile->extents.count; e++)
      is_new = is_new && tile->extents.items[e] != value;
    if (is_new)
      fxc_push(&tile->extents, value);
  }
}

static bool is_short_and_runs_through(const struct kernel *kernel, unsigned loop,
                                      struct tile_loop *tile) {
  const struct fxc_loop *it = &kernel->loops->loops[loop];
  unsigned instructions = 0;
  for (unsigned b = 0; b < it->block_count; b++) {
    LLVMBasicBlockRef block = kernel->loops->cfg->blocks[it->blocks[b]];
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
      if (may_wait(i) || ++instructions > MOST_INSTRUCTIONS)
        return false;
      add_extents(kernel, loop, i, tile);
    }
  }
  return true;
}

/* The longest row that the loop or one within it suggests; 0: none. */
static unsigned long longest_row(const struct fxc_loops *loops, unsigned loop) {
  unsigned long longest = 0;
  for (unsigned i = loop; i < loops->count; i++) {
    unsigned long row = 0;
    if (fxc_loop_contains(loops, loop, loops->loops[i].header))
      row = fxc_suggested_row(loops, i);
    longest = row > longest ? row : longest;
  }
  return longest;
}

/* The only block from which the loop is entered, which leads nowhere else; NULL: there is none. */
static LLVMBasicBlockRef block_before(const struct fxc_loops *loops, unsigned loop) {
  const struct fxc_cfg *cfg = loops->cfg;
  unsigned header = loops->loops[loop].header, before = FXC_NONE;
  for (unsigned p = cfg->predecessor_start[header]; p < cfg->predecessor_start[header + 1]; p++) {
    if (fxc_loop_contains(loops, loop, cfg->predecessors[p]))
      continue;
    if (before != FXC_NONE)
      return NULL;
    before = cfg->predecessors[p];
  }
  if (before == FXC_NONE)
    return NULL;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(cfg->blocks[before]);
  return LLVMIsABranchInst(end) && !LLVMIsConditional(end) ? cfg->blocks[before] : NULL;
}

static bool is_tile_loop(const struct kernel *kernel, unsigned loop, struct tile_loop *tile) {
  const struct fxc_loop *it = &kernel->loops->loops[loop];
  *tile = (struct tile_loop){.before = block_before(kernel->loops, loop), .count = it->block_count};
  if (!tile->before || !is_short_and_runs_through(kernel, loop, tile) || !tile->extents.count)
    return false;
  tile->row = longest_row(kernel->loops, loop);
  return tile->row != 0;
}

/* The outermost ones. */
static void find_loops(struct kernel *kernel, struct tile_loops *found) {
  const struct fxc_loops *loops = kernel->loops;
  bool *is_part = fxc_must(calloc(loops->count + 1, sizeof *is_part));
  for (unsigned l = 0; l < loops->count; l++) {
    unsigned parent = loops->loops[l].parent;
    struct tile_loop tile = {0};
    is_part[l] = parent != FXC_NONE && is_part[parent];
    if (is_part[l] || !is_tile_loop(kernel, l, &tile)) {
      fxs_vector_free(&tile.extents);
      continue;
    }
    is_part[l] = true;
    tile.blocks = fxc_must(malloc(tile.count * sizeof(LLVMBasicBlockRef)));
    for (unsigned b = 0; b < tile.count; b++)
      tile.blocks[b] = loops->cfg->blocks[loops->loops[l].blocks[b]];
    fxc_push(&found->of, tile);
  }
  free(is_part);
}

static void find_in(struct kernel *kernel, struct tile_loops *found) {
  struct fxc_cfg cfg;
  struct fxc_domtree tree;
  struct fxc_loops loops;
  fxc_cfg_build(&cfg, kernel->function);
  fxc_domtree_build(&tree, &cfg);
  fxc_loops_build(&loops, &tree);
  kernel->loops = &loops;
  if (!loops.has_irreducible)
    find_loops(kernel, found);
  fxc_loops_free(&loops);
  fxc_domtree_free(&tree);
  fxc_cfg_free(&cfg);
}

static void free_loops(struct tile_loops *found) {
  for (size_t i = 0; i < found->of.count; i++) {
    free(found->of.items[i].blocks);
    fxs_vector_free(&found->of.items[i].extents);
  }
  fxs_vector_free(&found->of);
}

/* ---- The version ---- */

/* phi's values that come from blocks with copies come from the copies, too. */
static void add_copies(LLVMValueRef phi, const struct fxc_map *values) {
  for (unsigned i = 0, count = LLVMCountIncoming(phi); i < count; i++) {
    LLVMBasicBlockRef from = fxc_map_get(values, LLVMGetIncomingBlock(phi, i));
    LLVMValueRef value = LLVMGetIncomingValue(phi, i);
    LLVMValueRef copy = fxc_map_get(values, value);
    if (from)
      LLVMAddIncoming(phi, copy ? &copy : &value, &from, 1);
  }
}

static void connect_ends(const struct tile_loop *tile, const struct fxc_map *values) {
  struct fxc_map done = {0};
  for (unsigned b = 0; b < tile->count; b++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(tile->blocks[b]);
    for (unsigned s = 0, count = LLVMGetNumSuccessors(end); s < count; s++) {
      LLVMBasicBlockRef to = LLVMGetSuccessor(end, s);
      if (fxc_map_has(values, to) || fxc_map_has(&done, to))
        continue;
      fxc_map_put(&done, to, to);
      for (LLVMValueRef phi = LLVMGetFirstInstruction(to); LLVMIsAPHINode(phi);
           phi = LLVMGetNextInstruction(phi))
        add_copies(phi, values);
    }
  }
  fxc_map_free(&done);
}

/* The copy has lost what comes from the block before the loop. */
static void connect_begin(const struct tile_loop *tile, const struct fxc_map *values) {
  LLVMBasicBlockRef before = tile->before;
  for (LLVMValueRef phi = LLVMGetFirstInstruction(tile->blocks[0]); LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi))
    for (unsigned i = 0, count = LLVMCountIncoming(phi); i < count; i++) {
      LLVMValueRef value = LLVMGetIncomingValue(phi, i);
      if (LLVMGetIncomingBlock(phi, i) == before)
        LLVMAddIncoming(fxc_map_get(values, phi), &value, &before, 1);
    }
}

static void make_version(LLVMValueRef function, const struct tile_loop *tile) {
  LLVMTypeRef word = LLVMTypeOf(tile->extents.items[0]);
  LLVMValueRef row = LLVMConstInt(word, tile->row, false), condition = NULL;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(tile->before);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(word));
  struct fxc_map values = {0};
  LLVMPositionBuilderBefore(builder, end);
  for (size_t i = 0; i < tile->extents.count; i++) {
    LLVMValueRef is_row = LLVMBuildICmp(builder, LLVMIntEQ, tile->extents.items[i], row, "");
    condition = condition ? LLVMBuildAnd(builder, condition, is_row, "") : is_row;
    fxc_map_put(&values, tile->extents.items[i], row);
  }
  fxc_clone_blocks(tile->blocks, tile->count, function, &values);
  connect_begin(tile, &values);
  connect_ends(tile, &values);
  LLVMBuildCondBr(builder, condition, fxc_map_get(&values, tile->blocks[0]), tile->blocks[0]);
  LLVMInstructionEraseFromParent(end);
  LLVMDisposeBuilder(builder);
  fxc_map_free(&values);
}

/* What is used behind a loop goes through phis there. */
#define PREPARATION "loop-simplify,lcssa"

static enum fxc_result visit(struct fxc_module *module, struct kernel *kernel) {
  struct tile_loops found = {0};
  if (!fxc_run_llvm_on(module, kernel->function, PREPARATION))
    return FXC_FAILED;
  find_in(kernel, &found);
  for (size_t i = 0; i < found.of.count; i++)
    make_version(kernel->function, &found.of.items[i]);
  free_loops(&found);
  return fxc_run_llvm_on(module, kernel->function, TIDY_BRANCHES) ? FXC_CHANGED : FXC_FAILED;
}

enum fxc_result fxc_spirv_rows(struct fxc_module *module) {
  if (module->options->opt_level < 2)
    return FXC_SAME;
  enum fxc_result result = FXC_SAME;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f && result != FXC_FAILED;
       f = LLVMGetNextFunction(f)) {
    if (!fxc_is_kernel(f) || !fxc_can_clone(f))
      continue;
    struct kernel kernel = {.function = f};
    kernel.extents = fxc_local_extents(f, &kernel.count);
    if (kernel.count)
      result = visit(module, &kernel);
    free(kernel.extents);
  }
  return result;
}
