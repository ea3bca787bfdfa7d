/* kernel-attributes: kernels get what the attributes of their functions say.
 *
 * Needs:   docs/ir.md, 0: kernels as the front end leaves them, its annotations.
 * Leaves:  nodes of kernel_attributes.h on functions and on kernels; for LLVM's back ends on spir64
 *          and nvptx64 theirs, too.
 * Refuses: arguments that are none, two attributes of one name that differ. Warns of a feature that
 *          code with device_has uses and does not list.
 * Tests:   tests/passes/kernel-attributes. */
#include "compiler/passes/kernel_attributes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/requirements.h"
#include "compiler/memory.h"
#include "falx/image.h"
#include "support/aspects.h"

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

/* ---- from the user's function to the kernel ---- */

bool fxc_is_of_headers(LLVMValueRef function) {
  static const char *const prefixes[] = {"_ZN4sycl", "_ZNK4sycl", "_ZZN4sycl", "_ZZNK4sycl"};
  const char *name = name_of(function);
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
      return true;
  return false;
}

/* Sets what the functions called from function say, through those of the headers. */
static void inherit(struct fxc_module *module, const struct fxc_callgraph *graph,
                    LLVMValueRef kernel, unsigned node, struct fxc_map *seen) {
  const struct fxc_node *from = &graph->nodes[node];
  if (fxc_map_has(seen, from->function))
    return;
  fxc_map_put(seen, from->function, from->function);
  if (from->function != kernel) {
    struct fxc_kernel_attribute_value value;
    for (unsigned a = 0; a < FXC_ATTRIBUTE_COUNT; a++)
      if (fxc_kernel_attribute_get(from->function, (enum fxc_kernel_attribute)a, &value))
        fxc_kernel_attribute_set(module, kernel, (enum fxc_kernel_attribute)a, &value);
    if (!fxc_is_of_headers(from->function))
      return;
  }
  for (size_t e = 0; e < from->edge_count; e++)
    if (from->edges[e].is_call && from->edges[e].node != FXC_NONE)
      inherit(module, graph, kernel, from->edges[e].node, seen);
}

/* ---- for LLVM's back ends ---- */

static void set_numbers(LLVMValueRef kernel, const char *kind, const uint32_t *numbers,
                        unsigned count) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(kernel));
  LLVMMetadataRef operands[3];
  for (unsigned i = 0; i < count; i++)
    operands[i] = LLVMValueAsMetadata(
        LLVMConstInt(LLVMInt32TypeInContext(context), numbers[i] ? numbers[i] : 1, false));
  LLVMGlobalSetMetadata(kernel, fxc_metadata_kind(context, kind),
                        LLVMMDNodeInContext2(context, operands, count));
}

static void tell_back_end(struct fxc_module *module, LLVMValueRef kernel) {
  static const char reqntid[] = "nvvm.reqntid";
  bool is_ptx = module->options->target == FXC_TARGET_NVPTX64;
  struct fxc_kernel_attribute_value value;
  uint32_t sizes[3];
  if (fxc_kernel_attribute_get(kernel, FXC_REQD_WORK_GROUP_SIZE, &value)) {
    char text[40];
    fxc_kernel_attribute_extents(&value, sizes);
    int length = snprintf(text, sizeof text, "%u,%u,%u", sizes[0], sizes[1] ? sizes[1] : 1,
                          sizes[2] ? sizes[2] : 1);
    if (is_ptx)
      LLVMAddAttributeAtIndex(kernel, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                              LLVMCreateStringAttribute(LLVMGetModuleContext(module->ir), reqntid,
                                                        strlen(reqntid), text, (unsigned)length));
    else
      set_numbers(kernel, "reqd_work_group_size", sizes, 3);
  }
  if (!is_ptx && fxc_kernel_attribute_get(kernel, FXC_WORK_GROUP_SIZE_HINT, &value)) {
    fxc_kernel_attribute_extents(&value, sizes);
    set_numbers(kernel, "work_group_size_hint", sizes, 3);
  }
  if (!is_ptx && fxc_kernel_attribute_get(kernel, FXC_REQD_SUB_GROUP_SIZE, &value))
    set_numbers(kernel, "intel_reqd_sub_group_size", value.numbers, 1);
}

/* ---- device_has promises what the code uses ---- */

