/* Float functions for NVIDIA's GPUs, on the estimates that their hardware has, within the limits of
 * SYCL (docs/math.md). nvptx.cl gives them the C library's names. C that is OpenCL C as well, so
 * that tests/math/nvptx_float.c can run it on the host; the includer defines:
 *
 *   INLINE            of functions
 *   SHARED            of what functions of the same argument have in common, and is inlined last
 *   BITS, FLOAT       a float's bits as int, and back
 *   FMA, ABS, SIGN    fused multiply-add; magnitude; first's magnitude with second's sign
 *   TRUNC             towards zero
 *   SATURATED         clamped to [0, 1], 0 for not a number
 *   EX2, EX2_FULL     2^x, without and with subnormal results, within 1.42 ULP
 *   LG2, RCP, ROOT    log2 x; 1 / x, without subnormal numbers; sqrt x, within 1 ULP
 *   DIVIDE            x / y within 2 ULP over the whole range
 *   MULTIPLY_HIGH     the high half of an unsigned product
 *   ANGLE_TABLE       what a constant table is declared as
 *
 * Products and sums fuse only where FMA says so. Numbers with a hexadecimal point were fitted by
 * Sollya's fpminimax on the range their comment names. */

#define NV_SHIFT                                                                                   \
  0x1.8p23f /* added to a small float, leaves it rounded to an integer in the low bits */
#define NV_INF __builtin_inff()
#define NV_NAN __builtin_nanf("")
#define NV_LN2 0x1.62e43p-1f

INLINE float nv_clamped(float x, float low, float high) { /* NaN stays NaN */
  x = x < low ? low : x;
  return x > high ? high : x;
}

/* ---- exp, exp2, exp10, expm1 ---- */

/* (base^x) 2^offset, with log2 base in two parts and a 252nd of it. 2^n with n in [-126, 126] is a
 * factor, the rest the hardware's: results that are subnormal round once, those out of range are
 * infinite or 0. */
INLINE float nv_power(float x, float log2_high, float log2_low, float step, int offset) {
  const float at = SATURATED(FMA(x, step, 0.5f));
  const float shifted = FMA(at, 252.0f, NV_SHIFT + 1.0f), n = shifted - (NV_SHIFT + 127.0f);
  const float rest = FMA(x, log2_low, FMA(x, log2_high, -n));
  return EX2(rest) * FLOAT((int)((unsigned)(BITS(shifted) + offset) << 23));
}

INLINE float nv_exp(float x) {
  return nv_power(x, 0x1.715476p0f, 0x1.4ae0cp-26f, 0x1.77313cp-8f, 0);
}

INLINE float nv_exp2(float x) {
  return EX2_FULL(x);
}

INLINE float nv_exp10(float x) {
  return nv_power(x, 0x1.a934fp1f, 0x1.2f346ep-24f, 0x1.aff4c4p-7f, 0);
}

INLINE float nv_expm1(float x) {
  const float inside = nv_clamped(x, -80.0f, 89.0f); /* beyond: -1 and infinity, as there */
  const float shifted = FMA(inside, 0x1.715476p0f, NV_SHIFT), n = shifted - NV_SHIFT;
  const float r = FMA(n, -0x1.7f7d1cp-20f, FMA(n, -0x1.62e4p-1f, inside));
  float p = 0x1.6ca998p-10f; /* (e^r - 1 - r) / r^2 on [-ln 2 / 2, ln 2 / 2]: error 2^-22.9 */
  p = FMA(p, r, 0x1.120ac2p-7f);
  p = FMA(p, r, 0x1.55556cp-5f);
  p = FMA(p, r, 0x1.5554dep-3f);
  p = FMA(p, r, 0x1p-1f);
  p = FMA(p * r, r, r);
  const float half_scale = FLOAT((int)((unsigned)(BITS(shifted) + 126) << 23)); /* 2^(n - 1) */
  return SIGN(2.0f * FMA(p, half_scale, half_scale - 0.5f), x);
}

/* ---- log, log2, log10, log1p ---- */

