/* cuda-printf: calls of the C library's printf to the driver's vprintf.
 *
 * Needs:   docs/ir.md section 5.
 * Leaves:  the arguments in a struct of the work-item, each aligned as its type, and its address
 *          behind the format, as clang does it for calls that it sees. Of the length modifiers
 *          that CUDA lacks, those of 64 bits are l in formats that are constant; others are as the
 *          program has them.
 * Refuses: other uses of printf than calls.
 * Tests:   tests/passes/cuda-printf. */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/ir/printf_format.h"
#include "compiler/memory.h"
#include "compiler/pass.h"

struct lowering {
  struct fxc_module *module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
  LLVMTypeRef pointer, type; /* type: of vprintf */
  LLVMValueRef function;
};

/* The format as CUDA understands it. */
static LLVMValueRef format_of(struct lowering *self, LLVMValueRef format) {
  size_t length;
  const char *text = fxc_printf_text(format, &length);
  if (!text)
    return format;
  struct fxs_strbuf changed = {0};
  fxc_printf_format(text, length, false, &changed);
  if (changed.length != length || memcmp(fxs_strbuf_text(&changed), text, length) != 0) {
    LLVMValueRef bytes =
        LLVMConstStringInContext2(self->context, fxs_strbuf_text(&changed), changed.length, false);
    format = LLVMAddGlobal(self->module->ir, LLVMTypeOf(bytes), "falx.text");
    LLVMSetInitializer(format, bytes);
    LLVMSetGlobalConstant(format, true);
    LLVMSetLinkage(format, LLVMPrivateLinkage);
    LLVMSetAlignment(format, 1);
  }
  fxs_strbuf_free(&changed);
  return format;
}

/* A struct with the arguments behind the format, on the stack. */
static LLVMValueRef store_arguments(struct lowering *self, LLVMValueRef call) {
  unsigned count = LLVMGetNumArgOperands(call) - 1;
  if (!count)
    return LLVMConstNull(self->pointer);
  LLVMTypeRef *types = fxc_must(calloc(count, sizeof *types));
  for (unsigned i = 0; i < count; i++)
    types[i] = LLVMTypeOf(LLVMGetOperand(call, i + 1));
  LLVMTypeRef type = LLVMStructTypeInContext(self->context, types, count, false);
  free(types);
  LLVMBasicBlockRef entry =
      LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  LLVMPositionBuilderBefore(self->builder, LLVMGetFirstInstruction(entry));
  LLVMSetCurrentDebugLocation2(self->builder, NULL);
  LLVMValueRef arguments = LLVMBuildAlloca(self->builder, type, "falx.arguments");
  LLVMPositionBuilderBefore(self->builder, call);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(call));
  for (unsigned i = 0; i < count; i++)
    LLVMBuildStore(self->builder, LLVMGetOperand(call, i + 1),
                   LLVMBuildStructGEP2(self->builder, type, arguments, i, ""));
  return arguments;
}

static void lower(struct lowering *self, LLVMValueRef call) {
  LLVMValueRef arguments[2] = {format_of(self, LLVMGetOperand(call, 0)),
                               store_arguments(self, call)};
  LLVMPositionBuilderBefore(self->builder, call);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(call));
  LLVMReplaceAllUsesWith(
      call, LLVMBuildCall2(self->builder, self->type, self->function, arguments, 2, ""));
  LLVMInstructionEraseFromParent(call);
}

static bool is_call_of(LLVMValueRef user, LLVMValueRef function) {
  return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function;
}

static bool lower_calls(struct lowering *self, LLVMValueRef printf_function) {
  for (LLVMUseRef use; (use = LLVMGetFirstUse(printf_function));) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!is_call_of(user, printf_function)) {
      fxc_report(self->module->diagnostics, FXC_ERROR, user,
                 "printf can only be called on this device, not used as a value");
      return false;
    }
    lower(self, user);
  }
  return true;
}

enum fxc_result fxc_cuda_printf(struct fxc_module *module) {
  LLVMValueRef printf_function = LLVMGetNamedFunction(module->ir, "printf");
  struct lowering self = {.module = module, .context = LLVMGetModuleContext(module->ir)};
  self.function = LLVMGetNamedFunction(module->ir, "vprintf");
  if (printf_function && !LLVMIsDeclaration(printf_function))
    printf_function = NULL; /* the program's own */
  if (!printf_function && (!self.function || !LLVMIsDeclaration(self.function)))
    return FXC_SAME;
  self.pointer = LLVMPointerTypeInContext(self.context, 0);
  LLVMTypeRef parameters[2] = {self.pointer, self.pointer};
  self.type = LLVMFunctionType(LLVMInt32TypeInContext(self.context), parameters, 2, false);
  for (LLVMUseRef use = self.function ? LLVMGetFirstUse(self.function) : NULL; use;
       use = LLVMGetNextUse(use))
    if (is_call_of(LLVMGetUser(use), self.function))
      LLVMSetOperand(LLVMGetUser(use), 0, format_of(&self, LLVMGetOperand(LLVMGetUser(use), 0)));
  if (!self.function)
    self.function = LLVMAddFunction(module->ir, "vprintf", self.type);
  self.builder = LLVMCreateBuilderInContext(self.context);
  bool is_fine = !printf_function || lower_calls(&self, printf_function);
  LLVMDisposeBuilder(self.builder);
  return is_fine ? FXC_CHANGED : FXC_FAILED;
}
