/* Function objects of reductions and group algorithms, and their identities.
 * SYCL 2020, 4.17.2 "Function objects" and 4.9.2.2 (known_identity). */
#ifndef FALX_SYCL_FUNCTIONAL_HPP
#define FALX_SYCL_FUNCTIONAL_HPP

#include <limits>
#include <string> // with it std::plus and the like, much cheaper than <functional>
#include <type_traits>

#include <sycl/half.hpp>

namespace sycl {

#define FALX_COMMON std::common_type_t<T, U>
#define FALX_FUNCTION_OBJECT(name, expression, result)                                             \
  template <class T = void> struct name {                                                          \
    constexpr T operator()(const T &a, const T &b) const { return expression; }                    \
  };                                                                                               \
  template <> struct name<void> {                                                                  \
    using is_transparent = void;                                                                   \
    template <class T, class U>                                                                    \
    constexpr auto operator()(const T &a, const U &b) const -> result {                            \
      return expression;                                                                           \
    }                                                                                              \
  };
FALX_FUNCTION_OBJECT(plus, a + b, decltype(a + b))
FALX_FUNCTION_OBJECT(multiplies, a *b, decltype(a * b))
FALX_FUNCTION_OBJECT(bit_and, a &b, decltype(a & b))
FALX_FUNCTION_OBJECT(bit_or, a | b, decltype(a | b))
FALX_FUNCTION_OBJECT(bit_xor, a ^ b, decltype(a ^ b))
FALX_FUNCTION_OBJECT(logical_and, a &&b, decltype(a && b))
FALX_FUNCTION_OBJECT(logical_or, a || b, decltype(a || b))
FALX_FUNCTION_OBJECT(minimum, b < a ? b : a, FALX_COMMON)
FALX_FUNCTION_OBJECT(maximum, a < b ? b : a, FALX_COMMON)
#undef FALX_FUNCTION_OBJECT
#undef FALX_COMMON

namespace detail {
/* The standard library's function objects mean the same as SYCL's. */
template <class Op> struct as_sycl {
  using type = Op;
};
#define FALX_STANDARD(name)                                                                        \
  template <class T> struct as_sycl<std::name<T>> {                                                \
    using type = name<T>;                                                                          \
  };
FALX_STANDARD(plus)
FALX_STANDARD(multiplies)
FALX_STANDARD(bit_and)
FALX_STANDARD(bit_or)
FALX_STANDARD(bit_xor)
FALX_STANDARD(logical_and)
FALX_STANDARD(logical_or)
#undef FALX_STANDARD
template <class Op> using as_sycl_t = typename as_sycl<std::decay_t<Op>>::type;

template <class T>
inline constexpr bool is_number = std::is_arithmetic_v<T> || std::is_same_v<T, half>;
template <class T> inline constexpr bool knows_identities = is_number<T>;
template <class T> inline constexpr bool knows_sums = knows_identities<T>;
template <class T> inline constexpr bool is_integer = std::is_integral_v<T>;
template <class T> inline constexpr bool is_truth = std::is_same_v<T, bool>;

/* The primary template: no identity is known. */
template <class Op, class T, class = void> struct identity {
  static constexpr bool is_known = false;
};
#define FALX_IDENTITY(name, condition, ...)                                                        \
  template <class O, class T>                                                                      \
  struct identity<name<O>, T,                                                                      \
                  std::enable_if_t<(std::is_void_v<O> || std::is_same_v<O, T>) && condition<T>>> { \
    static constexpr bool is_known = true;                                                         \
    static constexpr T value = static_cast<T>(__VA_ARGS__);                                        \
  };
FALX_IDENTITY(plus, knows_sums, 0)
FALX_IDENTITY(multiplies, knows_sums, 1)
FALX_IDENTITY(bit_and, is_integer, std::is_same_v<T, bool> ? T(1) : T(~T(0)))
FALX_IDENTITY(bit_or, is_integer, 0)
FALX_IDENTITY(bit_xor, is_integer, 0)
FALX_IDENTITY(logical_and, is_truth, true)
FALX_IDENTITY(logical_or, is_truth, false)
FALX_IDENTITY(minimum, knows_identities,
              std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                   : (std::numeric_limits<T>::max)())
FALX_IDENTITY(maximum, knows_identities,
              std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                   : std::numeric_limits<T>::lowest())
#undef FALX_IDENTITY
} // namespace detail

template <class Op, class T>
struct has_known_identity
    : std::bool_constant<detail::identity<detail::as_sycl_t<Op>, std::decay_t<T>>::is_known> {};
template <class Op, class T>
inline constexpr bool has_known_identity_v = has_known_identity<Op, T>::value;

template <class Op, class T> struct known_identity {
  static_assert(has_known_identity_v<Op, T>,
                "no identity is known for this operator and type; pass one to reduction()");
  static constexpr std::decay_t<T> value =
      detail::identity<detail::as_sycl_t<Op>, std::decay_t<T>>::value;
};
template <class Op, class T>
inline constexpr std::decay_t<T> known_identity_v = known_identity<Op, T>::value;

} // namespace sycl

#endif
