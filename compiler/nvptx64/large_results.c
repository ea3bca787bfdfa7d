/* large-results: functions write large results to memory of their callers. clang returns any
 * structure as one value on nvptx64, and LLVM takes it apart, number by number, in time that grows
 * with the square of how many there are.
 *
 * Needs:   docs/ir.md section 4: what is not called from elsewhere is internal.
 * Leaves:  functions that are only called, and not variadic, return at most 256 bytes.
 * Refuses: nothing.
 * Tests:   tests/passes/large-results. */
#include <llvm-c/DebugInfo.h>

#include "compiler/ir/attributes.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "support/vector.h"

enum { MOST = 256 }; /* bytes of a result that stays a value */

struct large {
  LLVMTargetDataRef layout;
  LLVMBuilderRef builder;
};

typedef FXS_VECTOR(LLVMValueRef) value_list;

static LLVMTypeRef result_of(LLVMValueRef function) {
  return LLVMGetReturnType(LLVMGlobalGetValueType(function));
}

static bool is_large(const struct large *self, LLVMValueRef function) {
  LLVMTypeRef result = result_of(function);
  LLVMTypeKind kind = LLVMGetTypeKind(result);
  if (LLVMIsDeclaration(function) || LLVMGetLinkage(function) != LLVMInternalLinkage ||
      LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) ||
      (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind) ||
      LLVMABISizeOfType(self->layout, result) <= MOST)
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function ||
        LLVMGetCalledFunctionType(user) != LLVMGlobalGetValueType(function))
      return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
      if (LLVMGetArgOperand(user, i) == function)
        return false;
  }
  return true;
}

static LLVMValueRef size_of(const struct large *self, LLVMTypeRef type) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetTypeContext(type));
  return LLVMConstInt(i64, LLVMABISizeOfType(self->layout, type), 0);
}

/* The function with the place of the result before its parameters. */
static LLVMValueRef declare(const struct large *self, LLVMValueRef function) {
  LLVMTypeRef type = LLVMGlobalGetValueType(function), result = result_of(function);
  LLVMContextRef context = LLVMGetTypeContext(type);
  unsigned count = LLVMCountParams(function), index = (unsigned)LLVMAttributeFunctionIndex;
  LLVMTypeRef *types = fxc_must(calloc(count + 1, sizeof *types));
  types[0] = LLVMPointerTypeInContext(context, 0);
  LLVMGetParamTypes(type, types + 1);
  LLVMTypeRef created_type = LLVMFunctionType(LLVMVoidTypeInContext(context), types, count + 1, 0);
  free(types);
  LLVMValueRef created = LLVMAddFunction(LLVMGetGlobalParent(function), "", created_type);
  LLVMSetLinkage(created, LLVMInternalLinkage);
  LLVMSetFunctionCallConv(created, LLVMGetFunctionCallConv(function));
  fxc_copy_attributes(function, index, created, index);
  LLVMRemoveEnumAttributeAtIndex(created, index, fxc_attribute_kind("memory"));
  LLVMRemoveEnumAttributeAtIndex(created, index, fxc_attribute_kind("speculatable"));
  fxc_add_type_attribute(created, 1, "sret", result);
  fxc_add_attribute(created, 1, "align", LLVMABIAlignmentOfType(self->layout, result));
  fxc_add_attribute(created, 1, "noalias", 0);
  for (unsigned i = 0; i < count; i++)
    fxc_copy_attributes(function, i + 1, created, i + 2);
  return created;
}

/* A load right before its only user, which so can read the memory itself; else NULL. */
static LLVMValueRef source_of(LLVMValueRef value, LLVMValueRef user) {
  return LLVMIsALoadInst(value) && !LLVMGetVolatile(value) &&
                 LLVMGetOrdering(value) == LLVMAtomicOrderingNotAtomic &&
                 LLVMGetNextInstruction(value) == user && !LLVMGetNextUse(LLVMGetFirstUse(value))
             ? LLVMGetOperand(value, 0)
             : NULL;
}

/* Writes what a return returns to place. */
static void replace_return(struct large *self, LLVMValueRef old, LLVMValueRef place) {
  LLVMValueRef value = LLVMGetOperand(old, 0), source = source_of(value, old);
  LLVMTypeRef type = LLVMTypeOf(value);
  unsigned align = LLVMABIAlignmentOfType(self->layout, type);
  LLVMPositionBuilderBefore(self->builder, old);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(old));
  if (source)
    LLVMBuildMemCpy(self->builder, place, align, source, LLVMGetAlignment(value),
                    size_of(self, type));
  else
    LLVMSetAlignment(LLVMBuildStore(self->builder, value, place), align);
  LLVMBuildRetVoid(self->builder);
  LLVMInstructionEraseFromParent(old);
  if (source)
    LLVMInstructionEraseFromParent(value);
}

static LLVMValueRef room(struct large *self, LLVMTypeRef type, LLVMValueRef function) {
  LLVMPositionBuilderBefore(self->builder,
                            LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
  LLVMSetCurrentDebugLocation2(self->builder, NULL);
  return LLVMBuildAlloca(self->builder, type, "result");
}

/* Where a value is in memory, and what that address is a multiple of. */
struct place {
  LLVMValueRef address;
  unsigned align;
};

static void copy_instead(struct large *self, LLVMValueRef store, struct place from) {
  LLVMPositionBuilderBefore(self->builder, store);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(store));
  LLVMBuildMemCpy(self->builder, LLVMGetOperand(store, 1), LLVMGetAlignment(store), from.address,
                  from.align, size_of(self, LLVMTypeOf(LLVMGetOperand(store, 0))));
  LLVMInstructionEraseFromParent(store);
}

