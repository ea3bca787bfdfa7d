/* ptx-atomics: updates of memory as PTX with order and scope, which LLVM 22's back end ignores.
 *
 * Needs:   atomic-scopes; generic pointers in the spaces that can be told.
 * Leaves:  each atomicrmw that PTX has an instruction for as inline assembly: atom, or red where
 *          the result is not used, behind a fence.sc for seq_cst. A minimum or maximum of
 *          floating-point numbers is one of integers. Everything else that is atomic is LLVM's,
 *          which honours order and scope there; in the shared space a scope is the block's at
 *          most, unless the order is seq_cst. No fence of a single thread, for which LLVM has no
 *          code.
 * Refuses: nothing.
 * Tests:   tests/passes/ptx-atomics. */
#include <llvm-c/DebugInfo.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "compiler/ir/atomics.h"
#include "compiler/pass.h"
#include "support/strbuf.h"

struct lowering {
  LLVMContextRef context;
  LLVMBuilderRef builder;
  unsigned thread, block, device; /* ids of scopes */
};

enum { GENERIC = 0, GLOBAL = 1, SHARED = 3 };

/* By LLVM's operation: PTX's name and the kind of type; red lacks exch. */
static const struct operation {
  const char *name;
  char kind; /* b, u, s: integers; f: floating point; 0: not here */
} operations[] = {
    [LLVMAtomicRMWBinOpXchg] = {"exch", 'b'},    [LLVMAtomicRMWBinOpAdd] = {"add", 'u'},
    [LLVMAtomicRMWBinOpSub] = {"add", 'u'},      [LLVMAtomicRMWBinOpAnd] = {"and", 'b'},
    [LLVMAtomicRMWBinOpOr] = {"or", 'b'},        [LLVMAtomicRMWBinOpXor] = {"xor", 'b'},
    [LLVMAtomicRMWBinOpMax] = {"max", 's'},      [LLVMAtomicRMWBinOpMin] = {"min", 's'},
    [LLVMAtomicRMWBinOpUMax] = {"max", 'u'},     [LLVMAtomicRMWBinOpUMin] = {"min", 'u'},
    [LLVMAtomicRMWBinOpFAdd] = {"add", 'f'},     [LLVMAtomicRMWBinOpFSub] = {"add", 'f'},
    [LLVMAtomicRMWBinOpFMax] = {"max", 's'},     [LLVMAtomicRMWBinOpFMin] = {"min", 's'},
    [LLVMAtomicRMWBinOpUIncWrap] = {"inc", 'u'}, [LLVMAtomicRMWBinOpUDecWrap] = {"dec", 'u'},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static unsigned space_of(LLVMValueRef atomic) {
  return LLVMGetPointerAddressSpace(LLVMTypeOf(fxc_atomic_address(atomic)));
}

/* 32 or 64; 0: PTX has no instruction for it. */
static unsigned bits_of(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(type) == 32 || LLVMGetIntTypeWidth(type) == 64
               ? LLVMGetIntTypeWidth(type)
               : 0;
  case LLVMFloatTypeKind:
    return 32;
  case LLVMDoubleTypeKind:
  case LLVMPointerTypeKind:
    return 64;
  default:
    return 0;
  }
}

static bool is_float_bound(LLVMAtomicRMWBinOp operation) {
  return operation == LLVMAtomicRMWBinOpFMax || operation == LLVMAtomicRMWBinOpFMin;
}

static bool is_wrapping(LLVMAtomicRMWBinOp operation) {
  return operation == LLVMAtomicRMWBinOpUIncWrap || operation == LLVMAtomicRMWBinOpUDecWrap;
}

static bool is_ours(LLVMValueRef i) {
  if (!LLVMIsAAtomicRMWInst(i))
    return false;
  LLVMAtomicRMWBinOp operation = LLVMGetAtomicRMWBinOp(i);
  unsigned space = space_of(i), bits = bits_of(LLVMTypeOf(i));
  return (unsigned)operation < OPERATIONS && operations[operation].kind && bits &&
         (space == GENERIC || space == GLOBAL || space == SHARED) &&
         (bits == 32 || !is_wrapping(operation));
}

static const char *scope_name(struct lowering *self, unsigned id) {
  return id == self->thread || id == self->block ? "cta" : id == self->device ? "gpu" : "sys";
}

/* Of the instruction; what seq_cst is more, a fence before it makes. */
static const char *order_name(LLVMAtomicOrdering order) {
  switch (order) {
  case LLVMAtomicOrderingSequentiallyConsistent:
  case LLVMAtomicOrderingAcquire:
    return "acquire";
  case LLVMAtomicOrderingRelease:
    return "release";
  case LLVMAtomicOrderingAcquireRelease:
    return "acq_rel";
  default:
    return "relaxed";
  }
}

