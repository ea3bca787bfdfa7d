/* prepare-native-cpu: kernels become functions that a thread of the host can call.
 *
 * Needs:   docs/ir.md section 5 (any optimization level); !falx.params and !falx.omit if there.
 * Leaves:  section 6: @K.NativeCPUKernel, the subhandler @K, state parameters, C calling
 *          convention, everything but the subhandlers internal, !falx.dispatch.
 *          Imports are declared anew (fxc_declare_import); functions whose address is taken, and
 *          calls through pointers, have the state as well.
 * Refuses: barriers in functions that cannot be inlined; the address of an import in a constant
 *          whose own address is kept.
 * Tests:   tests/passes/prepare-native-cpu. */
#include "compiler/native_cpu/prepare_native_cpu.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/constants.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/ir/kernel_params.h"
#include "compiler/ir/linking.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/check_accesses.h"
#include "compiler/native_cpu/imports.h"
#include "compiler/pass.h"
#include "compiler/passes/check_names.h"
#include "compiler/run_llvm.h"
#include "falx/image.h"
#include "falx/native_cpu.h"
#include "support/map.h"
#include "support/strbuf.h"
#include "support/vector.h"

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)
#define KERNEL_SUFFIX ".NativeCPUKernel"

/* Beside the bits of builtins: a call through which any builtin may be read. */
#define ASKED_ELSEWHERE (1ul << FXC_BUILTIN_COUNT)
/* A call of the checker, which reads ids. */
#define CHECKED (1ul << (FXC_BUILTIN_COUNT + 1))

typedef FXS_VECTOR(LLVMValueRef) value_list;

struct prepare {
  struct fxc_module *module;
  LLVMContextRef context;
  LLVMTypeRef pointer, i64;
  LLVMBuilderRef builder;
  value_list kernels;  /* originals; replaced by the functions for one work-item */
  struct fxs_map uses; /* function name: bit mask of the builtins it reads, directly or in calls */
};

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static bool is_call_of(LLVMValueRef user, LLVMValueRef function) {
  return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function;
}

static LLVMValueRef enclosing_function(LLVMValueRef instruction) {
  return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

/* ---- which functions read which builtins ---- */

static unsigned long uses_of(struct prepare *self, LLVMValueRef function) {
  return (unsigned long)(uintptr_t)fxs_map_get(&self->uses, name_of(function));
}

static void add_uses(struct prepare *self, LLVMValueRef function, unsigned long mask);

/* Adds mask to every function that calls function, transitively. */
static void spread(struct prepare *self, LLVMValueRef function, unsigned long mask) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_call_of(user, function))
      add_uses(self, enclosing_function(user), mask);
  }
}

static value_list calls_through_pointers(LLVMValueRef function) {
  value_list calls = {0};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (fxc_is_call_through_pointer(i))
        fxc_push(&calls, i);
  return calls;
}

/* Adds mask to function and all its callers. */
static void add_uses(struct prepare *self, LLVMValueRef function, unsigned long mask) {
  unsigned long known = uses_of(self, function);
  if ((known | mask) == known)
    return;
  if (!fxs_map_put(&self->uses, name_of(function), (void *)(uintptr_t)(known | mask)))
    abort();
  spread(self, function, known | mask);
}

static bool is_address_taken(LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    if (!is_call_of(LLVMGetUser(use), function))
      return true;
  return false;
}

/* Undefined here and, as far as is known, defined by another image: see check. Functions named
 * only by virtual tables may be the host's. Personality functions do not count as uses. */
static bool is_import(const struct prepare *self, LLVMValueRef function) {
  if (!LLVMIsDeclaration(function) || LLVMGetIntrinsicID(function) ||
      LLVMGetLinkage(function) == LLVMExternalWeakLinkage ||
      !fxc_may_be_elsewhere(self->module->options, name_of(function)))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    if (!LLVMIsAFunction(LLVMGetUser(use)))
      return true;
  return false;
}

