/* kernel-attributes: copies the attributes of kernel functions to the kernels.
 *
 * Needs:   docs/ir.md, 0: kernels as the front end leaves them, its annotations.
 * Leaves:  nodes of ir/kernel_attributes.h on functions and on kernels.
 * Refuses: invalid arguments, two attributes of the same name that differ. Warns if code with
 *          device_has uses a feature that it does not list.
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
  static const char *const prefixes[] = {"_ZN4sycl", "_ZNK4sycl", "_ZZN4sycl", "_ZZNK4sycl",
                                         "__falx_"};
  const char *name = name_of(function);
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
      return true;
  return false;
}

/* Copies the attributes of the functions that function calls, looking through those of the
 * headers. */
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

/* ---- device_has: what a kernel needs ---- */

static bool has_number(const struct fxc_kernel_attribute_value *value, uint32_t number) {
  for (uint32_t i = 0; i < value->count; i++)
    if (value->numbers[i] == number)
      return true;
  return false;
}

/* A kernel needs the aspects of every function that it may call, directly or not (5.8.2). */
static void gather_aspects(struct fxc_module *module, struct fxc_callgraph *graph,
                           unsigned kernel) {
  LLVMValueRef function = graph->nodes[kernel].function;
  struct fxc_kernel_attribute_value all = {0}, one;
  fxc_kernel_attribute_get(function, FXC_DEVICE_HAS, &all);
  uint32_t before = all.count;
  unsigned *order = fxc_must(calloc(graph->count + 1, sizeof *order));
  for (unsigned i = 0; i < graph->count; i++)
    graph->nodes[i].is_reached = false;
  unsigned count = fxc_callgraph_reach(graph, kernel, order);
  for (unsigned n = 0; n < count; n++) {
    if (!fxc_kernel_attribute_get(graph->nodes[order[n]].function, FXC_DEVICE_HAS, &one))
      continue;
    for (uint32_t i = 0; i < one.count; i++)
      if (!has_number(&all, one.numbers[i]) && all.count < FXC_ATTRIBUTE_MAX)
        all.numbers[all.count++] = one.numbers[i];
    all.place = all.place ? all.place : one.place;
  }
  free(order);
  if (all.count > before)
    fxc_kernel_attribute_replace(module, function, FXC_DEVICE_HAS, &all);
}

/* ---- device_has: are all features used by the code listed? ---- */

static unsigned listed_flags(const struct fxc_kernel_attribute_value *value) {
  unsigned flags = 0;
  for (size_t f = 0; f < FXS_ASPECT_COUNT; f++)
    for (uint32_t i = 0; i < value->count; i++)
      flags |= value->numbers[i] == fxs_aspects[f].number ? fxs_aspects[f].kernel_flag : 0;
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

/* A function that is only declared uses what its own attribute lists. */
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
    for (size_t f = 0; f < FXS_ASPECT_COUNT; f++)
      if (declared & ~known & fxs_aspects[f].kernel_flag) {
        warn(module, graph, node->from, node->site, fxs_aspects[f].number, &value);
        known |= fxs_aspects[f].kernel_flag;
      }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(node->function); b;
         b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        unsigned flags = LLVMIsADbgInfoIntrinsic(i) ? 0 : fxc_instruction_flags(i) & ~known;
        for (size_t f = 0; flags && f < FXS_ASPECT_COUNT; f++)
          if (flags & fxs_aspects[f].kernel_flag) {
            warn(module, graph, order[n], i, fxs_aspects[f].number, &value);
            known |= fxs_aspects[f].kernel_flag;
          }
      }
  }
  free(order);
}

/* ---- -fsycl-default-sub-group-size= ---- */

/* A number is an attribute of all kernels that have none. */
static bool require_default(struct fxc_module *module) {
  bool has_any = false;
  struct fxc_kernel_attribute_value value;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    int size = fxc_is_kernel(f) ? fxc_default_sub_group(f) : -1;
    if (size <= 0)
      continue;
    has_any = true;
    fxc_set_default_sub_group(f, -1);
    if (fxc_kernel_attribute_get(f, FXC_REQD_SUB_GROUP_SIZE, &value))
      continue;
    value = (struct fxc_kernel_attribute_value){
        .numbers = {(uint32_t)size}, .count = 1, .place = "-fsycl-default-sub-group-size="};
    fxc_kernel_attribute_replace(module, f, FXC_REQD_SUB_GROUP_SIZE, &value);
  }
  return has_any;
}

enum fxc_result fxc_kernel_attributes(struct fxc_module *module) {
  if (!fxc_kernel_attributes_read(module))
    return require_default(module) ? FXC_CHANGED : FXC_SAME;
  struct fxc_callgraph graph;
  fxc_callgraph_build(&graph, module->ir);
  for (unsigned n = 0; n < graph.count; n++) {
    LLVMValueRef function = graph.nodes[n].function;
    if (!fxc_is_kernel(function) || LLVMIsDeclaration(function))
      continue;
    struct fxc_map seen = {0};
    inherit(module, &graph, function, n, &seen);
    fxc_map_free(&seen);
    gather_aspects(module, &graph, n);
  }
  for (unsigned n = 0; n < graph.count; n++)
    if (!fxc_is_kernel(graph.nodes[n].function))
      check_features(module, &graph, graph.nodes[n].function);
  fxc_callgraph_free(&graph);
  require_default(module);
  return fxc_has_errors(module->diagnostics) ? FXC_FAILED : FXC_CHANGED;
}
