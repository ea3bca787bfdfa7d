/* lower-math: mathematical functions to code that inlines and vectorizes.
 *
 * Needs:   docs/ir.md section 6.
 * Leaves:  calls of functions that devicelib/math.c implements, LLVM's intrinsics or the C
 *          library's, replaced by their code, inlined; calls inside that code stay calls.
 *          llvm.frexp as its two results. 1 / sqrt x that allows reciprocals (sycl::rsqrt) by the
 *          processor's estimate if 512-bit vectors make it exact enough, else as an ordinary
 *          division. Below -O2 only the latter.
 * Refuses: nothing.
 * Tests:   tests/passes/lower-math; the errors: tests/math. */
#include "compiler/pass.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>
#include <stdio.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/isa.h"
#include "compiler/run_llvm.h"
#include "support/vector.h"

#define PREFIX "__falx_"

/* Made by devicelib/CMakeLists.txt. */
extern const unsigned char fxc_devicelib_math[];
extern const unsigned long fxc_devicelib_math_size;

static const char *const functions[] = {"exp",   "exp2", "exp10", "log",  "log2",
                                        "log10", "sin",  "cos",   "cbrt", "tgamma"};

struct replacement {
  LLVMValueRef instruction;
  const char *name; /* in devicelib, without the prefix; NULL: frexp, or a division made exact */
};

struct lowering {
  struct fxc_module *module;
  bool has_512; /* the vector width, and with it instructions: the 14-bit reciprocal square root
                 * estimate, scaling a float by a power of two */
  FXS_VECTOR(struct replacement) replacements;
};

static bool is_float(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMFloatTypeKind;
}

/* "sin" of llvm.sin.f32 and of the C library's sinf, if it takes and returns a float. */
static const char *function_of(LLVMValueRef callee) {
  LLVMTypeRef type = LLVMGlobalGetValueType(callee), parameter;
  if (!LLVMIsDeclaration(callee) || !is_float(LLVMGetReturnType(type)) ||
      LLVMCountParamTypes(type) != 1)
    return NULL;
  LLVMGetParamTypes(type, &parameter);
  size_t length;
  const char *name = LLVMGetValueName2(callee, &length), *suffix = "f";
  if (LLVMGetIntrinsicID(callee)) {
    name += strlen("llvm.");
    suffix = ".f32";
  }
  for (size_t i = 0; is_float(parameter) && i < sizeof functions / sizeof *functions; i++) {
    size_t stem = strlen(functions[i]);
    if (!strncmp(name, functions[i], stem) && !strcmp(name + stem, suffix))
      return functions[i];
  }
  return NULL;
}

static bool calls_intrinsic(LLVMValueRef value, const char *name) {
  if (!LLVMIsACallInst(value) || !LLVMIsAFunction(LLVMGetCalledValue(value)))
    return false;
  size_t length;
  return !strncmp(LLVMGetValueName2(LLVMGetCalledValue(value), &length), name, strlen(name));
}

static bool is_frexp(LLVMValueRef call) {
  return calls_intrinsic(call, "llvm.frexp.f32.i32") || calls_intrinsic(call, "llvm.frexp.f64.i32");
}

/* fdiv arcp 1, sqrt x. With more fast-math flags than that, LLVM does better by itself. */
static bool is_reciprocal_root(LLVMValueRef i) {
  if (LLVMGetInstructionOpcode(i) != LLVMFDiv || !is_float(LLVMTypeOf(i)) ||
      !calls_intrinsic(LLVMGetOperand(i, 1), "llvm.sqrt.f32") ||
      !LLVMIsAConstantFP(LLVMGetOperand(i, 0)))
    return false;
  LLVMFastMathFlags flags = LLVMGetFastMathFlags(i);
  LLVMBool is_inexact;
  return LLVMConstRealGetDouble(LLVMGetOperand(i, 0), &is_inexact) == 1 &&
         (flags & LLVMFastMathAllowReciprocal) && !(flags & LLVMFastMathNoInfs);
}

static void add(struct lowering *l, LLVMValueRef instruction, const char *name) {
  struct replacement replacement = {instruction, name};
  fxc_push(&l->replacements, replacement);
}

static void look_at(struct lowering *l, LLVMValueRef i) {
  bool is_optimizing = l->module->options->opt_level > 1;
  if (is_reciprocal_root(i)) {
    add(l, i, is_optimizing && l->has_512 ? "rsqrt" : NULL);
  } else if (is_optimizing && LLVMIsACallInst(i) && LLVMIsAFunction(LLVMGetCalledValue(i))) {
    const char *name = function_of(LLVMGetCalledValue(i));
    if (name || is_frexp(i))
      add(l, i, name);
  }
}

