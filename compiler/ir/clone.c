/* Copying function bodies: instructions one by one, then operands through the value map. */
#include "compiler/ir/clone.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

bool fxc_can_clone(LLVMValueRef function) {
  if (LLVMIsDeclaration(function))
    return false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    if (LLVMGetBasicBlockTerminator(b) && LLVMIsAIndirectBrInst(LLVMGetBasicBlockTerminator(b)))
      return false;
  return true;
}

void fxc_copy_metadata(LLVMValueRef from, LLVMValueRef to) {
  size_t count = 0;
  LLVMValueMetadataEntry *entries = LLVMInstructionGetAllMetadataOtherThanDebugLoc(from, &count);
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(from));
  for (unsigned i = 0; i < count; i++)
    LLVMSetMetadata(to, LLVMValueMetadataEntriesGetKind(entries, i),
                    LLVMMetadataAsValue(context, LLVMValueMetadataEntriesGetMetadata(entries, i)));
  LLVMDisposeValueMetadataEntries(entries);
}

/* LLVM's C API cannot change a phi's incoming blocks, so phis are rebuilt. */
static LLVMValueRef start_phi(LLVMBuilderRef builder, LLVMValueRef phi, const char *name) {
  LLVMValueRef copy = LLVMBuildPhi(builder, LLVMTypeOf(phi), name);
  if (LLVMCanValueUseFastMathFlags(phi))
    LLVMSetFastMathFlags(copy, LLVMGetFastMathFlags(phi));
  fxc_copy_metadata(phi, copy);
  if (LLVMInstructionGetDebugLoc(phi))
    LLVMInstructionSetDebugLoc(copy, LLVMInstructionGetDebugLoc(phi));
  return copy;
}

static LLVMValueRef mapped(const struct fxc_map *values, LLVMValueRef value) {
  LLVMValueRef copy = fxc_map_get(values, value);
  return copy ? copy : value;
}

static void finish_phi(LLVMValueRef phi, LLVMValueRef copy, const struct fxc_map *values) {
  for (unsigned i = 0, count = LLVMCountIncoming(phi); i < count; i++) {
    LLVMValueRef value = mapped(values, LLVMGetIncomingValue(phi, i));
    LLVMBasicBlockRef block = fxc_map_get(values, LLVMGetIncomingBlock(phi, i));
    if (block)
      LLVMAddIncoming(copy, &value, &block, 1);
  }
}

/* The expression of a debug record with several values, of which the C API shows only the first. */
static bool is_variadic(LLVMMetadataRef plain, LLVMMetadataRef expression, LLVMContextRef context) {
  if (expression == plain)
    return false;
  char *text = LLVMPrintValueToString(LLVMMetadataAsValue(context, expression));
  bool answer = strstr(text, "DW_OP_LLVM_arg") != NULL;
  LLVMDisposeMessage(text);
  return answer;
}

/* Cloned instructions do not carry their debug records along. */
static void copy_records(LLVMDIBuilderRef debug, LLVMValueRef from, LLVMValueRef to,
                         const struct fxc_map *values, bool is_whole) {
  for (LLVMDbgRecordRef r = LLVMGetFirstDbgRecord(from); r; r = LLVMGetNextDbgRecord(r)) {
    LLVMDbgRecordKind kind = LLVMDbgRecordGetKind(r);
    if (kind != LLVMDbgRecordDeclare && kind != LLVMDbgRecordValue)
      continue;
    LLVMValueRef value = LLVMDbgVariableRecordGetValue(r, 0);
    bool is_known = value && (!LLVMIsAInstruction(value) || fxc_map_has(values, value));
    if (!is_known || (kind == LLVMDbgRecordDeclare && !is_whole))
      continue;
    LLVMMetadataRef variable = LLVMDbgVariableRecordGetVariable(r);
    LLVMMetadataRef expression = LLVMDbgVariableRecordGetExpression(r);
    LLVMMetadataRef location = LLVMDbgRecordGetDebugLoc(r);
    LLVMMetadataRef plain = LLVMDIBuilderCreateExpression(debug, NULL, 0);
    if (is_variadic(plain, expression, LLVMGetTypeContext(LLVMTypeOf(to)))) {
      LLVMValueRef nothing = LLVMGetPoison(LLVMTypeOf(value)); /* ends what was known */
      LLVMDIBuilderInsertDbgValueRecordBefore(debug, nothing, variable, plain, location, to);
      continue;
    }
    if (kind == LLVMDbgRecordDeclare)
      LLVMDIBuilderInsertDeclareRecordBefore(debug, mapped(values, value), variable, expression,
                                             location, to);
    else
      LLVMDIBuilderInsertDbgValueRecordBefore(debug, mapped(values, value), variable, expression,
                                              location, to);
  }
}

