/* ptx-ids: ids and sizes, from special registers and the launch range (docs/cuda.md).
 *
 * Needs:   ptx-parameters.
 * Leaves:  no call of __spirv_BuiltIn…. Kernels that ask for what only the launch knows have one
 *          parameter more, behind all others, ptr byval of the begin of a struct falx_launch_range,
 *          up to the last word that they read. Kernels that ask for global ids, ranges and offsets
 *          only leave out work-items beyond the range's end. !falx.dispatch has these flags of the
 *          kernel's record. Functions that ask what only the launch knows are part of the kernels
 *          that call them, as far as they can be: elsewhere ids count from the begin of the grid.
 * Refuses: nothing.
 * Tests:   tests/passes/ptx-ids. */
#include <string.h>

#include "compiler/ir/attributes.h"
#include "compiler/ir/builtins.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/inline_callers.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/nvptx64/intrinsics.h"
#include "compiler/nvptx64/kernels.h"
#include "compiler/nvptx64/queries.h"
#include "compiler/pass.h"
#include "compiler/run_llvm.h"
#include "falx/image.h"
#include "support/vector.h"

/* Ids are below it, unless they are wide: where a grid was rounded up, too. */
#define LEAST_WIDE ((UINT64_C(1) << 31) - 1024)

/* Of the launch range: bytes of a word, words of a dimension. */
enum { WORD = sizeof(uint64_t), WORDS = sizeof(struct falx_launch_dimension) / WORD };

struct ids {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMTypeRef i32, i64;
  LLVMBuilderRef builder;
  LLVMValueRef range;     /* the parameter; NULL: ids count from the grid's begin */
  unsigned range_words;   /* how much of it is read */
  bool is_wide, is_whole; /* is_whole: all sub-groups have 32 members */
  uint32_t sizes[3];      /* of the work-group; 0 where they are not known */
};

static LLVMValueRef number(const struct ids *self, uint64_t value) {
  return LLVMConstInt(self->i32, value, false);
}

static LLVMValueRef widened(const struct ids *self, LLVMValueRef value) {
  if (LLVMTypeOf(value) == self->i64)
    return value;
  LLVMValueRef wide = LLVMBuildZExt(self->builder, value, self->i64, "");
  if (LLVMIsAZExtInst(wide))
    LLVMSetNNeg(wide, true);
  return wide;
}

static LLVMValueRef sreg(const struct ids *self, const char *name, int dimension) {
  return fxc_ptx_register(self->builder, self->module, name, dimension);
}

static LLVMValueRef add(const struct ids *self, LLVMValueRef a, LLVMValueRef b) {
  LLVMValueRef sum = LLVMBuildNUWAdd(self->builder, a, b, "");
  if (LLVMIsABinaryOperator(sum))
    LLVMSetNSW(sum, true);
  return sum;
}

static LLVMValueRef multiply(const struct ids *self, LLVMValueRef a, LLVMValueRef b) {
  LLVMValueRef product = LLVMBuildNUWMul(self->builder, a, b, "");
  if (LLVMIsABinaryOperator(product))
    LLVMSetNSW(product, true);
  return product;
}

/* ---- the work-group ---- */

static LLVMValueRef local_size(const struct ids *self, int dimension) {
  return self->sizes[dimension] ? number(self, self->sizes[dimension])
                                : sreg(self, "ntid", dimension);
}

static LLVMValueRef local_id(const struct ids *self, int dimension) {
  return self->sizes[dimension] == 1 ? number(self, 0) : sreg(self, "tid", dimension);
}

static LLVMValueRef linear_id(const struct ids *self) {
  LLVMValueRef id = local_id(self, 2);
  for (int d = 1; d >= 0; d--) {
    id = multiply(self, id, local_size(self, d));
    id = add(self, id, local_id(self, d));
  }
  return id;
}

static LLVMValueRef linear_size(const struct ids *self) {
  LLVMValueRef size = local_size(self, 2);
  for (int d = 1; d >= 0; d--)
    size = multiply(self, size, local_size(self, d));
  return size;
}

static LLVMValueRef sub_group_value(const struct ids *self, enum fxc_builtin builtin) {
  LLVMBuilderRef b = self->builder;
  LLVMValueRef warp = number(self, FXC_WARP), rest;
  switch (builtin) {
  case FXC_SUB_GROUP_LOCAL_ID:
    return sreg(self, "laneid", -1);
  case FXC_SUB_GROUP_ID:
    return LLVMBuildLShr(b, linear_id(self), number(self, 5), "");
  case FXC_SUB_GROUP_COUNT:
    return LLVMBuildLShr(b, add(self, linear_size(self), number(self, FXC_WARP - 1)),
                         number(self, 5), "");
  case FXC_SUB_GROUP_SIZE:
    if (self->is_whole)
      return warp;
    rest = linear_size(self);
    rest = LLVMBuildSub(b, rest, LLVMBuildAnd(b, linear_id(self), number(self, ~31u), ""), "");
    return LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, rest, warp, ""), rest, warp, "");
  default:
    return warp; /* the largest */
  }
}

