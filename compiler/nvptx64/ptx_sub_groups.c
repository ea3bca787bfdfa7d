/* ptx-sub-groups: sub-group functions, by what a warp has: shuffles, votes and, from sm_80 on,
 * reductions.
 *
 * Needs:   group-memory.
 * Leaves:  no call of __spirv_GroupNonUniform… and __falx_warp_…. Of the former, all members of the
 * sub-group are at the call, so the mask is that of a whole warp; those that a last, partial one
 * lacks count as ended. What they would give is left out by a shuffle's own bound. Refuses:
 * nothing. Tests:   tests/passes/ptx-sub-groups. */
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/builtins.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/memory.h"
#include "compiler/nvptx64/architecture.h"
#include "compiler/nvptx64/collectives.h"
#include "compiler/nvptx64/intrinsics.h"
#include "compiler/pass.h"
#include "support/vector.h"

#define WARP "__falx_warp_"
enum { LAST_LANE = FXC_WARP - 1 };
enum operation { REDUCE, INCLUSIVE_SCAN, EXCLUSIVE_SCAN };

struct warp {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMTypeRef i1, i32, i64;
  LLVMBuilderRef builder;
  LLVMValueRef everyone; /* the mask */
  bool has_redux;
};

static LLVMValueRef number(const struct warp *self, uint64_t value) {
  return LLVMConstInt(self->i32, value, false);
}

/* ---- shuffles of 32 bits ---- */

static LLVMTypeRef as_integer(const struct warp *self, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMHalfTypeKind:
    return LLVMInt16TypeInContext(self->context);
  case LLVMFloatTypeKind:
    return self->i32;
  case LLVMDoubleTypeKind:
    return self->i64;
  default:
    return type;
  }
}

static LLVMValueRef shuffle_word(const struct warp *self, const char *mode, LLVMValueRef word,
                                 LLVMValueRef lane, LLVMValueRef bound, LLVMValueRef *out_is_in) {
  char name[48] = "llvm.nvvm.shfl.sync.";
  LLVMValueRef args[4] = {self->everyone, word, lane, bound};
  strcat(strcat(name, mode), out_is_in ? ".i32p" : ".i32");
  LLVMValueRef result = fxc_ptx_call(self->builder, self->module, name, args, 4);
  if (!out_is_in)
    return result;
  *out_is_in = LLVMBuildExtractValue(self->builder, result, 1, "");
  return LLVMBuildExtractValue(self->builder, result, 0, "");
}

/* Any type's value; whether the other work-item exists, where it is asked for. */
static LLVMValueRef shuffle(const struct warp *self, const char *mode, LLVMValueRef value,
                            LLVMValueRef lane, LLVMValueRef bound, LLVMValueRef *out_is_in) {
  LLVMBuilderRef b = self->builder;
  LLVMTypeRef type = LLVMTypeOf(value), bits = as_integer(self, type);
  LLVMValueRef whole = LLVMBuildBitCast(b, value, bits, ""), result;
  if (LLVMGetIntTypeWidth(bits) <= 32) {
    result =
        shuffle_word(self, mode, LLVMBuildZExt(b, whole, self->i32, ""), lane, bound, out_is_in);
    result = LLVMBuildTrunc(b, result, bits, "");
  } else {
    LLVMValueRef half_way = LLVMConstInt(self->i64, 32, false);
    LLVMValueRef low = LLVMBuildTrunc(b, whole, self->i32, "");
    LLVMValueRef high = LLVMBuildTrunc(b, LLVMBuildLShr(b, whole, half_way, ""), self->i32, "");
    low = shuffle_word(self, mode, low, lane, bound, NULL);
    high = shuffle_word(self, mode, high, lane, bound, out_is_in);
    high = LLVMBuildShl(b, LLVMBuildZExt(b, high, self->i64, ""), half_way, "");
    result = LLVMBuildOr(b, LLVMBuildZExt(b, low, self->i64, ""), high, "");
  }
  return LLVMBuildBitCast(b, result, type, "");
}

