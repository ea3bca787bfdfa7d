/* export-rows: exports for several work-items at once (requirements DL-10, NC-10).
 *
 * Needs:   docs/ir.md section 6.
 * Leaves:  beside each entry @F.falx_export whose parameters and result are numbers or pointers
 *          @F.falx_rows.all.NativeCPUKernel(ptr %a0, …, ptr %result, ptr %mask, ptr %state): F of
 *          the arguments in element n of each array, n the id within the sub-group; and the same
 *          as .some, where byte n of mask is set. They have "falx-rows"="F"; the vectorizer takes
 *          them for kernels.
 * Refuses: nothing.
 * Tests:   tests/passes/export-rows.
 *
 * row-entries: their entries.
 *
 * Needs:   after vectorize.
 * Leaves:  @F.falx_rows(ptr %a0, …, ptr %result, ptr %mask, i64 %count, ptr %state), external, with
 *          "falx-export-rows"="F": the first count elements, as many at a time as there is a form
 *          for; a null mask stands for all. The state is that of the first work-item, and is so
 *          again at the end.
 * Refuses: nothing.
 * Tests:   tests/passes/row-entries.
 *
 * The arrays are in memory so that caller and callee need no vectors of the same length. */
#include "compiler/passes/native_linking.h"

#include <string.h>

#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/passes/optimize.h"
#include "compiler/passes/pass.h"
#include "compiler/passes/prepare_native_cpu.h"
#include "compiler/passes/vector_forms.h"
#include "support/strbuf.h"
#include "support/vector.h"

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)
#define KERNEL_SUFFIX ".NativeCPUKernel"
#define ALL_SUFFIX FXC_ROWS_SUFFIX ".all" KERNEL_SUFFIX
#define SOME_SUFFIX FXC_ROWS_SUFFIX ".some" KERNEL_SUFFIX
#define MOST_PARAMETERS 24

/* ---- which functions, which types ---- */

static bool is_scalar(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind: {
    unsigned bits = LLVMGetIntTypeWidth(type);
    return bits == 1 || bits == 8 || bits == 16 || bits == 32 || bits == 64;
  }
  case LLVMHalfTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
  case LLVMPointerTypeKind:
    return true;
  default:
    return false;
  }
}

bool fxc_has_rows(LLVMValueRef function) {
  static const char *const memory[] = {"byval", "sret"};
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  unsigned count = LLVMCountParams(function) - 1; /* the last is the state */
  if (count > MOST_PARAMETERS ||
      (LLVMGetTypeKind(result) != LLVMVoidTypeKind && !is_scalar(result)))
    return false;
  for (unsigned i = 0; i < count; i++) {
    if (!is_scalar(LLVMTypeOf(LLVMGetParam(function, i))))
      return false;
    for (unsigned k = 0; k < sizeof memory / sizeof *memory; k++)
      if (fxc_has_attribute(function, i + 1, memory[k]))
        return false;
  }
  return true;
}

/* i1 takes a byte. */
LLVMTypeRef fxc_row_element(LLVMTypeRef type) {
  bool is_bool = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
  return is_bool ? LLVMInt8TypeInContext(LLVMGetTypeContext(type)) : type;
}

static LLVMTypeRef rows_type(LLVMValueRef function, bool has_count) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0), types[MOST_PARAMETERS + 4];
  unsigned count = 0, parameters = LLVMCountParams(function) - 1;
  while (count < parameters + 2) /* the arguments, result, mask */
    types[count++] = pointer;
  if (has_count)
    types[count++] = LLVMInt64TypeInContext(context);
  types[count++] = pointer;
  return LLVMFunctionType(LLVMVoidTypeInContext(context), types, count, false);
}

static LLVMValueRef add_function(LLVMModuleRef module, LLVMTypeRef type, const char *key,
                                 const char *name, const char *suffix) {
  struct fxs_strbuf text = {0};
  fxs_strbuf_printf(&text, "%s%s", name, suffix);
  LLVMValueRef function = LLVMAddFunction(module, fxs_strbuf_text(&text), type);
  fxs_strbuf_free(&text);
  fxc_set_string_attribute(function, key, name);
  fxc_add_attribute(function, LLVMAttributeFunctionIndex, "nounwind", 0);
  return function;
}

LLVMValueRef fxc_declare_import_rows(LLVMValueRef import) {
  LLVMModuleRef module = LLVMGetGlobalParent(import);
  const char *name = fxc_import_of(import);
  struct fxs_strbuf text = {0};
  fxs_strbuf_printf(&text, "%s" FXC_IMPORT_ROWS_SUFFIX, name);
  LLVMValueRef function = LLVMGetNamedFunction(module, fxs_strbuf_text(&text));
  fxs_strbuf_free(&text);
  return function ? function
                  : add_function(module, rows_type(import, true), FXC_IMPORT_ROWS, name,
                                 FXC_IMPORT_ROWS_SUFFIX);
}

/* ---- export-rows ---- */

