/* Sub-group functions: one lane is one work-item of the sub-group. Shuffles are permutations,
 * reductions and scans take log2(lanes) steps (NC-16, NC-17). */
#include "compiler/native_cpu/vectorize/vectorize.h"

#include "compiler/memory.h"

#include <llvm-c/Target.h>
#include <string.h>

#define PREFIX "__spirv_GroupNonUniform"

enum { REDUCE, INCLUSIVE_SCAN, EXCLUSIVE_SCAN };

static const struct operation {
  const char *name;      /* after the prefix */
  const char *reduction; /* after llvm.vector.reduce. */
  LLVMOpcode opcode;     /* or 0: */
  const char *intrinsic;
} operations[] = {
    {"IAdd", "add", LLVMAdd, NULL},       {"FAdd", "fadd", LLVMFAdd, NULL},
    {"IMul", "mul", LLVMMul, NULL},       {"FMul", "fmul", LLVMFMul, NULL},
    {"SMin", "smin", 0, "llvm.smin"},     {"UMin", "umin", 0, "llvm.umin"},
    {"FMin", "fmin", 0, "llvm.minnum"},   {"SMax", "smax", 0, "llvm.smax"},
    {"UMax", "umax", 0, "llvm.umax"},     {"FMax", "fmax", 0, "llvm.maxnum"},
    {"BitwiseAnd", "and", LLVMAnd, NULL}, {"BitwiseOr", "or", LLVMOr, NULL},
    {"BitwiseXor", "xor", LLVMXor, NULL}, {"LogicalAnd", "and", LLVMAnd, NULL},
    {"LogicalOr", "or", LLVMOr, NULL},    {"LogicalXor", "xor", LLVMXor, NULL},
};

/* What stands after the prefix in a plain or mangled name; NULL where the prefix does not. */
static const char *tail_of(const char *name) {
  const char *found = strstr(name, PREFIX);
  return found ? found + strlen(PREFIX) : NULL;
}

static const char *tail_of_call(LLVMValueRef call) {
  size_t length;
  return tail_of(LLVMGetValueName2(LLVMGetCalledValue(call), &length));
}

static bool is_one_of(const char *tail, const char *name) {
  return !strncmp(tail, name, strlen(name));
}

static const struct operation *find_operation(const char *tail) {
  for (unsigned i = 0; i < sizeof operations / sizeof *operations; i++)
    if (is_one_of(tail, operations[i].name))
      return &operations[i];
  return NULL;
}

bool fxc_vec_is_sub_group(const char *name) {
  return tail_of(name) != NULL;
}

struct fxc_shape fxc_vec_sub_group_shape(const struct fxc_shapes *shapes, LLVMValueRef call) {
  static const struct fxc_shape uniform = {FXC_SHAPE_STRIDED, true, 0, 0};
  static const struct fxc_shape varying = {FXC_SHAPE_VARYING, false, false, 0};
  const char *tail = tail_of_call(call);
  if (is_one_of(tail, "All") || is_one_of(tail, "Any"))
    return uniform;
  if (is_one_of(tail, "Shuffle")) {
    bool is_broadcast = !is_one_of(tail, "ShuffleXor") && !is_one_of(tail, "ShuffleUp") &&
                        !is_one_of(tail, "ShuffleDown");
    struct fxc_shape lane = fxc_shape_of(shapes, LLVMGetArgOperand(call, 2));
    if (lane.kind == FXC_SHAPE_UNKNOWN)
      return lane;
    return is_broadcast && fxc_shape_is_uniform(lane) ? uniform : varying;
  }
  LLVMValueRef operation = LLVMGetArgOperand(call, 1);
  return LLVMIsAConstantInt(operation) && LLVMConstIntGetZExtValue(operation) == REDUCE ? uniform
                                                                                        : varying;
}

/* ---- reductions and scans ---- */

static bool is_float(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind || kind == LLVMFloatTypeKind ||
         kind == LLVMDoubleTypeKind;
}

LLVMValueRef fxc_vec_identity(LLVMTypeRef type, const char *operation) {
  if (is_float(type)) {
    double infinity = __builtin_inf();
    return LLVMConstReal(type, !strcmp(operation, "fadd")   ? -0.0
                               : !strcmp(operation, "fmul") ? 1.0
                               : !strcmp(operation, "fmin") ? infinity
                                                            : -infinity);
  }
  unsigned width = LLVMGetIntTypeWidth(type);
  unsigned long long lowest = 1ull << (width - 1);
  if (!strcmp(operation, "mul"))
    return LLVMConstInt(type, 1, 0);
  if (!strcmp(operation, "and") || !strcmp(operation, "umin"))
    return LLVMConstAllOnes(type);
  if (!strcmp(operation, "smin"))
    return LLVMConstInt(type, lowest - 1, 0);
  if (!strcmp(operation, "smax"))
    return LLVMConstInt(type, lowest, 0);
  return LLVMConstNull(type);
}

LLVMValueRef fxc_vec_reduce(struct fxc_vec *v, const char *operation, LLVMValueRef value) {
  char name[48] = "llvm.vector.reduce.";
  strcat(name, operation);
  LLVMTypeRef type = LLVMTypeOf(value);
  bool has_start = !strcmp(operation, "fadd") || !strcmp(operation, "fmul");
  LLVMValueRef arguments[2] = {
      has_start ? fxc_vec_identity(LLVMGetElementType(type), operation) : value, value};
  LLVMValueRef result = fxc_vec_intrinsic(v, name, &type, 1, arguments, has_start ? 2 : 1);
  if (has_start) /* pairwise rather than one after the other */
    LLVMSetFastMathFlags(result, LLVMFastMathAllowReassoc);
  return result;
}

