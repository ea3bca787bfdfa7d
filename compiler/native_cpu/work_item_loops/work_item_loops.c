/* work-item-loops: a kernel's body becomes loops over the share of a call.
 *
 * Needs:   docs/ir.md section 6.
 * Leaves:  section 7: three loops over work-items, or three over work-groups around three over
 *          local ids; in dimension 0 vectors first where the kernel has a vector form; ids are loop
 *          variables. Parts of long kernels are functions. Without a vector form memory
 *          operations off private memory carry an access group and the innermost loop is parallel
 *          in it; no vectorization is demanded, so nothing warns when a loop stays scalar.
 * Refuses: arrays of variable length that live across a barrier.
 * Tests:   tests/passes/work-item-loops. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/ir/attributes.h"
#include "compiler/ir/clone.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/cold.h"
#include "compiler/native_cpu/isa.h"
#include "compiler/native_cpu/vector_forms.h"
#include "compiler/native_cpu/work_item_loops/work_item_loops.h"
#include "compiler/run_llvm.h"
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

/* The address of a field that is read where it is, such as the frame's. */
static bool is_read_field(LLVMValueRef address) {
  if (!LLVMIsAGetElementPtrInst(address))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use))
    if (!LLVMIsALoadInst(LLVMGetUser(use)))
      return false;
  return true;
}

static bool passes_state_on(LLVMValueRef state) {
  enum fxc_builtin builtin;
  for (LLVMUseRef use = LLVMGetFirstUse(state); use; use = LLVMGetNextUse(use))
    if (!fxc_loops_is_builtin(LLVMGetUser(use), &builtin) && !is_read_field(LLVMGetUser(use)))
      return true;
  return false;
}

static void add_form(struct fxc_item_loops *self, enum fxc_form_kind kind, LLVMValueRef kernel,
                     LLVMValueRef function) {
  struct fxc_form *form = &self->forms[kind];
  LLVMValueRef state = LLVMGetParam(function, LLVMCountParams(kernel) - 1);
  *form =
      (struct fxc_form){.kind = kind,
                        .function = function,
                        .passes_state_on = passes_state_on(state),
                        .memory = {.context = self->context, .access_group = self->access_group}};
}

static void drop_form(struct fxc_item_loops *self, enum fxc_form_kind kind) {
  LLVMDeleteFunction(self->forms[kind].function);
  self->forms[kind].function = NULL;
}

/* The forms that are worth their code. Without optimization the masked form runs all vectors, since
 * LLVM takes long for each form. Otherwise, if memory cannot be masked, a masked form is a branch
 * per lane, so the scalar form runs the epilogue. In long kernels LLVM's time counts: if masks are
 * free the epilogue stays a vector, and with many barriers the masked form runs the whole
 * vectors too (a fifth slower); otherwise the scalar form runs epilogues and wide launches. */
static void choose_forms(struct fxc_item_loops *self, LLVMValueRef kernel) {
  unsigned barriers = fxc_group_use_of(kernel).barriers, bits = fxc_vector_bits(self->module);
  if (self->forms[FXC_MASKED].function && self->forms[FXC_VECTOR].function && !self->is_optimized)
    drop_form(self, FXC_VECTOR);
  if (!self->forms[FXC_MASKED].function || self->uses_sub_groups || !self->is_optimized)
    return;
  bool is_long = barriers >= FXC_FEW_REGIONS && fxc_loops_can_outline(self, kernel);
  if (bits == 128 || (is_long && bits != 512))
    drop_form(self, FXC_MASKED);
  else if (is_long && barriers >= FXC_MANY_REGIONS)
    drop_form(self, FXC_VECTOR);
}

static void find_forms(struct fxc_item_loops *self, LLVMValueRef kernel) {
  struct fxc_vector_forms found;
  self->lanes = 1;
  add_form(self, FXC_SCALAR, kernel, kernel);
  if (!fxc_find_vector_forms(kernel, &found))
    return;
  self->lanes = found.lanes;
  self->uses_sub_groups = found.uses_sub_groups;
  self->id_bound = found.id_bound;
  self->packed_form = found.packed;
  self->ends_with_rows = !found.packed && fxc_string_attribute(kernel, FXC_SEVERAL_ROWS);
  if (found.vector)
    add_form(self, FXC_VECTOR, kernel, found.vector);
  if (found.masked)
    add_form(self, FXC_MASKED, kernel, found.masked);
  if (found.masked)
    self->is_heavy = fxc_loops_is_heavy(self, found.masked);
  fxc_forget_vector_forms(kernel);
  choose_forms(self, kernel);
}

