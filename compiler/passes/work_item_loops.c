/* work-item-loops: a kernel's body becomes loops over the share of a call.
 *
 * Needs:   docs/ir.md section 6.
 * Leaves:  section 7: three loops over work-items, or three over work-groups around three over
 * local ids; ids are loop variables; memory operations off private memory carry an access group and
 * the innermost loop is parallel in it. No vectorization is demanded, so nothing warns when a loop
 * stays scalar. Refuses: nothing. Tests:   tests/passes/work-item-loops. */
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/memory.h"
#include "compiler/passes/pass.h"
#include "compiler/passes/prepare_native_cpu.h"
#include "compiler/passes/work_item_loops_memory.h"
#include "falx/image.h"
#include "falx/native_cpu.h"
#include "support/vector.h"

#define KERNEL_SUFFIX ".NativeCPUKernel"

typedef FXS_VECTOR(LLVMValueRef) value_list;
typedef FXS_VECTOR(LLVMBasicBlockRef) block_list;

/* One loop nest of three, dimension 0 innermost. */
struct nest {
  LLVMBasicBlockRef header[3];
  LLVMValueRef id[3], last[3]; /* the loop variable, half open bound */
};

struct loops {
  struct fxc_module *module;
  LLVMContextRef context;
  LLVMTypeRef pointer, i64, i32;
  /* Per kernel. */
  LLVMValueRef kernel, state;
  LLVMBasicBlockRef first;    /* of the body */
  LLVMBuilderRef entry, body; /* at the end of the new entry, at the start of an item's work */
  LLVMValueRef fields[FXC_BUILTIN_COUNT][3]; /* launch values, loaded once in the entry */
  bool is_by_items;
  struct fxc_item_memory memory;
  struct nest groups, items; /* items: global ids less offset, or local ids */
};

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static LLVMValueRef constant(const struct loops *self, unsigned long value) {
  return LLVMConstInt(self->i64, value, 0);
}

static LLVMValueRef add(LLVMBuilderRef builder, LLVMValueRef left, LLVMValueRef right,
                        const char *name) {
  LLVMValueRef sum = LLVMBuildNUWAdd(builder, left, right, name);
  if (LLVMIsAInstruction(sum))
    LLVMSetNSW(sum, 1);
  return sum;
}

static LLVMValueRef multiply(LLVMBuilderRef builder, LLVMValueRef left, LLVMValueRef right) {
  LLVMValueRef product = LLVMBuildNUWMul(builder, left, right, "");
  if (LLVMIsAInstruction(product))
    LLVMSetNSW(product, 1);
  return product;
}

static LLVMValueRef load_state(struct loops *self, unsigned offset, const char *name) {
  LLVMValueRef field = fxc_state_field(self->entry, self->state, offset, "");
  LLVMValueRef value = LLVMBuildLoad2(self->entry, self->i64, field, name);
  LLVMSetAlignment(value, 8);
  return value;
}

/* A value that is the same for the whole call. */
static LLVMValueRef launch_value(struct loops *self, enum fxc_builtin builtin, unsigned dimension) {
  LLVMValueRef *known = &self->fields[builtin][dimension];
  if (!*known)
    *known = load_state(self, fxc_builtins[builtin].state_offset + 8 * dimension,
                        fxc_builtins[builtin].state_name);
  return *known;
}

static LLVMValueRef local_linear_id(struct loops *self) {
  LLVMValueRef id = self->items.id[2];
  for (int d = 1; d >= 0; d--)
    id = add(self->body, multiply(self->body, id, launch_value(self, FXC_LOCAL_SIZE, (unsigned)d)),
             self->items.id[d], "");
  return id;
}

/* What builtin answers for the work-item whose work starts at self->body. Without a vectorized
 * body a sub-group is one work-item. */
