/* Features of a whole work-group on native_cpu: barriers, and memory that its work-items share.
 * Functions that use them are inlined into the kernels: the work-item loops split a kernel at
 * its barriers, and each call site of group memory is a block in the kernel's frame. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/kernel_params.h"
#include "compiler/ir/map.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/check_accesses.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "compiler/run_llvm.h"
#include "falx/image.h"
#include "falx/native_cpu.h"
#include "support/vector.h"

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

/* SPIR-V scopes. */
enum { SCOPE_DEVICE = 1, SCOPE_WORK_GROUP = 2, SCOPE_SUB_GROUP = 3 };

typedef FXS_VECTOR(LLVMValueRef) value_list;

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

enum group_function { NO_GROUP_FUNCTION, BARRIER, MEMORY, SCRATCH, LAUNCH_MEMORY };

static enum group_function function_kind(LLVMValueRef function) {
  if (!LLVMIsAFunction(function) || !LLVMIsDeclaration(function))
    return NO_GROUP_FUNCTION;
  const char *name = name_of(function);
  return fxc_is_spirv_function(name, "ControlBarrier")      ? BARRIER
         : fxc_is_source_name(name, "__falx_group_memory")  ? MEMORY
         : fxc_is_source_name(name, "__falx_group_scratch") ? SCRATCH
         : fxc_is_source_name(name, "__falx_launch_memory") ? LAUNCH_MEMORY
                                                            : NO_GROUP_FUNCTION;
}

/* ---- before optimization ---- */

static bool is_call_of(LLVMValueRef user, LLVMValueRef function) {
  return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function;
}

static void add_with_callers(struct fxc_map *set, LLVMValueRef function) {
  if (fxc_map_has(set, function))
    return;
  fxc_map_put(set, function, function);
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_call_of(user, function))
      add_with_callers(set, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
  }
}

bool fxc_find_group_functions(LLVMModuleRef module, struct fxc_map *out_set) {
  bool was_optnone = false;
  LLVMContextRef context = LLVMGetModuleContext(module);
  static const char *const barrier_facts[] = {"convergent", "noduplicate", "nounwind",
                                              "willreturn"};
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    enum group_function kind = function_kind(f);
    if (kind == NO_GROUP_FUNCTION && !strstr(name_of(f), "__spirv_GroupNonUniform"))
      continue;
    for (unsigned i = 0; kind == BARRIER && i < sizeof barrier_facts / sizeof *barrier_facts; i++)
      LLVMAddAttributeAtIndex(f, FUNCTION_INDEX, fxc_enum_attribute(context, barrier_facts[i], 0));
    add_with_callers(out_set, f);
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || fxc_is_kernel(f) || !fxc_map_has(out_set, f))
      continue;
    static const char *const obstacles[] = {"noinline", "optnone"};
    was_optnone |= fxc_has_attribute(f, (unsigned)FUNCTION_INDEX, "optnone");
    for (unsigned i = 0; i < sizeof obstacles / sizeof *obstacles; i++)
      LLVMRemoveEnumAttributeAtIndex(f, FUNCTION_INDEX, fxc_attribute_kind(obstacles[i]));
    LLVMAddAttributeAtIndex(f, FUNCTION_INDEX, fxc_enum_attribute(context, "alwaysinline", 0));
  }
  return was_optnone;
}

/* ---- lowering ---- */

struct lowering {
  const struct fxc_module *module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
  LLVMValueRef state; /* of the kernel */
  struct fxc_group_use use;
  value_list scratch; /* calls; the size they need is known at the end */
};

static bool constant_of(LLVMValueRef call, unsigned operand, uint64_t *out_value) {
  LLVMValueRef value = LLVMGetOperand(call, operand);
  if (!LLVMIsAConstantInt(value))
    return false;
  *out_value = LLVMConstIntGetZExtValue(value);
  return true;
}

