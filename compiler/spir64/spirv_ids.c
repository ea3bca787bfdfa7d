/* spirv-ids: ids of 32 bits as halves of SPIR-V's.
 *
 * Drivers that compute for several work-items at once look for indices that grow by one from each
 * to the next: through additions, and where they become 64 bits wide with their sign.
 *
 * Needs:   spirv-narrow-ids, optimize.
 * Leaves:  no call of falx.narrow_id. A global id is made of the group's number, the size of groups
 *          as the launch has it, the local id and the offset. What is made of ids is added where
 *          the optimizer puts bits together, and extended with its sign where that is known to be
 *          positive.
 * Refuses: nothing.
 * Tests:   tests/passes/spirv-ids. */
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "compiler/ir/builtins.h"
#include "compiler/ir/map.h"
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "compiler/spir64/narrow_ids.h"
#include "support/vector.h"

struct values {
  FXS_VECTOR(LLVMValueRef) of;
};

struct widening {
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMTypeRef narrow, wide;
  struct values ids;    /* calls of falx.narrow_id. */
  struct values to_add; /* bits that are put together, of what is made of ids */
  struct values to_extend;
};

static void begin_at(struct widening *self, LLVMValueRef i) {
  LLVMPositionBuilderBefore(self->builder, i);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(i));
}

static void put(LLVMValueRef old, LLVMValueRef now) {
  LLVMReplaceAllUsesWith(old, now);
  LLVMInstructionEraseFromParent(old);
}

/* ---- What is made of them ---- */

static bool is_or(LLVMValueRef i) {
  return LLVMIsABinaryOperator(i) && LLVMGetInstructionOpcode(i) == LLVMOr && LLVMGetIsDisjoint(i);
}

static bool is_step(LLVMValueRef i) {
  LLVMOpcode opcode = LLVMIsABinaryOperator(i) ? LLVMGetInstructionOpcode(i) : LLVMRet;
  return opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul || opcode == LLVMShl;
}

static void find_ids(struct widening *self) {
  for (LLVMValueRef f = LLVMGetFirstFunction(self->module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    if (strncmp(LLVMGetValueName2(f, &length), NARROW_ID, strlen(NARROW_ID)) == 0)
      for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
        fxc_push(&self->ids.of, LLVMGetUser(use));
  }
}

static void find_indices(struct widening *self) {
  struct values made = {0};
  struct fxc_map seen = {0};
  for (size_t i = 0; i < self->ids.of.count; i++)
    fxc_push(&made.of, self->ids.of.items[i]);
  for (size_t i = 0; i < made.of.count; i++)
    for (LLVMUseRef use = LLVMGetFirstUse(made.of.items[i]); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (fxc_map_has(&seen, user))
        continue;
      fxc_map_put(&seen, user, user);
      if (LLVMIsAZExtInst(user) && LLVMGetNNeg(user))
        fxc_push(&self->to_extend.of, user);
      if (is_or(user))
        fxc_push(&self->to_add.of, user);
      if (is_or(user) || is_step(user))
        fxc_push(&made.of, user);
    }
  fxc_map_free(&seen);
  fxs_vector_free(&made.of);
}

/* ---- What SPIR-V has ---- */

static LLVMValueRef ask(struct widening *self, const char *name, LLVMValueRef dimension) {
  LLVMTypeRef parameter = LLVMTypeOf(dimension);
  LLVMTypeRef type = LLVMFunctionType(self->wide, &parameter, 1, false);
  char mangled[96];
  snprintf(mangled, sizeof mangled, "_Z%zu__spirv_BuiltIn%si",
           strlen("__spirv_BuiltIn") + strlen(name), name);
  LLVMValueRef function = LLVMGetNamedFunction(self->module, mangled);
  if (!function) {
    function = LLVMAddFunction(self->module, mangled, type);
    LLVMSetFunctionCallConv(function, LLVMSPIRFUNCCallConv);
  }
  LLVMValueRef call = LLVMBuildCall2(self->builder, type, function, &dimension, 1, "");
  LLVMSetInstructionCallConv(call, LLVMSPIRFUNCCallConv);
  return LLVMBuildTrunc(self->builder, call, self->narrow, "");
}

/* Groups at the end of a range may be smaller than those that the launch asked for. */
static LLVMValueRef global_id(struct widening *self, LLVMValueRef dimension) {
  LLVMValueRef group = ask(self, "WorkgroupId", dimension);
  LLVMValueRef size = ask(self, "EnqueuedWorkgroupSize", dimension);
  LLVMValueRef local = ask(self, "LocalInvocationId", dimension);
  LLVMValueRef offset = ask(self, "GlobalOffset", dimension);
  LLVMValueRef first = LLVMBuildMul(self->builder, group, size, "");
  LLVMValueRef id = LLVMBuildAdd(self->builder, first, local, "");
  return LLVMBuildAdd(self->builder, id, offset, "");
}

static void replace_id(struct widening *self, LLVMValueRef call) {
  size_t length;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(call), &length) + strlen(NARROW_ID);
  LLVMValueRef dimension = LLVMGetOperand(call, 0);
  bool is_global = strcmp(name, fxc_builtins[FXC_GLOBAL_ID].spirv_name) == 0;
  begin_at(self, call);
  put(call, is_global ? global_id(self, dimension) : ask(self, name, dimension));
}

static void remove_declarations(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module), next; f; f = next) {
    size_t length;
    next = LLVMGetNextFunction(f);
    if (strncmp(LLVMGetValueName2(f, &length), NARROW_ID, strlen(NARROW_ID)) == 0)
      LLVMDeleteFunction(f);
  }
}

enum fxc_result fxc_spirv_ids(struct fxc_module *module) {
  LLVMContextRef context = LLVMGetModuleContext(module->ir);
  struct widening self = {.module = module->ir,
                          .builder = LLVMCreateBuilderInContext(context),
                          .narrow = LLVMInt32TypeInContext(context),
                          .wide = LLVMInt64TypeInContext(context)};
  find_ids(&self);
  find_indices(&self);
  for (size_t i = 0; i < self.to_add.of.count; i++) {
    LLVMValueRef it = self.to_add.of.items[i];
    begin_at(&self, it);
    put(it, LLVMBuildAdd(self.builder, LLVMGetOperand(it, 0), LLVMGetOperand(it, 1), ""));
  }
  for (size_t i = 0; i < self.to_extend.of.count; i++) {
    LLVMValueRef it = self.to_extend.of.items[i];
    begin_at(&self, it);
    put(it, LLVMBuildSExt(self.builder, LLVMGetOperand(it, 0), LLVMTypeOf(it), ""));
  }
  for (size_t i = 0; i < self.ids.of.count; i++)
    replace_id(&self, self.ids.of.items[i]);
  bool is_changed = self.ids.of.count > 0;
  remove_declarations(module->ir);
  fxs_vector_free(&self.ids.of);
  fxs_vector_free(&self.to_add.of);
  fxs_vector_free(&self.to_extend.of);
  LLVMDisposeBuilder(self.builder);
  if (is_changed)
    fxc_describe_builtin_declarations(module->ir);
  return is_changed ? FXC_CHANGED : FXC_SAME;
}
