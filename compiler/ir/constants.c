/* Constants that contain an import's address, which is known only at run time: they become
 * instructions where they are used. The vectorizer makes some too, as one address for all lanes.
 * A constant variable that is only read becomes an array in memory of the function that reads
 * it. */
#include "compiler/ir/constants.h"

#include <stdlib.h>

#include "compiler/ir/map.h"
#include "compiler/memory.h"
#include "support/vector.h"

typedef FXS_VECTOR(LLVMValueRef) value_list;

static bool is_composed(LLVMValueRef value) {
  return LLVMIsAConstantExpr(value) || LLVMIsAConstantVector(value) ||
         LLVMIsAConstantStruct(value) || LLVMIsAConstantArray(value);
}

static bool is_made_of(LLVMValueRef value, LLVMValueRef function) {
  if (value == function)
    return true;
  if (!is_composed(value))
    return false;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
    if (is_made_of(LLVMGetOperand(value, i), function))
      return true;
  return false;
}

/* Instructions that use value, directly or in a constant. False if a variable's initializer uses
 * it, or a constant that cannot be expressed as instructions. */
static bool find_users(LLVMValueRef value, value_list *out_users) {
  bool is_fine = true;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use && is_fine; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAInstruction(user))
      fxc_push(out_users, user);
    else
      is_fine = is_composed(user) && find_users(user, out_users);
  }
  return is_fine;
}

static LLVMValueRef build_expression(LLVMBuilderRef builder, LLVMValueRef value,
                                     LLVMValueRef *operands, unsigned count) {
  LLVMOpcode opcode = LLVMGetConstOpcode(value);
  if (opcode == LLVMGetElementPtr)
    return LLVMBuildGEP2(builder, LLVMGetGEPSourceElementType(value), operands[0], operands + 1,
                         count - 1, "");
  if (opcode == LLVMExtractElement)
    return LLVMBuildExtractElement(builder, operands[0], operands[1], "");
  if (opcode == LLVMInsertElement)
    return LLVMBuildInsertElement(builder, operands[0], operands[1], operands[2], "");
  if (count == 2)
    return LLVMBuildBinOp(builder, opcode, operands[0], operands[1], "");
  return LLVMBuildCast(builder, opcode, operands[0], LLVMTypeOf(value), "");
}

static LLVMValueRef build_aggregate(LLVMBuilderRef builder, LLVMValueRef value,
                                    LLVMValueRef *operands, unsigned count) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetBuilderContext(builder));
  LLVMValueRef whole = LLVMGetPoison(LLVMTypeOf(value));
  for (unsigned i = 0; i < count; i++)
    whole = LLVMIsAConstantVector(value)
                ? LLVMBuildInsertElement(builder, whole, operands[i], LLVMConstInt(i32, i, 0), "")
                : LLVMBuildInsertValue(builder, whole, operands[i], i, "");
  return whole;
}

/* The builder folds constant operands: function is a load by now. */
static LLVMValueRef build(LLVMBuilderRef builder, LLVMValueRef value, LLVMValueRef loaded) {
  unsigned count = (unsigned)LLVMGetNumOperands(value);
  LLVMValueRef *operands = fxc_must(calloc(count + 1, sizeof *operands)), function;
  function = LLVMGetOperand(loaded, 0);
  for (unsigned i = 0; i < count; i++) {
    operands[i] = LLVMGetOperand(value, i);
    if (operands[i] == function)
      operands[i] = loaded;
    else if (is_made_of(operands[i], function))
      operands[i] = build(builder, operands[i], loaded);
  }
  LLVMValueRef built = LLVMIsAConstantExpr(value)
                           ? build_expression(builder, value, operands, count)
                           : build_aggregate(builder, value, operands, count);
  free(operands);
  return built;
}

