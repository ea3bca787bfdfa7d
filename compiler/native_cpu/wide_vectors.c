/* wide-vectors: vectors cross images in memory (requirements DL-1, DL-16).
 *
 * Needs:   docs/ir.md section 6: entries, imports and functions whose address is taken have the
 *          state as last parameter.
 * Leaves:  where one of them, or a call through a pointer, has a vector of more than 128 bits as
 *          parameter, it is byval, and as result sret. Which registers hold such a vector depends
 *          on the processor that code is for, and images are for several.
 * Refuses: nothing.
 * Tests:   tests/passes/wide-vectors. */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/linking.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "compiler/pass.h"
#include "support/vector.h"

enum { ALIGN = 16 }; /* what every stack has */

struct wide {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMTargetDataRef layout;
  LLVMBuilderRef builder;
};

typedef FXS_VECTOR(LLVMValueRef) value_list;

static bool is_wide(const struct wide *self, LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
         LLVMSizeOfTypeInBits(self->layout, type) > 128;
}

static bool has_wide(const struct wide *self, LLVMTypeRef type) {
  unsigned count = LLVMCountParamTypes(type);
  LLVMTypeRef *types = fxc_must(calloc(count + 1, sizeof *types));
  LLVMGetParamTypes(type, types);
  bool is_any = is_wide(self, LLVMGetReturnType(type));
  for (unsigned i = 0; i < count; i++)
    is_any = is_any || is_wide(self, types[i]);
  free(types);
  return is_any && !LLVMIsFunctionVarArg(type);
}

/* Without wide vectors: pointers instead, that of the result first. */
static LLVMTypeRef narrow(const struct wide *self, LLVMTypeRef type) {
  LLVMTypeRef pointer = LLVMPointerTypeInContext(self->context, 0);
  LLVMTypeRef result = LLVMGetReturnType(type);
  unsigned count = LLVMCountParamTypes(type), first = is_wide(self, result);
  LLVMTypeRef *types = fxc_must(calloc(count + 2, sizeof *types));
  LLVMGetParamTypes(type, types + first);
  for (unsigned i = first; i < first + count; i++)
    if (is_wide(self, types[i]))
      types[i] = pointer;
  if (first) {
    types[0] = pointer;
    result = LLVMVoidTypeInContext(self->context);
  }
  LLVMTypeRef created = LLVMFunctionType(result, types, first + count, false);
  free(types);
  return created;
}

static LLVMAttributeRef memory_attribute(const struct wide *self, const char *name,
                                         LLVMTypeRef type) {
  return LLVMCreateTypeAttribute(self->context, fxc_attribute_kind(name), type);
}

static LLVMAttributeRef alignment(const struct wide *self) {
  return LLVMCreateEnumAttribute(self->context, fxc_attribute_kind("align"), ALIGN);
}

/* Like old, of narrow type, with no uses. */
static LLVMValueRef declare(const struct wide *self, LLVMValueRef old) {
  LLVMTypeRef type = LLVMGlobalGetValueType(old), result = LLVMGetReturnType(type);
  unsigned count = LLVMCountParams(old), first = is_wide(self, result), kinds;
  LLVMValueRef created = fxc_function_like(old, narrow(self, type), "");
  if (first) {
    kinds = LLVMGetAttributeCountAtIndex(created, LLVMAttributeReturnIndex);
    LLVMAttributeRef *attributes = fxc_must(calloc(kinds + 1, sizeof *attributes));
    LLVMGetAttributesAtIndex(created, LLVMAttributeReturnIndex, attributes);
    for (unsigned i = 0; i < kinds; i++)
      if (LLVMIsEnumAttribute(attributes[i]))
        LLVMRemoveEnumAttributeAtIndex(created, LLVMAttributeReturnIndex,
                                       LLVMGetEnumAttributeKind(attributes[i]));
    free(attributes);
    LLVMAddAttributeAtIndex(created, 1, memory_attribute(self, "sret", result));
    LLVMAddAttributeAtIndex(created, 1, alignment(self));
  }
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeRef parameter = LLVMTypeOf(LLVMGetParam(old, i));
    if (is_wide(self, parameter)) {
      LLVMAddAttributeAtIndex(created, first + i + 1, memory_attribute(self, "byval", parameter));
      LLVMAddAttributeAtIndex(created, first + i + 1, alignment(self));
    } else {
      fxc_copy_attributes(old, i + 1, created, first + i + 1);
    }
  }
  static const char *const facts[] = {"memory", "speculatable"}; /* stated without memory in view */
  for (unsigned i = 0; i < sizeof facts / sizeof *facts; i++)
    LLVMRemoveEnumAttributeAtIndex(created, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                   fxc_attribute_kind(facts[i]));
  return created;
}