static void find_uses(struct prepare *self) {
  fxs_map_free(&self->uses);
  for (LLVMValueRef f = LLVMGetFirstFunction(self->module->ir); f; f = LLVMGetNextFunction(f)) {
    value_list calls = calls_through_pointers(f);
    if (calls.count)
      add_uses(self, f, ASKED_ELSEWHERE);
    fxs_vector_free(&calls);
    if (is_import(self, f))
      spread(self, f, ASKED_ELSEWHERE);
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(self->module->ir); f; f = LLVMGetNextFunction(f)) {
    enum fxc_builtin builtin = fxc_builtin_of_spirv(name_of(f));
    if (builtin == FXC_BUILTIN_COUNT && strstr(name_of(f), "__spirv_GroupNonUniform"))
      builtin = FXC_SUB_GROUP_SIZE; /* sub-groups consist of one work-group's items */
    if (builtin != FXC_BUILTIN_COUNT)
      spread(self, f, 1ul << builtin);
    if (fxc_is_check(f))
      spread(self, f, CHECKED);
  }
}

static bool is_kernel(const struct prepare *self, LLVMValueRef function) {
  for (size_t i = 0; i < self->kernels.count; i++)
    if (self->kernels.items[i] == function)
      return true;
  return false;
}

static bool has_attribute(LLVMValueRef function, const char *name) {
  return LLVMGetEnumAttributeAtIndex(function, FUNCTION_INDEX, fxc_attribute_kind(name)) != NULL;
}

static void remove_attribute(LLVMValueRef function, const char *name) {
  LLVMRemoveEnumAttributeAtIndex(function, FUNCTION_INDEX, fxc_attribute_kind(name));
}

/* Functions between a kernel and an id query are inlined, so that the id becomes a loop
 * variable. Functions that cannot be inlined (recursion, noinline, -O0) take the state, except
 * in kernels that have to be vectorized. */
static bool inline_readers(struct prepare *self) {
  bool is_any = false, is_optimized = self->module->options->opt_level > 0;
  struct fxc_map vectors = {0};
  fxc_find_sized_sub_groups(self->module->ir, &vectors);
  for (LLVMValueRef f = LLVMGetFirstFunction(self->module->ir); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || !fxc_map_has(&vectors, f))
      continue;
    remove_attribute(f, "optnone");
    remove_attribute(f, "noinline");
    if (!is_kernel(self, f) && uses_of(self, f) && !has_attribute(f, "alwaysinline"))
      LLVMAddAttributeAtIndex(f, FUNCTION_INDEX,
                              fxc_enum_attribute(self->context, "alwaysinline", 0));
  }
  fxc_map_free(&vectors);
  for (LLVMValueRef f = LLVMGetFirstFunction(self->module->ir); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || is_kernel(self, f) || fxc_export_of(f))
      continue;
    if (!has_attribute(f, "alwaysinline")) { /* functions with barriers are already */
      if (!is_optimized || !uses_of(self, f) || has_attribute(f, "noinline") ||
          has_attribute(f, "optnone"))
        continue;
      LLVMAddAttributeAtIndex(f, FUNCTION_INDEX,
                              fxc_enum_attribute(self->context, "alwaysinline", 0));
    }
    LLVMSetLinkage(f, LLVMInternalLinkage);
    is_any = true;
  }
  if (!is_any)
    return true;
  if (!fxc_run_llvm(self->module, "always-inline,globaldce"))
    return false;
  find_uses(self);
  return true;
}

/* ---- function signatures ---- */

/* The function type with a pointer as an additional last parameter. */
static LLVMTypeRef type_with_state(struct prepare *self, LLVMTypeRef type) {
  unsigned count = LLVMCountParamTypes(type);
  LLVMTypeRef *types = fxc_must(malloc((count + 1) * sizeof *types));
  LLVMGetParamTypes(type, types);
  types[count] = self->pointer;
  LLVMTypeRef created =
      LLVMFunctionType(LLVMGetReturnType(type), types, count + 1, LLVMIsFunctionVarArg(type));
  free(types);
  return created;
}

/* A function like old with the state as an additional parameter; it takes over old's body, name
 * and uses. Calls still lack the argument. */
