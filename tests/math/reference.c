#include "reference.h"

#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdint.h>
#include <string.h>

enum {
  EITHER_ZERO = 1, /* the sign of a zero is free */
  FINITE = 2,      /* arguments */
  NONZERO = 4,     /* and finite */
  NONZERO_Y = 8,   /* and all finite */
  NO_POLES = 16,   /* of the gamma function; and finite */
  INTEGER_Y = 32,
  ORDERED = 64, /* x below y, z between 0 and 1 */
  NOT_NAN = 128,
  FLUSHES = 256,      /* numbers below the normal range count as zeros */
  SMALL_ANGLES = 512, /* and finite; what half_precision:: is for */
};

#define PRECISION 160
#define N MPFR_RNDN

typedef void exact_function(mpfr_t r, mpfr_t x, mpfr_t y, mpfr_t z);

struct math_function {
  const char *name;
  unsigned parameters, flags;
  bool is_absolute;
  double limits[MATH_FORMATS], low, high;
  double (*narrow)(double x, double y, double z);
  long double (*wide)(long double x, long double y, long double z);
  exact_function *exact; /* NULL: wide is */
};

static const struct {
  int digits, min_exponent, max_exponent; /* of 2 */
} formats[] = {
    [MATH_F32] = {24, -126, 127}, [MATH_F64] = {53, -1022, 1023}, [MATH_F16] = {11, -14, 15}};

static enum math_format current; /* what is checked now, for functions that depend on it */

static double largest_below_one(void) {
  return 1 - ldexp(1, -formats[current].digits);
}

static void mp_fraction(mpfr_t r, mpfr_t x) {
  if (mpfr_inf_p(x)) {
    mpfr_set_zero(r, mpfr_signbit(x) ? -1 : 1);
  } else if (mpfr_zero_p(x)) {
    mpfr_set(r, x, N);
  } else {
    mpfr_floor(r, x);
    mpfr_sub(r, x, r, N);
    if (mpfr_cmp_d(r, largest_below_one()) > 0)
      mpfr_set_d(r, largest_below_one(), N);
  }
}

static void mp_rsqrt(mpfr_t r, mpfr_t x) {
  mpfr_sqrt(r, x, N);
  mpfr_ui_div(r, 1, r, N);
}

static void mp_degrees(mpfr_t r, mpfr_t x) {
  mpfr_t pi;
  mpfr_init2(pi, PRECISION);
  mpfr_const_pi(pi, N);
  mpfr_mul_ui(r, x, 180, N);
  mpfr_div(r, r, pi, N);
  mpfr_clear(pi);
}

static void mp_radians(mpfr_t r, mpfr_t x) {
  mpfr_t pi;
  mpfr_init2(pi, PRECISION);
  mpfr_const_pi(pi, N);
  mpfr_mul(r, x, pi, N);
  mpfr_div_ui(r, r, 180, N);
  mpfr_clear(pi);
}

static void mp_quotient(mpfr_t r, mpfr_t x, mpfr_t y) {
  long quotient;
  mpfr_remquo(r, &quotient, x, y, N);
  mpfr_set_si(r, quotient % 128, N);
}

static bool is_normal_in_format(double x) {
  return isfinite(x) && fabs(x) >= ldexp(1, formats[current].min_exponent);
}

