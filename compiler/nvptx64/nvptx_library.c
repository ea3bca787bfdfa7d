/* nvptx-library: functions of the C library, from devicelib/nvptx.cl, which has libclc in it.
 *
 * Needs:   docs/ir.md section 5: LLVM's simplifications of library calls are done.
 * Leaves:  calls of functions that devicelib/nvptx.cl implements, intrinsics that LLVM's back end
 *          has no code for, and remainders of floating-point numbers as calls of its functions,
 *          which are internal and inlined next, unless there are too many. Functions of the same
 *          angle reduce it once. With `afn` some of
 *          float are the hardware's approximations, and functions that compute float only so
 *          (-ffast-math) flush its subnormal numbers.
 * Refuses: nothing: check has.
 * Tests:   tests/passes/nvptx-library. */
#include <llvm-c/DebugInfo.h>

#include "compiler/ir/attributes.h"
#include "compiler/ir/c_library.h"
#include "compiler/memory.h"
#include "compiler/nvptx64/inline_budget.h"
#include "compiler/pass.h"
#include "compiler/run_llvm.h"
#include "support/vector.h"

/* Made by devicelib/devicelib.cmake. */
extern const unsigned char fxc_devicelib_nvptx[];
extern const unsigned long fxc_devicelib_nvptx_size;

static const struct fxc_library_row rows[] = {
    {"llvm.acos.", "acos", NULL, NULL},
    {"llvm.asin.", "asin", NULL, NULL},
    {"llvm.atan.", "atan", NULL, NULL},
    {"llvm.atan2.", "atan2", NULL, NULL},
    {"llvm.cos.", "cos", NULL, "__falx_approximate_cos"},
    {"llvm.cosh.", "cosh", NULL, NULL},
    {"llvm.exp.", "exp", NULL, "__falx_approximate_exp"},
    {"llvm.exp10.", "exp10", NULL, "__falx_approximate_exp10"},
    {"llvm.exp2.", "exp2", NULL, "__falx_approximate_exp2"},
    {"llvm.frexp.", "__falx_frexp_fraction", "__falx_frexp_exponent", NULL},
    {"llvm.ldexp.", "ldexp", NULL, NULL},
    {"llvm.llrint.", "llrint", NULL, NULL},
    {"llvm.llround.", "llround", NULL, NULL},
    {"llvm.log.", "log", NULL, "__falx_approximate_log"},
    {"llvm.log10.", "log10", NULL, "__falx_approximate_log10"},
    {"llvm.log2.", "log2", NULL, "__falx_approximate_log2"},
    {"llvm.lrint.", "lrint", NULL, NULL},
    {"llvm.lround.", "lround", NULL, NULL},
    {"llvm.modf.", "__falx_modf_fraction", "trunc", NULL},
    {"llvm.pow.", "pow", NULL, "__falx_approximate_pow"},
    {"llvm.powi.", "__falx_powi", NULL, NULL},
    {"llvm.sin.", "sin", NULL, "__falx_approximate_sin"},
    {"llvm.sincos.", "sin", "cos", NULL},
    {"llvm.sinh.", "sinh", NULL, NULL},
    {"llvm.tan.", "tan", NULL, "__falx_approximate_tan"},
    {"llvm.tanh.", "tanh", NULL, NULL},
    {NULL, NULL, NULL, NULL}};

typedef FXS_VECTOR(LLVMValueRef) value_list;

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

/* LLVM's code for a remainder loses digits of large quotients. */
static void replace_remainder(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef old) {
  LLVMTypeRef type = LLVMTypeOf(old), wide = type;
  if (LLVMGetTypeKind(type) == LLVMHalfTypeKind)
    wide = LLVMFloatTypeInContext(LLVMGetTypeContext(type));
  LLVMTypeRef types[2] = {wide, wide}, function = LLVMFunctionType(wide, types, 2, false);
  const char *name = LLVMGetTypeKind(wide) == LLVMFloatTypeKind ? "fmodf" : "fmod";
  LLVMValueRef callee = LLVMGetNamedFunction(module, name), arguments[2];
  if (!callee)
    callee = LLVMAddFunction(module, name, function);
  LLVMPositionBuilderBefore(builder, old);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(old));
  for (unsigned i = 0; i < 2; i++)
    arguments[i] = LLVMBuildFPCast(builder, LLVMGetOperand(old, i), wide, "");
  LLVMValueRef made = LLVMBuildCall2(builder, function, callee, arguments, 2, "");
  LLVMReplaceAllUsesWith(old, LLVMBuildFPCast(builder, made, type, ""));
  LLVMInstructionEraseFromParent(old);
}

static bool is_remainder(LLVMValueRef i) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(i));
  return LLVMGetInstructionOpcode(i) == LLVMFRem &&
         (kind == LLVMHalfTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind);
}

static void replace_remainders(LLVMModuleRef module) {
  value_list remainders = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (is_remainder(i))
          fxc_push(&remainders, i);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (size_t i = 0; i < remainders.count; i++)
    replace_remainder(module, builder, remainders.items[i]);
  LLVMDisposeBuilder(builder);
  fxs_vector_free(&remainders);
}

/* Whether the function computes float, and everywhere with `afn`. */
static bool is_approximate(LLVMValueRef function) {
  bool is_any = false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
      if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMFloatTypeKind || opcode == LLVMPHI ||
          opcode == LLVMSelect || !LLVMCanValueUseFastMathFlags(i))
        continue;
      if (!(LLVMGetFastMathFlags(i) & LLVMFastMathApproxFunc))
        return false;
      is_any = true;
    }
  return is_any;
}

/* As nvcc does with -use_fast_math: without it, approximations take care of subnormal numbers. */
static void flush_subnormals(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && is_approximate(f))
      fxc_set_string_attribute(f, "denormal-fp-math-f32", "preserve-sign,preserve-sign");
}

/* Inlines what is left, but first makes one call of those with the same argument, as the sine and
 * the cosine of an angle have. */
static bool inline_shared(struct fxc_module *module) {
  LLVMValueRef shared = LLVMGetNamedFunction(module->ir, "__falx_reduced_angle");
  if (!shared || LLVMIsDeclaration(shared))
    return true;
  LLVMContextRef context = LLVMGetModuleContext(module->ir);
  LLVMUseRef use = LLVMGetFirstUse(shared);
  if (module->options->opt_level && use && LLVMGetNextUse(use) &&
      !fxc_run_llvm(module, "always-inline,function(early-cse)"))
    return false;
  LLVMRemoveEnumAttributeAtIndex(shared, FUNCTION_INDEX, fxc_attribute_kind("noinline"));
  LLVMAddAttributeAtIndex(shared, FUNCTION_INDEX, fxc_enum_attribute(context, "alwaysinline", 0));
  fxc_limit_inlining(module->ir);
  return true;
}

enum fxc_result fxc_nvptx_library(struct fxc_module *module) {
  const struct fxc_library library = {.name = "devicelib/nvptx.cl",
                                      .bytes = fxc_devicelib_nvptx,
                                      .size = fxc_devicelib_nvptx_size,
                                      .rows = rows,
                                      .calling_convention = LLVMCCallConv};
  bool is_needed;
  flush_subnormals(module->ir);
  fxc_replace_intrinsics(module->ir, &library);
  replace_remainders(module->ir);
  if (!fxc_link_library(module, &library, &is_needed))
    return FXC_FAILED;
  fxc_limit_inlining(module->ir);
  return inline_shared(module) ? FXC_CHANGED : FXC_FAILED;
}
