/* Mathematical functions in place of the C library's, as scalar code without branches that inlines
 * into kernels and is widened with them: lower-math (compiler/native_cpu/lower_math.c) calls them.
 * Their errors are measured by tests/math; docs/math.md has the table and why which function is
 * here.
 *
 * The rules: C11 for every processor; products and sums contract to fused ones where the processor
 * has them, and hold the limits where it has not; no conversion of a float to an integer that could
 * be out of range; no reading of memory. Numbers with a hexadecimal point were fitted by Sollya's
 * fpminimax on the range their comment names. */
#pragma STDC FP_CONTRACT ON

#define FUNCTION __attribute__((always_inline, const))
#define INLINE static inline FUNCTION

#define SHIFT                                                                                      \
  0x1.8p23f /* added to a small float, leaves it rounded to an integer in the low bits */
#define INF __builtin_inff()
#define NOT_A_NUMBER __builtin_nanf("")

INLINE int bits_of(float x) {
  return __builtin_bit_cast(int, x);
}

INLINE float float_of(int bits) {
  return __builtin_bit_cast(float, bits);
}

/* ---- exp, exp2, exp10: 2^n p, with n in the low bits of `shifted` ---- */

struct power {
  float p, shifted;
};

INLINE int exponent_of(struct power y) {
  return bits_of(y.shifted) - bits_of(SHIFT);
}

/* In two steps, so that results below the normal range round once and those above are infinite. */
INLINE float multiplied(struct power y) {
  const int n = exponent_of(y), half = n >> 1;
  return y.p * float_of((half + 127) << 23) * float_of((n - half + 127) << 23);
}

/* The same for processors with an instruction for it. */
INLINE float scaled(struct power y) {
  return __builtin_ldexpf(y.p, exponent_of(y));
}

/* Clamps to [low, high]; NaN stays NaN. */
INLINE float clamped(float x, float low, float high) {
  x = x < low ? low : x;
  return x > high ? high : x;
}

/* e^r on [-ln 2 / 2, ln 2 / 2]: error 2^-26.5 */
INLINE float exp_near_0(float r) {
  float q = 0x1.6d4bfcp-10f;
  q = q * r + 0x1.120c04p-7f;
  q = q * r + 0x1.5554eap-5f;
  q = q * r + 0x1.5554dcp-3f;
  q = q * r + 0x1p-1f;
  q = q * r + 1;
  return q * r + 1;
}

INLINE struct power power_of_e(float x) {
  x = clamped(x, -104, 89);
  const float shifted = x * 0x1.715476p0f + SHIFT, n = shifted - SHIFT;
  float r = n * -0x1.62e4p-1f + x; /* exact: ln 2 in two parts, the first of few bits */
  r = n * -0x1.7f7d1cp-20f + r;
  return (struct power){exp_near_0(r), shifted};
}

INLINE struct power power_of_2(float x) {
  x = clamped(x, -151, 129);
  const float shifted = x + SHIFT, r = x - (shifted - SHIFT);
  float q = 0x1.3fad8cp-13f; /* 2^r on [-1/2, 1/2]: error 2^-28.0 */
  q = q * r + 0x1.5f0cbp-10f;
  q = q * r + 0x1.3b3096p-7f;
  q = q * r + 0x1.c6af74p-5f;
  q = q * r + 0x1.ebfbd8p-3f;
  q = q * r + 0x1.62e43p-1f;
  q = q * r + 1;
  return (struct power){q, shifted};
}

INLINE struct power power_of_10(float x) {
  x = clamped(x, -46, 39);
  const float shifted = x * 0x1.a934fp1f + SHIFT, n = shifted - SHIFT;
  float r = n * -0x1.344p-2f + x; /* log10 2 in two parts */
  r = n * -0x1.3509f8p-18f + r;
  return (struct power){exp_near_0(r * 0x1.26bb1cp1f), shifted};
}

FUNCTION float __falx_expf(float x) {
  return multiplied(power_of_e(x));
}

FUNCTION float __falx_exp2f(float x) {
  return multiplied(power_of_2(x));
}

