/* marray<T, N>: an array of numbers with operators. SYCL 2020, 4.14.3 "Math array types". */
#ifndef FALX_SYCL_MARRAY_HPP
#define FALX_SYCL_MARRAY_HPP

#include <sycl/detail/elementwise.hpp>
#include <sycl/half.hpp>

namespace sycl {

template <class T, std::size_t N> class marray : public detail::elementwise::operand {
  static_assert(N > 0, "marray has at least one element");

public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  using iterator = T *;
  using const_iterator = const T *;

  constexpr marray() : data_{} {}
  explicit constexpr marray(const T &value) : data_{} {
    for (auto &x : data_)
      x = value;
  }
  /* Values and smaller marrays, one after the other, N elements together. */
  template <class... A,
            std::enable_if_t<(sizeof...(A) > 1) && (detail::part_size<T, A>() + ... + 0) == int(N),
                             int> = 0>
  constexpr marray(const A &...parts) : data_{} {
    int n = 0;
    (detail::append(data_, n, parts), ...);
  }
  constexpr marray(const marray &) = default;
  constexpr marray(marray &&) = default;
  constexpr marray &operator=(const marray &) = default;
  template <std::size_t M = N> constexpr marray &operator=(const T &value) {
    return *this = marray(value);
  }

  template <std::size_t M = N, std::enable_if_t<M == 1, int> = 0> constexpr operator T() const {
    return data_[0];
  }
  static constexpr std::size_t size() noexcept { return N; }
  constexpr reference operator[](std::size_t i) { return data_[i]; }
  constexpr const_reference operator[](std::size_t i) const { return data_[i]; }
  constexpr iterator begin() { return data_; }
  constexpr const_iterator begin() const { return data_; }
  constexpr iterator end() { return data_ + N; }
  constexpr const_iterator end() const { return data_ + N; }

private:
  T data_[N];
};

template <class T, class... U, class = std::enable_if_t<(std::is_same_v<T, U> && ...)>>
marray(T, U...) -> marray<T, sizeof...(U) + 1>;

#define FALX_MARRAY_ALIASES(name, type)                                                            \
  using m##name##2 = marray<type, 2>;                                                              \
  using m##name##3 = marray<type, 3>;                                                              \
  using m##name##4 = marray<type, 4>;                                                              \
  using m##name##8 = marray<type, 8>;                                                              \
  using m##name##16 = marray<type, 16>;
FALX_MARRAY_ALIASES(bool, bool)
FALX_MARRAY_ALIASES(char, int8_t)
FALX_MARRAY_ALIASES(uchar, uint8_t)
FALX_MARRAY_ALIASES(short, int16_t)
FALX_MARRAY_ALIASES(ushort, uint16_t)
FALX_MARRAY_ALIASES(int, int32_t)
FALX_MARRAY_ALIASES(uint, uint32_t)
FALX_MARRAY_ALIASES(long, int64_t)
FALX_MARRAY_ALIASES(ulong, uint64_t)
FALX_MARRAY_ALIASES(half, half)
FALX_MARRAY_ALIASES(float, float)
FALX_MARRAY_ALIASES(double, double)
#undef FALX_MARRAY_ALIASES

} // namespace sycl

#endif
