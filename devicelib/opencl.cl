/* The C library's functions where the device has OpenCL's instead: opencl-library
 * (compiler/spir64/opencl_library.c) links what a module calls into it. Each takes and returns what
 * the C++ front end passes: complex numbers as structs, generic pointers.
 *
 * The names of the C library are given as symbols, because OpenCL C has functions of the same names
 * for both types. Functions with two results are split into one function for each. */
#pragma OPENCL FP_CONTRACT ON

/* What is called here is an instruction of OpenCL's extended set: opencl-library relies on it.
 * These are none there. */
#define isnan(x) ((x) != (x))
#define isinf(x) (fabs(x) == INFINITY)
#define isfinite(x) (fabs(x) < INFINITY)
#define isunordered(x, y) (isnan(x) || isnan(y))
#define signbit(x) (copysign(1.0f, (float)(x)) < 0)

#define FUNCTION __attribute__((always_inline))
#define NAMED(symbol) __asm__(#symbol)

#define ONE(name, value)                                                                           \
  FUNCTION float lib_##name##f(float x) NAMED(name##f);                                            \
  FUNCTION double lib_##name(double x) NAMED(name);                                                \
  FUNCTION float lib_##name##f(float x) {                                                          \
    return value;                                                                                  \
  }                                                                                                \
  FUNCTION double lib_##name(double x) {                                                           \
    return value;                                                                                  \
  }
#define TWO(name, value)                                                                           \
  FUNCTION float lib_##name##f(float x, float y) NAMED(name##f);                                   \
  FUNCTION double lib_##name(double x, double y) NAMED(name);                                      \
  FUNCTION float lib_##name##f(float x, float y) {                                                 \
    return value;                                                                                  \
  }                                                                                                \
  FUNCTION double lib_##name(double x, double y) {                                                 \
    return value;                                                                                  \
  }
/* Of a number and an argument of another type, with another type of result. */
#define OTHER(result_f, result_d, name, other, value)                                              \
  FUNCTION result_f lib_##name##f(float x, other y) NAMED(name##f);                                \
  FUNCTION result_d lib_##name(double x, other y) NAMED(name);                                     \
  FUNCTION result_f lib_##name##f(float x, other y) {                                              \
    return value;                                                                                  \
  }                                                                                                \
  FUNCTION result_d lib_##name(double x, other y) {                                                \
    return value;                                                                                  \
  }
#define RESULT(result, name, value)                                                                \
  FUNCTION result lib_##name##f(float x) NAMED(name##f);                                           \
  FUNCTION result lib_##name(double x) NAMED(name);                                                \
  FUNCTION result lib_##name##f(float x) {                                                         \
    return value;                                                                                  \
  }                                                                                                \
  FUNCTION result lib_##name(double x) {                                                           \
    return value;                                                                                  \
  }

/* ---- real functions ---- */

ONE(acos, acos(x))
ONE(acosh, acosh(x))
ONE(asin, asin(x))
ONE(asinh, asinh(x))
ONE(atan, atan(x))
ONE(atanh, atanh(x))
ONE(cbrt, cbrt(x))
ONE(ceil, ceil(x))
ONE(cos, cos(x))
ONE(cosh, cosh(x))
ONE(cospi, cospi(x))
ONE(erf, erf(x))
ONE(erfc, erfc(x))
ONE(exp, exp(x))
ONE(exp10, exp10(x))
ONE(exp2, exp2(x))
ONE(expm1, expm1(x))
ONE(fabs, fabs(x))
ONE(floor, floor(x))
ONE(lgamma, lgamma(x))
ONE(log, log(x))
ONE(log10, log10(x))
ONE(log1p, log1p(x))
ONE(log2, log2(x))
ONE(logb, logb(x))
ONE(nearbyint, rint(x))
ONE(rint, rint(x))
ONE(round, round(x))
ONE(roundeven, rint(x))
ONE(sin, sin(x))
ONE(sinh, sinh(x))
ONE(sinpi, sinpi(x))
ONE(sqrt, sqrt(x))
ONE(tan, tan(x))
ONE(tanh, tanh(x))
ONE(tanpi, tanpi(x))
ONE(tgamma, tgamma(x))
ONE(trunc, trunc(x))
TWO(atan2, atan2(x, y))
TWO(copysign, copysign(x, y))
TWO(fdim, fdim(x, y))
TWO(fmax, fmax(x, y))
TWO(fmaximum, isunordered(x, y) ? x + y : x > y || (x == y && !signbit(x)) ? x : y)
TWO(fmin, fmin(x, y))
TWO(fminimum, isunordered(x, y) ? x + y : x < y || (x == y && signbit(x)) ? x : y)
TWO(fmod, fmod(x, y))
TWO(hypot, hypot(x, y))
TWO(nextafter, nextafter(x, y))
TWO(pow, pow(x, y))
TWO(remainder, remainder(x, y))
RESULT(int, ilogb, ilogb(x))
RESULT(long, llrint, (long)rint(x))
RESULT(long, llround, (long)round(x))
RESULT(long, lrint, (long)rint(x))
RESULT(long, lround, (long)round(x))
OTHER(float, double, ldexp, int, ldexp(x, y))
OTHER(float, double, scalbn, int, ldexp(x, y))
OTHER(float, double, scalbln, long, ldexp(x, y < -100000 ? -100000 : y > 100000 ? 100000 : (int)y))
OTHER(float, double, frexp, int *, frexp(x, y))
OTHER(float, double, lgamma_r, int *, lgamma_r(x, y))

