/* spirv-accesses: loads and stores that LLVM 22's SPIR-V back end gets wrong. Atomic ones, which it
 * makes plain, become SPIR-V's functions; those of integers that SPIR-V does not have become
 * several; the alignment of 4 GiB, which the optimizer gives to what a null pointer points to and
 * SPIR-V cannot say, becomes the type's. Variables that hold a pointer become i64: the back end may
 * take what the pointer points to for the variable's type, which is then too small.
 *
 * Prefetches, which it cannot select, go: hints. Exchanges that do not happen have no stronger
 * order than those that do, as SPIR-V demands.
 *
 * Needs:   what docs/ir.md says of spir64 before code generation.
 * Leaves:  no llvm.prefetch, no atomic load or store of 32 or 64 bits, none of 24, 40, 48 or 56
 *          bits, no alignment of 4 GiB, no variable whose type is a pointer.
 * Refuses: nothing.
 * Tests:   tests/passes/spirv-accesses. */
#include <stdio.h>
#include <string.h>

#include "compiler/memory.h"
#include "compiler/pass.h"
#include "compiler/spir64/split_accesses.h"
#include "support/vector.h"

typedef FXS_VECTOR(LLVMValueRef) value_list;

static bool is_atomic(LLVMValueRef i) {
  return (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) &&
         LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
}

static unsigned bits_of(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(type);
  case LLVMFloatTypeKind:
    return 32;
  case LLVMDoubleTypeKind:
  case LLVMPointerTypeKind:
    return 64;
  default:
    return 0;
  }
}

/* SPIR-V's number of the scope. */
static unsigned scope_of(LLVMContextRef context, LLVMValueRef i) {
  static const struct {
    const char *name;
    unsigned length, scope;
  } scopes[] = {{"device", 6, 1}, {"workgroup", 9, 2}, {"subgroup", 8, 3}, {"singlethread", 12, 4}};
  unsigned id = LLVMGetAtomicSyncScopeID(i);
  for (unsigned s = 0; s < sizeof scopes / sizeof *scopes; s++)
    if (id == LLVMGetSyncScopeID(context, scopes[s].name, scopes[s].length))
      return scopes[s].scope;
  return 0; /* all devices */
}

static unsigned semantics_of(LLVMValueRef i, unsigned space) {
  unsigned memory = space == 3 ? 0x100 : space == 1 ? 0x200 : 0x300;
  switch (LLVMGetOrdering(i)) {
  case LLVMAtomicOrderingAcquire:
    return 2 | memory;
  case LLVMAtomicOrderingRelease:
    return 4 | memory;
  case LLVMAtomicOrderingSequentiallyConsistent:
    return 16 | memory;
  default:
    return 0;
  }
}

static LLVMValueRef number_as(LLVMBuilderRef builder, LLVMValueRef value, LLVMTypeRef type) {
  if (LLVMTypeOf(value) == type)
    return value;
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
    return LLVMBuildIntToPtr(builder, value, type, "");
  if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
    return LLVMBuildPtrToInt(builder, value, type, "");
  return LLVMBuildBitCast(builder, value, type, "");
}

static void replace(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef i) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  bool is_load = LLVMIsALoadInst(i) != NULL;
  LLVMValueRef pointer = LLVMGetOperand(i, is_load ? 0 : 1);
  LLVMTypeRef own = LLVMTypeOf(is_load ? i : LLVMGetOperand(i, 0));
  unsigned bits = bits_of(own), space = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
  if (bits != 32 && bits != 64)
    return;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context), number = LLVMIntTypeInContext(context, bits);
  LLVMTypeRef types[4] = {LLVMTypeOf(pointer), i32, i32, number};
  char name[64];
  const char letter = bits == 32 ? 'j' : 'm';
  if (is_load)
    snprintf(name, sizeof name, "_Z18__spirv_AtomicLoadPU3AS%uK%cjj", space, letter);
  else
    snprintf(name, sizeof name, "_Z19__spirv_AtomicStorePU3AS%u%cjj%c", space, letter, letter);
  LLVMTypeRef type = LLVMFunctionType(is_load ? number : LLVMVoidTypeInContext(context), types,
                                      is_load ? 3 : 4, false);
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  if (!function) {
    function = LLVMAddFunction(module, name, type);
    LLVMSetFunctionCallConv(function, LLVMSPIRFUNCCallConv);
  }
  LLVMPositionBuilderBefore(builder, i);
  LLVMValueRef arguments[4] = {pointer, LLVMConstInt(i32, scope_of(context, i), false),
                               LLVMConstInt(i32, semantics_of(i, space), false), NULL};
  if (!is_load)
    arguments[3] = number_as(builder, LLVMGetOperand(i, 0), number);
  LLVMValueRef call = LLVMBuildCall2(builder, type, function, arguments, is_load ? 3 : 4, "");
  LLVMSetInstructionCallConv(call, LLVMSPIRFUNCCallConv);
  if (is_load)
    LLVMReplaceAllUsesWith(i, number_as(builder, call, own));
  LLVMInstructionEraseFromParent(i);
}

