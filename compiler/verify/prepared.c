/* native_cpu from prepare-native-cpu on: kernels that a host thread calls (docs/ir.md, 6).
 *
 * - No function and no call has a SPIR calling convention.
 * - @K.NativeCPUKernel is internal, noinline, returns void, has the state as last parameter and no
 *   byval parameter. Only @K calls it, once.
 * - @K, the subhandler, is void(ptr, ptr) and hidden. Both have the same !falx.dispatch until
 *   work-item-loops, then only @K: {i32 flags, i32 by_items}. by_items implies neither barriers
 *   nor memory of the work-group. The kernel's parameters, except the state, match @K's metadata.
 * - !falx.group is {i32 barriers, i32 bytes, i32 bytes}, one of them nonzero, the first bytes a
 *   multiple of 128; the flags agree.
 * - Until work-item-loops barriers are only in kernels and their vector forms, numbered from 1,
 *   each at most once; until vectorize without gaps. !falx.fence on one is {i32 ordering}.
 * - Functions whose address is taken have the state as last parameter. Until work-item-loops calls
 *   through pointers pass the caller's state.
 * - Everything except subhandlers and entries of exports is internal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/metadata.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/verify/checker.h"
#include "falx/image.h"
#include "falx/native_cpu.h"

/* ---- notes ---- */

/* Flags of !falx.dispatch; 0 if it is malformed. */
static unsigned check_dispatch(struct fxc_verifier *v) {
  enum {
    KNOWN = FALX_KERNEL_DISPATCH_ITEMS | FALX_KERNEL_USES_LOCAL_MEMORY | FALX_KERNEL_USES_BARRIER |
            FALX_KERNEL_USES_ROOT_BARRIER | FALX_KERNEL_USES_LAUNCH_MEMORY |
            FALX_KERNEL_WALKS_COLUMNS
  };
  uint64_t numbers[2];
  if (!fxc_read_numbers(v->function.notes[FXC_NOTE_DISPATCH], 32, 2, 2, numbers, NULL) ||
      numbers[0] & ~(uint64_t)KNOWN || numbers[1] > 1) {
    fxc_broken(v, v->function.value,
               "!falx.dispatch is {i32 flags, i32 by_items}: that of '%s' is not",
               v->function.name);
    return 0;
  }
  bool is_by_items = numbers[0] & FALX_KERNEL_DISPATCH_ITEMS;
  bool walks_columns = numbers[0] & FALX_KERNEL_WALKS_COLUMNS;
  uint64_t others =
      numbers[0] & ~(uint64_t)(FALX_KERNEL_DISPATCH_ITEMS | FALX_KERNEL_WALKS_COLUMNS);
  if (is_by_items && (others || !numbers[1]))
    fxc_broken(
        v, v->function.value,
        "a kernel that is dispatched by items has by_items, no barriers and no memory of the "
        "work-group: '%s' has flags %u",
        v->function.name, (unsigned)numbers[0]);
  if (walks_columns && !is_by_items)
    fxc_broken(v, v->function.value,
               "a kernel that walks columns is dispatched by items: '%s' has flags %u",
               v->function.name, (unsigned)numbers[0]);
  return (unsigned)numbers[0];
}

/* Barriers of !falx.group. */
static unsigned check_group(struct fxc_verifier *v, unsigned flags) {
  LLVMValueRef node = v->function.notes[FXC_NOTE_GROUP];
  uint64_t numbers[3] = {0, 0, 0};
  if (node && (!fxc_read_numbers(node, 32, 3, 3, numbers, NULL) ||
               !(numbers[0] | numbers[1] | numbers[2]) || numbers[1] % FALX_NATIVE_FRAME_ALIGN)) {
    fxc_broken(v, v->function.value,
               "!falx.group is {i32 barriers, i32 bytes, a multiple of %u, i32 bytes}, not all 0: "
               "that of '%s' is not",
               FALX_NATIVE_FRAME_ALIGN, v->function.name);
    return (unsigned)numbers[0];
  }
  if (!(flags & FALX_KERNEL_USES_BARRIER) != !numbers[0] ||
      ((numbers[1] | numbers[2]) && !(flags & FALX_KERNEL_USES_LOCAL_MEMORY)))
    fxc_broken(v, v->function.value,
               "the flags of !falx.dispatch say what !falx.group does: those of '%s' differ",
               v->function.name);
  return (unsigned)numbers[0];
}