/* (log(1 + f) - f) / f^2 on [-1/3, 1/3): error of the logarithm 2^-25.7 */
INLINE float nv_log_rest(float f) {
  float q = -0x1.04ff46p-3f;
  q = FMA(q, f, 0x1.132ebp-3f);
  q = FMA(q, f, -0x1.f4c812p-4f);
  q = FMA(q, f, 0x1.211abap-3f);
  q = FMA(q, f, -0x1.558a74p-3f);
  q = FMA(q, f, 0x1.99addep-3f);
  q = FMA(q, f, -0x1.ffff74p-3f);
  q = FMA(q, f, 0x1.55554cp-2f);
  return FMA(q, f, -0x1p-1f);
}

struct nv_parts {
  float exponent, fraction; /* x = 2^exponent (1 + fraction), 2/3 <= 1 + fraction < 4/3 */
  float normal;             /* x, times 2^23 where it is subnormal */
};

INLINE struct nv_parts nv_apart(float x) {
  const int is_tiny = x < 0x1p-126f;
  struct nv_parts parts;
  parts.normal = is_tiny ? x * 0x1p23f : x;
  const int bits = BITS(parts.normal), exponent = (bits - 0x3f2aaaab) & (int)0xff800000;
  parts.fraction = FLOAT(bits - exponent) - 1.0f;
  parts.exponent = FMA((float)exponent, 0x1p-23f, is_tiny ? -23.0f : 0.0f);
  return parts;
}

/* The logarithm of x if it is not a positive finite number; else value. */
INLINE float nv_log_checked(struct nv_parts of, float value) {
  const float x = of.normal, special = FMA(x, NV_INF, NV_INF);
  value = (unsigned)BITS(x) < 0x7f800000u ? value : special;
  return x == 0.0f ? -NV_INF : value;
}

INLINE float nv_log(float x) {
  const struct nv_parts p = nv_apart(x);
  const float f = p.fraction;
  return nv_log_checked(p, FMA(p.exponent, NV_LN2, FMA(nv_log_rest(f) * f, f, f)));
}

INLINE float nv_log2(float x) {
  const struct nv_parts p = nv_apart(x);
  const float rest = nv_log_rest(p.fraction) * (p.fraction * p.fraction);
  const float low = FMA(p.fraction, 0x1.4ae0cp-26f, rest * 0x1.715476p0f);
  return nv_log_checked(p, p.exponent + FMA(p.fraction, 0x1.715476p0f, low));
}

INLINE float nv_log10(float x) {
  const struct nv_parts p = nv_apart(x);
  const float rest = nv_log_rest(p.fraction) * (p.fraction * p.fraction);
  const float low = FMA(p.exponent, 0x1.3509f8p-18f, rest * 0x1.bcb7b2p-2f);
  return nv_log_checked(p, FMA(p.exponent, 0x1.344p-2f, FMA(p.fraction, 0x1.bcb7b2p-2f, low)));
}

/* Without what log1p says of -1 and below, infinity, and the sign of 0. */
INLINE float nv_log1p_inside(float x) {
  const int exponent = (BITS(1.0f + x) - 0x3f2aaaab) & (int)0xff800000;
  const float scale = FLOAT(0x40800000 - exponent); /* 2^(2 - exponent), which is never subnormal */
  const float f = FMA(x * scale, 0.25f, FMA(scale, 0.25f, -1.0f));
  const float e = (float)exponent * 0x1p-23f;
  const float low = FMA(e, 0x1.7f7d1cp-20f, nv_log_rest(f) * (f * f));
  return FMA(e, 0x1.62e4p-1f, f + low);
}

INLINE float nv_log1p(float x) {
  const float value = SIGN(nv_log1p_inside(x), x), special = LG2(1.0f + x);
  return (unsigned)BITS(1.0f + x) - 1u < 0x7f7fffffu ? value : special;
}

/* ---- sin, cos, tan ---- */

struct nv_angle {
  float rest;   /* in [-pi/4, pi/4] */
  int quarters; /* the low two bits count */
};

/* 2 / pi, behind 64 bits of zeros. */
ANGLE_TABLE nv_two_over_pi[9] = {0,          0,          0xa2f9836e, 0x4e441529, 0xfc2757d1,
                                 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};

