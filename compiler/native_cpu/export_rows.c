/* export-rows: exports for several work-items at once (requirements DL-10, NC-10).
 *
 * Needs:   docs/ir.md section 6.
 * Leaves:  beside each entry @F.falx_export whose parameters and result are numbers or pointers
 *          @F.falx_rows.all.NativeCPUKernel(ptr %a0, …, ptr %result, ptr %mask, ptr %state): F of
 *          the arguments in element n of each array, n the id within the sub-group; and the same
 *          as .some, where byte n of mask is set. They have "falx-rows"="F"; the vectorizer takes
 *          them for kernels.
 * Refuses: nothing.
 * Tests:   tests/passes/export-rows. */
#include "compiler/ir/linking.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "compiler/native_cpu/rows.h"
#include "compiler/pass.h"
#include "compiler/run_llvm.h"
#include "support/vector.h"

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

static void build_rows(LLVMValueRef entry, bool is_masked) {
  LLVMModuleRef module = LLVMGetGlobalParent(entry);
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef type = LLVMGlobalGetValueType(entry), result = LLVMGetReturnType(type);
  LLVMTypeRef i8 = LLVMInt8TypeInContext(context), i64 = LLVMInt64TypeInContext(context);
  unsigned count = LLVMCountParams(entry) - 1;
  const char *name = fxc_export_of(entry);
  LLVMValueRef rows = fxc_add_rows_function(module, fxc_rows_type(entry, false), FXC_ROWS, name,
                                            is_masked ? FXC_ROWS_SOME_SUFFIX : FXC_ROWS_ALL_SUFFIX);
  LLVMSetVisibility(rows, LLVMHiddenVisibility);
  LLVMValueRef state = LLVMGetParam(rows, count + 2), values[FXC_ROWS_MAX_PARAMETERS + 1];
  for (unsigned i = 0; i < count + 3; i++)
    fxc_add_attribute(rows, i + 1, i < count + 2 ? "noalias" : "nonnull", 0);

  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMBasicBlockRef begin = LLVMAppendBasicBlockInContext(context, rows, "entry");
  LLVMBasicBlockRef active = LLVMAppendBasicBlockInContext(context, rows, "active");
  LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(context, rows, "end");
  LLVMPositionBuilderAtEnd(builder, begin);
  LLVMValueRef id = fxc_state_builtin(module, FXC_SUB_GROUP_LOCAL_ID);
  LLVMValueRef lane = LLVMBuildCall2(builder, LLVMGlobalGetValueType(id), id, &state, 1, "lane");
  lane = LLVMBuildZExt(builder, lane, i64, "");
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeRef wanted = LLVMTypeOf(LLVMGetParam(entry, i)), element = fxc_row_element(wanted);
    LLVMValueRef address =
        LLVMBuildInBoundsGEP2(builder, element, LLVMGetParam(rows, i), &lane, 1, "");
    values[i] = LLVMBuildLoad2(builder, element, address, "");
    if (element != wanted)
      values[i] = LLVMBuildTrunc(builder, values[i], wanted, "");
  }
  values[count] = state;
  if (is_masked) {
    LLVMValueRef mask = LLVMGetParam(rows, count + 1);
    LLVMValueRef byte = LLVMBuildInBoundsGEP2(builder, i8, mask, &lane, 1, "");
    byte = LLVMBuildLoad2(builder, i8, byte, "");
    LLVMValueRef is_active = LLVMBuildICmp(builder, LLVMIntNE, byte, LLVMConstNull(i8), "");
    LLVMBuildCondBr(builder, is_active, active, end);
  } else {
    LLVMBuildBr(builder, active);
  }

  LLVMPositionBuilderAtEnd(builder, active);
  LLVMValueRef call = LLVMBuildCall2(builder, type, entry, values, count + 1, "");
  LLVMAddCallSiteAttribute(call, FUNCTION_INDEX, fxc_enum_attribute(context, "alwaysinline", 0));
  LLVMBuildBr(builder, end);

  LLVMPositionBuilderAtEnd(builder, end);
  if (LLVMGetTypeKind(result) != LLVMVoidTypeKind) {
    LLVMTypeRef element = fxc_row_element(result);
    LLVMValueRef value = LLVMBuildPhi(builder, result, "value");
    LLVMValueRef from[2] = {call, LLVMConstNull(result)};
    LLVMBasicBlockRef ways[2] = {active, begin};
    LLVMAddIncoming(value, from, ways, is_masked ? 2 : 1);
    LLVMValueRef address =
        LLVMBuildInBoundsGEP2(builder, element, LLVMGetParam(rows, count), &lane, 1, "");
    if (element != result)
      value = LLVMBuildZExt(builder, value, element, "");
    LLVMBuildStore(builder, value, address);
  }
  LLVMBuildRetVoid(builder);
  LLVMDisposeBuilder(builder);
}

enum fxc_result fxc_export_rows(struct fxc_module *module) {
  FXS_VECTOR(LLVMValueRef) entries = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (fxc_export_of(f) && fxc_has_rows(f))
      fxc_push(&entries, f);
  bool is_any = entries.count > 0;
  for (size_t i = 0; i < entries.count; i++) {
    build_rows(entries.items[i], false);
    build_rows(entries.items[i], true);
  }
  fxs_vector_free(&entries);
  if (!is_any)
    return FXC_SAME;
  bool is_fine = !module->options->opt_level || fxc_run_llvm(module, "always-inline");
  return is_fine ? FXC_CHANGED : FXC_FAILED;
}
