/* check-accesses: what -fsycl-check= asks for (docs/checker.md): calls before accesses of memory
 * that work-items may share, around what orders memory, and before barriers.
 *
 * Needs:   docs/ir.md section 4, behind optimize-early: header layers inlined, source positions.
 * Leaves:  calls of __falx_check_<name>, which prepare-native-cpu gives the state; the attribute
 *          "falx-checked" on kernels that have them. Kernels whose sub-groups have a size stay as
 *          they are, with a warning: they run as vectors.
 * Refuses: nothing.
 * Tests:   tests/passes/check-accesses, tests/check. */
#include "compiler/native_cpu/check_accesses.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "compiler/ir/attributes.h"
#include "compiler/ir/builtins.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/ir/kernel_params.h"
#include "compiler/ir/map.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/check_site.h"
#include "compiler/pass.h"
#include "compiler/run_llvm.h"
#include "falx/check.h"
#include "falx/image.h"
#include "support/vector.h"

#define PREFIX "__falx_check_"
/* Takes objects apart that hold pointers, so that what an address is computed from is seen. */
static const char take_apart[] = "function(sroa,instsimplify,simplifycfg,loop(loop-unroll-full),"
                                 "sroa,instsimplify,simplifycfg)";
static const char clean_up[] = "function(early-cse,instcombine<no-verify-fixpoint>,simplifycfg)";

enum { SCOPE_DEVICE = 1, SCOPE_WORK_GROUP = 2 };

struct checks {
  struct fxc_module *module;
  LLVMContextRef context;
  LLVMTypeRef pointer, i32, i64;
  LLVMBuilderRef builder;
  LLVMTargetDataRef layout;
  unsigned own; /* metadata: an access of the source */
  struct fxc_check_sites sites;
};

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static LLVMValueRef call(struct checks *self, const char *hook, LLVMValueRef *arguments,
                         unsigned count) {
  LLVMTypeRef types[8];
  for (unsigned i = 0; i < count; i++)
    types[i] = LLVMTypeOf(arguments[i]);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(self->context), types, count, 0);
  LLVMValueRef function = LLVMGetNamedFunction(self->module->ir, hook);
  if (!function) {
    function = LLVMAddFunction(self->module->ir, hook, type);
    fxc_add_attribute(function, (unsigned)LLVMAttributeFunctionIndex, "nounwind", 0);
  }
  return LLVMBuildCall2(self->builder, type, function, arguments, count, "");
}

static LLVMValueRef number(LLVMTypeRef type, uint64_t value) {
  return LLVMConstInt(type, value, 0);
}

static void go_before(struct checks *self, LLVMValueRef instruction) {
  LLVMPositionBuilderBefore(self->builder, instruction);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(instruction));
}

static void go_behind(struct checks *self, LLVMValueRef instruction) {
  LLVMPositionBuilderBefore(self->builder, LLVMGetNextInstruction(instruction));
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(instruction));
}

/* ---- what an address is computed from ---- */

struct roots {
  LLVMValueRef one;     /* the only one; NULL for none or several */
  bool is_any, is_many; /* found */
  bool is_private;      /* all are the work-item's own, or constants */
};

static void add_root(struct roots *roots, LLVMValueRef root) {
  bool is_own = LLVMIsAAllocaInst(root) ||
                (LLVMIsAGlobalVariable(root) && LLVMIsGlobalConstant(root)) ||
                LLVMIsAFunction(root);
  if (LLVMIsAArgument(root)) {
    LLVMValueRef function = LLVMGetParamParent(root);
    for (unsigned i = 0; i < LLVMCountParams(function); i++)
      if (LLVMGetParam(function, i) == root)
        is_own = fxc_has_attribute(function, i + 1, "byval");
  }
  roots->is_private = is_own && (!roots->is_any || roots->is_private);
  roots->is_many |= roots->is_any && roots->one != root;
  roots->is_any = true;
  roots->one = roots->is_many ? NULL : root;
}

static LLVMValueRef step_to_root(LLVMValueRef value) {
  if (LLVMIsAGetElementPtrInst(value) || LLVMIsABitCastInst(value) ||
      LLVMIsAAddrSpaceCastInst(value) || LLVMIsAFreezeInst(value))
    return LLVMGetOperand(value, 0);
  if (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr)
    return LLVMGetOperand(value, 0);
  if (LLVMIsACallInst(value) && LLVMIsAFunction(LLVMGetCalledValue(value)) &&
      !strcmp(name_of(LLVMGetCalledValue(value)), "__falx_group_pointer"))
    return LLVMGetOperand(value, 0);
  return NULL;
}

