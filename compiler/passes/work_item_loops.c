/* work-item-loops: a kernel's body becomes loops over the share of a call.
 *
 * Needs:   docs/ir.md section 6.
 * Leaves:  section 7: three loops over work-items, or three over work-groups around three over
 *          local ids; in dimension 0 vectors first where the kernel has a vector form; ids are loop
 *          variables. Without a vector form memory operations off private memory carry an access
 *          group and the innermost loop is parallel in it; no vectorization is demanded, so nothing
 *          warns when a loop stays scalar.
 * Refuses: nothing.
 * Tests:   tests/passes/work-item-loops. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/memory.h"
#include "compiler/passes/work_item_loops.h"
#include "falx/image.h"
#include "falx/native_cpu.h"
#include "support/strbuf.h"

#define KERNEL_SUFFIX ".NativeCPUKernel"
#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

/* ---- forms ---- */

static bool passes_state_on(LLVMValueRef state) {
  enum fxc_builtin builtin;
  for (LLVMUseRef use = LLVMGetFirstUse(state); use; use = LLVMGetNextUse(use))
    if (!fxc_loops_is_builtin(LLVMGetUser(use), &builtin))
      return true;
  return false;
}

static void add_form(struct fxc_item_loops *self, enum fxc_form_kind kind, LLVMValueRef function) {
  struct fxc_form *form = &self->forms[kind];
  LLVMValueRef state = LLVMGetParam(function, LLVMCountParams(self->kernel) - 1);
  *form =
      (struct fxc_form){.kind = kind,
                        .function = function,
                        .passes_state_on = passes_state_on(state),
                        .memory = {.context = self->context, .access_group = self->access_group}};
}

/* !falx.vector: lanes, whether sub-groups are used, the vector form, the masked form or nothing. */
static void find_forms(struct fxc_item_loops *self) {
  memset(self->forms, 0, sizeof self->forms);
  self->lanes = 1;
  self->uses_sub_groups = false;
  add_form(self, FXC_SCALAR, self->kernel);
  LLVMValueRef node = fxc_function_node(self->kernel, "falx.vector");
  if (!node)
    return;
  LLVMValueRef operands[4] = {NULL};
  unsigned count = (unsigned)LLVMGetMDNodeNumOperands(node);
  LLVMGetMDNodeOperands(node, operands);
  self->lanes = fxc_metadata_integer(node, 0);
  self->uses_sub_groups = fxc_metadata_integer(node, 1);
  for (unsigned i = 2; i < count && i < 4; i++)
    if (operands[i])
      add_form(self, i == 2 ? FXC_VECTOR : FXC_MASKED, operands[i]);
  LLVMGlobalEraseMetadata(self->kernel, fxc_metadata_kind(self->context, "falx.vector"));
}

void fxc_loops_take_attributes(LLVMValueRef from, LLVMValueRef to) {
  static const char *const names[] = {"min-legal-vector-width", "prefer-vector-width"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
    unsigned length = (unsigned)strlen(names[i]);
    LLVMAttributeRef attribute =
        LLVMGetStringAttributeAtIndex(from, FUNCTION_INDEX, names[i], length);
    if (!attribute)
      continue;
    LLVMRemoveStringAttributeAtIndex(to, FUNCTION_INDEX, names[i], length);
    LLVMAddAttributeAtIndex(to, FUNCTION_INDEX, attribute);
  }
}

/* Moves the blocks of a vector form to the kernel; the scalar form's are there. Lists them. */
static void take_blocks(struct fxc_item_loops *self, struct fxc_form *form,
                        fxc_block_list *out_blocks) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(form->function); b;
       b = LLVMGetNextBasicBlock(b))
    fxc_push(out_blocks, b);
  if (form->kind == FXC_SCALAR)
    return;
  for (unsigned i = 0; i < LLVMCountParams(self->kernel); i++)
    LLVMReplaceAllUsesWith(LLVMGetParam(form->function, i), LLVMGetParam(self->kernel, i));
  for (size_t i = 0; i < out_blocks->count; i++) {
    LLVMRemoveBasicBlockFromParent(out_blocks->items[i]);
    LLVMAppendExistingBasicBlock(self->kernel, out_blocks->items[i]);
  }
  fxc_loops_take_attributes(form->function, self->kernel);
}

/* ---- the work of an item where nothing splits the kernel ---- */

struct body {
  fxc_block_list blocks;
  bool has_dynamic; /* allocas that each item frees */
};