FUNCTION float __falx_exp10f(float x) {
  return multiplied(power_of_10(x));
}

FUNCTION float __falx_scaled_expf(float x) {
  return scaled(power_of_e(x));
}

FUNCTION float __falx_scaled_exp2f(float x) {
  return scaled(power_of_2(x));
}

FUNCTION float __falx_scaled_exp10f(float x) {
  return scaled(power_of_10(x));
}

/* ---- log, log2, log10 ---- */

struct parts {
  float exponent, fraction, rest; /* log x = exponent ln 2 + fraction + rest, |rest| small */
};

/* x = 2^exponent (1 + fraction) with 2/3 <= 1 + fraction < 4/3. */
INLINE struct parts taken_apart(float x) {
  const _Bool is_tiny = x < 0x1p-126f;
  const int above = bits_of(is_tiny ? x * 0x1p23f : x) - 0x3f2aaaab;
  const float f = float_of((above & 0x7fffff) + 0x3f2aaaab) - 1;
  float q = -0x1.04ff46p-3f; /* (log(1 + f) - f + f^2 / 2) / f^3: error of the logarithm 2^-25.7 */
  q = q * f + 0x1.132ebp-3f;
  q = q * f + -0x1.f4c812p-4f;
  q = q * f + 0x1.211abap-3f;
  q = q * f + -0x1.558a74p-3f;
  q = q * f + 0x1.99addep-3f;
  q = q * f + -0x1.ffff74p-3f;
  q = q * f + 0x1.55554cp-2f;
  q = q * f + -0x1p-1f;
  return (struct parts){(float)(above >> 23) - (is_tiny ? 23.0f : 0.0f), f, q * (f * f)};
}

/* The logarithm of x if x is not a positive finite number; else `value`. */
INLINE float log_checked(float x, float value) {
  value = x > 0 ? value : x == 0 ? -INF : NOT_A_NUMBER;
  return x == INF ? x : value;
}

FUNCTION float __falx_logf(float x) {
  const struct parts p = taken_apart(x);
  const float low = p.exponent * 0x1.7f7d1cp-20f + p.rest;
  return log_checked(x, p.exponent * 0x1.62e4p-1f + (p.fraction + low));
}

FUNCTION float __falx_log2f(float x) {
  const struct parts p = taken_apart(x);
  const float low = p.fraction * 0x1.4ae0cp-26f + p.rest * 0x1.715476p0f;
  return log_checked(x, p.exponent + (p.fraction * 0x1.715476p0f + low));
}

FUNCTION float __falx_log10f(float x) {
  const struct parts p = taken_apart(x);
  const float low = p.exponent * 0x1.3509f8p-18f + p.rest * 0x1.bcb7b2p-2f;
  return log_checked(x, p.exponent * 0x1.344p-2f + (p.fraction * 0x1.bcb7b2p-2f + low));
}

/* ---- sin, cos ---- */

/* Angles below this are taken to [-pi/4, pi/4] here, those above it by the C library. */
#define LARGEST_ANGLE 4096

struct angle {
  float rest;
  int quarters; /* the low two bits count */
};

/* pi / 2 in four parts; n times the first two is exact. */
INLINE struct angle reduced(float x) {
  const float shifted = x * 0x1.45f306p-1f + SHIFT, n = shifted - SHIFT;
  float r = n * -0x1.92p0f + x;
  r = n * -0x1.fb4p-12f + r;
  r = n * -0x1.444p-24f + r;
  r = n * -0x1.68c234p-39f + r;
  return (struct angle){r, bits_of(shifted)};
}

/* On [-pi/4, pi/4]: errors 2^-26.2 and 2^-29.8. */
INLINE float sine_near_0(float r, float square) {
  float q = -0x1.9ab18p-13f;
  q = q * square + 0x1.110be2p-7f;
  q = q * square + -0x1.555552p-3f;
  return r * (q * square + 1); /* keeps the sign of a zero */
}

INLINE float cosine_near_0(float square) {
  float q = 0x1.9bc5f2p-16f;
  q = q * square + -0x1.6c129cp-10f;
  q = q * square + 0x1.555554p-5f;
  q = q * square + -0x1p-1f;
  return q * square + 1;
}