static void build_rows(LLVMValueRef entry, bool is_masked) {
  LLVMModuleRef module = LLVMGetGlobalParent(entry);
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef type = LLVMGlobalGetValueType(entry), result = LLVMGetReturnType(type);
  LLVMTypeRef i8 = LLVMInt8TypeInContext(context), i64 = LLVMInt64TypeInContext(context);
  unsigned count = LLVMCountParams(entry) - 1;
  const char *name = fxc_export_of(entry);
  LLVMValueRef rows = add_function(module, rows_type(entry, false), FXC_ROWS, name,
                                   is_masked ? SOME_SUFFIX : ALL_SUFFIX);
  LLVMSetVisibility(rows, LLVMHiddenVisibility);
  LLVMValueRef state = LLVMGetParam(rows, count + 2), values[MOST_PARAMETERS + 1];
  for (unsigned i = 0; i < count + 3; i++)
    fxc_add_attribute(rows, i + 1, i < count + 2 ? "noalias" : "nonnull", 0);

  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMBasicBlockRef begin = LLVMAppendBasicBlockInContext(context, rows, "entry");
  LLVMBasicBlockRef active = LLVMAppendBasicBlockInContext(context, rows, "active");
  LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(context, rows, "end");
  LLVMPositionBuilderAtEnd(builder, begin);
  LLVMValueRef id = fxc_state_builtin(module, FXC_SUB_GROUP_LOCAL_ID);
  LLVMValueRef lane = LLVMBuildCall2(builder, LLVMGlobalGetValueType(id), id, &state, 1, "lane");
  lane = LLVMBuildZExt(builder, lane, i64, "");
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeRef wanted = LLVMTypeOf(LLVMGetParam(entry, i)), element = fxc_row_element(wanted);
    LLVMValueRef address =
        LLVMBuildInBoundsGEP2(builder, element, LLVMGetParam(rows, i), &lane, 1, "");
    values[i] = LLVMBuildLoad2(builder, element, address, "");
    if (element != wanted)
      values[i] = LLVMBuildTrunc(builder, values[i], wanted, "");
  }
  values[count] = state;
  if (is_masked) {
    LLVMValueRef mask = LLVMGetParam(rows, count + 1);
    LLVMValueRef byte = LLVMBuildInBoundsGEP2(builder, i8, mask, &lane, 1, "");
    byte = LLVMBuildLoad2(builder, i8, byte, "");
    LLVMValueRef is_active = LLVMBuildICmp(builder, LLVMIntNE, byte, LLVMConstNull(i8), "");
    LLVMBuildCondBr(builder, is_active, active, end);
  } else {
    LLVMBuildBr(builder, active);
  }

  LLVMPositionBuilderAtEnd(builder, active);
  LLVMValueRef call = LLVMBuildCall2(builder, type, entry, values, count + 1, "");
  LLVMAddCallSiteAttribute(call, FUNCTION_INDEX, fxc_enum_attribute(context, "alwaysinline", 0));
  LLVMBuildBr(builder, end);

  LLVMPositionBuilderAtEnd(builder, end);
  if (LLVMGetTypeKind(result) != LLVMVoidTypeKind) {
    LLVMTypeRef element = fxc_row_element(result);
    LLVMValueRef value = LLVMBuildPhi(builder, result, "value");
    LLVMValueRef from[2] = {call, LLVMConstNull(result)};
    LLVMBasicBlockRef ways[2] = {active, begin};
    LLVMAddIncoming(value, from, ways, is_masked ? 2 : 1);
    LLVMValueRef address =
        LLVMBuildInBoundsGEP2(builder, element, LLVMGetParam(rows, count), &lane, 1, "");
    if (element != result)
      value = LLVMBuildZExt(builder, value, element, "");
    LLVMBuildStore(builder, value, address);
  }
  LLVMBuildRetVoid(builder);
  LLVMDisposeBuilder(builder);
}

enum fxc_result fxc_export_rows(struct fxc_module *module) {
  FXS_VECTOR(LLVMValueRef) entries = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (fxc_export_of(f) && fxc_has_rows(f))
      fxc_push(&entries, f);
  bool is_any = entries.count > 0;
  for (size_t i = 0; i < entries.count; i++) {
    build_rows(entries.items[i], false);
    build_rows(entries.items[i], true);
  }
  fxs_vector_free(&entries);
  if (!is_any)
    return FXC_SAME;
  bool is_fine = !module->options->opt_level || fxc_run_llvm(module, "always-inline");
  return is_fine ? FXC_CHANGED : FXC_FAILED;
}

/* ---- row-entries ---- */

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
  return fxc_state_field(self->builder, self->state, fxc_builtins[builtin].state_offset, "");
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

/* For the elements from at on; active: how many, or NULL. */
static void call_form(struct entry *self, LLVMValueRef form, LLVMValueRef at, LLVMValueRef active) {
  LLVMValueRef arguments[MOST_PARAMETERS + 4];
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

/* for (at = 0; at < count; at += lanes) { ids += at; whole or rest } ids as before */
static LLVMValueRef build_loop(struct entry *self, const struct forms *forms, const char *name,
                               const char *suffix) {
  LLVMValueRef loop =
      add_function(self->module, rows_type(self->export, true), "falx-rows-loop", name, suffix);
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
  LLVMValueRef arguments[MOST_PARAMETERS + 4];
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

/* Where a vector takes all of them that is done without more ado; the rest in a loop, a function of
 * its own. */
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
  struct forms all = find_forms(module, name, ALL_SUFFIX);
  struct forms some = find_forms(module, name, SOME_SUFFIX);
  LLVMValueRef loop_all = build_loop(&self, &all, name, FXC_ROWS_SUFFIX ".all");
  LLVMValueRef loop_some = build_loop(&self, &some, name, FXC_ROWS_SUFFIX ".some");
  LLVMValueRef function =
      add_function(module, rows_type(export, true), FXC_EXPORT_ROWS, name, FXC_ROWS_SUFFIX);
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