static LLVMValueRef with_state(struct prepare *self, LLVMValueRef old) {
  unsigned count = LLVMCountParams(old);
  LLVMValueRef created =
      fxc_function_like(old, type_with_state(self, LLVMGlobalGetValueType(old)), "");
  LLVMSetLinkage(created, LLVMInternalLinkage);
  for (unsigned i = 0; i < count; i++)
    fxc_copy_attributes(old, i + 1, created, i + 1);
  /* Memory attributes were computed without the state in view. */
  LLVMRemoveEnumAttributeAtIndex(created, FUNCTION_INDEX, fxc_attribute_kind("memory"));
  LLVMRemoveEnumAttributeAtIndex(created, FUNCTION_INDEX, fxc_attribute_kind("speculatable"));
  fxc_take_body(old, created);
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef from = LLVMGetParam(old, i), to = LLVMGetParam(created, i);
    fxc_copy_name(from, to);
    LLVMReplaceAllUsesWith(from, to);
  }
  LLVMSetValueName2(LLVMGetParam(created, count), "state", strlen("state"));
  fxc_add_attribute(created, count + 1, "noundef", 0);
  fxc_add_attribute(created, count + 1, "nonnull", 0);
  fxc_replace_function(old, created);
  return created;
}

/* Replaces call by a call of target, of type, with the caller's state as an additional argument. */
static void pass_state(struct prepare *self, LLVMValueRef call, LLVMTypeRef type,
                       LLVMValueRef target) {
  LLVMValueRef caller = enclosing_function(call);
  unsigned count = LLVMGetNumArgOperands(call);
  LLVMValueRef *arguments = fxc_must(malloc((count + 1) * sizeof *arguments));
  for (unsigned i = 0; i < count; i++)
    arguments[i] = LLVMGetOperand(call, i);
  arguments[count] = LLVMGetParam(caller, LLVMCountParams(caller) - 1);
  LLVMPositionBuilderBefore(self->builder, call);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef created = LLVMBuildCall2(self->builder, type, target, arguments, count + 1, "");
  free(arguments);
  LLVMSetInstructionCallConv(created, LLVMCCallConv);
  for (unsigned i = 0; i <= count; i++)
    fxc_copy_call_attributes(call, i, created, i);
  fxc_copy_call_attributes(call, FUNCTION_INDEX, created, FUNCTION_INDEX);
  LLVMRemoveCallSiteEnumAttribute(created, FUNCTION_INDEX, fxc_attribute_kind("memory"));
  size_t length;
  const char *name = LLVMGetValueName2(call, &length);
  LLVMReplaceAllUsesWith(call, created);
  if (length)
    LLVMSetValueName2(created, name, length);
  LLVMInstructionEraseFromParent(call);
}

/* ---- builtins ---- */

LLVMValueRef fxc_state_builtin(LLVMModuleRef module, enum fxc_builtin builtin) {
  char name[64];
  const struct fxc_builtin_info *info = &fxc_builtins[builtin];
  snprintf(name, sizeof name, "__falx_ncpu_%s", fxc_builtins[builtin].state_name);
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  if (function)
    return function;
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context), i64 = LLVMInt64TypeInContext(context);
  LLVMTypeRef types[2] = {LLVMPointerTypeInContext(context, 0), i32};
  LLVMTypeRef type =
      LLVMFunctionType(info->has_dimension ? i64 : i32, types, info->has_dimension ? 2 : 1, 0);
  function = LLVMAddFunction(module, name, type);
  static const char *const facts[] = {"nounwind", "willreturn", "nosync", "nofree"};
  for (unsigned i = 0; i < sizeof facts / sizeof *facts; i++)
    LLVMAddAttributeAtIndex(function, FUNCTION_INDEX, fxc_enum_attribute(context, facts[i], 0));
  return function;
}