/* Links the library in; its functions become internal, for any target machine. */
static bool link_library(struct lowering *l) {
  LLVMModuleRef ir = l->module->ir, library;
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
      (const char *)fxc_devicelib_math, fxc_devicelib_math_size, "devicelib/math", false);
  bool is_read = !LLVMParseBitcodeInContext2(LLVMGetModuleContext(ir), buffer, &library);
  LLVMDisposeMemoryBuffer(buffer);
  if (!is_read)
    return false;
  static const char *const attributes[] = {"target-cpu", "target-features", "tune-cpu"};
  LLVMSetTarget(library, LLVMGetTarget(ir));
  LLVMSetDataLayout(library, LLVMGetDataLayoutStr(ir));
  for (LLVMValueRef f = LLVMGetFirstFunction(library); f; f = LLVMGetNextFunction(f))
    for (unsigned i = 0; i < sizeof attributes / sizeof *attributes; i++)
      LLVMRemoveStringAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                       attributes[i], (unsigned)strlen(attributes[i]));
  return !LLVMLinkModules2(ir, library);
}

static LLVMValueRef library_function(struct lowering *l, const char *name, const char *suffix) {
  char symbol[64];
  const char *form = l->has_512 && !strncmp(name, "exp", 3) ? "scaled_" : "";
  snprintf(symbol, sizeof symbol, PREFIX "%s%s%s", form, name, suffix);
  LLVMValueRef function = LLVMGetNamedFunction(l->module->ir, symbol);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  return function;
}

static LLVMValueRef call(LLVMBuilderRef builder, LLVMValueRef function, LLVMValueRef x) {
  return LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, &x, 1, "");
}

static void replace(struct lowering *l, LLVMBuilderRef builder, struct replacement r) {
  LLVMPositionBuilderBefore(builder, r.instruction);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(r.instruction));
  LLVMValueRef value, root = NULL;
  bool is_division = LLVMGetInstructionOpcode(r.instruction) == LLVMFDiv;
  if (is_division && !r.name) {
    value = LLVMBuildFDiv(builder, LLVMGetOperand(r.instruction, 0),
                          LLVMGetOperand(r.instruction, 1), "");
    LLVMSetFastMathFlags(value, LLVMGetFastMathFlags(r.instruction) &
                                    ~(unsigned)LLVMFastMathAllowReciprocal);
  } else if (is_division) {
    root = LLVMGetOperand(r.instruction, 1);
    value = call(builder, library_function(l, r.name, "f"), LLVMGetOperand(root, 0));
  } else if (r.name) {
    value = call(builder, library_function(l, r.name, "f"), LLVMGetOperand(r.instruction, 0));
  } else {
    LLVMTypeRef type = LLVMTypeOf(r.instruction);
    const char *suffix = is_float(LLVMStructGetTypeAtIndex(type, 0)) ? "f" : "";
    LLVMValueRef x = LLVMGetOperand(r.instruction, 0);
    LLVMValueRef fraction = call(builder, library_function(l, "frexp_fraction", suffix), x);
    LLVMValueRef exponent = call(builder, library_function(l, "frexp_exponent", suffix), x);
    value = LLVMBuildInsertValue(builder, LLVMGetPoison(type), fraction, 0, "");
    value = LLVMBuildInsertValue(builder, value, exponent, 1, "");
  }
  LLVMReplaceAllUsesWith(r.instruction, value);
  LLVMInstructionEraseFromParent(r.instruction);
  if (root && !LLVMGetFirstUse(root))
    LLVMInstructionEraseFromParent(root);
}

static void delete_library(LLVMModuleRef ir) {
  for (LLVMValueRef f = LLVMGetFirstFunction(ir), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    if (!LLVMIsDeclaration(f) && !strncmp(name, PREFIX, strlen(PREFIX)) && !LLVMGetFirstUse(f))
      LLVMDeleteFunction(f);
  }
}

static bool needs_library(const struct lowering *l) {
  for (size_t i = 0; i < l->replacements.count; i++)
    if (l->replacements.items[i].name || is_frexp(l->replacements.items[i].instruction))
      return true;
  return false;
}

enum fxc_result fxc_lower_math(struct fxc_module *module) {
  struct lowering l = {.module = module, .has_512 = fxc_vector_bits(module) == 512};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        look_at(&l, i);
  if (!l.replacements.count)
    return FXC_SAME;
  bool is_inlined = needs_library(&l), is_fine = !is_inlined || link_library(&l);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module->ir));
  for (size_t i = 0; is_fine && i < l.replacements.count; i++)
    replace(&l, builder, l.replacements.items[i]);
  LLVMDisposeBuilder(builder);
  fxs_vector_free(&l.replacements);
  /* Code inlined twice, as for sin x and cos x, is computed once. */
  if (is_fine && is_inlined)
    is_fine = fxc_run_llvm(module, "always-inline,function(early-cse,instsimplify)");
  delete_library(module->ir);
  if (!is_fine)
    fxc_report(module->diagnostics, FXC_ERROR, NULL,
               "internal error: the mathematical functions of devicelib cannot be linked");
  return is_fine ? FXC_CHANGED : FXC_FAILED;
}
