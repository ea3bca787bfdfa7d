/* row-entries: entries of exports for several work-items at once.
 *
 * Needs:   after vectorize.
 * Leaves:  @F.falx_rows(ptr %a0, …, ptr %result, ptr %mask, i64 %count, ptr %state), external, with
 *          "falx-export-rows"="F": the first count elements, as many at a time as there is a form
 *          for; a null mask stands for all. The state is that of the first work-item, and is so
 *          again at the end.
 * Refuses: nothing.
 * Tests:   tests/passes/row-entries. */
#include "compiler/ir/linking.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "compiler/native_cpu/rows.h"
#include "compiler/native_cpu/vector_forms.h"
#include "compiler/pass.h"
#include "support/strbuf.h"
#include "support/vector.h"

/* One of the two, and its vectors: NULL without. */
struct forms {
  LLVMValueRef one, vector, masked;
  unsigned lanes; /* 1 without vectors */
};

struct entry {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
  LLVMTypeRef i8, i32, i64;
  LLVMValueRef export;   /* the entry for one work-item: its type */
  LLVMValueRef function; /* being built */
  LLVMValueRef state;
  unsigned arrays; /* arguments, result, mask */
};

/* Ids that differ between the work-items of a row. */
static const enum fxc_builtin row_ids[] = {FXC_GLOBAL_ID, FXC_LOCAL_ID};
enum { ROW_IDS = sizeof row_ids / sizeof *row_ids };

static LLVMValueRef id_field(struct entry *self, enum fxc_builtin builtin) {
  return fxc_state_field(self->builder, self->state, fxc_state_offsets[builtin], "");
}

static void store_ids(struct entry *self, LLVMValueRef ids[ROW_IDS], LLVMValueRef offset) {
  for (int i = 0; i < ROW_IDS; i++) {
    LLVMValueRef value = offset ? LLVMBuildAdd(self->builder, ids[i], offset, "") : ids[i];
    LLVMSetAlignment(LLVMBuildStore(self->builder, value, id_field(self, row_ids[i])), 8);
  }
}

static LLVMTypeRef element_of(struct entry *self, unsigned array) {
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(self->export));
  if (array + 2 < self->arrays)
    return fxc_row_element(LLVMTypeOf(LLVMGetParam(self->export, array)));
  bool has_result = LLVMGetTypeKind(result) != LLVMVoidTypeKind;
  return array + 2 == self->arrays && has_result ? fxc_row_element(result) : self->i8;
}

/* For the elements from at on; active: their number, or NULL. */
static void call_form(struct entry *self, LLVMValueRef form, LLVMValueRef at, LLVMValueRef active) {
  LLVMValueRef arguments[FXC_ROWS_MAX_PARAMETERS + 4];
  unsigned count = 0;
  for (; count < self->arrays; count++)
    arguments[count] = LLVMBuildGEP2(self->builder, element_of(self, count),
                                     LLVMGetParam(self->function, count), &at, 1, "");
  arguments[count++] = self->state;
  if (active)
    arguments[count++] = LLVMBuildTrunc(self->builder, active, self->i32, "");
  LLVMBuildCall2(self->builder, LLVMGlobalGetValueType(form), form, arguments, count, "");
}

static LLVMBasicBlockRef block(struct entry *self, const char *name) {
  return LLVMAppendBasicBlockInContext(self->context, self->function, name);
}

static void start(struct entry *self, LLVMValueRef function) {
  self->function = function;
  self->state = LLVMGetParam(function, self->arrays + 1);
  LLVMPositionBuilderAtEnd(self->builder, block(self, "entry"));
}