static void replace_builtin_call(struct prepare *self, LLVMValueRef call,
                                 enum fxc_builtin builtin) {
  LLVMValueRef caller = enclosing_function(call),
               target = fxc_state_builtin(self->module->ir, builtin);
  LLVMPositionBuilderBefore(self->builder, call);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef arguments[2] = {LLVMGetParam(caller, LLVMCountParams(caller) - 1)};
  unsigned count = 1;
  if (fxc_builtins[builtin].has_dimension)
    arguments[count++] = LLVMBuildIntCast2(self->builder, LLVMGetOperand(call, 0),
                                           LLVMInt32TypeInContext(self->context), 0, "");
  LLVMValueRef value =
      LLVMBuildCall2(self->builder, LLVMGlobalGetValueType(target), target, arguments, count, "");
  value = LLVMBuildIntCast2(self->builder, value, LLVMTypeOf(call), 0, "");
  LLVMReplaceAllUsesWith(call, value);
  LLVMInstructionEraseFromParent(call);
}

/* SPIR-V scope and semantics to a fence. Invocation scope orders nothing; a work-group runs on
 * one thread. */
static void replace_memory_barrier(struct prepare *self, LLVMValueRef call) {
  LLVMValueRef scope = LLVMGetOperand(call, 0), semantics = LLVMGetOperand(call, 1);
  LLVMAtomicOrdering ordering = fxc_semantics_ordering(
      LLVMIsAConstantInt(semantics) ? LLVMConstIntGetZExtValue(semantics) : FXC_SEQ_CST);
  unsigned long long reach = LLVMIsAConstantInt(scope) ? LLVMConstIntGetZExtValue(scope) : 0;
  bool is_within_group = reach == 2 || reach == 3, is_own = reach == 4;
  if (ordering != LLVMAtomicOrderingNotAtomic && !is_own) {
    LLVMPositionBuilderBefore(self->builder, call);
    LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(call));
    LLVMBuildFence(self->builder, ordering, is_within_group, "");
  }
  LLVMInstructionEraseFromParent(call);
}

/* The calls of function, collected first because the callers are modified. */
static value_list calls_of(LLVMValueRef function) {
  value_list calls = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    if (is_call_of(LLVMGetUser(use), function))
      fxc_push(&calls, LLVMGetUser(use));
  return calls;
}

static bool lower_builtins(struct prepare *self) {
  bool is_fine = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(self->module->ir), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    const char *name = name_of(f);
    enum fxc_builtin builtin = fxc_builtin_of_spirv(name);
    bool is_fence = fxc_is_spirv_function(name, "MemoryBarrier");
    if (builtin == FXC_BUILTIN_COUNT && !is_fence)
      continue;
    value_list calls = calls_of(f);
    for (size_t i = 0; i < calls.count; i++) {
      if (is_fence)
        replace_memory_barrier(self, calls.items[i]);
      else
        replace_builtin_call(self, calls.items[i], builtin);
    }
    fxs_vector_free(&calls);
    if (!LLVMGetFirstUse(f)) {
      LLVMDeleteFunction(f);
    } else {
      fxc_report(self->module->diagnostics, FXC_ERROR, f,
                 "the address of work-item function '%s' cannot be taken", name);
      is_fine = false;
    }
  }
  return is_fine;
}

/* ---- kernels ---- */

/* True if nothing writes through pointer and no copy of it escapes. */
static bool is_only_read(LLVMValueRef pointer) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user))
      continue;
    if (LLVMIsAGetElementPtrInst(user)) {
      if (!is_only_read(user))
        return false;
      continue;
    }
    if (!LLVMIsACallInst(user))
      return false;
    LLVMValueRef callee = LLVMGetCalledValue(user);
    const char *name = LLVMIsAFunction(callee) ? name_of(callee) : "";
    if (!strncmp(name, "llvm.lifetime", 13))
      continue;
    if (strncmp(name, "llvm.memcpy", 11) || LLVMGetOperand(user, 0) == pointer)
      return false;
  }
  return true;
}

/* By-value aggregates: the caller's memory is read in place if the kernel only reads it and it is
 * aligned as the kernel expects, otherwise each work-item gets a copy of its own. */