static struct roots find_roots(LLVMValueRef address) {
  enum { MOST = 64 };
  struct roots roots = {0};
  struct fxc_map seen = {0};
  FXS_VECTOR(LLVMValueRef) stack = {0};
  fxc_push(&stack, address);
  while (stack.count && seen.count < MOST) {
    LLVMValueRef value = stack.items[--stack.count], next;
    if (fxc_map_has(&seen, value))
      continue;
    fxc_map_put(&seen, value, value);
    if ((next = step_to_root(value))) {
      fxc_push(&stack, next);
    } else if (LLVMIsAPHINode(value)) {
      for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
        fxc_push(&stack, LLVMGetIncomingValue(value, i));
    } else if (LLVMIsASelectInst(value)) {
      for (unsigned i = 1; i < 3; i++)
        fxc_push(&stack, LLVMGetOperand(value, i));
    } else {
      add_root(&roots, value);
    }
  }
  if (stack.count)
    roots = (struct roots){.is_any = true, .is_many = true};
  fxs_vector_free(&stack);
  fxc_map_free(&seen);
  return roots;
}

static LLVMValueRef known_root(struct checks *self, const struct roots *roots) {
  bool has_root = roots->one && !LLVMIsAConstant(roots->one) && !LLVMIsAIntToPtrInst(roots->one);
  return has_root ? roots->one : LLVMConstNull(self->pointer);
}

/* ---- accesses ---- */

static void check_access(struct checks *self, LLVMValueRef instruction, LLVMValueRef address,
                         LLVMValueRef bytes, unsigned flags) {
  struct roots roots = find_roots(address);
  LLVMValueRef site = roots.is_private ? NULL : fxc_check_site(&self->sites, instruction);
  if (!site)
    return;
  go_before(self, instruction);
  LLVMValueRef root = known_root(self, &roots);
  LLVMValueRef size = LLVMBuildIntCast2(self->builder, bytes, self->i64, 0, "");
  LLVMValueRef arguments[] = {address, size, number(self->i32, flags), root, site};
  call(self, PREFIX "access", arguments, 5);
}

static LLVMValueRef size_of(struct checks *self, LLVMTypeRef type) {
  return number(self->i64, LLVMStoreSizeOfType(self->layout, type));
}

static void order(struct checks *self, uint32_t orders) {
  LLVMValueRef value = number(self->i32, orders);
  call(self, PREFIX "order", &value, 1);
}

static void check_order(struct checks *self, LLVMValueRef instruction,
                        LLVMAtomicOrdering ordering) {
  bool is_both = ordering == LLVMAtomicOrderingAcquireRelease ||
                 ordering == LLVMAtomicOrderingSequentiallyConsistent;
  if (is_both || ordering == LLVMAtomicOrderingRelease) {
    go_before(self, instruction);
    order(self, FALX_ORDER_RELEASE);
  }
  if (is_both || ordering == LLVMAtomicOrderingAcquire) {
    go_behind(self, instruction);
    order(self, FALX_ORDER_ACQUIRE);
  }
}

/* Loads and stores of the source. Those that LLVM makes of copies may be of padding. */
static void mark(struct checks *self, LLVMValueRef i) {
  if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i))
    LLVMSetMetadata(
        i, self->own,
        LLVMMetadataAsValue(self->context, LLVMMDNodeInContext2(self->context, NULL, 0)));
}

