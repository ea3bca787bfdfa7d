/* id<D>: the place of one element or work-item. SYCL 2020, 4.9.1.3. */
#ifndef FALX_SYCL_ID_HPP
#define FALX_SYCL_ID_HPP

#include <sycl/range.hpp>

namespace sycl {

template <int D, bool WithOffset> class item;

namespace detail {
/* One-dimensional ids convert to their only element. Not by a template: the built-in operator[]
 * of a pointer would not find that. */
template <int D> struct id_base : array<D> {};
template <> struct id_base<1> : array<1> {
  constexpr operator size_t() const { return v[0]; }
};
} // namespace detail

template <int D = 1> class id : public detail::id_base<D> {
  template <class T>
  static constexpr bool is_compared = detail::is_index<T> || std::is_same_v<T, range<D>>;

public:
  static constexpr int dimensions = D;

  constexpr id() : detail::id_base<D>{} {}
  template <class... I,
            std::enable_if_t<sizeof...(I) == D &&
                                 ((D > 1 ? detail::gives_index<I> : detail::is_index<I>) && ...),
                             int> = 0>
  constexpr id(I... place) : detail::id_base<D>{{{static_cast<size_t>(place)...}}} {}
  constexpr id(const range<D> &r) : detail::id_base<D>{r} {}
  template <bool O> constexpr id(const item<D, O> &i) : id(i.get_id()) {}

  FALX_ARRAY_OPERATORS(id)
  /* With integers, beyond SYCL 2020 for all elements; and with ranges, which are no better as one
   * than ids as the other. */
  template <class T, std::enable_if_t<is_compared<T>, int> = 0>
  friend constexpr bool operator==(const id &a, T b) {
    return a == all(b);
  }
  template <class T, std::enable_if_t<is_compared<T>, int> = 0>
  friend constexpr bool operator!=(const id &a, T b) {
    return !(a == all(b));
  }
#if __cplusplus < 202002L
  template <class T, std::enable_if_t<is_compared<T>, int> = 0>
  friend constexpr bool operator==(T a, const id &b) {
    return b == a;
  }
  template <class T, std::enable_if_t<is_compared<T>, int> = 0>
  friend constexpr bool operator!=(T a, const id &b) {
    return b != a;
  }
#endif

private:
  template <class T> static constexpr id all(T b) {
    if constexpr (std::is_same_v<T, range<D>>) {
      return b;
    } else {
      id same;
      for (int d = 0; d < D; ++d)
        same.v[d] = static_cast<size_t>(b);
      return same;
    }
  }
};

template <class T> id(T) -> id<1>;
template <class T, class U> id(T, U) -> id<2>;
template <class T, class U, class V> id(T, U, V) -> id<3>;

namespace detail {
/* Position in a row-major block; dimension D - 1 moves fastest. */
template <int D> FALX_INLINE constexpr size_t linear(const id<D> &i, const range<D> &r) {
  if constexpr (D == 1)
    return i.v[0];
  else if constexpr (D == 2)
    return i.v[0] * r.v[1] + i.v[1];
  else
    return (i.v[0] * r.v[1] + i.v[1]) * r.v[2] + i.v[2];
}

/* Arrays of the C interface and of the builtins have the fastest dimension first. */
template <int D> inline void store(size_t (&out)[3], const array<D> &a, size_t unused) {
  for (int d = 0; d < 3; ++d)
    out[d] = d < D ? a.v[D - 1 - d] : unused;
}
#define FALX_GATHER(T, builtin)                                                                    \
  [] {                                                                                             \
    T r;                                                                                           \
    for (int d = 0; d < D; ++d)                                                                    \
      r.v[d] = builtin(D - 1 - d);                                                                 \
    return r;                                                                                      \
  }()
} // namespace detail

} // namespace sycl

#endif
