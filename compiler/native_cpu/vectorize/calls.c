/* Calls: work-item builtins, LLVM intrinsics, mathematical functions; any other call is executed
 * lane by lane. */
#include "compiler/native_cpu/vectorize/vectorize.h"

#include "compiler/memory.h"
#include "compiler/native_cpu/isa.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "compiler/native_cpu/vectorize/math.h"

#include <string.h>

#define BARRIER "__falx_ncpu_barrier"

static const char *callee_name(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  size_t length;
  return LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
}

static bool has_prefix(const char *text, const char *prefix) {
  return !strncmp(text, prefix, strlen(prefix));
}

/* ---- kinds of calls ---- */

bool fxc_vec_is_ignored(LLVMValueRef call) {
  static const char *const names[] = {
      "llvm.lifetime.", "llvm.assume",     "llvm.experimental.noalias.scope.decl",
      "llvm.dbg.",      "llvm.sideeffect", "llvm.prefetch",
      "llvm.donothing", "llvm.fake.use",   "llvm.invariant.end"};
  const char *name = callee_name(call);
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (has_prefix(name, names[i]))
      return true;
  return false;
}

/* Intrinsics that LLVM accepts on vectors as well as on scalars. */
enum form {
  FORM_PLAIN,    /* overloaded on the result */
  FORM_FLAG,     /* the same, the second operand stays a scalar constant */
  FORM_CONVERT,  /* overloaded on result and operand */
  FORM_OVERFLOW, /* overloaded on the operand, returns a struct */
  FORM_CLASS,    /* overloaded on the operand; the second stays a scalar constant */
  FORM_EXPONENT  /* overloaded on result and second operand */
};
struct widenable {
  const char *name;
  enum form form;
};
static const struct widenable widenables[] = {
    {"llvm.sqrt", FORM_PLAIN},
    {"llvm.fabs", FORM_PLAIN},
    {"llvm.fma", FORM_PLAIN},
    {"llvm.fmuladd", FORM_PLAIN},
    {"llvm.minnum", FORM_PLAIN},
    {"llvm.maxnum", FORM_PLAIN},
    {"llvm.minimum", FORM_PLAIN},
    {"llvm.maximum", FORM_PLAIN},
    {"llvm.minimumnum", FORM_PLAIN},
    {"llvm.maximumnum", FORM_PLAIN},
    {"llvm.copysign", FORM_PLAIN},
    {"llvm.floor", FORM_PLAIN},
    {"llvm.ceil", FORM_PLAIN},
    {"llvm.trunc", FORM_PLAIN},
    {"llvm.rint", FORM_PLAIN},
    {"llvm.nearbyint", FORM_PLAIN},
    {"llvm.round", FORM_PLAIN},
    {"llvm.roundeven", FORM_PLAIN},
    {"llvm.canonicalize", FORM_PLAIN},
    {"llvm.smin", FORM_PLAIN},
    {"llvm.smax", FORM_PLAIN},
    {"llvm.umin", FORM_PLAIN},
    {"llvm.umax", FORM_PLAIN},
    {"llvm.ctpop", FORM_PLAIN},
    {"llvm.bswap", FORM_PLAIN},
    {"llvm.bitreverse", FORM_PLAIN},
    {"llvm.fshl", FORM_PLAIN},
    {"llvm.fshr", FORM_PLAIN},
    {"llvm.sadd.sat", FORM_PLAIN},
    {"llvm.uadd.sat", FORM_PLAIN},
    {"llvm.ssub.sat", FORM_PLAIN},
    {"llvm.usub.sat", FORM_PLAIN},
    {"llvm.abs", FORM_FLAG},
    {"llvm.ctlz", FORM_FLAG},
    {"llvm.cttz", FORM_FLAG},
    {"llvm.fptosi.sat", FORM_CONVERT},
    {"llvm.fptoui.sat", FORM_CONVERT},
    {"llvm.scmp", FORM_CONVERT},
    {"llvm.ucmp", FORM_CONVERT},
    {"llvm.sadd.with.overflow", FORM_OVERFLOW},
    {"llvm.uadd.with.overflow", FORM_OVERFLOW},
    {"llvm.ssub.with.overflow", FORM_OVERFLOW},
    {"llvm.usub.with.overflow", FORM_OVERFLOW},
    {"llvm.smul.with.overflow", FORM_OVERFLOW},
    {"llvm.umul.with.overflow", FORM_OVERFLOW},
    {"llvm.is.fpclass", FORM_CLASS},
    {"llvm.ldexp", FORM_EXPONENT},
};