/* Allocas of constant size live once per call, in the new entry; others are freed by each item. */
static void move_allocas(struct fxc_item_loops *self, struct fxc_form *form, struct body *body) {
  fxc_value_list allocas = {0};
  LLVMBasicBlockRef first = body->blocks.items[0];
  for (size_t i = 0; i < body->blocks.count; i++)
    for (LLVMValueRef v = LLVMGetFirstInstruction(body->blocks.items[i]); v;
         v = LLVMGetNextInstruction(v))
      if (LLVMIsAAllocaInst(v))
        fxc_push(&allocas, v);
  for (size_t i = 0; i < allocas.count; i++) {
    LLVMValueRef v = allocas.items[i];
    fxc_item_memory_add(&form->memory, v, first, self->entry);
    if (LLVMGetInstructionParent(v) == first && LLVMIsAConstantInt(LLVMGetOperand(v, 0)))
      fxc_move_instruction(v, self->entry);
    else if (LLVMGetInstructionParent(v) != LLVMGetInsertBlock(self->entry))
      body->has_dynamic = true;
  }
  fxs_vector_free(&allocas);
}

static LLVMValueRef call_stack_intrinsic(struct fxc_item_loops *self, const char *name,
                                         LLVMValueRef argument) {
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(self->module->ir, id, &self->pointer, 1);
  return LLVMBuildCall2(self->at, LLVMGlobalGetValueType(function), function, &argument,
                        argument != NULL, "");
}

static void place_body(struct fxc_item_loops *self, struct fxc_form *form, LLVMValueRef active,
                       void *user) {
  struct body *body = (struct body *)user + form->kind;
  LLVMValueRef stack = NULL;
  if (body->has_dynamic)
    stack = call_stack_intrinsic(self, "llvm.stacksave", NULL);
  if (form->kind == FXC_MASKED)
    LLVMReplaceAllUsesWith(LLVMGetLastParam(form->function), active);
  fxc_loops_replace_ids(self, form, active, &body->blocks);
  if (form->passes_state_on)
    fxc_loops_store_ids(self, form, active);
  LLVMBuildBr(self->at, body->blocks.items[0]);
  for (size_t i = 0; i < body->blocks.count; i++)
    LLVMMoveBasicBlockAfter(body->blocks.items[i], LLVMGetLastBasicBlock(self->kernel));
  LLVMBasicBlockRef latch = fxc_loops_append(self, "done");
  for (size_t i = 0; i < body->blocks.count; i++) {
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(body->blocks.items[i]);
    if (!LLVMIsAReturnInst(terminator))
      continue;
    LLVMPositionBuilderAtEnd(self->at, body->blocks.items[i]);
    LLVMSetCurrentDebugLocation2(self->at, LLVMInstructionGetDebugLoc(terminator));
    LLVMInstructionEraseFromParent(terminator);
    LLVMBuildBr(self->at, latch);
  }
  LLVMPositionBuilderAtEnd(self->at, latch);
  LLVMSetCurrentDebugLocation2(self->at, NULL);
  if (stack)
    call_stack_intrinsic(self, "llvm.stackrestore", stack);
}

static void add_loops(struct fxc_item_loops *self) {
  struct body bodies[FXC_FORM_COUNT] = {0};
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++)
    if (self->forms[k].function)
      take_blocks(self, &self->forms[k], &bodies[k].blocks);
  LLVMBasicBlockRef entry =
      LLVMInsertBasicBlockInContext(self->context, bodies[FXC_SCALAR].blocks.items[0], "entry");
  LLVMPositionBuilderAtEnd(self->entry, entry);
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++)
    if (self->forms[k].function)
      move_allocas(self, &self->forms[k], &bodies[k]);
  if (!self->forms[FXC_VECTOR].function) /* else LLVM is not to vectorize the few that remain */
    for (size_t i = 0; i < bodies[FXC_SCALAR].blocks.count; i++)
      for (LLVMValueRef v = LLVMGetFirstInstruction(bodies[FXC_SCALAR].blocks.items[i]); v;
           v = LLVMGetNextInstruction(v))
        fxc_item_memory_mark(&self->forms[FXC_SCALAR].memory, v);

  fxc_loops_bounds(self);
  LLVMPositionBuilderAtEnd(self->at, entry);
  if (!self->is_by_items)
    fxc_loops_open_groups(self);
  fxc_loops_over_items(self, place_body, bodies);
  if (!self->is_by_items)
    fxc_loops_close_groups(self);
  fxc_loops_close_entry(self, (self->is_by_items ? self->items : self->groups).header[2]);
  LLVMBuildRetVoid(self->at);
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++) {
    fxs_vector_free(&bodies[k].blocks);
    if (k != FXC_SCALAR && self->forms[k].function)
      LLVMDeleteFunction(self->forms[k].function);
  }
}