FUNCTION float lib_lgammaf_r(float x, int *sign) NAMED(lgammaf_r);
FUNCTION float lib_lgammaf_r(float x, int *sign) {
  return lgamma_r(x, sign);
}

#define OF_TYPE(T, suffix)                                                                         \
  FUNCTION T lib_fma##suffix(T x, T y, T z) NAMED(fma##suffix);                                    \
  FUNCTION T lib_fma##suffix(T x, T y, T z) {                                                      \
    return fma(x, y, z);                                                                           \
  }                                                                                                \
  FUNCTION T __falx_modf_fraction##suffix(T x) {                                                   \
    const T rest = x - trunc(x); /* no branch: Intel's driver fails at one in a loop */            \
    return copysign(isinf(x) ? (T)0 : rest, x);                                                    \
  }                                                                                                \
  FUNCTION T lib_modf##suffix(T x, T *whole) NAMED(modf##suffix);                                  \
  FUNCTION T lib_modf##suffix(T x, T *whole) {                                                     \
    *whole = trunc(x);                                                                             \
    return __falx_modf_fraction##suffix(x);                                                        \
  }                                                                                                \
  FUNCTION T lib_remquo##suffix(T x, T y, int *quotient) NAMED(remquo##suffix);                    \
  FUNCTION T lib_remquo##suffix(T x, T y, int *quotient) {                                         \
    return remquo(x, y, quotient);                                                                 \
  }                                                                                                \
  FUNCTION void lib_sincos##suffix(T x, T *sine, T *cosine) NAMED(sincos##suffix);                 \
  FUNCTION void lib_sincos##suffix(T x, T *sine, T *cosine) {                                      \
    *sine = sin(x);                                                                                \
    *cosine = cos(x);                                                                              \
  }                                                                                                \
  FUNCTION T __falx_frexp_fraction##suffix(T x) {                                                  \
    int exponent;                                                                                  \
    return frexp(x, &exponent);                                                                    \
  }                                                                                                \
  FUNCTION int __falx_frexp_exponent##suffix(T x) {                                                \
    int exponent;                                                                                  \
    frexp(x, &exponent);                                                                           \
    return exponent;                                                                               \
  }                                                                                                \
  FUNCTION T __falx_canonicalize##suffix(T x) {                                                    \
    return x * 1;                                                                                  \
  }                                                                                                \
  FUNCTION T __falx_powi##suffix(T x, int n) {                                                     \
    return pown(x, n);                                                                             \
  }
OF_TYPE(float, f)
OF_TYPE(double, )