static LLVMValueRef room(struct wide *self, LLVMTypeRef type, LLVMValueRef function) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(self->context);
  LLVMValueRef first = LLVMGetFirstInstruction(entry);
  if (first)
    LLVMPositionBuilderBefore(builder, first);
  else
    LLVMPositionBuilderAtEnd(builder, entry);
  LLVMValueRef memory = LLVMBuildAlloca(builder, type, "");
  LLVMSetAlignment(memory, ALIGN);
  LLVMDisposeBuilder(builder);
  return memory;
}

/* Replaces call by one of target, of narrow type. */
static void replace_call(struct wide *self, LLVMValueRef call, LLVMValueRef target) {
  LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  LLVMTypeRef type = LLVMGetCalledFunctionType(call), result = LLVMGetReturnType(type);
  unsigned count = LLVMGetNumArgOperands(call), first = is_wide(self, result);
  LLVMValueRef *arguments = fxc_must(calloc(count + 2, sizeof *arguments));
  LLVMPositionBuilderBefore(self->builder, call);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(call));
  if (first)
    arguments[0] = room(self, result, caller);
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef argument = LLVMGetArgOperand(call, i);
    arguments[first + i] = argument;
    if (!is_wide(self, LLVMTypeOf(argument)))
      continue;
    arguments[first + i] = room(self, LLVMTypeOf(argument), caller);
    LLVMSetAlignment(LLVMBuildStore(self->builder, argument, arguments[first + i]), ALIGN);
  }
  LLVMTypeRef created_type = narrow(self, type);
  LLVMValueRef created =
      LLVMBuildCall2(self->builder, created_type, target, arguments, first + count, "");
  free(arguments);
  LLVMSetInstructionCallConv(created, LLVMGetInstructionCallConv(call));
  unsigned function_index = (unsigned)LLVMAttributeFunctionIndex;
  fxc_copy_call_attributes(call, function_index, created, function_index);
  LLVMRemoveCallSiteEnumAttribute(created, function_index, fxc_attribute_kind("memory"));
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeRef parameter = LLVMTypeOf(LLVMGetArgOperand(call, i));
    if (is_wide(self, parameter)) {
      LLVMAddCallSiteAttribute(created, first + i + 1, memory_attribute(self, "byval", parameter));
      LLVMAddCallSiteAttribute(created, first + i + 1, alignment(self));
    } else {
      fxc_copy_call_attributes(call, i + 1, created, first + i + 1);
    }
  }
  LLVMValueRef value = created;
  if (first) {
    LLVMAddCallSiteAttribute(created, 1, memory_attribute(self, "sret", result));
    LLVMAddCallSiteAttribute(created, 1, alignment(self));
    value = LLVMBuildLoad2(self->builder, result, LLVMGetArgOperand(created, 0), "");
    LLVMSetAlignment(value, ALIGN);
  } else {
    fxc_copy_call_attributes(call, LLVMAttributeReturnIndex, created, LLVMAttributeReturnIndex);
  }
  LLVMReplaceAllUsesWith(call, value);
  LLVMInstructionEraseFromParent(call);
}

static bool is_call_of(LLVMValueRef user, LLVMValueRef function) {
  return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function;
}

/* Calls of function; out_is_taken: there are other uses. */
static value_list calls_of(LLVMValueRef function, bool *out_is_taken) {
  value_list calls = {0};
  *out_is_taken = false;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_call_of(user, function))
      fxc_push(&calls, user);
    else
      *out_is_taken = true;
  }
  return calls;
}

static void name_after(LLVMValueRef function, LLVMValueRef old) {
  size_t length;
  const char *name = LLVMGetValueName2(old, &length);
  char *copy = fxc_must(strndup(name, length));
  LLVMSetValueName2(old, "wide", 4);
  LLVMSetValueName2(function, copy, length);
  free(copy);
}

