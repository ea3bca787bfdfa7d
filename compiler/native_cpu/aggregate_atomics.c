/* aggregate-atomics: atomic additions that may be done later, summed up by their addresses.
 *
 * A kernel's function runs a share of the launch. It keeps a table of sums on its stack
 * (devicelib/sums.c), adds to that what deferrable-atomics has found, and does the additions of the
 * sums before it returns.
 *
 * Needs:   docs/ir.md section 7.
 * Leaves:  no syncscope("falx-deferred"). In functions that are no whole share, because they are
 *          parts of one or rarely run, these additions are the usual ones.
 * Refuses: nothing.
 * Tests:   tests/passes/aggregate-atomics; the results: tests/sycl/atomic_ref. */
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "compiler/ir/atomics.h"
#include "compiler/ir/c_library.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/cold.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "compiler/pass.h"
#include "compiler/run_llvm.h"
#include "falx/image.h"
#include "support/vector.h"

#define PREFIX "__falx_sums_"
enum { TABLE_BYTES = 16392, TABLE_ALIGNMENT = 64 };

/* Made by devicelib/devicelib.cmake. */
extern const unsigned char fxc_devicelib_sums[];
extern const unsigned long fxc_devicelib_sums_size;

struct aggregation {
  LLVMModuleRef ir;
  LLVMBuilderRef builder;
  LLVMTypeRef none, i64;
  unsigned deferred, system; /* ids of synchronization scopes */
};

typedef FXS_VECTOR(LLVMValueRef) value_list;

static LLVMValueRef call(struct aggregation *self, const char *name, LLVMTypeRef result,
                         LLVMValueRef *arguments, unsigned count) {
  char symbol[32];
  LLVMTypeRef types[4];
  snprintf(symbol, sizeof symbol, PREFIX "%s", name);
  for (unsigned k = 0; k < count; k++)
    types[k] = LLVMTypeOf(arguments[k]);
  LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
  LLVMValueRef function = LLVMGetNamedFunction(self->ir, symbol);
  if (!function)
    function = LLVMAddFunction(self->ir, symbol, type);
  return LLVMBuildCall2(self->builder, type, function, arguments, count, "");
}

/* The handler that calls the function with a share of a launch; NULL if it is not called so. */
static LLVMValueRef handler_of(LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMValueRef caller =
        LLVMIsACallInst(user) ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) : NULL;
    if (caller && fxc_function_metadata(caller, "falx.dispatch"))
      return caller;
  }
  return NULL;
}

static LLVMValueRef load(struct aggregation *self, LLVMValueRef state, enum fxc_builtin builtin,
                         unsigned dimension) {
  unsigned offset = fxc_state_offsets[builtin] + dimension * (unsigned)sizeof(uint64_t);
  return LLVMBuildLoad2(self->builder, self->i64, fxc_state_field(self->builder, state, offset, ""),
                        "");
}

/* How many work-items the share has. */
static LLVMValueRef items_of(struct aggregation *self, LLVMValueRef handler, LLVMValueRef state) {
  bool is_by_items = fxc_metadata_integer(fxc_function_node(handler, "falx.dispatch"), 0) &
                     FALX_KERNEL_DISPATCH_ITEMS;
  LLVMValueRef items = LLVMConstInt(self->i64, 1, false);
  for (unsigned d = 0; d < 3; d++) {
    LLVMValueRef end = load(self, state, FXC_RUN_END, d);
    LLVMValueRef count = LLVMBuildSub(self->builder, end, load(self, state, FXC_RUN_BEGIN, d), "");
    items = LLVMBuildMul(self->builder, items, count, "");
    if (!is_by_items)
      items = LLVMBuildMul(self->builder, items, load(self, state, FXC_LOCAL_SIZE, d), "");
  }
  return items;
}

