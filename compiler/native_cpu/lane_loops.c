/* lane-loops: wide masked accesses that the processor has no instruction for become loops, those
 * whose mask is known plain ones.
 *
 * LLVM expands them to a branch for each lane, each with its own extraction and insertion: of 32
 * lanes, one access is a hundred blocks, which take longer to compile than all else.
 *
 * Where LLVM 22 splits a masked access into registers and knows the mask of one of them, it goes
 * wrong on x86 without AVX-512: of two loads with such a mask the second one reads what the mask
 * hides, and plain accesses that it makes have an unknown size, which ends the pass that avoids
 * blocked store forwarding. So these accesses are split, or cropped, here.
 *
 * Of AVX2's gathers LLVM makes such branches, too, unless told that they are fast, which they are
 * on some processors; a few of them as branches are as fast on the others. Where a function has
 * many lanes to gather, LLVM is told so: its allocation of registers takes minutes for ten
 * thousands of branches.
 *
 * Needs:   optimized code.
 * Leaves:  no masked load or store with a constant mask of consecutive lanes, nor one wider than a
 *          register that is known to have all or none of the lanes of one.
 *          No masked load, store, gather or scatter of LEAST_LANES and more that fills more than
 *          two vector registers and that the processor cannot do, and no gather or scatter of
 *          narrower ones in functions with more than FEW of them, nor of fewer lanes in such
 *          functions that rarely run; instead calls of internal functions that go through the
 *          mask's bits, with values and addresses in memory. The feature fast-gather at functions
 *          for AVX2 that gather more than FEW_GATHERED lanes.
 * Refuses: nothing.
 * Tests:   tests/passes/lane-loops. */
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>

#include "compiler/ir/attributes.h"
#include "compiler/ir/clone.h"
#include "compiler/ir/metadata.h"
#include "compiler/native_cpu/cold.h"
#include "compiler/native_cpu/isa.h"
#include "compiler/pass.h"
#include "support/strbuf.h"

enum { LEAST_LANES = 32, ALIGN = 64, FEW = 8, FEW_GATHERED = 512 };
enum kind { LOAD, STORE, GATHER, SCATTER, KIND_COUNT };
static const char *const names[KIND_COUNT] = {"llvm.masked.load.", "llvm.masked.store.",
                                              "llvm.masked.gather.", "llvm.masked.scatter."};

struct lane_loops {
  struct fxc_module *module;
  LLVMContextRef context;
  LLVMTargetDataRef layout;
  LLVMTypeRef i64, pointer;
  unsigned bits;          /* of a vector register */
  LLVMBuilderRef builder; /* in the caller */
  LLVMValueRef function;  /* the one that the rooms are for */
  bool is_cold;           /* it rarely runs, and gets code without optimization */
  LLVMValueRef rooms[2];  /* its memory for values and for addresses; NULL: not yet */
};

static enum kind kind_of(LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMIsAFunction(LLVMGetCalledValue(i)) : NULL;
  size_t length;
  const char *name = callee ? LLVMGetValueName2(callee, &length) : "";
  enum kind kind = 0;
  while (kind < KIND_COUNT && strncmp(name, names[kind], strlen(names[kind])) != 0)
    kind++;
  return kind;
}

static bool is_store(enum kind kind) {
  return kind == STORE || kind == SCATTER;
}

/* Each lane has an address of its own. */
static bool is_by_address(enum kind kind) {
  return kind == GATHER || kind == SCATTER;
}

static LLVMTypeRef type_of(LLVMValueRef access, enum kind kind) {
  return LLVMTypeOf(is_store(kind) ? LLVMGetOperand(access, 0) : access);
}

/* Whether the processor has instructions for elements of so many bits. */
static bool is_native(const struct lane_loops *self, enum kind kind, unsigned bits) {
  bool is_x86 = !strncmp(LLVMGetTarget(self->module->ir), "x86_64", strlen("x86_64"));
  if (!is_x86 || self->bits < 256)
    return false;
  if (self->bits >= 512)
    return bits >= 32 || kind == LOAD || kind == STORE;
  return bits >= 32 && kind != SCATTER;
}

