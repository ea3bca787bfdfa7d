/* lower-device-globals: on native_cpu a variable is where the context's table says.
 *
 * Needs:   device-globals; after optimize-early, functions and kernels.
 * Leaves:  no use of a variable, but of its slot, <name>.falx_global: the number that the adapter
 *          gives the variable in this process.
 * Refuses: an address of such a variable in the initializer of another.
 * Tests:   tests/passes/device-globals. */
#include <stdlib.h>
#include <string.h>

#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "compiler/ir/constants.h"
#include "compiler/ir/device_globals.h"
#include "compiler/ir/metadata.h"
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "support/strbuf.h"

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

struct lowering {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMTypeRef i64, i32, pointer;
  LLVMBuilderRef builder;
  LLVMValueRef table; /* the builtin that returns the context's table */
};

static LLVMValueRef invariant(struct lowering *self, LLVMValueRef load) {
  LLVMSetMetadata(load, fxc_metadata_kind(self->context, "invariant.load"),
                  LLVMMetadataAsValue(self->context, LLVMMDNodeInContext2(self->context, NULL, 0)));
  return load;
}

/* At function's entry: the address of the variable. */
static LLVMValueRef build_address(struct lowering *self, LLVMValueRef function, LLVMValueRef slot,
                                  bool is_scoped) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  LLVMValueRef first = LLVMGetFirstInstruction(entry);
  while (LLVMIsAAllocaInst(first))
    first = LLVMGetNextInstruction(first);
  LLVMPositionBuilderBefore(self->builder, first);
  LLVMSetCurrentDebugLocation2(self->builder, NULL);
  LLVMValueRef zero = LLVMConstInt(self->i32, 0, 0);
  LLVMTypeRef type = LLVMFunctionType(self->i64, &self->i32, 1, 0);
  LLVMValueRef table = LLVMBuildCall2(self->builder, type, self->table, &zero, 1, "");
  table = LLVMBuildIntToPtr(self->builder, table, self->pointer, "falx.globals");
  LLVMValueRef number =
      invariant(self, LLVMBuildLoad2(self->builder, self->i64, slot, "falx.number"));
  LLVMValueRef place =
      LLVMBuildInBoundsGEP2(self->builder, self->pointer, table, &number, 1, "falx.global");
  return is_scoped ? invariant(self, LLVMBuildLoad2(self->builder, self->pointer, place, ""))
                   : place;
}

/* The pointer in the variable is the same for the whole launch. */
static void mark_loads(struct lowering *self, LLVMValueRef place) {
  for (LLVMUseRef use = LLVMGetFirstUse(place); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user) && LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind &&
        !LLVMGetVolatile(user))
      invariant(self, user);
  }
}

static LLVMValueRef function_of(LLVMValueRef instruction) {
  return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

static LLVMValueRef first_user(LLVMValueRef variable) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
    if (LLVMIsAInstruction(LLVMGetUser(use)))
      return LLVMGetUser(use);
  return NULL;
}

static void replace_in(LLVMValueRef function, LLVMValueRef variable, LLVMValueRef address) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
        if (LLVMGetOperand(i, k) == variable)
          LLVMSetOperand(i, k, address);
}

static bool lower(struct lowering *self, LLVMValueRef variable, bool is_scoped) {
  struct fxs_strbuf name = {0};
  if (!fxc_expand_constants(variable))
    return false;
  fxs_strbuf_printf(&name, "%s" FXC_GLOBAL_SUFFIX, name_of(variable));
  LLVMValueRef slot = LLVMAddGlobal(self->module, self->i64, fxs_strbuf_text(&name));
  fxs_strbuf_free(&name);
  LLVMSetInitializer(slot, LLVMConstInt(self->i64, 0, 0));
  LLVMSetExternallyInitialized(slot, true);
  LLVMSetLinkage(slot, LLVMWeakODRLinkage);
  LLVMSetVisibility(slot, LLVMHiddenVisibility);
  for (LLVMValueRef user; (user = first_user(variable));) {
    LLVMValueRef function = function_of(user);
    LLVMValueRef address = build_address(self, function, slot, is_scoped);
    replace_in(function, variable, address);
    if (!is_scoped)
      mark_loads(self, address);
  }
  LLVMReplaceAllUsesWith(variable, LLVMConstNull(self->pointer)); /* constants without uses */
  LLVMDeleteGlobal(variable);
  return true;
}

enum fxc_result fxc_lower_device_globals(struct fxc_module *module) {
  unsigned count;
  LLVMValueRef *nodes = fxc_device_global_nodes(module->ir, &count);
  enum fxc_result result = count ? FXC_CHANGED : FXC_SAME;
  struct lowering self = {.module = module->ir, .context = LLVMGetModuleContext(module->ir)};
  self.i64 = LLVMInt64TypeInContext(self.context);
  self.i32 = LLVMInt32TypeInContext(self.context);
  self.pointer = LLVMPointerTypeInContext(self.context, 0);
  if (count) {
    self.builder = LLVMCreateBuilderInContext(self.context);
    self.table = LLVMAddFunction(module->ir, "__spirv_BuiltInDeviceGlobals",
                                 LLVMFunctionType(self.i64, &self.i32, 1, 0));
  }
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
  if (count)
    LLVMDisposeBuilder(self.builder);
  free(nodes);
  return result;
}
