/* opencl-printf: calls of the C library's printf to OpenCL's.
 *
 * Needs:   what docs/ir.md says of spir64 before code generation.
 * Leaves:  formats, and texts that are arguments, as constants in address space 2, without the
 *          length modifiers that OpenCL C lacks: those of 64 bits are all l there.
 * Refuses: a format that is no constant where the kernel is compiled.
 * Tests:   tests/passes/opencl-printf. */
#include <stdlib.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/ir/inline_callers.h"
#include "compiler/ir/printf_format.h"
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "compiler/run_llvm.h"
#include "support/strbuf.h"
#include "support/vector.h"

#define OPENCL_PRINTF "_Z18__spirv_ocl_printfPU3AS2Kcz"
enum { CONSTANT_SPACE = 2 };

typedef FXS_VECTOR(LLVMValueRef) value_list;

struct lowering {
  struct fxc_module *module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
  LLVMTypeRef type; /* of OpenCL's printf */
  LLVMValueRef function;
};

static LLVMValueRef constant(struct lowering *self, const char *text, size_t length) {
  LLVMValueRef bytes = LLVMConstStringInContext2(self->context, text, length, false);
  LLVMValueRef global =
      LLVMAddGlobalInAddressSpace(self->module->ir, LLVMTypeOf(bytes), "falx.text", CONSTANT_SPACE);
  LLVMSetInitializer(global, bytes);
  LLVMSetGlobalConstant(global, true);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  LLVMSetAlignment(global, 1);
  return global;
}

static void lower(struct lowering *self, LLVMValueRef call) {
  size_t length;
  const char *format = fxc_printf_text(LLVMGetOperand(call, 0), &length);
  if (!format) {
    fxc_report(self->module->diagnostics, FXC_ERROR, call,
               "the format of printf has to be a string literal, or a constant, on this device: it "
               "is read when the kernel is compiled");
    return;
  }
  struct fxs_strbuf text = {0};
  unsigned count = LLVMGetNumArgOperands(call);
  LLVMValueRef *arguments = fxc_must(calloc(count, sizeof *arguments));
  fxc_printf_format(format, length, true, &text);
  arguments[0] = constant(self, fxs_strbuf_text(&text), text.length);
  fxs_strbuf_free(&text);
  for (unsigned i = 1; i < count; i++) {
    arguments[i] = LLVMGetOperand(call, i);
    const char *argument = LLVMGetTypeKind(LLVMTypeOf(arguments[i])) == LLVMPointerTypeKind
                               ? fxc_printf_text(arguments[i], &length)
                               : NULL;
    if (argument)
      arguments[i] = constant(self, argument, length);
  }
  LLVMPositionBuilderBefore(self->builder, call);
  LLVMSetCurrentDebugLocation2(self->builder, NULL);
  LLVMValueRef made =
      LLVMBuildCall2(self->builder, self->type, self->function, arguments, count, "");
  LLVMSetInstructionCallConv(made, LLVMSPIRFUNCCallConv);
  LLVMReplaceAllUsesWith(call, made);
  LLVMInstructionEraseFromParent(call);
  free(arguments);
}

/* Formats that are a function's parameters are constants where it is inlined. */
static bool inline_formats(struct fxc_module *module, LLVMValueRef printf_function) {
  static const char passes[] =
      "always-inline,globaldce,function(sroa,early-cse,instcombine<no-verify-fixpoint>)";
  bool is_known = true;
  size_t length;
  for (LLVMUseRef use = LLVMGetFirstUse(printf_function); use; use = LLVMGetNextUse(use))
    is_known &= LLVMIsACallInst(LLVMGetUser(use)) &&
                fxc_printf_text(LLVMGetOperand(LLVMGetUser(use), 0), &length) != NULL;
  if (is_known)
    return true;
  fxc_mark_callers(printf_function);
  return fxc_run_llvm(module, passes);
}

enum fxc_result fxc_opencl_printf(struct fxc_module *module) {
  LLVMValueRef printf_function = LLVMGetNamedFunction(module->ir, "printf");
  if (!printf_function || !LLVMIsDeclaration(printf_function) || !LLVMGetFirstUse(printf_function))
    return FXC_SAME;
  if (!inline_formats(module, printf_function))
    return FXC_FAILED;
  printf_function = LLVMGetNamedFunction(module->ir, "printf");
  struct lowering self = {.module = module, .context = LLVMGetModuleContext(module->ir)};
  LLVMTypeRef format = LLVMPointerTypeInContext(self.context, CONSTANT_SPACE);
  self.type = LLVMFunctionType(LLVMInt32TypeInContext(self.context), &format, 1, true);
  self.function = LLVMAddFunction(module->ir, OPENCL_PRINTF, self.type);
  LLVMSetFunctionCallConv(self.function, LLVMSPIRFUNCCallConv);
  self.builder = LLVMCreateBuilderInContext(self.context);
  value_list calls = {0};
  for (LLVMUseRef use = printf_function ? LLVMGetFirstUse(printf_function) : NULL; use;
       use = LLVMGetNextUse(use))
    if (LLVMIsACallInst(LLVMGetUser(use)))
      fxc_push(&calls, LLVMGetUser(use));
  for (size_t i = 0; i < calls.count; i++)
    lower(&self, calls.items[i]);
  fxs_vector_free(&calls);
  LLVMDisposeBuilder(self.builder);
  return fxc_has_errors(module->diagnostics) ? FXC_FAILED : FXC_CHANGED;
}
