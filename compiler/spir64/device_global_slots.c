/* device-global-slots: a device_global is where the host says; the image has a place for its
 * address.
 *
 * Needs:   device-globals; the module of one image.
 * Leaves:  in place of each variable one that holds the address of its memory, zero at first, with
 *          its decorations; and a kernel that sets it, with the attribute "falx-helper" and the
 * name <variable>.falx_slot.<first name of the image>. Both are the image's own: other images that
 * it is linked with have the same variable. Code that uses a value of image scope loads the address
 * at the entry of its function; other code finds it where the variable's pointer was. Refuses: an
 * address of such a variable in the initializer of another. Tests: tests/passes/device-globals. */
#include <stdlib.h>
#include <string.h>

#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "compiler/ir/attributes.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/constants.h"
#include "compiler/ir/device_globals.h"
#include "compiler/ir/metadata.h"
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "compiler/target.h"
#include "support/strbuf.h"

struct lowering {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMTypeRef global, generic; /* pointers */
  LLVMBuilderRef builder;
  const char *image; /* the first of the names of kernels and exports */
};

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static const char *first_name(LLVMModuleRef module) {
  const char *first = "";
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && (fxc_is_kernel(f) || fxc_is_export(f)) &&
        (!*first || strcmp(name_of(f), first) < 0))
      first = name_of(f);
  return first;
}

static LLVMValueRef add_slot(struct lowering *self, LLVMValueRef variable) {
  struct fxs_strbuf name = {0};
  unsigned decorations = fxc_metadata_kind(self->context, "spirv.Decorations");
  /* As device_globals of other compilers: Intel's driver looks into the struct. */
  LLVMTypeRef type = LLVMStructTypeInContext(self->context, &self->generic, 1, false);
  LLVMValueRef slot =
      LLVMAddGlobalInAddressSpace(self->module, type, "", LLVMGetPointerAddressSpace(self->global));
  LLVMSetInitializer(slot, LLVMConstNull(type));
  LLVMSetExternallyInitialized(slot, true);
  LLVMSetAlignment(slot, 8);
  size_t count;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(variable, &count);
  for (unsigned i = 0; i < count; i++)
    if (LLVMValueMetadataEntriesGetKind(entries, i) == decorations)
      LLVMGlobalSetMetadata(slot, decorations, LLVMValueMetadataEntriesGetMetadata(entries, i));
  LLVMDisposeValueMetadataEntries(entries);
  fxs_strbuf_printf(&name, "%s" FALX_SLOT_KERNEL "%s.address", name_of(variable), self->image);
  LLVMSetValueName2(slot, fxs_strbuf_text(&name), name.length);
  fxs_strbuf_free(&name);
  return slot;
}

static void add_kernel(struct lowering *self, LLVMValueRef variable, LLVMValueRef slot) {
  struct fxs_strbuf name = {0};
  fxs_strbuf_printf(&name, "%s" FALX_SLOT_KERNEL "%s", name_of(variable), self->image);
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(self->context), &self->global, 1, false);
  LLVMValueRef kernel = LLVMAddFunction(self->module, fxs_strbuf_text(&name), type);
  fxs_strbuf_free(&name);
  LLVMSetFunctionCallConv(kernel, LLVMSPIRKERNELCallConv);
  fxc_set_string_attribute(kernel, FXC_HELPER, "");
  LLVMPositionBuilderAtEnd(self->builder, LLVMAppendBasicBlockInContext(self->context, kernel, ""));
  LLVMSetCurrentDebugLocation2(self->builder, NULL);
  LLVMValueRef address =
      LLVMBuildAddrSpaceCast(self->builder, LLVMGetParam(kernel, 0), self->generic, "");
  LLVMBuildStore(self->builder, address, slot);
  LLVMBuildRetVoid(self->builder);
}

static LLVMValueRef first_user(LLVMValueRef variable) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
    if (LLVMIsAInstruction(LLVMGetUser(use)))
      return LLVMGetUser(use);
  return NULL;
}

/* At the function's entry: the address of the value. */
static LLVMValueRef build_address(struct lowering *self, LLVMValueRef function, LLVMValueRef slot) {
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
  while (LLVMIsAAllocaInst(first))
    first = LLVMGetNextInstruction(first);
  LLVMPositionBuilderBefore(self->builder, first);
  LLVMSetCurrentDebugLocation2(self->builder, NULL);
  LLVMValueRef address = LLVMBuildLoad2(self->builder, self->generic, slot, "falx.global");
  return LLVMBuildAddrSpaceCast(self->builder, address, self->global, "");
}

static void replace_in(LLVMValueRef function, LLVMValueRef variable, LLVMValueRef address) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
        if (LLVMGetOperand(i, k) == variable)
          LLVMSetOperand(i, k, address);
}

static bool lower(struct lowering *self, LLVMValueRef variable, bool is_scoped) {
  if (!fxc_expand_constants(variable))
    return false;
  if (first_user(variable)) {
    LLVMValueRef slot = add_slot(self, variable);
    for (LLVMValueRef user; is_scoped && (user = first_user(variable));) {
      LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
      replace_in(function, variable, build_address(self, function, slot));
    }
    LLVMReplaceAllUsesWith(variable, slot);
    add_kernel(self, variable, slot);
  } else {
    LLVMReplaceAllUsesWith(variable, LLVMConstNull(self->global)); /* constants without uses */
  }
  LLVMDeleteGlobal(variable);
  return true;
}

enum fxc_result fxc_device_global_slots(struct fxc_module *module) {
  unsigned count, space = module->options->target->global_space;
  LLVMValueRef *nodes = fxc_device_global_nodes(module->ir, &count);
  enum fxc_result result = count ? FXC_CHANGED : FXC_SAME;
  struct lowering self = {.module = module->ir, .context = LLVMGetModuleContext(module->ir)};
  self.global = LLVMPointerTypeInContext(self.context, space);
  self.generic = LLVMPointerTypeInContext(self.context, 4);
  self.builder = LLVMCreateBuilderInContext(self.context);
  self.image = fxc_must(strdup(first_name(module->ir)));
  for (unsigned i = 0; i < count && result != FXC_FAILED; i++) {
    struct fxc_device_global variable;
    LLVMValueRef global = NULL;
    if (fxc_read_device_global(nodes[i], &variable))
      global = LLVMGetNamedGlobalWithLength(module->ir, variable.name, variable.name_length);
    if (global && !lower(&self, global, variable.is_scoped)) {
      char *pretty = fxc_demangle(name_of(global));
      fxc_report_at(
          module->diagnostics, FXC_ERROR, variable.place,
          "the address of device_global '%s' stands in the initializer of another variable; "
          "take it in the kernel",
          pretty);
      free(pretty);
      result = FXC_FAILED;
    }
  }
  free((char *)self.image);
  LLVMDisposeBuilder(self.builder);
  free(nodes);
  return result;
}