static bool fail(struct lowering *self, LLVMValueRef call, const char *what) {
  fxc_report(self->module->diagnostics, FXC_ERROR, call, "%s", what);
  return false;
}

static LLVMValueRef barrier_function(struct lowering *self) {
  LLVMModuleRef ir = self->module->ir;
  LLVMValueRef function = LLVMGetNamedFunction(ir, FXC_BARRIER_NAME);
  if (function)
    return function;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(self->context);
  function = LLVMAddFunction(ir, FXC_BARRIER_NAME,
                             LLVMFunctionType(LLVMVoidTypeInContext(self->context), &i32, 1, 0));
  static const char *const facts[] = {"convergent", "noduplicate", "nounwind", "willreturn"};
  for (unsigned i = 0; i < sizeof facts / sizeof *facts; i++)
    LLVMAddAttributeAtIndex(function, FUNCTION_INDEX,
                            fxc_enum_attribute(self->context, facts[i], 0));
  return function;
}

/* A work-group runs on one thread: only what other work-groups are to see needs a fence. A
 * work-group barrier needs a single fence for all work-items, which the loops emit. A sub-group's
 * work-items are lanes and wait for each other anyway; but each lane's memory accesses stay on
 * their side of the barrier, and the lanes are the sub-group's. */
static bool lower_barrier(struct lowering *self, LLVMValueRef call) {
  uint64_t execution, memory = SCOPE_DEVICE, semantics = FXC_SEQ_CST; /* if not known */
  if (!constant_of(call, 0, &execution))
    return fail(self, call, "the execution scope of a barrier must be a constant");
  if (execution < SCOPE_DEVICE || execution > SCOPE_SUB_GROUP)
    return fail(self, call, "a barrier waits for all work-groups, a work-group or a sub-group");
  constant_of(call, 1, &memory);
  constant_of(call, 2, &semantics);
  LLVMAtomicOrdering ordering =
      memory <= SCOPE_DEVICE ? fxc_semantics_ordering(semantics) : LLVMAtomicOrderingNotAtomic;
  LLVMPositionBuilderBefore(self->builder, call);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(call));
  LLVMTypeRef i32 = LLVMInt32TypeInContext(self->context);
  if (execution == SCOPE_SUB_GROUP) {
    bool is_own = ordering == LLVMAtomicOrderingNotAtomic;
    LLVMBuildFence(self->builder, is_own ? LLVMAtomicOrderingSequentiallyConsistent : ordering,
                   is_own, "");
    fxc_set_string_attribute(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)),
                             FXC_SUB_GROUP_BARRIER, "");
    return true;
  }
  LLVMValueRef function = barrier_function(self);
  LLVMValueRef id = LLVMConstInt(i32, ++self->use.barriers, 0);
  LLVMValueRef barrier =
      LLVMBuildCall2(self->builder, LLVMGlobalGetValueType(function), function, &id, 1, "");
  if (ordering != LLVMAtomicOrderingNotAtomic) {
    LLVMMetadataRef value = LLVMValueAsMetadata(LLVMConstInt(i32, (unsigned long)ordering, 0));
    LLVMSetMetadata(
        barrier, fxc_metadata_kind(self->context, "falx.fence"),
        LLVMMetadataAsValue(self->context, LLVMMDNodeInContext2(self->context, &value, 1)));
  }
  if (execution == SCOPE_DEVICE)
    LLVMSetMetadata(
        barrier, fxc_metadata_kind(self->context, "falx.root"),
        LLVMMetadataAsValue(self->context, LLVMMDNodeInContext2(self->context, NULL, 0)));
  return true;
}

bool fxc_has_root_barrier(LLVMValueRef kernel) {
  LLVMModuleRef ir = LLVMGetGlobalParent(kernel);
  LLVMValueRef barrier = LLVMGetNamedFunction(ir, FXC_BARRIER_NAME);
  unsigned kind = fxc_metadata_kind(LLVMGetModuleContext(ir), "falx.root");
  for (LLVMUseRef use = barrier ? LLVMGetFirstUse(barrier) : NULL; use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_call_of(user, barrier) && LLVMGetMetadata(user, kind) &&
        LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == kernel)
      return true;
  }
  return false;
}