/* x 2 / pi modulo 4 with 62 bits behind the point, from a window of 96 bits of 2 / pi. */
LARGE struct nv_angle nv_large_angle(float x) {
  const unsigned exponent = (unsigned)BITS(x) >> 23 & 255, at = exponent - 96;
  const unsigned mantissa = (unsigned)BITS(x) << 8 | 0x80000000u, word = at >> 5, bit = at & 31;
  unsigned window[3];
  struct nv_angle a;
  for (unsigned i = 0; i < 3; i++)
    window[i] =
        (unsigned)(((unsigned long)nv_two_over_pi[word + i] << 32 | nv_two_over_pi[word + i + 1]) >>
                   (32 - bit));
  const unsigned long product = ((unsigned long)(mantissa * window[0]) << 32) +
                                (unsigned long)mantissa * window[1] +
                                MULTIPLY_HIGH(mantissa, window[2]);
  const int quarters = (int)((product + 0x2000000000000000ul) >> 62);
  const float rest = (float)((double)(long)(product << 2) * 0x1.921fb54442d18p-64);
  a.rest = exponent == 255 ? NV_NAN : x < 0.0f ? -rest : rest;
  a.quarters = x < 0.0f ? -quarters : quarters;
  return a;
}

/* n times pi / 2 in three parts, each cut off so that -0 stays, is exact enough below this. */
#define NV_LARGEST_ANGLE 0x1p16f

SHARED struct nv_angle __falx_reduced_angle(float x) {
  const float shifted = FMA(x, 0x1.45f306p-1f, NV_SHIFT), n = shifted - NV_SHIFT;
  struct nv_angle a;
  a.rest = FMA(n, -0x1.84698ap-48f, FMA(n, -0x1.4442dp-24f, FMA(n, -0x1.921fb4p0f, x)));
  a.quarters = BITS(shifted);
  if (!(ABS(x) < NV_LARGEST_ANGLE))
    a = nv_large_angle(x);
  return a;
}

/* The sine of an angle of so many quarters more. Both functions' polynomials, errors 2^-26.2 and
 * 2^-29.8, are no longer than one with either's coefficients, and sine and cosine of the same angle
 * share them. */
INLINE float nv_sine(struct nv_angle a, int quarters) {
  const int n = a.quarters + quarters;
  const float r = a.rest, s = r * r;
  const float p = FMA(FMA(-0x1.9ab18p-13f, s, 0x1.110be2p-7f), s, -0x1.555552p-3f);
  const float sine = FMA(p, FMA(s, r, 0.0f), r); /* + 0 keeps the sign of -0 */
  const float q = FMA(FMA(0x1.9bc5f2p-16f, s, -0x1.6c129cp-10f), s, 0x1.555554p-5f);
  const float cosine = FMA(FMA(q, s, -0x1p-1f), s, 1.0f);
  const float value = n & 1 ? cosine : sine;
  return n & 2 ? -value : value;
}

INLINE float nv_sin(float x) {
  return nv_sine(__falx_reduced_angle(x), 0);
}

INLINE float nv_cos(float x) {
  return nv_sine(__falx_reduced_angle(x), 1);
}

INLINE float nv_tan(float x) {
  const struct nv_angle a = __falx_reduced_angle(x);
  const float sine = nv_sine(a, 0), cosine = nv_sine(a, 1), t = RCP(cosine), y = sine * t;
  return FMA(-FMA(cosine, y, -sine), t, y); /* of 0, with its sign */
}

/* ---- pow ---- */

/* |x|^y for positive finite x and finite y: log2 x in two floats. */
INLINE float nv_pow_inside(float x, float y) {
  const struct nv_parts parts = nv_apart(x);
  const float f = parts.fraction, e = parts.exponent, t = RCP(f + 2.0f);
  const float s = f * t; /* log x = 2 atanh(f / (2 + f)) */
  const float s_low = FMA(-s, f, FMA(-2.0f, s, f)) * t, v = s * s;
  float p = 0x1.5cf128p-2f; /* (2 / ln 2) (atanh(s) - s) / s^3 on [-1/5, 1/7]: error 2^-26.6 */
  p = FMA(p, v, 0x1.a5a6bap-2f);
  p = FMA(p, v, 0x1.277706p-1f);
  p = FMA(p, v, 0x1.ec709ep-1f);
  const float h = s * 0x1.715476p1f;
  float low = FMA(s, 0x1.715476p1f, -h);
  low = FMA(s, 0x1.4ae0cp-25f, low);
  low = FMA(s_low, 0x1.715476p1f, low);
  low = FMA(p, v * s, low);
  const float high = e + h;
  low = low + (h - (high - e));
  const float power = nv_clamped(y * high, -126.0f, 126.0f);
  const float rest = FMA(y, low, FMA(y, high, -power));
  const float shifted = power + (NV_SHIFT + 127.0f), n = shifted - (NV_SHIFT + 127.0f);
  return EX2((power - n) + rest) * FLOAT((int)((unsigned)BITS(shifted) << 23));
}