/* The name in the table has to end where the type suffix begins. */
static const struct widenable *find_widenable(const char *name) {
  for (unsigned i = 0; i < sizeof widenables / sizeof *widenables; i++) {
    size_t length = strlen(widenables[i].name);
    if (!strncmp(name, widenables[i].name, length) && name[length] == '.' &&
        !strchr(name + length + 1, '.'))
      return &widenables[i];
    if (widenables[i].form >= FORM_CONVERT && !strncmp(name, widenables[i].name, length) &&
        name[length] == '.')
      return &widenables[i];
  }
  return NULL;
}

bool fxc_vec_is_widened(LLVMValueRef call) {
  return find_widenable(callee_name(call)) != NULL;
}

static bool is_block_copy(const char *name) {
  return has_prefix(name, "llvm.memcpy") || has_prefix(name, "llvm.memmove") ||
         has_prefix(name, "llvm.memset");
}

static bool is_trap(const char *name) {
  return !strcmp(name, "llvm.trap") || !strcmp(name, "llvm.debugtrap") ||
         has_prefix(name, "llvm.ubsantrap");
}

static bool is_lane_id(enum fxc_builtin builtin) {
  return builtin == FXC_GLOBAL_ID || builtin == FXC_LOCAL_ID;
}

/* The dimension asked for; 3 where it is not constant. */
static unsigned dimension_of(LLVMValueRef call) {
  LLVMValueRef dimension = LLVMGetOperand(call, 1);
  return LLVMIsAConstantInt(dimension) ? (unsigned)LLVMConstIntGetZExtValue(dimension) : 3;
}

/* ---- shapes ---- */

static struct fxc_shape of_arguments(const struct fxc_shapes *shapes, LLVMValueRef call) {
  struct fxc_shape shape = {FXC_SHAPE_STRIDED, true, 0, 0};
  for (unsigned i = 0, count = LLVMGetNumArgOperands(call); i < count; i++) {
    struct fxc_shape argument = fxc_shape_of(shapes, LLVMGetArgOperand(call, i));
    if (argument.kind == FXC_SHAPE_UNKNOWN)
      return argument;
    if (!fxc_shape_is_uniform(argument))
      return (struct fxc_shape){FXC_SHAPE_VARYING, false, 0, 0};
  }
  return shape;
}

struct fxc_shape fxc_vec_call_shape(void *context, const struct fxc_shapes *shapes,
                                    LLVMValueRef call) {
  static const struct fxc_shape uniform = {FXC_SHAPE_STRIDED, true, 0, 0};
  static const struct fxc_shape varying = {FXC_SHAPE_VARYING, false, 0, 0};
  const char *name = callee_name(call);
  const struct fxc_vec *v = context;
  enum fxc_builtin builtin = fxc_builtin_of_state(name);
  if (builtin == FXC_SUB_GROUP_LOCAL_ID)
    return (struct fxc_shape){FXC_SHAPE_STRIDED, true, FXC_LOCAL_ID_BITS, 1};
  if (builtin != FXC_BUILTIN_COUNT && is_lane_id(builtin)) {
    unsigned dimension = dimension_of(call);
    /* No upper bound is known for the ids of an exported function. */
    unsigned char bits = builtin == FXC_LOCAL_ID ? FXC_LOCAL_ID_BITS : v->is_rows ? 0 : FXC_ID_BITS;
    return dimension < 3 ? (struct fxc_shape){FXC_SHAPE_STRIDED, true, bits, dimension == 0}
                         : varying;
  }
  if (builtin != FXC_BUILTIN_COUNT)
    return of_arguments(shapes, call);
  if (!strcmp(name, BARRIER) || fxc_vec_is_ignored(call) || is_trap(name) ||
      has_prefix(name, "__falx_ncpu_"))
    return uniform;
  if (fxc_vec_is_sub_group(name))
    return fxc_vec_sub_group_shape(shapes, call);
  LLVMValueRef root = is_block_copy(name) ? fxc_vec_private_root(LLVMGetArgOperand(call, 0)) : NULL;
  if (root && !fxc_map_has(&v->common, root))
    return varying; /* different in each lane */
  if (find_widenable(name) || fxc_touches_no_memory(call) || is_block_copy(name))
    return of_arguments(shapes, call);
  return varying;
}