static uint64_t round_up(uint64_t value, uint64_t to) {
  return (value + to - 1) / to * to;
}

/* The pointer at this offset of the state, for the call. */
static LLVMValueRef state_pointer(struct lowering *self, LLVMValueRef call, size_t offset,
                                  const char *name) {
  LLVMPositionBuilderBefore(self->builder, call);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef field = fxc_state_field(self->builder, self->state, offset, "");
  LLVMValueRef pointer =
      LLVMBuildLoad2(self->builder, LLVMPointerTypeInContext(self->context, 0), field, name);
  LLVMSetAlignment(pointer, 8);
  LLVMSetMetadata(pointer, fxc_metadata_kind(self->context, "invariant.load"),
                  LLVMMetadataAsValue(self->context, LLVMMDNodeInContext2(self->context, NULL, 0)));
  return pointer;
}

static LLVMValueRef frame_pointer(struct lowering *self, LLVMValueRef call, uint64_t offset) {
  LLVMValueRef frame =
      state_pointer(self, call, offsetof(struct falx_native_cpu_state, frame), "frame");
  LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(self->context), offset, 0);
  return LLVMBuildInBoundsGEP2(self->builder, LLVMInt8TypeInContext(self->context), frame, &index,
                               1, "group_memory");
}

static void replace(LLVMValueRef call, LLVMValueRef value) {
  LLVMReplaceAllUsesWith(call, value);
  LLVMInstructionEraseFromParent(call);
}

static bool lower_memory(struct lowering *self, LLVMValueRef call) {
  uint64_t bytes, align;
  if (!constant_of(call, 0, &bytes) || !constant_of(call, 1, &align) || align & (align - 1))
    return fail(self, call, "the size and alignment of group memory must be constants");
  if (align > FALX_NATIVE_FRAME_ALIGN)
    return fail(self, call, "group memory is aligned to 128 bytes at most on native_cpu");
  if (bytes > UINT32_MAX / 4 || self->use.memory > UINT32_MAX / 4)
    return fail(self, call, "a kernel's group memory is 1 GiB at most on native_cpu");
  uint64_t offset = round_up(self->use.memory, align ? align : 1);
  self->use.memory = offset + bytes;
  replace(call, frame_pointer(self, call, offset));
  return true;
}

static bool lower_call(struct lowering *self, LLVMValueRef call, enum group_function kind) {
  uint64_t bytes;
  switch (kind) {
  case BARRIER:
    if (!lower_barrier(self, call))
      return false;
    LLVMInstructionEraseFromParent(call);
    return true;
  case MEMORY:
    return lower_memory(self, call);
  case LAUNCH_MEMORY:
    fxc_set_string_attribute(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)),
                             FXC_LAUNCH_MEMORY, "");
    replace(call, state_pointer(self, call, offsetof(struct falx_native_cpu_state, launch_memory),
                                "launch_memory"));
    return true;
  default:
    if (!constant_of(call, 0, &bytes) || bytes > UINT32_MAX / 4)
      return fail(self, call, "the size of group scratch memory must be a constant");
    if (self->use.scratch < round_up(bytes, 16))
      self->use.scratch = round_up(bytes, 16);
    fxc_push(&self->scratch, call);
    return true;
  }
}

static void note_use(struct lowering *self, LLVMValueRef kernel) {
  if (!self->use.barriers && !self->use.memory && !self->use.scratch)
    return;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(self->context);
  uint64_t numbers[3] = {self->use.barriers, self->use.memory, self->use.scratch};
  LLVMMetadataRef operands[3];
  for (unsigned i = 0; i < 3; i++)
    operands[i] = LLVMValueAsMetadata(LLVMConstInt(i32, numbers[i], 0));
  LLVMGlobalSetMetadata(kernel, fxc_metadata_kind(self->context, "falx.group"),
                        LLVMMDNodeInContext2(self->context, operands, 3));
}