INLINE float sine_of(struct angle a) {
  const float square = a.rest * a.rest;
  const float value = a.quarters & 1 ? cosine_near_0(square) : sine_near_0(a.rest, square);
  return float_of(bits_of(value) ^ (int)((unsigned)(a.quarters & 2) << 30));
}

FUNCTION float __falx_sinf(float x) {
  if (__builtin_expect(__builtin_fabsf(x) < LARGEST_ANGLE, 1))
    return sine_of(reduced(x));
  return __builtin_sinf(x);
}

FUNCTION float __falx_cosf(float x) {
  if (__builtin_expect(__builtin_fabsf(x) < LARGEST_ANGLE, 1)) {
    struct angle a = reduced(x);
    a.quarters++;
    return sine_of(a);
  }
  return __builtin_cosf(x);
}

/* ---- cbrt, rsqrt ---- */

FUNCTION float __falx_cbrtf(float x) {
  const float size = __builtin_fabsf(x);
  const _Bool is_tiny = size < 0x1p-100f;
  const float y = is_tiny ? size * 0x1p24f : size * 0x1p-3f; /* so that cubes stay in range */
  /* 1 / cbrt y: from a third of the exponent, twice three times as many digits */
  float z = float_of(0x54a21d2a - (int)((float)bits_of(y) * (1.0f / 3)));
  for (int i = 0; i < 2; i++) {
    const float error = 1 - y * z * (z * z);
    z = z + z * error * (error * (2.0f / 9) + 1.0f / 3);
  }
  float root = y * z * z;
  root = root + z * z * (y - root * root * root) * (1.0f / 3);
  root = is_tiny ? root * 0x1p-8f : root * 2;
  root = size > 0 && size < INF ? root : size; /* zeros, infinities, not a number */
  return __builtin_copysignf(root, x);
}

/* ---- tgamma, in double ---- */

#define SHIFT_DOUBLE 0x1.8p52

/* Gamma(1 + f) on [0, 1]: error 2^-29.9 */
INLINE double gamma_near_1(double f) {
  double q = -0x1.7abbccafacff5p-7;
  q = q * f + 0x1.4735a94258509p-4;
  q = q * f + -0x1.06756800e8f73p-2;
  q = q * f + 0x1.08f05db72c165p-1;
  q = q * f + -0x1.85bced9bf731bp-1;
  q = q * f + 0x1.d2222bdd6cf0bp-1;
  q = q * f + -0x1.ec7a4a7568ec6p-1;
  q = q * f + 0x1.f501d64982913p-1;
  q = q * f + -0x1.d078fdced2f7ap-1;
  q = q * f + 0x1.fa6389a0a7931p-1;
  q = q * f + -0x1.2788c593a7f01p-1;
  return q * f + 0x1.fffffff75c6cep-1;
}

/* sin(pi r) on [-1/2, 1/2]: error 2^-35 */
INLINE double sine_of_half_turns(double r) {
  const double square = r * r;
  double q = -0x1.cc345a5cf27cap-8;
  q = q * square + 0x1.500ff7f1ed71bp-4;
  q = q * square + -0x1.32d11201b0c07p-1;
  q = q * square + 0x1.466bbfc24f828p1;
  q = q * square + -0x1.4abbce4f1a2dp2;
  return (q * square + 0x1.921fb5441e49dp1) * r;
}

/* z (z + 1) ... (z + count - 1), for an even count: factors from both ends have almost the same
 * product. */
INLINE double rising(double z, int count) {
  const double ends = z * (z + (count - 1));
  double product = ends;
  for (int i = 1; i < count / 2; i++)
    product *= ends + i * (count - 1 - i);
  return product;
}

/* The product, if the bit of `count` is set in `factors`. */
INLINE double multiplied_by(double value, double z, int factors, int count) {
  const double product = rising(z, count);
  return value * (factors & count ? product : 1);
}