static void lower_by_value(struct prepare *self, LLVMValueRef kernel) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(self->module->ir);
  for (unsigned i = 0; i < LLVMCountParams(kernel); i++) {
    LLVMAttributeRef by_value =
        LLVMGetEnumAttributeAtIndex(kernel, i + 1, fxc_attribute_kind("byval"));
    if (!by_value)
      continue;
    LLVMTypeRef type = LLVMGetTypeAttributeValue(by_value);
    LLVMValueRef parameter = LLVMGetParam(kernel, i);
    LLVMAttributeRef aligned =
        LLVMGetEnumAttributeAtIndex(kernel, i + 1, fxc_attribute_kind("align"));
    unsigned align = aligned ? (unsigned)LLVMGetEnumAttributeValue(aligned)
                             : LLVMABIAlignmentOfType(layout, type);
    unsigned long long size = LLVMABISizeOfType(layout, type);
    unsigned granted = align < FALX_NATIVE_ARGUMENT_ALIGN ? align : FALX_NATIVE_ARGUMENT_ALIGN;
    LLVMRemoveEnumAttributeAtIndex(kernel, i + 1, fxc_attribute_kind("byval"));
    LLVMAddAttributeAtIndex(kernel, i + 1, fxc_enum_attribute(self->context, "align", granted));
    if (align > granted || !is_only_read(parameter)) {
      LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel));
      LLVMPositionBuilderBefore(self->builder, first);
      LLVMSetCurrentDebugLocation2(self->builder, NULL);
      LLVMValueRef copy = LLVMBuildAlloca(self->builder, type, "");
      LLVMSetAlignment(copy, align);
      LLVMReplaceAllUsesWith(parameter, copy);
      LLVMBuildMemCpy(self->builder, copy, align, parameter, granted,
                      LLVMConstInt(self->i64, size, 0));
    }
    static const char *const facts[] = {"noalias", "readonly", "captures"};
    for (unsigned k = 0; k < sizeof facts / sizeof *facts; k++)
      LLVMAddAttributeAtIndex(kernel, i + 1, fxc_enum_attribute(self->context, facts[k], 0));
    if (size)
      LLVMAddAttributeAtIndex(kernel, i + 1,
                              fxc_enum_attribute(self->context, "dereferenceable", size));
  }
}

/* Work-groups of such a kernel must not be interleaved: they use the memory one after the other. */
static bool has_local_accessor(LLVMValueRef kernel) {
  size_t count;
  bool is_found = false;
  struct fxc_kernel_param *params = fxc_kernel_params(kernel, &count);
  for (size_t i = 0; i < count; i++)
    is_found |= fxc_is_local_param(&params[i].is);
  free(params);
  return is_found;
}

/* Loads one argument's value. The block may be packed: no alignment is assumed. */
static LLVMValueRef load_argument(struct prepare *self, LLVMTypeRef type, LLVMValueRef address) {
  LLVMTypeRef loaded = type;
  if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) % 8)
    loaded = LLVMIntTypeInContext(self->context, (LLVMGetIntTypeWidth(type) + 7) / 8 * 8);
  LLVMValueRef value = LLVMBuildLoad2(self->builder, loaded, address, "");
  LLVMSetAlignment(value, 1);
  return loaded == type ? value : LLVMBuildTrunc(self->builder, value, type, "");
}

