/* ptx-barriers: barriers and fences, as PTX's.
 *
 * Needs:   group-memory: barriers are in kernels, or in functions that are called by their name.
 * Leaves:  no call of __spirv_ControlBarrier and __spirv_MemoryBarrier. !falx.dispatch says which
 *          kernels have barriers of a work-group, and of all work-groups of a launch.
 * Refuses: barriers of several devices.
 * Tests:   tests/passes/ptx-barriers. */
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/ir/builtins.h"
#include "compiler/ir/callgraph.h"
#include "compiler/memory.h"
#include "compiler/nvptx64/intrinsics.h"
#include "compiler/nvptx64/kernels.h"
#include "compiler/nvptx64/root_barrier.h"
#include "compiler/pass.h"
#include "compiler/run_llvm.h"
#include "falx/image.h"
#include "support/vector.h"

/* SPIR-V's scopes. */
enum { CROSS_DEVICE, DEVICE, WORK_GROUP, SUB_GROUP, INVOCATION };

struct barriers {
  const struct fxc_module *module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
};

static LLVMValueRef find(LLVMModuleRef module, const char *tail) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    if (LLVMIsDeclaration(f) && fxc_is_spirv_function(LLVMGetValueName2(f, &length), tail))
      return f;
  }
  return NULL;
}

/* What is not known is as wide, and as strong, as can be. */
static uint64_t constant_of(LLVMValueRef call, unsigned operand, uint64_t otherwise) {
  LLVMValueRef value = LLVMGetOperand(call, operand);
  return LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value) : otherwise;
}

static LLVMValueRef number(const struct barriers *self, uint64_t value) {
  return LLVMConstInt(LLVMInt32TypeInContext(self->context), value, false);
}

/* A sub-group is within a block: there is nothing narrower. */
static unsigned fence_scope(const struct barriers *self, uint64_t scope) {
  const char *name = scope == CROSS_DEVICE ? ""
                     : scope == DEVICE     ? "device"
                     : scope == INVOCATION ? "singlethread"
                                           : "block";
  return LLVMGetSyncScopeID(self->context, name, strlen(name));
}

static void build_fence(const struct barriers *self, uint64_t scope, uint64_t semantics) {
  LLVMAtomicOrdering ordering = fxc_semantics_ordering(semantics);
  if (ordering != LLVMAtomicOrderingNotAtomic)
    LLVMBuildFenceSyncScope(self->builder, ordering, fence_scope(self, scope), "");
}

/* Those that meet at a barrier see each other's memory; the fences are for others. */
static bool lower_control(const struct barriers *self, LLVMValueRef call) {
  uint64_t execution = constant_of(call, 0, DEVICE), memory = constant_of(call, 1, CROSS_DEVICE);
  uint64_t semantics = constant_of(call, 2, FXC_SEQ_CST);
  bool is_wider = memory < execution;
  if (execution != DEVICE && execution != WORK_GROUP && execution != SUB_GROUP) {
    fxc_report(self->module->diagnostics, FXC_ERROR, call,
               "barriers are of a sub-group, a work-group or all work-groups of a launch "
               "(root_group); there is none of scope %llu",
               (unsigned long long)execution);
    return false;
  }
  LLVMPositionBuilderBefore(self->builder, call);
  if (is_wider)
    build_fence(self, memory, semantics);
  if (execution == DEVICE) {
    LLVMValueRef barrier = fxc_ptx_root_barrier(self->module->ir);
    LLVMBuildCall2(self->builder, LLVMGlobalGetValueType(barrier), barrier, NULL, 0, "");
  } else {
    LLVMValueRef all = number(self, execution == WORK_GROUP ? 0 : ~0u);
    fxc_ptx_call(self->builder, self->module->ir,
                 execution == WORK_GROUP ? "llvm.nvvm.barrier.cta.sync.aligned.all"
                                         : "llvm.nvvm.bar.warp.sync",
                 &all, 1);
  }
  if (is_wider)
    build_fence(self, memory, semantics);
  LLVMInstructionEraseFromParent(call);
  return true;
}

static void lower_memory(const struct barriers *self, LLVMValueRef call) {
  LLVMPositionBuilderBefore(self->builder, call);
  build_fence(self, constant_of(call, 0, CROSS_DEVICE), constant_of(call, 1, FXC_SEQ_CST));
  LLVMInstructionEraseFromParent(call);
}

static bool is_work_group_barrier(LLVMValueRef function) {
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  return strncmp(name, "llvm.nvvm.barrier.cta.sync", strlen("llvm.nvvm.barrier.cta.sync")) == 0;
}

static void note_barriers(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || !fxc_is_kernel(f))
      continue;
    struct fxc_map visited = {0};
    struct fxc_function_list reached = {0};
    unsigned flags = 0;
    fxc_reach(f, &visited, &reached);
    for (size_t i = 0; i < reached.items.count; i++)
      if (is_work_group_barrier(reached.items.items[i]))
        flags |= FALX_KERNEL_USES_BARRIER;
      else if (reached.items.items[i] == fxc_ptx_find_root_barrier(module))
        flags |= FALX_KERNEL_USES_BARRIER | FALX_KERNEL_USES_ROOT_BARRIER;
    if (flags)
      fxc_add_ptx_flags(f, flags);
    fxs_vector_free(&reached.items);
    fxc_map_free(&visited);
  }
}

enum fxc_result fxc_ptx_barriers(struct fxc_module *module) {
  LLVMValueRef both[2] = {find(module->ir, "ControlBarrier"), find(module->ir, "MemoryBarrier")};
  struct barriers self = {module, LLVMGetModuleContext(module->ir), NULL};
  FXS_VECTOR(LLVMValueRef) calls = {0};
  bool is_fine = true;
  if (!both[0] && !both[1])
    return FXC_SAME;
  /* Scopes that the headers pass on as parameters. */
  if (!module->options->opt_level && !fxc_run_llvm(module, "function(sroa,early-cse,instsimplify)"))
    return FXC_FAILED;
  self.builder = LLVMCreateBuilderInContext(self.context);
  for (unsigned k = 0; k < 2; k++)
    for (LLVMUseRef use = both[k] ? LLVMGetFirstUse(both[k]) : NULL; use; use = LLVMGetNextUse(use))
      if (LLVMIsACallInst(LLVMGetUser(use)))
        fxc_push(&calls, LLVMGetUser(use));
  for (size_t i = 0; i < calls.count; i++)
    if (LLVMGetCalledValue(calls.items[i]) == both[1])
      lower_memory(&self, calls.items[i]);
    else
      is_fine = lower_control(&self, calls.items[i]) && is_fine;
  fxs_vector_free(&calls);
  LLVMDisposeBuilder(self.builder);
  note_barriers(module->ir);
  return is_fine ? FXC_CHANGED : FXC_FAILED;
}
