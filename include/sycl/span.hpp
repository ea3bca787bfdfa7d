/* span: a view of contiguous elements, as in C++20. SYCL 2020, 3.9.2. */
#ifndef FALX_SYCL_SPAN_HPP
#define FALX_SYCL_SPAN_HPP

#include <cassert>
#include <cstddef>
#include <string> // with it iterators, much cheaper than <iterator>
#include <type_traits>
#include <utility>

namespace sycl {

inline constexpr std::size_t dynamic_extent = std::size_t(-1);

template <class T, std::size_t E = dynamic_extent> class span;

namespace detail {
template <std::size_t E> struct extent {
  constexpr extent(std::size_t n) {
    assert(n == E && "span: size differs from the fixed extent"), (void)n;
  }
  static constexpr std::size_t get() { return E; }
};
template <> struct extent<dynamic_extent> {
  std::size_t n;
  constexpr extent(std::size_t count) : n(count) {}
  constexpr std::size_t get() const { return n; }
};
template <class From, class To>
inline constexpr bool is_qualification = std::is_convertible_v<From (*)[], To (*)[]>;

template <class R> inline constexpr bool is_span = false;
template <class T, std::size_t N> inline constexpr bool is_span<span<T, N>> = true;

/* std::array, without its header: a template of an element and a size. */
template <class R> inline constexpr bool is_fixed = std::is_array_v<R>;
template <template <class, std::size_t> class A, class T, std::size_t N>
inline constexpr bool is_fixed<A<T, N>> = true;
template <class R, class T>
using contiguous = std::enable_if_t<
    !is_fixed<std::remove_cv_t<std::remove_reference_t<R>>> &&
    is_qualification<std::remove_pointer_t<decltype(std::data(std::declval<R &>()))>, T> &&
    std::is_convertible_v<decltype(std::size(std::declval<R &>())), std::size_t>>;
} // namespace detail

template <class T, std::size_t E> class span : private detail::extent<E> {
  using size_base = detail::extent<E>;

public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = T *;
  using const_pointer = const T *;
  using reference = T &;
  using const_reference = const T &;
  using iterator = T *;
  using const_iterator = const T *;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  static constexpr size_type extent = E;

  template <std::size_t N = E, std::enable_if_t<N == 0 || N == dynamic_extent, int> = 0>
  constexpr span() noexcept : size_base(0), data_(nullptr) {}
  constexpr span(pointer first, size_type count) : size_base(count), data_(first) {}
  constexpr span(pointer first, pointer last) : size_base(size_type(last - first)), data_(first) {}
  template <std::size_t N, std::enable_if_t<E == dynamic_extent || E == N, int> = 0>
  constexpr span(T (&a)[N]) noexcept : size_base(N), data_(a) {}
  template <template <class, std::size_t> class A, class U, std::size_t N,
            std::enable_if_t<!detail::is_span<A<U, N>> && (E == dynamic_extent || E == N) &&
                                 detail::is_qualification<U, T>,
                             int> = 0>
  constexpr span(A<U, N> &a) noexcept : size_base(N), data_(a.data()) {}
  template <template <class, std::size_t> class A, class U, std::size_t N,
            std::enable_if_t<!detail::is_span<A<U, N>> && (E == dynamic_extent || E == N) &&
                                 detail::is_qualification<const U, T>,
                             int> = 0>
  constexpr span(const A<U, N> &a) noexcept : size_base(N), data_(a.data()) {}
  template <class R, std::size_t N = E, class = detail::contiguous<R, T>,
            std::enable_if_t<N == dynamic_extent, int> = 0>
  constexpr span(R &&range) : size_base(std::size(range)), data_(std::data(range)) {}
  template <class R, std::size_t N = E, class = detail::contiguous<R, T>,
            std::enable_if_t<N != dynamic_extent, int> = 0, class = void>
  explicit constexpr span(R &&range) : size_base(std::size(range)), data_(std::data(range)) {}
  template <
      class U, std::size_t N,
      std::enable_if_t<(E == dynamic_extent || E == N) && detail::is_qualification<U, T>, int> = 0>
  constexpr span(const span<U, N> &o) noexcept : size_base(o.size()), data_(o.data()) {}
  template <
      class U, std::size_t N,
      std::enable_if_t<E != dynamic_extent && N == dynamic_extent && detail::is_qualification<U, T>,
                       int> = 0,
      class = void>
  explicit constexpr span(const span<U, N> &o) : size_base(o.size()), data_(o.data()) {}
  constexpr span(const span &) noexcept = default;
  constexpr span &operator=(const span &) noexcept = default;

  template <std::size_t N> constexpr span<T, N> first() const { return {data_, N}; }
  template <std::size_t N> constexpr span<T, N> last() const { return {data_ + (size() - N), N}; }
  template <std::size_t O, std::size_t N = dynamic_extent>
  constexpr span<T, N != dynamic_extent   ? N
                    : E != dynamic_extent ? E - O
                                          : dynamic_extent>
  subspan() const {
    return {data_ + O, N != dynamic_extent ? N : size() - O};
  }
  constexpr span<T> first(size_type count) const { return {data_, count}; }
  constexpr span<T> last(size_type count) const { return {data_ + (size() - count), count}; }
  constexpr span<T> subspan(size_type offset, size_type count = dynamic_extent) const {
    return {data_ + offset, count != dynamic_extent ? count : size() - offset};
  }

  constexpr size_type size() const noexcept { return size_base::get(); }
  constexpr size_type size_bytes() const noexcept { return size() * sizeof(T); }
  [[nodiscard]] constexpr bool empty() const noexcept { return size() == 0; }
  constexpr reference operator[](size_type i) const { return data_[i]; }
  constexpr reference front() const { return data_[0]; }
  constexpr reference back() const { return data_[size() - 1]; }
  constexpr pointer data() const noexcept { return data_; }
  constexpr iterator begin() const noexcept { return data_; }
  constexpr iterator end() const noexcept { return data_ + size(); }
  constexpr const_iterator cbegin() const noexcept { return begin(); }
  constexpr const_iterator cend() const noexcept { return end(); }
  constexpr reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  constexpr reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  constexpr const_reverse_iterator crbegin() const noexcept {
    return const_reverse_iterator(cend());
  }
  constexpr const_reverse_iterator crend() const noexcept {
    return const_reverse_iterator(cbegin());
  }

private:
  pointer data_;
};

template <class T, std::size_t N> span(T (&)[N]) -> span<T, N>;
template <template <class, std::size_t> class A, class T, std::size_t N,
          class = std::enable_if_t<!detail::is_span<A<T, N>>>>
span(A<T, N> &) -> span<T, N>;
template <template <class, std::size_t> class A, class T, std::size_t N,
          class = std::enable_if_t<!detail::is_span<A<T, N>>>>
span(const A<T, N> &) -> span<const T, N>;
template <class R,
          class = std::enable_if_t<!detail::is_fixed<std::remove_cv_t<std::remove_reference_t<R>>>>>
span(R &&) -> span<std::remove_pointer_t<decltype(std::data(std::declval<R &>()))>>;
template <class T> span(T *, std::size_t) -> span<T>;

template <class T, std::size_t E>
inline span<const std::byte, E == dynamic_extent ? E : E * sizeof(T)>
as_bytes(span<T, E> s) noexcept {
  return {reinterpret_cast<const std::byte *>(s.data()), s.size_bytes()};
}
template <class T, std::size_t E, std::enable_if_t<!std::is_const_v<T>, int> = 0>
inline span<std::byte, E == dynamic_extent ? E : E * sizeof(T)>
as_writable_bytes(span<T, E> s) noexcept {
  return {reinterpret_cast<std::byte *>(s.data()), s.size_bytes()};
}

} // namespace sycl

#endif