/* How much an access becomes in LLVM's hands. */
enum weight { LIGHT, HEAVY_IF_MANY, HEAVY };

static enum weight weight_of(const struct lane_loops *self, LLVMValueRef access, enum kind kind) {
  LLVMTypeRef type = type_of(access, kind);
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return LIGHT;
  unsigned lanes = LLVMGetVectorSize(type);
  unsigned bits = 8 * (unsigned)LLVMABISizeOfType(self->layout, LLVMGetElementType(type));
  /* Without optimization LLVM's code for AVX2's gathers is long, too. */
  bool is_long_gather = self->is_cold && kind == GATHER && self->bits < 512;
  if (lanes > 64 || bits > 64 || (is_native(self, kind, bits) && !is_long_gather))
    return LIGHT;
  if (lanes >= LEAST_LANES && lanes * bits > 2 * self->bits)
    return HEAVY;
  return is_by_address(kind) && (lanes >= LEAST_LANES || self->is_cold) ? HEAVY_IF_MANY : LIGHT;
}

/* Whether LLVM's code for the function's narrow accesses would be long, too. */
static bool has_many(const struct lane_loops *self) {
  unsigned count = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(self->function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      enum kind kind = kind_of(i);
      count += kind != KIND_COUNT && weight_of(self, i, kind) == HEAVY_IF_MANY;
    }
  return count > FEW;
}

/* ---- the loops ---- */

/* void f(ptr to, ptr from, i64 mask): element by element. For a gather `from` is an array of
 * addresses, for a scatter `to`. */
static LLVMValueRef loop_for(struct lane_loops *self, enum kind kind, unsigned lanes,
                             unsigned bits) {
  char name[64];
  kind = kind == STORE ? LOAD : kind;
  snprintf(name, sizeof name, "falx.%s_lanes.v%ui%u",
           kind == LOAD     ? "copy"
           : kind == GATHER ? "gather"
                            : "scatter",
           lanes, bits);
  LLVMValueRef function = LLVMGetNamedFunction(self->module->ir, name);
  if (function)
    return function;
  LLVMTypeRef types[3] = {self->pointer, self->pointer, self->i64};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(self->context), types, 3, 0);
  LLVMTypeRef element = LLVMIntTypeInContext(self->context, bits);
  function = LLVMAddFunction(self->module->ir, name, type);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  static const char *const facts[] = {"nounwind", "noinline"};
  for (unsigned i = 0; i < sizeof facts / sizeof *facts; i++)
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            fxc_enum_attribute(self->context, facts[i], 0));
  static const char *const machine[] = {"target-cpu", "target-features", "tune-cpu"};
  for (unsigned i = 0; i < sizeof machine / sizeof *machine; i++) {
    const char *own = fxc_string_attribute(self->function, machine[i]);
    if (own)
      fxc_set_string_attribute(function, machine[i], own);
  }

  static const char *const blocks[] = {"entry", "all", "some", "lane", "end"};
  LLVMBasicBlockRef at[5];
  LLVMBuilderRef b = LLVMCreateBuilderInContext(self->context);
  for (unsigned i = 0; i < 5; i++)
    at[i] = LLVMAppendBasicBlockInContext(self->context, function, blocks[i]);
  LLVMValueRef to = LLVMGetParam(function, 0), from = LLVMGetParam(function, 1);
  LLVMValueRef mask = LLVMGetParam(function, 2), zero = LLVMConstNull(self->i64);
  LLVMValueRef all = LLVMConstInt(self->i64, ~0ull >> (64 - lanes), 0);
  LLVMPositionBuilderAtEnd(b, at[0]);
  LLVMValueRef is_all = LLVMBuildICmp(b, LLVMIntEQ, mask, all, "");
  LLVMBuildCondBr(b, kind == LOAD ? is_all : LLVMConstInt(LLVMTypeOf(is_all), 0, 0), at[1], at[2]);
  LLVMPositionBuilderAtEnd(b, at[1]);
  LLVMTypeRef whole = LLVMVectorType(element, lanes);
  LLVMValueRef moved = LLVMBuildLoad2(b, whole, from, "");
  LLVMSetAlignment(moved, 1);
  LLVMSetAlignment(LLVMBuildStore(b, moved, to), 1);
  LLVMBuildRetVoid(b);
  LLVMPositionBuilderAtEnd(b, at[2]);
  LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, mask, zero, ""), at[4], at[3]);

  LLVMPositionBuilderAtEnd(b, at[3]);
  LLVMValueRef left = LLVMBuildPhi(b, self->i64, "left");
  unsigned id = LLVMLookupIntrinsicID("llvm.cttz", strlen("llvm.cttz"));
  LLVMValueRef cttz = LLVMGetIntrinsicDeclaration(self->module->ir, id, &self->i64, 1);
  LLVMValueRef arguments[2] = {left, LLVMConstInt(LLVMInt1TypeInContext(self->context), 1, 0)};
  LLVMValueRef lane = LLVMBuildCall2(b, LLVMGlobalGetValueType(cttz), cttz, arguments, 2, "");
  LLVMTypeRef from_type = kind == GATHER ? self->pointer : element;
  LLVMTypeRef to_type = kind == SCATTER ? self->pointer : element;
  LLVMValueRef source = LLVMBuildGEP2(b, from_type, from, &lane, 1, "");
  LLVMValueRef target = LLVMBuildGEP2(b, to_type, to, &lane, 1, "");
  if (kind == GATHER)
    source = LLVMBuildLoad2(b, self->pointer, source, "");
  if (kind == SCATTER)
    target = LLVMBuildLoad2(b, self->pointer, target, "");
  LLVMValueRef value = LLVMBuildLoad2(b, element, source, "");
  LLVMSetAlignment(value, 1);
  LLVMSetAlignment(LLVMBuildStore(b, value, target), 1);
  LLVMValueRef rest =
      LLVMBuildAnd(b, left, LLVMBuildSub(b, left, LLVMConstInt(self->i64, 1, 0), ""), "");
  LLVMBasicBlockRef predecessors[2] = {at[2], at[3]};
  LLVMValueRef incoming[2] = {mask, rest};
  LLVMAddIncoming(left, incoming, predecessors, 2);
  LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, rest, zero, ""), at[4], at[3]);
  LLVMPositionBuilderAtEnd(b, at[4]);
  LLVMBuildRetVoid(b);
  LLVMDisposeBuilder(b);
  return function;
}