static void check_memory(struct checks *self, LLVMValueRef i) {
  unsigned atomic = 0;
  LLVMTypeRef type = NULL;
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
  case LLVMStore: {
    bool is_load = LLVMGetInstructionOpcode(i) == LLVMLoad;
    if (!LLVMGetMetadata(i, self->own))
      break;
    LLVMSetMetadata(i, self->own, NULL);
    LLVMValueRef address = LLVMGetOperand(i, is_load ? 0 : 1);
    type = is_load ? LLVMTypeOf(i) : LLVMTypeOf(LLVMGetOperand(i, 0));
    atomic = LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic ? FALX_ACCESS_OF_ATOMIC : 0;
    check_access(self, i, address, size_of(self, type),
                 atomic | (is_load ? FALX_ACCESS_OF_READ : FALX_ACCESS_OF_WRITE));
    check_order(self, i, LLVMGetOrdering(i));
    break;
  }
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: {
    bool is_exchange = LLVMGetInstructionOpcode(i) == LLVMAtomicCmpXchg;
    check_access(self, i, LLVMGetOperand(i, 0), size_of(self, LLVMTypeOf(LLVMGetOperand(i, 1))),
                 FALX_ACCESS_OF_ATOMIC | FALX_ACCESS_OF_READ | FALX_ACCESS_OF_WRITE);
    check_order(self, i, is_exchange ? LLVMGetCmpXchgSuccessOrdering(i) : LLVMGetOrdering(i));
    break;
  }
  case LLVMFence:
    check_order(self, i, LLVMGetOrdering(i));
    break;
  default:
    break;
  }
}

/* ---- calls ---- */

static uint64_t constant_of(LLVMValueRef call, unsigned operand, uint64_t unknown) {
  LLVMValueRef value = LLVMGetOperand(call, operand);
  return LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value) : unknown;
}

static void check_barrier(struct checks *self, LLVMValueRef barrier) {
  uint64_t execution = constant_of(barrier, 0, 0), memory = constant_of(barrier, 1, SCOPE_DEVICE);
  if (execution <= SCOPE_DEVICE || memory <= SCOPE_DEVICE)
    check_order(self, barrier, LLVMAtomicOrderingAcquireRelease);
  LLVMValueRef site = fxc_check_site(&self->sites, barrier);
  if (execution > SCOPE_WORK_GROUP)
    return;
  if (!site)
    site = fxc_check_no_site(&self->sites);
  go_before(self, barrier);
  call(self, PREFIX "barrier", &site, 1);
}

/* Copies are whole, before LLVM takes them apart. */
static void check_copy(struct checks *self, LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMIsAFunction(LLVMGetCalledValue(i)) : NULL;
  if (!callee)
    return;
  const char *name = name_of(callee);
  bool is_copy = !strncmp(name, "llvm.memcpy.", 12) || !strncmp(name, "llvm.memmove.", 13);
  if (!is_copy && strncmp(name, "llvm.memset.", 12))
    return;
  LLVMValueRef bytes = LLVMGetOperand(i, 2);
  check_access(self, i, LLVMGetOperand(i, 0), bytes, FALX_ACCESS_OF_WRITE);
  if (is_copy)
    check_access(self, i, LLVMGetOperand(i, 1), bytes, FALX_ACCESS_OF_READ);
}

/* The root of a copy, which more is known of now; none of what is private. */
static void settle_copy(struct checks *self, LLVMValueRef hook) {
  struct roots roots = find_roots(LLVMGetOperand(hook, 0));
  if (roots.is_private)
    LLVMInstructionEraseFromParent(hook);
  else
    LLVMSetOperand(hook, 3, known_root(self, &roots));
}

static void check_call(struct checks *self, LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(i));
  if (!callee)
    return;
  const char *name = name_of(callee);
  if (!strcmp(name, PREFIX "access")) {
    settle_copy(self, i);
  } else if (fxc_is_spirv_function(name, "ControlBarrier")) {
    check_barrier(self, i);
  } else if (fxc_is_spirv_function(name, "MemoryBarrier")) {
    check_order(self, i, fxc_semantics_ordering(constant_of(i, 1, FXC_SEQ_CST)));
  } else if (fxc_is_source_name(name, "__falx_group_memory")) {
    LLVMValueRef bytes = LLVMGetOperand(i, 0);
    go_behind(self, i);
    LLVMValueRef size = LLVMBuildIntCast2(self->builder, bytes, self->i64, 0, "");
    LLVMValueRef site = fxc_check_site(&self->sites, i);
    LLVMValueRef arguments[] = {i, size, site ? site : fxc_check_no_site(&self->sites)};
    call(self, PREFIX "local", arguments, 3);
  }
}

static void check_function(struct checks *self, LLVMValueRef function, bool is_first) {
  FXS_VECTOR(LLVMValueRef) instructions = {0};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      fxc_push(&instructions, i);
  for (size_t k = 0; k < instructions.count; k++) {
    LLVMValueRef i = instructions.items[k];
    if (is_first) {
      check_copy(self, i);
      mark(self, i);
    } else if (LLVMIsACallInst(i))
      check_call(self, i);
    else
      check_memory(self, i);
  }
  fxs_vector_free(&instructions);
}

