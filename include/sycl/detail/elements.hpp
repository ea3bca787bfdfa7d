/* What accessors of every kind have in common: subscripts, sizes, iterators.
 * SYCL 2020, 4.7.6.8: subscripts and iterators are relative to a ranged accessor's offset. */
#ifndef FALX_SYCL_DETAIL_ELEMENTS_HPP
#define FALX_SYCL_DETAIL_ELEMENTS_HPP

#include <string> // with it std::reverse_iterator, much cheaper than <iterator>

#include <sycl/access.hpp>
#include <sycl/id.hpp>

namespace sycl::detail {

/* acc[i][j][k]: what is left to subscript. */
template <class T, int Left> struct row {
  T *base;
  size_t memory[Left], offset[Left];

  FALX_INLINE decltype(auto) operator[](size_t i) const {
    if constexpr (Left == 1) {
      return (base[i + offset[0]]);
    } else {
      size_t stride = 1;
      row<T, Left - 1> next;
      for (int d = 1; d < Left; ++d) {
        stride *= memory[d];
        next.memory[d - 1] = memory[d];
        next.offset[d - 1] = offset[d];
      }
      next.base = base + (i + offset[0]) * stride;
      return next;
    }
  }
};

/* Walks a box of elements row by row. */
template <class T, int D> class box_iterator {
public:
  using difference_type = ptrdiff_t;
  using value_type = std::remove_const_t<T>;
  using pointer = T *;
  using reference = T &;
  using iterator_category = std::random_access_iterator_tag;

  box_iterator() = default;
  box_iterator(T *base, const range<D> &access, const range<D> &memory, const id<D> &offset,
               ptrdiff_t at)
      : base_(base), access_(access), memory_(memory), offset_(offset), at_(at) {}
  reference operator[](ptrdiff_t n) const {
    size_t left = static_cast<size_t>(at_ + n);
    id<D> i;
    for (int d = D; d-- > 0; left /= access_.v[d])
      i.v[d] = left % access_.v[d] + offset_.v[d];
    return base_[linear(i, memory_)];
  }
  reference operator*() const { return (*this)[0]; }
  pointer operator->() const { return &**this; }
  box_iterator &operator+=(ptrdiff_t n) {
    at_ += n;
    return *this;
  }
  box_iterator &operator-=(ptrdiff_t n) { return *this += -n; }
  box_iterator &operator++() { return *this += 1; }
  box_iterator &operator--() { return *this += -1; }
  box_iterator operator++(int) {
    box_iterator old = *this;
    at_ += 1;
    return old;
  }
  box_iterator operator--(int) {
    box_iterator old = *this;
    at_ -= 1;
    return old;
  }
  friend box_iterator operator+(box_iterator i, ptrdiff_t n) { return i += n; }
  friend box_iterator operator+(ptrdiff_t n, box_iterator i) { return i += n; }
  friend box_iterator operator-(box_iterator i, ptrdiff_t n) { return i -= n; }
  friend ptrdiff_t operator-(const box_iterator &a, const box_iterator &b) { return a.at_ - b.at_; }
  friend bool operator==(const box_iterator &a, const box_iterator &b) { return a.at_ == b.at_; }
  friend bool operator!=(const box_iterator &a, const box_iterator &b) { return a.at_ != b.at_; }
  friend bool operator<(const box_iterator &a, const box_iterator &b) { return a.at_ < b.at_; }
  friend bool operator>(const box_iterator &a, const box_iterator &b) { return a.at_ > b.at_; }
  friend bool operator<=(const box_iterator &a, const box_iterator &b) { return a.at_ <= b.at_; }
  friend bool operator>=(const box_iterator &a, const box_iterator &b) { return a.at_ >= b.at_; }

private:
  T *base_ = nullptr;
  range<D> access_, memory_;
  id<D> offset_;
  ptrdiff_t at_ = 0;
};

/* An accessor without dimensions is laid out as one of one element. */
constexpr int layout_dimensions(int dimensions) {
  return dimensions ? dimensions : 1;
}

/* What an accessor of a whole buffer reaches; without dimensions, the first element, if there is
 * one. */
template <int D, class Range> Range reach(const Range &all) {
  if constexpr (D == 0)
    return Range(all.v[0] != 0);
  else
    return all;
}

/* What converts to an index, and not to an id. */
template <class I>
inline constexpr bool is_other_index =
    std::is_convertible_v<const I &, size_t> && !std::is_convertible_v<const I &, id<1>>;

/* Base of the accessor Self. It has base(), box(), memory() and first(): pointer to the whole,
 * elements in reach, elements of the whole, the first one in reach. */
template <class Self, class T, int D> class elements {
  static constexpr int N = layout_dimensions(D);
  template <int M> using if_subscripted = std::enable_if_t<(M > 0), int>;
  const Self &self() const { return static_cast<const Self &>(*this); }

public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  using difference_type = ptrdiff_t;
  using size_type = size_t;
  using iterator = std::conditional_t<N == 1, T *, box_iterator<T, N>>;
  using const_iterator = std::conditional_t<N == 1, const T *, box_iterator<const T, N>>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;

  template <int M = D, if_subscripted<M> = 0> FALX_INLINE reference operator[](id<N> i) const {
    const id<N> first = self().first();
    for (int d = 0; d < N; ++d)
      i.v[d] += first.v[d];
    return self().base()[linear(i, self().memory())];
  }
  template <class I, std::enable_if_t<D == 1 && is_other_index<I>, int> = 0>
  FALX_INLINE reference operator[](const I &i) const {
    return (*this)[id<1>(static_cast<size_t>(i))];
  }
  template <int M = D, if_subscripted<M - 1> = 0>
  FALX_INLINE decltype(auto) operator[](size_t i) const {
    const range<N> memory = self().memory(); // not in the loop, which has to be unrolled early
    const id<N> first = self().first();
    row<T, N> all;
    all.base = self().base();
    for (int d = 0; d < N; ++d) {
      all.memory[d] = memory.v[d];
      all.offset[d] = first.v[d];
    }
    return all[i];
  }

  size_type size() const noexcept { return self().box().size(); }
  size_type max_size() const noexcept { return size(); }
  size_type byte_size() const noexcept { return size() * sizeof(T); }
  bool empty() const noexcept { return size() == 0; }
  FALX_DEPRECATED("use size()") size_t get_count() const noexcept { return size(); }
  FALX_DEPRECATED("use byte_size()") size_t get_size() const noexcept { return byte_size(); }

  iterator begin() const noexcept { return at<iterator>(0); }
  iterator end() const noexcept { return at<iterator>(size()); }
  const_iterator cbegin() const noexcept { return at<const_iterator>(0); }
  const_iterator cend() const noexcept { return at<const_iterator>(size()); }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

private:
  template <class Iterator> Iterator at(size_t n) const {
    if constexpr (N == 1)
      return self().base() + self().first().v[0] + n;
    else
      return Iterator(self().base(), self().box(), self().memory(), self().first(),
                      static_cast<ptrdiff_t>(n));
  }
};

} // namespace sycl::detail

#endif
