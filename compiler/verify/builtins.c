/* Builtins: when each may be called, and their types (docs/ir.md, 0 and 6).
 *
 * - __spirv_BuiltIn… returns i64 for an i32 dimension, or i32 without arguments; ControlBarrier
 *   takes three i32, MemoryBarrier two. native_cpu: none is left after prepare-native-cpu; nvptx64:
 *   after ptx-ids and ptx-barriers.
 * - __spirv_GroupNonUniform…: votes i1(i32, i1), shuffles T(i32, T, i32), the others T(i32, i32,
 *   T); scope and T as docs/ir.md says. native_cpu: none is left after sub-groups; nvptx64: after
 *   ptx-sub-groups.
 * - __falx_group_memory is ptr(i64, i64), __falx_group_scratch ptr(i64), __falx_launch_memory
 * ptr(); removed with the barriers.
 * - __falx_group_pointer is ptr(ptr), and removed by group-atomics.
 * - __falx_scope_pointer is ptr(ptr, i32), __falx_scope_fence void(i32, i32), and both are removed
 * by atomic-scopes.
 * - __falx_specialization_constant is ptr(ptr, ptr, i64), and removed by spec-constants.
 * - native_cpu: from prepare-native-cpu to work-item-loops ids are calls of @__falx_ncpu_<name>, a
 *   known name, i64(ptr, i32) or i32(ptr). The pointer is the caller's state parameter.
 * - No builtin has its address taken. */
#include <stdio.h>
#include <string.h>

#include "compiler/ir/builtins.h"
#include "compiler/verify/checker.h"

/* ---- when ---- */

static const struct lifetime {
  bool is_of_native_cpu; /* other targets keep it */
  enum fxc_stage from, until;
  const char *rule;
  enum fxc_stage ptx_until; /* nvptx64: none is left after that; 0: as above */
} lifetimes[FXC_ROLE_COUNT] = {
    [FXC_ROLE_ID] = {true, FXC_AFTER_FRONT_END, FXC_AFTER_prepare_native_cpu,
                     "no work-item function is left after prepare-native-cpu", FXC_AFTER_ptx_ids},
    [FXC_ROLE_CONTROL_BARRIER] = {true, FXC_AFTER_FRONT_END, FXC_AFTER_prepare_native_cpu,
                                  "barriers are @" FXC_BARRIER_NAME " after prepare-native-cpu",
                                  FXC_AFTER_ptx_barriers},
    [FXC_ROLE_MEMORY_BARRIER] = {true, FXC_AFTER_FRONT_END, FXC_AFTER_prepare_native_cpu,
                                 "memory barriers are fences after prepare-native-cpu",
                                 FXC_AFTER_ptx_barriers},
    [FXC_ROLE_GROUP_MEMORY] = {true, FXC_AFTER_FRONT_END, FXC_AFTER_prepare_native_cpu,
                               "group memory is in the frame after prepare-native-cpu",
                               FXC_AFTER_group_memory},
    [FXC_ROLE_GROUP_SCRATCH] = {true, FXC_AFTER_FRONT_END, FXC_AFTER_prepare_native_cpu,
                                "group memory is in the frame after prepare-native-cpu",
                                FXC_AFTER_group_memory},
    [FXC_ROLE_LAUNCH_MEMORY] = {true, FXC_AFTER_FRONT_END, FXC_AFTER_prepare_native_cpu,
                                "launch memory is read from the state after prepare-native-cpu",
                                FXC_AFTER_group_memory},
    [FXC_ROLE_SUB_GROUP] = {true, FXC_AFTER_FRONT_END, FXC_AFTER_sub_groups,
                            "no sub-group function is left after sub-groups",
                            FXC_AFTER_ptx_sub_groups},
    [FXC_ROLE_GROUP_POINTER] = {true, FXC_AFTER_FRONT_END, FXC_AFTER_group_atomics,
                                "addresses of group-atomics are plain after group-atomics",
                                FXC_AFTER_FRONT_END},
    [FXC_ROLE_SCOPE_POINTER] = {false, FXC_AFTER_FRONT_END, FXC_AFTER_atomic_scopes,
                                "addresses of atomics are plain after atomic-scopes",
                                FXC_AFTER_FRONT_END},
    [FXC_ROLE_SCOPE_FENCE] = {false, FXC_AFTER_FRONT_END, FXC_AFTER_atomic_scopes,
                              "fences are LLVM's after atomic-scopes", FXC_AFTER_FRONT_END},
    [FXC_ROLE_SPEC_CONSTANT] = {false, FXC_AFTER_FRONT_END, FXC_AFTER_spec_constants,
                                "specialization constants have values after spec-constants",
                                FXC_AFTER_FRONT_END},
    [FXC_ROLE_STATE_ID] = {true, FXC_AFTER_prepare_native_cpu, FXC_AFTER_work_item_loops,
                           "ids are read from the state by @__falx_ncpu_<name> between "
                           "prepare-native-cpu and work-item-loops only",
                           FXC_AFTER_FRONT_END},
    [FXC_ROLE_BARRIER] = {true, FXC_AFTER_prepare_native_cpu, FXC_AFTER_work_item_loops,
                          "@" FXC_BARRIER_NAME " is there between prepare-native-cpu and "
                          "work-item-loops only",
                          FXC_AFTER_FRONT_END},
};