/* ---- the calls ---- */

/* Of the function: one for all its accesses, which use it one after the other. */
static LLVMValueRef room(struct lane_loops *self, unsigned number) {
  if (self->rooms[number])
    return self->rooms[number];
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(self->function);
  LLVMTypeRef type = LLVMArrayType2(self->i64, 64);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(self->context);
  LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(entry));
  LLVMValueRef made = LLVMBuildAlloca(builder, type, "lanes");
  LLVMSetAlignment(made, ALIGN);
  LLVMDisposeBuilder(builder);
  return self->rooms[number] = made;
}

static LLVMValueRef put(struct lane_loops *self, unsigned number, LLVMValueRef vector) {
  LLVMValueRef memory = room(self, number);
  if (!LLVMIsUndef(vector)) /* poison, too */
    LLVMSetAlignment(LLVMBuildStore(self->builder, vector, memory), ALIGN);
  return memory;
}

static void replace(struct lane_loops *self, LLVMValueRef access, enum kind kind) {
  LLVMTypeRef type = type_of(access, kind);
  unsigned lanes = LLVMGetVectorSize(type);
  unsigned bits = 8 * (unsigned)LLVMABISizeOfType(self->layout, LLVMGetElementType(type));
  LLVMPositionBuilderBefore(self->builder, access);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(access));
  LLVMValueRef pointer = LLVMGetOperand(access, is_store(kind) ? 1 : 0);
  LLVMValueRef mask = LLVMGetOperand(access, is_store(kind) ? 2 : 1);
  LLVMValueRef values = put(self, 0, LLVMGetOperand(access, is_store(kind) ? 0 : 2));
  if (is_by_address(kind))
    pointer = put(self, 1, pointer);
  LLVMTypeRef narrow = LLVMIntTypeInContext(self->context, lanes);
  mask = LLVMBuildZExt(self->builder, LLVMBuildBitCast(self->builder, mask, narrow, ""), self->i64,
                       "");
  LLVMValueRef arguments[3] = {is_store(kind) ? pointer : values, is_store(kind) ? values : pointer,
                               mask};
  LLVMValueRef loop = loop_for(self, kind, lanes, bits);
  LLVMBuildCall2(self->builder, LLVMGlobalGetValueType(loop), loop, arguments, 3, "");
  if (!is_store(kind)) {
    LLVMValueRef result = LLVMBuildLoad2(self->builder, type, values, "");
    LLVMSetAlignment(result, ALIGN);
    LLVMReplaceAllUsesWith(access, result);
  }
  LLVMInstructionEraseFromParent(access);
}

