/* Calls of functions in other images (docs/device-linking.md): one call for all lanes, with
 * arguments and result in arrays. */
#include "compiler/ir/linking.h"
#include "compiler/native_cpu/rows.h"
#include "compiler/native_cpu/vectorize/vectorize.h"

bool fxc_vec_is_import(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  return LLVMIsAFunction(callee) && fxc_import_of(callee) && fxc_has_rows(callee);
}

/* Memory for one element per lane; it lives as long as the vector form's call. */
static LLVMValueRef array(struct fxc_vec *v, LLVMTypeRef element, const char *name) {
  enum { ALIGN = 64 }; /* one access for a whole register */
  LLVMValueRef memory = LLVMBuildAlloca(v->entry, LLVMArrayType2(element, v->lanes), name);
  LLVMSetAlignment(memory, ALIGN);
  return memory;
}

static void store(struct fxc_vec *v, LLVMValueRef vector, LLVMTypeRef element,
                  LLVMValueRef memory) {
  LLVMTypeRef type = LLVMVectorType(element, v->lanes);
  if (LLVMTypeOf(vector) != type)
    vector = LLVMBuildZExt(v->builder, vector, type, "");
  LLVMBuildStore(v->builder, vector, memory);
}

void fxc_vec_import(struct fxc_vec *v, LLVMValueRef call) {
  enum { MOST = 32 };
  LLVMValueRef callee = LLVMGetCalledValue(call), arguments[MOST];
  LLVMValueRef rows = fxc_declare_import_rows(callee);
  LLVMTypeRef result = LLVMTypeOf(call), wide = NULL;
  bool has_result = LLVMGetTypeKind(result) != LLVMVoidTypeKind;
  unsigned count = LLVMGetNumArgOperands(call) - 1; /* the last is the state */
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef argument = LLVMGetArgOperand(call, i);
    LLVMTypeRef element = fxc_row_element(LLVMTypeOf(argument));
    arguments[i] = array(v, element, "argument");
    store(v, fxc_vec_vector(v, argument), element, arguments[i]);
  }
  if (has_result)
    wide = LLVMVectorType(fxc_row_element(result), v->lanes);
  arguments[count] = has_result ? array(v, fxc_row_element(result), "result")
                                : LLVMConstNull(LLVMPointerTypeInContext(v->context, 0));
  arguments[count + 1] = LLVMConstNull(LLVMPointerTypeInContext(v->context, 0)); /* all */
  if (v->mask) {
    arguments[count + 1] = array(v, v->i8, "active");
    store(v, v->mask, v->i8, arguments[count + 1]);
  }
  arguments[count + 2] = LLVMConstInt(v->i64, v->lanes, 0);
  arguments[count + 3] = fxc_vec_scalar(v, LLVMGetArgOperand(call, count));
  LLVMBuildCall2(v->builder, LLVMGlobalGetValueType(rows), rows, arguments, count + 4, "");
  if (!has_result)
    return;
  LLVMValueRef values = LLVMBuildLoad2(v->builder, wide, arguments[count], "");
  if (fxc_row_element(result) != result)
    values = LLVMBuildTrunc(v->builder, values, LLVMVectorType(result, v->lanes), "");
  fxc_vec_define(v, call, values);
}