/* Contexts keep constants that nothing uses any more. */
static bool is_dead_constant(LLVMValueRef value) {
  if (!LLVMIsAConstant(value) || LLVMIsAGlobalValue(value))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    if (!is_dead_constant(LLVMGetUser(use)))
      return false;
  return true;
}

static void check_lifetime(struct fxc_verifier *v, LLVMValueRef function) {
  const struct lifetime *life = &lifetimes[v->function.role];
  bool is_lowered = fxc_is_ptx(v) && life->ptx_until;
  bool is_there = is_lowered ? v->stage < life->ptx_until : FXC_BETWEEN(v, life->from, life->until);
  const char *rule = is_lowered ? "nvptx64 lowers builtins before optimize" : life->rule;
  if (!rule || is_there || (life->is_of_native_cpu && !v->is_native && !is_lowered))
    return;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    if (!is_dead_constant(LLVMGetUser(use)))
      fxc_broken(v, LLVMGetUser(use), "%s: '%s' is used", rule, v->function.name);
}

/* ---- which type ---- */

static bool is_number(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(type) <= 64;
  case LLVMHalfTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
    return true;
  default:
    return false;
  }
}

enum fxc_sub_group_shape fxc_sub_group_shape(const char *name) {
  static const struct {
    const char *tail;
    enum fxc_sub_group_shape shape;
  } known[] = {
      {"All", FXC_VOTE},           {"Any", FXC_VOTE},           {"Shuffle", FXC_SHUFFLE},
      {"ShuffleXor", FXC_SHUFFLE}, {"ShuffleUp", FXC_SHUFFLE},  {"ShuffleDown", FXC_SHUFFLE},
      {"IAdd", FXC_COMBINE},       {"FAdd", FXC_COMBINE},       {"IMul", FXC_COMBINE},
      {"FMul", FXC_COMBINE},       {"SMin", FXC_COMBINE},       {"UMin", FXC_COMBINE},
      {"FMin", FXC_COMBINE},       {"SMax", FXC_COMBINE},       {"UMax", FXC_COMBINE},
      {"FMax", FXC_COMBINE},       {"BitwiseAnd", FXC_COMBINE}, {"BitwiseOr", FXC_COMBINE},
      {"BitwiseXor", FXC_COMBINE}, {"LogicalAnd", FXC_COMBINE}, {"LogicalOr", FXC_COMBINE},
      {"LogicalXor", FXC_COMBINE},
  };
  char tail[64];
  if (!strstr(name, "__spirv_GroupNonUniform"))
    return FXC_NO_SUB_GROUP;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    snprintf(tail, sizeof tail, "GroupNonUniform%s", known[i].tail);
    if (fxc_is_spirv_function(name, tail))
      return known[i].shape;
  }
  return FXC_NO_SUB_GROUP;
}

static bool is_sub_group_type(const char *name, LLVMTypeRef result, const LLVMTypeRef *types,
                              unsigned count) {
  if (count < 2 || !fxc_is_integer(types[0], 32))
    return false;
  switch (fxc_sub_group_shape(name)) {
  case FXC_VOTE:
    return count == 2 && fxc_is_integer(types[1], 1) && fxc_is_integer(result, 1);
  case FXC_SHUFFLE:
    return count == 3 && types[1] == result && fxc_is_integer(types[2], 32);
  default:
    return count == 3 && fxc_is_integer(types[1], 32) && types[2] == result && is_number(result);
  }
}