static void build_subhandler(struct prepare *self, LLVMValueRef kernel, const char *name) {
  LLVMTypeRef types[2] = {self->pointer, self->pointer};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(self->context), types, 2, 0);
  LLVMValueRef handler = LLVMAddFunction(self->module->ir, name, type);
  LLVMSetVisibility(handler, LLVMHiddenVisibility);
  static const char *const kept[] = {"nounwind", "uwtable", "optnone", "noinline"};
  for (unsigned i = 0; i < sizeof kept / sizeof *kept; i++) {
    LLVMAttributeRef attribute =
        LLVMGetEnumAttributeAtIndex(kernel, FUNCTION_INDEX, fxc_attribute_kind(kept[i]));
    if (attribute)
      LLVMAddAttributeAtIndex(handler, FUNCTION_INDEX, attribute);
  }
  LLVMAttributeRef source = LLVMGetStringAttributeAtIndex(kernel, FUNCTION_INDEX, "falx-module-id",
                                                          (unsigned)strlen("falx-module-id"));
  if (source)
    LLVMAddAttributeAtIndex(handler, FUNCTION_INDEX, source);
  LLVMValueRef args = LLVMGetParam(handler, 0), state = LLVMGetParam(handler, 1);
  LLVMSetValueName2(args, "args", 4);
  LLVMSetValueName2(state, "state", 5);

  unsigned used_count = LLVMCountParams(kernel) - 1;
  LLVMValueRef omit = fxc_function_node(kernel, "falx.omit");
  unsigned original = omit ? (unsigned)LLVMGetMDNodeNumOperands(omit) : used_count;
  LLVMValueRef *values = fxc_must(malloc((used_count + 1) * sizeof *values));
  LLVMValueRef *omitted = fxc_must(calloc(original + 1, sizeof *omitted));
  if (omit)
    LLVMGetMDNodeOperands(omit, omitted);

  LLVMPositionBuilderAtEnd(self->builder,
                           LLVMAppendBasicBlockInContext(self->context, handler, "entry"));
  LLVMSetCurrentDebugLocation2(self->builder, NULL);
  unsigned used = 0;
  for (unsigned i = 0; i < original && used < used_count; i++) {
    if (omitted[i] && LLVMIsAConstantInt(omitted[i]) && LLVMConstIntGetZExtValue(omitted[i]))
      continue;
    LLVMValueRef index = LLVMConstInt(self->i64, i, 0);
    LLVMValueRef slot = LLVMBuildInBoundsGEP2(self->builder, self->pointer, args, &index, 1, "");
    LLVMValueRef address = LLVMBuildLoad2(self->builder, self->pointer, slot, "");
    LLVMValueRef parameter = LLVMGetParam(kernel, used);
    bool is_aggregate =
        LLVMGetEnumAttributeAtIndex(kernel, used + 1, fxc_attribute_kind("byval")) != NULL;
    if (is_aggregate) {
      values[used] = address;
    } else {
      values[used] = load_argument(self, LLVMTypeOf(parameter), address);
    }
    used++;
  }
  values[used_count] = state;
  LLVMBuildCall2(self->builder, LLVMGlobalGetValueType(kernel), kernel, values, used_count + 1, "");
  LLVMBuildRetVoid(self->builder);

  unsigned flags = 0;
  struct fxc_group_use group = fxc_group_use_of(kernel);
  if (group.barriers)
    flags |= FALX_KERNEL_USES_BARRIER;
  if (group.barriers && fxc_has_root_barrier(kernel))
    flags |= FALX_KERNEL_USES_ROOT_BARRIER;
  bool has_launch_memory = fxc_string_attribute(kernel, FXC_LAUNCH_MEMORY) != NULL;
  if (group.memory || group.scratch || has_launch_memory || has_local_accessor(kernel))
    flags |= FALX_KERNEL_USES_LOCAL_MEMORY;
  if (has_launch_memory)
    flags |= FALX_KERNEL_USES_LAUNCH_MEMORY;
  unsigned long uses = uses_of(self, kernel);
  bool is_by_items = !flags && !(uses & ~(FXC_ITEM_BUILTINS | ASKED_ELSEWHERE));
  if (is_by_items && !(uses & ASKED_ELSEWHERE)) {
    flags |= FALX_KERNEL_DISPATCH_ITEMS;
    if (self->module->options->opt_level > 1 && fxc_walks_columns(self->module->ir, kernel))
      flags |= FALX_KERNEL_WALKS_COLUMNS;
  }
  LLVMTypeRef i32 = LLVMInt32TypeInContext(self->context);
  LLVMMetadataRef operands[2] = {LLVMValueAsMetadata(LLVMConstInt(i32, flags, 0)),
                                 LLVMValueAsMetadata(LLVMConstInt(i32, is_by_items, 0))};
  LLVMMetadataRef dispatch = LLVMMDNodeInContext2(self->context, operands, 2);
  unsigned dispatch_kind = fxc_metadata_kind(self->context, "falx.dispatch");
  LLVMGlobalSetMetadata(kernel, dispatch_kind, dispatch);
  LLVMGlobalSetMetadata(handler, dispatch_kind, dispatch);
  static const char *const records[] = {"falx.params",
                                        "falx.functor",
                                        "falx.omit",
                                        "falx.reqd_work_group_size",
                                        "falx.work_group_size_hint",
                                        "falx.reqd_sub_group_size",
                                        "falx.default_sub_group_size",
                                        "falx.device_has"};
  for (unsigned i = 0; i < sizeof records / sizeof *records; i++) {
    LLVMMetadataRef node = fxc_function_metadata(kernel, records[i]);
    if (node)
      LLVMGlobalSetMetadata(handler, fxc_metadata_kind(self->context, records[i]), node);
  }
  free(values);
  free(omitted);
}