static LLVMValueRef item_value(struct loops *self, enum fxc_builtin builtin, unsigned dimension) {
  LLVMValueRef id;
  switch (builtin) {
  case FXC_GLOBAL_ID:
    id = self->items.id[dimension];
    if (!self->is_by_items)
      id = add(self->body,
               multiply(self->body, self->groups.id[dimension],
                        launch_value(self, FXC_LOCAL_SIZE, dimension)),
               id, "");
    return add(self->body, id, launch_value(self, FXC_GLOBAL_OFFSET, dimension), "global_id");
  case FXC_LOCAL_ID:
    return self->items.id[dimension];
  case FXC_GROUP_ID:
    return self->groups.id[dimension];
  case FXC_SUB_GROUP_SIZE:
  case FXC_SUB_GROUP_MAX_SIZE:
    return constant(self, 1);
  case FXC_SUB_GROUP_LOCAL_ID:
    return constant(self, 0);
  case FXC_SUB_GROUP_ID:
    return local_linear_id(self);
  case FXC_SUB_GROUP_COUNT:
    return multiply(self->entry, launch_value(self, FXC_LOCAL_SIZE, 0),
                    multiply(self->entry, launch_value(self, FXC_LOCAL_SIZE, 1),
                             launch_value(self, FXC_LOCAL_SIZE, 2)));
  default:
    return launch_value(self, builtin, dimension);
  }
}

/* ---- loops ---- */

static LLVMBasicBlockRef append(struct loops *self, const char *name) {
  return LLVMAppendBasicBlockInContext(self->context, self->kernel, name);
}

/* Three headers, outermost first, each entered from the one before it; the first from `from`. */
static LLVMBasicBlockRef open_nest(struct loops *self, struct nest *nest, LLVMBasicBlockRef from,
                                   LLVMValueRef first[3], const char *name) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(self->context);
  for (int d = 2; d >= 0; d--) {
    nest->header[d] = LLVMInsertBasicBlockInContext(self->context, self->first, name);
    LLVMPositionBuilderAtEnd(builder, from);
    if (from != LLVMGetInsertBlock(self->entry))
      LLVMBuildBr(builder, nest->header[d]);
    LLVMPositionBuilderAtEnd(builder, nest->header[d]);
    nest->id[d] = LLVMBuildPhi(builder, self->i64, "id");
    LLVMAddIncoming(nest->id[d], &first[d], &from, 1);
    from = nest->header[d];
  }
  LLVMDisposeBuilder(builder);
  return from;
}

/* Three latches, innermost first, entered from `from` (which has no terminator yet); answers the
 * block behind the outermost loop. */
static LLVMBasicBlockRef close_nest(struct loops *self, struct nest *nest, LLVMBasicBlockRef from,
                                    LLVMValueRef *out_innermost_branch, const char *name) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(self->context);
  for (int d = 0; d < 3; d++) {
    LLVMBasicBlockRef after = append(self, name);
    LLVMPositionBuilderAtEnd(builder, from);
    LLVMValueRef next = add(builder, nest->id[d], constant(self, 1), "next");
    LLVMAddIncoming(nest->id[d], &next, &from, 1);
    LLVMValueRef is_last = LLVMBuildICmp(builder, LLVMIntEQ, next, nest->last[d], "is_last");
    LLVMValueRef branch = LLVMBuildCondBr(builder, is_last, after, nest->header[d]);
    if (d == 0 && out_innermost_branch)
      *out_innermost_branch = branch;
    from = after;
  }
  LLVMDisposeBuilder(builder);
  return from;
}

/* ---- metadata ---- */

/* llvm-c makes no distinct node without operands; the parser does. */
static LLVMMetadataRef new_access_group(struct loops *self) {
  static const char text[] = "!g = !{!0}\n!0 = distinct !{}\n";
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(text, sizeof text - 1, "access group");
  LLVMModuleRef parsed = NULL;
  char *message = NULL;
  if (LLVMParseIRInContext(self->context, buffer, &parsed, &message))
    abort();
  LLVMValueRef node;
  LLVMGetNamedMetadataOperands(parsed, "g", &node);
  LLVMMetadataRef group = LLVMValueAsMetadata(node);
  LLVMDisposeModule(parsed);
  return group;
}

static void mark_loop(struct loops *self, LLVMValueRef branch) {
  LLVMMetadataRef access[2] = {LLVMMDStringInContext2(self->context, "llvm.loop.parallel_accesses",
                                                      strlen("llvm.loop.parallel_accesses")),
                               self->memory.access_group};
  LLVMMetadataRef progress = LLVMMDStringInContext2(self->context, "llvm.loop.mustprogress",
                                                    strlen("llvm.loop.mustprogress"));
  LLVMMetadataRef self_reference = LLVMTemporaryMDNode(self->context, NULL, 0);
  LLVMMetadataRef operands[3] = {self_reference, LLVMMDNodeInContext2(self->context, access, 2),
                                 LLVMMDNodeInContext2(self->context, &progress, 1)};
  LLVMMetadataRef node = LLVMMDNodeInContext2(self->context, operands, 3);
  LLVMValueRef value = LLVMMetadataAsValue(self->context, node);
  LLVMSetMetadata(branch, fxc_metadata_kind(self->context, "llvm.loop"), value);
  LLVMMetadataReplaceAllUsesWith(self_reference, node);
}

