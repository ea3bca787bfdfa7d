/* A bit for each work-item of a sub-group: sycl_ext_oneapi_sub_group_mask. */
#ifndef FALX_SYCL_EXT_ONEAPI_SUB_GROUP_MASK_HPP
#define FALX_SYCL_EXT_ONEAPI_SUB_GROUP_MASK_HPP

#include <sycl/detail/sub_group_part.hpp>
#include <sycl/marray.hpp>

#define SYCL_EXT_ONEAPI_SUB_GROUP_MASK 2

namespace sycl::ext::oneapi {

class sub_group_mask {
public:
  class reference {
  public:
    reference &operator=(bool x) {
      mask_.set(at_, x);
      return *this;
    }
    reference &operator=(const reference &x) { return *this = static_cast<bool>(x); }
    reference(const reference &) = default;
    bool operator~() const { return !*this; }
    operator bool() const { return mask_.test(at_); }
    reference &flip() {
      mask_.flip(at_);
      return *this;
    }

  private:
    friend class sub_group_mask;
    reference(sub_group_mask &mask, id<1> at) : mask_(mask), at_(at) {}
    sub_group_mask &mask_;
    id<1> at_;
  };

  sub_group_mask() : sub_group_mask(0ull) {}
  sub_group_mask(unsigned long long bits)
      : size_(detail::widest_sub_group()), bits_(bits & all_bits()) {}
  template <class T, size_t N, class = std::enable_if_t<std::is_integral_v<T>>>
  sub_group_mask(const marray<T, N> &bits) : sub_group_mask(0ull) {
    insert_bits(bits);
  }

  bool operator[](id<1> at) const { return test(at); }
  reference operator[](id<1> at) { return {*this, at}; }
  bool test(id<1> at) const { return bits_ >> at[0] & 1; }
  bool all() const { return bits_ == all_bits(); }
  bool any() const { return bits_ != 0; }
  bool none() const { return bits_ == 0; }
  uint32_t count() const { return static_cast<uint32_t>(__builtin_popcountll(bits_)); }
  uint32_t size() const { return size_; }
  /* size() if there is none. */
  id<1> find_low() const { return bits_ ? size_t(__builtin_ctzll(bits_)) : size_; }
  id<1> find_high() const { return bits_ ? size_t(63 - __builtin_clzll(bits_)) : size_; }

  template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
  void insert_bits(const T &bits, id<1> at = 0) {
    put(static_cast<uint64_t>(bits), 8 * sizeof(T), at[0]);
  }
  template <class T, size_t N, class = std::enable_if_t<std::is_integral_v<T>>>
  void insert_bits(const marray<T, N> &bits, id<1> at = 0) {
    for (size_t i = 0; i < N; ++i)
      put(static_cast<uint64_t>(bits[i]), 8 * sizeof(T), at[0] + 8 * sizeof(T) * i);
  }
  template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
  void extract_bits(T &bits, id<1> at = 0) const {
    bits = static_cast<T>(get(at[0]));
  }
  template <class T, size_t N, class = std::enable_if_t<std::is_integral_v<T>>>
  void extract_bits(marray<T, N> &bits, id<1> at = 0) const {
    for (size_t i = 0; i < N; ++i)
      bits[i] = static_cast<T>(get(at[0] + 8 * sizeof(T) * i));
  }

  void set() { bits_ = all_bits(); }
  void set(id<1> at, bool is_set = true) {
    bits_ = (bits_ & ~bit(at)) | (is_set ? bit(at) & all_bits() : 0);
  }
  void reset() { bits_ = 0; }
  void reset(id<1> at) { bits_ &= ~bit(at); }
  void reset_low() { bits_ &= bits_ - 1; }
  void reset_high() {
    if (bits_)
      reset(find_high());
  }
  void flip() { bits_ ^= all_bits(); }
  void flip(id<1> at) { bits_ ^= bit(at) & all_bits(); }

  friend bool operator==(const sub_group_mask &a, const sub_group_mask &b) {
    return a.bits_ == b.bits_ && a.size_ == b.size_;
  }
  friend bool operator!=(const sub_group_mask &a, const sub_group_mask &b) { return !(a == b); }
  sub_group_mask &operator&=(const sub_group_mask &x) { return assign(bits_ & x.bits_); }
  sub_group_mask &operator|=(const sub_group_mask &x) { return assign(bits_ | x.bits_); }
  sub_group_mask &operator^=(const sub_group_mask &x) { return assign(bits_ ^ x.bits_); }
  sub_group_mask &operator<<=(size_t n) { return assign(n < 64 ? bits_ << n : 0); }
  sub_group_mask &operator>>=(size_t n) { return assign(n < 64 ? bits_ >> n : 0); }
  sub_group_mask operator~() const { return sub_group_mask(*this).assign(~bits_); }
  sub_group_mask operator<<(size_t n) const { return sub_group_mask(*this) <<= n; }
  sub_group_mask operator>>(size_t n) const { return sub_group_mask(*this) >>= n; }
  friend sub_group_mask operator&(sub_group_mask a, const sub_group_mask &b) { return a &= b; }
  friend sub_group_mask operator|(sub_group_mask a, const sub_group_mask &b) { return a |= b; }
  friend sub_group_mask operator^(sub_group_mask a, const sub_group_mask &b) { return a ^= b; }

private:
  static uint64_t low_bits(size_t n) { return n < 64 ? (uint64_t(1) << n) - 1 : ~uint64_t(0); }
  static uint64_t bit(id<1> at) { return at[0] < 64 ? uint64_t(1) << at[0] : 0; }
  uint64_t all_bits() const { return low_bits(size_); }
  sub_group_mask &assign(uint64_t bits) {
    bits_ = bits & all_bits();
    return *this;
  }
  void put(uint64_t bits, size_t count, size_t at) {
    if (at < 64)
      assign((bits_ & ~(low_bits(count) << at)) | (bits & low_bits(count)) << at);
  }
  uint64_t get(size_t at) const { return at < 64 ? bits_ >> at : 0; }

  uint32_t size_;
  uint64_t bits_;
};

/* The work-items of the sub-group for which the predicate is true. */
template <class Group>
std::enable_if_t<std::is_same_v<std::decay_t<Group>, sub_group>, sub_group_mask>
group_ballot(Group, bool predicate = true) {
  return sub_group_mask(detail::ballot(predicate));
}

} // namespace sycl::ext::oneapi

#endif