INLINE float nv_pow(float x, float y) {
  const float size = ABS(x);
  const int is_whole = TRUNC(y) == y, is_odd = is_whole && TRUNC(y * 0.5f) != y * 0.5f;
  float value = nv_pow_inside(size, y);
  if (!(size > 0.0f && size < NV_INF && ABS(y) < NV_INF)) {
    value = size == 1.0f ? 1.0f : (size > 1.0f) == (y > 0.0f) ? NV_INF : 0.0f;
    value = x != x || y != y ? x + y : value;
  } else if (x < 0.0f && !is_whole) {
    value = NV_NAN;
  }
  value = is_odd && BITS(x) < 0 ? -value : value;
  return x == 1.0f || y == 0.0f ? 1.0f : value;
}

/* ---- hyperbolic functions ---- */

INLINE float nv_quarter_exp(float x) { /* e^x / 4 */
  return nv_power(x, 0x1.715476p0f, 0x1.4ae0cp-26f, 0x1.77313cp-8f, -2);
}

INLINE float nv_sinh(float x) {
  const float size = ABS(x), v = x * x, z = nv_quarter_exp(size);
  float p = 0x1.86259ep-19f; /* (sinh x - x) / x^3 on [0, 1.73]: error 2^-23.3 */
  p = FMA(p, v, 0x1.9f85f6p-13f);
  p = FMA(p, v, 0x1.11125cp-7f);
  p = FMA(p, v, 0x1.555554p-3f);
  const float near = FMA(p * v, x, x), far = SIGN(FMA(2.0f, z, -0.125f * RCP(z)), x);
  return size < 1.7f ? near : far;
}

INLINE float nv_cosh(float x) {
  const float z = nv_quarter_exp(ABS(x));
  return FMA(2.0f, z, 0.125f * RCP(z));
}

INLINE float nv_tanh(float x) {
  const float size = ABS(x), v = x * x;
  float p = -0x1.9bf2p-8f; /* (tanh x - x) / x^3 on [0, 0.6]: error 2^-23.3 */
  p = FMA(p, v, 0x1.5a1ab2p-6f);
  p = FMA(p, v, -0x1.b95d98p-5f);
  p = FMA(p, v, 0x1.110f12p-3f);
  p = FMA(p, v, -0x1.555554p-2f);
  const float far = FMA(-2.0f, RCP(EX2(size * 0x1.715476p1f) + 1.0f), 1.0f);
  const float near = FMA(p * v, size, size);
  return SIGN(size < 0.6f ? near : far, x);
}

INLINE float nv_asinh(float x) {
  const float size = ABS(x), v = size * size;
  const float near = FMA(v, RCP(1.0f + ROOT(v + 1.0f)), size);
  const int is_large = size > 0x1p60f;
  const float value = nv_log1p_inside(is_large ? size : near) + (is_large ? NV_LN2 : 0.0f);
  return SIGN(size < NV_INF ? value : size, x);
}

INLINE float nv_acosh(float x) {
  const float t = x - 1.0f, near = t + ROOT(FMA(t, t, 2.0f * t));
  const int is_large = x > 0x1p60f;
  const float value = nv_log1p_inside(is_large ? t : near) + (is_large ? NV_LN2 : 0.0f);
  return !(x < NV_INF) ? x : x >= 1.0f ? value : NV_NAN;
}

INLINE float nv_atanh(float x) {
  const float size = ABS(x), value = nv_log1p_inside((size + size) * RCP(1.0f - size));
  const float end = size == 1.0f ? NV_INF : NV_NAN;
  return SIGN(size < 1.0f ? 0.5f * value : end, x);
}

