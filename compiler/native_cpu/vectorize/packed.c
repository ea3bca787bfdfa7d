/* The packed form of a kernel, for work-groups whose rows are shorter than a sub-group
 * (docs/sub-groups.md): its work-items follow each other by their linear local id, across rows. The
 * scalar kernel is copied; in the copy the local id of dimension 0 is the linear one, which grows
 * from lane to lane like any other, and the ids of all dimensions are computed from it. */
#include "compiler/native_cpu/vectorize/vectorize.h"

#include "compiler/ir/attributes.h"
#include "compiler/ir/clone.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "compiler/native_cpu/state.h"
#include "support/strbuf.h"

#include <string.h>

struct pack {
  const struct fxc_vec *v;
  LLVMModuleRef module;
  LLVMValueRef state;
  LLVMBuilderRef entry; /* in front of the copy's first instruction */
  LLVMValueRef ids[FXC_BUILTIN_COUNT][3];
};

/* The sizes of a work-group, where they are known, have rows of which none is short. */
static bool has_long_rows(LLVMValueRef kernel, unsigned lanes) {
  struct fxc_kernel_attribute_value value;
  uint32_t sizes[3];
  if (!fxc_kernel_attribute_get(kernel, FXC_REQD_WORK_GROUP_SIZE, &value))
    return false;
  fxc_kernel_attribute_extents(&value, sizes);
  return sizes[0] >= lanes || (sizes[1] <= 1 && sizes[2] <= 1);
}

bool fxc_vec_is_packed(const struct fxc_vec *v) {
  if (v->is_rows || !fxc_string_attribute(v->scalar, FXC_SEVERAL_ROWS) ||
      has_long_rows(v->scalar, v->lanes))
    return false;
  for (unsigned b = 0; b < v->cfg.count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(v->cfg.blocks[b]); i;
         i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) && fxc_vec_is_import(i))
        return false; /* it reads the ids of neighbours in dimension 0 */
  return true;
}

static LLVMValueRef ask(struct pack *p, enum fxc_builtin builtin, unsigned dimension) {
  LLVMValueRef function = fxc_state_builtin(p->module, builtin);
  LLVMValueRef arguments[2] = {p->state, LLVMConstInt(p->v->i32, dimension, 0)};
  return LLVMBuildCall2(p->entry, LLVMGlobalGetValueType(function), function, arguments, 2, "");
}

static LLVMValueRef low_half(struct pack *p, LLVMValueRef value) {
  return LLVMBuildTrunc(p->entry, value, p->v->i32, "");
}

/* Of numbers of 32 bits below 2^16, exact: floats have 24 bits. Processors divide vectors of floats
 * only. */
static LLVMValueRef quotient(struct pack *p, LLVMValueRef dividend, LLVMValueRef divisor) {
  LLVMTypeRef type = LLVMFloatTypeInContext(p->v->context);
  LLVMValueRef left = LLVMBuildSIToFP(p->entry, dividend, type, "");
  LLVMValueRef right = LLVMBuildSIToFP(p->entry, divisor, type, "");
  LLVMValueRef value = LLVMBuildFDiv(p->entry, left, right, "");
  return LLVMBuildFPToSI(p->entry, value, p->v->i32, "");
}

static LLVMValueRef rest(struct pack *p, LLVMValueRef number, LLVMValueRef times,
                         LLVMValueRef size) {
  LLVMValueRef product = LLVMBuildNUWMul(p->entry, times, size, "");
  return LLVMBuildNUWSub(p->entry, number, product, "");
}

/* To 64 bits, of which the lowest `bits` may be set: so what is computed from it stays in 32
 * (narrow.c). */
static LLVMValueRef extended(struct pack *p, LLVMValueRef value, unsigned bits) {
  LLVMValueRef mask = LLVMConstInt(p->v->i32, (UINT64_C(1) << bits) - 1, 0);
  value = LLVMBuildAnd(p->entry, value, mask, "");
  return LLVMBuildZExt(p->entry, value, p->v->i64, "");
}