/* ---- votes ---- */

static LLVMValueRef vote(const struct warp *self, const char *name, LLVMValueRef truth) {
  LLVMValueRef args[2] = {self->everyone, truth};
  return fxc_ptx_call(self->builder, self->module, name, args, 2);
}

/* Of the work-items that a bit of `mask` stands for; NULL: of all. */
static LLVMValueRef lower_truth(const struct warp *self, enum fxc_collective kind,
                                enum operation operation, LLVMValueRef truth) {
  LLVMBuilderRef b = self->builder;
  if (operation == REDUCE && kind != FXC_LOGICAL_XOR)
    return vote(self,
                kind == FXC_LOGICAL_AND ? "llvm.nvvm.vote.all.sync" : "llvm.nvvm.vote.any.sync",
                truth);
  LLVMValueRef ballot = vote(self, "llvm.nvvm.vote.ballot.sync", truth), mask = NULL;
  if (operation != REDUCE) {
    mask = fxc_ptx_register(b, self->module,
                            operation == INCLUSIVE_SCAN ? "lanemask.le" : "lanemask.lt", -1);
    ballot = LLVMBuildAnd(b, ballot, mask, "");
  }
  if (kind == FXC_LOGICAL_AND)
    return LLVMBuildICmp(b, LLVMIntEQ, ballot, mask, "");
  if (kind == FXC_LOGICAL_OR)
    return LLVMBuildICmp(b, LLVMIntNE, ballot, number(self, 0), "");
  return LLVMBuildTrunc(b, fxc_build_intrinsic(b, self->module, "llvm.ctpop", &ballot, 1), self->i1,
                        "");
}

/* ---- reductions and scans ---- */

static bool has_whole_warps(LLVMValueRef call) {
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  struct fxc_kernel_attribute_value value;
  uint32_t sizes[3];
  if (!fxc_is_kernel(function) ||
      !fxc_kernel_attribute_get(function, FXC_REQD_WORK_GROUP_SIZE, &value))
    return false;
  fxc_kernel_attribute_extents(&value, sizes);
  return sizes[0] * (sizes[1] ? sizes[1] : 1) * (sizes[2] ? sizes[2] : 1) % FXC_WARP == 0;
}

/* The last work-item of the sub-group: what ptx-ids knows. */
static LLVMValueRef last_lane(const struct warp *self) {
  static const char name[] = "_Z27__spirv_BuiltInSubgroupSizev";
  LLVMValueRef size = LLVMGetNamedFunction(self->module, name);
  LLVMTypeRef type = LLVMFunctionType(self->i32, NULL, 0, false);
  if (!size)
    size = LLVMAddFunction(self->module, name, type);
  return LLVMBuildAdd(self->builder, LLVMBuildCall2(self->builder, type, size, NULL, 0, ""),
                      number(self, ~0u), "");
}

static LLVMValueRef reduce_by_shuffles(const struct warp *self, enum fxc_collective kind,
                                       LLVMValueRef x, bool is_whole) {
  LLVMValueRef last = is_whole ? number(self, LAST_LANE) : last_lane(self);
  for (unsigned d = FXC_WARP / 2; d; d /= 2) {
    LLVMValueRef is_in, other, sum;
    other = shuffle(self, is_whole ? "bfly" : "down", x, number(self, d), last,
                    is_whole ? NULL : &is_in);
    sum = fxc_build_collective(self->builder, self->module, kind, x, other);
    x = is_whole ? sum : LLVMBuildSelect(self->builder, is_in, sum, x, "");
  }
  return is_whole ? x : shuffle(self, "idx", x, number(self, 0), number(self, LAST_LANE), NULL);
}

