/* nd_item<D>: a work-item of a kernel over an nd_range. SYCL 2020, 4.9.1.5. It holds nothing: it
 * reads the ids of the work-item that asks. */
#ifndef FALX_SYCL_ND_ITEM_HPP
#define FALX_SYCL_ND_ITEM_HPP

#include <sycl/group.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_range.hpp>

namespace sycl {

template <int D = 1> class nd_item {
public:
  static constexpr int dimensions = D;

  id<D> get_global_id() const { return FALX_GATHER(id<D>, __spirv_BuiltInGlobalInvocationId); }
  size_t get_global_id(int d) const { return __spirv_BuiltInGlobalInvocationId(D - 1 - d); }
  size_t get_global_linear_id() const {
    return detail::linear(id<D>(get_global_id() - offset()), get_global_range());
  }
  id<D> get_local_id() const { return FALX_GATHER(id<D>, __spirv_BuiltInLocalInvocationId); }
  size_t get_local_id(int d) const { return __spirv_BuiltInLocalInvocationId(D - 1 - d); }
  size_t get_local_linear_id() const { return detail::linear(get_local_id(), get_local_range()); }

  group<D> get_group() const { return detail::access_group::make<group<D>>(); }
  size_t get_group(int d) const { return __spirv_BuiltInWorkgroupId(D - 1 - d); }
  size_t get_group_linear_id() const { return get_group().get_group_linear_id(); }
  range<D> get_group_range() const { return FALX_GATHER(range<D>, __spirv_BuiltInNumWorkgroups); }
  size_t get_group_range(int d) const { return __spirv_BuiltInNumWorkgroups(D - 1 - d); }
  sub_group get_sub_group() const { return detail::access_group::make<sub_group>(); }

  range<D> get_global_range() const { return FALX_GATHER(range<D>, __spirv_BuiltInGlobalSize); }
  size_t get_global_range(int d) const { return __spirv_BuiltInGlobalSize(D - 1 - d); }
  range<D> get_local_range() const { return FALX_GATHER(range<D>, __spirv_BuiltInWorkgroupSize); }
  size_t get_local_range(int d) const { return __spirv_BuiltInWorkgroupSize(D - 1 - d); }
  [[deprecated("offsets are deprecated in SYCL 2020")]] id<D> get_offset() const {
    return offset();
  }
  nd_range<D> get_nd_range() const { return {get_global_range(), get_local_range(), offset()}; }

  /* Deprecated: group_barrier(get_group()). */
  void barrier(access::fence_space space = access::fence_space::global_and_local) const {
    __spirv_ControlBarrier(detail::SPIRV_WORK_GROUP, detail::SPIRV_WORK_GROUP,
                           detail::spirv_fence(space));
  }
  template <access_mode Mode = access_mode::read_write>
  [[deprecated("use atomic_fence()")]] void
  mem_fence(access::fence_space space = access::fence_space::global_and_local) const {
    __spirv_MemoryBarrier(detail::SPIRV_WORK_GROUP, detail::spirv_fence(space));
  }
  template <class... A> device_event async_work_group_copy(A... arguments) const {
    return get_group().async_work_group_copy(arguments...);
  }
  template <class... Events> void wait_for(Events... events) const { (events.wait(), ...); }

  friend bool operator==(const nd_item &, const nd_item &) { return true; }
  friend bool operator!=(const nd_item &, const nd_item &) { return false; }

  static nd_item here() { return nd_item(); }

private:
  nd_item() = default;
  id<D> offset() const { return FALX_GATHER(id<D>, __spirv_BuiltInGlobalOffset); }
};

} // namespace sycl

#endif