/* ---- asin, acos, atan, atan2 ---- */

/* asin of `of` = ROOT(v): near 0, v being its square: error 2^-21.3 of what is added */
INLINE float nv_asin_near_0(float of, float v) {
  float p = 0x1.3926d2p-5f;
  p = FMA(p, v, 0x1.b1e3acp-6f);
  p = FMA(p, v, 0x1.70bf2ap-5f);
  p = FMA(p, v, 0x1.332688p-4f);
  p = FMA(p, v, 0x1.55555ep-3f);
  return FMA(p * v, of, of);
}

INLINE float nv_asin(float x) {
  const float size = ABS(x);
  const int is_far = size > 0.5f;
  const float v = is_far ? FMA(-0.5f, size, 0.5f) : size * size;
  const float near = nv_asin_near_0(is_far ? ROOT(v) : size, v);
  return SIGN(is_far ? FMA(-2.0f, near, 0x1.921fb6p0f) : near, x);
}

INLINE float nv_acos(float x) {
  const float size = ABS(x);
  const int is_far = size > 0.5f;
  const float v = is_far ? FMA(-0.5f, size, 0.5f) : x * x;
  const float near = nv_asin_near_0(is_far ? ROOT(v) : x, v);
  const float left = FMA(-2.0f, near, 0x1.921fb6p1f);
  return is_far ? x > 0.0f ? 2.0f * near : left : 0x1.921fb6p0f - (near + 0x1.777a5cp-25f);
}

INLINE float nv_atan_below_1(float t) {
  const float v = t * t;
  float p = 0x1.01fd88p-8f; /* (atan t - t) / t^3 on [0, 1]: error 2^-21.7 */
  p = FMA(p, v, -0x1.4c3c6p-6f);
  p = FMA(p, v, 0x1.93a2cp-5f);
  p = FMA(p, v, -0x1.491f0ep-4f);
  p = FMA(p, v, 0x1.bd7368p-4f);
  p = FMA(p, v, -0x1.24051ep-3f);
  p = FMA(p, v, 0x1.99935ep-3f);
  p = FMA(p, v, -0x1.55555p-2f);
  return FMA(p * v, t, t);
}

INLINE float nv_atan(float x) {
  const float size = ABS(x);
  const int is_far = size > 1.0f;
  const float near = nv_atan_below_1(is_far ? RCP(size) : size);
  return SIGN(is_far ? 0x1.921fb6p0f - near : near, x);
}

INLINE float nv_atan2(float y, float x) {
  const float a = ABS(x), b = ABS(y);
  const float large = a > b ? a : b, small = a > b ? b : a;
  const float end = small == NV_INF ? 1.0f : 0.0f;
  const float ratio = large > 0.0f && large < NV_INF ? DIVIDE(small, large) : end;
  float angle = nv_atan_below_1(ratio);
  angle = b > a ? 0x1.921fb6p0f - angle : angle;
  angle = BITS(x) < 0 ? 0x1.921fb6p1f - angle : angle;
  return x != x || y != y ? x + y : SIGN(angle, y);
}

/* ---- cbrt, erf, erfc ---- */

INLINE float nv_cbrt(float x) {
  const float size = ABS(x), y = EX2(LG2(size) * 0x1.555556p-2f), t = RCP(y * y);
  const float root = FMA(FMA(size, t, -y), 0x1.555556p-2f, y); /* a step of Newton's method */
  return size + size == size ? x : SIGN(root, x);              /* 0 and infinity */
}

/* On [0, 1] (erf x / x - 1) of x^2, error 2^-19.7; above log2(erfc x) / x, absolute error 2^-21.3,
 * and less than -25 / x from 4 on. */
