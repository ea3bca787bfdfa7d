/* Modules from text, for the unit tests of the compiler. */
#ifndef FALX_TESTS_UNIT_COMPILER_IR_H
#define FALX_TESTS_UNIT_COMPILER_IR_H

#include "tests/unit/cmocka_prelude.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <string.h>

static inline LLVMModuleRef parse(LLVMContextRef context, const char *text) {
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
  LLVMModuleRef module = NULL;
  char *message = NULL;
  if (LLVMParseIRInContext(context, buffer, &module, &message))
    fail_msg("%s", message);
  LLVMDisposeMessage(message);
  return module;
}

static inline void assert_valid(LLVMModuleRef module) {
  char *message = NULL;
  if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message))
    fail_msg("%s", message);
  LLVMDisposeMessage(message);
}

static inline LLVMValueRef function(LLVMModuleRef module, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction(module, name);
  assert_non_null(f);
  return f;
}

/* By the names of the text; NULL where there is none. */
static inline LLVMBasicBlockRef block(LLVMValueRef f, const char *name) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    if (strcmp(LLVMGetBasicBlockName(b), name) == 0)
      return b;
  return NULL;
}

static inline LLVMValueRef value(LLVMValueRef f, const char *name) {
  size_t length;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (strcmp(LLVMGetValueName2(i, &length), name) == 0)
        return i;
  return NULL;
}

#endif
