/* half: IEEE 754 binary16. SYCL 2020, 4.14.1 and 6.5. Where the compiler has no _Float16 (g++ 12)
 * the same two bytes are converted by hand. */
#ifndef FALX_SYCL_HALF_HPP
#define FALX_SYCL_HALF_HPP

#include <cstdint>
#include <limits>
#include <string_view> // with it std::hash, much cheaper than <functional>
#include <type_traits>

namespace sycl {

namespace detail {
/* A float whose last bit remembers that digits were lost: rounded to fewer digits, it has not been
 * rounded twice. */
constexpr float float_to_odd(double d) {
  const float f = static_cast<float>(d);
  uint32_t bits = __builtin_bit_cast(uint32_t, f);
  if (double(f) != d && d == d) {
    if ((d > 0) == (double(f) > d))
      bits -= 1;
    bits |= 1;
  }
  return __builtin_bit_cast(float, bits);
}

/* The conversions on the bits of float and half, to nearest even. */
constexpr uint16_t half_bits(uint32_t f) {
  uint32_t sign = f >> 16 & 0x8000, magnitude = f & 0x7fffffff;
  if (magnitude > 0x7f800000) // a NaN stays one and keeps what fits of its payload
    return uint16_t(sign | 0x7e00 | (magnitude >> 13 & 0x3ff));
  if (magnitude >= 0x477ff000) // 65520 and above round to infinity
    return uint16_t(sign | 0x7c00);
  if (magnitude < 0x33000000) // less than half of the smallest subnormal
    return uint16_t(sign);
  int exponent = int(magnitude >> 23);
  uint32_t mantissa = (magnitude & 0x7fffff) | 0x800000;
  int drop = exponent < 113 ? 126 - exponent : 13;
  uint32_t rest = mantissa & ((1u << drop) - 1), tie = 1u << (drop - 1);
  uint32_t h = mantissa >> drop;
  if (exponent >= 113)
    h += uint32_t(exponent - 113) << 10;
  if (rest > tie || (rest == tie && (h & 1)))
    ++h;
  return uint16_t(sign | h);
}
constexpr uint32_t float_bits(uint16_t h) {
  uint32_t sign = uint32_t(h & 0x8000) << 16, exponent = h >> 10 & 31, mantissa = h & 0x3ff;
  if (exponent == 31)
    return sign | 0x7f800000 | mantissa << 13;
  if (exponent)
    return sign | (exponent + 112) << 23 | mantissa << 13;
  if (!mantissa)
    return sign;
  const int shift = __builtin_clz(mantissa) - 21; // to a leading one
  return sign | uint32_t(113 - shift) << 23 | (mantissa << shift & 0x3ff) << 13;
}

#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 13)
using half_storage = _Float16;
#else
class half_storage {
public:
  half_storage() = default;
  constexpr half_storage(float f) : bits_(half_bits(__builtin_bit_cast(uint32_t, f))) {}
  constexpr operator float() const { return __builtin_bit_cast(float, float_bits(bits_)); }

private:
  uint16_t bits_;
};
#endif
} // namespace detail

/* Comparisons need no operators of their own: both sides convert to float, which is exact. */
class half {
public:
  half() = default;
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  constexpr half(T value) : value_(from(value)) {}
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 13)
  constexpr half(_Float16 value) : value_(value) {}
#endif
  constexpr operator float() const { return static_cast<float>(value_); }

  constexpr half &operator+=(half o) { return *this = *this + o; }
  constexpr half &operator-=(half o) { return *this = *this - o; }
  constexpr half &operator*=(half o) { return *this = *this * o; }
  constexpr half &operator/=(half o) { return *this = *this / o; }
  constexpr half &operator++() { return *this += half(1); }
  constexpr half &operator--() { return *this -= half(1); }
  constexpr half operator++(int) {
    half old = *this;
    ++*this;
    return old;
  }
  constexpr half operator--(int) {
    half old = *this;
    --*this;
    return old;
  }
  constexpr half operator+() const { return *this; }
  constexpr half operator-() const { return half(detail::half_storage(-value_)); }

/* With half or an integer the result is half, with float or double it is theirs. */
#define FALX_HALF_BINARY(op)                                                                       \
  friend constexpr half operator op(half a, half b) {                                              \
    return half(detail::half_storage(a.value_ op b.value_));                                       \
  }                                                                                                \
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>                           \
  friend constexpr std::conditional_t<std::is_integral_v<T>, half, T> operator op(half a, T b) {   \
    return std::conditional_t<std::is_integral_v<T>, half, T>(a)                                   \
        op std::conditional_t<std::is_integral_v<T>, half, T>(b);                                  \
  }                                                                                                \
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>                           \
  friend constexpr std::conditional_t<std::is_integral_v<T>, half, T> operator op(T a, half b) {   \
    return std::conditional_t<std::is_integral_v<T>, half, T>(a)                                   \
        op std::conditional_t<std::is_integral_v<T>, half, T>(b);                                  \
  }
  FALX_HALF_BINARY(+)
  FALX_HALF_BINARY(-)
  FALX_HALF_BINARY(*)
  FALX_HALF_BINARY(/)
#undef FALX_HALF_BINARY

private:
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 13)
  template <class T> static constexpr detail::half_storage from(T value) {
    return static_cast<detail::half_storage>(value);
  }
#else
  explicit constexpr half(detail::half_storage value) : value_(value) {}
  template <class T> static constexpr detail::half_storage from(T value) {
    if constexpr (sizeof(T) > 4 || (std::is_integral_v<T> && sizeof(T) == 4))
      return detail::float_to_odd(static_cast<double>(value));
    else
      return static_cast<float>(value);
  }
#endif
  detail::half_storage value_;
};
static_assert(sizeof(half) == 2 && __is_trivially_copyable(half));

namespace detail {
/* The conversions by name: clang takes four times as long to find them by overload resolution. */
constexpr float to_float(const half &h) {
  return h.operator float();
}
constexpr half to_half(float f) {
  return half(f);
}
} // namespace detail

} // namespace sycl

template <> class std::numeric_limits<sycl::half> : public std::numeric_limits<float> {
  static constexpr sycl::half of(uint16_t bits) { return __builtin_bit_cast(sycl::half, bits); }

public:
  static constexpr int digits = 11;
  static constexpr int digits10 = 3;
  static constexpr int max_digits10 = 5;
  static constexpr int min_exponent = -13;
  static constexpr int min_exponent10 = -4;
  static constexpr int max_exponent = 16;
  static constexpr int max_exponent10 = 4;
  static constexpr sycl::half min() noexcept { return of(0x0400); }
  static constexpr sycl::half max() noexcept { return of(0x7bff); }
  static constexpr sycl::half lowest() noexcept { return of(0xfbff); }
  static constexpr sycl::half epsilon() noexcept { return of(0x1400); }
  static constexpr sycl::half round_error() noexcept { return of(0x3800); }
  static constexpr sycl::half infinity() noexcept { return of(0x7c00); }
  static constexpr sycl::half quiet_NaN() noexcept { return of(0x7e00); }
  static constexpr sycl::half signaling_NaN() noexcept { return of(0x7d00); }
  static constexpr sycl::half denorm_min() noexcept { return of(0x0001); }
};

template <> struct std::hash<sycl::half> {
  size_t operator()(const sycl::half &h) const noexcept { return hash<float>()(h); }
};

#endif
