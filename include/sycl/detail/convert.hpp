/* Conversions of one value under a rounding mode, for vec::convert.
 * SYCL 2020, 4.14.2.4 "Rounding modes". */
#ifndef FALX_SYCL_DETAIL_CONVERT_HPP
#define FALX_SYCL_DETAIL_CONVERT_HPP

#include <sycl/detail/elementwise.hpp>
#include <sycl/half.hpp>

namespace sycl {
enum class rounding_mode { automatic, rte, rtz, rtp, rtn };
} // namespace sycl

namespace sycl::detail {
template <class T>
inline constexpr bool is_floating = std::is_floating_point_v<T> || std::is_same_v<T, half>;

/* What is rounded when it becomes an integer. */
template <class T> inline constexpr bool has_fraction = is_floating<T>;

template <rounding_mode R> inline double round_to_integer(double x) {
  if constexpr (R == rounding_mode::rte || R == rounding_mode::automatic)
    return __builtin_rint(x);
  else if constexpr (R == rounding_mode::rtp)
    return __builtin_ceil(x);
  else if constexpr (R == rounding_mode::rtn)
    return __builtin_floor(x);
  else
    return x;
}

/* The neighbour of x, away from zero or towards it. */
template <class T> constexpr T step(T x, bool away) {
  using bits = mask_t<T>;
  return __builtin_bit_cast(T, bits(__builtin_bit_cast(bits, x) + (away ? 1 : -1)));
}

/* The order of an exact value and its rounded image: -1, 0 or 1 as the image is less, equal, more.
 */
template <class To, class From> constexpr int compare_rounded(To to, From from) {
  if constexpr (std::is_integral_v<From> && sizeof(From) == 8 && std::is_arithmetic_v<To>) {
    __extension__ using wide = __int128;
    wide a = static_cast<wide>(to), b = from;
    return a < b ? -1 : a > b;
  } else {
    const double a = static_cast<double>(to), b = static_cast<double>(from);
    return a < b ? -1 : a > b;
  }
}

/* The automatic mode goes by the type that is converted: floating-point numbers to nearest even. */
template <rounding_mode R, class To, class From> constexpr To convert_to(From value) {
  constexpr bool by_language = has_fraction<To>
                                   ? R == rounding_mode::automatic || R == rounding_mode::rte
                                   : !has_fraction<From> || R == rounding_mode::rtz;
  if constexpr (by_language || std::is_same_v<To, From>)
    return static_cast<To>(value);
  else if constexpr (std::is_integral_v<To>)
    return static_cast<To>(round_to_integer<R>(static_cast<double>(value)));
  else {
    const To nearest = static_cast<To>(value);
    const int side = compare_rounded(nearest, value);
    const bool negative = static_cast<double>(value) < 0;
    const bool is_up = R == rounding_mode::rtp || (R == rounding_mode::rtz && negative);
    if (is_up ? side >= 0 : side <= 0)
      return nearest;
    return step(nearest, is_up != negative);
  }
}
} // namespace sycl::detail

#endif
