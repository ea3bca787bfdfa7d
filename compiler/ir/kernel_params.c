#include "compiler/ir/kernel_params.h"

#include "compiler/ir/metadata.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"

#include <stdlib.h>

static unsigned arguments_of(unsigned kind) {
  return kind == FALX_PARAM_ACCESSOR ? 4 : kind == FALX_PARAM_LOCAL_ACCESSOR ? 2 : 1;
}

struct fxc_kernel_param *fxc_kernel_params(LLVMValueRef kernel, size_t *out_count) {
  LLVMValueRef node = fxc_function_node(kernel, "falx.params");
  size_t count = node ? (size_t)LLVMGetMDNodeNumOperands(node) : 0;
  LLVMValueRef *nodes = fxc_must(calloc(count + 1, sizeof *nodes));
  struct fxc_kernel_param *params = fxc_must(calloc(count + 1, sizeof *params));
  if (node)
    LLVMGetMDNodeOperands(node, nodes);
  for (size_t i = 0, first = 0; i < count; i++) {
    struct fxc_kernel_param *param = &params[i];
    param->is.kind = (uint16_t)fxc_metadata_integer(nodes[i], 0);
    param->is.dimensions = (uint16_t)fxc_metadata_integer(nodes[i], 1);
    param->is.size = fxc_metadata_integer(nodes[i], 2);
    param->is.offset = fxc_metadata_integer(nodes[i], 3);
    param->first = (unsigned)first;
    param->count = arguments_of(param->is.kind);
    first += param->count;
  }
  free(nodes);
  *out_count = count;
  return params;
}

bool fxc_is_local_param(const struct falx_kernel_param *param) {
  return param->kind == FALX_PARAM_LOCAL_ACCESSOR || param->kind == FALX_PARAM_WORK_GROUP_MEMORY;
}

enum { REMOVED = -1 };

/* The number of the parameter for an argument. */
static int place_of(LLVMValueRef kernel, unsigned argument) {
  LLVMValueRef node = fxc_function_node(kernel, "falx.omit");
  unsigned count = node ? LLVMGetMDNodeNumOperands(node) : 0, before = 0;
  LLVMValueRef *omitted = fxc_must(calloc(count + 1, sizeof *omitted));
  if (node)
    LLVMGetMDNodeOperands(node, omitted);
  for (unsigned i = 0; i < argument && i < count; i++)
    before += LLVMConstIntGetZExtValue(omitted[i]) != 0;
  bool is_there = argument >= count || !LLVMConstIntGetZExtValue(omitted[argument]);
  free(omitted);
  is_there = is_there && argument - before < LLVMCountParams(kernel);
  return is_there ? (int)(argument - before) : REMOVED;
}

LLVMValueRef fxc_kernel_argument(LLVMValueRef kernel, unsigned argument) {
  int place = place_of(kernel, argument);
  return place == REMOVED ? NULL : LLVMGetParam(kernel, (unsigned)place);
}

unsigned fxc_align_at(uint64_t offset, unsigned align) {
  while (offset % align)
    align /= 2;
  return align;
}

/* Of an argument within its descriptor's bytes: as in runtime/program/kernel.c, make_arg. */
static unsigned offset_within(const struct falx_kernel_param *param, unsigned position) {
  return position ? 8 + (position - 1) * 8 * param->dimensions : 0;
}

unsigned *fxc_parameter_offsets(LLVMValueRef kernel) {
  size_t count;
  struct fxc_kernel_param *params = fxc_kernel_params(kernel, &count);
  unsigned *offsets = fxc_must(calloc(LLVMCountParams(kernel) + 1, sizeof *offsets));
  for (size_t i = 0; i < count; i++)
    for (unsigned position = 0; position < params[i].count; position++) {
      int place = place_of(kernel, params[i].first + position);
      if (place != REMOVED)
        offsets[place] = params[i].is.offset + offset_within(&params[i].is, position);
    }
  free(params);
  return offsets;
}

struct fxc_extents *fxc_local_extents(LLVMValueRef kernel, size_t *out_count) {
  size_t count;
  struct fxc_kernel_param *params = fxc_kernel_params(kernel, &count);
  struct fxc_extents *all = fxc_must(calloc(count + 1, sizeof *all));
  *out_count = 0;
  for (size_t i = 0; i < count; i++) {
    struct fxc_extents one = {NULL, params[i].is.dimensions};
    if (params[i].is.kind != FALX_PARAM_LOCAL_ACCESSOR || one.dimensions < 2)
      continue;
    int place = place_of(kernel, params[i].first + 1); /* behind the memory */
    if (place == REMOVED)
      continue;
    one.parameter = LLVMGetParam(kernel, (unsigned)place);
    if (LLVMGetFirstUse(one.parameter) && fxc_type_attribute(kernel, (unsigned)place + 1, "byval"))
      all[(*out_count)++] = one;
  }
  free(params);
  return all;
}