/* ---- rows ---- */

/* Whether the mask is a constant whose lanes from *out_first on, *out_count of them, are the set
 * ones. An undefined lane is one that nobody reads. */
static bool find_row(LLVMValueRef mask, unsigned *out_first, unsigned *out_count) {
  unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(mask)), first = lanes, end = 0, set = 0;
  if (!LLVMIsConstant(mask))
    return false;
  for (unsigned i = 0; i < lanes; i++) {
    LLVMValueRef lane = LLVMGetAggregateElement(mask, i);
    if (!lane || (!LLVMIsAConstantInt(lane) && !LLVMIsUndef(lane)))
      return false;
    if (LLVMIsUndef(lane) || !LLVMConstIntGetZExtValue(lane))
      continue;
    first = set++ ? first : i;
    end = i + 1;
  }
  *out_first = first;
  *out_count = set;
  return set && end - first == set;
}

/* Lanes first to first + count of `from` at the place of those of `to`, which may be narrower. */
static LLVMValueRef move_row(struct lane_loops *self, LLVMValueRef from, LLVMValueRef to,
                             unsigned first, unsigned count) {
  unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(from)), wide = LLVMGetVectorSize(LLVMTypeOf(to));
  LLVMTypeRef i32 = LLVMInt32TypeInContext(self->context);
  LLVMValueRef places[64];
  if (wide < lanes) { /* the row alone */
    for (unsigned i = 0; i < count; i++)
      places[i] = LLVMConstInt(i32, first + i, 0);
    return LLVMBuildShuffleVector(self->builder, from, LLVMGetPoison(LLVMTypeOf(from)),
                                  LLVMConstVector(places, count), "");
  }
  for (unsigned i = 0; i < wide; i++)
    places[i] =
        i >= first && i < first + count ? LLVMConstInt(i32, i - first, 0) : LLVMGetPoison(i32);
  LLVMValueRef row = LLVMBuildShuffleVector(self->builder, from, LLVMGetPoison(LLVMTypeOf(from)),
                                            LLVMConstVector(places, wide), "");
  if (LLVMIsUndef(to)) /* poison, too */
    return row;
  for (unsigned i = 0; i < wide; i++)
    places[i] = LLVMConstInt(i32, i >= first && i < first + count ? i : wide + i, 0);
  return LLVMBuildShuffleVector(self->builder, row, to, LLVMConstVector(places, wide), "");
}

/* A load or store, taken apart. */
struct plain_access {
  enum kind kind;
  LLVMTypeRef element;
  LLVMValueRef pointer, mask, other; /* other: what is stored, or stands in lanes not loaded */
  unsigned lanes;
  uint64_t size, alignment; /* in bytes: of an element; of the pointer */
};

/* False if it is another access, or its elements have gaps between them. */
static bool describe(struct lane_loops *self, LLVMValueRef access, enum kind kind,
                     struct plain_access *out) {
  LLVMTypeRef type = type_of(access, kind);
  if ((kind != LOAD && kind != STORE) || LLVMGetTypeKind(type) != LLVMVectorTypeKind ||
      LLVMGetVectorSize(type) > 64)
    return false;
  unsigned pointer = is_store(kind) ? 1 : 0;
  *out = (struct plain_access){.kind = kind,
                               .element = LLVMGetElementType(type),
                               .pointer = LLVMGetOperand(access, pointer),
                               .mask = LLVMGetOperand(access, pointer + 1),
                               .other = LLVMGetOperand(access, is_store(kind) ? 0 : 2),
                               .lanes = LLVMGetVectorSize(type),
                               .alignment = fxc_call_alignment(access, pointer)};
  out->size = LLVMABISizeOfType(self->layout, out->element);
  return LLVMSizeOfTypeInBits(self->layout, out->element) == 8 * out->size;
}