/* ---- one kernel ---- */

/* The builtin's value where the dimension is not a constant. */
static LLVMValueRef select_dimension(struct loops *self, LLVMBuilderRef builder,
                                     LLVMValueRef number, LLVMValueRef values[3]) {
  LLVMValueRef value = values[0];
  for (unsigned d = 1; d < 3; d++) {
    LLVMValueRef is_it =
        LLVMBuildICmp(builder, LLVMIntEQ, number, LLVMConstInt(self->i32, d, 0), "");
    value = LLVMBuildSelect(builder, is_it, values[d], value, "");
  }
  return value;
}

static void replace_call(struct loops *self, LLVMValueRef call, enum fxc_builtin builtin,
                         LLVMValueRef values[FXC_BUILTIN_COUNT][3]) {
  unsigned count = fxc_builtins[builtin].has_dimension ? 3 : 1;
  LLVMValueRef number = count == 3 ? LLVMGetOperand(call, 1) : NULL;
  unsigned first = 0;
  if (number && LLVMIsAConstantInt(number)) {
    first = (unsigned)LLVMConstIntGetZExtValue(number) % 3;
    count = first + 1;
  }
  for (unsigned d = first; d < count; d++)
    if (!values[builtin][d])
      values[builtin][d] = item_value(self, builtin, d);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(self->context);
  LLVMPositionBuilderBefore(builder, call);
  LLVMValueRef value = values[builtin][first];
  if (first + 1 < count)
    value = select_dimension(self, builder, number, values[builtin]);
  value = LLVMBuildIntCast2(builder, value, LLVMTypeOf(call), 0, "");
  LLVMReplaceAllUsesWith(call, value);
  LLVMInstructionEraseFromParent(call);
  LLVMDisposeBuilder(builder);
}

/* What functions that stayed out of line read, written before each work-item's work. */
static void store_ids(struct loops *self) {
  static const enum fxc_builtin by_items[] = {FXC_GLOBAL_ID};
  static const enum fxc_builtin by_groups[] = {
      FXC_GLOBAL_ID,       FXC_LOCAL_ID,     FXC_GROUP_ID,          FXC_SUB_GROUP_SIZE,
      FXC_SUB_GROUP_COUNT, FXC_SUB_GROUP_ID, FXC_SUB_GROUP_LOCAL_ID};
  const enum fxc_builtin *stored = self->is_by_items ? by_items : by_groups;
  unsigned count = self->is_by_items ? 1 : sizeof by_groups / sizeof *by_groups;
  for (unsigned i = 0; i < count; i++) {
    unsigned dimensions = fxc_builtins[stored[i]].has_dimension ? 3 : 1;
    for (unsigned d = 0; d < dimensions; d++) {
      LLVMValueRef value = item_value(self, stored[i], d);
      LLVMValueRef store =
          LLVMBuildStore(self->body, value,
                         fxc_state_field(self->body, self->state,
                                         fxc_builtins[stored[i]].state_offset + 8 * d, ""));
      LLVMSetAlignment(store, 8);
    }
  }
}

static bool is_state_builtin_call(LLVMValueRef instruction, enum fxc_builtin *out_builtin) {
  if (!LLVMIsACallInst(instruction) || !LLVMIsAFunction(LLVMGetCalledValue(instruction)))
    return false;
  *out_builtin = fxc_builtin_of_state(name_of(LLVMGetCalledValue(instruction)));
  return *out_builtin != FXC_BUILTIN_COUNT;
}

static bool passes_state_on(struct loops *self) {
  enum fxc_builtin builtin;
  for (LLVMUseRef use = LLVMGetFirstUse(self->state); use; use = LLVMGetNextUse(use))
    if (!is_state_builtin_call(LLVMGetUser(use), &builtin))
      return true;
  return false;
}