static const char *redux_name(enum fxc_collective kind) {
  switch (kind) {
  case FXC_IADD:
    return "llvm.nvvm.redux.sync.add";
  case FXC_SMIN:
    return "llvm.nvvm.redux.sync.min";
  case FXC_UMIN:
    return "llvm.nvvm.redux.sync.umin";
  case FXC_SMAX:
    return "llvm.nvvm.redux.sync.max";
  case FXC_UMAX:
    return "llvm.nvvm.redux.sync.umax";
  case FXC_BITWISE_AND:
    return "llvm.nvvm.redux.sync.and";
  case FXC_BITWISE_OR:
    return "llvm.nvvm.redux.sync.or";
  case FXC_BITWISE_XOR:
    return "llvm.nvvm.redux.sync.xor";
  default:
    return NULL;
  }
}

static LLVMValueRef redux(const struct warp *self, const char *name, LLVMValueRef word) {
  LLVMValueRef args[2] = {word, self->everyone};
  return fxc_ptx_call(self->builder, self->module, name, args, 2);
}

/* NULL where the hardware has no such reduction. */
static LLVMValueRef reduce_by_redux(const struct warp *self, enum fxc_collective kind,
                                    LLVMValueRef x) {
  LLVMBuilderRef b = self->builder;
  LLVMTypeRef type = LLVMTypeOf(x);
  const char *name = self->has_redux ? redux_name(kind) : NULL;
  bool is_signed = kind == FXC_SMIN || kind == FXC_SMAX;
  bool is_bitwise = kind == FXC_BITWISE_AND || kind == FXC_BITWISE_OR || kind == FXC_BITWISE_XOR;
  if (!name)
    return NULL;
  if (LLVMGetIntTypeWidth(type) <= 32) {
    x = is_signed ? LLVMBuildSExt(b, x, self->i32, "") : LLVMBuildZExt(b, x, self->i32, "");
    return LLVMBuildTrunc(b, redux(self, name, x), type, "");
  }
  if (!is_bitwise)
    return NULL;
  LLVMValueRef half_way = LLVMConstInt(self->i64, 32, false);
  LLVMValueRef low = redux(self, name, LLVMBuildTrunc(b, x, self->i32, ""));
  LLVMValueRef high =
      redux(self, name, LLVMBuildTrunc(b, LLVMBuildLShr(b, x, half_way, ""), self->i32, ""));
  high = LLVMBuildShl(b, LLVMBuildZExt(b, high, self->i64, ""), half_way, "");
  return LLVMBuildOr(b, LLVMBuildZExt(b, low, self->i64, ""), high, "");
}

static LLVMValueRef scan(const struct warp *self, enum fxc_collective kind,
                         enum operation operation, LLVMValueRef x) {
  LLVMValueRef first = number(self, 0), is_in, before;
  for (unsigned d = 1; d < FXC_WARP; d *= 2) {
    before = shuffle(self, "up", x, number(self, d), first, &is_in);
    x = LLVMBuildSelect(self->builder, is_in,
                        fxc_build_collective(self->builder, self->module, kind, before, x), x, "");
  }
  if (operation == INCLUSIVE_SCAN)
    return x;
  before = shuffle(self, "up", x, number(self, 1), first, &is_in);
  return LLVMBuildSelect(self->builder, is_in, before, fxc_collective_identity(kind, LLVMTypeOf(x)),
                         "");
}

/* ---- one call ---- */

static LLVMValueRef lower_collective(const struct warp *self, LLVMValueRef call,
                                     enum fxc_collective kind) {
  LLVMValueRef x = LLVMGetOperand(call, 2), result;
  enum operation operation = (enum operation)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
  if (kind >= FXC_LOGICAL_AND)
    return lower_truth(self, kind, operation, x);
  if (operation != REDUCE)
    return scan(self, kind, operation, x);
  result = reduce_by_redux(self, kind, x);
  return result ? result : reduce_by_shuffles(self, kind, x, has_whole_warps(call));
}

