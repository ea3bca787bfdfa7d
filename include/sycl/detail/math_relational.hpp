/* SYCL 2020, 4.17.9 "Relational functions". */
#ifndef FALX_SYCL_DETAIL_MATH_RELATIONAL_HPP
#define FALX_SYCL_DETAIL_MATH_RELATIONAL_HPP

#include <sycl/detail/math_float.hpp>

namespace sycl {

#define FALX_RELATION_1(name, expression)                                                          \
  FALX_LAZY bool name(float x) {                                                                   \
    return expression;                                                                             \
  }                                                                                                \
  FALX_LAZY bool name(double x) {                                                                  \
    return expression;                                                                             \
  }                                                                                                \
  template <class A>                                                                               \
  inline typename detail::truths<typename detail::floats<A>::type>::type name(const A &a) {        \
    return detail::test<A>([](auto e) { return name(e); }, a);                                     \
  }
#define FALX_RELATION_2(name, expression)                                                          \
  FALX_LAZY bool name(float x, float y) {                                                          \
    return expression;                                                                             \
  }                                                                                                \
  FALX_LAZY bool name(double x, double y) {                                                        \
    return expression;                                                                             \
  }                                                                                                \
  template <class A, class B>                                                                      \
  inline typename detail::truths<typename detail::floats<A, B>::type>::type name(const A &a,       \
                                                                                 const B &b) {     \
    return detail::test<A, B>([](auto e, auto g) { return name(e, g); }, a, b);                    \
  }
FALX_RELATION_1(isfinite, __builtin_isfinite(x))
FALX_RELATION_1(isinf, __builtin_isinf(x) != 0)
FALX_RELATION_1(isnan, __builtin_isnan(x))
FALX_RELATION_1(signbit, __builtin_signbit(x) != 0)
FALX_RELATION_2(isequal, x == y)
FALX_RELATION_2(isnotequal, x != y)
FALX_RELATION_2(isgreater, __builtin_isgreater(x, y))
FALX_RELATION_2(isgreaterequal, __builtin_isgreaterequal(x, y))
FALX_RELATION_2(isless, __builtin_isless(x, y))
FALX_RELATION_2(islessequal, __builtin_islessequal(x, y))
FALX_RELATION_2(islessgreater, __builtin_islessgreater(x, y))
FALX_RELATION_2(isordered, !__builtin_isunordered(x, y))
FALX_RELATION_2(isunordered, __builtin_isunordered(x, y))

/* Subnormal numbers of half are normal ones of float. */
FALX_LAZY bool isnormal(float x) {
  return __builtin_isnormal(x);
}
FALX_LAZY bool isnormal(double x) {
  return __builtin_isnormal(x);
}
inline bool isnormal(half x) {
  const unsigned exponent = __builtin_bit_cast(uint16_t, x) & 0x7c00u;
  return exponent != 0 && exponent != 0x7c00u;
}
template <class A>
inline typename detail::truths<typename detail::floats<A>::type>::type isnormal(const A &a) {
  return detail::test<A>([](auto e) { return isnormal(e); }, a);
}
#undef FALX_RELATION_1
#undef FALX_RELATION_2

namespace detail {
/* Of an integer the highest bit counts, of a bool itself. */
template <class T> constexpr bool is_set(T x) {
  if constexpr (std::is_same_v<T, bool>)
    return x;
  else
    return std::make_signed_t<T>(x) < 0;
}
template <class T> using if_integral = std::enable_if_t<std::is_integral_v<T>, int>;
template <class A> using truth_of = std::conditional_t<shape<A>::is_marray, bool, int>;
} // namespace detail

template <class T, detail::if_integral<T> = 0> constexpr bool any(T x) {
  return detail::is_set(x);
}
template <class T, detail::if_integral<T> = 0> constexpr bool all(T x) {
  return detail::is_set(x);
}
/* Of an marray the answer is a bool, of a vec an int. */
template <class A, detail::if_integral<detail::element_t<A>> = 0>
constexpr detail::truth_of<A> any(const A &a) {
  bool r = false;
  for (int i = 0; i < detail::shape<A>::size; ++i)
    r |= detail::is_set(detail::element_t<A>(a[i]));
  return r;
}
template <class A, detail::if_integral<detail::element_t<A>> = 0>
constexpr detail::truth_of<A> all(const A &a) {
  bool r = true;
  for (int i = 0; i < detail::shape<A>::size; ++i)
    r &= detail::is_set(detail::element_t<A>(a[i]));
  return r;
}

/* Bits of y where z has ones, of x elsewhere. */
template <class T, class U, class V,
          std::enable_if_t<(std::is_arithmetic_v<T> || std::is_same_v<T, half>) &&
                               std::is_same_v<T, U> && std::is_same_v<T, V>,
                           int> = 0>
constexpr T bitselect(T x, U y, V z) {
  using M = detail::mask_t<T>;
  const M a = __builtin_bit_cast(M, x), b = __builtin_bit_cast(M, y), c = __builtin_bit_cast(M, z);
  return __builtin_bit_cast(T, M((a & ~c) | (b & c)));
}
template <class A, class B, class C, class S = detail::common_t<A, B, C>>
constexpr typename S::result bitselect(const A &a, const B &b, const C &c) {
  return detail::each<S, typename S::result>(
      [](auto e, auto g, auto h) { return bitselect(e, g, h); }, a, b, c);
}

template <class T, std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, half>, int> = 0>
constexpr T select(T x, T y, bool is_second) {
  return is_second ? y : x;
}
/* In a vec the highest bit of each element of c decides, in an marray each bool. */
template <class A, class B, class C, class S = detail::common_t<A, B>,
          class = std::enable_if_t<detail::shape<C>::is && detail::shape<C>::size == S::size &&
                                   std::is_integral_v<detail::element_t<C>> &&
                                   (S::is_marray ||
                                    sizeof(detail::element_t<C>) == sizeof(typename S::element))>>
constexpr typename S::result select(const A &a, const B &b, const C &c) {
  using T = typename S::element;
  typename S::result r{};
  for (int i = 0; i < S::size; ++i)
    r[i] =
        detail::is_set(detail::element_t<C>(c[i])) ? detail::pick<T>(b, i) : detail::pick<T>(a, i);
  return r;
}

} // namespace sycl

#endif
