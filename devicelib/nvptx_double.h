/* Double functions for NVIDIA's GPUs, as nvptx_float.h has those of float. The includer defines
 * also:
 *
 *   BITS_D, DOUBLE     a double's bits as long, and back
 *   FMA_D, ABS_D       fused multiply-add; magnitude
 *   RCP_D              1 / x within 2^-20, for x near 2
 *   FAR_SIN, FAR_COS   of angles from 2^18 on, and of what is no angle
 */

#define NV_SHIFT_D                                                                                 \
  0x1.8p52 /* added to a small double, leaves it rounded to an integer in the low bits */

/* ---- exp, exp2, exp10 ---- */

/* e^r on [-ln 2 / 2, ln 2 / 2]: error 2^-54 */
INLINE double nv_exp_near_0_d(double r) {
  double p = 0x1.aeabcfb60fac7p-26;
  p = FMA_D(p, r, 0x1.2891c3b31ed45p-22);
  p = FMA_D(p, r, 0x1.71de59f0aafa8p-19);
  p = FMA_D(p, r, 0x1.a019b8c667f6fp-16);
  p = FMA_D(p, r, 0x1.a01a018c37246p-13);
  p = FMA_D(p, r, 0x1.6c16c178a6fd9p-10);
  p = FMA_D(p, r, 0x1.11111111144cfp-7);
  p = FMA_D(p, r, 0x1.5555555553ce5p-5);
  p = FMA_D(p, r, 0x1.555555555554dp-3);
  p = FMA_D(p, r, 0x1.0000000000001p-1);
  p = FMA_D(p, r, 1.0);
  return FMA_D(p, r, 1.0);
}

/* p 2^n, n in the low bits of `shifted`; x is what had the limits. */
INLINE double nv_scaled_d(double p, double shifted, double x, double limit) {
  const int n = (int)(BITS_D(shifted) & 0xffffffff);
  double value = DOUBLE((long)((unsigned long)BITS_D(p) + ((unsigned long)(long)n << 52)));
  if (!(ABS_D(x) < limit)) { /* the result may not be a normal number */
    const int most = n < -1100 ? -1100 : n > 1100 ? 1100 : n, first = most >> 1;
    value = p * DOUBLE((long)(first + 1023) << 52) * DOUBLE((long)(most - first + 1023) << 52);
    value = x > 2.0 * limit ? __builtin_inf() : x < -2.0 * limit ? 0.0 : value;
  }
  return value;
}

INLINE double nv_exp_d(double x) {
  const double shifted = FMA_D(x, 0x1.71547652b82fep0, NV_SHIFT_D), n = shifted - NV_SHIFT_D;
  const double r = FMA_D(n, -0x1.abc9e3b39803fp-56, FMA_D(n, -0x1.62e42fefa39efp-1, x));
  return nv_scaled_d(nv_exp_near_0_d(r), shifted, x, 708.0);
}

INLINE double nv_exp2_d(double x) {
  const double shifted = x + NV_SHIFT_D, n = shifted - NV_SHIFT_D, r = x - n;
  const double t = FMA_D(r, 0x1.62e42fefa39efp-1, r * 0x1.abc9e3b39803fp-56);
  return nv_scaled_d(nv_exp_near_0_d(t), shifted, x, 1022.0);
}

INLINE double nv_exp10_d(double x) {
  const double shifted = FMA_D(x, 0x1.a934f0979a371p1, NV_SHIFT_D), n = shifted - NV_SHIFT_D;
  const double r = FMA_D(n, -0x1.e623e2566b02dp-55, FMA_D(n, -0x1.34413509f79fep-2, x));
  const double t = FMA_D(r, 0x1.26bb1bbb55515p1, r * 0x1.05ba95b58ae0bp-52);
  return nv_scaled_d(nv_exp_near_0_d(t), shifted, x, 307.0);
}

/* ---- log, log2, log10 ---- */

struct nv_parts_d {
  double exponent;   /* x = 2^exponent m, sqrt(1/2) <= m < sqrt(2) */
  double high, rest; /* the logarithm of m is their sum */
};

INLINE struct nv_parts_d nv_apart_d(double x) {
  const int is_tiny = x < 0x1p-1022;
  const long bits = BITS_D(is_tiny ? x * 0x1p54 : x);
  const int above = (int)(bits >> 32) - 0x3fe6a09e, exponent = above >> 20;
  const double f = DOUBLE(bits - ((long)exponent << 52)) - 1.0, d = f + 2.0;
  const double t = RCP_D(d), error = FMA_D(-d, t, 1.0);
  const double s = f * FMA_D(t, FMA_D(error, error, error), t), v = s * s;
  double p = 0x1.2b5b8533c9337p-3; /* (log((1 + s) / (1 - s)) - 2s) / s^3: error 2^-51 */
  p = FMA_D(p, v, 0x1.39fe212ae99bap-3);
  p = FMA_D(p, v, 0x1.7462b661a6689p-3);
  p = FMA_D(p, v, 0x1.c71c62e0b72cbp-3);
  p = FMA_D(p, v, 0x1.2492492df3035p-2);
  p = FMA_D(p, v, 0x1.9999999995303p-2);
  p = FMA_D(p, v, 0x1.5555555555558p-1);
  struct nv_parts_d parts;
  const double square = 0.5 * f * f;
  parts.rest = FMA_D(s, FMA_D(p, v, square), -square);
  parts.high = f;
  parts.exponent = (double)(is_tiny ? exponent - 54 : exponent);
  return parts;
}

INLINE double nv_log_checked_d(double x, double value) {
  const double infinity = __builtin_inf(),
               special = x == 0.0 ? -infinity : FMA_D(x, infinity, infinity);
  return x > 0.0 && x < infinity ? value : special;
}

