/* device-globals: hides the values of device_globals from the optimizer.
 *
 * Needs:   a linked and checked module.
 * Leaves:  each used variable is a declaration, described by the module's !falx.device_globals with
 *          the positions of its uses; for targets other than native_cpu it stays defined and is
 *          externally initialized.
 * Refuses: a variable that is initialized dynamically.
 * Tests:   tests/passes/device-globals. */
#include <llvm-c/Comdat.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "compiler/ir/constant_bytes.h"
#include "compiler/ir/device_globals.h"
#include "compiler/ir/metadata.h"
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "compiler/passes/device_globals_uses.h"
#include "compiler/target.h"
#include "support/vector.h"

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static bool has_value(LLVMValueRef variable) {
  const char *base = LLVMGetStructName(fxc_device_global_base(variable));
  return base && strstr(base, FXC_DEVICE_GLOBAL_VALUE);
}

/* The bytes of the initial value, as metadata; an empty string for zeros. */
static LLVMMetadataRef initial_bytes(LLVMValueRef variable, LLVMValueRef descriptor) {
  LLVMModuleRef module = LLVMGetGlobalParent(variable);
  LLVMContextRef context = LLVMGetModuleContext(module);
  if (!descriptor)
    return LLVMMDStringInContext2(context, "", 0);
  LLVMValueRef value = LLVMGetInitializer(variable);
  size_t size = fxc_device_global_field(descriptor, FXC_DESCRIPTOR_SIZE);
  size_t offset = fxc_device_global_field(descriptor, FXC_DESCRIPTOR_INITIAL);
  LLVMTargetDataRef layout = LLVMCreateTargetData(LLVMGetDataLayoutStr(module));
  size_t whole = LLVMABISizeOfType(layout, LLVMTypeOf(value));
  unsigned char *bytes = fxc_must(calloc((whole > offset + size ? whole : offset + size) + 1, 1));
  bool has_any = false;
  if (fxc_constant_bytes(layout, value, true, bytes))
    for (size_t i = 0; i < size; i++)
      has_any |= bytes[offset + i] != 0;
  LLVMMetadataRef text =
      LLVMMDStringInContext2(context, (const char *)bytes + offset, has_any ? size : 0);
  free(bytes);
  LLVMDisposeTargetData(layout);
  return text;
}

static LLVMMetadataRef string(LLVMContextRef context, const char *text) {
  return LLVMMDStringInContext2(context, text ? text : "", text ? strlen(text) : 0);
}

/* What a diagnostic about the variable points to: its definition, known with -g, else a use. */
static LLVMValueRef point_of(LLVMValueRef variable, const struct fxc_device_global_uses *uses) {
  struct fxs_arena arena = {0};
  bool is_known = fxc_source_position(&arena, variable) != NULL;
  fxs_arena_release(&arena);
  return is_known ? variable : uses->first;
}

static void note(LLVMModuleRef module, LLVMValueRef variable, struct fxc_device_global_uses *uses) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
  LLVMValueRef descriptor = fxc_device_global_descriptor(variable);
  bool is_scoped = descriptor ? fxc_device_global_field(descriptor, FXC_DESCRIPTOR_SCOPE) != 0
                              : has_value(variable);
  const char *name = name_of(variable);
  LLVMValueRef point = point_of(variable, uses);
  if (is_scoped)
    fxc_find_roots(module, uses);
  struct fxs_arena arena = {0};
  LLVMMetadataRef *fields =
      fxc_new(&arena, FXC_DEVICE_GLOBAL_FIELDS + uses->roots.count, sizeof *fields);
  fields[0] = string(context, name);
  fields[1] = LLVMValueAsMetadata(
      LLVMConstInt(i32, fxc_device_global_field(descriptor, FXC_DESCRIPTOR_SIZE), 0));
  fields[2] = LLVMValueAsMetadata(LLVMConstInt(i32, is_scoped, 0));
  fields[3] = initial_bytes(variable, descriptor);
  fields[4] = string(context, point ? fxc_source_position(&arena, point) : NULL);
  for (size_t i = 0; i < uses->roots.count; i++) {
    const struct fxc_root_use *use = &uses->roots.items[i];
    LLVMMetadataRef pair[2] = {string(context, name_of(use->root)),
                               string(context, fxc_source_position(&arena, use->site))};
    fields[FXC_DEVICE_GLOBAL_FIELDS + i] = LLVMMDNodeInContext2(context, pair, 2);
  }
  LLVMMetadataRef node =
      LLVMMDNodeInContext2(context, fields, FXC_DEVICE_GLOBAL_FIELDS + uses->roots.count);
  LLVMAddNamedMetadataOperand(module, FXC_DEVICE_GLOBALS, LLVMMetadataAsValue(context, node));
  fxs_arena_release(&arena);
}

static void declare(LLVMModuleRef module, LLVMValueRef variable) {
  char *name = fxc_must(strdup(name_of(variable)));
  LLVMValueRef declared = LLVMAddGlobal(module, LLVMGlobalGetValueType(variable), "");
  LLVMSetAlignment(declared, LLVMGetAlignment(variable));
  LLVMReplaceAllUsesWith(variable, declared);
  LLVMDeleteGlobal(variable);
  LLVMSetValueName2(declared, name, strlen(name));
  free(name);
}

static void pin(struct fxc_module *module, LLVMValueRef variable) {
  if (!LLVMGetFirstUse(variable)) {
    LLVMDeleteGlobal(variable);
    return;
  }
  struct fxc_device_global_uses uses = {0};
  fxc_find_uses(variable, &uses);
  if (LLVMGetInitializer(variable) && !fxc_device_global_descriptor(variable)) {
    char *pretty = fxc_demangle(name_of(variable));
    fxc_report(module->diagnostics, FXC_ERROR, point_of(variable, &uses),
               "device_global '%s' has no constant initializer, and nothing else can give it its "
               "first value on a device; declare it constinit to see why",
               pretty);
    free(pretty);
  }
  note(module->ir, variable, &uses);
  fxc_device_global_uses_free(&uses);
  if (module->options->target->is_host) {
    declare(module->ir, variable);
    return;
  }
  LLVMSetComdat(variable, NULL);
  LLVMSetExternallyInitialized(variable, true);
  if (LLVMGetInitializer(variable))
    LLVMSetLinkage(variable, LLVMExternalLinkage);
}

enum fxc_result fxc_device_globals(struct fxc_module *module) {
  FXS_VECTOR(LLVMValueRef) variables = {0};
  for (LLVMValueRef g = LLVMGetFirstGlobal(module->ir); g; g = LLVMGetNextGlobal(g))
    if (fxc_is_device_global(g))
      fxc_push(&variables, g);
  enum fxc_result result = variables.count ? FXC_CHANGED : FXC_SAME;
  for (size_t i = 0; i < variables.count; i++)
    pin(module, variables.items[i]);
  fxs_vector_free(&variables);
  return fxc_has_errors(module->diagnostics) ? FXC_FAILED : result;
}