/* The vector width attributes of a form move along with its code. */
static void take_attributes(LLVMValueRef from, LLVMValueRef to) {
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

/* Moves the blocks of a form to the function being made, and lists them. */
static void take_blocks(struct fxc_item_loops *self, const struct fxc_form *form,
                        fxc_block_list *out_blocks) {
  LLVMValueRef from = form->function;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(from); b; b = LLVMGetNextBasicBlock(b))
    fxc_push(out_blocks, b);
  for (size_t i = 0; i < out_blocks->count; i++) {
    LLVMRemoveBasicBlockFromParent(out_blocks->items[i]);
    LLVMAppendExistingBasicBlock(self->kernel, out_blocks->items[i]);
  }
}

/* ---- the work of an item in a kernel without barriers ---- */

struct body {
  fxc_block_list blocks;
  bool has_dynamic; /* dynamic allocas, which each work-item frees */
};

/* Allocas of constant size exist once per call, in the new entry; dynamic ones are freed by each
 * work-item. */
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
    if (LLVMGetInstructionParent(v) == first && LLVMIsAConstantInt(LLVMGetOperand(v, 0))) {
      fxc_move_instruction(v, self->entry);
      fxc_map_put(&self->locals, v, v);
    } else if (LLVMGetInstructionParent(v) != LLVMGetInsertBlock(self->entry))
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
  LLVMBasicBlockRef part =
      fxc_loops_open_part(self, fxc_loops_is_long(self, form, body->blocks.count));
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
  fxc_loops_close_part(self, part, FXC_PART_BODY);
}

static void add_loops(struct fxc_item_loops *self) {
  struct body bodies[FXC_FORM_COUNT] = {0};
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++)
    if (self->forms[k].function) {
      take_blocks(self, &self->forms[k], &bodies[k].blocks);
      move_allocas(self, &self->forms[k], &bodies[k]);
    }
  if (fxc_loops_main(self)->kind ==
      FXC_SCALAR) /* else keep LLVM from vectorizing the few that remain */
    for (size_t i = 0; i < bodies[FXC_SCALAR].blocks.count; i++)
      for (LLVMValueRef v = LLVMGetFirstInstruction(bodies[FXC_SCALAR].blocks.items[i]); v;
           v = LLVMGetNextInstruction(v))
        fxc_item_memory_mark(&self->forms[FXC_SCALAR].memory, v);
  fxc_loops_bounds(self);
  if (!self->is_by_items)
    fxc_loops_open_groups(self);
  fxc_loops_over_items(self, place_body, bodies);
  if (!self->is_by_items)
    fxc_loops_close_groups(self);
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++)
    fxs_vector_free(&bodies[k].blocks);
}

/* ---- one kernel ---- */

/* A function with the kernel's type; the forms use its parameters from now on. */
static LLVMValueRef make_wrapper(struct fxc_item_loops *self, LLVMValueRef kernel) {
  LLVMValueRef wrapper = fxc_function_like(kernel, LLVMGlobalGetValueType(kernel), "");
  for (unsigned i = 0; i < LLVMCountParams(kernel); i++) {
    LLVMValueRef to = LLVMGetParam(wrapper, i);
    fxc_copy_name(LLVMGetParam(kernel, i), to);
    fxc_copy_attributes(kernel, i + 1, wrapper, i + 1);
    for (unsigned k = 0; k < FXC_FORM_COUNT; k++)
      if (self->forms[k].function)
        LLVMReplaceAllUsesWith(LLVMGetParam(self->forms[k].function, i), to);
  }
  return wrapper;
}