/* Allocas of constant size live once per call, in the new entry; others are freed by each item. */
static void move_allocas(struct loops *self, block_list *blocks, bool *out_has_dynamic) {
  value_list allocas = {0};
  *out_has_dynamic = false;
  for (size_t i = 0; i < blocks->count; i++)
    for (LLVMValueRef v = LLVMGetFirstInstruction(blocks->items[i]); v;
         v = LLVMGetNextInstruction(v))
      if (LLVMIsAAllocaInst(v))
        fxc_push(&allocas, v);
  for (size_t i = 0; i < allocas.count; i++) {
    LLVMValueRef v = allocas.items[i];
    fxc_item_memory_add(&self->memory, v, self->first, self->entry);
    if (LLVMGetInstructionParent(v) == self->first && LLVMIsAConstantInt(LLVMGetOperand(v, 0)))
      fxc_move_instruction(v, self->entry);
    else if (LLVMGetInstructionParent(v) != LLVMGetInsertBlock(self->entry))
      *out_has_dynamic = true;
  }
  fxs_vector_free(&allocas);
}

static LLVMValueRef call_stack_intrinsic(struct loops *self, LLVMBuilderRef builder,
                                         const char *name, LLVMValueRef argument) {
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(self->module->ir, id, &self->pointer, 1);
  return LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, &argument,
                        argument != NULL, "");
}

static void add_loops(struct loops *self, bool is_by_items) {
  self->state = LLVMGetParam(self->kernel, LLVMCountParams(self->kernel) - 1);
  self->is_by_items = is_by_items;
  self->memory.has_escaped = false;
  self->memory.uniform.count = 0;
  memset(self->fields, 0, sizeof self->fields);
  block_list blocks = {0};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(self->kernel); b; b = LLVMGetNextBasicBlock(b))
    fxc_push(&blocks, b);
  self->first = blocks.items[0];
  bool has_outline = passes_state_on(self), has_dynamic;

  LLVMBasicBlockRef entry = LLVMInsertBasicBlockInContext(self->context, blocks.items[0], "entry");
  self->entry = LLVMCreateBuilderInContext(self->context);
  LLVMPositionBuilderAtEnd(self->entry, entry);
  move_allocas(self, &blocks, &has_dynamic);
  for (size_t i = 0; i < blocks.count; i++)
    for (LLVMValueRef v = LLVMGetFirstInstruction(blocks.items[i]); v;
         v = LLVMGetNextInstruction(v))
      fxc_item_memory_mark(&self->memory, v);

  LLVMValueRef first[3], zeroes[3], is_empty = NULL;
  struct nest *share = is_by_items ? &self->items : &self->groups;
  for (unsigned d = 0; d < 3; d++) {
    first[d] = load_state(self, offsetof(struct falx_native_cpu_state, begin) + 8 * d, "begin");
    share->last[d] = load_state(self, offsetof(struct falx_native_cpu_state, end) + 8 * d, "end");
    zeroes[d] = constant(self, 0);
  }
  if (!is_by_items)
    for (unsigned d = 0; d < 3; d++)
      self->items.last[d] = launch_value(self, FXC_LOCAL_SIZE, d);
  LLVMBasicBlockRef innermost = entry;
  if (!is_by_items)
    innermost = open_nest(self, &self->groups, innermost, first, "group");
  innermost = open_nest(self, &self->items, innermost, is_by_items ? first : zeroes, "item");

  self->body = LLVMCreateBuilderInContext(self->context);
  LLVMPositionBuilderAtEnd(self->body, innermost);
  LLVMValueRef stack =
      has_dynamic ? call_stack_intrinsic(self, self->body, "llvm.stacksave", NULL) : NULL;
  LLVMValueRef values[FXC_BUILTIN_COUNT][3] = {0};
  for (size_t i = 0; i < blocks.count; i++)
    for (LLVMValueRef v = LLVMGetFirstInstruction(blocks.items[i]), next; v; v = next) {
      enum fxc_builtin builtin;
      next = LLVMGetNextInstruction(v);
      if (is_state_builtin_call(v, &builtin))
        replace_call(self, v, builtin, values);
    }
  if (has_outline)
    store_ids(self);
  LLVMBuildBr(self->body, blocks.items[0]);

  LLVMBasicBlockRef latch = append(self, "done");
  for (size_t i = 0; i < blocks.count; i++) {
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(blocks.items[i]);
    if (!LLVMIsAReturnInst(terminator))
      continue;
    LLVMPositionBuilderAtEnd(self->body, blocks.items[i]);
    LLVMSetCurrentDebugLocation2(self->body, LLVMInstructionGetDebugLoc(terminator));
    LLVMInstructionEraseFromParent(terminator);
    LLVMBuildBr(self->body, latch);
  }
  LLVMPositionBuilderAtEnd(self->body, latch);
  LLVMSetCurrentDebugLocation2(self->body, NULL);
  if (stack)
    call_stack_intrinsic(self, self->body, "llvm.stackrestore", stack);
  LLVMValueRef branch;
  LLVMBasicBlockRef exit = close_nest(self, &self->items, latch, &branch, "item.end");
  mark_loop(self, branch);
  if (!is_by_items)
    exit = close_nest(self, &self->groups, exit, NULL, "group.end");
  LLVMPositionBuilderAtEnd(self->body, exit);
  LLVMBuildRetVoid(self->body);

  for (unsigned d = 0; d < 3; d++) {
    LLVMValueRef is_none =
        LLVMBuildICmp(self->entry, LLVMIntUGE, first[d], share->last[d], "is_empty");
    is_empty = is_empty ? LLVMBuildOr(self->entry, is_empty, is_none, "is_empty") : is_none;
  }
  LLVMBuildCondBr(self->entry, is_empty, exit, share->header[2]);
  LLVMDisposeBuilder(self->entry);
  LLVMDisposeBuilder(self->body);
  fxs_vector_free(&blocks);
}