INLINE double nv_log_d(double x) {
  const struct nv_parts_d p = nv_apart_d(x);
  const double low = FMA_D(p.exponent, 0x1.ef35793c7673p-45, p.rest);
  return nv_log_checked_d(x, FMA_D(p.exponent, 0x1.62e42fefa38p-1, p.high + low));
}

INLINE double nv_log2_d(double x) {
  const struct nv_parts_d p = nv_apart_d(x);
  const double low = FMA_D(p.high, 0x1.777d0ffda0d23p-56, p.rest * 0x1.71547652b82fep0);
  return nv_log_checked_d(x, p.exponent + FMA_D(p.high, 0x1.71547652b82fep0, low));
}

INLINE double nv_log10_d(double x) {
  const struct nv_parts_d p = nv_apart_d(x);
  const double low = FMA_D(p.exponent, 0x1.fef311f12b358p-46, p.rest * 0x1.bcb7b1526e50ep-2);
  return nv_log_checked_d(
      x, FMA_D(p.exponent, 0x1.34413509f78p-2, FMA_D(p.high, 0x1.bcb7b1526e50ep-2, low)));
}

/* ---- sin, cos, tan ---- */

/* n times pi / 2 in three parts is exact enough below this. */
#define NV_LARGEST_ANGLE_D 0x1p18

struct nv_angle_d {
  double rest;  /* in [-pi/4, pi/4] */
  int quarters; /* the low two bits count */
};

INLINE struct nv_angle_d nv_reduced_d(double x) {
  const double shifted = FMA_D(x, 0x1.45f306dc9c882p-1, NV_SHIFT_D), n = shifted - NV_SHIFT_D;
  struct nv_angle_d a;
  a.rest = FMA_D(n, -0x1.c1cd129024e09p-107,
                 FMA_D(n, -0x1.1a62633145c06p-54, FMA_D(n, -0x1.921fb54442d18p0, x)));
  a.quarters = (int)(BITS_D(shifted) & 3);
  return a;
}

INLINE double nv_sine_d(struct nv_angle_d a, int quarters) {
  const int n = a.quarters + quarters, is_cosine = n & 1;
  const double s = a.rest * a.rest;
  double p = is_cosine ? -0x1.907383bc99c14p-37 : 0x1.5e10ca3284a2ep-33;
  p = FMA_D(p, s, is_cosine ? 0x1.1eeb57d13d281p-29 : -0x1.ae601ea3c20d6p-26);
  p = FMA_D(p, s, is_cosine ? -0x1.27e4fa02e2694p-22 : 0x1.71de37af4366fp-19);
  p = FMA_D(p, s, is_cosine ? 0x1.a01a019f38385p-16 : -0x1.a01a019e9f0f4p-13);
  p = FMA_D(p, s, is_cosine ? -0x1.6c16c16c168cap-10 : 0x1.1111111110c7ap-7);
  p = FMA_D(p, s, is_cosine ? 0x1.5555555555555p-5 : -0x1.5555555555555p-3);
  p = is_cosine ? FMA_D(FMA_D(p, s, -0.5), s, 1.0) : a.rest * FMA_D(p, s, 1.0);
  return n & 2 ? -p : p;
}

INLINE double nv_sin_d(double x) {
  if (!(ABS_D(x) < NV_LARGEST_ANGLE_D))
    return FAR_SIN(x);
  return nv_sine_d(nv_reduced_d(x), 0);
}

INLINE double nv_cos_d(double x) {
  if (!(ABS_D(x) < NV_LARGEST_ANGLE_D))
    return FAR_COS(x);
  return nv_sine_d(nv_reduced_d(x), 1);
}

INLINE double nv_tan_d(double x) {
  if (!(ABS_D(x) < NV_LARGEST_ANGLE_D))
    return FAR_SIN(x) / FAR_COS(x);
  const struct nv_angle_d a = nv_reduced_d(x);
  return nv_sine_d(a, 0) / nv_sine_d(a, 1);
}

/* ---- ldexp ---- */

INLINE double nv_ldexp_d(double x, int n) {
  n = n < -2200 ? -2200 : n > 2200 ? 2200 : n;
  for (int i = 0; i < 2; i++) {
    const double factor = n > 1023 ? 0x1p1023 : n < -1022 ? 0x1p-969 : 1.0;
    x = x * factor;
    n = n > 1023 ? n - 1023 : n < -1022 ? n + 969 : n;
  }
  return x * DOUBLE((long)(n + 1023) << 52);
}

/* ---- gamma ----
 * libclc's answers infinity where the result of a negative argument is below the normal numbers. */

/* Of x by `above`, which is gamma of x + 16; 0 has gamma's sign. */
INLINE double nv_gamma_below(double x, double above, double zero_below) {
  const double whole = __builtin_floor(x), halved = whole * 0.5;
  if (whole == x)
    return DOUBLE(0x7ff8000000000000);
  if (x < zero_below)
    return halved == __builtin_floor(halved) ? 0.0 : -0.0;
  double product = x;
  for (int k = 1; k < 16; k++)
    product *= x + k;
  return above / product;
}

INLINE double nv_tgamma_d(double x) {
  if (x == 0.0)
    return 1.0 / x;
  return x < -170.0 ? nv_gamma_below(x, GAMMA_D(x + 16.0), -186.0) : GAMMA_D(x);
}

INLINE float nv_tgamma(float x) {
  if (x == 0.0f)
    return SIGN(NV_INF, x);
  return x < -30.0f ? (float)nv_gamma_below(x, GAMMA(x + 16.0f), -46.0) : GAMMA(x);
}
