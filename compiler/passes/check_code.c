/* Faults of single instructions of device code (requirement KL-9).
 *
 * Language constructs are recognised by the code that clang emits for them. */
#include "compiler/passes/check_code.h"

#include <string.h>

#include "compiler/ir/metadata.h"
#include "compiler/passes/check_names.h"
#include "compiler/target.h"

/* ---- Objects with a virtual table ---- */

enum { MAX_OPERANDS = 4 };

/* With -O1 and up clang tags each access with its type, including that of vtable pointers. tag:
 * !{base type, access type, offset}, a type: !{name, ...}. */
static bool is_table_tag(LLVMValueRef tag) {
  LLVMValueRef operands[MAX_OPERANDS];
  if (LLVMGetMDNodeNumOperands(tag) < 2 || LLVMGetMDNodeNumOperands(tag) > MAX_OPERANDS)
    return false;
  LLVMGetMDNodeOperands(tag, operands);
  LLVMValueRef type = operands[1] ? LLVMIsAMDNode(operands[1]) : NULL;
  if (!type || LLVMGetMDNodeNumOperands(type) < 1 || LLVMGetMDNodeNumOperands(type) > MAX_OPERANDS)
    return false;
  LLVMGetMDNodeOperands(type, operands);
  unsigned length = 0;
  const char *name = operands[0] ? LLVMGetMDString(operands[0], &length) : NULL;
  static const char wanted[] = "vtable pointer";
  return name && length == sizeof wanted - 1 && memcmp(name, wanted, length) == 0;
}

static LLVMValueRef tag_of(LLVMValueRef load) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(load));
  return LLVMGetMetadata(load, fxc_metadata_kind(context, "tbaa"));
}

/* The value loaded from index of the table that table_out returns; false for anything else. */
static bool is_table_entry(LLVMValueRef value, LLVMValueRef *out_table, long long *out_index,
                           LLVMTypeRef *out_type) {
  LLVMValueRef place = LLVMIsALoadInst(value) ? LLVMGetOperand(value, 0) : NULL;
  if (!place || !LLVMIsAGetElementPtrInst(place) || LLVMGetNumOperands(place) != 2 ||
      !LLVMIsAConstantInt(LLVMGetOperand(place, 1)) || !LLVMIsALoadInst(LLVMGetOperand(place, 0)))
    return false;
  *out_table = LLVMGetOperand(place, 0);
  *out_index = LLVMConstIntGetSExtValue(LLVMGetOperand(place, 1));
  *out_type = LLVMGetGEPSourceElementType(place);
  return true;
}

/* The function is loaded from the table of the object that it is called on. Without tags (-O0)
 * this distinguishes vtables from other tables of functions. */
static bool is_virtual_call(LLVMValueRef call, LLVMValueRef callee) {
  LLVMValueRef table;
  long long index;
  LLVMTypeRef type;
  if (!is_table_entry(callee, &table, &index, &type) || index < 0 ||
      LLVMGetTypeKind(type) != LLVMPointerTypeKind)
    return false;
  if (tag_of(table))
    return is_table_tag(tag_of(table));
  LLVMValueRef object = LLVMGetOperand(table, 0);
  unsigned count = LLVMGetNumArgOperands(call);
  for (unsigned i = 0; i < count && i < 2; i++) /* the first may be the result's address */
    if (LLVMGetOperand(call, i) == object && LLVMIsALoadInst(object))
      return true;
  return false;
}

/* Without tags: the loaded value is used as type information. */
static bool is_type_information(LLVMValueRef load) {
  for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMIsAFunction(LLVMGetCalledValue(user)) : NULL;
    size_t length;
    if (callee && fxc_name_fault(LLVMGetValueName2(callee, &length)) == FXC_FAULT_TYPEID)
      return true;
  }
  return false;
}

static enum fxc_fault load_fault(LLVMValueRef load) {
  LLVMValueRef table;
  long long index;
  LLVMTypeRef type;
  if (!is_table_entry(load, &table, &index, &type) || index >= 0 ||
      !(tag_of(table) ? is_table_tag(tag_of(table)) : is_type_information(load)))
    return FXC_FAULT_NONE;
  if (index == -1 && LLVMGetTypeKind(type) == LLVMPointerTypeKind)
    return FXC_FAULT_TYPEID;
  bool is_offset = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 64;
  return index == -2 && is_offset ? FXC_FAULT_DYNAMIC_CAST : FXC_FAULT_NONE; /* to void * */
}

/* ---- Calls ---- */

static enum fxc_fault call_fault(LLVMValueRef call, const struct fxc_options *options) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (LLVMIsAFunction(callee))
    return FXC_FAULT_NONE; /* by name: check_names.c */
  if (LLVMIsAInlineAsm(callee))
    return options->target->has_inline_assembly ? FXC_FAULT_NONE : FXC_FAULT_ASM;
  if (LLVMIsAConstant(callee))
    return FXC_FAULT_NONE; /* an alias, or a cast of a function */
  if (is_virtual_call(call, callee))
    return options->allow_virtual ? FXC_FAULT_NONE : FXC_FAULT_VIRTUAL;
  return options->allow_function_pointers ? FXC_FAULT_NONE : FXC_FAULT_POINTER;
}

/* ---- Types ---- */

static enum fxc_fault type_fault(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMX86_FP80TypeKind:
  case LLVMFP128TypeKind:
  case LLVMPPC_FP128TypeKind:
    return FXC_FAULT_LONG_DOUBLE;
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(type) == 128 ? FXC_FAULT_INT128 : FXC_FAULT_NONE;
  default:
    return FXC_FAULT_NONE;
  }
}

/* Checks the type that the instruction produces or stores. */
static enum fxc_fault value_fault(LLVMValueRef instruction) {
  LLVMValueRef value = LLVMIsAStoreInst(instruction) ? LLVMGetOperand(instruction, 0) : instruction;
  return type_fault(LLVMTypeOf(value));
}

enum fxc_fault fxc_instruction_fault(LLVMValueRef instruction, const struct fxc_options *options) {
  enum fxc_fault fault = FXC_FAULT_NONE;
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMCall:
  case LLVMInvoke:
    fault = call_fault(instruction, options);
    break;
  case LLVMCallBr:
    return FXC_FAULT_ASM_GOTO;
  case LLVMAlloca:
    return LLVMIsAConstant(LLVMGetOperand(instruction, 0)) ? FXC_FAULT_NONE : FXC_FAULT_VLA;
  case LLVMLoad:
    fault = load_fault(instruction);
    break;
  default:
    break;
  }
  if (fault == FXC_FAULT_NONE && !options->target->is_host)
    fault = value_fault(instruction);
  return fault;
}
