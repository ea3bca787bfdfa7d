/* deferrable-atomics: atomic additions that a kernel may do later than where they stand.
 *
 * Additions whose result nobody uses, to a few addresses by many work-items (histograms, totals),
 * wait for each other: a locked instruction each, and from several threads for the line of memory.
 * Where nobody in the kernel can tell, they are summed up in a table and done at the end of the
 * thread's share of the launch (aggregate-atomics).
 *
 * They can be told apart by what a work-item does behind one of them: if it reads or writes memory
 * that may be the same, or orders its accesses for other threads. Other work-items that read what
 * is added to without being ordered behind it race with it; if they are ordered, by a barrier of
 * their work-group, they run this code, too. All additions of a kernel may be done later, or none.
 *
 * Needs:   docs/ir.md section 6, behind group-atomics: atomics within a work-group are told apart.
 * Leaves:  syncscope("falx-deferred") on these additions: relaxed, of 32 or 64 bits, integers or
 *          floating point, whose order among each other nothing says.
 * Refuses: nothing.
 * Tests:   tests/passes/deferrable-atomics. */
#include <string.h>

#include "compiler/ir/address.h"
#include "compiler/ir/atomics.h"
#include "compiler/ir/cfg.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/item_memory.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "compiler/pass.h"
#include "support/vector.h"

typedef FXS_VECTOR(LLVMValueRef) value_list;

/* Where the address may be that of a work-item's own variable, there may be another one later. */
static bool is_shared(LLVMValueRef address) {
  LLVMValueRef object = fxc_object_of(address);
  return LLVMIsALoadInst(object) || LLVMIsAArgument(object) || LLVMIsAGlobalVariable(object);
}

static bool is_addition(LLVMValueRef i) {
  if (!LLVMIsAAtomicRMWInst(i) || LLVMGetVolatile(i) || LLVMGetFirstUse(i) ||
      LLVMGetOrdering(i) != LLVMAtomicOrderingMonotonic)
    return false;
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 1));
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  unsigned bits = kind == LLVMFloatTypeKind     ? 32
                  : kind == LLVMDoubleTypeKind  ? 64
                  : kind == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type)
                                                : 0;
  LLVMAtomicRMWBinOp operation = LLVMGetAtomicRMWBinOp(i);
  return (bits == 32 || bits == 64) && LLVMGetAlignment(i) >= bits / 8 &&
         is_shared(LLVMGetOperand(i, 0)) &&
         LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(i, 0))) == 0 &&
         (operation == LLVMAtomicRMWBinOpAdd || operation == LLVMAtomicRMWBinOpSub ||
          operation == LLVMAtomicRMWBinOpFAdd || operation == LLVMAtomicRMWBinOpFSub);
}

static bool has_metadata(LLVMValueRef call, const char *name) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(LLVMGetCalledValue(call)));
  return LLVMGetMetadata(call, fxc_metadata_kind(context, name));
}

static bool is_quiet_call(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  size_t length;
  if (!LLVMIsAFunction(callee))
    return false;
  if (fxc_barrier_id(call))
    return !has_metadata(call, "falx.fence") && !has_metadata(call, "falx.root");
  const char *name = LLVMGetValueName2(callee, &length);
  static const char *const nothing[] = {"llvm.assume", "llvm.lifetime.", "llvm.dbg.",
                                        "llvm.experimental.noalias.scope.decl"};
  for (size_t k = 0; k < sizeof nothing / sizeof *nothing; k++)
    if (!strncmp(name, nothing[k], strlen(nothing[k])))
      return true;
  return fxc_builtin_of_state(name) != FXC_BUILTIN_COUNT || fxc_touches_no_memory(call);
}