static LLVMValueRef combine(struct fxc_vec *v, const struct operation *operation, LLVMValueRef a,
                            LLVMValueRef b) {
  if (operation->opcode)
    return LLVMBuildBinOp(v->builder, operation->opcode, a, b, "");
  LLVMTypeRef type = LLVMTypeOf(a);
  LLVMValueRef arguments[2] = {a, b};
  return fxc_vec_intrinsic(v, operation->intrinsic, &type, 1, arguments, 2);
}

/* Each lane gets the value of the lane `distance` below it; the lowest lanes get fill. */
static LLVMValueRef shifted(struct fxc_vec *v, LLVMValueRef vector, unsigned distance,
                            LLVMValueRef fill) {
  LLVMValueRef indices[64];
  for (unsigned i = 0; i < v->lanes; i++)
    indices[i] = LLVMConstInt(v->i32, i < distance ? v->lanes : i - distance, 0);
  return LLVMBuildShuffleVector(v->builder, vector, fill, LLVMConstVector(indices, v->lanes), "");
}

static void collect(struct fxc_vec *v, LLVMValueRef call, const struct operation *operation) {
  LLVMValueRef value = fxc_vec_vector(v, LLVMGetArgOperand(call, 2));
  LLVMTypeRef type = LLVMGetElementType(LLVMTypeOf(value));
  LLVMValueRef fill = fxc_vec_splat(v, fxc_vec_identity(type, operation->reduction));
  if (v->mask)
    value = LLVMBuildSelect(v->builder, v->mask, value, fill, "");
  unsigned long long kind = LLVMConstIntGetZExtValue(LLVMGetArgOperand(call, 1));
  if (kind == REDUCE) {
    fxc_vec_define(v, call, fxc_vec_reduce(v, operation->reduction, value));
    return;
  }
  if (kind == EXCLUSIVE_SCAN) { /* the first lane's result is 0, not -0 */
    bool is_sum = !strcmp(operation->reduction, "fadd");
    value = shifted(v, value, 1, is_sum ? LLVMConstNull(LLVMTypeOf(value)) : fill);
  }
  for (unsigned distance = 1; distance < v->lanes; distance *= 2)
    value = combine(v, operation, shifted(v, value, distance, fill), value);
  fxc_vec_define(v, call, value);
}

/* ---- shuffles ---- */

/* The lane that each lane reads, for a shift or exchange by `by`: its own where that does not
 * exist. */
static LLVMValueRef source_lanes(struct fxc_vec *v, const char *tail, LLVMValueRef by) {
  LLVMValueRef own = fxc_vec_steps(v, v->i32, 1);
  LLVMValueRef count = fxc_vec_splat(v, LLVMConstInt(v->i32, v->lanes, 0));
  LLVMValueRef lanes = is_one_of(tail, "ShuffleXor")    ? LLVMBuildXor(v->builder, own, by, "")
                       : is_one_of(tail, "ShuffleUp")   ? LLVMBuildSub(v->builder, own, by, "")
                       : is_one_of(tail, "ShuffleDown") ? LLVMBuildAdd(v->builder, own, by, "")
                                                        : by;
  LLVMValueRef is_inside = LLVMBuildICmp(v->builder, LLVMIntULT, lanes, count, "");
  return LLVMBuildSelect(v->builder, is_inside, lanes, own, "");
}

static void shuffle(struct fxc_vec *v, LLVMValueRef call, const char *tail) {
  LLVMValueRef value = LLVMGetArgOperand(call, 1), by = LLVMGetArgOperand(call, 2);
  LLVMValueRef vector = fxc_vec_vector(v, value);
  if (fxc_is_uniform(&v->shapes, call)) { /* a broadcast */
    LLVMValueRef lane = fxc_vec_scalar(v, by);
    lane = LLVMBuildAnd(v->builder, lane, LLVMConstInt(LLVMTypeOf(lane), v->lanes - 1, 0), "");
    fxc_vec_define(v, call, LLVMBuildExtractElement(v->builder, vector, lane, ""));
    return;
  }
  LLVMValueRef lanes = source_lanes(v, tail, fxc_vec_vector(v, by));
  LLVMValueRef result =
      LLVMIsAConstant(lanes) && !LLVMIsAConstantExpr(lanes)
          ? LLVMBuildShuffleVector(v->builder, vector, LLVMGetPoison(LLVMTypeOf(vector)), lanes, "")
          : fxc_vec_permute(v, vector, lanes);
  fxc_vec_define(v, call, result);
}

static void vote(struct fxc_vec *v, LLVMValueRef call, bool is_all) {
  LLVMValueRef predicate = fxc_vec_vector(v, LLVMGetArgOperand(call, 1));
  if (is_all)
    predicate = LLVMBuildNot(v->builder, predicate, "");
  if (v->mask)
    predicate =
        LLVMBuildSelect(v->builder, v->mask, predicate, LLVMConstNull(LLVMTypeOf(predicate)), "");
  LLVMValueRef result = fxc_vec_any(v, predicate);
  fxc_vec_define(v, call, is_all ? LLVMBuildNot(v->builder, result, "") : result);
}

void fxc_vec_sub_group(struct fxc_vec *v, LLVMValueRef call) {
  const char *tail = tail_of_call(call);
  const struct operation *operation = find_operation(tail);
  if (operation)
    collect(v, call, operation);
  else if (is_one_of(tail, "Shuffle"))
    shuffle(v, call, tail);
  else
    vote(v, call, is_one_of(tail, "All"));
}