static void replace(struct aggregation *self, LLVMValueRef atomic, LLVMValueRef table,
                    LLVMValueRef mask) {
  LLVMPositionBuilderBefore(self->builder, atomic);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(atomic));
  LLVMValueRef x = LLVMGetOperand(atomic, 1);
  LLVMAtomicRMWBinOp operation = LLVMGetAtomicRMWBinOp(atomic);
  if (operation == LLVMAtomicRMWBinOpSub)
    x = LLVMBuildNeg(self->builder, x, "");
  else if (operation == LLVMAtomicRMWBinOpFSub)
    x = LLVMBuildFNeg(self->builder, x, "");
  LLVMTypeRef type = LLVMTypeOf(x);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  const char *name = kind == LLVMFloatTypeKind         ? "add_f32"
                     : kind == LLVMDoubleTypeKind      ? "add_f64"
                     : LLVMGetIntTypeWidth(type) == 32 ? "add_i32"
                                                       : "add_i64";
  LLVMValueRef arguments[4] = {table, mask, LLVMGetOperand(atomic, 0), x};
  call(self, name, self->none, arguments, 4);
  LLVMInstructionEraseFromParent(atomic);
}

static void end_before_returns(struct aggregation *self, LLVMValueRef function, LLVMValueRef table,
                               LLVMValueRef mask) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
    if (!LLVMIsAReturnInst(last))
      continue;
    LLVMPositionBuilderBefore(self->builder, last);
    LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(last));
    LLVMValueRef arguments[2] = {table, mask};
    call(self, "end", self->none, arguments, 2);
  }
}

static void aggregate(struct aggregation *self, LLVMValueRef function, LLVMValueRef handler,
                      const value_list *additions) {
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
  LLVMPositionBuilderBefore(self->builder, first);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(first));
  LLVMTypeRef bytes =
      LLVMArrayType2(LLVMInt8TypeInContext(LLVMGetModuleContext(self->ir)), TABLE_BYTES);
  LLVMValueRef table = LLVMBuildAlloca(self->builder, bytes, "sums");
  LLVMSetAlignment(table, TABLE_ALIGNMENT);
  while (LLVMIsAAllocaInst(first))
    first = LLVMGetNextInstruction(first);
  LLVMPositionBuilderBefore(self->builder, first);
  LLVMValueRef begin[2] = {table, items_of(self, handler, LLVMGetLastParam(function))};
  LLVMValueRef mask = call(self, "begin", self->i64, begin, 2);
  for (size_t k = 0; k < additions->count; k++)
    replace(self, additions->items[k], table, mask);
  end_before_returns(self, function, table, mask);
}

static bool lower(struct aggregation *self, LLVMValueRef function) {
  value_list additions = {0};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsAAtomicRMWInst(i) && LLVMGetAtomicSyncScopeID(i) == self->deferred)
        fxc_push(&additions, i);
  LLVMValueRef handler = additions.count ? handler_of(function) : NULL;
  if (handler && !fxc_function_metadata(function, FXC_COLD))
    aggregate(self, function, handler, &additions);
  else
    for (size_t k = 0; k < additions.count; k++)
      LLVMSetAtomicSyncScopeID(additions.items[k], self->system);
  bool is_changed = additions.count != 0;
  fxs_vector_free(&additions);
  return is_changed;
}

enum fxc_result fxc_aggregate_atomics(struct fxc_module *module) {
  static const struct fxc_library_row no_rows[1];
  struct fxc_library library = {.name = "devicelib/sums.c",
                                .bytes = fxc_devicelib_sums,
                                .size = fxc_devicelib_sums_size,
                                .rows = no_rows};
  LLVMContextRef context = LLVMGetModuleContext(module->ir);
  struct aggregation self = {
      .ir = module->ir,
      .builder = LLVMCreateBuilderInContext(context),
      .none = LLVMVoidTypeInContext(context),
      .i64 = LLVMInt64TypeInContext(context),
      .deferred = LLVMGetSyncScopeID(context, FXC_SCOPE_DEFERRED, strlen(FXC_SCOPE_DEFERRED)),
      .system = LLVMGetSyncScopeID(context, "", 0)};
  bool is_changed = false, is_linked;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    is_changed |= lower(&self, f);
  LLVMDisposeBuilder(self.builder);
  if (is_changed &&
      (!fxc_link_library(module, &library, &is_linked) || !fxc_run_llvm(module, "always-inline")))
    return FXC_FAILED;
  return is_changed ? FXC_CHANGED : FXC_SAME;
}
