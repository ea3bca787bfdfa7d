/* native_cpu from work-item-loops on: kernels that loop over their work-items (docs/ir.md, 7).
 *
 * - !falx.dispatch is on subhandlers only. !falx.frame is on each of them, {i32 sub-group size,
 *   i32 bytes, a multiple of 128, i32 bytes per sub-group, i32 bytes per work-item}.
 * - Functions with !falx.cold are optnone and noinline.
 * - From plain-atomics on no atomic has single-thread scope except volatile ones, and
 *   read-modify-write operations that the headers do not emit.
 * - From aggregate-atomics on none has the scope of deferred ones. */
#include "compiler/ir/rebuild.h"
#include "compiler/verify/checker.h"
#include "falx/native_cpu.h"

static bool is_in_charge(const struct fxc_verifier *v) {
  return v->is_native && FXC_BETWEEN(v, FXC_AFTER_work_item_loops, FXC_AFTER_optimize);
}

static void check_frame(struct fxc_verifier *v, LLVMValueRef function) {
  LLVMValueRef frame = v->function.notes[FXC_NOTE_FRAME];
  uint64_t numbers[4];
  if (!frame && v->function.role == FXC_ROLE_HANDLER && v->is_whole)
    fxc_broken(v, function, "after work-item-loops a subhandler has !falx.frame: '%s' has not",
               v->function.name);
  if (!frame)
    return;
  if (v->function.role != FXC_ROLE_HANDLER)
    fxc_broken(v, function, "!falx.frame is on subhandlers: '%s' is none", v->function.name);
  if (!fxc_read_numbers(frame, 32, 4, 4, numbers, NULL) || !numbers[0] ||
      numbers[1] % FALX_NATIVE_FRAME_ALIGN)
    fxc_broken(v, function,
               "!falx.frame is {i32 sub-group size, i32 bytes, a multiple of %u, i32 for each "
               "sub-group, i32 for each work-item}: that of '%s' is not",
               FALX_NATIVE_FRAME_ALIGN, v->function.name);
}

static void check_function(struct fxc_verifier *v, LLVMValueRef function) {
  if (!is_in_charge(v) || LLVMIsDeclaration(function))
    return;
  check_frame(v, function);
  if (v->function.role == FXC_ROLE_ONE_ITEM && v->function.notes[FXC_NOTE_DISPATCH])
    fxc_broken(v, function,
               "after work-item-loops !falx.dispatch is on subhandlers alone: '%s' has one",
               v->function.name);
  if (v->function.notes[FXC_NOTE_COLD] &&
      !fxc_has_attribute(function, (unsigned)FXC_FUNCTION_INDEX, "optnone"))
    fxc_broken(v, function, "functions that are !falx.cold are optnone: '%s' is not",
               v->function.name);
}

/* The operations that plain-atomics turns into loads and stores. */
static bool is_lowered(LLVMValueRef i) {
  if (!LLVMIsAAtomicRMWInst(i))
    return LLVMIsAAtomicCmpXchgInst(i) || LLVMIsALoadInst(i) || LLVMIsAStoreInst(i);
  switch (LLVMGetAtomicRMWBinOp(i)) {
  case LLVMAtomicRMWBinOpXchg:
  case LLVMAtomicRMWBinOpAdd:
  case LLVMAtomicRMWBinOpSub:
  case LLVMAtomicRMWBinOpAnd:
  case LLVMAtomicRMWBinOpNand:
  case LLVMAtomicRMWBinOpOr:
  case LLVMAtomicRMWBinOpXor:
  case LLVMAtomicRMWBinOpMax:
  case LLVMAtomicRMWBinOpMin:
  case LLVMAtomicRMWBinOpUMax:
  case LLVMAtomicRMWBinOpUMin:
  case LLVMAtomicRMWBinOpFAdd:
  case LLVMAtomicRMWBinOpFSub:
  case LLVMAtomicRMWBinOpFMax:
  case LLVMAtomicRMWBinOpFMin:
    return true;
  default:
    return false;
  }
}

static void check_instruction(struct fxc_verifier *v, LLVMValueRef instruction) {
  if (is_in_charge(v) && v->stage >= FXC_AFTER_plain_atomics && is_lowered(instruction) &&
      !LLVMGetVolatile(instruction) && LLVMGetAtomicSyncScopeID(instruction) == v->one_thread)
    fxc_broken(v, instruction, "after plain-atomics no atomic is of one thread: this one is");
  if (v->is_native && v->stage >= FXC_AFTER_aggregate_atomics &&
      LLVMIsAAtomicRMWInst(instruction) && LLVMGetAtomicSyncScopeID(instruction) == v->deferred)
    fxc_broken(v, instruction, "after aggregate-atomics no atomic is deferred: this one is");
}

const struct fxc_checker fxc_check_loops = {
    .section = "7, work-item loops", .instruction = check_instruction, .function = check_function};