#define OVERFLOWS(T, U, bits)                                                                      \
  FUNCTION T __falx_add##bits(T x, T y) {                                                          \
    return (T)((U)x + (U)y);                                                                       \
  }                                                                                                \
  FUNCTION bool __falx_add_overflows##bits(T x, T y) {                                             \
    const T sum = (T)((U)x + (U)y);                                                                \
    return (T)((x ^ sum) & (y ^ sum)) < 0;                                                         \
  }                                                                                                \
  FUNCTION T __falx_sub##bits(T x, T y) {                                                          \
    return (T)((U)x - (U)y);                                                                       \
  }                                                                                                \
  FUNCTION bool __falx_sub_overflows##bits(T x, T y) {                                             \
    const T difference = (T)((U)x - (U)y);                                                         \
    return (T)((x ^ y) & (x ^ difference)) < 0;                                                    \
  }
OVERFLOWS(char, uchar, 8)
OVERFLOWS(short, ushort, 16)
OVERFLOWS(int, uint, 32)
OVERFLOWS(long, ulong, 64)

/* ---- complex numbers ----
 * Infinities as ISO C's annex G has them where products and quotients are concerned. */

#define COMPLEX(T, C, suffix, mul, div)                                                            \
  typedef struct {                                                                                 \
    T re, im;                                                                                      \
  } C;                                                                                             \
  FUNCTION C make##suffix(T re, T im) {                                                            \
    C z = {re, im};                                                                                \
    return z;                                                                                      \
  }                                                                                                \
  FUNCTION T boxed##suffix(T x) {                                                                  \
    return copysign(isinf(x) ? (T)1 : (T)0, x);                                                    \
  }                                                                                                \
  FUNCTION C mul(T a, T b, T c, T d) {                                                             \
    T re = a * c - b * d, im = a * d + b * c;                                                      \
    if (isnan(re) && isnan(im)) {                                                                  \
      bool is_infinite = false;                                                                    \
      if (isinf(a) || isinf(b)) {                                                                  \
        a = boxed##suffix(a);                                                                      \
        b = boxed##suffix(b);                                                                      \
        c = isnan(c) ? copysign((T)0, c) : c;                                                      \
        d = isnan(d) ? copysign((T)0, d) : d;                                                      \
        is_infinite = true;                                                                        \
      }                                                                                            \
      if (isinf(c) || isinf(d)) {                                                                  \
        c = boxed##suffix(c);                                                                      \
        d = boxed##suffix(d);                                                                      \
        a = isnan(a) ? copysign((T)0, a) : a;                                                      \
        b = isnan(b) ? copysign((T)0, b) : b;                                                      \
        is_infinite = true;                                                                        \
      }                                                                                            \
      if (!is_infinite && (isinf(a * c) || isinf(b * d) || isinf(a * d) || isinf(b * c))) {        \
        a = isnan(a) ? copysign((T)0, a) : a;                                                      \
        b = isnan(b) ? copysign((T)0, b) : b;                                                      \
        c = isnan(c) ? copysign((T)0, c) : c;                                                      \
        d = isnan(d) ? copysign((T)0, d) : d;                                                      \
        is_infinite = true;                                                                        \
      }                                                                                            \
      if (is_infinite) {                                                                           \
        re = (T)INFINITY * (a * c - b * d);                                                        \
        im = (T)INFINITY * (a * d + b * c);                                                        \
      }                                                                                            \
    }                                                                                              \
    return make##suffix(re, im);                                                                   \
  }                                                                                                \
  FUNCTION C div(T a, T b, T c, T d) {                                                             \
    const T largest = fmax(fabs(c), fabs(d));                                                      \
    const int scale = largest > 0 && !isinf(largest) && !isnan(largest) ? -ilogb(largest) : 0;     \
    c = ldexp(c, scale);                                                                           \
    d = ldexp(d, scale);                                                                           \
    const T size = c * c + d * d;                                                                  \
    T re = ldexp((a * c + b * d) / size, scale), im = ldexp((b * c - a * d) / size, scale);        \
    if (isnan(re) && isnan(im)) {                                                                  \
      if (size == 0 && (!isnan(a) || !isnan(b))) {                                                 \
        re = copysign((T)INFINITY, c) * a;                                                         \
        im = copysign((T)INFINITY, c) * b;                                                         \
      } else if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) {                           \
        a = boxed##suffix(a);                                                                      \
        b = boxed##suffix(b);                                                                      \
        re = (T)INFINITY * (a * c + b * d);                                                        \
        im = (T)INFINITY * (b * c - a * d);                                                        \
      } else if ((isinf(c) || isinf(d)) && isfinite(a) && isfinite(b)) {                           \
        c = boxed##suffix(c);                                                                      \
        d = boxed##suffix(d);                                                                      \
        re = 0 * (a * c + b * d);                                                                  \
        im = 0 * (b * c - a * d);                                                                  \
      }                                                                                            \
    }                                                                                              \
    return make##suffix(re, im);                                                                   \
  }                                                                                                \
  FUNCTION C times_i##suffix(C z) {                                                                \
    return make##suffix(-z.im, z.re);                                                              \
  }                                                                                                \
  FUNCTION C times_minus_i##suffix(C z) {                                                          \
    return make##suffix(z.im, -z.re);                                                              \
  }                                                                                                \
  FUNCTION T lib_cabs##suffix(C z) NAMED(cabs##suffix);                                            \
  FUNCTION T lib_cabs##suffix(C z) {                                                               \
    return hypot(z.re, z.im);                                                                      \
  }                                                                                                \
  FUNCTION T lib_carg##suffix(C z) NAMED(carg##suffix);                                            \
  FUNCTION T lib_carg##suffix(C z) {                                                               \
    return atan2(z.im, z.re);                                                                      \
  }                                                                                                \
  FUNCTION C lib_cproj##suffix(C z) NAMED(cproj##suffix);                                          \
  FUNCTION C lib_cproj##suffix(C z) {                                                              \
    return isinf(z.re) || isinf(z.im) ? make##suffix((T)INFINITY, copysign((T)0, z.im)) : z;       \
  }                                                                                                \
  FUNCTION C lib_cexp##suffix(C z) NAMED(cexp##suffix);                                            \
  FUNCTION C lib_cexp##suffix(C z) {                                                               \
    if (z.im == 0)                                                                                 \
      return make##suffix(exp(z.re), z.im);                                                        \
    const T size = exp(z.re);                                                                      \
    if (size == 0 && !isfinite(z.im))                                                              \
      return make##suffix(0, 0);                                                                   \
    if (isinf(z.re) && z.re > 0 && !isfinite(z.im))                                                \
      return make##suffix(z.re, (T)NAN);                                                           \
    return make##suffix(size * cos(z.im), size * sin(z.im));                                       \
  }                                                                                                \
  FUNCTION C lib_clog##suffix(C z) NAMED(clog##suffix);                                            \
  FUNCTION C lib_clog##suffix(C z) {                                                               \
    const T large = fmax(fabs(z.re), fabs(z.im)), small = fmin(fabs(z.re), fabs(z.im));            \
    const T size = large > (T)0.5 && large < 2                                                     \
                       ? log1p((large - 1) * (large + 1) + small * small) / 2                      \
                       : log(hypot(z.re, z.im));                                                   \
    return make##suffix(size, atan2(z.im, z.re));                                                  \
  }                                                                                                \
  FUNCTION C lib_csqrt##suffix(C z) NAMED(csqrt##suffix);                                          \
  FUNCTION C lib_csqrt##suffix(C z) {                                                              \
    if (z.re == 0 && z.im == 0)                                                                    \
      return make##suffix(0, z.im);                                                                \
    if (isinf(z.im))                                                                               \
      return make##suffix((T)INFINITY, z.im);                                                      \
    if (isinf(z.re))                                                                               \
      return z.re > 0 ? make##suffix(z.re, isnan(z.im) ? z.im : copysign((T)0, z.im))              \
                      : make##suffix(isnan(z.im) ? z.im : (T)0, copysign((T)INFINITY, z.im));      \
    const int scale = ilogb(fmax(fabs(z.re), fabs(z.im))) / 2;                                     \
    const T x = ldexp(z.re, -2 * scale), y = ldexp(z.im, -2 * scale);                              \
    const T root = ldexp(sqrt((fabs(x) + hypot(x, y)) / 2), scale);                                \
    const T other = z.im / (2 * root);                                                             \
    return z.re >= 0 ? make##suffix(root, other)                                                   \
                     : make##suffix(fabs(other), copysign(root, z.im));                            \
  }                                                                                                \
  FUNCTION C lib_cpow##suffix(C z, C w) NAMED(cpow##suffix);                                       \
  FUNCTION C lib_cpow##suffix(C z, C w) {                                                          \
    const C l = lib_clog##suffix(z);                                                               \
    return lib_cexp##suffix(mul(w.re, w.im, l.re, l.im));                                          \
  }                                                                                                \
  FUNCTION C lib_csinh##suffix(C z) NAMED(csinh##suffix);                                          \
  FUNCTION C lib_csinh##suffix(C z) {                                                              \
    return z.im == 0 ? make##suffix(sinh(z.re), z.im)                                              \
                     : make##suffix(sinh(z.re) * cos(z.im), cosh(z.re) * sin(z.im));               \
  }                                                                                                \
  FUNCTION C lib_ccosh##suffix(C z) NAMED(ccosh##suffix);                                          \
  FUNCTION C lib_ccosh##suffix(C z) {                                                              \
    return z.im == 0 ? make##suffix(cosh(z.re), z.im * copysign((T)1, z.re))                       \
                     : make##suffix(cosh(z.re) * cos(z.im), sinh(z.re) * sin(z.im));               \
  }                                                                                                \
  FUNCTION C lib_ctanh##suffix(C z) NAMED(ctanh##suffix);                                          \
  FUNCTION C lib_ctanh##suffix(C z) {                                                              \
    if (fabs(z.re) > 20)                                                                           \
      return make##suffix(copysign((T)1, z.re),                                                    \
                          isfinite(z.im) ? 4 * sin(z.im) * cos(z.im) * exp(-2 * fabs(z.re))        \
                                         : copysign((T)0, z.im));                                  \
    const T s = sinh(z.re), t = tan(z.im), c = 1 + t * t, r = sqrt(1 + s * s);                     \
    const T size = 1 + c * s * s;                                                                  \
    return make##suffix(c * r * s / size, t / size);                                               \
  }                                                                                                \
  FUNCTION C lib_csin##suffix(C z) NAMED(csin##suffix);                                            \
  FUNCTION C lib_csin##suffix(C z) {                                                               \
    return times_minus_i##suffix(lib_csinh##suffix(times_i##suffix(z)));                           \
  }                                                                                                \
  FUNCTION C lib_ccos##suffix(C z) NAMED(ccos##suffix);                                            \
  FUNCTION C lib_ccos##suffix(C z) {                                                               \
    return lib_ccosh##suffix(times_i##suffix(z));                                                  \
  }                                                                                                \
  FUNCTION C lib_ctan##suffix(C z) NAMED(ctan##suffix);                                            \
  FUNCTION C lib_ctan##suffix(C z) {                                                               \
    return times_minus_i##suffix(lib_ctanh##suffix(times_i##suffix(z)));                           \
  }                                                                                                \
  FUNCTION C lib_casin##suffix(C z) NAMED(casin##suffix);                                          \
  FUNCTION C lib_casin##suffix(C z) { /* Kahan's */                                                \
    const C a = lib_csqrt##suffix(make##suffix(1 - z.re, -z.im)),                                  \
            b = lib_csqrt##suffix(make##suffix(1 + z.re, z.im));                                   \
    return make##suffix(atan2(z.re, a.re * b.re - a.im * b.im), asinh(a.re * b.im - a.im * b.re)); \
  }                                                                                                \
  FUNCTION C lib_casinh##suffix(C z) NAMED(casinh##suffix);                                        \
  FUNCTION C lib_casinh##suffix(C z) {                                                             \
    return times_minus_i##suffix(lib_casin##suffix(times_i##suffix(z)));                           \
  }                                                                                                \
  FUNCTION C lib_cacos##suffix(C z) NAMED(cacos##suffix);                                          \
  FUNCTION C lib_cacos##suffix(C z) { /* Kahan's */                                                \
    const C a = lib_csqrt##suffix(make##suffix(1 - z.re, -z.im)),                                  \
            b = lib_csqrt##suffix(make##suffix(1 + z.re, z.im));                                   \
    return make##suffix(2 * atan2(a.re, b.re), asinh(b.re * a.im - b.im * a.re));                  \
  }                                                                                                \
  FUNCTION C lib_cacosh##suffix(C z) NAMED(cacosh##suffix);                                        \
  FUNCTION C lib_cacosh##suffix(C z) { /* Kahan's */                                               \
    const C a = lib_csqrt##suffix(make##suffix(z.re - 1, z.im)),                                   \
            b = lib_csqrt##suffix(make##suffix(z.re + 1, z.im));                                   \
    return make##suffix(asinh(a.re * b.re + a.im * b.im), 2 * atan2(a.im, b.re));                  \
  }                                                                                                \
  FUNCTION C lib_catanh##suffix(C z) NAMED(catanh##suffix);                                        \
  FUNCTION C lib_catanh##suffix(C z) {                                                             \
    const T x = z.re, y = z.im, far = (1 - x) * (1 - x) + y * y;                                   \
    return make##suffix(log1p(4 * x / far) / 4, atan2(2 * y, (1 - x) * (1 + x) - y * y) / 2);      \
  }                                                                                                \
  FUNCTION C lib_catan##suffix(C z) NAMED(catan##suffix);                                          \
  FUNCTION C lib_catan##suffix(C z) {                                                              \
    return times_minus_i##suffix(lib_catanh##suffix(times_i##suffix(z)));                          \
  }