/* for (at = 0; at < count; at += lanes) { ids += at; whole vector or epilogue } restore ids */
static LLVMValueRef build_loop(struct entry *self, const struct forms *forms, const char *name,
                               const char *suffix) {
  LLVMValueRef loop = fxc_add_rows_function(self->module, fxc_rows_type(self->export, true),
                                            "falx-rows-loop", name, suffix);
  LLVMSetLinkage(loop, LLVMInternalLinkage);
  fxc_add_attribute(loop, LLVMAttributeFunctionIndex, "noinline", 0);
  start(self, loop);
  LLVMBuilderRef b = self->builder;
  LLVMBasicBlockRef begin = LLVMGetInsertBlock(b), head = block(self, "head"),
                    whole = block(self, "whole"), next = block(self, "next"),
                    rest = block(self, "rest"), end = block(self, "end");
  LLVMValueRef count = LLVMGetParam(loop, self->arrays), ids[ROW_IDS];
  LLVMValueRef lanes = LLVMConstInt(self->i64, forms->lanes, 0), zero = LLVMConstNull(self->i64);
  for (int i = 0; i < ROW_IDS; i++)
    ids[i] = LLVMBuildLoad2(b, self->i64, id_field(self, row_ids[i]), "");
  if (!forms->vector) /* it reads the id within the sub-group from there */
    LLVMSetAlignment(LLVMBuildStore(b, zero, id_field(self, FXC_SUB_GROUP_LOCAL_ID)), 8);
  LLVMBuildBr(b, head);

  LLVMPositionBuilderAtEnd(b, head);
  LLVMValueRef at = LLVMBuildPhi(b, self->i64, "at");
  LLVMValueRef left = LLVMBuildSub(b, count, at, "left");
  LLVMValueRef is_whole = LLVMBuildICmp(b, LLVMIntUGE, left, lanes, "");
  LLVMBuildCondBr(b, is_whole, whole, rest);

  LLVMPositionBuilderAtEnd(b, whole);
  call_form(self, forms->vector ? forms->vector : forms->one, at, NULL);
  LLVMValueRef after = LLVMBuildAdd(b, at, lanes, "");
  LLVMValueRef is_more = LLVMBuildICmp(b, LLVMIntULT, after, count, "");
  LLVMBuildCondBr(b, is_more, next, end);

  LLVMPositionBuilderAtEnd(b, next);
  store_ids(self, ids, after);
  LLVMBuildBr(b, head);
  LLVMValueRef starts[2] = {zero, after};
  LLVMBasicBlockRef froms[2] = {begin, next};
  LLVMAddIncoming(at, starts, froms, 2);

  LLVMPositionBuilderAtEnd(b, rest);
  if (forms->masked)
    call_form(self, forms->masked, at, left);
  LLVMBuildBr(b, end);
  LLVMPositionBuilderAtEnd(b, end);
  store_ids(self, ids, NULL);
  LLVMBuildRetVoid(b);
  return loop;
}

static void forward(struct entry *self, LLVMValueRef loop) {
  LLVMValueRef arguments[FXC_ROWS_MAX_PARAMETERS + 4];
  for (unsigned i = 0; i < self->arrays + 2; i++)
    arguments[i] = LLVMGetParam(self->function, i);
  LLVMValueRef call = LLVMBuildCall2(self->builder, LLVMGlobalGetValueType(loop), loop, arguments,
                                     self->arrays + 2, "");
  LLVMSetTailCall(call, true);
  LLVMBuildRetVoid(self->builder);
}

/* Whether the mask's first lanes bytes are 1. */
static LLVMValueRef is_full(struct entry *self, LLVMValueRef mask, unsigned lanes) {
  LLVMTypeRef type = LLVMVectorType(self->i8, lanes),
              bits = LLVMIntTypeInContext(self->context, 8 * lanes);
  LLVMValueRef bytes = LLVMBuildLoad2(self->builder, type, mask, ""), ones[64];
  LLVMSetAlignment(bytes, 1);
  for (unsigned i = 0; i < lanes; i++)
    ones[i] = LLVMConstInt(self->i8, 1, 0);
  bytes = LLVMBuildXor(self->builder, bytes, LLVMConstVector(ones, lanes), "");
  bytes = LLVMBuildBitCast(self->builder, bytes, bits, "");
  return LLVMBuildICmp(self->builder, LLVMIntEQ, bytes, LLVMConstNull(bits), "");
}

/* If one vector takes all elements it is called directly; otherwise a loop, in a function of its
 * own. */
