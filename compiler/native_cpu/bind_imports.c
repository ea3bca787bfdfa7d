/* bind-imports: calls of other images' functions go through slots (requirement DL-7).
 *
 * Needs:   declarations with "falx-import"="F" (prepare-native-cpu) or "falx-import-rows"="F"
 *          (vectorize), no uses of them in variables.
 * Leaves:  @F.falx_slot, @F.falx_rows_slot: variables that the adapter fills, and loads of them.
 * Refuses: nothing.
 * Tests:   tests/passes/bind-imports. */
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/ir/constants.h"
#include "compiler/ir/linking.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "compiler/pass.h"
#include "support/strbuf.h"
#include "support/vector.h"

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

/* The content of slot, loaded before instruction. */
static LLVMValueRef load_slot(LLVMBuilderRef builder, LLVMValueRef slot, LLVMValueRef instruction) {
  LLVMContextRef context = LLVMGetBuilderContext(builder);
  LLVMPositionBuilderBefore(builder, instruction);
  LLVMSetCurrentDebugLocation2(builder, NULL);
  LLVMValueRef load = LLVMBuildLoad2(builder, LLVMGlobalGetValueType(slot), slot, "");
  LLVMSetMetadata(load,
                  LLVMGetMDKindIDInContext(context, "invariant.load", strlen("invariant.load")),
                  LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
  return load;
}

/* For a phi's operand: several edges from one block carry the same value. */
static LLVMValueRef incoming_slot(LLVMBuilderRef builder, LLVMValueRef slot, LLVMValueRef phi,
                                  unsigned index) {
  LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, index);
  for (unsigned i = 0; i < index; i++)
    if (LLVMGetIncomingBlock(phi, i) == block)
      return LLVMGetOperand(phi, i);
  return load_slot(builder, slot, LLVMGetBasicBlockTerminator(block));
}

static bool uses(LLVMValueRef user, LLVMValueRef value) {
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
    if (LLVMGetOperand(user, i) == value)
      return true;
  return false;
}

/* False if a variable holds the address. */
static bool bind(LLVMModuleRef module, LLVMValueRef import) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
  struct fxs_strbuf name = {0};
  bool is_rows = fxc_import_rows_of(import) != NULL;
  fxs_strbuf_printf(&name, "%s%s", is_rows ? fxc_import_rows_of(import) : fxc_import_of(import),
                    is_rows ? FXC_ROWS_SLOT_SUFFIX : FXC_SLOT_SUFFIX);
  LLVMValueRef slot = LLVMAddGlobal(module, pointer, fxs_strbuf_text(&name));
  fxs_strbuf_free(&name);
  LLVMSetInitializer(slot, LLVMConstNull(pointer));
  LLVMSetExternallyInitialized(slot, true);
  LLVMSetLinkage(slot, LLVMWeakODRLinkage);
  LLVMSetVisibility(slot, LLVMHiddenVisibility);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  bool is_fine = fxc_expand_constants(import);
  FXS_VECTOR(LLVMValueRef) users = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(import); use; use = LLVMGetNextUse(use))
    if (LLVMIsAInstruction(LLVMGetUser(use)))
      fxc_push(&users, LLVMGetUser(use));
  for (size_t n = 0; n < users.count; n++) {
    LLVMValueRef user = users.items[n];
    if (!uses(user, import)) /* seen before */
      continue;
    bool is_phi = LLVMIsAPHINode(user);
    if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == import)
      LLVMAddCallSiteAttribute(user, FUNCTION_INDEX, fxc_enum_attribute(context, "nounwind", 0));
    LLVMValueRef value = is_phi ? NULL : load_slot(builder, slot, user);
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++) {
      if (LLVMGetOperand(user, i) != import)
        continue;
      if (is_phi)
        value = incoming_slot(builder, slot, user, i);
      LLVMSetOperand(user, i, value);
    }
  }
  LLVMDisposeBuilder(builder);
  fxs_vector_free(&users);
  LLVMReplaceAllUsesWith(import, LLVMConstNull(pointer)); /* constants without uses */
  LLVMDeleteFunction(import);
  return is_fine;
}

enum fxc_result fxc_bind_imports(struct fxc_module *module) {
  bool is_changed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    if (!fxc_import_of(f) && !fxc_import_rows_of(f))
      continue;
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    char *copy = fxc_must(strdup(name));
    bool is_fine = bind(module->ir, f);
    if (!is_fine)
      fxc_report(module->diagnostics, FXC_ERROR, NULL,
                 "internal error: the address of '%s' stands in a constant", copy);
    free(copy);
    if (!is_fine)
      return FXC_FAILED;
    is_changed = true;
  }
  return is_changed ? FXC_CHANGED : FXC_SAME;
}
