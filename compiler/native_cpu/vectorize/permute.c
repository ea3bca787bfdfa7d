/* Permutations of a vector's elements that are known at run time only. */
#include "compiler/native_cpu/isa.h"
#include "compiler/native_cpu/vectorize/vectorize.h"

#include <llvm-c/Target.h>
#include <string.h>

/* x86's instructions for whole registers. two: of two registers, NULL where there is none. */
static const struct form {
  unsigned bits, count;
  bool is_float;
  const char *name, *two;
} forms[] = {{32, 16, false, "llvm.x86.avx512.permvar.si.512", "llvm.x86.avx512.vpermi2var.d.512"},
             {32, 16, true, "llvm.x86.avx512.permvar.sf.512", "llvm.x86.avx512.vpermi2var.ps.512"},
             {64, 8, false, "llvm.x86.avx512.permvar.di.512", "llvm.x86.avx512.vpermi2var.q.512"},
             {64, 8, true, "llvm.x86.avx512.permvar.df.512", "llvm.x86.avx512.vpermi2var.pd.512"},
             {32, 8, false, "llvm.x86.avx2.permd", NULL},
             {32, 8, true, "llvm.x86.avx2.permps", NULL}};

static const struct form *form_of(const struct fxc_vec *v, LLVMTypeRef element) {
  LLVMTypeKind kind = LLVMGetTypeKind(element);
  bool is_float = kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
  if (strncmp(LLVMGetTarget(v->module->ir), "x86_64", strlen("x86_64")) != 0 ||
      (kind != LLVMIntegerTypeKind && !is_float))
    return NULL;
  unsigned bits = (unsigned)LLVMSizeOfTypeInBits(v->layout, element);
  if (bits * v->lanes > fxc_vector_bits(v->module))
    return NULL;
  for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++)
    if (forms[i].bits == bits && forms[i].count == v->lanes && forms[i].is_float == is_float)
      return &forms[i];
  return NULL;
}

bool fxc_vec_has_permute(const struct fxc_vec *v, LLVMTypeRef element) {
  return form_of(v, element) != NULL;
}

/* The numbers of elements, in the type that the instructions take. */
static LLVMValueRef numbers(struct fxc_vec *v, const struct form *form, LLVMValueRef lanes) {
  LLVMTypeRef type = LLVMVectorType(LLVMIntTypeInContext(v->context, form->bits), v->lanes);
  return LLVMBuildIntCast2(v->builder, lanes, type, 0, "");
}

LLVMValueRef fxc_vec_permute(struct fxc_vec *v, LLVMValueRef vector, LLVMValueRef lanes) {
  LLVMTypeRef type = LLVMTypeOf(vector), element = LLVMGetElementType(type);
  const struct form *form = form_of(v, element);
  if (form) {
    LLVMValueRef arguments[2] = {vector, numbers(v, form, lanes)};
    return fxc_vec_intrinsic(v, form->name, NULL, 0, arguments, 2);
  }
  if (element == v->i1) { /* through bytes, or as many bits as there is an instruction for */
    LLVMTypeRef wider = fxc_vec_has_permute(v, v->i32)   ? v->i32
                        : fxc_vec_has_permute(v, v->i64) ? v->i64
                                                         : v->i8;
    LLVMTypeRef bytes = LLVMVectorType(wider, v->lanes);
    LLVMValueRef result = fxc_vec_permute(v, LLVMBuildSExt(v->builder, vector, bytes, ""), lanes);
    return LLVMBuildICmp(v->builder, LLVMIntSLT, result, LLVMConstNull(bytes), "");
  }
  LLVMValueRef memory = LLVMBuildAlloca(v->entry, type, "shuffle");
  LLVMBuildStore(v->builder, vector, memory);
  LLVMValueRef wide = LLVMBuildIntCast2(v->builder, lanes, LLVMVectorType(v->i64, v->lanes), 0, "");
  LLVMValueRef pointers = LLVMBuildGEP2(v->builder, element, memory, &wide, 1, "");
  LLVMTypeRef types[2] = {type, LLVMTypeOf(pointers)};
  LLVMValueRef arguments[3] = {pointers, fxc_vec_all_lanes(v), LLVMGetPoison(type)};
  return fxc_vec_intrinsic(v, "llvm.masked.gather", types, 2, arguments, 3);
}

LLVMValueRef fxc_vec_permute_two(struct fxc_vec *v, LLVMValueRef first, LLVMValueRef second,
                                 LLVMValueRef lanes) {
  const struct form *form = form_of(v, LLVMGetElementType(LLVMTypeOf(first)));
  if (form && form->two) {
    LLVMValueRef arguments[3] = {first, numbers(v, form, lanes), second};
    return fxc_vec_intrinsic(v, form->two, NULL, 0, arguments, 3);
  }
  LLVMTypeRef type = LLVMTypeOf(lanes), number = LLVMGetElementType(type);
  LLVMValueRef low = fxc_vec_splat(v, LLVMConstInt(number, v->lanes - 1, 0));
  LLVMValueRef count = fxc_vec_splat(v, LLVMConstInt(number, v->lanes, 0));
  LLVMValueRef own = LLVMBuildAnd(v->builder, lanes, low, "");
  LLVMValueRef is_second = LLVMBuildICmp(v->builder, LLVMIntUGE, lanes, count, "");
  LLVMValueRef a = fxc_vec_permute(v, first, own);
  LLVMValueRef b = fxc_vec_permute(v, second, own);
  return LLVMBuildSelect(v->builder, is_second, b, a, "");
}
