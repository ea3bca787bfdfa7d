/* The C library for NVIDIA's GPUs: nvptx-library (compiler/nvptx64/nvptx_library.c) links what a
 * module calls into it. Functions of float are those of nvptx_float.h, on the hardware's estimates,
 * some of double those of nvptx_double.h; the others are libclc's, which devicelib.cmake links,
 * through opencl.cl. */
#pragma OPENCL FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline, const))
#define LARGE static __attribute__((noinline, const))
#define SHARED LARGE
#define BITS(x) as_int(x)
#define FLOAT(bits) as_float(bits)
#define FMA(x, y, z) __builtin_fmaf(x, y, z)
#define ABS(x) __builtin_fabsf(x)
#define SIGN(x, y) __builtin_copysignf(x, y)
#define TRUNC(x) __builtin_truncf(x)
#define SATURATED(x) __nvvm_saturate_f(x)
#define EX2(x) __nvvm_ex2_approx_ftz_f(x)
#define EX2_FULL(x) __nvvm_ex2_approx_f(x)
#define LG2(x) __nvvm_lg2_approx_f(x)
#define RCP(x) __nvvm_rcp_approx_ftz_f(x)
#define ROOT(x) __nvvm_sqrt_approx_f(x)
#define DIVIDE(x, y) nv_divide(x, y)
#define MULTIPLY_HIGH(x, y) ((uint)((ulong)(x) * (y) >> 32))
#define ANGLE_TABLE static __constant const uint

INLINE float nv_divide(float x, float y) {
  float quotient;
  __asm__("div.full.f32 %0, %1, %2;" : "=f"(quotient) : "f"(x), "f"(y));
  return quotient;
}

#include "nvptx_float.h"

#define BITS_D(x) as_long(x)
#define DOUBLE(bits) as_double(bits)
#define FMA_D(x, y, z) __builtin_fma(x, y, z)
#define ABS_D(x) __builtin_fabs(x)
#define RCP_D(x) __nvvm_rcp_approx_ftz_d(x)
#define FAR_SIN(x) nv_far_sin(x)
#define FAR_COS(x) nv_far_cos(x)

LARGE double nv_far_sin(double x) {
  return sin(x);
}
LARGE double nv_far_cos(double x) {
  return cos(x);
}

#define GAMMA(x) tgamma(x)
#define GAMMA_D(x) tgamma(x)

#include "nvptx_double.h"

/* ---- what opencl.cl takes in place of libclc's ---- */

/* libclc's of double loses the sign of 0. */
#define OURS_ODD(name)                                                                             \
  __attribute__((overloadable)) INLINE float our_##name(float x) {                                 \
    return nv_##name(x);                                                                           \
  }                                                                                                \
  __attribute__((overloadable)) INLINE double our_##name(double x) {                               \
    return x == 0.0 ? x : name(x);                                                                 \
  }
#define OURS(name)                                                                                 \
  __attribute__((overloadable)) INLINE float our_##name(float x) {                                 \
    return nv_##name(x);                                                                           \
  }                                                                                                \
  __attribute__((overloadable)) INLINE double our_##name(double x) {                               \
    return name(x);                                                                                \
  }
#define OURS_OF_BOTH(name)                                                                         \
  __attribute__((overloadable)) INLINE float our_##name(float x) {                                 \
    return nv_##name(x);                                                                           \
  }                                                                                                \
  __attribute__((overloadable)) INLINE double our_##name(double x) {                               \
    return nv_##name##_d(x);                                                                       \
  }
#define OURS_OF_TWO(name)                                                                          \
  __attribute__((overloadable)) INLINE float our_##name(float x, float y) {                        \
    return nv_##name(x, y);                                                                        \
  }                                                                                                \
  __attribute__((overloadable)) INLINE double our_##name(double x, double y) {                     \
    return name(x, y);                                                                             \
  }