/* ---- the module ---- */

/* Calls of function, which now has a state parameter, pass one. */
static void pass_states(struct prepare *self, LLVMValueRef function) {
  value_list calls = calls_of(function);
  for (size_t k = 0; k < calls.count; k++)
    pass_state(self, calls.items[k], LLVMGlobalGetValueType(function), function);
  fxs_vector_free(&calls);
}

/* False after a report. */
static bool declare_imports(struct prepare *self) {
  value_list imports = {0};
  bool is_fine = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(self->module->ir); f; f = LLVMGetNextFunction(f))
    if (is_import(self, f))
      fxc_push(&imports, f);
  for (size_t i = 0; i < imports.count && is_fine; i++) {
    LLVMValueRef function = imports.items[i];
    LLVMValueRef variable;
    is_fine = fxc_copy_tables(function, &variable) && fxc_expand_constants(function);
    if (!is_fine) {
      char *name = fxc_demangle(name_of(function));
      fxc_report(self->module->diagnostics, FXC_ERROR, function,
                 "the address of '%s', which another image defines, is in the constant '%s', and "
                 "code keeps that one's address; on native_cpu it is known at run time only: make "
                 "the constant a local variable of the kernel, or define '%s' in this program",
                 name, variable ? name_of(variable) : "", name);
      free(name);
      break;
    }
    LLVMValueRef created = fxc_declare_import(function);
    LLVMReplaceAllUsesWith(function, created);
    LLVMDeleteFunction(function);
    pass_states(self, created);
  }
  fxs_vector_free(&imports);
  return is_fine;
}

/* Functions that read ids get the state, and so do functions that may be called through
 * pointers. */
static void add_states(struct prepare *self) {
  value_list readers = {0}, created = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(self->module->ir); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) &&
        (is_kernel(self, f) || uses_of(self, f) || fxc_export_of(f) || is_address_taken(f)))
      fxc_push(&readers, f);
  for (size_t i = 0; i < readers.count; i++) {
    LLVMValueRef reader = readers.items[i];
    fxc_push(&created, with_state(self, reader));
    for (size_t k = 0; k < self->kernels.count; k++)
      if (self->kernels.items[k] == reader)
        self->kernels.items[k] = created.items[i];
  }
  for (size_t i = 0; i < created.count; i++)
    pass_states(self, created.items[i]);
  for (size_t i = 0; i < created.count; i++) {
    value_list calls = calls_through_pointers(created.items[i]);
    for (size_t k = 0; k < calls.count; k++)
      pass_state(self, calls.items[k],
                 type_with_state(self, LLVMGetCalledFunctionType(calls.items[k])),
                 LLVMGetCalledValue(calls.items[k]));
    fxs_vector_free(&calls);
  }
  fxs_vector_free(&readers);
  fxs_vector_free(&created);
}

static void lower_checks(struct prepare *self) {
  for (LLVMValueRef f = LLVMGetFirstFunction(self->module->ir), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    if (!fxc_is_check(f))
      continue;
    LLVMTypeRef type = type_with_state(self, LLVMGlobalGetValueType(f));
    LLVMValueRef function = fxc_check_function(self->module->ir, f, type);
    value_list calls = calls_of(f);
    for (size_t i = 0; i < calls.count; i++)
      pass_state(self, calls.items[i], type, function);
    fxs_vector_free(&calls);
    LLVMDeleteFunction(f);
  }
}

