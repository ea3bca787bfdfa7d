/* opencl-library: functions of the C library, from devicelib/opencl.cl, which has them on top of
 * OpenCL's.
 *
 * Needs:   what docs/ir.md says of spir64 before code generation.
 * Leaves:  calls of functions that devicelib/opencl.cl implements replaced by its code; intrinsics
 *          that LLVM's back end has no code for by calls of it, in turn inlined; no llvm.fmuladd,
 *          but products and sums that say that they may be fused.
 * Refuses: nothing: check has.
 * Tests:   tests/passes/opencl-library. */
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/c_library.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/map.h"
#include "compiler/pass.h"
#include "compiler/run_llvm.h"

/* Made by devicelib/devicelib.cmake. */
extern const unsigned char fxc_devicelib_opencl[];
extern const unsigned long fxc_devicelib_opencl_size;

static const struct fxc_library_row rows[] = {
    {"llvm.frexp.", "__falx_frexp_fraction", "__falx_frexp_exponent", NULL},
    {"llvm.modf.", "__falx_modf_fraction", "trunc", NULL},
    {"llvm.sincos.", "sin", "cos", NULL},
    {"llvm.sadd.with.overflow.", "__falx_add", "__falx_add_overflows", NULL},
    {"llvm.ssub.with.overflow.", "__falx_sub", "__falx_sub_overflows", NULL},
    {"llvm.ldexp.", "ldexp", NULL, NULL},
    {"llvm.exp10.", "exp10", NULL, NULL},
    {"llvm.canonicalize.", "__falx_canonicalize", NULL, NULL},
    {"llvm.maximumnum.", "fmax", NULL, NULL},
    {"llvm.minimumnum.", "fmin", NULL, NULL},
    {"llvm.powi.", "__falx_powi", NULL, NULL},
    {"llvm.lrint.", "lrint", NULL, NULL},
    {"llvm.llrint.", "llrint", NULL, NULL},
    {"llvm.lround.", "lround", NULL, NULL},
    {"llvm.llround.", "llround", NULL, NULL},
    {NULL, NULL, NULL, NULL}};

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

/* ---- contraction ---- */

/* Products and sums that the source allows to be fused: llvm.fmuladd within one expression
 * (-ffp-contract=on), instructions that say so (=fast). */
static bool is_fusible(LLVMValueRef i) {
  static const char multiply_add[] = "llvm.fmuladd.";
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (opcode == LLVMFMul || opcode == LLVMFAdd || opcode == LLVMFSub)
    return LLVMGetFastMathFlags(i) & LLVMFastMathAllowContract;
  LLVMValueRef callee = opcode == LLVMCall ? LLVMGetCalledValue(i) : NULL;
  return callee && LLVMIsAFunction(callee) &&
         strncmp(name_of(callee), multiply_add, sizeof multiply_add - 1) == 0;
}

static bool has_fusible(LLVMValueRef kernel) {
  struct fxc_map visited = {0};
  struct fxc_function_list reached = {0};
  bool has = false;
  fxc_reach(kernel, &visited, &reached);
  for (size_t k = 0; k < reached.items.count; k++)
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(reached.items.items[k]); b;
         b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !has; i = LLVMGetNextInstruction(i))
        has = is_fusible(i);
  fxs_vector_free(&reached.items);
  fxc_map_free(&visited);
  return has;
}

/* Without extensions SPIR-V lets drivers fuse products with sums in a whole kernel or not at all.
 * So they may in kernels of which any part may be fused, as in OpenCL C; drivers that know the
 * extension of mend_code.c fuse those that say so. LLVM's back end forbids it in every kernel or,
 * with this metadata, in those that we name. */
static void allow_contraction(LLVMModuleRef module) {
  static const char allowed[] = "opencl.enable.FP_CONTRACT", modes[] = "spirv.ExecutionMode";
  enum { CONTRACTION_OFF = 31 };
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMGetOrInsertNamedMetadata(module, allowed, sizeof allowed - 1);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (!fxc_is_kernel(f) || has_fusible(f))
      continue;
    LLVMMetadataRef mode[2] = {
        LLVMValueAsMetadata(f),
        LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(context), CONTRACTION_OFF, false))};
    LLVMAddNamedMetadataOperand(
        module, modes, LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, mode, 2)));
  }
}

/* a * b + c in two steps that may be fused. LLVM's back end would make OpenCL's fma of it, which
 * has to be exact: a call, where the driver's processor is not known to have the instruction. */
static void split_multiply_add(LLVMModuleRef module) {
  static const char multiply_add[] = "llvm.fmuladd.";
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (strncmp(name_of(f), multiply_add, sizeof multiply_add - 1) != 0)
      continue;
    for (LLVMUseRef use; (use = LLVMGetFirstUse(f));) {
      LLVMValueRef old = LLVMGetUser(use);
      LLVMFastMathFlags flags = LLVMGetFastMathFlags(old) | LLVMFastMathAllowContract;
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

enum fxc_result fxc_opencl_library(struct fxc_module *module) {
  static const char tidy[] = "always-inline,function(sroa,early-cse,instsimplify),globaldce";
  const struct fxc_library library = {.name = "devicelib/opencl.cl",
                                      .bytes = fxc_devicelib_opencl,
                                      .size = fxc_devicelib_opencl_size,
                                      .rows = rows,
                                      .calling_convention = LLVMSPIRFUNCCallConv,
                                      .rename = name_instruction};
  bool is_needed;
  fxc_replace_intrinsics(module->ir, &library);
  allow_contraction(module->ir);
  split_multiply_add(module->ir);
  if (!fxc_link_library(module, &library, &is_needed) || (is_needed && !fxc_run_llvm(module, tidy)))
    return FXC_FAILED;
  return FXC_CHANGED;
}