static void copy_block(LLVMBuilderRef builder, LLVMBasicBlockRef from, struct fxc_map *values) {
  LLVMPositionBuilderAtEnd(builder, fxc_map_get(values, from));
  for (LLVMValueRef i = LLVMGetFirstInstruction(from); i; i = LLVMGetNextInstruction(i)) {
    size_t length;
    const char *name = LLVMGetValueName2(i, &length);
    LLVMValueRef copy;
    if (LLVMIsAPHINode(i)) {
      copy = start_phi(builder, i, name);
    } else {
      copy = LLVMInstructionClone(i);
      LLVMInsertIntoBuilderWithName(builder, copy, name);
    }
    fxc_map_put(values, i, copy);
  }
}

static void finish_block(LLVMDIBuilderRef debug, LLVMBasicBlockRef from, struct fxc_map *values,
                         bool is_whole) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(from); i; i = LLVMGetNextInstruction(i)) {
    LLVMValueRef copy = fxc_map_get(values, i);
    if (LLVMIsAPHINode(i))
      finish_phi(i, copy, values);
    else
      for (int k = 0, count = LLVMGetNumOperands(i); k < count; k++) {
        LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
        if (operand && fxc_map_has(values, operand))
          LLVMSetOperand(copy, (unsigned)k, fxc_map_get(values, operand));
      }
    copy_records(debug, i, copy, values, is_whole);
  }
}

static void clone_blocks(const LLVMBasicBlockRef *blocks, size_t count, LLVMValueRef into,
                         struct fxc_map *values, bool is_whole) {
  LLVMModuleRef module = LLVMGetGlobalParent(into);
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMDIBuilderRef debug = LLVMCreateDIBuilderDisallowUnresolved(module);
  for (size_t i = 0; i < count; i++) {
    LLVMBasicBlockRef b = blocks[i];
    LLVMBasicBlockRef copy = LLVMAppendBasicBlockInContext(context, into, LLVMGetBasicBlockName(b));
    fxc_map_put(values, b, copy);
    fxc_map_put(values, LLVMBasicBlockAsValue(b), LLVMBasicBlockAsValue(copy));
  }
  for (size_t i = 0; i < count; i++)
    copy_block(builder, blocks[i], values);
  for (size_t i = 0; i < count; i++)
    finish_block(debug, blocks[i], values, is_whole);
  LLVMDisposeDIBuilder(debug);
  LLVMDisposeBuilder(builder);
}

void fxc_clone_blocks(const LLVMBasicBlockRef *blocks, size_t count, LLVMValueRef into,
                      struct fxc_map *values) {
  clone_blocks(blocks, count, into, values, false);
}

void fxc_clone_body(LLVMValueRef from, LLVMValueRef into, struct fxc_map *values) {
  unsigned count = LLVMCountBasicBlocks(from);
  LLVMBasicBlockRef *blocks = fxc_must(malloc((count + 1) * sizeof *blocks));
  LLVMGetBasicBlocks(from, blocks);
  clone_blocks(blocks, count, into, values, true);
  free(blocks);
}

LLVMValueRef fxc_clone_function(LLVMValueRef from, const char *name, struct fxc_map *values) {
  struct fxc_map own = {0};
  struct fxc_map *map = values ? values : &own;
  LLVMValueRef copy = fxc_function_like(from, LLVMGlobalGetValueType(from), name);
  LLVMSetComdat(copy, NULL);
  LLVMSetVisibility(copy, LLVMDefaultVisibility);
  LLVMSetLinkage(copy, LLVMInternalLinkage);
  for (unsigned i = 0, count = LLVMCountParams(from); i < count; i++) {
    LLVMValueRef parameter = LLVMGetParam(from, i), twin = LLVMGetParam(copy, i);
    fxc_copy_name(parameter, twin);
    fxc_copy_attributes(from, i + 1, copy, i + 1);
    if (!fxc_map_has(map, parameter))
      fxc_map_put(map, parameter, twin);
  }
  fxc_clone_body(from, copy, map);
  fxc_map_free(&own);
  return copy;
}