/* ---- the launch ---- */

#define FIELD(name) (offsetof(struct falx_launch_dimension, name) / WORD)

static void limit(const struct ids *self, LLVMValueRef load, uint64_t least) {
  LLVMMetadataRef ends[2] = {
      LLVMValueAsMetadata(number(self, least)),
      LLVMValueAsMetadata(number(self, LEAST_WIDE + 1)),
  };
  LLVMSetMetadata(load, LLVMGetMDKindIDInContext(self->context, "range", 5),
                  LLVMMetadataAsValue(self->context, LLVMMDNodeInContext2(self->context, ends, 2)));
}

/* An element of the launch range: 64 bits, or the lower half. field: its number. */
static LLVMValueRef launch_value(struct ids *self, unsigned field, int dimension, uint64_t least) {
  unsigned word = (unsigned)dimension * WORDS + field;
  if (word >= self->range_words)
    self->range_words = word + 1;
  LLVMValueRef offset = LLVMConstInt(self->i64, word * WORD, false);
  LLVMValueRef address = LLVMBuildInBoundsGEP2(self->builder, LLVMInt8TypeInContext(self->context),
                                               self->range, &offset, 1, "");
  LLVMValueRef load =
      LLVMBuildLoad2(self->builder, self->is_wide ? self->i64 : self->i32, address, "");
  LLVMSetAlignment(load, 8);
  fxc_never_changes(load);
  if (!self->is_wide)
    limit(self, load, least);
  return load;
}

static LLVMValueRef global_id(struct ids *self, int dimension) {
  LLVMValueRef group = sreg(self, "ctaid", dimension), size = local_size(self, dimension);
  LLVMValueRef local = local_id(self, dimension);
  if (self->is_wide) {
    group = widened(self, group);
    size = widened(self, size);
    local = widened(self, local);
  }
  LLVMValueRef id = add(self, multiply(self, group, size), local);
  return self->range ? add(self, id, launch_value(self, FIELD(first), dimension, 0)) : id;
}

/* What only the launch knows, or what can be said without it. */
static LLVMValueRef launch_query(struct ids *self, enum fxc_builtin builtin, int d) {
  LLVMValueRef value;
  switch (builtin) {
  case FXC_GLOBAL_ID:
    return global_id(self, d);
  case FXC_GLOBAL_SIZE:
    if (self->range)
      return launch_value(self, FIELD(range), d, 1);
    value = widened(self, sreg(self, "nctaid", d));
    return multiply(self, value, widened(self, local_size(self, d)));
  case FXC_GLOBAL_OFFSET:
    return self->range ? launch_value(self, FIELD(offset), d, 0) : number(self, 0);
  case FXC_GROUP_ID: /* x is never in several grids */
    value = sreg(self, "ctaid", d);
    if (!self->range || !d)
      return value;
    value = widened(self, value);
    return add(self, value, widened(self, launch_value(self, FIELD(first_group), d, 0)));
  default:
    return self->range && d ? launch_value(self, FIELD(groups), d, 1) : sreg(self, "nctaid", d);
  }
}

static LLVMValueRef value_in(struct ids *self, enum fxc_builtin builtin, int dimension) {
  LLVMValueRef value = builtin == FXC_LOCAL_ID     ? local_id(self, dimension)
                       : builtin == FXC_LOCAL_SIZE ? local_size(self, dimension)
                                                   : launch_query(self, builtin, dimension);
  return widened(self, value);
}

static void lower_call(struct ids *self, LLVMValueRef call, enum fxc_builtin builtin) {
  LLVMPositionBuilderBefore(self->builder, call);
  LLVMValueRef value, dimension = NULL;
  if (!fxc_builtins[builtin].has_dimension) {
    value = sub_group_value(self, builtin);
  } else {
    dimension = LLVMGetOperand(call, 0);
    if (LLVMIsAConstantInt(dimension)) {
      uint64_t d = LLVMConstIntGetZExtValue(dimension);
      value = value_in(self, builtin, d < 3 ? (int)d : 0);
    } else {
      value = value_in(self, builtin, 0);
      for (int d = 1; d < 3; d++) {
        LLVMValueRef number_of = LLVMConstInt(LLVMTypeOf(dimension), (unsigned)d, false);
        LLVMValueRef is_it = LLVMBuildICmp(self->builder, LLVMIntEQ, dimension, number_of, "");
        value = LLVMBuildSelect(self->builder, is_it, value_in(self, builtin, d), value, "");
      }
    }
  }
  LLVMReplaceAllUsesWith(call, value);
  LLVMInstructionEraseFromParent(call);
}