/* Helpers of the `value` column for double (suffix d) and long double (suffix l). */
#define HELPERS(R, s, w, PI)                                                                       \
  static R turn_sin##s(R x) {                                                                      \
    R turns = w(remainder)(x, 2);                                                                  \
    turns = turns > (R)0.5 ? 1 - turns : turns < (R) - 0.5 ? -1 - turns : turns;                   \
    return turns == 0 ? w(copysign)(0, x) : w(sin)(PI * turns);                                    \
  }                                                                                                \
  static R turn_cos##s(R x) {                                                                      \
    R turns = w(fabs)(w(remainder)(x, 2));                                                         \
    return turns == (R)0.5                                       ? 0                               \
           : turns<(R)0.25 ? w(cos)(PI * turns) : turns>(R) 0.75 ? -w(cos)(PI * (1 - turns))       \
                                                                 : w(sin)(PI * ((R)0.5 - turns));  \
  }                                                                                                \
  static R turn_tan##s(R x) {                                                                      \
    return turn_sin##s(x) / turn_cos##s(x);                                                        \
  }                                                                                                \
  static R fraction##s(R x) {                                                                      \
    R f = x - w(floor)(x);                                                                         \
    return isinf(x)                  ? w(copysign)(0, x)                                           \
           : x == 0                  ? x                                                           \
           : f > largest_below_one() ? largest_below_one()                                         \
                                     : f;                                                          \
  }                                                                                                \
  static R first_of##s(R f(R, int *), R x) {                                                       \
    int n;                                                                                         \
    return f(x, &n);                                                                               \
  }                                                                                                \
  static R second_of##s(R f(R, int *), R x) {                                                      \
    int n;                                                                                         \
    f(x, &n);                                                                                      \
    return n;                                                                                      \
  }                                                                                                \
  static R first_of_modf##s(R f(R, R *), R x) {                                                    \
    R n;                                                                                           \
    return f(x, &n);                                                                               \
  }                                                                                                \
  static R gamma_sign##s(R x) {                                                                    \
    return x < 0 && w(fmod)(w(floor)(x), 2) != 0 ? -1 : 1;                                         \
  }                                                                                                \
  static R quotient##s(R x, R y) {                                                                 \
    R a = w(fabs)(x), b = w(fabs)(y);                                                              \
    R n = w(rint)((w(fmod)(a, 128 * b) - w(remainder)(a, b)) / b);                                 \
    n = w(fmod)(n, 128);                                                                           \
    return (x < 0) == (y < 0) ? n : 0 - n;                                                         \
  }                                                                                                \
  static R root##s(R x, R n) {                                                                     \
    bool is_odd = w(fmod)(n, 2) != 0;                                                              \
    if (n == 0 || (x < 0 && !is_odd))                                                              \
      return NAN;                                                                                  \
    R r = w(pow)(w(fabs)(x), 1 / n);                                                               \
    return is_odd ? w(copysign)(r, x) : r;                                                         \
  }                                                                                                \
  static R positive_pow##s(R x, R y) {                                                             \
    if (x < 0 || x != x || y != y || (x == 0 && y == 0) || (isinf(x) && y == 0) ||                 \
        (x == 1 && isinf(y)))                                                                      \
      return NAN;                                                                                  \
    return w(pow)(w(fabs)(x), y);                                                                  \
  }                                                                                                \
  static R smooth##s(R low, R high, R x) {                                                         \
    R t = w(fmin)(w(fmax)((x - low) / (high - low), 0), 1);                                        \
    return t * t * (3 - 2 * t);                                                                    \
  }
#define DOUBLE(f) f
#define LONG(f) f##l
HELPERS(double, d, DOUBLE, M_PI)
HELPERS(long double, l, LONG, 3.14159265358979323846264338327950288L)

#define VALUE mpfr_set_nan(r)
#define UNUSED (void)x, (void)y, (void)z
#define is_normal(x) is_normal_in_format((double)(x))
#define first_of_modf_value(f) SUFFIX(first_of_modf)(f, x)
#define first_of(f) SUFFIX(first_of)(f, x)
#define second_of(f) SUFFIX(second_of)(f, x)
#define turn_sin(x) SUFFIX(turn_sin)(x)
#define turn_cos(x) SUFFIX(turn_cos)(x)
#define turn_tan(x) SUFFIX(turn_tan)(x)
#define fraction(x) SUFFIX(fraction)(x)
#define gamma_sign(x) SUFFIX(gamma_sign)(x)
#define quotient(x, y) SUFFIX(quotient)(x, y)
#define root(x, n) SUFFIX(root)(x, n)
#define positive_pow(x, y) SUFFIX(positive_pow)(x, y)
#define smooth(x, y, z) SUFFIX(smooth)(x, y, z)

#define w DOUBLE
#define PI M_PI
#define SUFFIX(f) f##d
#define F(name, parameters, limits, low, high, flags, call, value, exact)                          \
  static double narrow_##name(double x, double y, double z) {                                      \
    UNUSED;                                                                                        \
    return value;                                                                                  \
  }