bool fxc_vec_is_speculatable(LLVMValueRef call) {
  const char *name = callee_name(call);
  return find_widenable(name) || fxc_builtin_of_state(name) != FXC_BUILTIN_COUNT ||
         fxc_touches_no_memory(call) || fxc_vec_is_ignored(call);
}

const char *fxc_vec_call_problem(const struct fxc_vec *v, LLVMValueRef call) {
  const char *name = callee_name(call);
  if (LLVMIsAInlineAsm(LLVMGetCalledValue(call)))
    return "it contains inline assembly";
  if (!strcmp(name, "llvm.stacksave") || has_prefix(name, "llvm.stacksave."))
    return "it has an array of variable length";
  if (has_prefix(name, "llvm.va_") || has_prefix(name, "llvm.eh.") ||
      has_prefix(name, "llvm.coro."))
    return "it calls what has no vector form";
  bool is_ours =
      fxc_builtin_of_state(name) != FXC_BUILTIN_COUNT || has_prefix(name, "__falx_ncpu_");
  LLVMValueRef state = LLVMGetParam(v->scalar, LLVMCountParams(v->scalar) - 1);
  is_ours = is_ours || fxc_vec_is_import(call);
  for (unsigned i = 0, count = LLVMGetNumArgOperands(call); i < count && !is_ours; i++)
    if (LLVMGetArgOperand(call, i) == state)
      return "it calls a function that reads work-item ids and is not inlined";
  if (LLVMGetNumOperands(call) > 32)
    return "it calls a function with more than 31 arguments";
  return NULL;
}

/* ---- calls ---- */

static void call_widened(struct fxc_vec *v, LLVMValueRef call, const struct widenable *what) {
  enum { MOST = 4 };
  LLVMValueRef arguments[MOST];
  unsigned count = LLVMGetNumArgOperands(call);
  for (unsigned i = 0; i < count && i < MOST; i++) {
    bool is_scalar = i == 1 && (what->form == FORM_FLAG || what->form == FORM_CLASS);
    LLVMValueRef argument = LLVMGetArgOperand(call, i);
    arguments[i] = is_scalar ? fxc_vec_scalar(v, argument) : fxc_vec_vector(v, argument);
  }
  LLVMTypeRef types[2] = {fxc_vec_type(v, LLVMTypeOf(call)), LLVMTypeOf(arguments[0])};
  unsigned type_count = 1;
  if (what->form == FORM_CONVERT)
    type_count = 2;
  else if (what->form == FORM_OVERFLOW || what->form == FORM_CLASS)
    types[0] = LLVMTypeOf(arguments[0]);
  else if (what->form == FORM_EXPONENT) {
    types[1] = LLVMTypeOf(arguments[1]);
    type_count = 2;
  }
  LLVMValueRef result = fxc_vec_intrinsic(v, what->name, types, type_count, arguments, count);
  if (LLVMCanValueUseFastMathFlags(call) && LLVMCanValueUseFastMathFlags(result))
    LLVMSetFastMathFlags(result, LLVMGetFastMathFlags(call));
  fxc_vec_define(v, call, result);
}

/* An id of a dimension known only at run time: lanes differ only if it is dimension 0. */
static void call_lane_id(struct fxc_vec *v, LLVMValueRef call) {
  LLVMValueRef dimension = LLVMGetOperand(call, 1);
  if (!fxc_is_uniform(&v->shapes, dimension)) {
    fxc_vec_by_lane(v, call);
    return;
  }
  LLVMValueRef first = fxc_vec_copy(v, call), number = fxc_vec_scalar(v, dimension);
  LLVMValueRef is_x =
      LLVMBuildICmp(v->builder, LLVMIntEQ, number, LLVMConstNull(LLVMTypeOf(number)), "");
  LLVMTypeRef type = LLVMTypeOf(call);
  LLVMValueRef steps = LLVMBuildSelect(v->builder, is_x, fxc_vec_steps(v, type, 1),
                                       LLVMConstNull(LLVMVectorType(type, v->lanes)), "");
  fxc_vec_define(v, call, LLVMBuildAdd(v->builder, fxc_vec_splat(v, first), steps, ""));
}

