/* Kernels as LLVM IR: the frame of a kernel, and the functions that it calls. */
#include "tests/fuzz/kernel_emitter.h"

#include <stdio.h>
#include <string.h>

static void add_facts(struct emitter *e, LLVMValueRef function, bool is_pure) {
  static const char *const facts[] = {"nounwind", "willreturn", "noinline", "memory"};
  for (unsigned i = 0; i < (is_pure ? 4 : 3); i++)
    LLVMAddAttributeAtIndex(
        function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(e->context,
                                LLVMGetEnumAttributeKindForName(facts[i], strlen(facts[i])), 0));
}

static LLVMValueRef open_function(struct emitter *e, const char *name, LLVMTypeRef result,
                                  LLVMTypeRef *types, unsigned count) {
  LLVMValueRef f = LLVMAddFunction(e->module, name, LLVMFunctionType(result, types, count, 0));
  LLVMPositionBuilderAtEnd(e->builder, LLVMAppendBasicBlockInContext(e->context, f, "entry"));
  e->function = f;
  return f;
}

/* Helpers' variables are their parameters, each twice. */
static void emit_helpers(struct emitter *e) {
  LLVMTypeRef i32 = e->types[T_I32], two[2] = {i32, i32}, three[3] = {e->pointer, i32, i32};
  char name[16];
  for (unsigned h = 0; h < HELPERS; h++) {
    snprintf(name, sizeof name, "helper%u", h);
    e->helpers[h] = open_function(e, name, i32, two, 2);
    LLVMSetLinkage(e->helpers[h], LLVMInternalLinkage);
    add_facts(e, e->helpers[h], true);
    for (unsigned i = 0; i < VARIABLES; i++) {
      e->variables[T_I32][i] = LLVMBuildAlloca(e->builder, i32, "");
      LLVMBuildStore(e->builder, LLVMGetParam(e->helpers[h], i & 1), e->variables[T_I32][i]);
    }
    LLVMBuildRet(e->builder, emit_value(e, e->kernel->helpers[h]));
  }
  e->divide = open_function(e, "divide", i32, two, 2);
  LLVMSetLinkage(e->divide, LLVMInternalLinkage);
  add_facts(e, e->divide, true);
  LLVMBuildRet(e->builder, LLVMBuildUDiv(e->builder, LLVMGetParam(e->divide, 0),
                                         LLVMGetParam(e->divide, 1), ""));
  e->poke = open_function(e, "poke", i32, three, 3);
  LLVMSetLinkage(e->poke, LLVMInternalLinkage);
  add_facts(e, e->poke, false);
  LLVMValueRef index = emit_masked(e, LLVMGetParam(e->poke, 1), e->kernel->arrays[0].length - 1);
  LLVMValueRef place = emit_element(e, T_I32, LLVMGetParam(e->poke, 0), index, true);
  LLVMValueRef before = emit_load(e, T_I32, place);
  emit_store(e, T_I32, LLVMBuildAdd(e->builder, before, LLVMGetParam(e->poke, 2), ""), place);
  LLVMBuildRet(e->builder, before);
}

static LLVMValueRef reserve(struct emitter *e, LLVMTypeRef type, const char *name) {
  LLVMValueRef slot = LLVMBuildAlloca(e->builder, type, name);
  LLVMSetAlignment(slot, 16);
  return slot;
}

/* Every variable and array starts with something of the work-item's own. */
static void fill(struct emitter *e) {
  char name[24];
  LLVMValueRef small = emit_resize(e, e->linear, e->types[T_I32], false);
  for (enum type t = T_I1; t < TYPE_COUNT; t++)
    for (unsigned i = 0; i < VARIABLES && e->kernel->types >> t & 1; i++) {
      LLVMValueRef number =
          LLVMBuildMul(e->builder, small, emit_integer(e, T_I32, (int64_t)i * 7 + 1), "");
      number = LLVMBuildAdd(e->builder, number, emit_integer(e, T_I32, (int64_t)t + i), "");
      if (i == 2)
        number = emit_integer(e, T_I32, (int64_t)t + 2);
      emit_store(e, t, emit_convert(e, number, T_I32, t, 2), e->variables[t][i]);
    }
  for (unsigned r = 0; r < RECORDS; r++)
    for (unsigned m = 0; m < 2; m++) {
      enum type t = e->kernel->members[m];
      emit_store(e, t, emit_convert(e, small, T_I32, t, 1),
                 emit_member_address(e, emit_integer(e, T_I32, r), m, 0));
    }
  for (unsigned i = 0; i < TABLE; i++)
    emit_store(e, T_I32, i == 3 ? e->parameters[A_N] : emit_integer(e, T_I32, i * 5 + 1),
               emit_table_address(e, emit_integer(e, T_I32, i)));
  for (unsigned a = 0; a < ARRAYS; a++) {
    const struct array *array = &e->kernel->arrays[a];
    snprintf(name, sizeof name, "array%u", a);
    LLVMSetValueName2(e->arrays[a], name, strlen(name));
    LLVMBuildMemSet(e->builder, e->arrays[a], emit_integer(e, T_I8, 0),
                    emit_integer(e, T_I64, array->length * type_bytes(array->type)),
                    type_bytes(array->type));
    for (unsigned i = 0; i < 2; i++)
      emit_store(e, array->type, emit_convert(e, small, T_I32, array->type, 1),
                 emit_private_address(e, a, emit_integer(e, T_I32, i), 0));
  }
}