/* ---- barriers ---- */

static void check_numbers(struct fxc_verifier *v, unsigned count) {
  const struct fxc_verified_function *f = &v->function;
  unsigned char *seen = fxc_must(calloc(count + 1u, 1));
  for (size_t i = 0; i < f->barriers.count; i++) {
    uint64_t number = f->barriers.items[i];
    if (!number || number > count || seen[number])
      fxc_broken(v, f->value,
                 "barriers are numbered from 1 to the count in !falx.group, each once: '%s' has "
                 "%u of %u",
                 f->name, (unsigned)number, count);
    else
      seen[number] = 1;
  }
  free(seen);
  if (v->stage < FXC_AFTER_vectorize && f->role == FXC_ROLE_ONE_ITEM && f->barriers.count < count)
    fxc_broken(v, f->value, "!falx.group counts the barriers: '%s' has %zu of %u", f->name,
               f->barriers.count, count);
}

/* The count in !falx.group of the kernel to which a vector form belongs. */
static unsigned barriers_of_kernel(struct fxc_verifier *v) {
  const char *end = strstr(v->function.name, FXC_ONE_ITEM_SUFFIX);
  size_t length = (size_t)(end - v->function.name) + strlen(FXC_ONE_ITEM_SUFFIX);
  LLVMValueRef kernel = LLVMGetNamedFunctionWithLength(v->module->ir, v->function.name, length);
  LLVMValueRef node = kernel ? fxc_function_node(kernel, fxc_note_names[FXC_NOTE_GROUP]) : NULL;
  uint64_t numbers[3];
  return fxc_read_numbers(node, 32, 3, 3, numbers, NULL) ? (unsigned)numbers[0] : 0;
}

static void check_barriers(struct fxc_verifier *v, unsigned count) {
  if (v->function.role == FXC_ROLE_FORM || v->function.role == FXC_ROLE_MASKED_FORM)
    count = barriers_of_kernel(v);
  else if (v->function.role != FXC_ROLE_ONE_ITEM) {
    if (v->function.barriers.count)
      fxc_broken(v, v->function.value, "barriers are in kernels alone: '%s' is none",
                 v->function.name);
    return;
  }
  check_numbers(v, count);
}

static void check_fence(struct fxc_verifier *v, LLVMValueRef barrier) {
  LLVMValueRef node = LLVMGetMetadata(barrier, v->fence_kind);
  uint64_t ordering;
  if (node &&
      (!fxc_read_numbers(node, 32, 1, 1, &ordering, NULL) || ordering < LLVMAtomicOrderingAcquire ||
       ordering > LLVMAtomicOrderingSequentiallyConsistent))
    fxc_broken(v, barrier, "!falx.fence is {i32 ordering} of a fence: this one is not");
}

/* ---- functions ---- */

static void check_kernel(struct fxc_verifier *v, LLVMValueRef kernel) {
  LLVMTypeRef type = LLVMGlobalGetValueType(kernel);
  if (LLVMGetTypeKind(LLVMGetReturnType(type)) != LLVMVoidTypeKind || !v->function.state)
    fxc_broken(v, kernel,
               "a kernel answers nothing and has the state as last parameter: '%s' does not",
               v->function.name);
  for (unsigned i = 1; i <= LLVMCountParams(kernel); i++)
    if (fxc_has_attribute(kernel, i, "byval"))
      fxc_broken(v, kernel,
                 "by-value aggregates are one block for the whole call: parameter %u of '%s' is "
                 "byval",
                 i - 1, v->function.name);
  if (v->function.role != FXC_ROLE_ONE_ITEM)
    return;
  if (LLVMGetLinkage(kernel) != LLVMInternalLinkage)
    fxc_broken(v, kernel, "kernels are internal: '%s' is not", v->function.name);
  if (v->is_whole && !fxc_has_attribute(kernel, (unsigned)FXC_FUNCTION_INDEX, "noinline"))
    fxc_broken(v, kernel, "kernels are never inlined: '%s' is not noinline", v->function.name);
  if (v->stage < FXC_AFTER_work_item_loops && !v->function.notes[FXC_NOTE_DISPATCH] && v->is_whole)
    fxc_broken(v, kernel, "a kernel has !falx.dispatch: '%s' has not", v->function.name);
}

