/* What vec, its swizzles and marray have in common: their shape and the operators, one definition
 * for all of them. SYCL 2020, 4.14.2 and 4.14.3. */
#ifndef FALX_SYCL_DETAIL_ELEMENTWISE_HPP
#define FALX_SYCL_DETAIL_ELEMENTWISE_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl {
template <class T, int N> class vec;
template <class T, std::size_t N> class marray;

namespace detail {
template <class V, int... I> class swizzled;

/* The integer a comparison of T answers with in a vec: as wide as T, all bits set for true. */
template <std::size_t Size> struct mask_of;
template <> struct mask_of<1> {
  using type = int8_t;
};
template <> struct mask_of<2> {
  using type = int16_t;
};
template <> struct mask_of<4> {
  using type = int32_t;
};
template <> struct mask_of<8> {
  using type = int64_t;
};
template <class T> using mask_t = typename mask_of<sizeof(T)>::type;

/* How an operand looks: its element, how many, and the class of results (a vec for swizzles). */
template <class A> struct shape {
  static constexpr bool is = false;
  static constexpr int size = 0;
  using element = void;
  using result = void;
};
template <class T, int N> struct shape<vec<T, N>> {
  static constexpr bool is = true, is_marray = false;
  static constexpr int size = N;
  using element = T;
  using result = vec<T, N>;
  template <class U> using with = vec<U, N>;
  using truth = vec<mask_t<T>, N>;
  static constexpr mask_t<T> answer(bool b) { return b ? mask_t<T>(-1) : mask_t<T>(0); }
};
template <class V, int... I>
struct shape<swizzled<V, I...>>
    : shape<vec<typename shape<std::remove_const_t<V>>::element, int(sizeof...(I))>> {};
template <class T, std::size_t N> struct shape<marray<T, N>> {
  static constexpr bool is = true, is_marray = true;
  static constexpr int size = N;
  using element = T;
  using result = marray<T, N>;
  template <class U> using with = marray<U, N>;
  using truth = marray<bool, N>;
  static constexpr bool answer(bool b) { return b; }
};
template <class A> using shape_of = shape<std::remove_cv_t<std::remove_reference_t<A>>>;
template <class A> using element_t = typename shape_of<A>::element;

/* Whether B can stand beside a result R: the same shape, or one value for all elements. */
template <class R, class B, bool = shape_of<B>::is>
inline constexpr bool fits = std::is_convertible_v<const B &, typename shape<R>::element>;
template <class R, class B>
inline constexpr bool fits<R, B, true> =
    std::is_same_v<typename shape_of<B>::result, R> ||
    (shape_of<B>::size == 1 && std::is_convertible_v<const B &, typename shape<R>::element>);

/* The first operand with a shape decides; a single element yields to more. */
template <class... A> struct leader {
  using type = void;
};
template <class A, class... B> struct leader<A, B...> {
  using mine = typename shape_of<A>::result;
  using rest = typename leader<B...>::type;
  static constexpr bool yields = !shape_of<A>::is || (shape_of<A>::size == 1 && shape<rest>::is);
  using type = std::conditional_t<yields, rest, mine>;
};
template <class R, class... A>
struct common_shape : std::enable_if<(fits<R, A> && ...), shape<R>> {};
template <class... A> struct common_shape<void, A...> {};

/* The shape of an elementwise function of A...; nothing where no operand has one or they differ. */
template <class... A>
using common_t = typename common_shape<typename leader<A...>::type, A...>::type;

/* How many elements A adds when a vec or marray of T is made of several parts. */
template <class T, class A> constexpr int part_size() {
  if constexpr (shape<A>::is && std::is_same_v<typename shape<A>::element, T>)
    return shape<A>::size;
  else
    return std::is_convertible_v<const A &, T> ? 1 : -1000;
}
template <class T, class A> constexpr void append(T *to, int &n, const A &part) {
  if constexpr (!shape<A>::is || shape<A>::size == 1)
    to[n++] = static_cast<T>(part);
  else
    for (int i = 0; i < shape<A>::size; ++i)
      to[n++] = part[i];
}

/* Element i of an operand, as T. */
template <class T, class A> constexpr T pick(const A &a, int i) {
  if constexpr (!shape<A>::is)
    return static_cast<T>(a);
  else if constexpr (shape<A>::size == 1)
    return static_cast<T>(a[0]);
  else
    return static_cast<T>(a[i]);
}

/* f of each element; operands are converted to the element type of S first. */
template <class S, class R, class F, class... A> constexpr R each(F f, const A &...a) {
  R r{};
  for (int i = 0; i < S::size; ++i)
    r[i] = static_cast<typename shape<R>::element>(f(pick<typename S::element>(a, i)...));
  return r;
}

/* The operators live beside this base, where only operands derived from it find them. */
namespace elementwise {
struct operand {};

template <class... A> using any = common_t<A...>;
template <class... A>
using integral =
    std::enable_if_t<std::is_integral_v<typename common_t<A...>::element>, common_t<A...>>;
template <class A>
inline constexpr bool has_bits = std::is_integral_v<A> || std::is_same_v<A, std::byte>;
template <class... A>
using bitwise = std::enable_if_t<has_bits<typename common_t<A...>::element>, common_t<A...>>;
template <class A, class B>
using assignable = std::enable_if_t<shape_of<A>::is && fits<typename shape_of<A>::result, B>>;
template <class A, class B>
using assignable_integral = std::enable_if_t<std::is_integral_v<element_t<A>>, assignable<A, B>>;
template <class A, class B>
using assignable_bitwise = std::enable_if_t<has_bits<element_t<A>>, assignable<A, B>>;

#define FALX_ELEMENTWISE(op, kind, assign)                                                         \
  template <class A, class B, class S = kind<A, B>>                                                \
  constexpr typename S::result operator op(const A &a, const B &b) {                               \
    using T = typename S::element;                                                                 \
    typename S::result r{};                                                                        \
    for (int i = 0; i < S::size; ++i)                                                              \
      r[i] = static_cast<T>(pick<T>(a, i) op pick<T>(b, i));                                       \
    return r;                                                                                      \
  }                                                                                                \
  template <class A, class B = typename shape_of<A>::result, class = assign<A, B>>                 \
  constexpr std::remove_reference_t<A> &operator op## = (A && a, const B &b) {                     \
    a = a op b;                                                                                    \
    return a;                                                                                      \
  }
FALX_ELEMENTWISE(+, any, assignable)
FALX_ELEMENTWISE(-, any, assignable)
FALX_ELEMENTWISE(*, any, assignable)
FALX_ELEMENTWISE(/, any, assignable)
FALX_ELEMENTWISE(%, integral, assignable_integral)
FALX_ELEMENTWISE(&, bitwise, assignable_bitwise)
FALX_ELEMENTWISE(|, bitwise, assignable_bitwise)
FALX_ELEMENTWISE(^, bitwise, assignable_bitwise)
FALX_ELEMENTWISE(<<, integral, assignable_integral)
FALX_ELEMENTWISE(>>, integral, assignable_integral)
#undef FALX_ELEMENTWISE

#define FALX_ELEMENTWISE(op)                                                                       \
  template <class A, class B, class S = any<A, B>>                                                 \
  constexpr typename S::truth operator op(const A &a, const B &b) {                                \
    using T = typename S::element;                                                                 \
    typename S::truth r{};                                                                         \
    for (int i = 0; i < S::size; ++i)                                                              \
      r[i] = S::answer(pick<T>(a, i) op pick<T>(b, i));                                            \
    return r;                                                                                      \
  }
FALX_ELEMENTWISE(==)
FALX_ELEMENTWISE(!=)
FALX_ELEMENTWISE(<)
FALX_ELEMENTWISE(>)
FALX_ELEMENTWISE(<=)
FALX_ELEMENTWISE(>=)
FALX_ELEMENTWISE(&&)
FALX_ELEMENTWISE(||)
#undef FALX_ELEMENTWISE

template <class A, class S = any<A>> constexpr typename S::result operator+(const A &a) {
  return a;
}
template <class A, class S = any<A>> constexpr typename S::result operator-(const A &a) {
  return each<S, typename S::result>([](auto x) { return -x; }, a);
}
template <class A, class S = bitwise<A>> constexpr typename S::result operator~(const A &a) {
  return each<S, typename S::result>([](auto x) { return ~x; }, a);
}
template <class A, class S = any<A>> constexpr typename S::truth operator!(const A &a) {
  return each<S, typename S::truth>([](auto x) { return S::answer(!x); }, a);
}
template <class A, class = any<A>> constexpr std::remove_reference_t<A> &operator++(A &&a) {
  a = a + element_t<A>(1);
  return a;
}
template <class A, class = any<A>> constexpr std::remove_reference_t<A> &operator--(A &&a) {
  a = a - element_t<A>(1);
  return a;
}
template <class A, class S = any<A>> constexpr typename S::result operator++(A &&a, int) {
  typename S::result old = a;
  a = a + element_t<A>(1);
  return old;
}
template <class A, class S = any<A>> constexpr typename S::result operator--(A &&a, int) {
  typename S::result old = a;
  a = a - element_t<A>(1);
  return old;
}
} // namespace elementwise
} // namespace detail
} // namespace sycl

#endif
