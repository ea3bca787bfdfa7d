/* optimize-early: inlines and simplifies before kernels get their final shape.
 *
 * Needs:   docs/ir.md section 4.
 * Leaves:  header layers inlined, function objects taken apart, variables whose address was passed
 *          to functions in registers where the functions are of bounded size; loops unchanged. At
 *          -O0, only host code that no kernel calls is deleted.
 * Refuses: nothing.
 * Tests:   tests/passes/post-link, tests/passes/optimize-early. */
#include "compiler/pass.h"
#include "compiler/run_llvm.h"

/* Device code consists of header layers to inline and function objects to take apart. Loops over
 * the dimensions of an id are unrolled first, in place: LLVM's loop passes take time for the
 * whole function that contains a loop. */
#define INLINE                                                                                     \
  "cgscc(inline,function(sroa,early-cse<memssa>,simplifycfg<hoist-common-insts>,"                  \
  "instcombine<no-verify-fixpoint>))"
static const char early[] =
    "instrprof,globaldce,function(sroa,simplifycfg,loop(loop-unroll-full)),"
    "always-inline,function(sroa,early-cse,simplifycfg)," INLINE ",globaldce";
static const char again[] = INLINE ",globaldce";

/* ---- variables whose address is passed ----
 * A work-item's variable whose address a call receives stays in memory, and so does what is stored
 * in it. For lanes of a vector that is a gather or scatter for each access, which costs much more
 * at run time and in LLVM than the callee's code does. LLVM's inliner knows nothing of that. */

/* In instructions: of a callee, and of all that one caller gains. */
enum { MOST_CALLEE = 1500, MOST_GROWTH = 6000 };

static bool has_attribute(LLVMValueRef function, const char *name, size_t length) {
  return LLVMGetEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                     LLVMGetEnumAttributeKindForName(name, length));
}

static bool is_variable(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address) || LLVMIsACastInst(address))
    address = LLVMGetOperand(address, 0);
  return LLVMIsAAllocaInst(address);
}

static unsigned size_of(LLVMValueRef function) {
  unsigned size = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      size++;
  return size;
}

/* The callee, if inlining it would free a variable of the caller. */
static LLVMValueRef worth_inlining(LLVMValueRef call) {
  LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
  if (!callee || !LLVMIsAFunction(callee) || LLVMIsDeclaration(callee) ||
      has_attribute(callee, "noinline", 8) || has_attribute(callee, "optnone", 7))
    return NULL;
  for (unsigned i = 0, count = LLVMGetNumArgOperands(call); i < count; i++)
    if (is_variable(LLVMGetOperand(call, i)))
      return callee;
  return NULL;
}

/* Marks calls in caller; returns whether there are any. */
static bool mark_calls(LLVMValueRef caller) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(caller));
  LLVMAttributeRef always =
      LLVMCreateEnumAttribute(context, LLVMGetEnumAttributeKindForName("alwaysinline", 12), 0);
  unsigned growth = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(caller); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef callee = worth_inlining(i);
      unsigned size = callee && callee != caller ? size_of(callee) : 0;
      if (!size || size > MOST_CALLEE || growth + size > MOST_GROWTH)
        continue;
      growth += size;
      LLVMAddCallSiteAttribute(i, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, always);
    }
  return growth != 0;
}

enum fxc_result fxc_optimize_early(struct fxc_module *module) {
  fxc_set_machine_attributes(module);
  if (module->options->opt_level == 0)
    return fxc_run_llvm(module, "globaldce") ? FXC_CHANGED : FXC_FAILED;
  if (!fxc_run_llvm(module, early))
    return FXC_FAILED;
  bool is_marked = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    is_marked |= mark_calls(f);
  return !is_marked || fxc_run_llvm(module, again) ? FXC_CHANGED : FXC_FAILED;
}
