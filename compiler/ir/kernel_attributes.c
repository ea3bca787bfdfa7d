#include "compiler/ir/kernel_attributes.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/ir/callgraph.h"
#include "compiler/ir/metadata.h"
#include "compiler/memory.h"

static const char *const kinds[FXC_ATTRIBUTE_COUNT] = {
    "falx.reqd_work_group_size", "falx.work_group_size_hint", "falx.reqd_sub_group_size",
    "falx.device_has", "falx.assume_indirect_calls"};

const char *fxc_kernel_attribute_kind(enum fxc_kernel_attribute attribute) {
  return kinds[attribute];
}

const char *fxc_kernel_attribute_name(enum fxc_kernel_attribute attribute) {
  return kinds[attribute] + strlen("falx.");
}

bool fxc_kernel_attribute_get(LLVMValueRef function, enum fxc_kernel_attribute attribute,
                              struct fxc_kernel_attribute_value *out) {
  LLVMValueRef node = fxc_function_node(function, kinds[attribute]);
  if (!node)
    return false;
  LLVMValueRef operands[FXC_ATTRIBUTE_MAX + 1];
  unsigned count = (unsigned)LLVMGetMDNodeNumOperands(node), length;
  if (count < 1 || count > FXC_ATTRIBUTE_MAX + 1)
    return false;
  LLVMGetMDNodeOperands(node, operands);
  const char *place = LLVMGetMDString(operands[count - 1], &length);
  *out = (struct fxc_kernel_attribute_value){.count = count - 1, .place = place ? place : ""};
  for (unsigned i = 0; i < out->count; i++)
    out->numbers[i] = fxc_metadata_integer(node, i);
  return true;
}

void fxc_kernel_attribute_extents(const struct fxc_kernel_attribute_value *value, uint32_t out[3]) {
  for (uint32_t d = 0; d < 3; d++)
    out[d] = d < value->count ? value->numbers[value->count - 1 - d] : 0;
}

bool fxc_has_required_sub_groups(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (fxc_is_kernel(f) && fxc_function_metadata(f, kinds[FXC_REQD_SUB_GROUP_SIZE]))
      return true;
  return false;
}

#define DEFAULT_KIND "falx.default_sub_group_size"

int fxc_default_sub_group(LLVMValueRef kernel) {
  LLVMValueRef node = fxc_function_node(kernel, DEFAULT_KIND);
  return node ? (int)fxc_metadata_integer(node, 0) : -1;
}

void fxc_set_default_sub_group(LLVMValueRef kernel, int size) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(kernel));
  unsigned kind = fxc_metadata_kind(context, DEFAULT_KIND);
  if (size < 0) {
    LLVMGlobalEraseMetadata(kernel, kind);
    return;
  }
  LLVMMetadataRef number =
      LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(context), (unsigned)size, false));
  LLVMGlobalSetMetadata(kernel, kind, LLVMMDNodeInContext2(context, &number, 1));
}

static bool is_sized(LLVMValueRef kernel) {
  return fxc_is_kernel(kernel) && (fxc_function_metadata(kernel, kinds[FXC_REQD_SUB_GROUP_SIZE]) ||
                                   fxc_default_sub_group(kernel) > 0);
}

void fxc_find_sized_sub_groups(LLVMModuleRef module, struct fxc_map *out_set) {
  bool has_any = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    has_any |= is_sized(f);
  if (!has_any)
    return;
  struct fxc_callgraph graph;
  fxc_callgraph_build(&graph, module);
  unsigned *order = fxc_must(calloc(graph.count + 1, sizeof *order));
  for (unsigned n = 0; n < graph.count; n++) {
    LLVMValueRef kernel = graph.nodes[n].function;
    if (!is_sized(kernel))
      continue;
    unsigned count = fxc_callgraph_reach(&graph, n, order);
    for (unsigned i = 0; i < count; i++)
      fxc_map_put(out_set, graph.nodes[order[i]].function, kernel);
  }
  free(order);
  fxc_callgraph_free(&graph);
}