/* ---- the module ---- */

static bool ends_with(const char *text, const char *tail) {
  size_t length = strlen(text), tail_length = strlen(tail);
  return length > tail_length && !strcmp(text + length - tail_length, tail);
}

/* What the adapter has to know of a kernel: !falx.frame of its subhandler. */
static void note_frame(struct fxc_item_loops *self, struct fxc_group_use use, uint64_t item_bytes) {
  struct fxs_strbuf name = {0};
  const char *full = name_of(self->kernel);
  fxs_strbuf_printf(&name, "%.*s", (int)(strlen(full) - strlen(KERNEL_SUFFIX)), full);
  LLVMValueRef handler = LLVMGetNamedFunction(self->module->ir, fxs_strbuf_text(&name));
  fxs_strbuf_free(&name);
  if (!handler)
    return;
  if (!self->uses_sub_groups && use.scratch) { /* they are the work-items */
    item_bytes += use.scratch;
    use.memory += FALX_NATIVE_FRAME_ALIGN; /* what is behind them is aligned */
    use.scratch = 0;
  }
  uint64_t numbers[4] = {self->lanes, use.memory, use.scratch, item_bytes};
  LLVMMetadataRef operands[4];
  for (unsigned i = 0; i < 4; i++)
    operands[i] = LLVMValueAsMetadata(LLVMConstInt(self->i32, numbers[i], 0));
  LLVMGlobalSetMetadata(handler, fxc_metadata_kind(self->context, "falx.frame"),
                        LLVMMDNodeInContext2(self->context, operands, 4));
}

static bool lower_kernel(struct fxc_item_loops *self, LLVMValueRef kernel, bool is_by_items) {
  if (!self->access_group)
    self->access_group = fxc_loops_new_access_group(self->context);
  self->kernel = kernel;
  self->state = LLVMGetLastParam(kernel);
  self->is_by_items = is_by_items;
  self->is_vector = self->main_last = self->row_vectors = NULL;
  memset(self->fields, 0, sizeof self->fields);
  self->entry = LLVMCreateBuilderInContext(self->context);
  self->at = LLVMCreateBuilderInContext(self->context);
  find_forms(self);
  struct fxc_group_use use = fxc_group_use_of(kernel);
  uint64_t item_bytes = 0;
  bool is_fine = true;
  if (use.barriers)
    is_fine = fxc_loops_by_regions(self, use, &item_bytes);
  else
    add_loops(self);
  if (is_fine) {
    LLVMGlobalEraseMetadata(self->kernel, fxc_metadata_kind(self->context, "falx.dispatch"));
    note_frame(self, use, item_bytes);
  }
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++)
    fxs_vector_free(&self->forms[k].memory.uniform);
  LLVMDisposeBuilder(self->entry);
  LLVMDisposeBuilder(self->at);
  return is_fine;
}

enum fxc_result fxc_work_item_loops(struct fxc_module *module) {
  struct fxc_item_loops self = {.module = module, .context = LLVMGetModuleContext(module->ir)};
  self.pointer = LLVMPointerTypeInContext(self.context, 0);
  self.i64 = LLVMInt64TypeInContext(self.context);
  self.i32 = LLVMInt32TypeInContext(self.context);
  fxc_value_list kernels = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && ends_with(name_of(f), KERNEL_SUFFIX) &&
        fxc_function_metadata(f, "falx.dispatch"))
      fxc_push(&kernels, f);
  bool is_fine = true;
  for (size_t i = 0; i < kernels.count && is_fine; i++) {
    LLVMValueRef node = fxc_function_node(kernels.items[i], "falx.dispatch");
    is_fine = lower_kernel(&self, kernels.items[i],
                           fxc_metadata_integer(node, 0) & FALX_KERNEL_DISPATCH_ITEMS);
  }

  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    enum fxc_builtin builtin = fxc_builtin_of_state(name_of(f));
    if (builtin == FXC_BUILTIN_COUNT || !is_fine)
      continue;
    for (LLVMUseRef use; (use = LLVMGetFirstUse(f));)
      fxc_loops_read_state(&self, LLVMGetUser(use), builtin);
    LLVMDeleteFunction(f);
  }
  bool is_changed = kernels.count > 0;
  fxs_vector_free(&kernels);
  return !is_fine ? FXC_FAILED : is_changed ? FXC_CHANGED : FXC_SAME;
}
