/* nd_item<D>: a work-item of a kernel over an nd_range. SYCL 2020, 4.9.1.5. It holds its ids, and
 * may be kept; what a kernel does not ask for is never computed. */
#ifndef FALX_SYCL_ND_ITEM_HPP
#define FALX_SYCL_ND_ITEM_HPP

#include <sycl/group.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_range.hpp>

namespace sycl {

namespace ext::oneapi::experimental {
template <int D> class root_group;
}

template <int D = 1> class nd_item {
public:
  static constexpr int dimensions = D;

  id<D> get_global_id() const { return global_; }
  size_t get_global_id(int d) const { return global_[d]; }
  size_t get_global_linear_id() const {
    return detail::linear(id<D>(global_ - offset_), get_global_range());
  }
  id<D> get_local_id() const { return local_; }
  size_t get_local_id(int d) const { return local_[d]; }
  size_t get_local_linear_id() const { return detail::linear(local_, get_local_range()); }

  group<D> get_group() const { return group_; }
  size_t get_group(int d) const { return group_.get_group_id(d); }
  size_t get_group_linear_id() const { return group_.get_group_linear_id(); }
  range<D> get_group_range() const { return group_.get_group_range(); }
  size_t get_group_range(int d) const { return group_.get_group_range(d); }
  /* Of the work-item that calls. */
  sub_group get_sub_group() const { return detail::access_group::make_sub_group<D>(); }

  range<D> get_global_range() const { return group_.get_global_range(); }
  size_t get_global_range(int d) const { return group_.get_global_range(d); }
  range<D> get_local_range() const { return group_.get_local_range(); }
  size_t get_local_range(int d) const { return group_.get_local_range(d); }
  FALX_DEPRECATED("offsets are deprecated in SYCL 2020") id<D> get_offset() const {
    return offset_;
  }
  ext::oneapi::experimental::root_group<D> ext_oneapi_get_root_group() const;
  nd_range<D> get_nd_range() const { return {get_global_range(), get_local_range(), offset_}; }

  /* Deprecated: group_barrier(get_group()). */
  void barrier(access::fence_space space = access::fence_space::global_and_local) const {
    __spirv_ControlBarrier(detail::SPIRV_WORK_GROUP, detail::SPIRV_WORK_GROUP,
                           detail::spirv_fence(space));
  }
  template <access_mode Mode = access_mode::read_write>
  FALX_DEPRECATED("use atomic_fence()")
  void mem_fence(access::fence_space space = access::fence_space::global_and_local) const {
    __spirv_MemoryBarrier(detail::SPIRV_WORK_GROUP, detail::spirv_fence(space));
  }
  template <class... A> device_event async_work_group_copy(A... arguments) const {
    return get_group().async_work_group_copy(arguments...);
  }
  template <class... Events> void wait_for(Events... events) const { (events.wait(), ...); }

  friend bool operator==(const nd_item &a, const nd_item &b) {
    return a.global_ == b.global_ && a.local_ == b.local_ && a.offset_ == b.offset_ &&
           a.group_ == b.group_;
  }
  friend bool operator!=(const nd_item &a, const nd_item &b) { return !(a == b); }

  static nd_item here() { return nd_item(); }

private:
  nd_item()
      : global_(FALX_GATHER(id<D>, __spirv_BuiltInGlobalInvocationId)),
        local_(FALX_GATHER(id<D>, __spirv_BuiltInLocalInvocationId)),
        offset_(FALX_GATHER(id<D>, __spirv_BuiltInGlobalOffset)),
        group_(detail::access_group::make<group<D>>()) {}
  id<D> global_, local_, offset_;
  group<D> group_;
};

} // namespace sycl

#endif