static void replace_kernel(struct fxc_item_loops *self, LLVMValueRef kernel) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(kernel);
  if (subprogram) {
    LLVMGlobalEraseMetadata(kernel, fxc_metadata_kind(self->context, "dbg"));
    LLVMSetSubprogram(self->kernel, subprogram);
  }
  for (unsigned k = FXC_SCALAR + 1; k < FXC_FORM_COUNT; k++)
    if (self->forms[k].function) {
      take_attributes(self->forms[k].function, self->kernel);
      for (size_t i = 0; i < self->functions.count; i++)
        take_attributes(self->forms[k].function, self->functions.items[i]);
      LLVMDeleteFunction(self->forms[k].function);
    }
  fxc_replace_function(kernel, self->kernel);
  for (size_t i = 0; i < self->dead.count; i++)
    LLVMInstructionEraseFromParent(self->dead.items[i]);
}

static bool run_loops(struct fxc_item_loops *self, LLVMValueRef kernel);

static struct fxc_item_loops loops_beside(const struct fxc_item_loops *self) {
  return (struct fxc_item_loops){.module = self->module,
                                 .context = self->context,
                                 .pointer = self->pointer,
                                 .i64 = self->i64,
                                 .i32 = self->i32,
                                 .access_group = self->access_group,
                                 .is_optimized = self->is_optimized,
                                 .is_by_items = self->is_by_items,
                                 .lanes = 1};
}

/* A copy of the kernel, to become a function that the kernel calls. */
static LLVMValueRef kernel_beside(struct fxc_item_loops *self, LLVMValueRef kernel,
                                  const char *suffix) {
  struct fxs_strbuf name = {0};
  fxs_strbuf_printf(&name, "%s%s", name_of(kernel), suffix);
  LLVMValueRef copy = fxc_clone_function(kernel, fxs_strbuf_text(&name), NULL);
  fxs_strbuf_free(&name);
  LLVMGlobalEraseMetadata(copy, fxc_metadata_kind(self->context, "falx.dispatch"));
  fxc_add_attribute(copy, FUNCTION_INDEX, "noinline", 0);
  return copy;
}

/* The same kernel for work-groups with short rows, in which sub-groups go on from row to row. */
static bool make_packed(struct fxc_item_loops *self, LLVMValueRef kernel) {
  struct fxc_item_loops other = loops_beside(self);
  LLVMValueRef packed = kernel_beside(self, kernel, ".packed");
  other.is_packed = other.uses_sub_groups = true;
  other.lanes = self->lanes;
  other.has_debug_info = LLVMGetSubprogram(kernel) != NULL;
  add_form(&other, FXC_MASKED, packed, self->packed_form);
  bool is_fine = run_loops(&other, packed);
  self->packed = other.kernel;
  if (self->item_bytes < other.item_bytes)
    self->item_bytes = other.item_bytes;
  fxs_vector_free(&other.cold);
  return is_fine;
}

/* A kernel with a masked form for epilogues needs its scalar form only for launches whose ids do
 * not fit into 31 bits. That becomes a cold function. */
static bool make_wide(struct fxc_item_loops *self, LLVMValueRef kernel) {
  struct fxc_item_loops other = loops_beside(self);
  LLVMValueRef wide = kernel_beside(self, kernel, ".wide");
  other.is_wide = true;
  add_form(&other, FXC_SCALAR, wide, wide);
  fxc_add_attribute(wide, FUNCTION_INDEX, "cold", 0);
  bool is_fine = run_loops(&other, wide);
  self->wide = other.kernel;
  if (self->item_bytes < other.item_bytes)
    self->item_bytes = other.item_bytes;
  self->forms[FXC_SCALAR].function = NULL;
  return is_fine;
}

/* The same kernel for work-groups of one size, without loops over work-items. Not made where loops
 * remain. */
static bool make_exact(struct fxc_item_loops *self, LLVMValueRef kernel) {
  struct fxc_item_loops other = loops_beside(self);
  LLVMValueRef exact = kernel_beside(self, kernel, ".exact");
  other.is_exact = true;
  other.exact_size = self->exact_size;
  other.lanes = self->lanes;
  other.uses_sub_groups = self->uses_sub_groups;
  for (unsigned d = 0; d < 3; d++)
    other.fields[FXC_LOCAL_SIZE][d] = fxc_loops_constant(self, d ? 1 : self->exact_size);
  add_form(&other, FXC_VECTOR, exact,
           fxc_clone_function(self->forms[FXC_VECTOR].function, "", NULL));
  if (!run_loops(&other, exact))
    return false;
  enum fxc_result result = fxc_loops_unroll_exact(self, other.kernel);
  if (result == FXC_CHANGED)
    self->exact = other.kernel;
  else
    LLVMDeleteFunction(other.kernel);
  if (self->exact && self->item_bytes < other.item_bytes)
    self->item_bytes = other.item_bytes;
  fxs_vector_free(&other.cold);
  return result != FXC_FAILED;
}

