/* Scalar functions that are more than a call of the C library: where glibc misses the limits of
 * SYCL 2020, 4.17.5, where it has no such function, and edge cases as IEEE 754-2019, 9.2 has them.
 * Templates, so that only the programs that call them compile them. */
#ifndef FALX_SYCL_DETAIL_MATH_SCALAR_HPP
#define FALX_SYCL_DETAIL_MATH_SCALAR_HPP

#include <cstdint>
#include <limits>
#include <type_traits>

namespace sycl::detail {

template <class T> inline constexpr T pi = T(3.14159265358979323846);
template <class T> inline constexpr T infinity = std::numeric_limits<T>::infinity();
template <class T> inline constexpr T not_a_number = std::numeric_limits<T>::quiet_NaN();

/* The C library's function for T. */
#define FALX_OF_T(name, ...)                                                                       \
  (std::is_same_v<T, float> ? T(__builtin_##name##f(__VA_ARGS__))                                  \
                            : T(__builtin_##name(__VA_ARGS__)))

inline float magnitude(float x) {
  return __builtin_fabsf(x);
}
inline double magnitude(double x) {
  return __builtin_fabs(x);
}

/* 1 / sqrt x. The device compiler may take the processor's estimate where that is exact enough. */
inline float reciprocal_root(float x) {
#if defined(__SYCL_DEVICE_ONLY__) && defined(__NVPTX__)
  return __nvvm_rsqrt_approx_f(x);
#else
#ifdef __SYCL_DEVICE_ONLY__
#pragma clang fp reciprocal(on)
#endif
  return 1 / __builtin_sqrtf(x);
#endif
}

/* glibc's is off by more than the 2 ULP allowed, this one by 0.93: 1 / cbrt x from a third of the
 * exponent, three times three times as many digits, and one step of Newton's method for the root.
 */
template <class T> inline T cube_root(T x) {
  static_assert(std::is_same_v<T, double>);
  const T size = __builtin_fabs(x);
  const bool is_tiny = size < 0x1p-1000;
  const T y = is_tiny ? size * 0x1p54 : size * 0x1p-3; // so that cubes stay in range
  const auto high = static_cast<int32_t>(__builtin_bit_cast(uint64_t, y) >> 32);
  const auto third = static_cast<int32_t>(static_cast<float>(high) * (1.0f / 3));
  T z = __builtin_bit_cast(T, static_cast<uint64_t>(0x553f0a63 - third) << 32);
  for (int i = 0; i < 3; ++i) {
    const T error = 1 - y * z * (z * z);
    z = z + z * error * (error * (2.0 / 9) + 1.0 / 3);
  }
  T root = y * z * z;
  root = root + z * z * (y - root * root * root) * (1.0 / 3);
  root = is_tiny ? root * 0x1p-18 : root * 2;
  return __builtin_copysign(size > 0 && size < infinity<T> ? root : size, x);
}
inline float cube_root(float x) {
  return __builtin_cbrtf(x);
}

/* The n-th root. 1 / n in two parts: the error of one would show n times in the logarithm. */
template <class T> inline T root(T x, int n) {
  const bool is_odd = n & 1;
  if (n == 0 || (x < 0 && !is_odd))
    return not_a_number<T>;
  if (x == 0) // pow would lose the sign of an odd root of -0
    return n > 0 ? (is_odd ? x : T(0)) : FALX_OF_T(copysign, infinity<T>, is_odd ? x : T(1));
  const double size = __builtin_fabs(double(x)), high = static_cast<float>(1.0 / n);
  double r = __builtin_pow(size, high);
  if (std::is_same_v<T, double> && r > 0 && size < infinity<double> && r < infinity<double>) {
    const double rest = (1 - high * n) / n * __builtin_log(size);
    r += r * (rest + rest * rest * (0.5 + rest * (1.0 / 6)));
  } else {
    r = __builtin_pow(size, 1.0 / n);
  }
  return FALX_OF_T(copysign, T(r), is_odd ? x : T(1));
}

/* Sine and cosine of pi x: x - n / 2 is exact, so only the last step rounds. Without branches. */
template <class T> struct turns {
  T sine, cosine;
  explicit turns(T x) {
    const T rest = x - 2 * FALX_OF_T(rint, x / 2), n = FALX_OF_T(rint, 2 * rest);
    const T angle = pi<T> * (rest - n / 2);
    const T s = FALX_OF_T(sin, angle), c = FALX_OF_T(cos, angle);
    const bool is_odd = n == 1 || n == -1, is_half = n == 2 || n == -2;
    sine = is_odd ? n * c : is_half ? -s : s;
    sine = sine == 0 ? FALX_OF_T(copysign, T(0), x) : sine;
    cosine = (is_odd ? -n * s : is_half ? -c : c) + T(0); // no negative zero
  }
};
template <class T> inline T sine_of_turn(T x) {
  return turns<T>(x).sine;
}
template <class T> inline T cosine_of_turn(T x) {
  return turns<T>(x).cosine;
}
template <class T> inline T tangent_of_turn(T x) {
  const turns<T> t(x);
  return t.sine / t.cosine;
}

/* x^n. Of float by way of double, but on GPUs only where float has not all n. */
inline float whole_power(float x, int n) {
#if defined(__SYCL_DEVICE_ONLY__) && defined(__NVPTX__)
  if (n > -0x1000000 && n < 0x1000000)
    return __builtin_powf(x, static_cast<float>(n));
#endif
  return static_cast<float>(__builtin_pow(x, n));
}

/* pow as e^(y log x) has it. */
template <class T> inline T positive_power(T x, T y) {
  const bool is_end = x == 0 || x == infinity<T>;
  const bool is_wrong =
      !(x >= 0) || y != y || (is_end && y == 0) || (x == 1 && magnitude(y) == infinity<T>);
  return is_wrong ? not_a_number<T> : FALX_OF_T(pow, magnitude(x), y);
}

/* The remainder, and the low seven bits of the quotient and its sign: the C library's has three. */
template <class T> inline T remainder_quotient(T x, T y, int *quotient) {
  const T r = FALX_OF_T(remainder, x, y), a = magnitude(x), b = magnitude(y);
  const bool is_large = b > std::numeric_limits<T>::max() / 128; // so the quotient has few bits
  const T low = is_large ? a : FALX_OF_T(fmod, a, 128 * b);
  const T n = FALX_OF_T(rint, (low - (x < 0 ? -r : r)) / b);
  const int bits = n >= 0 ? static_cast<int>(n) & 127 : 0; // 0 for not a number
  *quotient = (x < 0) == (y < 0) ? bits : -bits;
  return r;
}

/* x - floor x, below 1 in a format of so many digits. */
template <class T> inline T fraction(T x, T *whole, int digits = std::numeric_limits<T>::digits) {
  *whole = FALX_OF_T(floor, x);
  const T below_one = 1 - FALX_OF_T(ldexp, 1, -digits), f = x - *whole;
  if (x == 0 || x != x)
    return x;
  if (magnitude(x) == infinity<T>)
    return FALX_OF_T(copysign, T(0), x);
  return f > below_one ? below_one : f;
}

#undef FALX_OF_T

} // namespace sycl::detail

#endif