COMPLEX(float, complex_float, f, __mulsc3, __divsc3)
COMPLEX(double, complex_double, , __muldc3, __divdc3)

/* ---- <math.h>'s macros, as functions of glibc ---- */

#define CLASSES(T, suffix, smallest)                                                               \
  FUNCTION int __fpclassify##suffix(T x) { /* NAN, INFINITE, ZERO, SUBNORMAL, NORMAL from 0 */     \
    return isnan(x) ? 0 : isinf(x) ? 1 : x == 0 ? 2 : fabs(x) >= smallest ? 4 : 3;                 \
  }                                                                                                \
  FUNCTION int __isinf##suffix(T x) {                                                              \
    return isinf(x) ? x > 0 ? 1 : -1 : 0;                                                          \
  }                                                                                                \
  FUNCTION int __isnan##suffix(T x) {                                                              \
    return isnan(x);                                                                               \
  }                                                                                                \
  FUNCTION int __finite##suffix(T x) {                                                             \
    return isfinite(x);                                                                            \
  }                                                                                                \
  FUNCTION int __signbit##suffix(T x) {                                                            \
    return signbit(x);                                                                             \
  }
CLASSES(float, f, 0x1p-126f)
CLASSES(double, , 0x1p-1022)

/* ---- <stdlib.h>, <string.h> ---- */