OURS(acos)
OURS(acosh)
OURS_ODD(asin)
OURS(asinh)
OURS_ODD(atan)
OURS(atanh)
OURS(cbrt)
OURS_OF_BOTH(cos)
OURS(cosh)
OURS_ODD(erf)
OURS(erfc)
OURS_OF_BOTH(exp)
OURS_OF_BOTH(exp10)
OURS_OF_BOTH(exp2)
OURS_ODD(expm1)
OURS_OF_BOTH(log)
OURS_OF_BOTH(log10)
OURS(log1p)
OURS_OF_BOTH(log2)
OURS_OF_BOTH(sin)
OURS(sinh)
OURS_OF_BOTH(tan)
OURS(tanh)
OURS_OF_TWO(atan2)
OURS_OF_TWO(fmod)
OURS_OF_TWO(pow)
OURS_OF_TWO(remainder)
__attribute__((overloadable)) INLINE float our_ldexp(float x, int n) {
  return nv_ldexp(x, n);
}
__attribute__((overloadable)) INLINE double our_ldexp(double x, int n) {
  return nv_ldexp_d(x, n);
}
/* libclc's of float are wrong at some special values. */
__attribute__((overloadable)) INLINE double our_lgamma(double x) {
  return lgamma(x);
}
__attribute__((overloadable)) INLINE float our_lgamma(float x) {
  return (float)lgamma((double)x);
}
__attribute__((overloadable)) INLINE float our_tgamma(float x) {
  return nv_tgamma(x);
}
__attribute__((overloadable)) INLINE double our_tgamma(double x) {
  return nv_tgamma_d(x);
}
#define ldexp(x, n) our_ldexp(x, n)
#define lgamma(x) our_lgamma(x)
#define tgamma(x) our_tgamma(x)
#define acos(x) our_acos(x)
#define acosh(x) our_acosh(x)
#define asin(x) our_asin(x)
#define asinh(x) our_asinh(x)
#define atan(x) our_atan(x)
#define atanh(x) our_atanh(x)
#define cbrt(x) our_cbrt(x)
#define cos(x) our_cos(x)
#define cosh(x) our_cosh(x)
#define erf(x) our_erf(x)
#define erfc(x) our_erfc(x)
#define exp(x) our_exp(x)
#define exp10(x) our_exp10(x)
#define exp2(x) our_exp2(x)
#define expm1(x) our_expm1(x)
#define log(x) our_log(x)
#define log10(x) our_log10(x)
#define log1p(x) our_log1p(x)
#define log2(x) our_log2(x)
#define sin(x) our_sin(x)
#define sinh(x) our_sinh(x)
#define tan(x) our_tan(x)
#define tanh(x) our_tanh(x)
#define atan2(x, y) our_atan2(x, y)
#define fmod(x, y) our_fmod(x, y)
#define pow(x, y) our_pow(x, y)
#define remainder(x, y) our_remainder(x, y)
#include "opencl.cl"

/* ---- where approximations are allowed (-ffast-math, -fapprox-func) ---- */

#define APPROXIMATE(name, value)                                                                   \
  FUNCTION float __falx_approximate_##name(float x) {                                              \
    return value;                                                                                  \
  }
APPROXIMATE(exp, EX2(x * 0x1.715476p0f))
APPROXIMATE(exp2, EX2(x))
APPROXIMATE(exp10, EX2(x * 0x1.a934fp1f))
APPROXIMATE(log, __nvvm_lg2_approx_ftz_f(x) * NV_LN2)
APPROXIMATE(log2, __nvvm_lg2_approx_ftz_f(x))
APPROXIMATE(log10, __nvvm_lg2_approx_ftz_f(x) * 0x1.344136p-2f)
APPROXIMATE(sin, __nvvm_sin_approx_ftz_f(x))
APPROXIMATE(cos, __nvvm_cos_approx_ftz_f(x))
APPROXIMATE(tan, __nvvm_sin_approx_ftz_f(x) * RCP(__nvvm_cos_approx_ftz_f(x)))
FUNCTION float __falx_approximate_pow(float x, float y) {
  return EX2(y * __nvvm_lg2_approx_ftz_f(x));
}

/* ---- <assert.h>, <stdlib.h>, <exception> ---- */

/* The driver's: it prints the message, and the launch ends with an error. */
__attribute__((noreturn)) void __assertfail(const void *message, const void *file, uint line,
                                            const void *function, ulong size_of_char);
FUNCTION void __assert_fail(const char *message, const char *file, uint line,
                            const char *function) {
  __assertfail(message, file, line, function, 1);
}
FUNCTION void lib_assert(const char *file, int line, const char *function, const char *message)
    NAMED(_ZSt21__glibcxx_assert_failPKciS0_S0_);
FUNCTION void lib_assert(const char *file, int line, const char *function, const char *message) {
  __assert_fail(message, file, (uint)line, function);
}
FUNCTION void abort(void) {
  __builtin_trap();
}
FUNCTION void lib_terminate(void) NAMED(_ZSt9terminatev);
FUNCTION void lib_terminate(void) {
  __builtin_trap();
}
