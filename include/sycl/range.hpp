/* range<D>: how many elements or work-items. SYCL 2020, 4.9.1.1. */
#ifndef FALX_SYCL_RANGE_HPP
#define FALX_SYCL_RANGE_HPP

#include <sycl/detail/array.hpp>

namespace sycl {

template <int D = 1> class range : public detail::array<D> {
public:
  static constexpr int dimensions = D;

  constexpr range() : detail::array<D>{} {}
  template <class... I,
            std::enable_if_t<sizeof...(I) == D && (detail::gives_index<I> && ...), int> = 0>
  constexpr range(const I &...sizes) : detail::array<D>{{static_cast<size_t>(sizes)...}} {}

  constexpr size_t size() const {
    size_t n = 1;
    for (int d = 0; d < D; ++d)
      n *= this->v[d];
    return n;
  }
  FALX_ARRAY_OPERATORS(range)
};

template <class T> range(T) -> range<1>;
template <class T> range(T, T) -> range<2>;
template <class T, class U> range(T, U) -> range<2>;
template <class T, class U, class V> range(T, U, V) -> range<3>;

namespace detail {
/* Bytes of so many elements: more than there can be where the number overflows. */
constexpr size_t bytes_for(size_t count, size_t element_size) {
  size_t bytes = 0;
  return __builtin_mul_overflow(count, element_size, &bytes) ? ~size_t(0) : bytes;
}
template <int D> constexpr size_t bytes_for(const range<D> &r, size_t element_size) {
  size_t bytes = element_size;
  for (int d = 0; d < D; ++d)
    if (!r.v[d])
      return 0;
  for (int d = 0; d < D; ++d)
    bytes = bytes_for(bytes, r.v[d]);
  return bytes;
}
template <class I, size_t N> constexpr range<int(N)> braced(const I (&numbers)[N]) {
  range<int(N)> r;
  for (size_t d = 0; d < N; ++d)
    r.v[d] = static_cast<size_t>(numbers[d]);
  return r;
}
} // namespace detail

} // namespace sycl

#endif
