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

template <class... A> using leader_t = typename leader<A...>::type;

/* half, or a class that converts to it as others do to float. */
template <class A, bool = std::is_class_v<A> && !shape<A>::is && !std::is_same_v<A, half>>
inline constexpr bool is_half = std::is_same_v<A, half>;
template <class A>
inline constexpr bool is_half<A, true> =
    !std::is_convertible_v<A, float> && std::is_convertible_v<A, half>;

/* ::type is the result where A... are vecs, swizzles or marrays of one shape, with single values
 * between, or all half. No aliases: clang would expand those at each function's declaration. */
template <class L, class... A>
struct floats_of
    : std::enable_if<is_floating<typename shape<L>::element> && (fits<L, A> && ...), L> {};
template <class... A> struct floats_of<void, A...> : std::enable_if<(is_half<A> && ...), half> {};
template <class... A> struct floats : floats_of<leader_t<A...>, A...> {};
/* Single values of one type alone: what dot<float, float>(x, y) asks for. */
template <class T, class... A>
struct scalars : std::enable_if<is_floating<T> && (std::is_same_v<A, T> && ...), T> {};
/* And single values of one type: what max<float>(x, y) asks for. */
template <class L, class T, class... A> struct numbers_of : floats<T, A...> {};
template <class T, class... A>
struct numbers_of<void, T, A...>
    : std::conditional_t<is_floating<T>, scalars<T, A...>, floats_of<void, T, A...>> {};
template <class... A> struct numbers : numbers_of<leader_t<A...>, A...> {};
/* Single values for the edges and as many results as X has elements; or operands of one kind. */
struct no_type {};
template <class X, class... E>
struct on_edges
    : std::conditional_t<shape<X>::is && (!shape<E>::is && ...), numbers<X, E...>, no_type> {};
template <class... A>
struct alike
    : std::conditional_t<(shape<A>::is && ...) || (!shape<A>::is && ...), numbers<A...>, no_type> {
};
template <class Floats> struct truths {
  using type = typename shape<Floats>::truth;
};
template <> struct truths<half> {
  using type = bool;
};

/* The same of vecs and their like alone. */
template <class... A>
struct just_floats
    : std::enable_if<std::is_same_v<typename shape<leader_t<A...>>::element, float> &&
                         (fits<leader_t<A...>, A> && ...),
                     leader_t<A...>> {};
template <class... A>
struct integers : std::enable_if<is_plain_integer<typename shape<leader_t<A...>>::element> &&
                                     (fits<leader_t<A...>, A> && ...),
                                 leader_t<A...>> {};
template <class L, class T, class... A> struct integral_numbers_of : integers<T, A...> {};
template <class T, class... A>
struct integral_numbers_of<void, T, A...>
    : std::enable_if<is_plain_integer<T> && (std::is_same_v<A, T> && ...), T> {};
template <class... A> struct integral_numbers : integral_numbers_of<leader_t<A...>, A...> {};
template <class T> struct integer : std::enable_if<is_plain_integer<T>, T> {};

/* f of each element; of half by way of float. */
template <class... A, class F> constexpr auto map(F f, const A &...a) {
  using L = leader_t<A...>;
  if constexpr (!std::is_void_v<L>)
    return each<shape<L>, L>(f, a...);
  else if constexpr ((is_half<A> || ...))
    return half(f(static_cast<float>(static_cast<half>(a))...));
  else
    return f(a...);
}
/* Whether f holds, for each element. */
template <class... A, class F> constexpr auto test(F f, const A &...a) {
  using S = shape<leader_t<A...>>;
  if constexpr (S::is)
    return each<S, typename S::truth>([f](auto... e) { return S::answer(f(e...)); }, a...);
  else
    return f(static_cast<float>(static_cast<half>(a))...);
}
} // namespace sycl::detail

#endif