/* The suffixes of an instruction: ".acquire.gpu.global". */
static void write_suffixes(struct lowering *self, LLVMValueRef atomic, struct fxs_strbuf *out) {
  unsigned space = space_of(atomic);
  fxs_strbuf_printf(out, ".%s.%s%s", order_name(LLVMGetOrdering(atomic)),
                    scope_name(self, LLVMGetAtomicSyncScopeID(atomic)),
                    space == GLOBAL   ? ".global"
                    : space == SHARED ? ".shared"
                                      : "");
}

/* Bits of floats that are not negative are ordered as signed integers, those of others as unsigned
 * ones, downwards: the operand's sign chooses. One not-a-number in memory is then beyond every
 * operand, and is exchanged. */
static void write_float_bound(const char *suffixes, bool is_max, unsigned bits,
                              struct fxs_strbuf *out) {
  const char *ours = is_max ? "max" : "min", *other = is_max ? "min" : "max";
  const char *infinity = bits == 32 ? is_max ? "0x7f800000" : "0xff800000"
                         : is_max   ? "0x7ff0000000000000"
                                    : "0xfff0000000000000";
  fxs_strbuf_printf(out,
                    "{\n\t.reg .pred %%p, %%q;\n\t.reg .b%u %%o;\n\t"
                    "setp.lt.s%u %%p, $2, 0;\n"
                    "L${:uid}:\n\t"
                    "@!%%p atom%s.%s.s%u $0, [$1], $2;\n\t"
                    "@%%p atom%s.%s.u%u $0, [$1], $2;\n\t"
                    "setp.gt.%c%u %%q, $0, %s;\n\t"
                    "@!%%q bra D${:uid};\n\t"
                    "atom%s.cas.b%u %%o, [$1], $0, $2;\n\t"
                    "setp.ne.b%u %%q, %%o, $0;\n\t"
                    "@%%q bra L${:uid};\n"
                    "D${:uid}:\n\t}",
                    bits, bits, suffixes, ours, bits, suffixes, other, bits, is_max ? 's' : 'u',
                    bits, infinity, suffixes, bits, bits);
}

/* The operand's bits, not-a-number such that nothing changes. */
static LLVMValueRef bound_bits(struct lowering *self, LLVMValueRef x, bool is_max, unsigned bits) {
  LLVMTypeRef integer = LLVMIntTypeInContext(self->context, bits);
  uint64_t largest = bits == 32 ? INT32_MAX : INT64_MAX;
  LLVMValueRef neutral = is_max ? LLVMConstAllOnes(integer) : LLVMConstInt(integer, largest, false);
  LLVMValueRef is_nan = LLVMBuildFCmp(self->builder, LLVMRealUNO, x, x, "");
  return LLVMBuildSelect(self->builder, is_nan, neutral,
                         LLVMBuildBitCast(self->builder, x, integer, ""), "");
}

/* The operand as the instruction takes it. */
static LLVMValueRef operand_of(struct lowering *self, LLVMValueRef atomic, unsigned bits) {
  LLVMAtomicRMWBinOp operation = LLVMGetAtomicRMWBinOp(atomic);
  LLVMValueRef x = LLVMGetOperand(atomic, 1);
  LLVMTypeRef integer = LLVMIntTypeInContext(self->context, bits);
  if (is_float_bound(operation))
    return bound_bits(self, x, operation == LLVMAtomicRMWBinOpFMax, bits);
  if (operation == LLVMAtomicRMWBinOpSub)
    return LLVMBuildNeg(self->builder, x, "");
  if (operation == LLVMAtomicRMWBinOpFSub)
    return LLVMBuildFNeg(self->builder, x, "");
  if (operation == LLVMAtomicRMWBinOpFAdd)
    return x;
  return LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMPointerTypeKind
             ? LLVMBuildPtrToInt(self->builder, x, integer, "")
             : LLVMBuildBitCast(self->builder, x, integer, "");
}

static LLVMValueRef build_assembly(struct lowering *self, LLVMValueRef atomic, const char *text,
                                   bool has_result, LLVMValueRef x) {
  char constraints[32], letter;
  LLVMValueRef arguments[2] = {fxc_atomic_address(atomic), x};
  LLVMTypeRef type = LLVMTypeOf(x), types[2] = {LLVMTypeOf(arguments[0]), type};
  bool is_wide = bits_of(type) == 64, is_integer = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
  letter = is_integer ? is_wide ? 'l' : 'r' : is_wide ? 'd' : 'f';
  snprintf(constraints, sizeof constraints, "%sl,%c,~{memory}",
           !has_result  ? ""
           : is_integer ? is_wide ? "=&l," : "=&r,"
           : is_wide    ? "=&d,"
                        : "=&f,",
           letter);
  LLVMTypeRef result = has_result ? type : LLVMVoidTypeInContext(self->context);
  LLVMTypeRef function = LLVMFunctionType(result, types, 2, false);
  LLVMValueRef code =
      LLVMGetInlineAsm(function, text, strlen(text), constraints, strlen(constraints), true, false,
                       LLVMInlineAsmDialectATT, false);
  return LLVMBuildCall2(self->builder, function, code, arguments, 2, "");
}