static LLVMValueRef sub_group_value(struct fxc_vec *v, LLVMValueRef call,
                                    enum fxc_builtin builtin) {
  if (builtin == FXC_SUB_GROUP_LOCAL_ID)
    return LLVMConstNull(LLVMTypeOf(call));
  if (builtin == FXC_SUB_GROUP_MAX_SIZE && !v->ends_with_rows)
    return LLVMConstInt(LLVMTypeOf(call), v->lanes, 0);
  if (builtin == FXC_SUB_GROUP_SIZE)
    return v->active ? LLVMBuildIntCast2(v->builder, v->active, LLVMTypeOf(call), 0, "")
                     : LLVMConstInt(LLVMTypeOf(call), v->lanes, 0);
  return NULL;
}

/* `count` elements of vector from `first` on. */
static LLVMValueRef piece(struct fxc_vec *v, LLVMValueRef vector, unsigned first, unsigned count) {
  LLVMValueRef indices[64];
  for (unsigned i = 0; i < count; i++)
    indices[i] = LLVMConstInt(v->i32, first + i, 0);
  return LLVMBuildShuffleVector(v->builder, vector, LLVMGetPoison(LLVMTypeOf(vector)),
                                LLVMConstVector(indices, count), "");
}

/* The concatenation of a and b, which have the same length. */
static LLVMValueRef joined(struct fxc_vec *v, LLVMValueRef a, LLVMValueRef b, unsigned length) {
  LLVMValueRef indices[64];
  for (unsigned i = 0; i < 2 * length; i++)
    indices[i] = LLVMConstInt(v->i32, i, 0);
  return LLVMBuildShuffleVector(v->builder, a, b, LLVMConstVector(indices, 2 * length), "");
}

/* Calls a vector function as often as its width requires. */
static bool call_mathematics(struct fxc_vec *v, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call), results[64], arguments[2], parts[2];
  unsigned lanes, count = LLVMGetNumArgOperands(call);
  if (!LLVMIsAFunction(callee) || count == 0 || count > 2)
    return false;
  LLVMValueRef function =
      fxc_vector_math(v->module->ir, callee, v->lanes, fxc_vector_bits(v->module), &lanes);
  if (!function)
    return false;
  for (unsigned i = 0; i < count; i++)
    arguments[i] = fxc_vec_vector(v, LLVMGetArgOperand(call, i));
  unsigned pieces = v->lanes / lanes;
  for (unsigned p = 0; p < pieces; p++) {
    for (unsigned i = 0; i < count; i++)
      parts[i] = pieces == 1 ? arguments[i] : piece(v, arguments[i], p * lanes, lanes);
    results[p] =
        LLVMBuildCall2(v->builder, LLVMGlobalGetValueType(function), function, parts, count, "");
  }
  for (unsigned length = lanes; pieces > 1; pieces /= 2, length *= 2)
    for (unsigned p = 0; p < pieces / 2; p++)
      results[p] = joined(v, results[2 * p], results[2 * p + 1], length);
  fxc_vec_define(v, call, results[0]);
  return true;
}

void fxc_vec_call(struct fxc_vec *v, LLVMValueRef call) {
  const char *name = callee_name(call);
  struct fxc_shape shape = fxc_shape_of(&v->shapes, call);
  enum fxc_builtin builtin = fxc_builtin_of_state(name);
  if (fxc_vec_is_ignored(call) || (is_block_copy(name) && fxc_vec_private_fill(v, call)))
    return;
  if (builtin != FXC_BUILTIN_COUNT) {
    LLVMValueRef value = sub_group_value(v, call, builtin);
    if (shape.kind == FXC_SHAPE_VARYING)
      call_lane_id(v, call);
    else
      fxc_vec_define(v, call, value ? value : fxc_vec_copy(v, call));
    return;
  }
  if (fxc_vec_is_sub_group(name)) {
    fxc_vec_sub_group(v, call);
    return;
  }
  if (shape.kind == FXC_SHAPE_STRIDED) {
    LLVMValueRef copy = fxc_vec_copy(v, call);
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
      fxc_vec_define(v, call, copy);
    return;
  }
  const struct widenable *what = find_widenable(name);
  if (fxc_vec_is_import(call))
    fxc_vec_import(v, call);
  else if (what)
    call_widened(v, call, what);
  else if (!call_mathematics(v, call))
    fxc_vec_by_lane(v, call);
}