INLINE float nv_erf(float x) {
  const float size = ABS(x);
  const int is_far = size > 1.0f;
  const float v = is_far ? size : size * size;
  float p = is_far ? -0x1.89c804p-16f : 0x1.4ebacep-14f;
  p = FMA(p, v, is_far ? 0x1.1695ecp-11f : -0x1.a5b0ap-11f);
  p = FMA(p, v, is_far ? -0x1.672524p-8f : 0x1.543816p-8f);
  p = FMA(p, v, is_far ? 0x1.1bbc2ep-5f : -0x1.b7fdbap-6f);
  p = FMA(p, v, is_far ? -0x1.3a59cap-3f : 0x1.ce2d1cp-4f);
  p = FMA(p, v, is_far ? -0x1.d52a2ap-1f : -0x1.81273ep-2f);
  p = FMA(p, v, is_far ? -0x1.a0d50cp0f : 0x1.06eba8p-3f);
  const float far = SIGN(1.0f - EX2(p * size), x);
  const float near = FMA(p, x, x);
  return is_far ? far : near;
}

/* e^(-x^2) / (1 + 2x) times a polynomial of (x - 4) / (x + 4), error 2^-23.6. */
INLINE float nv_erfc(float x) {
  const float size = ABS(x) > 11.0f ? 11.0f : ABS(x), u = (size - 4.0f) * RCP(size + 4.0f);
  float p = 0x1.1ff98ep-8f;
  p = FMA(p, u, -0x1.2b8d54p-6f);
  p = FMA(p, u, 0x1.29945ap-5f);
  p = FMA(p, u, -0x1.0d6744p-4f);
  p = FMA(p, u, 0x1.815e24p-4f);
  p = FMA(p, u, -0x1.9e02c2p-4f);
  p = FMA(p, u, 0x1.16c4d2p-4f);
  p = FMA(p, u, 0x1.f7f524p-7f);
  p = FMA(p, u, -0x1.1df122p-3f);
  p = FMA(p, u, 0x1.3ba592p0f);
  const float v = size * size, v_low = FMA(size, size, -v), t = RCP(FMA(2.0f, size, 1.0f));
  const float value = FMA(p, t, -(p * t) * v_low) * nv_exp(-v);
  return x != x ? x : BITS(x) < 0 ? 2.0f - value : value;
}

/* ---- fmod, remainder ---- */

/* For positive finite y and finite x: exact. Of the quotient 23 bits at a time, right or one too
 * large. */
INLINE float nv_fmod_inside(float x, float y) {
  while (x >= y) {
    float divisor = y;
    if (x >= y * 0x1p22f) { /* not where the product is infinite */
      const float normal = BITS(y) < 0x800000 ? y * 0x1p24f : y;
      const int up = (BITS(x) >> 23) - 22 - (BITS(normal) >> 23);
      divisor = up > 0 ? FLOAT(BITS(normal) + (up << 23)) : x >= normal ? normal : y;
    }
    x = FMA(-TRUNC(x / divisor), divisor, x);
    x = x < 0.0f ? x + divisor : x;
  }
  return x;
}

INLINE float nv_fmod(float x, float y) {
  const float a = ABS(x), b = ABS(y);
  if (!(a < NV_INF && b > 0.0f))
    return NV_NAN;
  return b == NV_INF ? x : b == b ? SIGN(nv_fmod_inside(a, b), x) : y;
}

INLINE float nv_remainder(float x, float y) {
  const float a = ABS(x), b = ABS(y);
  if (!(a < NV_INF && b > 0.0f))
    return NV_NAN;
  if (b == NV_INF)
    return x;
  float r = b < 0x1p127f ? nv_fmod_inside(a, b + b) : a;
  const int is_tiny = b < 0x1p-125f; /* half of it may not be exact */
  if (is_tiny ? r + r > b : r > 0.5f * b) {
    r = r - b;
    r = (is_tiny ? r + r >= b : r >= 0.5f * b) ? r - b : r;
  }
  return SIGN(1.0f, x) * r;
}

/* ---- ldexp ---- */

/* x 2^n rounded once: where the first factors are inexact, the result is 0. */
INLINE float nv_ldexp(float x, int n) {
  n = n < -300 ? -300 : n > 300 ? 300 : n;
  for (int i = 0; i < 2; i++) {
    const float factor = n > 127 ? 0x1p127f : n < -126 ? 0x1p-102f : 1.0f;
    x = x * factor;
    n = n > 127 ? n - 127 : n < -126 ? n + 102 : n;
  }
  return x * FLOAT((n + 127) << 23);
}