FUNCTION int lib_abs(int x) NAMED(abs);
FUNCTION int lib_abs(int x) {
  return x < 0 ? -x : x;
}
FUNCTION long labs(long x) {
  return x < 0 ? -x : x;
}
FUNCTION long llabs(long x) {
  return x < 0 ? -x : x;
}
FUNCTION int ffs(int x) {
  return x ? 1 + __builtin_ctz(x) : 0;
}
FUNCTION int ffsl(long x) {
  return x ? 1 + __builtin_ctzl(x) : 0;
}
FUNCTION int ffsll(long x) {
  return x ? 1 + __builtin_ctzl(x) : 0;
}
int memcmp(const void *a, const void *b, ulong size) {
  const uchar *x = a, *y = b;
  for (; size; size--, x++, y++)
    if (*x != *y)
      return *x < *y ? -1 : 1;
  return 0;
}
int bcmp(const void *a, const void *b, ulong size) {
  return memcmp(a, b, size);
}
void *memchr(const void *memory, int byte, ulong size) {
  for (const uchar *at = memory; size; size--, at++)
    if (*at == (uchar)byte)
      return (void *)at;
  return 0;
}
ulong strlen(const char *text) {
  ulong length = 0;
  while (text[length])
    length++;
  return length;
}
int strncmp(const char *a, const char *b, ulong most) {
  for (; most; most--, a++, b++)
    if (*a != *b || !*a)
      return (int)(uchar)*a - (int)(uchar)*b;
  return 0;
}
int strcmp(const char *a, const char *b) {
  return strncmp(a, b, ~0ul);
}
char *strchr(const char *text, int byte) {
  for (;; text++)
    if (*text == (char)byte)
      return (char *)text;
    else if (!*text)
      return 0;
}