/* sum * 31 + value, folded to 32 bits. */
static LLVMValueRef mix(struct emitter *e, LLVMValueRef sum, LLVMValueRef value, enum type type) {
  LLVMBuilderRef at = e->builder;
  value = emit_bits(e, value, type, type_bytes(type) == 8 ? T_I64 : T_I32);
  if (type_bytes(type) == 8) {
    LLVMValueRef high = LLVMBuildLShr(at, value, emit_integer(e, T_I64, 32), "");
    value = LLVMBuildTrunc(at, LLVMBuildXor(at, value, high, ""), e->types[T_I32], "");
  }
  LLVMValueRef most = LLVMBuildShl(at, sum, emit_integer(e, T_I32, 5), "");
  return LLVMBuildAdd(at, LLVMBuildSub(at, most, sum, ""), value, "");
}

/* All variables, and some of each array, in one number. */
static void emit_end(struct emitter *e) {
  LLVMValueRef sum = emit_integer(e, T_I32, 17);
  for (enum type t = T_I1; t < TYPE_COUNT; t++)
    for (unsigned i = 0; i < VARIABLES && e->kernel->types >> t & 1; i++)
      sum = mix(e, sum, emit_load(e, t, e->variables[t][i]), t);
  for (unsigned a = 0; a < ARRAYS; a++)
    for (unsigned i = 0; i < 4 && i < e->kernel->arrays[a].length; i++) {
      enum type t = e->kernel->arrays[a].type;
      LLVMValueRef place = emit_private_address(e, a, emit_integer(e, T_I32, i), 0);
      sum = mix(e, sum, emit_load(e, t, place), t);
    }
  LLVMValueRef some = emit_resize(e, e->linear, e->types[T_I32], false);
  sum = mix(e, sum, emit_load(e, T_I32, emit_table_address(e, some)), T_I32);
  for (unsigned m = 0; m < 2; m++) {
    enum type t = e->kernel->members[m];
    LLVMValueRef place = emit_member_address(e, emit_integer(e, T_I32, m + 1), m, 0);
    sum = mix(e, sum, emit_load(e, t, place), t);
  }
  emit_store(e, T_I32, sum, emit_own_address(e, 0, emit_integer(e, T_I32, 0), 0));
}

static void emit_kernel(struct emitter *e) {
  LLVMTypeRef types[PARAMETERS];
  char name[24];
  for (unsigned p = 0; p < PARAMETERS; p++)
    types[p] = e->pointer;
  types[A_N] = types[A_M] = e->types[T_I32];
  types[A_K] = e->types[T_I64];
  types[A_F] = e->types[T_F32];
  types[A_B] = e->types[T_I8];
  LLVMValueRef kernel = open_function(e, "K", LLVMVoidTypeInContext(e->context), types, PARAMETERS);
  if (!e->is_model)
    LLVMSetFunctionCallConv(kernel, LLVMSPIRKERNELCallConv);
  for (unsigned p = 0; p < PARAMETERS; p++) {
    e->parameters[p] = LLVMGetParam(kernel, p);
    snprintf(name, sizeof name, "_arg_%u", p);
    LLVMSetValueName2(e->parameters[p], name, strlen(name));
  }
  for (enum type t = T_I1; t < TYPE_COUNT; t++)
    for (unsigned i = 0; i < VARIABLES; i++)
      e->variables[t][i] = reserve(e, e->types[t], "");
  for (unsigned a = 0; a < ARRAYS; a++)
    e->arrays[a] = reserve(
        e, LLVMArrayType2(e->types[e->kernel->arrays[a].type], e->kernel->arrays[a].length), "");
  LLVMTypeRef members[2] = {e->types[e->kernel->members[0]], e->types[e->kernel->members[1]]};
  e->record = LLVMStructTypeInContext(e->context, members, 2, 0);
  e->records = reserve(e, LLVMArrayType2(e->record, RECORDS), "records");
  e->table = reserve(e, LLVMArrayType2(e->types[T_I32], TABLE), "table");
  for (unsigned l = 0; l < LOOPS; l++)
    e->counters[l] = reserve(e, e->types[T_I64], "counter");
  emit_ids(e);
  fill(e);
  e->end = LLVMAppendBasicBlockInContext(e->context, kernel, "end");
  e->done = LLVMAppendBasicBlockInContext(e->context, kernel, "done");
  emit_statements(e, e->kernel->body);
  LLVMBuildBr(e->builder, e->end);
  LLVMPositionBuilderAtEnd(e->builder, e->end);
  emit_end(e);
  emit_statements(e, e->kernel->last);
  LLVMBuildBr(e->builder, e->done);
  LLVMPositionBuilderAtEnd(e->builder, e->done);
  LLVMBuildRetVoid(e->builder);
}

LLVMModuleRef kernel_emit(const struct kernel *kernel, LLVMContextRef context, bool is_model,
                          const bool *dropped) {
  struct emitter e = {.kernel = kernel,
                      .context = context,
                      .module = LLVMModuleCreateWithNameInContext("fuzz", context),
                      .builder = LLVMCreateBuilderInContext(context),
                      .is_model = is_model,
                      .dropped = dropped,
                      .pointer = LLVMPointerTypeInContext(context, 0)};
  static const unsigned widths[] = {1, 8, 16, 32, 64};
  for (unsigned t = T_I1; t <= T_I64; t++)
    e.types[t] = LLVMIntTypeInContext(context, widths[t]);
  e.types[T_F16] = LLVMHalfTypeInContext(context);
  e.types[T_F32] = LLVMFloatTypeInContext(context);
  e.types[T_F64] = LLVMDoubleTypeInContext(context);
  emit_helpers(&e);
  emit_kernel(&e);
  LLVMDisposeBuilder(e.builder);
  return e.module;
}