/* user's operands that contain function, but are not function itself. */
static void expand(LLVMBuilderRef builder, LLVMValueRef user, LLVMValueRef function) {
  bool is_phi = LLVMIsAPHINode(user) != NULL;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++) {
    LLVMValueRef operand = LLVMGetOperand(user, i), known = NULL;
    if (operand == function || !is_made_of(operand, function))
      continue;
    LLVMBasicBlockRef from = is_phi ? LLVMGetIncomingBlock(user, i) : NULL;
    for (unsigned k = 0; is_phi && k < i && !known; k++)
      if (LLVMGetIncomingBlock(user, k) == from)
        known = LLVMGetOperand(user, k); /* several edges from one block carry the same value */
    if (!known) {
      LLVMPositionBuilderBefore(builder, is_phi ? LLVMGetBasicBlockTerminator(from) : user);
      LLVMSetCurrentDebugLocation2(builder, NULL);
      LLVMValueRef loaded = LLVMBuildFreeze(builder, function, "");
      known = build(builder, operand, loaded);
    }
    LLVMSetOperand(user, i, known);
  }
}

bool fxc_expand_constants(LLVMValueRef function) {
  value_list users = {0};
  bool is_fine = find_users(function, &users);
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  for (size_t i = 0; is_fine && i < users.count; i++)
    expand(builder, users.items[i], function);
  LLVMDisposeBuilder(builder);
  fxs_vector_free(&users);
  return is_fine;
}

/* ---- constant variables ---- */

/* Variables whose initializers contain value. */
static void find_variables(LLVMValueRef value, value_list *out) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAGlobalVariable(user))
      fxc_push(out, user);
    else if (is_composed(user))
      find_variables(user, out);
  }
}

static bool is_copied_from(LLVMValueRef instruction, LLVMValueRef address) {
  return (LLVMIsAMemCpyInst(instruction) || LLVMIsAMemMoveInst(instruction)) &&
         LLVMGetOperand(instruction, 1) == address && LLVMGetOperand(instruction, 0) != address;
}

/* True if the memory behind address is only read, and the address is not stored anywhere. */
static bool is_only_read(LLVMValueRef address) {
  for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_composed(user) && !LLVMGetFirstUse(user))
      continue; /* instructions have replaced it */
    bool is_derived =
        LLVMIsAGetElementPtrInst(user) || LLVMIsAFreezeInst(user) || LLVMIsAAddrSpaceCastInst(user);
    if (!LLVMIsALoadInst(user) && !is_copied_from(user, address) &&
        !(is_derived && is_only_read(user)))
      return false;
  }
  return true;
}

static LLVMValueRef copy_in(LLVMValueRef function, LLVMValueRef variable) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(entry));
  LLVMValueRef initializer = LLVMGetInitializer(variable);
  LLVMValueRef copy = LLVMBuildAlloca(builder, LLVMTypeOf(initializer), "table");
  if (LLVMGetAlignment(variable))
    LLVMSetAlignment(copy, LLVMGetAlignment(variable));
  LLVMBuildStore(builder, initializer, copy);
  LLVMDisposeBuilder(builder);
  return copy;
}

static bool copy_variable(LLVMValueRef variable) {
  LLVMLinkage linkage = LLVMGetLinkage(variable);
  if (!LLVMIsGlobalConstant(variable) ||
      (linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage) ||
      !fxc_expand_constants(variable) || !is_only_read(variable))
    return false;
  value_list users = {0};
  if (!find_users(variable, &users))
    return false;
  struct fxc_map copies = {0}; /* of functions */
  for (size_t n = 0; n < users.count; n++) {
    LLVMValueRef user = users.items[n];
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
    if (!fxc_map_has(&copies, function))
      fxc_map_put(&copies, function, copy_in(function, variable));
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
      if (LLVMGetOperand(user, i) == variable)
        LLVMSetOperand(user, i, fxc_map_get(&copies, function));
  }
  fxc_map_free(&copies);
  fxs_vector_free(&users);
  LLVMReplaceAllUsesWith(variable, LLVMConstNull(LLVMTypeOf(variable)));
  LLVMDeleteGlobal(variable);
  return true;
}

bool fxc_copy_tables(LLVMValueRef function, LLVMValueRef *out_variable) {
  value_list variables = {0};
  find_variables(function, &variables);
  *out_variable = NULL;
  for (size_t i = 0; i < variables.count && !*out_variable; i++) {
    bool is_met = false;
    for (size_t k = 0; k < i; k++)
      is_met = is_met || variables.items[k] == variables.items[i];
    if (!is_met && !copy_variable(variables.items[i]))
      *out_variable = variables.items[i];
  }
  fxs_vector_free(&variables);
  return !*out_variable;
}