/* Builds self->kernel from the forms and replaces kernel with it. */
static bool run_loops(struct fxc_item_loops *self, LLVMValueRef kernel) {
  struct fxc_group_use use = fxc_group_use_of(kernel);
  uint64_t other_bytes = self->item_bytes; /* they are never in use together */
  self->item_bytes = 0;
  self->region_count = 1;
  self->origin_kernel = kernel;
  self->kernel = make_wrapper(self, kernel);
  self->state = LLVMGetLastParam(self->kernel);
  self->entry = LLVMCreateBuilderInContext(self->context);
  self->at = LLVMCreateBuilderInContext(self->context);
  LLVMPositionBuilderAtEnd(self->entry, fxc_loops_append(self, "entry"));
  self->origin =
      self->wide || self->exact ? fxc_loops_append(self, "start") : LLVMGetInsertBlock(self->entry);
  LLVMPositionBuilderAtEnd(self->at, self->origin);
  bool is_fine = true;
  if (use.barriers)
    is_fine = fxc_loops_by_regions(self, kernel, use);
  else
    add_loops(self);
  if (is_fine) {
    fxc_loops_outline(self);
    fxc_loops_close_entry(self);
    LLVMBuildRetVoid(self->at);
    replace_kernel(self, kernel);
  }
  if (self->item_bytes < other_bytes)
    self->item_bytes = other_bytes;
  for (unsigned k = 0; k < FXC_FORM_COUNT; k++)
    fxs_vector_free(&self->forms[k].memory.uniform);
  fxs_vector_free(&self->dead);
  fxs_vector_free(&self->parts);
  fxc_map_free(&self->locals);
  fxs_vector_free(&self->functions);
  fxc_map_free(&self->launch_cells);
  LLVMDisposeBuilder(self->entry);
  LLVMDisposeBuilder(self->at);
  return is_fine;
}

/* ---- the module ---- */

/* In kernels with barriers the seldom executed functions are marked cold: those for wide
 * launches, and epilogues of long kernels; those that use sub-groups only if they are heavy, since
 * with sub-groups as wide as a vector small work-groups consist of nothing else. */
static bool finish_cold(struct fxc_module *module, const fxc_value_list *functions) {
  if (!functions->count)
    return true;
  bool is_fine = module->options->opt_level == 0 ||
                 fxc_run_llvm(module, "function(mem2reg,early-cse,simplifycfg)");
  LLVMContextRef context = LLVMGetModuleContext(module->ir);
  for (size_t i = 0; i < functions->count; i++) {
    fxc_add_attribute(functions->items[i], FUNCTION_INDEX, "optnone", 0);
    LLVMGlobalSetMetadata(functions->items[i], fxc_metadata_kind(context, FXC_COLD),
                          LLVMMDNodeInContext2(context, NULL, 0));
  }
  return is_fine;
}

static bool ends_with(const char *text, const char *tail) {
  size_t length = strlen(text), tail_length = strlen(tail);
  return length > tail_length && !strcmp(text + length - tail_length, tail);
}

