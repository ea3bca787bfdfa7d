/* default-sub-groups: kernels that ask for their sub-group get the default size.
 *
 * Needs:   a linked module, not yet optimized: sub_group's constructor calls
 *          __spirv_BuiltInSubgroupMaxSize. The headers' own use of sub-groups, in algorithms of
 *          work-groups, does not, and is as fast as vectors are.
 * Leaves:  !falx.default_sub_group_size on these kernels, unless they require a size or were
 *          compiled with -fsycl-default-sub-group-size=automatic; and on no others.
 * Refuses: nothing.
 * Tests:   tests/passes/default-sub-groups. */
#include <stdlib.h>

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

static bool reaches(struct fxc_callgraph *graph, unsigned kernel, unsigned *order) {
  unsigned count = fxc_callgraph_reach(graph, kernel, order);
  bool is_found = false;
  for (unsigned i = 0; i < count; i++) {
    struct fxc_node *node = &graph->nodes[order[i]];
    is_found |= asks(node->function);
    node->is_reached = node->is_root = false; /* for the next kernel */
  }
  return is_found;
}

enum fxc_result fxc_default_sub_groups(struct fxc_module *module) {
  if (!is_asked_for(module->ir))
    return FXC_SAME;
  struct fxc_callgraph graph;
  struct fxc_kernel_attribute_value required;
  fxc_callgraph_build(&graph, module->ir);
  unsigned *order = fxc_must(calloc(graph.count + 1, sizeof *order));
  for (unsigned n = 0; n < graph.count; n++) {
    LLVMValueRef kernel = graph.nodes[n].function;
    if (!fxc_is_kernel(kernel) || LLVMIsDeclaration(kernel))
      continue;
    bool has_default = fxc_default_sub_group(kernel) != FXC_AUTOMATIC_SUB_GROUP &&
                       !fxc_kernel_attribute_get(kernel, FXC_REQD_SUB_GROUP_SIZE, &required) &&
                       reaches(&graph, n, order);
    fxc_set_default_sub_group(kernel, has_default ? FXC_DEFAULT_SUB_GROUP : -1);
  }
  free(order);
  fxc_callgraph_free(&graph);
  return FXC_CHANGED;
}