static void lower(struct lowering *self, LLVMValueRef atomic) {
  LLVMAtomicRMWBinOp operation = LLVMGetAtomicRMWBinOp(atomic);
  LLVMAtomicOrdering order = LLVMGetOrdering(atomic);
  LLVMTypeRef type = LLVMTypeOf(atomic);
  unsigned bits = bits_of(type);
  struct fxs_strbuf suffixes = {0}, text = {0};
  bool is_reduction = !LLVMGetFirstUse(atomic) && operation != LLVMAtomicRMWBinOpXchg &&
                      !is_float_bound(operation) && strcmp(order_name(order), "acquire") != 0 &&
                      order != LLVMAtomicOrderingAcquireRelease;
  LLVMPositionBuilderBefore(self->builder, atomic);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(atomic));
  if (order == LLVMAtomicOrderingSequentiallyConsistent)
    LLVMBuildFenceSyncScope(self->builder, order, LLVMGetAtomicSyncScopeID(atomic), "");
  write_suffixes(self, atomic, &suffixes);
  if (is_float_bound(operation))
    write_float_bound(fxs_strbuf_text(&suffixes), operation == LLVMAtomicRMWBinOpFMax, bits, &text);
  else
    fxs_strbuf_printf(
        &text, is_reduction ? "red%s.%s.%c%u [$0], $1;" : "atom%s.%s.%c%u $0, [$1], $2;",
        fxs_strbuf_text(&suffixes), operations[operation].name, operations[operation].kind, bits);
  LLVMValueRef made = build_assembly(self, atomic, fxs_strbuf_text(&text), !is_reduction,
                                     operand_of(self, atomic, bits));
  if (LLVMGetFirstUse(atomic))
    LLVMReplaceAllUsesWith(atomic, LLVMGetTypeKind(type) == LLVMPointerTypeKind
                                       ? LLVMBuildIntToPtr(self->builder, made, type, "")
                                       : LLVMBuildBitCast(self->builder, made, type, ""));
  LLVMInstructionEraseFromParent(atomic);
  fxs_strbuf_free(&suffixes);
  fxs_strbuf_free(&text);
}

/* Only a block's work-items share its memory. What is seq_cst stays in one order with other memory.
 */
static bool narrow_scope(struct lowering *self, LLVMValueRef i) {
  bool is_narrowed = fxc_is_atomic(i) && space_of(i) == SHARED &&
                     LLVMGetOrdering(i) != LLVMAtomicOrderingSequentiallyConsistent;
  if (is_narrowed)
    LLVMSetAtomicSyncScopeID(i, self->block);
  else if (fxc_is_atomic(i) && LLVMGetAtomicSyncScopeID(i) == self->thread)
    LLVMSetAtomicSyncScopeID(i, self->block);
  else
    return false;
  return true;
}

static bool lower_function(struct lowering *self, LLVMValueRef function) {
  bool is_changed = false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      is_changed |= narrow_scope(self, i);
      if (is_ours(i))
        lower(self, i);
      else if (LLVMIsAFenceInst(i) && LLVMGetAtomicSyncScopeID(i) == self->thread)
        LLVMInstructionEraseFromParent(i);
      else
        continue;
      is_changed = true;
    }
  return is_changed;
}

enum fxc_result fxc_ptx_atomics(struct fxc_module *module) {
  LLVMContextRef context = LLVMGetModuleContext(module->ir);
  struct lowering self = {.context = context, .builder = LLVMCreateBuilderInContext(context)};
  self.thread = LLVMGetSyncScopeID(context, FXC_SCOPE_THREAD, strlen(FXC_SCOPE_THREAD));
  self.block = LLVMGetSyncScopeID(context, FXC_SCOPE_BLOCK, strlen(FXC_SCOPE_BLOCK));
  self.device = LLVMGetSyncScopeID(context, FXC_SCOPE_DEVICE, strlen(FXC_SCOPE_DEVICE));
  bool is_changed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    is_changed |= lower_function(&self, f);
  LLVMDisposeBuilder(self.builder);
  return is_changed ? FXC_CHANGED : FXC_SAME;
}
