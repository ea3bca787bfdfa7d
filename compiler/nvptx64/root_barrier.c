/* The barrier of all work-groups of a launch, as one instruction to LLVM.
 *
 * The driver gives cooperative launches memory, whose address is in the registers envreg1 (high)
 * and envreg2; elsewhere it is 0. Its second word counts work-groups that have come: each adds 1,
 * but the first work-group adds 2^31 - (n - 1), so that all of them change the highest bit, and
 * each waits for that. What is left of the count is as it was. */
#include "compiler/nvptx64/root_barrier.h"

#include <stdbool.h>
#include <string.h>

#include "compiler/ir/attributes.h"

static const char name[] = "falx_root_barrier";

/* One work-item of each group waits for the other groups; it sees what its group has written, and
 * the group what it has seen, by the barriers of the group. Not the aligned form of those: it has
 * left its warp. */
static const char text[] = "{\n"
                           "\t.reg .pred %p, %q;\n"
                           "\t.reg .b32 %x, %y, %n, %old;\n"
                           "\t.reg .b64 %word;\n"
                           "\tbarrier.sync 0;\n"
                           "\tmov.u32 %x, %tid.x;\n"
                           "\tmov.u32 %y, %tid.y;\n"
                           "\tor.b32 %x, %x, %y;\n"
                           "\tmov.u32 %y, %tid.z;\n"
                           "\tor.b32 %x, %x, %y;\n"
                           "\tsetp.ne.u32 %p, %x, 0;\n"
                           "\t@%p bra MET;\n"
                           "\tmov.u32 %x, %envreg2;\n"
                           "\tmov.u32 %y, %envreg1;\n"
                           "\tmov.b64 %word, {%x, %y};\n"
                           "\tsetp.eq.u64 %p, %word, 0;\n"
                           "\t@%p trap;\n"
                           "\tmov.u32 %n, %nctaid.x;\n"
                           "\tmov.u32 %x, %nctaid.y;\n"
                           "\tmul.lo.u32 %n, %n, %x;\n"
                           "\tmov.u32 %x, %nctaid.z;\n"
                           "\tmul.lo.u32 %n, %n, %x;\n"
                           "\tsub.u32 %n, 0x80000001, %n;\n"
                           "\tmov.u32 %x, %ctaid.x;\n"
                           "\tmov.u32 %y, %ctaid.y;\n"
                           "\tor.b32 %x, %x, %y;\n"
                           "\tmov.u32 %y, %ctaid.z;\n"
                           "\tor.b32 %x, %x, %y;\n"
                           "\tsetp.eq.u32 %q, %x, 0;\n"
                           "\tselp.u32 %n, %n, 1, %q;\n"
                           "\tatom.add.release.gpu.u32 %old, [%word+4], %n;\n"
                           "WAIT:\n"
                           "\tld.acquire.gpu.u32 %x, [%word+4];\n"
                           "\txor.b32 %x, %x, %old;\n"
                           "\tsetp.ge.s32 %p, %x, 0;\n"
                           "\t@%p bra WAIT;\n"
                           "MET:\n"
                           "\tbarrier.sync 0;\n"
                           "\t}";

static void add(LLVMValueRef function, const char *attribute) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                          fxc_enum_attribute(context, attribute, 0));
}

LLVMValueRef fxc_ptx_find_root_barrier(LLVMModuleRef module) {
  return LLVMGetNamedFunction(module, name);
}

LLVMValueRef fxc_ptx_root_barrier(LLVMModuleRef module) {
  static const char constraints[] = "~{memory}";
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false);
  LLVMValueRef function = fxc_ptx_find_root_barrier(module);
  if (function)
    return function;
  function = LLVMAddFunction(module, name, type);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  add(function, "convergent");
  add(function, "nounwind");
  add(function, "noinline");
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, ""));
  LLVMValueRef code = LLVMGetInlineAsm(type, text, strlen(text), constraints, strlen(constraints),
                                       true, false, LLVMInlineAsmDialectATT, false);
  LLVMValueRef call = LLVMBuildCall2(builder, type, code, NULL, 0, "");
  LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                           fxc_enum_attribute(context, "convergent", 0));
  LLVMBuildRetVoid(builder);
  LLVMDisposeBuilder(builder);
  return function;
}