/* Functions that stayed out of line read the state. */
static void read_state(struct loops *self, LLVMValueRef call, enum fxc_builtin builtin) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(self->context);
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef field =
      fxc_state_field(builder, LLVMGetOperand(call, 0), fxc_builtins[builtin].state_offset, "");
  if (fxc_builtins[builtin].has_dimension) {
    LLVMValueRef number = LLVMGetOperand(call, 1);
    field = LLVMBuildInBoundsGEP2(builder, self->i64, field, &number, 1, "");
  }
  LLVMValueRef value = LLVMBuildLoad2(builder, self->i64, field, "");
  LLVMSetAlignment(value, 8);
  value = LLVMBuildIntCast2(builder, value, LLVMTypeOf(call), 0, "");
  LLVMReplaceAllUsesWith(call, value);
  LLVMInstructionEraseFromParent(call);
  LLVMDisposeBuilder(builder);
}

static bool ends_with(const char *text, const char *tail) {
  size_t length = strlen(text), tail_length = strlen(tail);
  return length > tail_length && !strcmp(text + length - tail_length, tail);
}

enum fxc_result fxc_work_item_loops(struct fxc_module *module) {
  struct loops self = {.module = module, .context = LLVMGetModuleContext(module->ir)};
  self.memory.context = self.context;
  self.pointer = LLVMPointerTypeInContext(self.context, 0);
  self.i64 = LLVMInt64TypeInContext(self.context);
  self.i32 = LLVMInt32TypeInContext(self.context);
  unsigned dispatch = fxc_metadata_kind(self.context, "falx.dispatch");
  bool is_changed = false;

  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || !ends_with(name_of(f), KERNEL_SUFFIX))
      continue;
    LLVMValueRef node = fxc_function_node(f, "falx.dispatch");
    if (!node)
      continue;
    if (!self.memory.access_group)
      self.memory.access_group = new_access_group(&self);
    self.kernel = f;
    add_loops(&self, fxc_metadata_integer(node, 0) & FALX_KERNEL_DISPATCH_ITEMS);
    is_changed = true;
    LLVMGlobalEraseMetadata(f, dispatch); /* its loops are there now */
  }

  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    enum fxc_builtin builtin = fxc_builtin_of_state(name_of(f));
    if (builtin == FXC_BUILTIN_COUNT)
      continue;
    for (LLVMUseRef use; (use = LLVMGetFirstUse(f));)
      read_state(&self, LLVMGetUser(use), builtin);
    LLVMDeleteFunction(f);
  }
  fxs_vector_free(&self.memory.uniform);
  return is_changed ? FXC_CHANGED : FXC_SAME;
}