/* The C calling convention everywhere, including calls through pointers. */
static void fix_conventions(struct prepare *self) {
  for (LLVMValueRef f = LLVMGetFirstFunction(self->module->ir); f; f = LLVMGetNextFunction(f)) {
    unsigned convention = LLVMGetFunctionCallConv(f);
    if (convention == LLVMSPIRFUNCCallConv || convention == LLVMSPIRKERNELCallConv)
      LLVMSetFunctionCallConv(f, LLVMCCallConv);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i) || LLVMIsAInvokeInst(i)) {
          convention = LLVMGetInstructionCallConv(i);
          if (convention == LLVMSPIRFUNCCallConv || convention == LLVMSPIRKERNELCallConv)
            LLVMSetInstructionCallConv(i, LLVMCCallConv);
        }
  }
}

static bool is_reserved(const char *name) {
  return !strncmp(name, "llvm.", 5) || !strncmp(name, "__llvm_", 7) ||
         !strncmp(name, "__prof", 6) || !strncmp(name, "__covrec", 8);
}

/* A program has a single symbol table: device copies of inline functions and constants must not
 * be taken for the host's. */
static void hide(LLVMValueRef global) {
  if (LLVMIsDeclaration(global) || is_reserved(name_of(global)))
    return;
  if (LLVMIsAFunction(global) && fxc_export_of(global)) { /* a root, as subhandlers are */
    LLVMSetLinkage(global, LLVMExternalLinkage);
    LLVMSetVisibility(global, LLVMHiddenVisibility);
    return;
  }
  LLVMLinkage linkage = LLVMGetLinkage(global);
  if (linkage == LLVMAvailableExternallyLinkage || linkage == LLVMAppendingLinkage ||
      linkage == LLVMPrivateLinkage)
    return;
  LLVMSetComdat(global, NULL);
  LLVMSetLinkage(global, LLVMInternalLinkage);
  LLVMSetVisibility(global, LLVMDefaultVisibility);
}

enum fxc_result fxc_prepare_native_cpu(struct fxc_module *module) {
  struct prepare self = {.module = module, .context = LLVMGetModuleContext(module->ir)};
  self.pointer = LLVMPointerTypeInContext(self.context, 0);
  self.i64 = LLVMInt64TypeInContext(self.context);
  self.builder = LLVMCreateBuilderInContext(self.context);
  enum fxc_result result = FXC_FAILED;

  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && fxc_is_kernel(f))
      fxc_push(&self.kernels, f);
  fxc_describe_builtin_declarations(module->ir);
  fxc_relax_convergence(module);
  find_uses(&self);
  if (!inline_readers(&self))
    goto done;
  fix_conventions(&self);
  add_states(&self);
  lower_checks(&self);
  if (!declare_imports(&self) || !lower_builtins(&self) ||
      !fxc_lower_group_functions(module, self.kernels.items, self.kernels.count))
    goto done;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    hide(f);
  for (LLVMValueRef g = LLVMGetFirstGlobal(module->ir); g; g = LLVMGetNextGlobal(g))
    hide(g);
  for (size_t i = 0; i < self.kernels.count; i++) {
    LLVMValueRef kernel = self.kernels.items[i];
    char *name = fxc_must(strdup(name_of(kernel)));
    struct fxs_strbuf renamed = {0};
    fxs_strbuf_printf(&renamed, "%s" KERNEL_SUFFIX, name);
    unsigned long uses = uses_of(&self, kernel);
    LLVMSetValueName2(kernel, renamed.data, renamed.length);
    if (!fxs_map_put(&self.uses, name_of(kernel), (void *)(uintptr_t)uses))
      abort();
    build_subhandler(&self, kernel, name);
    /* One call per share costs nothing, and the kernel keeps its name in debuggers and
     * profilers. */
    fxc_add_attribute(kernel, FUNCTION_INDEX, "noinline", 0);
    lower_by_value(&self, kernel);
    fxs_strbuf_free(&renamed);
    free(name);
  }
  result = FXC_CHANGED;
done:
  LLVMDisposeBuilder(self.builder);
  fxs_vector_free(&self.kernels);
  fxs_map_free(&self.uses);
  return result;
}
