/* -fsycl-check=: what prepare-native-cpu does for check-accesses. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/check_accesses.h"
#include "compiler/native_cpu/check_site.h"

#define PREFIX "__falx_check_"

bool fxc_is_check(LLVMValueRef function) {
  size_t length;
  return LLVMIsDeclaration(function) &&
         !strncmp(LLVMGetValueName2(function, &length), PREFIX, strlen(PREFIX));
}

static LLVMValueRef declare(LLVMModuleRef module, const char *name, LLVMTypeRef type) {
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  if (!function) {
    function = LLVMAddFunction(module, name, type);
    fxc_add_attribute(function, (unsigned)LLVMAttributeFunctionIndex, "nounwind", 0);
  }
  return function;
}

LLVMValueRef fxc_check_function(LLVMModuleRef module, LLVMValueRef function, LLVMTypeRef type) {
  size_t length;
  return declare(module, LLVMGetValueName2(function, &length) + strlen("__"), type);
}

/* The number of the successor that the terminator goes to; successors that are the same block have
 * one number. */
static LLVMValueRef way_of(LLVMBuilderRef builder, LLVMValueRef jump, LLVMTypeRef i64) {
  LLVMValueRef condition = LLVMGetOperand(jump, 0);
  if (LLVMIsABranchInst(jump))
    return LLVMBuildZExt(builder, condition, i64, "");
  LLVMBasicBlockRef other = LLVMGetSwitchDefaultDest(jump);
  LLVMValueRef way = LLVMConstInt(i64, 0, 0);
  for (unsigned i = 1; i < LLVMGetNumSuccessors(jump); i++) {
    unsigned number = i;
    for (unsigned k = i - 1; k > 0; k--)
      if (LLVMGetSuccessor(jump, k) == LLVMGetSuccessor(jump, i))
        number = k;
    if (LLVMGetSuccessor(jump, i) == other)
      number = 0;
    LLVMValueRef value = LLVMGetOperand(jump, 2 * i);
    LLVMValueRef is_it = LLVMBuildICmp(builder, LLVMIntEQ, condition, value, "");
    way = LLVMBuildSelect(builder, is_it, LLVMConstInt(i64, number, 0), way, "");
  }
  return way;
}

void fxc_check_branch(LLVMValueRef kernel, LLVMBasicBlockRef block, LLVMValueRef barrier) {
  LLVMModuleRef module = LLVMGetGlobalParent(kernel);
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMValueRef jump = LLVMGetBasicBlockTerminator(block);
  bool is_switch = LLVMIsASwitchInst(jump);
  if (!is_switch && !(LLVMIsABranchInst(jump) && LLVMIsConditional(jump)))
    return;
  struct fxc_check_sites sites;
  fxc_check_sites_begin(&sites, module);
  LLVMValueRef place = fxc_check_site(&sites, jump), to = fxc_check_site(&sites, barrier);
  LLVMValueRef condition = LLVMGetOperand(jump, 0);
  if (!place && LLVMIsAInstruction(condition))
    place = fxc_check_site(&sites, condition);
  if (!place)
    place = fxc_check_no_site(&sites);
  if (!to)
    to = fxc_check_no_site(&sites);
  fxc_check_sites_end(&sites);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(builder, jump);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(jump));
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context), pointer = LLVMPointerTypeInContext(context, 0);
  LLVMTypeRef types[] = {i64, pointer, pointer, pointer};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), types, 4, 0);
  LLVMValueRef way = way_of(builder, jump, i64);
  LLVMValueRef arguments[] = {way, place, to, LLVMGetLastParam(kernel)};
  LLVMBuildCall2(builder, type, declare(module, "falx_check_branch", type), arguments, 4, "");
  LLVMDisposeBuilder(builder);
}
