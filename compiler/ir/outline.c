/* Outlining part of a function. */
#include "compiler/ir/outline.h"

#include <llvm-c/Target.h>
#include <string.h>

#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "support/vector.h"

struct outline {
  LLVMBasicBlockRef behind;
  const struct fxc_map *locals;
  FXS_VECTOR(LLVMBasicBlockRef) blocks;
  FXS_VECTOR(LLVMValueRef) inputs, copies; /* copies: allocas to have again */
  FXS_VECTOR(LLVMTypeRef) types;
  struct fxc_map inside,
      outside; /* outside blocks; values of the function, to the parameters that replace them */
};

static bool is_from_outside(const struct outline *o, LLVMValueRef value) {
  if (LLVMIsAArgument(value))
    return true;
  return LLVMIsAInstruction(value) && !fxc_map_has(&o->inside, LLVMGetInstructionParent(value));
}

static void find_inputs(struct outline *o) {
  for (size_t b = 0; b < o->blocks.count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(o->blocks.items[b]); i;
         i = LLVMGetNextInstruction(i))
      for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++) {
        LLVMValueRef value = LLVMGetOperand(i, k);
        if (!is_from_outside(o, value) || fxc_map_has(&o->outside, value))
          continue;
        fxc_map_put(&o->outside, value, value);
        if (fxc_map_has(o->locals, value)) {
          fxc_push(&o->copies, value);
          continue;
        }
        fxc_push(&o->inputs, value);
        fxc_push(&o->types, LLVMTypeOf(value));
      }
}

/* True for an alloca that is only loaded and stored as a whole. */
static bool is_cell(LLVMValueRef value) {
  if (!LLVMIsAAllocaInst(value))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsALoadInst(user) && (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) == value))
      return false;
  }
  return true;
}

/* Facts about an argument hold for a part of its function too, except noalias: a pointer derived
 * from the argument may be another parameter of that part. That does not matter if nobody writes
 * to the memory. */
static void take_argument_attributes(LLVMValueRef argument, LLVMValueRef into, unsigned index) {
  static const char *const names[] = {"readonly", "noundef",         "nonnull",
                                      "align",    "dereferenceable", "noalias"};
  LLVMValueRef from = LLVMGetParamParent(argument);
  unsigned number = 1;
  while (LLVMGetParam(from, number - 1) != argument)
    number++;
  bool is_constant = fxc_has_attribute(from, number, "readonly");
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (fxc_has_attribute(from, number, names[i]) && (is_constant || strcmp(names[i], "noalias")))
      fxc_add_attribute(into, index, names[i], fxc_int_attribute(from, number, names[i]));
}

static void set_attributes(const struct outline *o, LLVMValueRef function) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  for (unsigned i = 0; i < o->inputs.count; i++) {
    LLVMValueRef value = o->inputs.items[i];
    if (LLVMIsAArgument(value)) {
      take_argument_attributes(value, function, i + 1);
    } else if (is_cell(value)) {
      LLVMTypeRef type = LLVMGetAllocatedType(value);
      fxc_add_attribute(function, i + 1, "noalias", 0);
      fxc_add_attribute(function, i + 1, "dereferenceable", LLVMStoreSizeOfType(layout, type));
      fxc_add_attribute(function, i + 1, "align", LLVMGetAlignment(value));
    }
  }
}

static LLVMValueRef add_function(const struct outline *o, LLVMValueRef from, const char *name) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(from));
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(context), o->types.items, (unsigned)o->types.count, 0);
  LLVMValueRef function = LLVMAddFunction(LLVMGetGlobalParent(from), name, type);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  fxc_copy_attributes(from, LLVMAttributeFunctionIndex, function, LLVMAttributeFunctionIndex);
  fxc_add_attribute(function, LLVMAttributeFunctionIndex, "noinline", 0);
  if (LLVMHasPersonalityFn(from))
    LLVMSetPersonalityFn(function, LLVMGetPersonalityFn(from));
  set_attributes(o, function);
  return function;
}

static void add_entry(struct outline *o, LLVMValueRef function, LLVMBuilderRef builder) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, "entry"));
  for (unsigned i = 0; i < o->inputs.count; i++) {
    LLVMValueRef parameter = LLVMGetParam(function, i);
    fxc_copy_name(o->inputs.items[i], parameter);
    fxc_map_put(&o->outside, o->inputs.items[i], parameter);
  }
  for (size_t i = 0; i < o->copies.count; i++) {
    size_t length;
    LLVMValueRef copy = LLVMInstructionClone(o->copies.items[i]);
    LLVMInsertIntoBuilderWithName(builder, copy, LLVMGetValueName2(o->copies.items[i], &length));
    fxc_map_put(&o->outside, o->copies.items[i], copy);
  }
  LLVMBuildBr(builder, o->blocks.items[0]);
}

static void move_blocks(struct outline *o, LLVMValueRef function, LLVMBuilderRef builder) {
  for (size_t b = 0; b < o->blocks.count; b++) {
    LLVMBasicBlockRef block = o->blocks.items[b];
    LLVMRemoveBasicBlockFromParent(block);
    LLVMAppendExistingBasicBlock(function, block);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
      for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++) {
        LLVMValueRef value = LLVMGetOperand(i, k), now = fxc_map_get(&o->outside, value);
        if (now)
          LLVMSetOperand(i, k, now);
      }
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(block);
    if (LLVMGetNumSuccessors(jump) != 1 || LLVMGetSuccessor(jump, 0) != o->behind)
      continue;
    LLVMInstructionEraseFromParent(jump);
    LLVMPositionBuilderAtEnd(builder, block);
    LLVMBuildRetVoid(builder);
  }
}

/* Unlike LLVMReplaceAllUsesWith this leaves the phis behind unchanged. */
static void redirect(LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  LLVMUseRef use;
  while ((use = LLVMGetFirstUse(LLVMBasicBlockAsValue(from)))) {
    LLVMValueRef jump = LLVMGetUser(use);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(jump); i++)
      if (LLVMGetSuccessor(jump, i) == from)
        LLVMSetSuccessor(jump, i, to);
  }
}

LLVMValueRef fxc_outline(LLVMBasicBlockRef first, LLVMBasicBlockRef behind,
                         const struct fxc_map *locals, const char *name) {
  struct outline o = {.behind = behind, .locals = locals};
  for (LLVMBasicBlockRef b = first; b != behind; b = LLVMGetNextBasicBlock(b)) {
    fxc_push(&o.blocks, b);
    fxc_map_put(&o.inside, b, b);
  }
  find_inputs(&o);
  LLVMValueRef from = LLVMGetBasicBlockParent(first), function = add_function(&o, from, name);
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(from));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMBasicBlockRef call = LLVMInsertBasicBlockInContext(context, first, "call");
  redirect(first, call);
  LLVMPositionBuilderAtEnd(builder, call);
  LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, o.inputs.items,
                 (unsigned)o.inputs.count, "");
  LLVMBuildBr(builder, behind);
  add_entry(&o, function, builder);
  move_blocks(&o, function, builder);
  LLVMDisposeBuilder(builder);
  fxs_vector_free(&o.blocks);
  fxs_vector_free(&o.inputs);
  fxs_vector_free(&o.copies);
  fxs_vector_free(&o.types);
  fxc_map_free(&o.inside);
  fxc_map_free(&o.outside);
  return function;
}
