/* opencl-library: functions of the C library, from devicelib/opencl.cl, which has them on top of
 * OpenCL's.
 *
 * Needs:   what docs/ir.md says of spir64 before code generation.
 * Leaves:  calls of functions that devicelib/opencl.cl implements replaced by its code; intrinsics
 *          that LLVM's back end has no code for by calls of it, in turn inlined; no llvm.fmuladd.
 * Refuses: nothing: check has.
 * Tests:   tests/passes/opencl-library. */
#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "compiler/run_llvm.h"
#include "support/vector.h"

/* Made by devicelib/devicelib.cmake. */
extern const unsigned char fxc_devicelib_opencl[];
extern const unsigned long fxc_devicelib_opencl_size;

/* Intrinsics by their functions: the second result is another function's. */
static const struct {
  const char *intrinsic, *first, *second;
} rows[] = {{"llvm.frexp.", "__falx_frexp_fraction", "__falx_frexp_exponent"},
            {"llvm.modf.", "__falx_modf_fraction", "trunc"},
            {"llvm.sincos.", "sin", "cos"},
            {"llvm.sadd.with.overflow.", "__falx_add", "__falx_add_overflows"},
            {"llvm.ssub.with.overflow.", "__falx_sub", "__falx_sub_overflows"},
            {"llvm.ldexp.", "ldexp", NULL},
            {"llvm.exp10.", "exp10", NULL},
            {"llvm.canonicalize.", "__falx_canonicalize", NULL},
            {"llvm.maximumnum.", "fmax", NULL},
            {"llvm.minimumnum.", "fmin", NULL},
            {"llvm.powi.", "__falx_powi", NULL},
            {"llvm.lrint.", "lrint", NULL},
            {"llvm.llrint.", "llrint", NULL},
            {"llvm.lround.", "lround", NULL},
            {"llvm.llround.", "llround", NULL}};
enum { ROWS = sizeof rows / sizeof *rows };

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

/* ---- intrinsics ---- */

struct found {
  LLVMValueRef call;
  unsigned row;
};
struct found_list {
  FXS_VECTOR(struct found) items;
};

/* What a function's name ends in; NULL if the library has none for the type. */
static const char *suffix_of(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMFloatTypeKind:
    return "f";
  case LLVMDoubleTypeKind:
    return "";
  case LLVMIntegerTypeKind:
    switch (LLVMGetIntTypeWidth(type)) {
    case 8:
      return "8";
    case 16:
      return "16";
    case 32:
      return "32";
    case 64:
      return "64";
    }
    return NULL;
  default:
    return NULL;
  }
}

static void find(LLVMModuleRef module, struct found_list *out) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    unsigned row = 0;
    if (!LLVMGetIntrinsicID(f))
      continue;
    while (row < ROWS && strncmp(name_of(f), rows[row].intrinsic, strlen(rows[row].intrinsic)) != 0)
      row++;
    for (LLVMUseRef use = row < ROWS ? LLVMGetFirstUse(f) : NULL; use; use = LLVMGetNextUse(use)) {
      struct found found = {LLVMGetUser(use), row};
      if (suffix_of(LLVMTypeOf(LLVMGetOperand(found.call, 0))))
        fxc_push(&out->items, found);
    }
  }
}

static LLVMValueRef call(LLVMModuleRef module, LLVMBuilderRef builder, const char *name,
                         LLVMTypeRef result, LLVMValueRef intrinsic) {
  char symbol[64];
  LLVMValueRef arguments[2];
  LLVMTypeRef types[2];
  unsigned count = LLVMGetNumArgOperands(intrinsic);
  for (unsigned i = 0; i < count; i++) {
    arguments[i] = LLVMGetOperand(intrinsic, i);
    types[i] = LLVMTypeOf(arguments[i]);
  }
  snprintf(symbol, sizeof symbol, "%s%s", name, suffix_of(types[0]));
  LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
  LLVMValueRef function = LLVMGetNamedFunction(module, symbol);
  if (!function) {
    function = LLVMAddFunction(module, symbol, type);
    LLVMSetFunctionCallConv(function, LLVMSPIRFUNCCallConv);
  }
  LLVMValueRef made = LLVMBuildCall2(builder, type, function, arguments, count, "");
  LLVMSetInstructionCallConv(made, LLVMGetFunctionCallConv(function));
  return made;
}

