/* The description of the device_globals that an image uses. */
#include <stdlib.h>
#include <string.h>

#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "compiler/image/model.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/device_globals.h"
#include "compiler/ir/map.h"
#include "compiler/memory.h"
#include "compiler/target.h"

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

/* Whether it is the variable's symbol in PTX: docs/cuda.md. */
static bool is_symbol_of(const char *name, const struct fxc_device_global *variable) {
  unsigned i = 0;
  while (i < variable->name_length && name[i] &&
         (name[i] == variable->name[i] || name[i] == FALX_PTX_SYMBOL_FILL))
    i++;
  return i == variable->name_length && !name[i];
}

/* The variable, or its slot. */
static bool is_of(LLVMValueRef global, const struct fxc_device_global *variable) {
  const char *name = name_of(global);
  if (is_symbol_of(name, variable))
    return true;
  if (strncmp(name, variable->name, variable->name_length) != 0)
    return false;
  const char *rest = name + variable->name_length;
  return !*rest || !strcmp(rest, FXC_GLOBAL_SUFFIX) ||
         !strncmp(rest, FALX_SLOT_KERNEL, strlen(FALX_SLOT_KERNEL));
}

static bool mentions(LLVMValueRef value, const struct fxc_device_global *variable) {
  if (LLVMIsAGlobalVariable(value))
    return is_of(value, variable);
  bool is_there = false;
  for (unsigned k = 0; LLVMIsAConstantExpr(value) && k < (unsigned)LLVMGetNumOperands(value); k++)
    is_there |= mentions(LLVMGetOperand(value, k), variable);
  return is_there;
}

static bool function_uses(LLVMValueRef function, const struct fxc_device_global *variable) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
        if (mentions(LLVMGetOperand(i, k), variable))
          return true;
  return false;
}

static void describe(struct fxc_image_list *list, struct fxc_image *image,
                     const struct fxc_device_global *variable, bool has_slot) {
  char *name = fxc_must(fxs_arena_strndup(&list->arena, variable->name, variable->name_length));
  struct falx_device_global *value = fxc_new(&list->arena, 1, sizeof *value + variable->byte_count);
  value->size = variable->size;
  value->device_image_scope = variable->is_scoped;
  memcpy(value + 1, variable->bytes, variable->byte_count);
  fxc_image_add_bytes(list, image, FALX_SET_DEVICE_GLOBALS, name, value,
                      sizeof *value + variable->byte_count);
  if (has_slot)
    fxc_image_add_entry(list, image, FALX_ENTRY_DEVICE_GLOBAL, name, name);
  fxc_image_add_entry(list, image, FALX_ENTRY_HOST_GLOBAL, name, name);
}

void fxc_device_globals_describe(struct fxc_image_list *list, struct fxc_image *image,
                                 const struct fxc_module *module,
                                 const struct fxc_function_list *functions, struct fxc_map *met) {
  unsigned count;
  LLVMValueRef *nodes = fxc_device_global_nodes(module->ir, &count);
  for (unsigned v = 0; v < count; v++) {
    struct fxc_device_global variable;
    if (!fxc_read_device_global(nodes[v], &variable) || fxc_map_has(met, nodes[v]))
      continue;
    bool is_used = false;
    for (size_t i = 0; !is_used && i < functions->items.count; i++)
      is_used = function_uses(functions->items.items[i], &variable);
    if (!is_used)
      continue;
    fxc_map_put(met, nodes[v], nodes[v]);
    describe(list, image, &variable, module->options->target->is_host);
  }
  free(nodes);
}

/* The note behind an error about node's variable: a kernel of image that uses it. */
static void report_user(const struct fxc_image *image, LLVMValueRef node,
                        struct fxc_diagnostics *diagnostics) {
  for (size_t e = 0; e < image->entries.count; e++) {
    const struct fxc_entry *entry = &image->entries.items[e];
    bool is_kernel = entry->kind == FALX_ENTRY_KERNEL;
    const char *place;
    if ((!is_kernel && entry->kind != FALX_ENTRY_EXPORT) ||
        !fxc_device_global_is_used_by(node, entry->name, &place))
      continue;
    char *pretty = fxc_demangle(entry->name);
    fxc_report_at(diagnostics, FXC_NOTE, place, "used by %s '%s'",
                  is_kernel ? "kernel" : "SYCL_EXTERNAL function", pretty);
    free(pretty);
    return;
  }
}

static bool has_variable(const struct fxc_image *image, const char *name) {
  for (size_t s = 0; s < image->sets.count; s++) {
    const struct fxc_property_set *set = &image->sets.items[s];
    for (size_t k = 0; !strcmp(set->name, FALX_SET_DEVICE_GLOBALS) && k < set->properties.count;
         k++)
      if (!strcmp(set->properties.items[k].name, name))
        return true;
  }
  return false;
}

bool fxc_image_check_scopes(const struct fxc_image_list *list, size_t first,
                            const struct fxc_module *module) {
  unsigned count;
  LLVMValueRef *nodes = fxc_device_global_nodes(module->ir, &count);
  bool is_fine = true;
  for (unsigned v = 0; v < count; v++) {
    struct fxc_device_global variable;
    const struct fxc_image *owner = NULL, *other = NULL;
    if (!fxc_read_device_global(nodes[v], &variable) || !variable.is_scoped)
      continue;
    for (size_t i = first; i < list->images.count && !other; i++)
      if (has_variable(&list->images.items[i], variable.name))
        *(owner ? &other : &owner) = &list->images.items[i];
    if (!other)
      continue;
    char *pretty = fxc_demangle(variable.name);
    bool cannot_share = owner->needs && other->needs && strcmp(owner->needs, other->needs) != 0;
    fxc_report_at(module->diagnostics, FXC_ERROR, variable.place,
                  "device_global variable %s with property \"device_image_scope\" is used in more "
                  "than one device image; %s",
                  pretty,
                  cannot_share
                      ? "the kernels need different types or attributes of the device, so they "
                        "cannot share an image: give them the same, or leave the property out"
                      : "use -fsycl-device-code-split=off, or leave the property out");
    free(pretty);
    report_user(owner, nodes[v], module->diagnostics);
    report_user(other, nodes[v], module->diagnostics);
    is_fine = false;
  }
  free(nodes);
  return is_fine;
}
