/* optimize-early: inlines and simplifies before kernels get their final shape.
 *
 * Needs:   docs/ir.md section 4.
 * Leaves:  header layers inlined, function objects taken apart, variables whose address was passed
 *          to functions in registers where the functions are of bounded size; loops unchanged. At
 *          -O0 host code that no kernel calls is deleted, and calls are inlined only in kernels
 *          whose sub-groups have a size.
 * Refuses: nothing.
 * Tests:   tests/passes/post-link, tests/passes/optimize-early. */
#include <stdlib.h>

#include "compiler/ir/attributes.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "compiler/run_llvm.h"
#include "compiler/target.h"

/* Device code consists of header layers to inline and function objects to take apart. Loops over
 * the dimensions of an id are unrolled first, in place: LLVM's loop passes take time for the
 * whole function that contains a loop. */
#define INLINE(common)                                                                             \
  "cgscc(inline,function(sroa," common "simplifycfg<hoist-common-insts>,"                          \
  "instcombine<no-verify-fixpoint>)),globaldce"
#define BEFORE                                                                                     \
  "instrprof,globaldce,function(sroa,simplifycfg,loop(loop-unroll-full)),"                         \
  "always-inline,function(sroa,early-cse,simplifycfg),"
#define COMMON "early-cse<memssa>,"
static const char early[] = BEFORE INLINE(COMMON), again[] = INLINE(COMMON);
/* A value that is the same for all work-items of a group, because a condition says which work-item
 * this is, must not become one that each of them has: a driver would store it for each. GVN puts
 * the condition's value in place first. */
static const char driver_early[] = BEFORE INLINE(""), driver_again[] = INLINE("");
/* For -fsycl-check=: no access is merged with another or taken apart, and all keep their position.
 */
static const char checked[] = "globaldce,always-inline,function(mem2reg,instsimplify,simplifycfg),"
                              "globaldce";

/* ---- variables whose address is passed ----
 * A work-item's variable whose address a call receives stays in memory, and so does what is stored
 * in it. For lanes of a vector that is a gather or scatter for each access, which costs much more
 * at run time and in LLVM than the callee's code does. LLVM's inliner knows nothing of that. */

/* In instructions: of a callee with what it gains itself, and of all that one caller gains. */
enum { MOST_CALLEE = 1500, MOST_GROWTH = 6000 };

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

static bool has_attribute(LLVMValueRef function, const char *name) {
  return fxc_has_attribute(function, (unsigned)FUNCTION_INDEX, name);
}

static LLVMAttributeRef always_inline(LLVMValueRef function) {
  return fxc_enum_attribute(LLVMGetTypeContext(LLVMTypeOf(function)), "alwaysinline", 0);
}

static bool is_variable(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address) || LLVMIsACastInst(address))
    address = LLVMGetOperand(address, 0);
  return LLVMIsAAllocaInst(address);
}

/* Whether inlining the callee would free a variable of the caller. */
static bool worth_inlining(LLVMValueRef call) {
  LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
  if (!callee || !LLVMIsAFunction(callee) || LLVMIsDeclaration(callee) ||
      has_attribute(callee, "noinline") || has_attribute(callee, "optnone"))
    return false;
  for (unsigned i = 0, count = LLVMGetNumArgOperands(call); i < count; i++)
    if (is_variable(LLVMGetOperand(call, i)))
      return true;
  return false;
}

struct growth {
  const struct fxc_callgraph *graph;
  unsigned *sizes; /* of each function with what was marked in it; 0 where not known */
  bool is_marked;
};

/* Marks calls in the function and, before that, in all that it calls: a caller gains what its
 * callees have gained. Returns its size then. */
static unsigned mark_calls(struct growth *self, unsigned n) {
  enum { RECURSIVE = MOST_CALLEE + 1 };
  const struct fxc_node *caller = &self->graph->nodes[n];
  if (self->sizes[n])
    return self->sizes[n];
  self->sizes[n] = RECURSIVE;
  unsigned growth = 0;
  for (size_t i = 0; i < caller->edge_count; i++) {
    const struct fxc_edge *edge = &caller->edges[i];
    unsigned size = edge->is_call && edge->node != FXC_NONE ? mark_calls(self, edge->node) : 0;
    if (!size || size > MOST_CALLEE || growth + size > MOST_GROWTH || !worth_inlining(edge->site))
      continue;
    growth += size;
    LLVMAddCallSiteAttribute(edge->site, FUNCTION_INDEX, always_inline(caller->function));
    self->is_marked = true;
  }
  return self->sizes[n] = 1 + fxc_instruction_count(caller->function) + growth;
}

static bool mark_all_calls(LLVMModuleRef module) {
  struct fxc_callgraph graph;
  fxc_callgraph_build(&graph, module);
  struct growth self = {&graph, fxc_must(calloc(graph.count + 1, sizeof *self.sizes)), false};
  for (unsigned n = 0; n < graph.count; n++)
    mark_calls(&self, n);
  free(self.sizes);
  fxc_callgraph_free(&graph);
  return self.is_marked;
}

/* ---- at -O0 ----
 * A sub-group with a size is a vector at -O0, too. There all variables are in memory and each
 * accessor function is a call: 32 gathers for a member, 32 calls for an index, and minutes in LLVM
 * for a few hundred lines of source. */

/* In instructions, with all that they call in turn: of a callee, of one that is taken even where a
 * kernel would otherwise become longer than MOST_KERNEL. */