/* An alignment that does not fit into what the function returns. */
static bool align_as_type(LLVMTargetDataRef data, LLVMValueRef i) {
  bool is_load = LLVMIsALoadInst(i) != NULL;
  if ((!is_load && !LLVMIsAStoreInst(i)) || LLVMGetAlignment(i))
    return false;
  LLVMTypeRef type = is_load ? LLVMTypeOf(i) : LLVMTypeOf(LLVMGetOperand(i, 0));
  LLVMSetAlignment(i, LLVMABIAlignmentOfType(data, type));
  return true;
}

static bool holds_pointer(LLVMValueRef i) {
  return LLVMIsAAllocaInst(i) && LLVMGetTypeKind(LLVMGetAllocatedType(i)) == LLVMPointerTypeKind &&
         LLVMIsAConstantInt(LLVMGetOperand(i, 0)) &&
         LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) == 1;
}

static void hold_number(LLVMBuilderRef builder, LLVMValueRef variable) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(variable));
  LLVMPositionBuilderBefore(builder, variable);
  LLVMValueRef number = LLVMBuildAlloca(builder, LLVMInt64TypeInContext(context), "");
  LLVMSetAlignment(number, LLVMGetAlignment(variable));
  LLVMReplaceAllUsesWith(variable, number);
  LLVMInstructionEraseFromParent(variable);
}

static bool erase_prefetches(LLVMModuleRef module) {
  static const char intrinsic[] = "llvm.prefetch.";
  bool has_any = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module), next; f; f = next) {
    size_t length;
    next = LLVMGetNextFunction(f);
    if (strncmp(LLVMGetValueName2(f, &length), intrinsic, strlen(intrinsic)) != 0)
      continue;
    for (LLVMUseRef use; (use = LLVMGetFirstUse(f));)
      LLVMInstructionEraseFromParent(LLVMGetUser(use));
    LLVMDeleteFunction(f);
    has_any = true;
  }
  return has_any;
}

/* The order that has what both have. */
static LLVMAtomicOrdering stronger_of(LLVMAtomicOrdering a, LLVMAtomicOrdering b) {
  const bool is_release_and_acquire =
      (a == LLVMAtomicOrderingRelease && b == LLVMAtomicOrderingAcquire) ||
      (a == LLVMAtomicOrderingAcquire && b == LLVMAtomicOrderingRelease);
  return is_release_and_acquire ? LLVMAtomicOrderingAcquireRelease : a > b ? a : b;
}

static bool strengthen_success(LLVMValueRef i) {
  if (!LLVMIsAAtomicCmpXchgInst(i))
    return false;
  const LLVMAtomicOrdering success = LLVMGetCmpXchgSuccessOrdering(i);
  const LLVMAtomicOrdering both = stronger_of(success, LLVMGetCmpXchgFailureOrdering(i));
  if (both != success)
    LLVMSetCmpXchgSuccessOrdering(i, both);
  return both != success;
}

enum fxc_result fxc_spirv_accesses(struct fxc_module *module) {
  value_list found = {0}, pointers = {0};
  bool is_aligned = false, has_prefetches = erase_prefetches(module->ir), has_orders = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (is_atomic(i))
          fxc_push(&found, i);
        else if (holds_pointer(i))
          fxc_push(&pointers, i);
        else if (strengthen_success(i))
          has_orders = true;
        else
          is_aligned |= align_as_type(LLVMGetModuleDataLayout(module->ir), i);
  bool is_split = fxc_split_accesses(module->ir);
  enum fxc_result result =
      found.count || pointers.count || is_aligned || is_split || has_prefetches || has_orders
          ? FXC_CHANGED
          : FXC_SAME;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module->ir));
  for (size_t i = 0; i < found.count; i++)
    replace(module->ir, builder, found.items[i]);
  for (size_t i = 0; i < pointers.count; i++)
    hold_number(builder, pointers.items[i]);
  LLVMDisposeBuilder(builder);
  fxs_vector_free(&found);
  fxs_vector_free(&pointers);
  return result;
}
