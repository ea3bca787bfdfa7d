/* default-sub-groups: kernels that ask for their sub-group get the default size.
 *
 * Needs:   a linked module, not yet optimized: sub_group's constructor calls
 *          __spirv_BuiltInSubgroupMaxSize. The headers' own use of sub-groups, in algorithms of
 *          work-groups, does not, and is as fast as vectors are.
 * Leaves:  !falx.default_sub_group_size on these kernels, unless they require a size or were
 *          compiled with -fsycl-default-sub-group-size=automatic; and on no others. The attribute
 *          "falx-several-rows" on each that asks, whatever its size, where launches may have more
 *          than one dimension: there the headers ask for the size of dimension 1.
 * Refuses: nothing.
 * Tests:   tests/passes/default-sub-groups. */
#include <stdlib.h>

#include "compiler/ir/attributes.h"
#include "compiler/ir/builtins.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/memory.h"
#include "compiler/pass.h"

static bool asks(LLVMValueRef function) {
  size_t length;
  return fxc_builtin_of_spirv(LLVMGetValueName2(function, &length)) == FXC_SUB_GROUP_MAX_SIZE;
}

static bool is_asked_for(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (asks(f))
      return true;
  return false;
}

/* Functions that ask for a work-group's size in a dimension beyond the first, by its number. */
static void find_several_rows(LLVMModuleRef module, struct fxc_map *out_functions) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    if (fxc_builtin_of_spirv(LLVMGetValueName2(f, &length)) != FXC_LOCAL_SIZE)
      continue;
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef call = LLVMGetUser(use), number;
      if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f)
        continue;
      number = LLVMGetOperand(call, 0);
      LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
      if (LLVMIsAConstantInt(number) && !LLVMIsNull(number))
        fxc_map_put(out_functions, caller, caller);
    }
  }
}

struct reached {
  bool asks, has_several_rows;
};

static struct reached reach(struct fxc_callgraph *graph, const struct fxc_map *several_rows,
                            unsigned kernel, unsigned *order) {
  unsigned count = fxc_callgraph_reach(graph, kernel, order);
  struct reached reached = {0};
  for (unsigned i = 0; i < count; i++) {
    struct fxc_node *node = &graph->nodes[order[i]];
    reached.asks |= asks(node->function);
    reached.has_several_rows |= fxc_map_has(several_rows, node->function);
    node->is_reached = node->is_root = false; /* for the next kernel */
  }
  return reached;
}

enum fxc_result fxc_default_sub_groups(struct fxc_module *module) {
  if (!is_asked_for(module->ir))
    return FXC_SAME;
  struct fxc_callgraph graph;
  struct fxc_kernel_attribute_value required;
  struct fxc_map several_rows = {0};
  find_several_rows(module->ir, &several_rows);
  fxc_callgraph_build(&graph, module->ir);
  unsigned *order = fxc_must(calloc(graph.count + 1, sizeof *order));
  for (unsigned n = 0; n < graph.count; n++) {
    LLVMValueRef kernel = graph.nodes[n].function;
    if (!fxc_is_kernel(kernel) || LLVMIsDeclaration(kernel))
      continue;
    struct reached reached = reach(&graph, &several_rows, n, order);
    bool has_default = fxc_default_sub_group(kernel) != FXC_AUTOMATIC_SUB_GROUP &&
                       !fxc_kernel_attribute_get(kernel, FXC_REQD_SUB_GROUP_SIZE, &required) &&
                       reached.asks;
    if (reached.asks && reached.has_several_rows)
      fxc_set_string_attribute(kernel, FXC_SEVERAL_ROWS, "");
    fxc_set_default_sub_group(kernel, has_default ? FXC_DEFAULT_SUB_GROUP : -1);
  }
  fxc_map_free(&several_rows);
  free(order);
  fxc_callgraph_free(&graph);
  return FXC_CHANGED;
}
