/* group-memory: memory that a work-group shares, as variables of the local address space.
 *
 * Needs:   drop-arguments (docs/ir.md, 5).
 * Leaves:  no call of __falx_group_memory, __falx_group_scratch or __falx_launch_memory. Kernels
 *          that need the second or the third have a parameter more for each, behind all others and
 *          in this order: a pointer to local memory, on whose size the launch decides. !falx.frame
 *          has the bytes of scratch for each sub-group. Functions with barriers or sub-group
 *          functions are part of the kernels that call them.
 * Refuses: these two in functions that other images call, and in recursive ones.
 * Tests:   tests/passes/group-memory. */
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/ir/attributes.h"
#include "compiler/ir/builtins.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/inline_callers.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "compiler/run_llvm.h"
#include "compiler/target.h"
#include "support/vector.h"

#define MEMORY "__falx_group_memory"
#define SCRATCH "__falx_group_scratch"
#define LAUNCH_MEMORY "__falx_launch_memory"

typedef FXS_VECTOR(LLVMValueRef) value_list;

static LLVMValueRef find(LLVMModuleRef module, const char *name) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    if (LLVMIsDeclaration(f) && fxc_is_source_name(LLVMGetValueName2(f, &length), name))
      return f;
  }
  return NULL;
}

static void calls_of(LLVMValueRef function, value_list *out_calls) {
  for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL; use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function)
      fxc_push(out_calls, user);
  }
}

static LLVMValueRef function_of(LLVMValueRef instruction) {
  return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

/* An operand of the call, which the headers give as a constant. */
static bool constant_of(const struct fxc_module *module, LLVMValueRef call, unsigned operand,
                        uint64_t *out_value) {
  LLVMValueRef value = LLVMGetOperand(call, operand);
  if (LLVMIsAConstantInt(value)) {
    *out_value = LLVMConstIntGetZExtValue(value);
    return true;
  }
  fxc_report(module->diagnostics, FXC_ERROR, call, "the size of group memory is no constant");
  return false;
}

static void replace(LLVMValueRef call, LLVMValueRef memory) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(call)));
  LLVMPositionBuilderBefore(builder, call);
  if (LLVMTypeOf(memory) != LLVMTypeOf(call))
    memory = LLVMBuildAddrSpaceCast(builder, memory, LLVMTypeOf(call), "");
  LLVMReplaceAllUsesWith(call, memory);
  LLVMInstructionEraseFromParent(call);
  LLVMDisposeBuilder(builder);
}

/* ---- a block for each call ---- */

static bool lower_memory(const struct fxc_module *module) {
  value_list calls = {0};
  calls_of(find(module->ir, MEMORY), &calls);
  bool is_fine = true;
  for (size_t i = 0; i < calls.count && is_fine; i++) {
    uint64_t bytes, align;
    is_fine = constant_of(module, calls.items[i], 0, &bytes) &&
              constant_of(module, calls.items[i], 1, &align);
    if (!is_fine)
      break;
    LLVMTypeRef type =
        LLVMArrayType2(LLVMInt8TypeInContext(LLVMGetModuleContext(module->ir)), bytes);
    LLVMValueRef block = LLVMAddGlobalInAddressSpace(module->ir, type, "falx_group_memory",
                                                     module->options->target->local_space);
    LLVMSetLinkage(block, LLVMInternalLinkage);
    LLVMSetInitializer(block, LLVMGetUndef(type));
    LLVMSetAlignment(block, align ? (unsigned)align : 1);
    replace(calls.items[i], block);
  }
  fxs_vector_free(&calls);
  return is_fine;
}

/* ---- one block for all calls, as a parameter ---- */

static void note_scratch(LLVMValueRef kernel, uint64_t bytes) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(kernel));
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
  LLVMMetadataRef operands[4];
  for (unsigned i = 0; i < 4; i++)
    operands[i] = LLVMValueAsMetadata(LLVMConstInt(i32, i == 2 ? bytes : 0, false));
  LLVMGlobalSetMetadata(kernel, fxc_metadata_kind(context, "falx.frame"),
                        LLVMMDNodeInContext2(context, operands, 4));
}

/* Those of the calls that it replaces become NULL. */
static bool lower_block_of(const struct fxc_module *module, LLVMValueRef kernel, bool is_scratch,
                           value_list *calls) {
  uint64_t most = 0;
  value_list own = {0};
  bool is_fine = true;
  for (size_t i = 0; i < calls->count && is_fine; i++) {
    uint64_t bytes = 0;
    if (!calls->items[i] || function_of(calls->items[i]) != kernel)
      continue;
    is_fine = !is_scratch || constant_of(module, calls->items[i], 0, &bytes);
    most = bytes > most ? bytes : most;
    fxc_push(&own, calls->items[i]);
    calls->items[i] = NULL;
  }
  if (own.count && is_fine) {
    LLVMContextRef context = LLVMGetModuleContext(module->ir);
    LLVMValueRef longer = fxc_with_parameter(
        kernel, LLVMPointerTypeInContext(context, module->options->target->local_space),
        is_scratch ? "_arg_scratch" : "_arg_launch_memory");
    for (size_t i = 0; i < own.count; i++)
      replace(own.items[i], LLVMGetLastParam(longer));
    if (is_scratch)
      note_scratch(longer, most);
    else
      fxc_set_string_attribute(longer, FXC_LAUNCH_MEMORY, "");
  }
  fxs_vector_free(&own);
  return is_fine;
}

static bool lower_block(const struct fxc_module *module, const char *name, const char *what) {
  LLVMValueRef block = find(module->ir, name);
  if (!block || !LLVMGetFirstUse(block))
    return true;
  if (fxc_mark_callers(block) && !fxc_run_llvm(module, "always-inline,globaldce"))
    return false;
  block = find(module->ir, name); /* it may be gone */
  value_list calls = {0};
  calls_of(block, &calls);
  bool is_fine = true;
  for (size_t i = 0; i < calls.count; i++)
    if (!fxc_is_kernel(function_of(calls.items[i]))) {
      fxc_report(module->diagnostics, FXC_ERROR, calls.items[i],
                 "%s need to be inlined into their kernel here: not in functions that call "
                 "themselves, nor in SYCL_EXTERNAL ones of other images",
                 what);
      is_fine = false;
    }
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir), next; f && is_fine; f = next) {
    next = LLVMGetNextFunction(f);
    if (fxc_is_kernel(f))
      is_fine = lower_block_of(module, f, strcmp(name, SCRATCH) == 0, &calls);
  }
  fxs_vector_free(&calls);
  return is_fine;
}

/* ---- barriers ---- */

/* Work-items meet at a barrier or in a sub-group function. A driver that runs a work-group by loops
 * or vectors over its work-items (Intel's for CPUs) gets that wrong in functions that it does not
 * inline itself, as it does not without optimization. */
static bool inline_meetings(const struct fxc_module *module) {
  bool is_any = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    if (LLVMIsDeclaration(f) &&
        (fxc_is_spirv_function(name, "ControlBarrier") || strstr(name, "__spirv_GroupNonUniform")))
      is_any |= fxc_mark_callers(f);
  }
  return !is_any || fxc_run_llvm(module, "always-inline,globaldce");
}

enum fxc_result fxc_group_memory(struct fxc_module *module) {
  bool is_fine = inline_meetings(module) && lower_memory(module) &&
                 lower_block(module, SCRATCH, "group algorithms of a work-group") &&
                 lower_block(module, LAUNCH_MEMORY, "calls of get_work_group_scratch_memory");
  return is_fine ? FXC_CHANGED : FXC_FAILED;
}
