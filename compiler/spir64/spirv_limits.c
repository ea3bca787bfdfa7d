/* spirv-limits: constants and variables that do not fit into SPIR-V as LLVM 22 writes it. An
 * instruction has 65,535 words, so a constant array of more elements becomes a struct of shorter
 * ones. The back end keeps the alignment of a variable in a signed byte, so one of 128 bytes and
 * more becomes a larger variable with an aligned address in it.
 *
 * Needs:   what docs/ir.md says of spir64 before code generation.
 * Leaves:  no constant array of more than 65,532 elements, no alloca aligned to more than 64 bytes.
 * Refuses: nothing.
 * Tests:   tests/passes/spirv-limits. */
#include <llvm-c/Target.h>
#include <string.h>

#include "compiler/memory.h"
#include "compiler/pass.h"
#include "support/vector.h"

#define OPERANDS 65532 /* of a constant: its instruction begins with three other words */
#define ALIGNMENT 64

typedef FXS_VECTOR(LLVMValueRef) value_list;

/* ---- constants ---- */

static bool is_long(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMArrayTypeKind)
    return LLVMGetArrayLength2(type) > OPERANDS || is_long(LLVMGetElementType(type));
  for (unsigned i = 0; kind == LLVMStructTypeKind && i < LLVMCountStructElementTypes(type); i++)
    if (is_long(LLVMStructGetTypeAtIndex(type, i)))
      return true;
  return false;
}

static LLVMValueRef shorten(LLVMValueRef constant);

static LLVMValueRef short_array(LLVMTypeRef element, LLVMValueRef *items, uint64_t count) {
  return LLVMConstArray2(count ? LLVMTypeOf(items[0]) : element, items, count);
}

/* A struct of arrays, whose elements are where the array's were. */
static LLVMValueRef shorten_array(LLVMContextRef context, LLVMTypeRef type, LLVMValueRef *items) {
  LLVMTypeRef element = LLVMGetElementType(type);
  uint64_t count = LLVMGetArrayLength2(type);
  if (count <= OPERANDS)
    return short_array(element, items, count);
  value_list parts = {0};
  for (uint64_t at = 0; at < count; at += OPERANDS)
    fxc_push(&parts,
             short_array(element, items + at, count - at < OPERANDS ? count - at : OPERANDS));
  LLVMValueRef all =
      LLVMConstStructInContext(context, parts.items, (unsigned)parts.count, /*packed=*/false);
  fxs_vector_free(&parts);
  return all;
}

/* The same bytes as a constant of another type, with the same layout. */
static LLVMValueRef shorten(LLVMValueRef constant) {
  LLVMTypeRef type = LLVMTypeOf(constant);
  LLVMContextRef context = LLVMGetTypeContext(type);
  if (!is_long(type))
    return constant;
  bool is_array = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
  uint64_t count = is_array ? LLVMGetArrayLength2(type) : LLVMCountStructElementTypes(type);
  LLVMValueRef *items = fxc_must(calloc(count, sizeof *items));
  for (uint64_t i = 0; i < count; i++)
    items[i] = shorten(LLVMGetAggregateElement(constant, (unsigned)i));
  LLVMValueRef all = is_array ? shorten_array(context, type, items)
                              : LLVMConstStructInContext(context, items, (unsigned)count,
                                                         LLVMIsPackedStruct(type));
  free(items);
  return all;
}

static void replace_variable(LLVMModuleRef module, LLVMValueRef variable) {
  LLVMValueRef value = shorten(LLVMGetInitializer(variable));
  unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(variable));
  LLVMValueRef copy = LLVMAddGlobalInAddressSpace(module, LLVMTypeOf(value), "", space);
  size_t length;
  const char *name = LLVMGetValueName2(variable, &length);
  char *kept = fxc_must(strndup(name, length));
  LLVMSetInitializer(copy, value);
  LLVMSetGlobalConstant(copy, LLVMIsGlobalConstant(variable));
  LLVMSetLinkage(copy, LLVMGetLinkage(variable));
  LLVMSetAlignment(copy, LLVMGetAlignment(variable));
  LLVMReplaceAllUsesWith(variable, copy);
  LLVMDeleteGlobal(variable);
  LLVMSetValueName2(copy, kept, length);
  free(kept);
}

/* A zero of any length is one instruction. */
static bool is_too_long(LLVMValueRef variable) {
  LLVMValueRef value = LLVMGetInitializer(variable);
  return value && !LLVMIsNull(value) && !LLVMIsUndef(value) && is_long(LLVMTypeOf(value));
}

static bool shorten_constants(LLVMModuleRef module) {
  value_list found = {0};
  for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
    if (is_too_long(v))
      fxc_push(&found, v);
  bool has_any = found.count != 0;
  for (size_t i = 0; i < found.count; i++)
    replace_variable(module, found.items[i]);
  fxs_vector_free(&found);
  return has_any;
}

/* ---- variables ---- */

static bool is_over_aligned(LLVMValueRef i) {
  return LLVMIsAAllocaInst(i) && LLVMGetAlignment(i) > ALIGNMENT &&
         LLVMIsAConstantInt(LLVMGetOperand(i, 0));
}

/* Lifetimes are of whole variables: this one has none. */
static void drop_lifetimes(LLVMValueRef variable) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable), next; use; use = next) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
    size_t length = 0;
    const char *name = callee ? LLVMGetValueName2(callee, &length) : "";
    next = LLVMGetNextUse(use);
    if (!strncmp(name, "llvm.lifetime.", strlen("llvm.lifetime.")))
      LLVMInstructionEraseFromParent(user);
  }
}

static void align_by_hand(LLVMBuilderRef builder, LLVMTargetDataRef data, LLVMValueRef variable) {
  LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(variable)));
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(variable)));
  unsigned long long alignment = LLVMGetAlignment(variable);
  unsigned long long size = LLVMABISizeOfType(data, LLVMGetAllocatedType(variable)) *
                            LLVMConstIntGetZExtValue(LLVMGetOperand(variable, 0));
  drop_lifetimes(variable);
  LLVMPositionBuilderBefore(builder, variable);
  LLVMValueRef room =
      LLVMBuildAlloca(builder, LLVMArrayType2(i8, size + alignment - ALIGNMENT), "");
  LLVMSetAlignment(room, ALIGNMENT);
  LLVMValueRef address = LLVMBuildPtrToInt(builder, room, i64, "");
  LLVMValueRef gap = LLVMBuildAnd(builder, LLVMBuildNeg(builder, address, ""),
                                  LLVMConstInt(i64, alignment - 1, false), "");
  LLVMReplaceAllUsesWith(variable, LLVMBuildGEP2(builder, i8, room, &gap, 1, ""));
  LLVMInstructionEraseFromParent(variable);
}

static bool align_variables(LLVMModuleRef module) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  value_list found = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (is_over_aligned(i))
          fxc_push(&found, i);
  bool has_any = found.count != 0;
  for (size_t i = 0; i < found.count; i++)
    align_by_hand(builder, LLVMGetModuleDataLayout(module), found.items[i]);
  fxs_vector_free(&found);
  LLVMDisposeBuilder(builder);
  return has_any;
}

enum fxc_result fxc_spirv_limits(struct fxc_module *module) {
  bool has_long = shorten_constants(module->ir), has_aligned = align_variables(module->ir);
  return has_long || has_aligned ? FXC_CHANGED : FXC_SAME;
}