static void start_at(struct lane_loops *self, LLVMValueRef access) {
  LLVMPositionBuilderBefore(self->builder, access);
  LLVMSetCurrentDebugLocation2(self->builder, LLVMInstructionGetDebugLoc(access));
}

static LLVMValueRef narrow_mask(struct lane_loops *self, unsigned lanes) {
  return LLVMGetPoison(LLVMVectorType(LLVMInt1TypeInContext(self->context), lanes));
}

/* The access of lanes first to first + count alone; a load's result has these. mask: NULL, or of
 * these lanes. */
static LLVMValueRef access_part(struct lane_loops *self, LLVMValueRef access,
                                const struct plain_access *what, unsigned first, unsigned count,
                                LLVMValueRef mask) {
  LLVMTypeRef narrow = LLVMVectorType(what->element, count);
  LLVMValueRef index = LLVMConstInt(self->i64, first, 0), at = what->pointer, part;
  LLVMValueRef other = what->other;
  if ((mask || what->kind == STORE) && count < what->lanes)
    other = move_row(self, other, LLVMGetPoison(narrow), first, count);
  uint64_t alignment = what->alignment;
  while (first * what->size % alignment)
    alignment /= 2;
  if (first)
    at = LLVMBuildGEP2(self->builder, what->element, at, &index, 1, "");
  if (mask) {
    LLVMTypeRef types[2] = {narrow, LLVMTypeOf(at)};
    const char *name = what->kind == STORE ? "llvm.masked.store" : "llvm.masked.load";
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(self->module->ir, id, types, 2);
    LLVMValueRef stored[3] = {other, at, mask}, loaded[3] = {at, mask, other};
    part = LLVMBuildCall2(self->builder, LLVMGlobalGetValueType(function), function,
                          what->kind == STORE ? stored : loaded, 3, "");
    LLVMAddCallSiteAttribute(part, what->kind == STORE ? 2 : 1,
                             fxc_enum_attribute(self->context, "align", alignment));
  } else {
    part = what->kind == STORE ? LLVMBuildStore(self->builder, other, at)
                               : LLVMBuildLoad2(self->builder, narrow, at, "");
    LLVMSetAlignment(part, (unsigned)alignment);
  }
  fxc_copy_metadata(access, part);
  return part;
}

/* False if the mask is none of a row. */
static bool replace_by_row(struct lane_loops *self, LLVMValueRef access,
                           const struct plain_access *what) {
  unsigned first, count;
  if (!find_row(what->mask, &first, &count))
    return false;
  start_at(self, access);
  LLVMValueRef result = access_part(self, access, what, first, count, NULL);
  if (what->kind == LOAD)
    LLVMReplaceAllUsesWith(access, move_row(self, result, what->other, first, count));
  LLVMInstructionEraseFromParent(access);
  return true;
}

/* ---- registers ---- */

enum truth { NEVER, ALWAYS, SOMETIMES };

/* Of so many lanes of a mask, the first one on. */
static enum truth truth_of(LLVMValueRef mask, unsigned first, unsigned count) {
  if (LLVMIsConstant(mask)) {
    unsigned set = 0;
    for (unsigned i = first; i < first + count; i++) {
      LLVMValueRef lane = LLVMGetAggregateElement(mask, i);
      if (!lane || !LLVMIsAConstantInt(lane))
        return SOMETIMES;
      set += LLVMConstIntGetZExtValue(lane) != 0;
    }
    return set == count ? ALWAYS : set ? SOMETIMES : NEVER;
  }
  if (!LLVMIsAInstruction(mask) || LLVMGetInstructionOpcode(mask) != LLVMAnd)
    return SOMETIMES;
  enum truth left = truth_of(LLVMGetOperand(mask, 0), first, count);
  enum truth right = truth_of(LLVMGetOperand(mask, 1), first, count);
  return left == NEVER || right == NEVER ? NEVER : left == ALWAYS ? right : SOMETIMES;
}

