/* item<D>: a work-item of a kernel over a range. SYCL 2020, 4.9.1.4. */
#ifndef FALX_SYCL_ITEM_HPP
#define FALX_SYCL_ITEM_HPP

#include <sycl/id.hpp>

namespace sycl {

namespace detail {
struct access_item;
template <int D, class Item> struct item_base {};
template <class Item> struct item_base<1, Item> {
  operator size_t() const { return static_cast<const Item *>(this)->get_id(0); }
};
} // namespace detail

template <int D = 1, bool WithOffset = true>
class item : public detail::item_base<D, item<D, WithOffset>> {
public:
  static constexpr int dimensions = D;

  item() = delete;
  id<D> get_id() const { return id_; }
  size_t get_id(int dimension) const { return id_[dimension]; }
  size_t operator[](int dimension) const { return id_[dimension]; }
  range<D> get_range() const { return range_; }
  size_t get_range(int dimension) const { return range_[dimension]; }
  FALX_DEPRECATED("offsets are deprecated in SYCL 2020") id<D> get_offset() const {
    return offset_;
  }
  size_t get_linear_id() const { return detail::linear(id<D>(id_ - offset_), range_); }
  operator item<D, true>() const { return item<D, true>(id_, range_, offset_); }
  friend bool operator==(const item &a, const item &b) {
    return a.id_ == b.id_ && a.range_ == b.range_ && a.offset_ == b.offset_;
  }
  friend bool operator!=(const item &a, const item &b) { return !(a == b); }

private:
  friend struct detail::access_item;
  template <int, bool> friend class item;
  item(const id<D> &i, const range<D> &r, const id<D> &o) : id_(i), range_(r), offset_(o) {}
  id<D> id_;
  range<D> range_;
  id<D> offset_;
};

namespace detail {
struct access_item {
  template <int D, bool O>
  static item<D, O> make(const id<D> &i, const range<D> &r, const id<D> &offset = {}) {
    return item<D, O>(i, r, offset);
  }
  template <int D, bool O = true> static item<D, O> here() {
    return item<D, O>(FALX_GATHER(id<D>, __spirv_BuiltInGlobalInvocationId),
                      FALX_GATHER(range<D>, __spirv_BuiltInGlobalSize),
                      FALX_GATHER(id<D>, __spirv_BuiltInGlobalOffset));
  }
};
} // namespace detail

} // namespace sycl

#endif
