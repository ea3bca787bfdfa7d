/* devicelib/nvptx_float.h on the host, the hardware's estimates replaced by results that are as
 * wrong as they may be: every function stays within the limit that docs/math.md has, for special
 * values, random bit patterns and the range in which it matters. nvptx_float [NAME...]: prints the
 * largest errors. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the hardware ---- */

static int bits_of(float x) {
  int bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static float float_of(int bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* An exact result, off by up to `most` units in the last place with the rounding. */
static float estimated(double exact, float argument, double most, int keeps_subnormal) {
  unsigned hash = (unsigned)bits_of(argument) * 2654435761u >> 8;
  double by = ((int)(hash % 2001) - 1000) / 1000.0 * (most - 0.5);
  int exponent;
  frexp(exact, &exponent);
  float y =
      (float)(isfinite(exact) && exact != 0 && exact != 1 ? exact + by * ldexp(1, exponent - 24)
                                                          : exact);
  return keeps_subnormal || fabsf(y) >= 0x1p-126f || y != y ? y : copysignf(0, y);
}
static float divide(float x, float y) {
  return estimated((double)x / y, x + y, 2, 1);
}
static float saturated(float x) {
  return x > 0 ? x < 1 ? x : 1 : 0;
}

#define INLINE static inline
#define LARGE static
#define SHARED static
#define BITS(x) bits_of(x)
#define FLOAT(bits) float_of(bits)
#define FMA(x, y, z) fmaf(x, y, z)
#define ABS(x) fabsf(x)
#define SIGN(x, y) copysignf(x, y)
#define TRUNC(x) truncf(x)
#define SATURATED(x) saturated(x)
#define EX2(x) estimated(exp2(x), x, 1.42, 0)
#define EX2_FULL(x) estimated(exp2(x), x, 1.42, 1)
#define LG2(x) estimated(log2(x), x, 1, 1)
#define RCP(x) estimated(1 / (double)(x), x, 1, 0)
#define ROOT(x) estimated(sqrt(x), x, 1, 1)
#define DIVIDE(x, y) divide(x, y)
#define MULTIPLY_HIGH(x, y) ((unsigned)((unsigned long)(x) * (y) >> 32))
#define ANGLE_TABLE static const unsigned
#include "../../devicelib/nvptx_float.h"

static long bits_of_double(double x) {
  long bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static double double_of(long bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
#define BITS_D(x) bits_of_double(x)
#define DOUBLE(bits) double_of(bits)
#define FMA_D(x, y, z) fma(x, y, z)
#define ABS_D(x) fabs(x)
#define RCP_D(x) (1 / (x) * (1 + ((bits_of_double(x) >> 3 & 2) - 1) * 0x1p-20))
#define FAR_SIN(x) sin(x)
#define FAR_COS(x) cos(x)
/* libclc's, which answers infinity for what is less than the normal numbers. */
#define GAMMA(x) (fabs(tgamma(x)) < 0x1p-126 ? INFINITY : (float)tgamma(x))
#define GAMMA_D(x) (fabs(tgamma(x)) < 0x1p-1022 ? INFINITY : (double)tgammal(x))
#include "../../devicelib/nvptx_double.h"

/* ---- the functions ---- */

static double exp10_of(double x) {
  return pow(10, x);
}
typedef float (*one)(float);
typedef float (*two)(float, float);
static const struct function {
  const char *name;
  one f;
  double (*exact)(double);
  two g;
  double (*exact_of_two)(double, double);
  double limit; /* ULP */
  float low, high;
} functions[] = {
    {"exp", nv_exp, exp, 0, 0, 3, -105, 90},
    {"exp2", nv_exp2, exp2, 0, 0, 3, -151, 129},
    {"exp10", nv_exp10, exp10_of, 0, 0, 3, -46, 39},
    {"expm1", nv_expm1, expm1, 0, 0, 3, -20, 90},
    {"log", nv_log, log, 0, 0, 3, 0, 4},
    {"log2", nv_log2, log2, 0, 0, 3, 0, 4},
    {"log10", nv_log10, log10, 0, 0, 3, 0, 4},
    {"log1p", nv_log1p, log1p, 0, 0, 2, -1, 4},
    {"sin", nv_sin, sin, 0, 0, 4, -70000, 70000},
    {"cos", nv_cos, cos, 0, 0, 4, -70000, 70000},
    {"tan", nv_tan, tan, 0, 0, 5, -70000, 70000},
    {"sinh", nv_sinh, sinh, 0, 0, 4, -90, 90},
    {"cosh", nv_cosh, cosh, 0, 0, 4, -90, 90},
    {"tanh", nv_tanh, tanh, 0, 0, 5, -10, 10},
    {"asinh", nv_asinh, asinh, 0, 0, 4, -10, 10},
    {"acosh", nv_acosh, acosh, 0, 0, 4, 1, 10},
    {"atanh", nv_atanh, atanh, 0, 0, 5, -1, 1},
    {"asin", nv_asin, asin, 0, 0, 4, -1, 1},
    {"acos", nv_acos, acos, 0, 0, 4, -1, 1},
    {"atan", nv_atan, atan, 0, 0, 5, -10, 10},
    {"cbrt", nv_cbrt, cbrt, 0, 0, 2, -10, 10},
    {"erf", nv_erf, erf, 0, 0, 16, -5, 5},
    {"erfc", nv_erfc, erfc, 0, 0, 16, -5, 11},
    {"tgamma", nv_tgamma, tgamma, 0, 0, 16, -48, 36},
    {"pow", 0, 0, nv_pow, pow, 16, 0, 20},
    {"atan2", 0, 0, nv_atan2, atan2, 6, -10, 10},
    {"fmod", 0, 0, nv_fmod, fmod, 0, -1e6f, 1e6f},
    {"remainder", 0, 0, nv_remainder, remainder, 0, -1e6f, 1e6f},
};

static long double exp10_of_long(long double x) {
  return powl(10, x);
}
static const struct function_of_double {
  const char *name;
  double (*f)(double);
  long double (*exact)(long double);
  double limit; /* ULP */
  double low, high;
} functions_of_double[] = {
    {"exp_d", nv_exp_d, expl, 3, -750, 712},
    {"exp2_d", nv_exp2_d, exp2l, 3, -1080, 1026},
    {"exp10_d", nv_exp10_d, exp10_of_long, 3, -330, 310},
    {"log_d", nv_log_d, logl, 3, 0, 4},
    {"log2_d", nv_log2_d, log2l, 3, 0, 4},
    {"log10_d", nv_log10_d, log10l, 3, 0, 4},
    {"sin_d", nv_sin_d, sinl, 4, -300000, 300000},
    {"cos_d", nv_cos_d, cosl, 4, -300000, 300000},
    {"tan_d", nv_tan_d, tanl, 5, -300000, 300000},
    {"tgamma_d", nv_tgamma_d, tgammal, 16, -188, 172},
};

/* The error of y in units of float's last place at `exact`; a wrong special value's is infinite. */
static double error_of(float y, double exact) {
  float rounded = (float)exact;
  if (exact != exact || y != y)
    return exact != exact && y != y ? 0 : INFINITY;
  if (exact == 0)
    return y == 0 && !signbit(y) == !signbit(exact) ? 0 : INFINITY;
  if (isinf(y))
    return isinf(rounded) || fabs(exact) > 0x1.ffffecp127 ? 0 : INFINITY;
  if (isinf(rounded))
    return fabs(exact) > 0x1.000004p128 ? INFINITY : 0;
  int exponent;
  frexp(exact, &exponent);
  return fabs(y - exact) / ldexp(1, exponent < -125 ? -149 : exponent - 24);
}

static uint64_t state = 88172645463325252u;
static uint32_t random_bits(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 16);
}

static const float special[] = {0,
                                1,
                                0x1p-149f,
                                0x1p-126f,
                                0x1.fffffcp-127f,
                                0.5f,
                                2,
                                3,
                                0x1.fffffep127f,
                                0x1p-24f,
                                0x1p16f,
                                0x1p23f,
                                0x1p24f,
                                0x1.fffffep-1f,
                                0x1.000002p0f,
                                0x1p126f,
                                88.72283f,
                                11,
                                NAN,
                                INFINITY};
enum { SPECIAL = 2 * sizeof special / sizeof *special, SAMPLES = 300000 };

static float sample(unsigned n, float low, float high) {
  if (n < SPECIAL)
    return n & 1 ? -special[n / 2] : special[n / 2];
  return n & 1 ? float_of((int)random_bits())
               : low + (high - low) * ((float)random_bits() * 0x1p-32f);
}

static double measure(const struct function *f, float *out_x, float *out_y) {
  double worst = 0;
  for (unsigned n = 0; n < SPECIAL * SPECIAL + SAMPLES; n++) {
    bool is_special = n < SPECIAL * SPECIAL;
    float x = sample(is_special ? n % SPECIAL : n, f->low, f->high);
    float y = sample(is_special ? n / SPECIAL : n + (random_bits() & 1), f->low, f->high);
    double error =
        f->f ? error_of(f->f(x), f->exact(x)) : error_of(f->g(x, y), f->exact_of_two(x, y));
    if (error > worst) {
      worst = error;
      *out_x = x;
      *out_y = y;
    }
  }
  return worst;
}

static double error_of_double(double y, long double exact) {
  double rounded = (double)exact;
  int exponent;
  if (exact != exact || y != y)
    return exact != exact && y != y ? 0 : INFINITY;
  if (exact == 0)
    return y == 0 && !signbit(y) == !signbit(exact) ? 0 : INFINITY;
  if (isinf(y) || isinf(rounded))
    return y == rounded || fabsl(exact) > 0x1.ffffffffffffcp1023L ? 0 : INFINITY;
  frexpl(exact, &exponent);
  return (double)(fabsl(y - exact) / ldexpl(1, exponent < -1021 ? -1074 : exponent - 53));
}

static double measure_double(const struct function_of_double *f, double *out_x) {
  double worst = 0;
  for (unsigned n = 0; n < SAMPLES; n++) {
    uint64_t bits = (uint64_t)random_bits() << 32 | random_bits();
    double x = n < SPECIAL ? sample(n, 0, 0)
               : n & 1     ? double_of((long)bits)
                           : f->low + (f->high - f->low) * ((double)bits * 0x1p-64);
    double error = error_of_double(f->f(x), f->exact(x));
    if (error > worst) {
      worst = error;
      *out_x = x;
    }
  }
  return worst;
}

/* Every exponent that matters, of numbers that need all digits: exact. */
static int check_ldexp(void) {
  for (int n = -2300; n <= 2300; n++)
    for (unsigned i = 0; i < 64; i++) {
      float x = i < SPECIAL ? sample(i, 0, 0) : float_of((int)random_bits());
      double y = i < SPECIAL ? x : double_of((long)((uint64_t)random_bits() << 32 | random_bits()));
      if ((x == x && nv_ldexp(x, n) != ldexpf(x, n)) || (x != x && nv_ldexp(x, n) == x) ||
          (y == y && nv_ldexp_d(y, n) != ldexp(y, n)) || (y != y && nv_ldexp_d(y, n) == y)) {
        printf("ldexp: wrong of %a or %a and %d\n", (double)x, y, n);
        return 1;
      }
    }
  return 0;
}

static bool is_named(int argc, char **argv, const char *name) {
  for (int k = 1; k < argc; k++)
    if (strcmp(argv[k], name) == 0)
      return true;
  return argc < 2;
}

int main(int argc, char **argv) {
  int status = check_ldexp();
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    const struct function *f = &functions[i];
    bool is_wanted = is_named(argc, argv, f->name);
    float x = 0, y = 0;
    double worst = is_wanted ? measure(f, &x, &y) : 0;
    if (is_wanted && (argc > 1 || !(worst <= f->limit)))
      printf("%s: %.2f ULP of %g at %a%s", f->name, worst, f->limit, (double)x, f->g ? "" : "\n");
    if (is_wanted && (argc > 1 || !(worst <= f->limit)) && f->g)
      printf(", %a\n", (double)y);
    status |= !(worst <= f->limit);
  }
  for (size_t i = 0; i < sizeof functions_of_double / sizeof *functions_of_double; i++) {
    const struct function_of_double *f = &functions_of_double[i];
    double x = 0, worst = is_named(argc, argv, f->name) ? measure_double(f, &x) : 0;
    if (worst > 0 && (argc > 1 || !(worst <= f->limit)))
      printf("%s: %.2f ULP of %g at %a\n", f->name, worst, f->limit, x);
    status |= !(worst <= f->limit);
  }
  return status;
}