#include "functions.def"
#undef F
#undef w
#undef PI
#undef SUFFIX

#define w LONG
#define PI 3.14159265358979323846264338327950288L
#define SUFFIX(f) f##l
#define F(name, parameters, limits, low, high, flags, call, value, exact)                          \
  static long double wide_##name(long double x, long double y, long double z) {                    \
    UNUSED;                                                                                        \
    return value;                                                                                  \
  }                                                                                                \
  static void exact_##name(mpfr_t r, mpfr_t x, mpfr_t y, mpfr_t z) {                               \
    UNUSED, (void)r;                                                                               \
    exact;                                                                                         \
  }
#include "functions.def"
#undef F
#undef w
#undef PI
#undef SUFFIX
#undef VALUE

#define NONE INFINITY
#define SKIP (-1)
#define L(f32, f64, f16)                                                                           \
  false, {                                                                                         \
    f32, f64, f16                                                                                  \
  }
#define ABSOLUTE(f32)                                                                              \
  true, {                                                                                          \
    f32, INFINITY, INFINITY                                                                        \
  }
#define VALUE 1
static const struct math_function functions[] = {
#define F(name, parameters, limits, low, high, flags, call, value, exact)                          \
  {#name,         parameters,  flags,                                                              \
   limits,        low,         high,                                                               \
   narrow_##name, wide_##name, #exact[0] == 'V' ? NULL : exact_##name},
#include "functions.def"
#undef F
};

size_t math_count(void) {
  return sizeof functions / sizeof *functions;
}

const struct math_function *math_at(size_t index) {
  return &functions[index];
}

const struct math_function *math_find(const char *name) {
  for (size_t i = 0; i < math_count(); i++)
    if (!strcmp(functions[i].name, name))
      return &functions[i];
  return NULL;
}

const char *math_name(const struct math_function *function) {
  return function->name;
}

unsigned math_parameters(const struct math_function *function) {
  return function->parameters;
}

double math_limit(const struct math_function *function, enum math_format format) {
  return function->limits[format];
}

/* ---- samples ---- */

static uint64_t mix(uint64_t x) { /* splitmix64 */
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static double from_bits(enum math_format format, uint64_t bits) {
  if (format == MATH_F64) {
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
  }
  if (format == MATH_F32) {
    uint32_t low = (uint32_t)bits;
    float f;
    memcpy(&f, &low, sizeof f);
    return f;
  }
  int exponent = bits >> 10 & 31;
  double fraction = (double)(bits & 1023), sign = bits & 0x8000 ? -1 : 1;
  if (exponent == 31)
    return fraction != 0 ? NAN : sign * INFINITY;
  return sign * (exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24));
}

/* x, rounded to the format. */
static double rounded(enum math_format format, double x) {
  if (format == MATH_F64 || x != x || isinf(x))
    return x;
  if (format == MATH_F32)
    return (float)x;
  int exponent;
  frexp(x, &exponent);
  exponent = exponent < -13 ? -13 : exponent;
  double r = ldexp(rint(ldexp(x, 11 - exponent)), exponent - 11);
  return fabs(r) > 65504 ? copysign(INFINITY, r) : r;
}

/* Zeros, ends of the range, subnormal numbers, integers and halves and their neighbours. */
static double special(enum math_format format, size_t i) {
  static const double plain[] = {0,        1,   2,     3,    4,    5,   7,    8,    10,
                                 0.5,      1.5, 2.5,   0.25, 0.75, 100, 1000, M_PI, M_PI / 2,
                                 M_PI / 4, M_E, M_LN2, 1e-3, 1e5,  88,  709};
  size_t count = sizeof plain / sizeof *plain;
  double sign = i & 1 ? -1 : 1;
  i /= 2;
  if (i < count)
    return sign * rounded(format, plain[i]);
  const double smallest = ldexp(1, formats[format].min_exponent);
  const double step = ldexp(1, 1 - formats[format].digits);
  const double largest = ldexp(2 - step, formats[format].max_exponent);
  const double rest[] = {
      INFINITY,      NAN,           largest,  smallest,     smallest * step, smallest * (1 - step),
      1 + step,      1 - step / 2,  1 / step, 2 / step - 1, largest / 2,     1 / step - 0.5,
      sqrt(largest), 0.5 - step / 4};
  return sign * rounded(format, rest[(i - count) % (sizeof rest / sizeof *rest)]);
}
#define SPECIALS 78

static double drawn(const struct math_function *function, enum math_format format,
                    uint64_t random) {
  double part = (double)(random >> 11) * 0x1p-53;
  switch (random % 4) {
  case 0:
  case 1: /* the interesting range; of a smaller format it is smaller too */
    part = function->low + part * (function->high - function->low);
    return rounded(format, random % 8 < 4 || function->high < 200 ? part : part / 8);
  default:
    return from_bits(format, random >> 3);
  }
}

static double drawn_integer(enum math_format format, uint64_t random) {
  unsigned bits = (random >> 8) % (format == MATH_F16 ? 11 : 20);
  double n = (double)(random >> 40 & (((uint64_t)1 << bits) - 1));
  return random & 1 ? n : -n;
}

static bool is_wanted(const struct math_function *function, const double *a) {
  for (unsigned i = 0; i < function->parameters; i++) {
    if ((function->flags & (FINITE | NONZERO | NO_POLES | NONZERO_Y)) && !isfinite(a[i]))
      return false;
    if ((function->flags & NOT_NAN) && a[i] != a[i])
      return false;
  }
  for (unsigned i = 0; i < function->parameters && (function->flags & FLUSHES); i++)
    if (a[i] != 0 && fabs(a[i]) < ldexp(1, formats[current].min_exponent))
      return false;
  if ((function->flags & SMALL_ANGLES) && !(fabs(a[0]) <= 0x1p16))
    return false;
  if ((function->flags & NONZERO) && a[0] == 0)
    return false;
  if ((function->flags & NONZERO_Y) && a[1] == 0)
    return false;
  return !(function->flags & NO_POLES) || a[0] > 0 || floor(a[0]) != a[0];
}

static void sample(const struct math_function *function, enum math_format format, size_t i,
                   double *a) {
  size_t specials = 1;
  for (unsigned p = 0; p < function->parameters; p++)
    specials *= p < 2 ? SPECIALS : 8;
  uint64_t seed = mix(i * MATH_FORMATS + format + 1);
  if (function->flags & ORDERED) {
    a[0] = rounded(format, (double)(seed >> 11) * 0x1p-55);
    a[1] = rounded(format, 0.5 + (double)(mix(seed) >> 11) * 0x1p-54);
    a[2] = rounded(format, (double)(mix(seed + 1) >> 11) * 0x1p-53);
  } else if (function->parameters == 1 && format == MATH_F16) {
    a[0] = from_bits(format, i & 0xffff);
  } else if (i < specials) {
    a[0] = special(format, i % SPECIALS);
    a[1] = special(format, i / SPECIALS % SPECIALS);
    a[2] = special(format, i / SPECIALS / SPECIALS * 7);
  } else {
    for (unsigned p = 0; p < 3; p++)
      a[p] = drawn(function, format, mix(seed + p));
    if (function->parameters > 1 && seed % 16 == 0) /* near each other */
      a[1] = rounded(format, a[0] * (1 + ldexp(1, -(int)(seed >> 4 & 31))));
  }
  if (function->flags & INTEGER_Y) {
    bool is_kept = i < specials && isfinite(a[1]) && fabs(a[1]) < 1e5;
    a[1] = is_kept ? trunc(a[1]) : drawn_integer(format, mix(seed + 7));
  }
  if (function->flags && !is_wanted(function, a))
    a[0] = a[1] = a[2] = 1.25;
}

void math_sample(const struct math_function *function, enum math_format format, size_t start,
                 size_t n, double *const arguments[3]) {
  current = format;
  for (size_t i = 0; i < n; i++) {
    double a[3] = {0, 0, 0};
    sample(function, format, start + i, a);
    for (unsigned p = 0; p < 3; p++)
      arguments[p][i] = a[p];
  }
}

/* ---- errors ---- */

/* The distance of the format's numbers around r. */
static int ulp_exponent(enum math_format format, int exponent) {
  if (exponent > formats[format].max_exponent)
    exponent = formats[format].max_exponent;
  if (exponent < formats[format].min_exponent)
    exponent = formats[format].min_exponent;
  return exponent - formats[format].digits + 1;
}

/* An overflow within the limit is allowed: infinity counts as the number after the largest, and
 * so does a right result beyond that. */
static double overflow_of(enum math_format format) {
  return format == MATH_F64 ? INFINITY : ldexp(1, formats[format].max_exponent + 1);
}

static void set_number(mpfr_t x, enum math_format format, double got) {
  mpfr_set_d(x, got, N);
  if (isinf(got)) {
    mpfr_set_ui_2exp(x, 1, formats[format].max_exponent + 1, N);
    mpfr_setsign(x, x, got < 0, N);
  }
}

static double exact_error(const struct math_function *function, enum math_format format,
                          const double *a, double got, double *out_want) {
  mpfr_t r, x, y, z;
  mpfr_inits2(PRECISION, r, x, y, z, (mpfr_ptr)0);
  mpfr_set_d(x, a[0], N);
  mpfr_set_d(y, a[1], N);
  mpfr_set_d(z, a[2], N);
  if (function->exact)
    function->exact(r, x, y, z);
  else
    mpfr_set_ld(r, function->wide(a[0], a[1], a[2]), N);
  *out_want = mpfr_get_d(r, N);
  double error;
  if ((function->flags & FLUSHES) && got == 0 &&
      fabs(*out_want) < ldexp(1, formats[format].min_exponent))
    error = 0;
  else if (mpfr_nan_p(r) || got != got) {
    error = (mpfr_nan_p(r) != 0) == (got != got) ? 0 : INFINITY;
  } else if (mpfr_zero_p(r)) {
    bool is_sign_right = (signbit(got) != 0) == (mpfr_signbit(r) != 0);
    error = got != 0 ? fabs(ldexp(got, -ulp_exponent(format, -10000)))
            : is_sign_right || (function->flags & EITHER_ZERO) ? 0
                                                               : INFINITY;
  } else if (mpfr_inf_p(r)) {
    error = isinf(got) && (got < 0) == (mpfr_sgn(r) < 0) ? 0 : INFINITY;
  } else {
    int unit = ulp_exponent(format, (int)fmax(fmin((double)mpfr_get_exp(r) - 1, 1e5), -1e5));
    set_number(x, format, got);
    set_number(y, format, copysign(INFINITY, mpfr_sgn(r)));
    mpfr_sub(x, x, mpfr_cmpabs(r, y) > 0 ? y : r, N);
    if (!function->is_absolute)
      mpfr_mul_2si(x, x, -unit, N);
    error = fabs(mpfr_get_d(x, N));
  }
  mpfr_clears(r, x, y, z, (mpfr_ptr)0);
  return error;
}

/* The same, about right and quick; negative where only the exact one can tell. */
static double rough_error(const struct math_function *function, enum math_format format,
                          const double *a, double got) {
  long double want = format == MATH_F64 ? function->wide(a[0], a[1], a[2])
                                        : (long double)function->narrow(a[0], a[1], a[2]);
  if (want != want || got != got)
    return want != want && got != got ? 0 : -1;
  if (isinf(want) && isinf(got) && (want < 0) == (got < 0))
    return 0;
  if (want == got && (got != 0 || (signbit(got) != 0) == (signbit(want) != 0)))
    return 0;
  if (want == 0 || ((function->flags & FLUSHES) && got == 0))
    return -1;
  if (format != MATH_F64) {
    const double overflow = overflow_of(format);
    want = fmaxl(fminl(want, overflow), -overflow);
    got = fmax(fmin(got, overflow), -overflow);
  } else if (isinf(got) || fabsl(want) >= 0x1p1024L) {
    want = fmaxl(fminl(want, 0x1p1024L), -0x1p1024L);
    return isinf(got) ? fabs((double)((copysignl(0x1p1024L, got) - want) * 0x1p-971L)) : -1;
  }
  long double difference = fabsl(want - got);
  return function->is_absolute ? (double)difference
                               : (double)ldexpl(difference, -ulp_exponent(format, ilogbl(want)));
}

void math_check(const struct math_function *function, enum math_format format, size_t n,
                double *const arguments[3], const double *got, struct math_error *error) {
  current = format;
  for (size_t i = 0; i < n; i++) {
    double a[3] = {arguments[0][i], arguments[1][i], arguments[2][i]}, want;
    double rough = rough_error(function, format, a, got[i]);
    if (rough >= 0 && rough <= error->ulp && i % 256)
      continue;
    double exact = exact_error(function, format, a, got[i], &want);
    if (exact > error->ulp)
      *error = (struct math_error){exact, {a[0], a[1], a[2]}, got[i], want};
  }
}

/* ---- geometry ---- */

static void sum_of_products(mpfr_t r, int n, mpfr_t *a, mpfr_t *b) {
  mpfr_t product;
  mpfr_init2(product, 4 * PRECISION);
  mpfr_set_ui(r, 0, N);
  for (int i = 0; i < n; i++) {
    mpfr_mul(product, a[i], b[i], N);
    mpfr_add(r, r, product, N);
  }
  mpfr_clear(product);
}

/* |got - r| in ULP of r. */
static double distance_in_ulp(enum math_format format, mpfr_t r, double got) {
  mpfr_t difference;
  mpfr_init2(difference, 4 * PRECISION);
  set_number(difference, format, got);
  mpfr_sub(difference, difference, r, N);
  int unit = ulp_exponent(format, mpfr_zero_p(r) ? -10000 : (int)mpfr_get_exp(r) - 1);
  mpfr_mul_2si(difference, difference, -unit, N);
  double ulp = fabs(mpfr_get_d(difference, N));
  mpfr_clear(difference);
  return got != got ? INFINITY : ulp;
}

static double largest_of(int n, const double *a) {
  double largest = 0;
  for (int i = 0; i < n; i++)
    largest = fmax(largest, fabs(a[i]));
  return largest;
}

double math_geometry_error(const char *name, enum math_format format, int n, const double *a,
                           const double *b, const double *got) {
  mpfr_t r, s, x[4], y[4];
  mpfr_init2(r, 4 * PRECISION);
  mpfr_init2(s, 4 * PRECISION);
  for (int i = 0; i < 4; i++) {
    mpfr_init2(x[i], 4 * PRECISION);
    mpfr_init2(y[i], 4 * PRECISION);
    mpfr_set_d(x[i], i < n ? a[i] : 0, N);
    mpfr_set_d(y[i], i < n ? b[i] : 0, N);
  }
  double error = 0, largest = fmax(largest_of(n, a), largest_of(n, b));
  double allowed = largest * largest * ldexp(1, 1 - formats[format].digits);
  if (!strcmp(name, "dot")) {
    sum_of_products(r, n, x, y);
    mpfr_d_sub(r, got[0], r, N);
    error = fabs(mpfr_get_d(r, N)) / (allowed * (2 * n - 1));
  } else if (!strcmp(name, "cross")) {
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3, k = (i + 2) % 3;
      mpfr_mul(r, x[j], y[k], N);
      mpfr_mul(s, x[k], y[j], N);
      mpfr_sub(r, r, s, N);
      mpfr_d_sub(r, got[i], r, N);
      error = fmax(error, fabs(mpfr_get_d(r, N)) / (allowed * 3));
    }
    error = n == 4 && got[3] != 0 ? INFINITY : error;
  } else {
    bool is_distance = strstr(name, "distance");
    for (int i = 0; i < n && is_distance; i++)
      mpfr_sub(x[i], x[i], y[i], N);
    sum_of_products(r, n, x, x);
    mpfr_sqrt(r, r, N);
    if (!strstr(name, "normalize"))
      error = distance_in_ulp(format, r, got[0]);
    for (int i = 0; i < n && strstr(name, "normalize"); i++) {
      if (mpfr_zero_p(r))
        mpfr_set_ui(s, 0, N);
      else
        mpfr_div(s, x[i], r, N);
      error = fmax(error, distance_in_ulp(format, s, got[i]));
    }
  }
  mpfr_clear(r);
  mpfr_clear(s);
  for (int i = 0; i < 4; i++) {
    mpfr_clear(x[i]);
    mpfr_clear(y[i]);
  }
  return error;
}