static LLVMValueRef kernel_of(struct fxc_verifier *v) {
  size_t length = strlen(v->function.name) + sizeof FXC_ONE_ITEM_SUFFIX;
  char *name = fxc_must(malloc(length));
  snprintf(name, length, "%s" FXC_ONE_ITEM_SUFFIX, v->function.name);
  LLVMValueRef kernel = LLVMGetNamedFunction(v->module->ir, name);
  free(name);
  return kernel;
}

static void check_handler(struct fxc_verifier *v, LLVMValueRef handler) {
  LLVMTypeRef type = LLVMGlobalGetValueType(handler);
  LLVMValueRef kernel = kernel_of(v);
  unsigned all, kept;
  if (LLVMGetTypeKind(LLVMGetReturnType(type)) != LLVMVoidTypeKind ||
      LLVMCountParams(handler) != 2 || !fxc_is_pointer(LLVMTypeOf(LLVMGetParam(handler, 0))) ||
      !v->function.state)
    fxc_broken(v, handler, "a subhandler is void(ptr, ptr): '%s' is not", v->function.name);
  if (v->stage >= FXC_AFTER_optimize) /* it has its final name */
    return;
  if (LLVMGetLinkage(handler) != LLVMExternalLinkage ||
      LLVMGetVisibility(handler) != LLVMHiddenVisibility)
    fxc_broken(v, handler, "a subhandler is hidden: '%s' is not", v->function.name);
  if (!kernel && !v->is_whole)
    return;
  if (!kernel || v->function.one_item_calls != 1) {
    fxc_broken(v, handler, "a subhandler calls its kernel, once: '%s' does not", v->function.name);
    return;
  }
  if (fxc_count_arguments(v, &all, &kept) && LLVMCountParams(kernel) != kept + 1)
    fxc_broken(v, handler,
               "a kernel takes the arguments that its subhandler's notes say, and the state: that "
               "of '%s' takes %u, not %u",
               v->function.name, LLVMCountParams(kernel), kept + 1);
  LLVMMetadataRef note = fxc_function_metadata(kernel, fxc_note_names[FXC_NOTE_DISPATCH]);
  if (v->stage < FXC_AFTER_work_item_loops &&
      note != fxc_function_metadata(handler, fxc_note_names[FXC_NOTE_DISPATCH]))
    fxc_broken(v, handler, "a subhandler has its kernel's !falx.dispatch: '%s' has another",
               v->function.name);
  if (v->is_whole && !v->function.notes[FXC_NOTE_FUNCTOR])
    fxc_broken(v, handler,
               "images are described from a subhandler's notes: '%s' has no "
               "!falx.functor",
               v->function.name);
}

/* Profile counters are shared by the whole program. */
static bool is_reserved(const char *name) {
  return strncmp(name, "llvm.", 5) == 0 || strncmp(name, "__llvm_", 7) == 0 ||
         strncmp(name, "__prof", 6) == 0 || strncmp(name, "__covrec", 8) == 0;
}

static bool is_internal(LLVMValueRef global) {
  switch (LLVMGetLinkage(global)) {
  case LLVMInternalLinkage:
  case LLVMPrivateLinkage:
  case LLVMAppendingLinkage:
  case LLVMAvailableExternallyLinkage:
    return true;
  default:
    return false;
  }
}

static void check_linkage(struct fxc_verifier *v, LLVMValueRef function) {
  bool is_root = v->function.role == FXC_ROLE_HANDLER || v->function.role == FXC_ROLE_EXPORT ||
                 v->function.role == FXC_ROLE_EXPORT_ROWS ||
                 (v->function.role == FXC_ROLE_ROWS && v->stage < FXC_AFTER_row_entries) ||
                 v->function.role == FXC_ROLE_ONE_ITEM;
  if (!is_root && !is_internal(function) && !is_reserved(v->function.name))
    fxc_broken(v, function,
               "what is neither a subhandler nor an entry of an export is internal: '%s' is not",
               v->function.name);
}

