/* The common part of id and range: D numbers, dimension 0 slowest. */
#ifndef FALX_SYCL_DETAIL_ARRAY_HPP
#define FALX_SYCL_DETAIL_ARRAY_HPP

#include <type_traits>

#include <sycl/detail/config.hpp>

namespace sycl::detail {
template <class T> inline constexpr bool is_index = std::is_integral_v<T> || std::is_enum_v<T>;
template <class T>
inline constexpr bool gives_index = is_index<T> || std::is_convertible_v<const T &, size_t>;

template <int D> struct array {
  static_assert(1 <= D && D <= 3, "SYCL ranges and ids have one, two or three dimensions");
  size_t v[D];
  constexpr size_t get(int dimension) const { return v[dimension]; }
  constexpr size_t &operator[](int dimension) { return v[dimension]; }
  constexpr size_t operator[](int dimension) const { return v[dimension]; }
};
} // namespace sycl::detail

/* SYCL 2020, 4.9.1.1 and 4.9.1.3: the operators of a class with elements v[D]. The templates on
 * integers keep `i + 1` of a one-dimensional id unambiguous although it converts to size_t. */
#define FALX_ARRAY_BINARY(type, op)                                                                \
  friend constexpr type operator op(const type &a, const type &b) {                                \
    type r;                                                                                        \
    for (int d = 0; d < D; ++d)                                                                    \
      r.v[d] = a.v[d] op b.v[d];                                                                   \
    return r;                                                                                      \
  }                                                                                                \
  template <class T, std::enable_if_t<detail::is_index<T>, int> = 0>                               \
  friend constexpr type operator op(const type &a, T b) {                                          \
    type r;                                                                                        \
    for (int d = 0; d < D; ++d)                                                                    \
      r.v[d] = a.v[d] op static_cast<size_t>(b);                                                   \
    return r;                                                                                      \
  }                                                                                                \
  template <class T, std::enable_if_t<detail::is_index<T>, int> = 0>                               \
  friend constexpr type operator op(T a, const type &b) {                                          \
    type r;                                                                                        \
    for (int d = 0; d < D; ++d)                                                                    \
      r.v[d] = static_cast<size_t>(a) op b.v[d];                                                   \
    return r;                                                                                      \
  }
#define FALX_ARRAY_ASSIGN(type, op)                                                                \
  friend constexpr type &operator op(type &a, const type &b) {                                     \
    for (int d = 0; d < D; ++d)                                                                    \
      a.v[d] op b.v[d];                                                                            \
    return a;                                                                                      \
  }                                                                                                \
  template <class T, std::enable_if_t<detail::is_index<T>, int> = 0>                               \
  friend constexpr type &operator op(type &a, T b) {                                               \
    for (int d = 0; d < D; ++d)                                                                    \
      a.v[d] op static_cast<size_t>(b);                                                            \
    return a;                                                                                      \
  }
#define FALX_ARRAY_OPERATORS(type)                                                                 \
  FALX_ARRAY_BINARY(type, +)                                                                       \
  FALX_ARRAY_BINARY(type, -)                                                                       \
  FALX_ARRAY_BINARY(type, *)                                                                       \
  FALX_ARRAY_BINARY(type, /)                                                                       \
  FALX_ARRAY_BINARY(type, %)                                                                       \
  FALX_ARRAY_BINARY(type, <<)                                                                      \
  FALX_ARRAY_BINARY(type, >>)                                                                      \
  FALX_ARRAY_BINARY(type, &)                                                                       \
  FALX_ARRAY_BINARY(type, |)                                                                       \
  FALX_ARRAY_BINARY(type, ^)                                                                       \
  FALX_ARRAY_BINARY(type, &&)                                                                      \
  FALX_ARRAY_BINARY(type, ||)                                                                      \
  FALX_ARRAY_BINARY(type, <)                                                                       \
  FALX_ARRAY_BINARY(type, >)                                                                       \
  FALX_ARRAY_BINARY(type, <=)                                                                      \
  FALX_ARRAY_BINARY(type, >=)                                                                      \
  FALX_ARRAY_ASSIGN(type, +=)                                                                      \
  FALX_ARRAY_ASSIGN(type, -=)                                                                      \
  FALX_ARRAY_ASSIGN(type, *=)                                                                      \
  FALX_ARRAY_ASSIGN(type, /=)                                                                      \
  FALX_ARRAY_ASSIGN(type, %=)                                                                      \
  FALX_ARRAY_ASSIGN(type, <<=)                                                                     \
  FALX_ARRAY_ASSIGN(type, >>=)                                                                     \
  FALX_ARRAY_ASSIGN(type, &=)                                                                      \
  FALX_ARRAY_ASSIGN(type, |=)                                                                      \
  FALX_ARRAY_ASSIGN(type, ^=)                                                                      \
  friend constexpr bool operator==(const type &a, const type &b) {                                 \
    for (int d = 0; d < D; ++d)                                                                    \
      if (a.v[d] != b.v[d])                                                                        \
        return false;                                                                              \
    return true;                                                                                   \
  }                                                                                                \
  friend constexpr bool operator!=(const type &a, const type &b) {                                 \
    return !(a == b);                                                                              \
  }                                                                                                \
  friend constexpr type operator+(const type &a) {                                                 \
    return a;                                                                                      \
  }                                                                                                \
  friend constexpr type operator-(const type &a) {                                                 \
    return size_t(0) - a;                                                                          \
  }                                                                                                \
  friend constexpr type &operator++(type &a) {                                                     \
    return a += size_t(1);                                                                         \
  }                                                                                                \
  friend constexpr type &operator--(type &a) {                                                     \
    return a -= size_t(1);                                                                         \
  }                                                                                                \
  friend constexpr type operator++(type &a, int) {                                                 \
    type old = a;                                                                                  \
    a += size_t(1);                                                                                \
    return old;                                                                                    \
  }                                                                                                \
  friend constexpr type operator--(type &a, int) {                                                 \
    type old = a;                                                                                  \
    a -= size_t(1);                                                                                \
    return old;                                                                                    \
  }

#endif