static void replace(LLVMModuleRef module, LLVMBuilderRef builder, const struct found *found) {
  LLVMValueRef value, intrinsic = found->call;
  LLVMTypeRef type = LLVMTypeOf(intrinsic);
  LLVMPositionBuilderBefore(builder, intrinsic);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(intrinsic));
  if (rows[found->row].second) {
    LLVMTypeRef types[2] = {LLVMStructGetTypeAtIndex(type, 0), LLVMStructGetTypeAtIndex(type, 1)};
    LLVMValueRef first = call(module, builder, rows[found->row].first, types[0], intrinsic);
    LLVMValueRef second = call(module, builder, rows[found->row].second, types[1], intrinsic);
    value = LLVMBuildInsertValue(builder, LLVMGetPoison(type), first, 0, "");
    value = LLVMBuildInsertValue(builder, value, second, 1, "");
  } else {
    bool is_long = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
    value = call(module, builder, rows[found->row].first,
                 is_long ? LLVMInt64TypeInContext(LLVMGetTypeContext(type)) : type, intrinsic);
    if (LLVMTypeOf(value) != type)
      value = LLVMBuildIntCast2(builder, value, type, true, "");
  }
  LLVMReplaceAllUsesWith(intrinsic, value);
  LLVMInstructionEraseFromParent(intrinsic);
}

static void replace_intrinsics(LLVMModuleRef module) {
  struct found_list found = {0};
  find(module, &found);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (size_t i = 0; i < found.items.count; i++)
    replace(module, builder, &found.items.items[i]);
  LLVMDisposeBuilder(builder);
  fxs_vector_free(&found.items);
}

/* ---- the library ---- */

/* ---- contraction ---- */

/* A sum or a product that the source does not allow to be fused with others. */
static bool is_separate(LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  return (opcode == LLVMFMul || opcode == LLVMFAdd || opcode == LLVMFSub) &&
         !(LLVMGetFastMathFlags(i) & LLVMFastMathAllowContract);
}

/* SPIR-V fuses products with sums in a whole kernel or not at all; that single ones may not be, it
 * could say, but LLVM 22 does not. So drivers may if all the module's may, by -ffp-contract=fast.
 */
static void allow_contraction(LLVMModuleRef module) {
  static const char allowed[] = "opencl.enable.FP_CONTRACT";
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (is_separate(i))
          return;
  LLVMGetOrInsertNamedMetadata(module, allowed, sizeof allowed - 1);
}

/* a * b + c in two steps. LLVM's back end would make OpenCL's fma of it, which has to be exact: a
 * call, where the driver's processor is not known to have the instruction. */
static void split_multiply_add(LLVMModuleRef module) {
  static const char multiply_add[] = "llvm.fmuladd.";
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (strncmp(name_of(f), multiply_add, sizeof multiply_add - 1) != 0)
      continue;
    for (LLVMUseRef use; (use = LLVMGetFirstUse(f));) {
      LLVMValueRef old = LLVMGetUser(use);
      LLVMFastMathFlags flags = LLVMGetFastMathFlags(old);
      LLVMPositionBuilderBefore(builder, old);
      LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(old));
      LLVMValueRef product =
          LLVMBuildFMul(builder, LLVMGetOperand(old, 0), LLVMGetOperand(old, 1), "");
      LLVMValueRef sum = LLVMBuildFAdd(builder, product, LLVMGetOperand(old, 2), "");
      if (LLVMCanValueUseFastMathFlags(product))
        LLVMSetFastMathFlags(product, flags);
      if (LLVMCanValueUseFastMathFlags(sum))
        LLVMSetFastMathFlags(sum, flags);
      LLVMReplaceAllUsesWith(old, sum);
      LLVMInstructionEraseFromParent(old);
    }
  }
  LLVMDisposeBuilder(builder);
}