static void compute_ids(struct pack *p) {
  LLVMValueRef sizes[3], local[3], linear = low_half(p, ask(p, FXC_LOCAL_ID, 0));
  for (unsigned d = 0; d < 3; d++)
    sizes[d] = low_half(p, ask(p, FXC_LOCAL_SIZE, d));
  LLVMValueRef row = quotient(p, linear, sizes[0]);
  LLVMValueRef plane = quotient(p, row, sizes[1]);
  local[0] = rest(p, linear, row, sizes[0]);
  local[1] = rest(p, row, plane, sizes[1]);
  local[2] = plane;
  for (unsigned d = 0; d < 3; d++) {
    LLVMValueRef group = low_half(p, ask(p, FXC_GROUP_ID, d));
    LLVMValueRef offset = low_half(p, ask(p, FXC_GLOBAL_OFFSET, d));
    LLVMValueRef first = LLVMBuildNUWMul(p->entry, group, sizes[d], "");
    first = LLVMBuildNUWAdd(p->entry, first, offset, "");
    p->ids[FXC_LOCAL_ID][d] = extended(p, local[d], FXC_LOCAL_ID_BITS);
    first = LLVMBuildNUWAdd(p->entry, first, local[d], "");
    p->ids[FXC_GLOBAL_ID][d] = extended(p, first, FXC_ID_BITS);
  }
}

/* The value of a call, of a dimension that need not be a constant. */
static LLVMValueRef value_of(struct pack *p, LLVMValueRef call, enum fxc_builtin builtin) {
  LLVMValueRef number = LLVMGetOperand(call, 1), *ids = p->ids[builtin], value = ids[0];
  if (LLVMIsAConstantInt(number))
    return ids[LLVMConstIntGetZExtValue(number) % 3];
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(p->v->context);
  LLVMPositionBuilderBefore(builder, call);
  for (unsigned d = 1; d < 3; d++) {
    LLVMValueRef is_it =
        LLVMBuildICmp(builder, LLVMIntEQ, number, LLVMConstInt(LLVMTypeOf(number), d, 0), "");
    value = LLVMBuildSelect(builder, is_it, ids[d], value, "");
  }
  LLVMDisposeBuilder(builder);
  return value;
}

static void replace_ids(struct pack *p, LLVMValueRef function, LLVMValueRef until) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef first = b == LLVMGetEntryBasicBlock(function) ? until : LLVMGetFirstInstruction(b);
    for (LLVMValueRef i = first, next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (!LLVMIsACallInst(i) || !LLVMIsAFunction(LLVMGetCalledValue(i)))
        continue;
      size_t length;
      enum fxc_builtin builtin =
          fxc_builtin_of_state(LLVMGetValueName2(LLVMGetCalledValue(i), &length));
      if (builtin != FXC_LOCAL_ID && builtin != FXC_GLOBAL_ID)
        continue;
      LLVMReplaceAllUsesWith(i, value_of(p, i, builtin));
      LLVMInstructionEraseFromParent(i);
    }
  }
}

LLVMValueRef fxc_vec_packed_copy(const struct fxc_vec *v) {
  struct fxs_strbuf name = {0};
  size_t length;
  fxs_strbuf_printf(&name, "%s.packed", LLVMGetValueName2(v->scalar, &length));
  LLVMValueRef copy = fxc_clone_function(v->scalar, fxs_strbuf_text(&name), NULL);
  fxs_strbuf_free(&name);
  struct pack p = {.v = v,
                   .module = v->module->ir,
                   .state = LLVMGetLastParam(copy),
                   .entry = LLVMCreateBuilderInContext(v->context)};
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(copy));
  while (LLVMIsAAllocaInst(first))
    first = LLVMGetNextInstruction(first);
  LLVMPositionBuilderBefore(p.entry, first);
  LLVMSetCurrentDebugLocation2(p.entry, NULL);
  compute_ids(&p);
  replace_ids(&p, copy, first);
  LLVMDisposeBuilder(p.entry);
  return copy;
}
