/* bfloat16: a float of 16 bits with 8 of significand. Extension sycl_ext_oneapi_bfloat16.
 *
 * Kept as bits and rounded by integer operations: those vectorize on every processor, and keep
 * subnormal numbers, which the instructions of AVX512-BF16 do not. Arithmetic is that of float. */
#ifndef FALX_SYCL_EXT_ONEAPI_BFLOAT16_HPP
#define FALX_SYCL_EXT_ONEAPI_BFLOAT16_HPP

#include <sycl/detail/convert.hpp>
#include <sycl/functional.hpp>
#include <sycl/half.hpp>

#define SYCL_EXT_ONEAPI_BFLOAT16 1

namespace sycl::ext::oneapi {

class bfloat16 {
  template <class T>
  using if_number =
      std::enable_if_t<std::is_convertible_v<const T &, float> && !detail::shape<T>::is, int>;

public:
  bfloat16() = default;
  constexpr bfloat16(const float &f) : bits_(round(__builtin_bit_cast(uint32_t, f))) {}
  constexpr bfloat16(const half &h) : bfloat16(static_cast<float>(h)) {}
  constexpr bfloat16 &operator=(const float &f) { return *this = bfloat16(f); }
  constexpr bfloat16 &operator=(const half &h) { return *this = bfloat16(h); }
  constexpr bfloat16(const bfloat16 &) = default;
  constexpr bfloat16 &operator=(const bfloat16 &) = default;

  constexpr operator float() const { return __builtin_bit_cast(float, uint32_t(bits_) << 16); }
  constexpr operator half() const { return half(operator float()); }
  explicit constexpr operator bool() const { return (bits_ & 0x7fff) != 0; }

  friend constexpr bfloat16 operator-(const bfloat16 &b) {
    bfloat16 r = b;
    r.bits_ = static_cast<uint16_t>(b.bits_ ^ 0x8000);
    return r;
  }
  friend constexpr bfloat16 operator+(const bfloat16 &b) { return b; }
  friend constexpr bfloat16 &operator++(bfloat16 &b) { return b += bfloat16(1.0f); }
  friend constexpr bfloat16 &operator--(bfloat16 &b) { return b -= bfloat16(1.0f); }
  friend constexpr bfloat16 operator++(bfloat16 &b, int) {
    const bfloat16 old = b;
    ++b;
    return old;
  }
  friend constexpr bfloat16 operator--(bfloat16 &b, int) {
    const bfloat16 old = b;
    --b;
    return old;
  }

#define FALX_BFLOAT16(op, result)                                                                  \
  friend constexpr result operator op(const bfloat16 &a, const bfloat16 &b) {                      \
    return a.operator float() op b.operator float();                                               \
  }                                                                                                \
  template <class T, if_number<T> = 0>                                                             \
  friend constexpr result operator op(const bfloat16 &a, const T &b) {                             \
    return a.operator float() op static_cast<float>(b);                                            \
  }                                                                                                \
  template <class T, if_number<T> = 0>                                                             \
  friend constexpr result operator op(const T &a, const bfloat16 &b) {                             \
    return static_cast<float>(a) op b.operator float();                                            \
  }
#define FALX_BFLOAT16_ARITHMETIC(op)                                                               \
  FALX_BFLOAT16(op, bfloat16)                                                                      \
  friend constexpr bfloat16 &operator op## = (bfloat16 & a, const bfloat16 &b) {                   \
    return a = a op b;                                                                             \
  }                                                                                                \
  template <class T, if_number<T> = 0>                                                             \
  friend constexpr bfloat16 &operator op## = (bfloat16 & a, const T &b) {                          \
    return a = a op b;                                                                             \
  }                                                                                                \
  template <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0>                       \
  friend constexpr T &operator op## = (T & a, const bfloat16 &b) {                                 \
    return a = a op static_cast<T>(b.operator float());                                            \
  }
  FALX_BFLOAT16_ARITHMETIC(+)
  FALX_BFLOAT16_ARITHMETIC(-)
  FALX_BFLOAT16_ARITHMETIC(*)
  FALX_BFLOAT16_ARITHMETIC(/)
  FALX_BFLOAT16(==, bool)
  FALX_BFLOAT16(!=, bool)
  FALX_BFLOAT16(<, bool)
  FALX_BFLOAT16(>, bool)
  FALX_BFLOAT16(<=, bool)
  FALX_BFLOAT16(>=, bool)
#undef FALX_BFLOAT16_ARITHMETIC
#undef FALX_BFLOAT16

private:
  /* To nearest even; a NaN stays one. Without branches; on NVIDIA's GPUs from sm_80 on it is an
   * instruction. */
  static constexpr uint16_t round(uint32_t f) {
#if defined(__SYCL_DEVICE_ONLY__) && defined(__NVPTX__)
    if (!__builtin_is_constant_evaluated())
      return __builtin_bit_cast(uint16_t, static_cast<__bf16>(__builtin_bit_cast(float, f)));
#endif
    const uint32_t rounded = (f + 0x7fff + (f >> 16 & 1)) >> 16;
    return static_cast<uint16_t>((f & 0x7fffffff) > 0x7f800000 ? f >> 16 | 0x40 : rounded);
  }
  uint16_t bits_;
};
static_assert(sizeof(bfloat16) == 2 && __is_trivially_copyable(bfloat16));

} // namespace sycl::ext::oneapi

namespace sycl::detail {
template <> inline constexpr bool has_fraction<ext::oneapi::bfloat16> = true;
template <> inline constexpr bool knows_identities<ext::oneapi::bfloat16> = true;
} // namespace sycl::detail

template <>
class std::numeric_limits<sycl::ext::oneapi::bfloat16> : public std::numeric_limits<float> {
  using type = sycl::ext::oneapi::bfloat16;
  static constexpr type of(uint16_t bits) { return __builtin_bit_cast(type, bits); }

public:
  static constexpr int digits = 8;
  static constexpr int digits10 = 2;
  static constexpr int max_digits10 = 4;
  static constexpr type min() noexcept { return of(0x0080); }
  static constexpr type max() noexcept { return of(0x7f7f); }
  static constexpr type lowest() noexcept { return of(0xff7f); }
  static constexpr type epsilon() noexcept { return of(0x3c00); }
  static constexpr type round_error() noexcept { return of(0x3f00); }
  static constexpr type infinity() noexcept { return of(0x7f80); }
  static constexpr type quiet_NaN() noexcept { return of(0x7fc0); }
  static constexpr type signaling_NaN() noexcept { return of(0x7fa0); }
  static constexpr type denorm_min() noexcept { return of(0x0001); }
};

#endif