static void scope_memory(LLVMValueRef kernel) {
  value_list blocks = {0};
  size_t count;
  struct fxc_kernel_param *params = fxc_kernel_params(kernel, &count);
  for (size_t i = 0; i < count; i++) {
    LLVMValueRef memory =
        fxc_is_local_param(&params[i].is) ? fxc_kernel_argument(kernel, params[i].first) : NULL;
    if (memory)
      fxc_push(&blocks, memory);
  }
  free(params);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) && function_kind(LLVMGetCalledValue(i)) == MEMORY)
        fxc_push(&blocks, i);
  fxc_scope_group_memory(kernel, blocks.items, blocks.count);
  fxs_vector_free(&blocks);
}

static bool lower_kernel(struct lowering *self, LLVMValueRef kernel) {
  if (self->module->options->opt_level >= 2)
    scope_memory(kernel);
  self->use = (struct fxc_group_use){0};
  self->state = LLVMGetLastParam(kernel);
  self->scratch.count = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      enum group_function kind =
          LLVMIsACallInst(i) ? function_kind(LLVMGetCalledValue(i)) : NO_GROUP_FUNCTION;
      if (kind != NO_GROUP_FUNCTION && !lower_call(self, i, kind))
        return false;
    }
  self->use.memory = round_up(self->use.memory, FALX_NATIVE_FRAME_ALIGN);
  for (size_t i = 0; i < self->scratch.count; i++)
    replace(self->scratch.items[i], frame_pointer(self, self->scratch.items[i], self->use.memory));
  if (self->use.barriers) {
    /* A block in front of each loop: paths that join at the start of a loop with a number of rounds
     * for each work-item get a barrier, which must not be in the loop. */
    if (!fxc_run_llvm_on(self->module, kernel, "loop-simplify"))
      return false;
    if (self->module->options->opt_level >= 2 && !fxc_string_attribute(kernel, FXC_CHECKED))
      self->use.barriers = fxc_cut_loops(self->module->ir, kernel, self->use.barriers);
    self->use.barriers = fxc_cut_branches(self->module->ir, kernel, self->use.barriers);
  }
  note_use(self, kernel);
  return true;
}

/* What is left after inlining cannot be inlined. */
static bool refuse_rest(struct lowering *self) {
  bool is_fine = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(self->module->ir), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    if (function_kind(f) == NO_GROUP_FUNCTION)
      continue;
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use)) {
      fxc_report(
          self->module->diagnostics, FXC_ERROR, LLVMGetUser(use),
          "a barrier, or memory of the work-group, in a function that is recursive or called "
          "through a pointer: such a function cannot be made part of its kernel");
      is_fine = false;
    }
    if (!LLVMGetFirstUse(f))
      LLVMDeleteFunction(f);
  }
  return is_fine;
}

bool fxc_lower_group_functions(const struct fxc_module *module, const LLVMValueRef *kernels,
                               size_t count) {
  struct lowering self = {.module = module, .context = LLVMGetModuleContext(module->ir)};
  self.builder = LLVMCreateBuilderInContext(self.context);
  bool is_fine = true;
  for (size_t i = 0; i < count && is_fine; i++)
    is_fine = lower_kernel(&self, kernels[i]);
  is_fine = is_fine && refuse_rest(&self);
  LLVMDisposeBuilder(self.builder);
  fxs_vector_free(&self.scratch);
  return is_fine;
}

struct fxc_group_use fxc_group_use_of(LLVMValueRef kernel) {
  LLVMValueRef node = fxc_function_node(kernel, "falx.group");
  if (!node)
    return (struct fxc_group_use){0};
  return (struct fxc_group_use){.barriers = fxc_metadata_integer(node, 0),
                                .memory = fxc_metadata_integer(node, 1),
                                .scratch = fxc_metadata_integer(node, 2)};
}