/* What the image says of a kernel: !falx.frame of its subhandler, and why it is not vectorized. */
static void note_kernel(struct fxc_item_loops *self, struct fxc_group_use use) {
  struct fxs_strbuf name = {0};
  const char *full = name_of(self->kernel);
  fxs_strbuf_printf(&name, "%.*s", (int)(strlen(full) - strlen(KERNEL_SUFFIX)), full);
  LLVMValueRef handler = LLVMGetNamedFunction(self->module->ir, fxs_strbuf_text(&name));
  fxs_strbuf_free(&name);
  if (!handler)
    return;
  if (!self->uses_sub_groups && use.scratch) { /* sub-groups are the work-items */
    self->item_bytes += use.scratch;
    use.memory += FALX_NATIVE_FRAME_ALIGN; /* what follows is aligned */
    use.scratch = 0;
  }
  uint64_t numbers[4] = {self->lanes, use.memory, use.scratch, self->item_bytes};
  LLVMMetadataRef operands[4];
  for (unsigned i = 0; i < 4; i++)
    operands[i] = LLVMValueAsMetadata(LLVMConstInt(self->i32, numbers[i], 0));
  LLVMGlobalSetMetadata(handler, fxc_metadata_kind(self->context, "falx.frame"),
                        LLVMMDNodeInContext2(self->context, operands, 4));
  const char *why = fxc_string_attribute(self->kernel, FXC_NOT_VECTORIZED);
  if (why)
    fxc_set_string_attribute(handler, FXC_NOT_VECTORIZED, why);
}

static bool lower_kernel(struct fxc_item_loops *self, LLVMValueRef kernel) {
  struct fxc_group_use use = fxc_group_use_of(kernel);
  LLVMValueRef node = fxc_function_node(kernel, "falx.dispatch");
  self->is_optimized = self->module->options->opt_level > 0 &&
                       !fxc_has_attribute(kernel, (unsigned)FUNCTION_INDEX, "optnone");
  self->is_by_items = fxc_metadata_integer(node, 0) & FALX_KERNEL_DISPATCH_ITEMS;
  self->walks_columns = fxc_metadata_integer(node, 0) & FALX_KERNEL_WALKS_COLUMNS;
  LLVMGlobalEraseMetadata(kernel, fxc_metadata_kind(self->context, "falx.dispatch"));
  find_forms(self, kernel);
  self->exact_size = fxc_loops_exact_size(self, kernel);
  if ((self->exact_size && !make_exact(self, kernel)) ||
      (self->packed_form && !make_packed(self, kernel)) ||
      (self->forms[FXC_MASKED].function && !make_wide(self, kernel)) || !run_loops(self, kernel))
    return false;
  note_kernel(self, use);
  if (self->is_heavy && self->uses_sub_groups && self->cold.count &&
      self->module->options->remarks_missed)
    fxc_report(self->module->diagnostics, FXC_REMARK, self->kernel,
               "sub-groups that are not whole run unoptimized: the kernel would take LLVM too long "
               "[-Rpass-missed=falx-vectorize]");
  return true;
}

enum fxc_result fxc_work_item_loops(struct fxc_module *module) {
  LLVMContextRef context = LLVMGetModuleContext(module->ir);
  LLVMMetadataRef access_group = NULL;
  fxc_value_list kernels = {0}, cold = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && ends_with(name_of(f), KERNEL_SUFFIX) &&
        fxc_function_metadata(f, "falx.dispatch"))
      fxc_push(&kernels, f);
  bool is_fine = true;
  if (kernels.count)
    access_group = fxc_loops_new_access_group(context);
  for (size_t i = 0; i < kernels.count && is_fine; i++) {
    struct fxc_item_loops self = {.module = module,
                                  .context = context,
                                  .pointer = LLVMPointerTypeInContext(context, 0),
                                  .i64 = LLVMInt64TypeInContext(context),
                                  .i32 = LLVMInt32TypeInContext(context),
                                  .access_group = access_group};
    is_fine = lower_kernel(&self, kernels.items[i]);
    if (self.wide && self.region_count > 1)
      fxc_push(&cold, self.wide);
    for (size_t k = 0; k < self.cold.count; k++)
      fxc_push(&cold, self.cold.items[k]);
    fxs_vector_free(&self.cold);
  }
  is_fine = is_fine && finish_cold(module, &cold);
  fxs_vector_free(&cold);
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    enum fxc_builtin builtin = fxc_builtin_of_state(name_of(f));
    if (builtin == FXC_BUILTIN_COUNT || !is_fine)
      continue;
    for (LLVMUseRef use; (use = LLVMGetFirstUse(f));)
      fxc_loops_read_state(LLVMGetUser(use), builtin);
    LLVMDeleteFunction(f);
  }
  bool is_changed = kernels.count > 0;
  fxs_vector_free(&kernels);
  return !is_fine ? FXC_FAILED : is_changed ? FXC_CHANGED : FXC_SAME;
}
