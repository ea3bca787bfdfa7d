/* What every mathematical function needs: which operands it takes, and its use on each element. */
#ifndef FALX_SYCL_DETAIL_MATH_SHAPE_HPP
#define FALX_SYCL_DETAIL_MATH_SHAPE_HPP

#include <limits>

#include <sycl/detail/elementwise.hpp>
#include <sycl/marray.hpp>
#include <sycl/vec.hpp>

namespace sycl::detail {
template <class T>
inline constexpr bool is_plain_integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;

/* The result where A... are vecs, swizzles or marrays of one shape, with single values between. */
template <class... A>
using floats = std::enable_if_t<is_floating<typename common_t<A...>::element>,
                                typename common_t<A...>::result>;
template <class... A>
using just_floats = std::enable_if_t<std::is_same_v<typename common_t<A...>::element, float>,
                                     typename common_t<A...>::result>;
template <class... A>
using integers = std::enable_if_t<is_plain_integer<typename common_t<A...>::element>,
                                  typename common_t<A...>::result>;
template <class T> using integer = std::enable_if_t<is_plain_integer<T>, T>;

template <class... A, class F> constexpr auto map(F f, const A &...a) {
  return each<common_t<A...>, typename common_t<A...>::result>(f, a...);
}
} // namespace sycl::detail

#endif
