#include "compiler/ir/inline_callers.h"

#include "compiler/ir/attributes.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/map.h"

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

static void mark(LLVMValueRef function, struct fxc_map *seen) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != function)
      continue;
    LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    if (fxc_map_has(seen, caller))
      continue;
    LLVMRemoveEnumAttributeAtIndex(caller, FUNCTION_INDEX, fxc_attribute_kind("noinline"));
    LLVMRemoveEnumAttributeAtIndex(caller, FUNCTION_INDEX, fxc_attribute_kind("optnone"));
    if (fxc_is_kernel(caller))
      continue;
    fxc_map_put(seen, caller, caller);
    LLVMAddAttributeAtIndex(caller, FUNCTION_INDEX, fxc_enum_attribute(context, "alwaysinline", 0));
    mark(caller, seen);
  }
}

bool fxc_mark_callers(LLVMValueRef function) {
  struct fxc_map seen = {0};
  mark(function, &seen);
  bool is_any = seen.count != 0;
  fxc_map_free(&seen);
  return is_any;
}