static bool is_called(LLVMValueRef function) {
  return LLVMIsDeclaration(function) && !LLVMGetIntrinsicID(function) && LLVMGetFirstUse(function);
}

/* OpenCL C's name of an instruction, _Z3sinf, to one that is no user's: _Z15__spirv_ocl_sinf. */
static void name_instruction(LLVMValueRef function) {
  static const char prefix[] = "__spirv_ocl_";
  char name[96], *rest;
  unsigned long length =
      strncmp(name_of(function), "_Z", 2) ? 0 : strtoul(name_of(function) + 2, &rest, 10);
  if (!length)
    return;
  int size = snprintf(name, sizeof name, "_Z%zu%s%s", length + sizeof prefix - 1, prefix, rest);
  LLVMSetValueName2(function, name, (size_t)size);
}

/* NULL: it is damaged. */
static LLVMModuleRef read_library(LLVMModuleRef like) {
  LLVMModuleRef library;
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
      (const char *)fxc_devicelib_opencl, fxc_devicelib_opencl_size, "devicelib/opencl", false);
  bool is_read = !LLVMParseBitcodeInContext2(LLVMGetModuleContext(like), buffer, &library);
  LLVMDisposeMemoryBuffer(buffer);
  if (!is_read)
    return NULL;
  LLVMSetTarget(library, LLVMGetTarget(like));
  LLVMSetDataLayout(library, LLVMGetDataLayoutStr(like));
  for (LLVMValueRef f = LLVMGetFirstFunction(library); f; f = LLVMGetNextFunction(f))
    if (LLVMIsDeclaration(f) && !LLVMGetIntrinsicID(f))
      name_instruction(f);
  return library;
}

/* What the module calls comes in; a function that it defines itself stays. False: internal error.
 */
static bool link_library(LLVMModuleRef ir, bool *out_is_needed) {
  LLVMModuleRef library = NULL;
  FXS_VECTOR(LLVMValueRef) wanted = {0};
  *out_is_needed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(ir); f; f = LLVMGetNextFunction(f))
    if (is_called(f))
      fxc_push(&wanted, f);
  if (!wanted.count)
    return true;
  library = read_library(ir);
  for (size_t i = 0; library && i < wanted.count; i++) {
    LLVMValueRef function = LLVMGetNamedFunction(library, name_of(wanted.items[i]));
    *out_is_needed |= function && !LLVMIsDeclaration(function);
  }
  fxs_vector_free(&wanted);
  if (!library)
    return false;
  if (!*out_is_needed) {
    LLVMDisposeModule(library);
    return true;
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(library); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f))
      LLVMSetLinkage(f, LLVMLinkOnceODRLinkage); /* comes only where it is called */
  return !LLVMLinkModules2(ir, library);
}

enum fxc_result fxc_opencl_library(struct fxc_module *module) {
  /* The rest is known by its names; none of the user's functions is linkonce any more. */
  static const char tidy[] = "always-inline,function(sroa,early-cse,instsimplify),globaldce";
  bool is_needed, is_fine;
  replace_intrinsics(module->ir);
  split_multiply_add(module->ir);
  allow_contraction(module->ir);
  is_fine = link_library(module->ir, &is_needed);
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMLinkOnceODRLinkage)
      LLVMSetLinkage(f, LLVMInternalLinkage);
  if (is_fine && is_needed)
    is_fine = fxc_run_llvm(module, tidy);
  if (!is_fine)
    fxc_report(module->diagnostics, FXC_ERROR, NULL,
               "internal error: the functions of devicelib/opencl.cl cannot be linked");
  return is_fine ? FXC_CHANGED : FXC_FAILED;
}
