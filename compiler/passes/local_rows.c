/* local-rows: kernels whose local accessors have rows get a version for the length of a row that
 * their loops suggest.
 *
 * The length of a row of a local accessor is an argument, a number only in the host's code, so each
 * access multiplies by it, and nobody knows which accesses are neighbours. A tile's loop says what
 * the number is, most of the time: `for (k = 0; k < 16; k++) sum += a[y][k] * b[k][x]`. If the
 * launch gives that number, the version runs in which it is a constant.
 *
 * Needs:   docs/ir.md section 4, before drop-arguments; optimize-early has inlined.
 * Leaves:  kernels as they were, or with a condition at their begin and two versions.
 * Refuses: nothing. Below -O2 and with checks it does nothing.
 * Tests:   tests/passes/local-rows. */
#include "compiler/pass.h"

#include "compiler/ir/callgraph.h"
#include "compiler/ir/clone.h"
#include "compiler/ir/kernel_params.h"
#include "compiler/ir/rebuild.h"
#include "compiler/ir/trips.h"
#include "compiler/ir/version.h"
#include "compiler/memory.h"

enum { MOST_INSTRUCTIONS = 2000 };

/* 0: none. */
static unsigned long longest_loop(LLVMValueRef kernel) {
  struct fxc_cfg cfg;
  struct fxc_domtree tree;
  struct fxc_loops loops;
  fxc_cfg_build(&cfg, kernel);
  fxc_domtree_build(&tree, &cfg);
  fxc_loops_build(&loops, &tree);
  unsigned long longest = 0;
  for (unsigned i = 0; i < loops.count; i++) {
    unsigned long row = fxc_suggested_row(&loops, i);
    longest = row > longest ? row : longest;
  }
  fxc_loops_free(&loops);
  fxc_domtree_free(&tree);
  fxc_cfg_free(&cfg);
  return longest;
}

/* ---- the version ---- */

struct rows {
  LLVMValueRef kernel;
  struct fxc_extents *all;
  size_t count;
  LLVMTypeRef word; /* of an extent */
  uint64_t length;
  struct fxc_version version;
};

/* The number of elements in dimension d. */
static LLVMValueRef extent_at(struct rows *self, LLVMBuilderRef builder, LLVMValueRef extents,
                              unsigned d) {
  LLVMValueRef index = LLVMConstInt(self->word, d, false);
  return LLVMBuildInBoundsGEP2(builder, self->word, extents, &index, 1, "");
}

static LLVMValueRef build_condition(struct rows *self) {
  LLVMBuilderRef builder = self->version.builder;
  LLVMValueRef condition = NULL, length = LLVMConstInt(self->word, self->length, false);
  for (size_t i = 0; i < self->count; i++)
    for (unsigned d = 1; d < self->all[i].dimensions; d++) {
      LLVMValueRef address = extent_at(self, builder, self->all[i].parameter, d);
      LLVMValueRef extent = LLVMBuildLoad2(builder, self->word, address, "");
      LLVMValueRef is_equal = LLVMBuildICmp(builder, LLVMIntEQ, extent, length, "");
      condition = condition ? LLVMBuildAnd(builder, condition, is_equal, "") : is_equal;
    }
  return condition;
}

/* Where the version has its own, in which every extent but the first is a constant. */
static LLVMValueRef declare_known(struct rows *self, const struct fxc_extents *extents) {
  LLVMTypeRef type = LLVMArrayType2(self->word, extents->dimensions);
  LLVMValueRef known = LLVMBuildAlloca(self->version.builder, type, "known_extents");
  LLVMSetAlignment(known, 16); /* at least the parameter's */
  return known;
}

static void fill_known(struct rows *self, LLVMBuilderRef builder, const struct fxc_extents *extents,
                       LLVMValueRef known) {
  LLVMValueRef first = LLVMBuildLoad2(builder, self->word, extents->parameter, "");
  LLVMBuildStore(builder, first, known);
  for (unsigned d = 1; d < extents->dimensions; d++)
    LLVMBuildStore(builder, LLVMConstInt(self->word, self->length, false),
                   extent_at(self, builder, known, d));
}

static void make_version(struct rows *self) {
  LLVMValueRef *known = fxc_must(calloc(self->count, sizeof *known));
  fxc_version_begin(self->kernel, &self->version);
  for (size_t i = 0; i < self->count; i++) {
    known[i] = declare_known(self, &self->all[i]);
    fxc_map_put(&self->version.values, self->all[i].parameter, known[i]);
  }
  fxc_version_finish(&self->version, build_condition(self));
  LLVMBuilderRef builder = self->version.builder;
  LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(self->version.special));
  for (size_t i = 0; i < self->count; i++)
    fill_known(self, builder, &self->all[i], known[i]);
  fxc_version_free(&self->version);
  free(known);
}

static bool visit(struct fxc_module *module, LLVMValueRef kernel) {
  struct rows self = {.kernel = kernel,
                      .word = LLVMInt64TypeInContext(LLVMGetModuleContext(module->ir))};
  self.all = fxc_local_extents(kernel, &self.count);
  if (self.count && fxc_instruction_count(kernel) <= MOST_INSTRUCTIONS && fxc_can_clone(kernel))
    self.length = longest_loop(kernel);
  if (self.length)
    make_version(&self);
  free(self.all);
  return self.length != 0;
}

enum fxc_result fxc_local_rows(struct fxc_module *module) {
  if (module->options->opt_level < 2 || module->options->checks)
    return FXC_SAME;
  bool has_changed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (fxc_is_kernel(f) && !fxc_has_attribute(f, (unsigned)LLVMAttributeFunctionIndex, "optnone"))
      has_changed |= visit(module, f);
  return has_changed ? FXC_CHANGED : FXC_SAME;
}