static const struct {
  unsigned flag;
  uint32_t aspect;
} features[] = {
    {FALX_KERNEL_USES_FP16, 5}, {FALX_KERNEL_USES_FP64, 6}, {FALX_KERNEL_USES_ATOMIC64, 28}};

static unsigned listed_flags(const struct fxc_kernel_attribute_value *value) {
  unsigned flags = 0;
  for (size_t f = 0; f < sizeof features / sizeof *features; f++)
    for (uint32_t i = 0; i < value->count; i++)
      flags |= value->numbers[i] == features[f].aspect ? features[f].flag : 0;
  return flags;
}

static void warn(struct fxc_module *module, const struct fxc_callgraph *graph, unsigned node,
                 LLVMValueRef at, uint32_t aspect, const struct fxc_kernel_attribute_value *value) {
  fxc_report(module->diagnostics, FXC_WARNING, at,
             "this uses a feature of sycl::aspect::%s, which a device_has attribute does not list",
             fxs_aspect_name(aspect));
  for (const struct fxc_node *user = &graph->nodes[node]; user->site;
       user = &graph->nodes[user->from]) {
    char *name = fxc_demangle(name_of(graph->nodes[user->from].function));
    fxc_report(module->diagnostics, FXC_NOTE, user->site, "called from '%s'", name);
    free(name);
  }
  fxc_report_at(module->diagnostics, FXC_NOTE, value->place, "the attribute is here");
}

/* A function that is declared only uses what its own attribute lists. */
static unsigned declared_flags(LLVMValueRef function) {
  struct fxc_kernel_attribute_value value;
  return LLVMIsDeclaration(function) && fxc_kernel_attribute_get(function, FXC_DEVICE_HAS, &value)
             ? listed_flags(&value)
             : 0;
}

static void check_features(struct fxc_module *module, struct fxc_callgraph *graph,
                           LLVMValueRef function) {
  struct fxc_kernel_attribute_value value;
  if (LLVMIsDeclaration(function) || !fxc_kernel_attribute_get(function, FXC_DEVICE_HAS, &value))
    return;
  unsigned *order = fxc_must(calloc(graph->count + 1, sizeof *order));
  for (unsigned i = 0; i < graph->count; i++)
    graph->nodes[i].is_reached = false;
  unsigned count = fxc_callgraph_reach(graph, fxc_callgraph_node(graph, function), order);
  unsigned known = listed_flags(&value);
  for (unsigned n = 0; n < count; n++) {
    const struct fxc_node *node = &graph->nodes[order[n]];
    unsigned declared = declared_flags(node->function);
    for (size_t f = 0; f < sizeof features / sizeof *features; f++)
      if (declared & ~known & features[f].flag) {
        warn(module, graph, node->from, node->site, features[f].aspect, &value);
        known |= features[f].flag;
      }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(node->function); b;
         b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        unsigned flags = LLVMIsADbgInfoIntrinsic(i) ? 0 : fxc_instruction_flags(i) & ~known;
        for (size_t f = 0; flags && f < sizeof features / sizeof *features; f++)
          if (flags & features[f].flag) {
            warn(module, graph, order[n], i, features[f].aspect, &value);
            known |= features[f].flag;
          }
      }
  }
  free(order);
}

enum fxc_result fxc_kernel_attributes(struct fxc_module *module) {
  if (!fxc_kernel_attributes_read(module))
    return FXC_SAME;
  struct fxc_callgraph graph;
  fxc_callgraph_build(&graph, module->ir);
  for (unsigned n = 0; n < graph.count; n++) {
    LLVMValueRef function = graph.nodes[n].function;
    if (!fxc_is_kernel(function) || LLVMIsDeclaration(function))
      continue;
    struct fxc_map seen = {0};
    inherit(module, &graph, function, n, &seen);
    fxc_map_free(&seen);
    if (module->options->target != FXC_TARGET_NATIVE_CPU)
      tell_back_end(module, function);
  }
  for (unsigned n = 0; n < graph.count; n++)
    if (!fxc_is_kernel(graph.nodes[n].function))
      check_features(module, &graph, graph.nodes[n].function);
  fxc_callgraph_free(&graph);
  return fxc_has_errors(module->diagnostics) ? FXC_FAILED : FXC_CHANGED;
}