/* The member's place, computed before at. */
static struct place member_of(struct large *self, LLVMValueRef extract, struct place whole,
                              LLVMValueRef at) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(extract, 0)), inner = type;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  value_list indices = {0};
  LLVMValueRef index = LLVMConstNull(i32);
  uint64_t offset = 0;
  fxc_push(&indices, index);
  for (unsigned i = 0; i < LLVMGetNumIndices(extract); i++) {
    unsigned number = LLVMGetIndices(extract)[i];
    bool is_struct = LLVMGetTypeKind(inner) == LLVMStructTypeKind;
    offset += is_struct ? LLVMOffsetOfElement(self->layout, inner, number) : 0;
    inner = is_struct ? LLVMStructGetTypeAtIndex(inner, number) : LLVMGetElementType(inner);
    offset += is_struct ? 0 : number * LLVMABISizeOfType(self->layout, inner);
    index = LLVMConstInt(i32, number, 0);
    fxc_push(&indices, index);
  }
  LLVMPositionBuilderBefore(self->builder, at);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(at));
  struct place member = {.align = whole.align};
  while (offset % member.align)
    member.align /= 2;
  member.address = LLVMBuildInBoundsGEP2(self->builder, type, whole.address, indices.items,
                                         (unsigned)indices.count, "");
  fxs_vector_free(&indices);
  return member;
}

/* value is in memory, before at. Stores copy it from there, members are taken there, and all else
 * loads it. */
static void replace_uses(struct large *self, LLVMValueRef value, struct place place,
                         LLVMValueRef at) {
  LLVMTypeRef type = LLVMTypeOf(value);
  bool is_whole =
      LLVMGetTypeKind(type) == LLVMStructTypeKind || LLVMGetTypeKind(type) == LLVMArrayTypeKind;
  value_list users = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(value); use && is_whole; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    fxc_push(&users, user);
  }
  for (size_t i = 0; i < users.count; i++) {
    LLVMValueRef user = users.items[i];
    if (LLVMIsAStoreInst(user) && !LLVMGetVolatile(user) &&
        LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic) {
      copy_instead(self, user, place);
    } else if (LLVMIsAExtractValueInst(user)) {
      replace_uses(self, user, member_of(self, user, place, at), at);
      LLVMInstructionEraseFromParent(user);
    }
  }
  fxs_vector_free(&users);
  if (!LLVMGetFirstUse(value))
    return;
  LLVMPositionBuilderBefore(self->builder, at);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(at));
  LLVMValueRef load = LLVMBuildLoad2(self->builder, type, place.address, "");
  LLVMSetAlignment(load, place.align);
  LLVMReplaceAllUsesWith(value, load);
}

static void replace_call(struct large *self, LLVMValueRef call, LLVMValueRef target) {
  LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  struct place place = {room(self, LLVMTypeOf(call), caller),
                        LLVMABIAlignmentOfType(self->layout, LLVMTypeOf(call))};
  unsigned count = LLVMGetNumArgOperands(call), index = (unsigned)LLVMAttributeFunctionIndex;
  LLVMValueRef *arguments = fxc_must(calloc(count + 1, sizeof *arguments));
  arguments[0] = place.address;
  for (unsigned i = 0; i < count; i++)
    arguments[i + 1] = LLVMGetArgOperand(call, i);
  LLVMPositionBuilderBefore(self->builder, call);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef created = LLVMBuildCall2(self->builder, LLVMGlobalGetValueType(target), target,
                                        arguments, count + 1, "");
  free(arguments);
  LLVMSetInstructionCallConv(created, LLVMGetInstructionCallConv(call));
  fxc_copy_call_attributes(call, index, created, index);
  LLVMRemoveCallSiteEnumAttribute(created, index, fxc_attribute_kind("memory"));
  LLVMRemoveCallSiteEnumAttribute(created, index, fxc_attribute_kind("speculatable"));
  for (unsigned i = 0; i < count; i++)
    fxc_copy_call_attributes(call, i + 1, created, i + 2);
  fxc_copy_memory_attributes(target, created);
  replace_uses(self, call, place, call);
  LLVMInstructionEraseFromParent(call);
}

static void replace(struct large *self, LLVMValueRef function) {
  LLVMValueRef created = declare(self, function);
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    LLVMValueRef from = LLVMGetParam(function, i), to = LLVMGetParam(created, i + 1);
    fxc_copy_name(from, to);
    LLVMReplaceAllUsesWith(from, to);
  }
  fxc_take_body(function, created);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(created); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (LLVMIsAReturnInst(end))
      replace_return(self, end, LLVMGetParam(created, 0));
  }
  for (LLVMUseRef use; (use = LLVMGetFirstUse(function));)
    replace_call(self, LLVMGetUser(use), created);
  fxc_replace_function(function, created);
}

enum fxc_result fxc_large_results(struct fxc_module *module) {
  struct large self = {.layout = LLVMGetModuleDataLayout(module->ir),
                       .builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module->ir))};
  value_list found = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (is_large(&self, f))
      fxc_push(&found, f);
  for (size_t i = 0; i < found.count; i++)
    replace(&self, found.items[i]);
  enum fxc_result result = found.count ? FXC_CHANGED : FXC_SAME;
  fxs_vector_free(&found);
  LLVMDisposeBuilder(self.builder);
  return result;
}