/* What the headers do with some of a warp's work-items: they say who takes part. */
static LLVMValueRef lower_masked(const struct warp *self, LLVMValueRef call, const char *name) {
  LLVMValueRef args[4] = {NULL, NULL, NULL, number(self, LAST_LANE)};
  unsigned count = LLVMGetNumArgOperands(call);
  for (unsigned i = 0; i < count && i < 3; i++)
    args[i] = LLVMGetOperand(call, i);
  if (strcmp(name, WARP "ballot") == 0)
    return fxc_ptx_call(self->builder, self->module, "llvm.nvvm.vote.ballot.sync", args, 2);
  if (strcmp(name, WARP "shuffle") == 0)
    return fxc_ptx_call(self->builder, self->module, "llvm.nvvm.shfl.sync.idx.i32", args, 4);
  if (strcmp(name, WARP "active") == 0)
    return fxc_ptx_call(self->builder, self->module, "llvm.nvvm.activemask", NULL, 0);
  if (strcmp(name, WARP "barrier") == 0)
    return fxc_ptx_call(self->builder, self->module, "llvm.nvvm.bar.warp.sync", args, 1);
  return NULL;
}

/* NULL if the function is none of a sub-group's. */
static LLVMValueRef lower(const struct warp *self, LLVMValueRef call, const char *name) {
  static const struct {
    const char *name, *mode;
    unsigned bound;
  } shuffles[] = {{"GroupNonUniformShuffle", "idx", LAST_LANE},
                  {"GroupNonUniformShuffleXor", "bfly", LAST_LANE},
                  {"GroupNonUniformShuffleUp", "up", 0},
                  {"GroupNonUniformShuffleDown", "down", LAST_LANE}};
  LLVMPositionBuilderBefore(self->builder, call);
  for (size_t i = 0; i < sizeof shuffles / sizeof *shuffles; i++)
    if (fxc_is_spirv_function(name, shuffles[i].name))
      return shuffle(self, shuffles[i].mode, LLVMGetOperand(call, 1), LLVMGetOperand(call, 2),
                     number(self, shuffles[i].bound), NULL);
  if (fxc_is_spirv_function(name, "GroupNonUniformAll"))
    return vote(self, "llvm.nvvm.vote.all.sync", LLVMGetOperand(call, 1));
  if (fxc_is_spirv_function(name, "GroupNonUniformAny"))
    return vote(self, "llvm.nvvm.vote.any.sync", LLVMGetOperand(call, 1));
  if (strncmp(name, WARP, strlen(WARP)) == 0)
    return lower_masked(self, call, name);
  enum fxc_collective kind = fxc_collective_of(name);
  return kind != FXC_COLLECTIVE_COUNT ? lower_collective(self, call, kind) : NULL;
}

enum fxc_result fxc_ptx_sub_groups(struct fxc_module *module) {
  struct warp self = {.module = module->ir,
                      .context = LLVMGetModuleContext(module->ir),
                      .has_redux = fxc_ptx_arch(module) >= 80};
  FXS_VECTOR(LLVMValueRef) calls = {0};
  size_t length;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    const char *name = LLVMGetValueName2(f, &length);
    if (!LLVMIsDeclaration(f) || (!strstr(name, "__spirv_GroupNonUniform") && !strstr(name, WARP)))
      continue;
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
      if (LLVMIsACallInst(LLVMGetUser(use)) && LLVMGetCalledValue(LLVMGetUser(use)) == f)
        fxc_push(&calls, LLVMGetUser(use));
  }
  enum fxc_result result = calls.count ? FXC_CHANGED : FXC_SAME;
  self.i1 = LLVMInt1TypeInContext(self.context);
  self.i32 = LLVMInt32TypeInContext(self.context);
  self.i64 = LLVMInt64TypeInContext(self.context);
  self.builder = LLVMCreateBuilderInContext(self.context);
  self.everyone = number(&self, ~0u);
  for (size_t i = 0; i < calls.count; i++) {
    LLVMValueRef call = calls.items[i];
    LLVMValueRef value = lower(&self, call, LLVMGetValueName2(LLVMGetCalledValue(call), &length));
    if (!value)
      continue;
    LLVMReplaceAllUsesWith(call, value);
    LLVMInstructionEraseFromParent(call);
  }
  LLVMDisposeBuilder(self.builder);
  fxs_vector_free(&calls);
  return result;
}
