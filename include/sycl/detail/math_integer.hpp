/* SYCL 2020, 4.17.6 "Integer functions". */
#ifndef FALX_SYCL_DETAIL_MATH_INTEGER_HPP
#define FALX_SYCL_DETAIL_MATH_INTEGER_HPP

#include <sycl/detail/math_common.hpp>

/* Off native_cpu device code has no numbers of 128 bits. */
#if defined(__SIZEOF_INT128__) && (!defined(__SYCL_DEVICE_ONLY__) || defined(__SYCL_NATIVE_CPU__))
#define FALX_HAS_128_BITS 1
#else
#define FALX_HAS_128_BITS 0
#endif

namespace sycl {

namespace detail {
template <class T> inline constexpr int bits = sizeof(T) * 8;
template <class T> using unsigned_of = std::make_unsigned_t<T>;
template <class T, class U, bool = is_plain_integer<T> && sizeof(T) <= 4>
inline constexpr bool is_low_half = false;
template <class T, class U>
inline constexpr bool is_low_half<T, U, true> = std::is_same_v<unsigned_of<T>, U>;

/* An integer of twice the width. */
template <std::size_t Size, bool Signed> struct wider;
template <> struct wider<1, true> {
  using type = int16_t;
};
template <> struct wider<1, false> {
  using type = uint16_t;
};
template <> struct wider<2, true> {
  using type = int32_t;
};
template <> struct wider<2, false> {
  using type = uint32_t;
};
template <> struct wider<4, true> {
  using type = int64_t;
};
template <> struct wider<4, false> {
  using type = uint64_t;
};
#if FALX_HAS_128_BITS
template <> struct wider<8, true> {
  __extension__ using type = __int128;
};
template <> struct wider<8, false> {
  __extension__ using type = unsigned __int128;
};
#endif
template <class T> using wider_t = typename wider<sizeof(T), std::is_signed_v<T>>::type;

/* The upper 64 bits of a product of 64-bit numbers. */
template <class T> constexpr T high_product(T x, T y) {
  const uint64_t a = uint64_t(x), b = uint64_t(y), low = 0xffffffffu;
  const uint64_t middle = (a >> 32) * (b & low) + ((a & low) * (b & low) >> 32);
  const uint64_t other = (a & low) * (b >> 32) + (middle & low);
  const uint64_t high = (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
  return static_cast<T>(high - (x < 0 ? b : 0) - (y < 0 ? a : 0));
}

template <class T, class W> constexpr T saturate(W x) {
  using limits = std::numeric_limits<T>;
  if (x > W((limits::max)()))
    return (limits::max)();
  if (std::is_signed_v<T> && x < W((limits::min)()))
    return (limits::min)();
  return static_cast<T>(x);
}
} // namespace detail

#define FALX_INTEGER_1(name)                                                                       \
  template <class A> inline typename detail::integers<A>::type name(const A &a) {                  \
    return detail::map<A>([](auto e) { return name(e); }, a);                                      \
  }
#define FALX_INTEGER_2(name)                                                                       \
  template <class A, class B>                                                                      \
  inline typename detail::FALX_OPERANDS<A, B>::type name(const A &a, const B &b) {                 \
    return detail::map<A, B>([](auto e, auto g) { return name(e, g); }, a, b);                     \
  }
#define FALX_INTEGER_3(name)                                                                       \
  template <class A, class B, class C>                                                             \
  inline typename detail::FALX_OPERANDS<A, B, C>::type name(const A &a, const B &b, const C &c) {  \
    return detail::map<A, B, C>([](auto e, auto g, auto h) { return name(e, g, h); }, a, b, c);    \
  }

template <class T> constexpr typename detail::integer<T>::type abs(T x) {
  using U = detail::unsigned_of<T>; // the most negative number stays itself
  return static_cast<T>(x < T(0) ? U(0) - U(x) : U(x));
}
template <class T> constexpr typename detail::integer<T>::type abs_diff(T x, T y) {
  using U = detail::unsigned_of<T>;
  return static_cast<T>(x < y ? U(y) - U(x) : U(x) - U(y));
}
template <class T> constexpr typename detail::integer<T>::type add_sat(T x, T y) {
  T r{};
  if (!__builtin_add_overflow(x, y, &r))
    return r;
  return x < T(0) ? (std::numeric_limits<T>::min)() : (std::numeric_limits<T>::max)();
}
template <class T> constexpr typename detail::integer<T>::type sub_sat(T x, T y) {
  T r{};
  if (!__builtin_sub_overflow(x, y, &r))
    return r;
  return y > T(0) ? (std::numeric_limits<T>::min)() : (std::numeric_limits<T>::max)();
}
template <class T> constexpr typename detail::integer<T>::type hadd(T x, T y) {
  return static_cast<T>((x >> 1) + (y >> 1) + (x & y & 1));
}
template <class T> constexpr typename detail::integer<T>::type rhadd(T x, T y) {
  return static_cast<T>((x >> 1) + (y >> 1) + ((x | y) & 1));
}
template <class T> constexpr typename detail::integer<T>::type max(T x, T y) {
  return x < y ? y : x;
}
template <class T> constexpr typename detail::integer<T>::type min(T x, T y) {
  return y < x ? y : x;
}
template <class T> constexpr typename detail::integer<T>::type clamp(T x, T low, T high) {
  return min(max(x, low), high);
}
template <class T> constexpr typename detail::integer<T>::type clz(T x) {
  const auto u = static_cast<detail::unsigned_of<T>>(x);
  if (u == 0)
    return static_cast<T>(detail::bits<T>);
  if constexpr (sizeof(T) <= 4)
    return static_cast<T>(__builtin_clz(u) - (32 - detail::bits<T>));
  else
    return static_cast<T>(__builtin_clzll(u));
}
template <class T> constexpr typename detail::integer<T>::type ctz(T x) {
  const auto u = static_cast<detail::unsigned_of<T>>(x);
  if (u == 0)
    return static_cast<T>(detail::bits<T>);
  if constexpr (sizeof(T) <= 4)
    return static_cast<T>(__builtin_ctz(u));
  else
    return static_cast<T>(__builtin_ctzll(u));
}
template <class T> constexpr typename detail::integer<T>::type popcount(T x) {
  const auto u = static_cast<detail::unsigned_of<T>>(x);
  if constexpr (sizeof(T) <= 4)
    return static_cast<T>(__builtin_popcount(u));
  else
    return static_cast<T>(__builtin_popcountll(u));
}
template <class T> constexpr typename detail::integer<T>::type rotate(T x, T count) {
  using U = detail::unsigned_of<T>;
  const auto u = static_cast<U>(x);
  const unsigned n = static_cast<unsigned>(count) & (detail::bits<T> - 1);
  return static_cast<T>(U(u << n) | U(u >> (-n & (detail::bits<T> - 1))));
}
template <class T> constexpr typename detail::integer<T>::type mul_hi(T x, T y) {
#if FALX_HAS_128_BITS
  constexpr bool is_wide = true;
#else
  constexpr bool is_wide = sizeof(T) < 8;
#endif
  if constexpr (is_wide) {
    using W = detail::wider_t<T>;
    return static_cast<T>((W(x) * W(y)) >> detail::bits<T>);
  } else {
    return detail::high_product(x, y);
  }
}
template <class T> constexpr typename detail::integer<T>::type mad_hi(T x, T y, T z) {
  using U = detail::unsigned_of<T>;
  return static_cast<T>(U(mul_hi(x, y)) + U(z));
}
template <class T> constexpr typename detail::integer<T>::type mad_sat(T x, T y, T z) {
#if FALX_HAS_128_BITS
  constexpr bool is_wide = true;
#else
  constexpr bool is_wide = sizeof(T) < 8;
#endif
  if constexpr (is_wide) {
    using W = detail::wider_t<T>;
    return detail::saturate<T>(static_cast<W>(W(x) * W(y) + W(z)));
  } else {
    using limits = std::numeric_limits<T>;
    const uint64_t product = uint64_t(x) * uint64_t(y), low = product + uint64_t(z);
    const T high = static_cast<T>(uint64_t(detail::high_product(x, y)) - (z < 0) + (low < product));
    if (high == (std::is_signed_v<T> && low >> 63 ? T(-1) : T(0)))
      return static_cast<T>(low);
    return high < 0 ? (limits::min)() : (limits::max)();
  }
}
#define FALX_OPERANDS integral_numbers
FALX_INTEGER_1(abs)
FALX_INTEGER_1(clz)
FALX_INTEGER_1(ctz)
FALX_INTEGER_1(popcount)
FALX_INTEGER_2(abs_diff)
FALX_INTEGER_2(add_sat)
FALX_INTEGER_2(sub_sat)
FALX_INTEGER_2(hadd)
FALX_INTEGER_2(rhadd)
FALX_INTEGER_2(max)
FALX_INTEGER_2(min)
FALX_INTEGER_2(rotate)
FALX_INTEGER_2(mul_hi)
FALX_INTEGER_3(clamp)
FALX_INTEGER_3(mad_hi)
FALX_INTEGER_3(mad_sat)
#undef FALX_OPERANDS

inline int32_t mul24(int32_t x, int32_t y) {
  return static_cast<int32_t>(uint32_t(x) * uint32_t(y));
}
inline uint32_t mul24(uint32_t x, uint32_t y) {
  return x * y;
}
inline int32_t mad24(int32_t x, int32_t y, int32_t z) {
  return static_cast<int32_t>(uint32_t(x) * uint32_t(y) + uint32_t(z));
}
inline uint32_t mad24(uint32_t x, uint32_t y, uint32_t z) {
  return x * y + z;
}
#define FALX_OPERANDS integers
FALX_INTEGER_2(mul24)
FALX_INTEGER_3(mad24)
#undef FALX_OPERANDS
#undef FALX_INTEGER_1
#undef FALX_INTEGER_2
#undef FALX_INTEGER_3

/* hi above lo: lo is the unsigned type of the same width. */
template <class T, class U, class = std::enable_if_t<detail::is_low_half<T, U>>>
constexpr detail::wider_t<T> upsample(T high, U low) {
  using W = std::make_unsigned_t<detail::wider_t<T>>;
  return static_cast<detail::wider_t<T>>(W(W(high) << detail::bits<T>) | W(low));
}
template <class A, class B, class T = typename detail::integers<A>::type::value_type,
          class U = typename detail::integers<B>::type::value_type,
          class = std::enable_if_t<std::is_same_v<detail::unsigned_of<T>, U> &&int(
                                       detail::shape<A>::size) == int(detail::shape<B>::size)>>
constexpr typename detail::shape<A>::template with<detail::wider_t<T>> upsample(const A &high,
                                                                                const B &low) {
  typename detail::shape<A>::template with<detail::wider_t<T>> r{};
  for (int i = 0; i < detail::shape<A>::size; ++i)
    r[i] = upsample(T(high[i]), U(low[i]));
  return r;
}

} // namespace sycl

#undef FALX_HAS_128_BITS

#endif