static void lower_calls(struct ids *self, LLVMValueRef function) {
  FXS_VECTOR(LLVMValueRef) calls = {0};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (fxc_builtin_called(i) != FXC_BUILTIN_COUNT)
        fxc_push(&calls, i);
  for (size_t i = 0; i < calls.count; i++)
    lower_call(self, calls.items[i], fxc_builtin_called(calls.items[i]));
  fxs_vector_free(&calls);
}

/* ---- kernels ---- */

/* In a block before all others, where variables stay: beyond the end there is nothing to do. */
static void add_guard(struct ids *self, LLVMValueRef kernel, unsigned dimensions) {
  LLVMBasicBlockRef body = LLVMGetEntryBasicBlock(kernel);
  LLVMBasicBlockRef entry = LLVMInsertBasicBlockInContext(self->context, body, "");
  LLVMBasicBlockRef leave = LLVMAppendBasicBlockInContext(self->context, kernel, "");
  LLVMPositionBuilderAtEnd(self->builder, leave);
  LLVMBuildRetVoid(self->builder);
  LLVMPositionBuilderAtEnd(self->builder, entry);
  for (LLVMValueRef i = LLVMGetFirstInstruction(body), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (!LLVMIsAAllocaInst(i) || !LLVMIsAConstantInt(LLVMGetOperand(i, 0)))
      continue;
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilder(self->builder, i);
  }
  LLVMValueRef is_in = NULL;
  for (int d = 0; d < (int)dimensions; d++) {
    LLVMValueRef id = global_id(self, d), end = launch_value(self, FIELD(end), d, 1);
    LLVMValueRef is_before = LLVMBuildICmp(self->builder, LLVMIntULT, id, end, "");
    is_in = is_in ? LLVMBuildAnd(self->builder, is_in, is_before, "") : is_before;
  }
  LLVMBuildCondBr(self->builder, is_in, body, leave);
}

/* The last parameter is as much of the launch range as the kernel reads. */
static void type_range(const struct ids *self, LLVMValueRef kernel) {
  unsigned index = LLVMCountParams(kernel);
  LLVMTypeRef type = LLVMArrayType2(self->i64, self->range_words);
  LLVMTypeRef block = LLVMStructTypeInContext(self->context, &type, 1, false);
  fxc_add_type_attribute(kernel, index, "byval", block);
  fxc_add_attribute(kernel, index, "align", WORD);
  fxc_read_in_place(kernel, index);
}

static void know_sizes(struct ids *self, LLVMValueRef kernel) {
  struct fxc_kernel_attribute_value value;
  memset(self->sizes, 0, sizeof self->sizes);
  if (kernel && fxc_kernel_attribute_get(kernel, FXC_REQD_WORK_GROUP_SIZE, &value)) {
    fxc_kernel_attribute_extents(&value, self->sizes);
    for (int d = 0; d < 3; d++)
      self->sizes[d] = self->sizes[d] ? self->sizes[d] : 1;
  }
  self->is_whole =
      self->sizes[0] && self->sizes[0] * self->sizes[1] * self->sizes[2] % FXC_WARP == 0;
}

static void lower_kernel(struct ids *self, const struct fxc_module *module, LLVMValueRef kernel) {
  struct fxc_queries queries = fxc_find_queries(module, kernel);
  know_sizes(self, kernel);
  if (queries.needs_launch_range) {
    kernel =
        fxc_with_parameter(kernel, LLVMPointerTypeInContext(self->context, 0), "_arg_launch_range");
    self->range = LLVMGetLastParam(kernel);
    self->range_words = 0;
  }
  if (queries.guarded)
    add_guard(self, kernel, queries.guarded);
  fxc_add_ptx_flags(kernel, (self->range ? FALX_KERNEL_USES_LAUNCH_RANGE : 0u) |
                                (queries.guarded > 0 ? FALX_KERNEL_GUARDS_X : 0u) |
                                (queries.guarded > 1 ? FALX_KERNEL_GUARDS_Y : 0u) |
                                (queries.guarded > 2 ? FALX_KERNEL_GUARDS_Z : 0u) |
                                (self->range && self->is_wide ? FALX_KERNEL_WIDE_IDS : 0u));
  lower_calls(self, kernel);
  if (self->range)
    type_range(self, kernel);
  self->range = NULL;
}

enum fxc_result fxc_ptx_ids(struct fxc_module *module) {
  struct ids self = {.module = module->ir,
                     .context = LLVMGetModuleContext(module->ir),
                     .is_wide = module->options->wide_ids};
  if (!fxc_inline_queries(module))
    return FXC_FAILED;
  self.i32 = LLVMInt32TypeInContext(self.context);
  self.i64 = LLVMInt64TypeInContext(self.context);
  self.builder = LLVMCreateBuilderInContext(self.context);
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    if (!LLVMIsDeclaration(f) && fxc_is_kernel(f))
      lower_kernel(&self, module, f);
  }
  know_sizes(&self, NULL);
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !fxc_is_kernel(f))
      lower_calls(&self, f);
  LLVMDisposeBuilder(self.builder);
  return FXC_CHANGED;
}