/* From Gamma on [1, 2]; left of 1/2 by the reflection pi / (sin(pi x) Gamma(1 - x)). */
FUNCTION float __falx_tgammaf(float x) {
  const _Bool is_left = x < 0.5f;
  double y = is_left ? 1 - (double)x : x;
  y = y < 45 ? y : 45; /* too large, also on the left; what is not a number is so again below */
  const double whole = y - 0.5 + SHIFT_DOUBLE - SHIFT_DOUBLE, f = y - whole;
  const int count = (int)whole - 1; /* of factors; -1: of a divisor */
  const int factors = count > 0 ? count : 0;
  double value = multiplied_by(gamma_near_1(f), f + 1, factors, 32);
  value = multiplied_by(value, f + 1 + (factors & 32), factors, 16);
  value = multiplied_by(value, f + 1 + (factors & 48), factors, 8);
  value = multiplied_by(value, f + 1 + (factors & 56), factors, 4);
  value = multiplied_by(value, f + 1 + (factors & 60), factors, 2);
  value *= factors & 1 ? f + 1 + (factors & 62) : 1;
  const double divisor = count < 0 ? f : 1;
  double at = x < -0x1p30f ? -0x1p30 : x;                                           /* even */
  const double turn = at * 0.5 + SHIFT_DOUBLE - SHIFT_DOUBLE, rest = at - 2 * turn; /* [-1, 1] */
  const double other = __builtin_copysign(1, rest) - rest;
  const double mirrored = __builtin_fabs(rest) > 0.5 ? other : rest;
  const double below = sine_of_half_turns(mirrored) * value;
  const double above = 0x1.921fb54442d18p1 * divisor;
  const float result = (float)((is_left ? above : value) / (is_left ? below : divisor));
  const _Bool is_pole = (x < 0) & (mirrored == 0);
  const float defined = is_pole ? NOT_A_NUMBER : result;
  return x == x ? defined : x;
}

/* 1 / sqrt x by the processor's estimate and a step of Newton's method, which `arcp` makes of the
 * division (2.1 ULP), and one more here. They lose 0 and infinity. */
FUNCTION float __falx_rsqrtf(float x) {
  float value;
  {
#pragma clang fp reciprocal(on)
    value = 1 / __builtin_sqrtf(x);
  }
  const float rest = -(x * value) * value + 1;
  value = value * 0.5f * rest + value;
  value = x == 0 ? __builtin_copysignf(INF, x) : value;
  return x == INF ? 0 : value;
}

/* ---- frexp, in two functions: LLVM 22 cannot generate code for its vectors of double ---- */

FUNCTION float __falx_frexp_fractionf(float x) {
  const float y = __builtin_fabsf(x) < 0x1p-126f ? x * 0x1p24f : x;
  const float fraction = float_of((bits_of(y) & (int)0x807fffffu) | 0x3f000000);
  return x != 0 && __builtin_fabsf(x) < INF ? fraction : x;
}

FUNCTION int __falx_frexp_exponentf(float x) {
  const _Bool is_tiny = __builtin_fabsf(x) < 0x1p-126f;
  const int exponent = (bits_of(is_tiny ? x * 0x1p24f : x) >> 23 & 255) - (is_tiny ? 150 : 126);
  return x != 0 && __builtin_fabsf(x) < INF ? exponent : 0;
}

INLINE long long bits_of_double(double x) {
  return __builtin_bit_cast(long long, x);
}

FUNCTION double __falx_frexp_fraction(double x) {
  const double y = __builtin_fabs(x) < 0x1p-1022 ? x * 0x1p54 : x;
  const long long bits =
      (bits_of_double(y) & (long long)0x800fffffffffffffull) | 0x3fe0000000000000;
  return x != 0 && __builtin_fabs(x) < __builtin_inf() ? __builtin_bit_cast(double, bits) : x;
}

FUNCTION int __falx_frexp_exponent(double x) {
  const _Bool is_tiny = __builtin_fabs(x) < 0x1p-1022;
  const int exponent = (int)(bits_of_double(is_tiny ? x * 0x1p54 : x) >> 52 & 2047);
  return x != 0 && __builtin_fabs(x) < __builtin_inf() ? exponent - (is_tiny ? 1076 : 1022) : 0;
}