static bool has_type(struct fxc_verifier *v, LLVMTypeRef result, const LLVMTypeRef *types,
                     unsigned count) {
  bool is_void = LLVMGetTypeKind(result) == LLVMVoidTypeKind, has_dimension;
  const char *name = v->function.name;
  switch (v->function.role) {
  case FXC_ROLE_ID:
    has_dimension = fxc_builtins[fxc_builtin_of_spirv(name)].has_dimension;
    return has_dimension ? count == 1 && fxc_is_integer(types[0], 32) && fxc_is_integer(result, 64)
                         : count == 0 && fxc_is_integer(result, 32);
  case FXC_ROLE_STATE_ID:
    has_dimension = fxc_builtins[fxc_builtin_of_state(name)].has_dimension;
    return count == 1u + has_dimension && fxc_is_pointer(types[0]) &&
           (!has_dimension || fxc_is_integer(types[1], 32)) &&
           fxc_is_integer(result, has_dimension ? 64 : 32);
  case FXC_ROLE_CONTROL_BARRIER:
  case FXC_ROLE_MEMORY_BARRIER:
  case FXC_ROLE_BARRIER:
    for (unsigned i = 0; i < count; i++)
      if (!fxc_is_integer(types[i], 32))
        return false;
    return is_void && count == (v->function.role == FXC_ROLE_CONTROL_BARRIER  ? 3
                                : v->function.role == FXC_ROLE_MEMORY_BARRIER ? 2
                                                                              : 1);
  case FXC_ROLE_SUB_GROUP:
    return is_sub_group_type(name, result, types, count);
  case FXC_ROLE_GROUP_MEMORY:
    return count == 2 && fxc_is_integer(types[0], 64) && fxc_is_integer(types[1], 64) &&
           fxc_is_pointer(result);
  case FXC_ROLE_GROUP_SCRATCH:
    return count == 1 && fxc_is_integer(types[0], 64) && fxc_is_pointer(result);
  case FXC_ROLE_LAUNCH_MEMORY:
    return count == 0 && fxc_is_pointer(result);
  case FXC_ROLE_GROUP_POINTER:
    return count == 1 && fxc_is_pointer(types[0]) && fxc_is_pointer(result);
  case FXC_ROLE_SCOPE_POINTER:
    return count == 2 && fxc_is_pointer(types[0]) && fxc_is_integer(types[1], 32) &&
           fxc_is_pointer(result);
  case FXC_ROLE_SCOPE_FENCE:
    return is_void && count == 2 && fxc_is_integer(types[0], 32) && fxc_is_integer(types[1], 32);
  case FXC_ROLE_SPEC_CONSTANT:
    return count == 3 && fxc_is_pointer(types[0]) && fxc_is_pointer(types[1]) &&
           fxc_is_integer(types[2], 64) && fxc_is_pointer(result);
  default:
    return true;
  }
}

static void check_type(struct fxc_verifier *v, LLVMValueRef function) {
  enum { MOST = 4 };
  LLVMTypeRef type = LLVMGlobalGetValueType(function), types[MOST];
  unsigned count = LLVMCountParamTypes(type);
  if (!lifetimes[v->function.role].rule)
    return;
  if (count <= MOST)
    LLVMGetParamTypes(type, types);
  if (count > MOST || !has_type(v, LLVMGetReturnType(type), types, count))
    fxc_broken(v, function, "a builtin has the type that docs/ir.md gives it: '%s' has another",
               v->function.name);
}

static void check_function(struct fxc_verifier *v, LLVMValueRef function) {
  if (v->function.role == FXC_ROLE_UNKNOWN_STATE_ID)
    fxc_broken(v, function, "@__falx_ncpu_<name> is one of those known: there is no '%s'",
               v->function.name);
  check_lifetime(v, function);
  check_type(v, function);
}

/* ---- calls ---- */

static void check_call(struct fxc_verifier *v, LLVMValueRef instruction) {
  LLVMValueRef callee = fxc_direct_callee(instruction);
  if (!callee || fxc_role_of(v, callee) != FXC_ROLE_STATE_ID || !LLVMGetNumArgOperands(instruction))
    return;
  if (LLVMGetArgOperand(instruction, 0) != v->function.state || !v->function.state)
    fxc_broken(v, instruction,
               "an id is read from the state that the function has as parameter: '%s' is called "
               "with another value",
               fxc_value_name(callee));
}

const struct fxc_checker fxc_check_builtins = {
    .section = "0 and 6, builtins", .instruction = check_call, .function = check_function};
