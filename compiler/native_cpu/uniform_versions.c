/* uniform-versions: a version of a kernel for each answer of a condition that decides whether its
 * work-items stay together.
 *
 *     for (i = together ? first_of_group : first_of_item; i < n; i += step)
 *       if (together) barrier();
 *
 * A work-item that comes to the barrier started where all others did, but the loop's control does
 * not say so: the vectorizer sees work-items that leave the loop at different times, and refuses.
 * In the version where the condition is true they cannot; in the other one there is no barrier.
 *
 * Needs:   docs/ir.md section 5, before prepare-native-cpu.
 * Leaves:  kernels as they were, or with a condition at their begin and two versions; those that
 *          -fsycl-check= checks, which stay scalar, as they were.
 * Refuses: nothing. At -O0 it does nothing.
 * Tests:   tests/passes/uniform-versions. */
#include "compiler/pass.h"

#include "compiler/ir/address.h"
#include "compiler/ir/attributes.h"
#include "compiler/ir/builtins.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/clone.h"
#include "compiler/ir/rebuild.h"
#include "compiler/ir/uniform.h"
#include "compiler/ir/version.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/check_accesses.h"
#include "compiler/native_cpu/state.h"
#include "compiler/run_llvm.h"

/* Each version doubles the kernel. */
enum { MOST_INSTRUCTIONS = 20000, MOST_DEPTH = 8, MOST_VERSIONS = 2 };

static LLVMValueRef called(LLVMValueRef i) {
  LLVMValueRef function = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  return function && LLVMIsAFunction(function) ? function : NULL;
}

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

/* ---- barriers that work-items may not reach together ---- */

static bool is_barrier(LLVMValueRef i) {
  enum { SUB_GROUP = 3 }; /* a scope of SPIR-V */
  LLVMValueRef function = called(i);
  if (!function || !fxc_is_spirv_function(name_of(function), "ControlBarrier"))
    return false;
  LLVMValueRef scope = LLVMGetOperand(i, 0);
  return !LLVMIsAConstantInt(scope) || LLVMConstIntGetZExtValue(scope) < SUB_GROUP;
}

/* An aggregate that the launch passes. */
static bool is_argument(LLVMValueRef pointer) {
  return LLVMIsAArgument(fxc_object_of(pointer)) != NULL;
}

static enum fxc_origin_of_value origin(void *context, LLVMValueRef i) {
  (void)context;
  if (LLVMIsALoadInst(i))
    return !LLVMGetVolatile(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic &&
                   is_argument(LLVMGetOperand(i, 0))
               ? FXC_FROM_OPERANDS
               : FXC_ALWAYS_VARYING;
  enum fxc_builtin builtin = fxc_builtin_called(i);
  if (builtin == FXC_BUILTIN_COUNT)
    return FXC_FROM_OPERANDS;
  bool is_one = fxc_is_one_for_group(builtin) &&
                (!fxc_builtins[builtin].has_dimension || LLVMIsAConstant(LLVMGetOperand(i, 0)));
  return is_one ? FXC_ALWAYS_UNIFORM : FXC_ALWAYS_VARYING;
}

static bool has_barrier(LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
    if (is_barrier(i))
      return true;
  return false;
}

static bool may_part_at_barrier(LLVMValueRef kernel) {
  struct fxc_cfg cfg;
  fxc_cfg_build(&cfg, kernel);
  struct fxc_uniform uniform = {.cfg = &cfg, .origin = origin};
  fxc_uniform_build(&uniform);
  bool may = false;
  for (unsigned b = 0; b < cfg.count && !may; b++)
    may = uniform.is_divergent[b] && has_barrier(cfg.blocks[b]);
  fxc_uniform_free(&uniform);
  fxc_cfg_free(&cfg);
  return may;
}

/* ---- conditions ---- */

/* Computed from the launch's arguments alone, without a trap. */
static bool is_of_launch(LLVMValueRef value, unsigned depth) {
  if (LLVMIsAConstant(value) || LLVMIsAArgument(value))
    return !LLVMIsAConstantExpr(value);
  bool is_plain = LLVMIsAICmpInst(value) || LLVMIsACastInst(value) || LLVMIsASelectInst(value);
  if (LLVMIsABinaryOperator(value)) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    is_plain = opcode != LLVMUDiv && opcode != LLVMSDiv && opcode != LLVMURem && opcode != LLVMSRem;
  }
  if (!is_plain || depth == MOST_DEPTH)
    return false;
  for (int k = 0, count = LLVMGetNumOperands(value); k < count; k++)
    if (!is_of_launch(LLVMGetOperand(value, (unsigned)k), depth + 1))
      return false;
  return true;
}

/* How many branches and choices it decides; 0 if it decides no branch. */
static unsigned decisions(LLVMValueRef value) {
  unsigned branches = 0, choices = 0;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    branches += LLVMIsABranchInst(user) != NULL;
    choices += LLVMIsASelectInst(user) && LLVMGetOperand(user, 0) == value;
  }
  return branches ? branches + choices : 0;
}

/* The one that decides most, at least two. */
static LLVMValueRef find_condition(LLVMValueRef kernel) {
  LLVMTypeRef i1 = LLVMInt1TypeInContext(LLVMGetTypeContext(LLVMTypeOf(kernel)));
  LLVMValueRef best = NULL;
  unsigned most = 1;
  if (fxc_instruction_count(kernel) > MOST_INSTRUCTIONS)
    return NULL;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (LLVMTypeOf(i) != i1 || !is_of_launch(i, 0))
        continue;
      unsigned number = decisions(i);
      if (number > most) {
        most = number;
        best = i;
      }
    }
  return best;
}

/* ---- versions ---- */

static LLVMValueRef compute_again(LLVMBuilderRef builder, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value))
    return value;
  LLVMValueRef copy = LLVMInstructionClone(value);
  for (int k = 0, count = LLVMGetNumOperands(value); k < count; k++)
    LLVMSetOperand(copy, (unsigned)k, compute_again(builder, LLVMGetOperand(value, (unsigned)k)));
  LLVMInsertIntoBuilder(builder, copy);
  return copy;
}

static void make_versions(LLVMValueRef kernel, LLVMValueRef condition) {
  struct fxc_version version;
  LLVMTypeRef i1 = LLVMTypeOf(condition);
  fxc_version_begin(kernel, &version);
  LLVMValueRef test = compute_again(version.builder, condition);
  test = LLVMBuildFreeze(version.builder, test, ""); /* the branch comes earlier than its own */
  fxc_version_finish(&version, test);
  LLVMReplaceAllUsesWith(fxc_map_get(&version.values, condition), LLVMConstInt(i1, 1, 0));
  LLVMReplaceAllUsesWith(condition, LLVMConstNull(i1));
  fxc_version_free(&version);
}

enum fxc_result fxc_uniform_versions(struct fxc_module *module) {
  if (!module->options->opt_level)
    return FXC_SAME;
  bool has_changed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    if (!fxc_is_kernel(f) || !fxc_can_clone(f) || fxc_string_attribute(f, FXC_CHECKED) ||
        fxc_has_attribute(f, (unsigned)LLVMAttributeFunctionIndex, "optnone"))
      continue;
    LLVMValueRef condition;
    for (unsigned n = 0; n < MOST_VERSIONS && (condition = find_condition(f)); n++) {
      if (!may_part_at_barrier(f))
        break;
      make_versions(f, condition);
      has_changed = true;
      if (!fxc_run_llvm_on(module, f, "sccp,simplifycfg,instsimplify"))
        return FXC_FAILED;
    }
  }
  return has_changed ? FXC_CHANGED : FXC_SAME;
}