static bool is_of_spir(unsigned convention) {
  return convention == LLVMSPIRFUNCCallConv || convention == LLVMSPIRKERNELCallConv;
}

static bool is_in_charge(const struct fxc_verifier *v) {
  return v->is_native && v->stage >= FXC_AFTER_prepare_native_cpu;
}

static void check_function(struct fxc_verifier *v, LLVMValueRef function) {
  if (!is_in_charge(v))
    return;
  if (is_of_spir(LLVMGetFunctionCallConv(function)))
    fxc_broken(v, function, "no calling convention of SPIR is left: '%s' has one",
               v->function.name);
  if (LLVMIsDeclaration(function))
    return;
  unsigned flags = v->function.notes[FXC_NOTE_DISPATCH] ? check_dispatch(v) : 0, barriers = 0;
  if (v->stage < FXC_AFTER_work_item_loops &&
      (v->function.notes[FXC_NOTE_DISPATCH] || v->function.notes[FXC_NOTE_GROUP]) &&
      v->function.role != FXC_ROLE_HANDLER)
    barriers = check_group(v, flags);
  if (v->stage < FXC_AFTER_work_item_loops)
    check_barriers(v, barriers);
  if (v->function.role == FXC_ROLE_ONE_ITEM || v->function.role == FXC_ROLE_ROWS)
    check_kernel(v, function);
  else if (v->function.role == FXC_ROLE_HANDLER)
    check_handler(v, function);
  if (v->stage >= FXC_AFTER_optimize)
    return;
  check_linkage(v, function);
  if (!v->function.state && fxc_is_address_taken(function))
    fxc_broken(v, function,
               "functions whose address is taken have the state as last parameter: '%s' has not",
               v->function.name);
}

static void check_instruction(struct fxc_verifier *v, LLVMValueRef instruction) {
  if (!is_in_charge(v) || (!LLVMIsACallInst(instruction) && !LLVMIsAInvokeInst(instruction)))
    return;
  if (is_of_spir(LLVMGetInstructionCallConv(instruction)))
    fxc_broken(v, instruction, "no calling convention of SPIR is left: this call has one");
  if (v->stage >= FXC_AFTER_optimize)
    return;
  LLVMValueRef callee = fxc_direct_callee(instruction);
  enum fxc_role role = callee ? fxc_role_of(v, callee) : FXC_ROLE_NONE;
  if (role == FXC_ROLE_BARRIER)
    check_fence(v, instruction);
  if (role == FXC_ROLE_ONE_ITEM && kernel_of(v) != callee)
    fxc_broken(v, instruction, "nobody but its subhandler calls a kernel: '%s' calls '%s'",
               v->function.name, fxc_value_name(callee));
  if (v->stage >= FXC_AFTER_work_item_loops || !fxc_is_call_through_pointer(instruction))
    return;
  unsigned count = LLVMGetNumArgOperands(instruction);
  if (!count || !v->function.state ||
      LLVMGetArgOperand(instruction, count - 1) != v->function.state)
    fxc_broken(v, instruction, "calls through pointers pass the state last: this one does not");
}

static void check_module(struct fxc_verifier *v) {
  if (!is_in_charge(v) || v->stage >= FXC_AFTER_optimize)
    return;
  for (LLVMValueRef g = LLVMGetFirstGlobal(v->module->ir); g; g = LLVMGetNextGlobal(g))
    if (LLVMGetInitializer(g) && !LLVMIsExternallyInitialized(g) && !is_internal(g) &&
        !is_reserved(fxc_value_name(g)))
      fxc_broken(v, NULL, "variables of device code are internal: '%s' is not", fxc_value_name(g));
}

const struct fxc_checker fxc_check_prepared = {.section = "6, kernels of native_cpu",
                                               .instruction = check_instruction,
                                               .function = check_function,
                                               .module = check_module};
