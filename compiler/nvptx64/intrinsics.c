#include "compiler/nvptx64/intrinsics.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

LLVMValueRef fxc_ptx_call(LLVMBuilderRef builder, LLVMModuleRef module, const char *name,
                          LLVMValueRef *args, unsigned count) {
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  assert(id && "this LLVM lacks an intrinsic of NVPTX");
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(module, id, NULL, 0);
  return LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, args, count, "");
}

LLVMValueRef fxc_ptx_register(LLVMBuilderRef builder, LLVMModuleRef module, const char *name,
                              int dimension) {
  char whole[64];
  snprintf(whole, sizeof whole, "llvm.nvvm.read.ptx.sreg.%s%s", name,
           dimension == 0   ? ".x"
           : dimension == 1 ? ".y"
           : dimension == 2 ? ".z"
                            : "");
  return fxc_ptx_call(builder, module, whole, NULL, 0);
}