/* Whether a work-item may do this behind an addition that is done later. */
static bool is_quiet(LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
    return !LLVMGetVolatile(i) &&
           (fxc_item_memory_is_argument(LLVMGetOperand(i, 0)) || fxc_group_block(i));
  case LLVMStore:
    return !LLVMGetVolatile(i) && fxc_group_block(i);
  case LLVMAtomicRMW:
    return is_addition(i) || fxc_group_block(i);
  case LLVMAtomicCmpXchg:
    return fxc_group_block(i);
  case LLVMCall:
    return is_quiet_call(i);
  case LLVMFence:
  case LLVMInvoke:
  case LLVMVAArg:
    return false;
  default:
    return true;
  }
}

/* An atomic of a work-group's memory, or of one thread, is nobody else's. Who reads volatile memory
 * may wait for others. */
static bool is_others(LLVMValueRef i, unsigned one_thread) {
  if ((LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) && LLVMGetVolatile(i))
    return true;
  return LLVMGetInstructionOpcode(i) == LLVMFence
             ? LLVMGetAtomicSyncScopeID(i) != one_thread
             : fxc_is_atomic(i) && !fxc_group_block(i) && LLVMGetAtomicSyncScopeID(i) != one_thread;
}

static bool is_quiet_from(LLVMValueRef i) {
  for (; i; i = LLVMGetNextInstruction(i))
    if (!is_quiet(i))
      return false;
  return true;
}

/* Whether that is so for everything behind the additions. */
static bool are_followed_quietly(LLVMValueRef kernel, const value_list *additions) {
  struct fxc_cfg cfg;
  fxc_cfg_build(&cfg, kernel);
  bool *is_reached = fxc_must(calloc(cfg.count + 1, sizeof *is_reached)), is_fine = true;
  FXS_VECTOR(unsigned) next = {0};
  for (size_t k = 0; k < additions->count; k++) {
    is_fine &= is_quiet_from(LLVMGetNextInstruction(additions->items[k]));
    unsigned block = fxc_cfg_number(&cfg, LLVMGetInstructionParent(additions->items[k]));
    if (block != FXC_NONE)
      for (unsigned e = cfg.successor_start[block]; e < cfg.successor_start[block + 1]; e++)
        fxc_push(&next, cfg.successors[e]);
  }
  while (is_fine && next.count) {
    unsigned block = fxs_vector_pop(&next);
    if (is_reached[block])
      continue;
    is_reached[block] = true;
    is_fine = is_quiet_from(LLVMGetFirstInstruction(cfg.blocks[block]));
    for (unsigned e = cfg.successor_start[block]; e < cfg.successor_start[block + 1]; e++)
      fxc_push(&next, cfg.successors[e]);
  }
  fxs_vector_free(&next);
  free(is_reached);
  fxc_cfg_free(&cfg);
  return is_fine;
}

/* Finds them; false if the kernel has atomics or fences beside them that others take part in. */
static bool find_additions(LLVMValueRef kernel, unsigned one_thread, value_list *out) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (is_others(i, one_thread)) {
        if (!is_addition(i))
          return false;
        fxc_push(out, i);
      }
  return true;
}

static bool defer(LLVMValueRef kernel) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(kernel));
  value_list additions = {0};
  unsigned one_thread = LLVMGetSyncScopeID(context, FXC_SCOPE_THREAD, strlen(FXC_SCOPE_THREAD));
  bool is_fine = find_additions(kernel, one_thread, &additions) && additions.count &&
                 are_followed_quietly(kernel, &additions);
  for (size_t k = 0; is_fine && k < additions.count; k++)
    LLVMSetAtomicSyncScopeID(additions.items[k], LLVMGetSyncScopeID(context, FXC_SCOPE_DEFERRED,
                                                                    strlen(FXC_SCOPE_DEFERRED)));
  fxs_vector_free(&additions);
  return is_fine;
}

enum fxc_result fxc_deferrable_atomics(struct fxc_module *module) {
  bool is_changed = false;
  if (module->options->opt_level < 2)
    return FXC_SAME;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMInternalLinkage &&
        fxc_function_metadata(f, "falx.dispatch"))
      is_changed |= defer(f);
  return is_changed ? FXC_CHANGED : FXC_SAME;
}
