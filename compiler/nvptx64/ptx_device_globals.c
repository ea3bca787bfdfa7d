/* ptx-device-globals: a device_global is where the host says; the image has a place for its
 * address.
 *
 * Needs:   device-globals; the module of one image.
 * Leaves:  in place of each variable one that holds the address of its memory, zero at first, under
 *          a symbol that whoever loads the image can ask for (docs/cuda.md); weak, as images that
 *          are linked with each other have the same.
 * Refuses: an address of such a variable in the initializer of another.
 * Tests:   tests/passes/device-globals. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "compiler/ir/constants.h"
#include "compiler/ir/device_globals.h"
#include "compiler/memory.h"
#include "compiler/nvptx64/kernels.h"
#include "compiler/pass.h"
#include "compiler/target.h"
#include "falx/image.h"
#include "support/vector.h"

struct lowering {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMTypeRef global, generic; /* pointers */
  LLVMBuilderRef builder;
};

static LLVMValueRef add_slot(struct lowering *self) {
  LLVMValueRef slot = LLVMAddGlobalInAddressSpace(self->module, self->generic, "",
                                                  LLVMGetPointerAddressSpace(self->global));
  LLVMSetInitializer(slot, LLVMConstNull(self->generic));
  LLVMSetExternallyInitialized(slot, true);
  LLVMSetLinkage(slot, LLVMWeakAnyLinkage);
  LLVMSetAlignment(slot, 8);
  return slot;
}

/* In the variable's place, which is gone afterwards. */
static void take_name(LLVMValueRef slot, LLVMValueRef variable) {
  size_t length;
  char *symbol = fxc_must(strdup(LLVMGetValueName2(variable, &length)));
  for (char *c = symbol; *c; c++)
    if (!isalnum((unsigned char)*c) && *c != '_' && *c != '$')
      *c = FALX_PTX_SYMBOL_FILL;
  LLVMDeleteGlobal(variable);
  LLVMSetValueName2(slot, symbol, strlen(symbol));
  free(symbol);
}

static LLVMValueRef first_user(LLVMValueRef variable) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
    if (LLVMIsAInstruction(LLVMGetUser(use)))
      return LLVMGetUser(use);
  return NULL;
}

/* The address in the slot, at the function's entry. It does not change while a kernel runs. */
static LLVMValueRef build_address(struct lowering *self, LLVMValueRef function, LLVMValueRef slot) {
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
  while (LLVMIsAAllocaInst(first))
    first = LLVMGetNextInstruction(first);
  LLVMPositionBuilderBefore(self->builder, first);
  LLVMSetCurrentDebugLocation2(self->builder, NULL);
  LLVMValueRef address = LLVMBuildLoad2(self->builder, self->generic, slot, "falx.global");
  fxc_never_changes(address);
  return LLVMBuildAddrSpaceCast(self->builder, address, self->global, "");
}

static void replace_in(LLVMValueRef function, LLVMValueRef variable, LLVMValueRef address) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
        if (LLVMGetOperand(i, k) == variable)
          LLVMSetOperand(i, k, address);
}

/* The variable holds its pointer itself: what loads it loads the slot's. */
static void know_pointers(struct lowering *self, LLVMValueRef value) {
  FXS_VECTOR(LLVMValueRef) loads = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAAddrSpaceCastInst(user) || LLVMIsAFreezeInst(user))
      know_pointers(self, user);
    else if (LLVMIsALoadInst(user) && LLVMTypeOf(user) == self->generic)
      fxc_push(&loads, user);
  }
  for (size_t i = 0; i < loads.count; i++) {
    fxc_never_changes(loads.items[i]);
    fxc_know_global(self->builder, loads.items[i], self->global);
  }
  fxs_vector_free(&loads);
}

static bool lower(struct lowering *self, LLVMValueRef variable, bool is_scoped) {
  if (!fxc_expand_constants(variable))
    return false;
  if (first_user(variable)) {
    LLVMValueRef slot = add_slot(self);
    for (LLVMValueRef user; is_scoped && (user = first_user(variable));) {
      LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
      replace_in(function, variable, build_address(self, function, slot));
    }
    LLVMReplaceAllUsesWith(variable, slot);
    if (!is_scoped)
      know_pointers(self, slot);
    take_name(slot, variable);
  } else {
    LLVMReplaceAllUsesWith(variable, LLVMConstNull(self->global)); /* constants without uses */
    LLVMDeleteGlobal(variable);
  }
  return true;
}

enum fxc_result fxc_ptx_device_globals(struct fxc_module *module) {
  unsigned count, space = module->options->target->global_space;
  LLVMValueRef *nodes = fxc_device_global_nodes(module->ir, &count);
  enum fxc_result result = count ? FXC_CHANGED : FXC_SAME;
  struct lowering self = {.module = module->ir, .context = LLVMGetModuleContext(module->ir)};
  self.global = LLVMPointerTypeInContext(self.context, space);
  self.generic = LLVMPointerTypeInContext(self.context, 0);
  self.builder = LLVMCreateBuilderInContext(self.context);
  for (unsigned i = 0; i < count && result != FXC_FAILED; i++) {
    struct fxc_device_global variable;
    LLVMValueRef global = NULL;
    if (fxc_read_device_global(nodes[i], &variable))
      global = LLVMGetNamedGlobalWithLength(module->ir, variable.name, variable.name_length);
    if (!global || lower(&self, global, variable.is_scoped))
      continue;
    char *pretty = fxc_demangle(variable.name);
    fxc_report_at(
        module->diagnostics, FXC_ERROR, variable.place,
        "the address of device_global '%s' stands in the initializer of another variable; "
        "take it in the kernel",
        pretty);
    free(pretty);
    result = FXC_FAILED;
  }
  LLVMDisposeBuilder(self.builder);
  free(nodes);
  return result;
}
