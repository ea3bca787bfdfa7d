#include "compiler/ir/device_globals.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/ir/metadata.h"
#include "compiler/memory.h"
#include "falx/image.h"
#include "support/strbuf.h"

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static bool is_struct_named(LLVMTypeRef type, const char *part) {
  const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
  return name && strstr(name, part);
}

LLVMTypeRef fxc_device_global_base(LLVMValueRef variable) {
  LLVMTypeRef type = LLVMGlobalGetValueType(variable);
  while (LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type)) {
    if (is_struct_named(type, FXC_DEVICE_GLOBAL_POINTER) ||
        is_struct_named(type, FXC_DEVICE_GLOBAL_VALUE))
      return type;
    type = LLVMStructGetTypeAtIndex(type, 0);
  }
  return NULL;
}

/* The descriptor that value points to, directly or in a member; NULL if there is none. */
static LLVMValueRef descriptor_in(LLVMValueRef value) {
  if (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMAddrSpaceCast)
    value = LLVMGetOperand(value, 0); /* not on native_cpu */
  LLVMValueRef variable = LLVMIsAGlobalVariable(value);
  if (variable)
    return strstr(name_of(variable), FALX_DEVICE_GLOBAL_DESCRIPTOR) && LLVMGetInitializer(variable)
               ? variable
               : NULL;
  if (!LLVMIsAConstantStruct(value))
    return NULL;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++) {
    LLVMValueRef found = descriptor_in(LLVMGetOperand(value, i));
    if (found)
      return found;
  }
  return NULL;
}

LLVMValueRef fxc_device_global_descriptor(LLVMValueRef variable) {
  LLVMValueRef value = LLVMGetInitializer(variable);
  return value && LLVMIsAConstantStruct(value) ? descriptor_in(value) : NULL;
}

uint32_t fxc_device_global_field(LLVMValueRef descriptor, enum fxc_descriptor_field field) {
  LLVMValueRef fields = descriptor ? LLVMGetInitializer(descriptor) : NULL;
  LLVMValueRef number = fields ? LLVMGetAggregateElement(fields, field) : NULL;
  return number && LLVMIsAConstantInt(number) ? (uint32_t)LLVMConstIntGetZExtValue(number) : 0;
}

bool fxc_is_device_global(LLVMValueRef variable) {
  return fxc_device_global_base(variable) || fxc_device_global_descriptor(variable);
}

static bool holds(LLVMValueRef value) {
  if (LLVMIsAConstantArray(value))
    return LLVMGetNumOperands(value) && holds(LLVMGetOperand(value, 0));
  if (!LLVMIsAConstantStruct(value))
    return descriptor_in(value) != NULL;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
    if (holds(LLVMGetOperand(value, i)))
      return true;
  return false;
}

bool fxc_holds_device_global(LLVMValueRef variable) {
  LLVMValueRef value = LLVMGetInitializer(variable);
  return value && !fxc_is_device_global(variable) && holds(value);
}

void fxc_name_device_globals(LLVMModuleRef module, const char *unit) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
    if (LLVMGetLinkage(g) != LLVMInternalLinkage || !fxc_is_device_global(g))
      continue;
    struct fxs_strbuf name = {0};
    fxs_strbuf_printf(&name, "%s.%s", name_of(g), unit);
    LLVMSetValueName2(g, fxs_strbuf_text(&name), name.length);
    LLVMSetLinkage(g, LLVMExternalLinkage);
    fxs_strbuf_free(&name);
  }
}

/* To be freed; NULL if there are fewer. */
static LLVMValueRef *operands_of(LLVMValueRef node, unsigned at_least) {
  unsigned count = LLVMIsAMDNode(node) ? (unsigned)LLVMGetMDNodeNumOperands(node) : 0;
  if (count < at_least)
    return NULL;
  LLVMValueRef *operands = fxc_must(calloc(count, sizeof *operands));
  LLVMGetMDNodeOperands(node, operands);
  return operands;
}

/* NULL for an empty string. */
static const char *text_of(LLVMValueRef string) {
  unsigned length = 0;
  const char *text = LLVMGetMDString(string, &length);
  return length ? text : NULL;
}

bool fxc_read_device_global(LLVMValueRef node, struct fxc_device_global *out) {
  LLVMValueRef *fields = operands_of(node, FXC_DEVICE_GLOBAL_FIELDS);
  if (!fields)
    return false;
  out->name = LLVMGetMDString(fields[0], &out->name_length);
  out->size = fxc_metadata_integer(node, 1);
  out->is_scoped = fxc_metadata_integer(node, 2) != 0;
  out->bytes = LLVMGetMDString(fields[3], &out->byte_count);
  out->place = text_of(fields[4]);
  free(fields);
  return out->name && out->bytes;
}

bool fxc_device_global_is_used_by(LLVMValueRef node, const char *root, const char **out_place) {
  LLVMValueRef *fields = operands_of(node, FXC_DEVICE_GLOBAL_FIELDS);
  bool is_found = false;
  *out_place = NULL;
  for (unsigned i = FXC_DEVICE_GLOBAL_FIELDS;
       fields && i < (unsigned)LLVMGetMDNodeNumOperands(node) && !is_found; i++) {
    LLVMValueRef *pair = operands_of(fields[i], 2);
    const char *name = pair ? text_of(pair[0]) : NULL;
    is_found = name && !strcmp(name, root);
    if (is_found)
      *out_place = text_of(pair[1]);
    free(pair);
  }
  free(fields);
  return is_found;
}

LLVMValueRef *fxc_device_global_nodes(LLVMModuleRef module, unsigned *out_count) {
  *out_count = LLVMGetNamedMetadataNumOperands(module, FXC_DEVICE_GLOBALS);
  LLVMValueRef *nodes = fxc_must(calloc(*out_count + 1, sizeof *nodes));
  LLVMGetNamedMetadataOperands(module, FXC_DEVICE_GLOBALS, nodes);
  return nodes;
}
