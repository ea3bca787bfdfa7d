#include "compiler/nvptx64/inline_budget.h"

#include <stdlib.h>

#include "compiler/ir/attributes.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "support/vector.h"

/* Of instructions that inlining adds to an image. ptxas takes a second for so many. */
enum { MOST_GROWTH = 20000 };

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

struct candidate {
  LLVMValueRef function;
  unsigned long growth;
};

static unsigned long growth_of(LLVMValueRef function) {
  unsigned long size = 0, calls = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      size++;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    calls++;
  return calls > 1 ? size * (calls - 1) : 0;
}

static int by_growth(const void *a, const void *b) {
  const struct candidate *x = a, *y = b;
  return (x->growth < y->growth) - (x->growth > y->growth);
}

static void forbid(LLVMValueRef function) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  LLVMRemoveEnumAttributeAtIndex(function, FUNCTION_INDEX, fxc_attribute_kind("alwaysinline"));
  LLVMAddAttributeAtIndex(function, FUNCTION_INDEX, fxc_enum_attribute(context, "noinline", 0));
}

void fxc_limit_inlining(LLVMModuleRef module) {
  FXS_VECTOR(struct candidate) candidates = {0};
  unsigned long growth = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && fxc_has_attribute(f, (unsigned)FUNCTION_INDEX, "alwaysinline")) {
      struct candidate candidate = {f, growth_of(f)};
      fxc_push(&candidates, candidate);
      growth += candidate.growth;
    }
  if (candidates.count)
    qsort(candidates.items, candidates.count, sizeof *candidates.items, by_growth);
  for (size_t i = 0; i < candidates.count && growth > MOST_GROWTH; i++) {
    forbid(candidates.items[i].function);
    growth -= candidates.items[i].growth;
  }
  fxs_vector_free(&candidates);
}
