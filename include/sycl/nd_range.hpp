/* nd_range<D>: a range cut into work-groups. SYCL 2020, 4.9.1.2. */
#ifndef FALX_SYCL_ND_RANGE_HPP
#define FALX_SYCL_ND_RANGE_HPP

#include <sycl/id.hpp>

namespace sycl {

template <int D = 1> class nd_range {
public:
  static constexpr int dimensions = D;

  nd_range(range<D> global, range<D> local, id<D> offset = {})
      : global_(global), local_(local), offset_(offset) {}
  range<D> get_global_range() const { return global_; }
  range<D> get_local_range() const { return local_; }
  range<D> get_group_range() const { return global_ / local_; }
  id<D> get_offset() const { return offset_; }
  friend bool operator==(const nd_range &a, const nd_range &b) {
    return a.global_ == b.global_ && a.local_ == b.local_ && a.offset_ == b.offset_;
  }
  friend bool operator!=(const nd_range &a, const nd_range &b) { return !(a == b); }

private:
  range<D> global_, local_;
  id<D> offset_;
};

} // namespace sycl

#endif