static void build_choice(struct entry *self, const struct forms *all, LLVMValueRef loop_all,
                         LLVMValueRef loop_some) {
  LLVMBuilderRef b = self->builder;
  LLVMBasicBlockRef masked = block(self, "masked"), some = block(self, "some"),
                    no_mask = block(self, "no_mask"), whole = block(self, "whole"),
                    other = block(self, "other"), check = block(self, "check");
  LLVMValueRef mask = LLVMGetParam(self->function, self->arrays - 1);
  LLVMValueRef count = LLVMGetParam(self->function, self->arrays);
  LLVMValueRef lanes = LLVMConstInt(self->i64, all->lanes, 0);
  LLVMValueRef is_absent = LLVMBuildICmp(b, LLVMIntEQ, mask, LLVMConstNull(LLVMTypeOf(mask)), "");
  LLVMValueRef is_whole = LLVMBuildICmp(b, LLVMIntEQ, count, lanes, "");
  LLVMBuildCondBr(b, is_absent, no_mask, masked);
  LLVMPositionBuilderAtEnd(b, no_mask);
  LLVMBuildCondBr(b, is_whole, whole, other);
  LLVMPositionBuilderAtEnd(b, masked);
  LLVMBuildCondBr(b, is_whole, check, some);
  LLVMPositionBuilderAtEnd(b, check);
  LLVMBuildCondBr(b, is_full(self, mask, all->lanes), whole, some);
  LLVMPositionBuilderAtEnd(b, whole);
  call_form(self, all->vector ? all->vector : all->one, LLVMConstNull(self->i64), NULL);
  LLVMBuildRetVoid(b);
  LLVMPositionBuilderAtEnd(b, other);
  forward(self, loop_all);
  LLVMPositionBuilderAtEnd(b, some);
  forward(self, loop_some);
}

static struct forms find_forms(LLVMModuleRef module, const char *name, const char *suffix) {
  struct fxs_strbuf text = {0};
  fxs_strbuf_printf(&text, "%s%s", name, suffix);
  struct forms forms = {.one = LLVMGetNamedFunction(module, fxs_strbuf_text(&text)), .lanes = 1};
  fxs_strbuf_free(&text);
  LLVMSetVisibility(forms.one, LLVMDefaultVisibility);
  LLVMSetLinkage(forms.one, LLVMInternalLinkage);
  struct fxc_vector_forms found;
  if (fxc_find_vector_forms(forms.one, &found)) {
    forms.lanes = found.lanes;
    forms.vector = found.vector;
    forms.masked = found.masked;
  }
  return forms;
}

static void build_entry(LLVMModuleRef module, LLVMValueRef export) {
  const char *name = fxc_export_of(export);
  LLVMContextRef context = LLVMGetModuleContext(module);
  struct entry self = {.module = module,
                       .context = context,
                       .builder = LLVMCreateBuilderInContext(context),
                       .i8 = LLVMInt8TypeInContext(context),
                       .i32 = LLVMInt32TypeInContext(context),
                       .i64 = LLVMInt64TypeInContext(context),
                       .export = export,
                       .arrays = LLVMCountParams(export) + 1};
  struct forms all = find_forms(module, name, FXC_ROWS_ALL_SUFFIX);
  struct forms some = find_forms(module, name, FXC_ROWS_SOME_SUFFIX);
  LLVMValueRef loop_all = build_loop(&self, &all, name, FXC_ROWS_SUFFIX ".all");
  LLVMValueRef loop_some = build_loop(&self, &some, name, FXC_ROWS_SUFFIX ".some");
  LLVMValueRef function = fxc_add_rows_function(module, fxc_rows_type(export, true),
                                                FXC_EXPORT_ROWS, name, FXC_ROWS_SUFFIX);
  LLVMSetVisibility(function, LLVMHiddenVisibility);
  const char *source = fxc_string_attribute(export, "falx-module-id");
  if (source)
    fxc_set_string_attribute(function, "falx-module-id", source);
  start(&self, function);
  build_choice(&self, &all, loop_all, loop_some);
  LLVMDisposeBuilder(self.builder);
}

enum fxc_result fxc_row_entries(struct fxc_module *module) {
  FXS_VECTOR(LLVMValueRef) exports = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (fxc_export_of(f) && fxc_has_rows(f))
      fxc_push(&exports, f);
  for (size_t i = 0; i < exports.count; i++)
    build_entry(module->ir, exports.items[i]);
  bool is_any = exports.count > 0;
  fxs_vector_free(&exports);
  return is_any ? FXC_CHANGED : FXC_SAME;
}