/* The function that replaces old wherever its address is used: it calls old. */
static void wrap(struct wide *self, LLVMValueRef old) {
  LLVMTypeRef type = LLVMGlobalGetValueType(old), result = LLVMGetReturnType(type);
  unsigned count = LLVMCountParams(old), first = is_wide(self, result);
  LLVMValueRef created = declare(self, old);
  name_after(created, old);
  fxc_redirect_addresses(old, created);
  LLVMRemoveStringAttributeAtIndex(old, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, FXC_EXPORT,
                                   (unsigned)strlen(FXC_EXPORT));
  LLVMSetLinkage(old, LLVMInternalLinkage);
  LLVMSetVisibility(old, LLVMDefaultVisibility);

  LLVMPositionBuilderAtEnd(self->builder,
                           LLVMAppendBasicBlockInContext(self->context, created, "entry"));
  LLVMSetCurrentDebugLocation2(self->builder, NULL);
  LLVMValueRef *arguments = fxc_must(calloc(count + 1, sizeof *arguments));
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeRef parameter = LLVMTypeOf(LLVMGetParam(old, i));
    arguments[i] = LLVMGetParam(created, first + i);
    if (!is_wide(self, parameter))
      continue;
    arguments[i] = LLVMBuildLoad2(self->builder, parameter, arguments[i], "");
    LLVMSetAlignment(arguments[i], ALIGN);
  }
  LLVMValueRef value = LLVMBuildCall2(self->builder, type, old, arguments, count, "");
  LLVMSetInstructionCallConv(value, LLVMGetFunctionCallConv(old));
  fxc_copy_memory_attributes(old, value);
  free(arguments);
  if (first) {
    LLVMSetAlignment(LLVMBuildStore(self->builder, value, LLVMGetParam(created, 0)), ALIGN);
    LLVMBuildRetVoid(self->builder);
  } else if (LLVMGetTypeKind(result) == LLVMVoidTypeKind) {
    LLVMBuildRetVoid(self->builder);
  } else {
    LLVMBuildRet(self->builder, value);
  }
}

static void declare_anew(struct wide *self, LLVMValueRef import) {
  bool is_taken;
  value_list calls = calls_of(import, &is_taken);
  LLVMValueRef created = declare(self, import);
  for (size_t i = 0; i < calls.count; i++)
    replace_call(self, calls.items[i], created);
  fxs_vector_free(&calls);
  name_after(created, import);
  LLVMReplaceAllUsesWith(import, created);
  LLVMDeleteFunction(import);
}

static bool is_wide_call_through_pointer(const struct wide *self, LLVMValueRef instruction) {
  return fxc_is_call_through_pointer(instruction) &&
         has_wide(self, LLVMGetCalledFunctionType(instruction));
}

enum fxc_result fxc_wide_vectors(struct fxc_module *module) {
  struct wide self = {.module = module->ir, .context = LLVMGetModuleContext(module->ir)};
  value_list functions = {0}, calls = {0};
  self.layout = LLVMGetModuleDataLayout(module->ir);
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (is_wide_call_through_pointer(&self, i))
          fxc_push(&calls, i);
    if (LLVMGetIntrinsicID(f) || !has_wide(&self, LLVMGlobalGetValueType(f)))
      continue;
    bool is_taken;
    value_list direct = calls_of(f, &is_taken);
    fxs_vector_free(&direct);
    if (fxc_import_of(f) || fxc_export_of(f) || (is_taken && !LLVMIsDeclaration(f)))
      fxc_push(&functions, f);
  }
  bool is_any = functions.count || calls.count;
  self.builder = LLVMCreateBuilderInContext(self.context);
  for (size_t i = 0; i < calls.count; i++)
    replace_call(&self, calls.items[i], LLVMGetCalledValue(calls.items[i]));
  for (size_t i = 0; i < functions.count; i++) {
    if (fxc_import_of(functions.items[i]))
      declare_anew(&self, functions.items[i]);
    else
      wrap(&self, functions.items[i]);
  }
  LLVMDisposeBuilder(self.builder);
  fxs_vector_free(&functions);
  fxs_vector_free(&calls);
  return is_any ? FXC_CHANGED : FXC_SAME;
}