enum { MOST_WHOLE = 4000, MOST_TINY = 100, MOST_KERNEL = 40000 };

/* The size of a function and all that it calls, MOST_KERNEL at most; sizes: 0 where not known. */
static unsigned whole_size(const struct fxc_callgraph *graph, unsigned n, unsigned *sizes) {
  const struct fxc_node *node = &graph->nodes[n];
  if (sizes[n])
    return sizes[n];
  sizes[n] = MOST_KERNEL; /* of a recursive one */
  unsigned size = 1 + fxc_instruction_count(node->function);
  for (size_t i = 0; i < node->edge_count && size < MOST_KERNEL; i++)
    if (node->edges[i].is_call && node->edges[i].node != FXC_NONE)
      size += whole_size(graph, node->edges[i].node, sizes);
  return sizes[n] = size < MOST_KERNEL ? size : MOST_KERNEL;
}

/* Marks the calls in a function that a sized kernel reaches; returns whether there are any. */
static bool mark_calls_of(const struct fxc_node *caller, const struct fxc_callgraph *graph,
                          unsigned *sizes, unsigned most) {
  LLVMAttributeRef always = always_inline(caller->function);
  bool is_any = false;
  for (size_t i = 0; i < caller->edge_count; i++) {
    const struct fxc_edge *edge = &caller->edges[i];
    if (!edge->is_call || edge->node == FXC_NONE || LLVMIsDeclaration(edge->target) ||
        has_attribute(edge->target, "noreturn") || whole_size(graph, edge->node, sizes) > most)
      continue;
    LLVMAddCallSiteAttribute(edge->site, FUNCTION_INDEX, always);
    is_any = true;
  }
  return is_any;
}

static bool mark_sized(LLVMModuleRef module) {
  struct fxc_map sized = {0};
  fxc_find_sized_sub_groups(module, &sized);
  if (!sized.count) {
    fxc_map_free(&sized);
    return false;
  }
  struct fxc_callgraph graph;
  fxc_callgraph_build(&graph, module);
  unsigned *sizes = fxc_must(calloc(graph.count + 1, sizeof *sizes)), most = MOST_WHOLE;
  for (unsigned n = 0; n < graph.count; n++)
    if (fxc_is_kernel(graph.nodes[n].function) && fxc_map_has(&sized, graph.nodes[n].function) &&
        whole_size(&graph, n, sizes) == MOST_KERNEL)
      most = MOST_TINY;
  bool is_any = false;
  for (unsigned n = 0; n < graph.count; n++)
    if (fxc_map_has(&sized, graph.nodes[n].function))
      is_any |= mark_calls_of(&graph.nodes[n], &graph, sizes, most);
  free(sizes);
  fxc_callgraph_free(&graph);
  fxc_map_free(&sized);
  return is_any;
}

/* Kernels whose sub-groups have a size become vectors at every level. Where others are optimized,
 * those that were compiled at -O0 are, too: LLVM would take minutes for vectors of unoptimized
 * code. At -O0 clang adds noinline together with optnone. */
static void optimize_sized(LLVMModuleRef module) {
  struct fxc_map sized = {0};
  fxc_find_sized_sub_groups(module, &sized);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (fxc_map_has(&sized, f) && has_attribute(f, "optnone")) {
      LLVMRemoveEnumAttributeAtIndex(f, FUNCTION_INDEX, fxc_attribute_kind("optnone"));
      LLVMRemoveEnumAttributeAtIndex(f, FUNCTION_INDEX, fxc_attribute_kind("noinline"));
    }
  fxc_map_free(&sized);
}

/* Functions that call themselves stay, and so do those that say noinline. With sanitize_thread,
 * which check-accesses removes, LLVM loads nothing in advance. */
static void inline_everything(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f))
      continue;
    if (has_attribute(f, "optnone")) { /* at -O0 clang adds noinline */
      LLVMRemoveEnumAttributeAtIndex(f, FUNCTION_INDEX, fxc_attribute_kind("optnone"));
      LLVMRemoveEnumAttributeAtIndex(f, FUNCTION_INDEX, fxc_attribute_kind("noinline"));
    }
    fxc_add_attribute(f, (unsigned)FUNCTION_INDEX, "sanitize_thread", 0);
    if (!fxc_is_kernel(f) && !fxc_is_export(f) && !has_attribute(f, "noinline") &&
        !has_attribute(f, "alwaysinline"))
      LLVMAddAttributeAtIndex(f, FUNCTION_INDEX, always_inline(f));
  }
}

enum fxc_result fxc_optimize_early(struct fxc_module *module) {
  fxc_set_machine_attributes(module);
  if (module->options->checks) {
    inline_everything(module->ir);
    return fxc_run_llvm(module, checked) ? FXC_CHANGED : FXC_FAILED;
  }
  if (module->options->opt_level == 0) {
    bool is_marked = mark_sized(module->ir);
    return fxc_run_llvm(module, is_marked ? "always-inline,globaldce" : "globaldce") ? FXC_CHANGED
                                                                                     : FXC_FAILED;
  }
  const bool is_drivers = module->options->target->optimization != NULL;
  optimize_sized(module->ir);
  if (!fxc_run_llvm(module, is_drivers ? driver_early : early))
    return FXC_FAILED;
  if (mark_all_calls(module->ir) && !fxc_run_llvm(module, is_drivers ? driver_again : again))
    return FXC_FAILED;
  return FXC_CHANGED;
}
