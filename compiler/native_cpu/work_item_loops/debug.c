/* Debug information for variables of kernels with barriers. A variable in the frame has a
 * different address for each work-item: a cell holds the address, and each work-item's part of a
 * region sets it. */
#include <llvm-c/DebugInfo.h>

#include "compiler/native_cpu/work_item_loops/split.h"

enum { DEREFERENCE = 0x06 }; /* DW_OP_deref */

static struct fxc_kept *kept_alloca(struct fxc_split splits[FXC_FORM_COUNT], LLVMValueRef value) {
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++)
    for (size_t i = 0; i < splits[k].allocas.count; i++)
      if (splits[k].allocas.items[i].value == value)
        return &splits[k].allocas.items[i];
  return NULL;
}

static void declare(struct fxc_item_loops *self, LLVMDIBuilderRef debug, LLVMDbgRecordRef record,
                    struct fxc_split splits[FXC_FORM_COUNT], LLVMValueRef before) {
  LLVMValueRef value = LLVMDbgVariableRecordGetValue(record, 0);
  if (!value)
    return;
  LLVMMetadataRef expression = LLVMDbgVariableRecordGetExpression(record);
  struct fxc_kept *kept = kept_alloca(splits, value);
  if (kept) {
    if (expression != LLVMDIBuilderCreateExpression(debug, NULL, 0))
      return; /* a fragment of a variable */
    if (!kept->cell)
      kept->cell = LLVMBuildAlloca(self->entry, self->pointer, "address");
    uint64_t dereference = DEREFERENCE;
    value = kept->cell;
    expression = LLVMDIBuilderCreateExpression(debug, &dereference, 1);
  } else if (LLVMIsAInstruction(value) &&
             LLVMGetInstructionParent(value) != LLVMGetInsertBlock(self->entry)) {
    return;
  }
  LLVMDIBuilderInsertDeclareRecordBefore(debug, value, LLVMDbgVariableRecordGetVariable(record),
                                         expression, LLVMDbgRecordGetDebugLoc(record), before);
}

void fxc_loops_declare(struct fxc_item_loops *self, LLVMValueRef kernel,
                       struct fxc_split splits[FXC_FORM_COUNT], LLVMValueRef before) {
  LLVMDIBuilderRef debug = LLVMCreateDIBuilderDisallowUnresolved(self->module->ir);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      for (LLVMDbgRecordRef r = LLVMGetFirstDbgRecord(i); r; r = LLVMGetNextDbgRecord(r))
        if (LLVMDbgRecordGetKind(r) == LLVMDbgRecordDeclare)
          declare(self, debug, r, splits, before);
  LLVMDisposeDIBuilder(debug);
}