/* False if nothing is known of the mask for any of the registers. */
static bool replace_by_registers(struct lane_loops *self, LLVMValueRef access,
                                 const struct plain_access *what) {
  unsigned width = (unsigned)(self->bits / (8 * what->size));
  bool is_known = false;
  if (!is_native(self, what->kind, (unsigned)(8 * what->size)) || !width || what->lanes % width)
    return false;
  for (unsigned i = 0; i < what->lanes; i += width)
    is_known |= truth_of(what->mask, i, width) != SOMETIMES;
  if (!is_known)
    return false;
  start_at(self, access);
  LLVMValueRef result = what->other;
  for (unsigned i = 0; i < what->lanes; i += width) {
    enum truth truth = truth_of(what->mask, i, width);
    if (truth == NEVER)
      continue;
    LLVMValueRef mask =
        truth == ALWAYS ? NULL : move_row(self, what->mask, narrow_mask(self, width), i, width);
    LLVMValueRef part = access_part(self, access, what, i, width, mask);
    if (what->kind == LOAD)
      result = move_row(self, part, result, i, width);
  }
  if (what->kind == LOAD)
    LLVMReplaceAllUsesWith(access, result);
  LLVMInstructionEraseFromParent(access);
  return true;
}

/* ---- AVX2's gathers ---- */

/* The user's own choice of the feature stays. */
static bool use_gathers(const struct lane_loops *self, unsigned gathered_lanes) {
  static const char key[] = "target-features", feature[] = "fast-gather";
  const char *features = fxc_string_attribute(self->function, key);
  if (self->bits != 256 || !is_native(self, GATHER, 32) || gathered_lanes <= FEW_GATHERED)
    return false;
  if (features && strstr(features, feature))
    return false;
  struct fxs_strbuf all = {0};
  fxs_strbuf_printf(&all, "%s%s+%s", features ? features : "", features && *features ? "," : "",
                    feature);
  fxc_set_string_attribute(self->function, key, fxs_strbuf_text(&all));
  fxs_strbuf_free(&all);
  return true;
}

static bool replace_all(struct lane_loops *self, LLVMValueRef function) {
  bool has_any = false;
  unsigned gathered_lanes = 0;
  self->function = function;
  self->is_cold = fxc_function_metadata(function, FXC_COLD) != NULL;
  enum weight least = has_many(self) ? HEAVY_IF_MANY : HEAVY;
  self->rooms[0] = self->rooms[1] = NULL;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      enum kind kind = kind_of(i);
      if (kind == KIND_COUNT)
        continue;
      struct plain_access what;
      bool is_plain = describe(self, i, kind, &what) &&
                      (replace_by_row(self, i, &what) || replace_by_registers(self, i, &what));
      if (!is_plain && weight_of(self, i, kind) < least) {
        gathered_lanes += kind == GATHER ? LLVMGetVectorSize(LLVMTypeOf(i)) : 0;
        continue;
      }
      if (!is_plain)
        replace(self, i, kind);
      has_any = true;
    }
  return use_gathers(self, gathered_lanes) || has_any;
}

enum fxc_result fxc_lane_loops(struct fxc_module *module) {
  LLVMContextRef context = LLVMGetModuleContext(module->ir);
  struct lane_loops self = {.module = module,
                            .context = context,
                            .layout = LLVMGetModuleDataLayout(module->ir),
                            .i64 = LLVMInt64TypeInContext(context),
                            .pointer = LLVMPointerTypeInContext(context, 0),
                            .bits = fxc_vector_bits(module),
                            .builder = LLVMCreateBuilderInContext(context)};
  bool has_any = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f))
      has_any |= replace_all(&self, f);
  LLVMDisposeBuilder(self.builder);
  return has_any ? FXC_CHANGED : FXC_SAME;
}