/* ---- kernels ---- */

static void note_locals(struct checks *self, LLVMValueRef kernel) {
  size_t count;
  struct fxc_kernel_param *params = fxc_kernel_params(kernel, &count);
  for (size_t i = 0; i < count; i++)
    if (fxc_is_local_param(&params[i].is) && params[i].first < LLVMCountParams(kernel)) {
      const struct falx_kernel_param *is = &params[i].is;
      bool is_accessor = is->kind == FALX_PARAM_LOCAL_ACCESSOR; /* the word is behind it */
      uint64_t word = is_accessor ? (uint64_t)is->offset + is->size : 0;
      LLVMValueRef arguments[] = {LLVMGetParam(kernel, params[i].first),
                                  number(self->i64, is->offset), number(self->i64, word)};
      call(self, PREFIX "local_argument", arguments, 3);
    }
  free(params);
}

static void begin_kernel(struct checks *self, LLVMValueRef kernel) {
  char *name = fxc_demangle(name_of(kernel));
  LLVMTypeRef types[] = {self->pointer, self->i32};
  LLVMTypeRef type = LLVMStructTypeInContext(self->context, types, 2, 0);
  LLVMValueRef parts[] = {fxc_check_text(&self->sites, name),
                          number(self->i32, self->module->options->checks)};
  LLVMValueRef record = LLVMAddGlobal(self->module->ir, type, "falx_check_kernel");
  LLVMSetInitializer(record, LLVMConstStructInContext(self->context, parts, 2, 0));
  LLVMSetLinkage(record, LLVMPrivateLinkage);
  free(name);
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel));
  while (LLVMIsAAllocaInst(first))
    first = LLVMGetNextInstruction(first);
  LLVMPositionBuilderBefore(self->builder, first);
  LLVMSetCurrentDebugLocation2(self->builder, fxc_check_entry_location(self->context, kernel));
  call(self, PREFIX "begin", &record, 1);
  note_locals(self, kernel);
}

static void warn(struct checks *self, LLVMValueRef kernel) {
  char *name = fxc_demangle(name_of(kernel));
  fxc_report(self->module->diagnostics, FXC_WARNING, NULL,
             "the kernel %s is not checked: it uses sub-groups of a fixed size, which run as "
             "vectors; -fsycl-default-sub-group-size=automatic changes the default",
             name);
  free(name);
}

static void check_functions(struct checks *self, bool is_first) {
  LLVMModuleRef ir = self->module->ir;
  struct fxc_map sized = {0};
  fxc_check_sites_begin(&self->sites, ir);
  fxc_find_sized_sub_groups(ir, &sized);
  for (LLVMValueRef f = LLVMGetFirstFunction(ir), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    bool is_kernel = fxc_is_kernel(f), is_sized = fxc_map_has(&sized, f);
    if (LLVMIsDeclaration(f))
      continue;
    if (is_first && is_kernel && is_sized)
      warn(self, f);
    if (is_sized)
      continue;
    if (is_first && is_kernel)
      fxc_set_string_attribute(f, FXC_CHECKED, "");
    check_function(self, f, is_first);
    if (!is_first && is_kernel)
      begin_kernel(self, f);
  }
  fxc_map_free(&sized);
  fxc_check_sites_end(&self->sites);
}

enum fxc_result fxc_check_accesses(struct fxc_module *module) {
  if (!module->options->checks)
    return FXC_SAME;
  struct checks self = {.module = module, .context = LLVMGetModuleContext(module->ir)};
  unsigned thread = fxc_attribute_kind("sanitize_thread"); /* of optimize-early */
  self.pointer = LLVMPointerTypeInContext(self.context, 0);
  self.i32 = LLVMInt32TypeInContext(self.context);
  self.i64 = LLVMInt64TypeInContext(self.context);
  self.own = fxc_metadata_kind(self.context, "falx.access");
  self.builder = LLVMCreateBuilderInContext(self.context);
  self.layout = LLVMGetModuleDataLayout(module->ir);
  check_functions(&self, true);
  bool is_fine = fxc_run_llvm(module, take_apart);
  if (is_fine)
    check_functions(&self, false);
  LLVMDisposeBuilder(self.builder);
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    LLVMRemoveEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, thread);
  return is_fine && fxc_run_llvm(module, clean_up) ? FXC_CHANGED : FXC_FAILED;
}
