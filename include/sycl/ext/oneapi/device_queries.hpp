/* What a device is asked beyond SYCL 2020: sycl_ext_oneapi_num_compute_units,
 * sycl_ext_oneapi_max_work_group_query, sycl_ext_oneapi_composite_device (no device is one). */
#ifndef FALX_SYCL_EXT_ONEAPI_DEVICE_QUERIES_HPP
#define FALX_SYCL_EXT_ONEAPI_DEVICE_QUERIES_HPP

#include <sycl/ext/oneapi/kernel_properties/progress.hpp>
#include <sycl/khr/max_work_group_queries.hpp>

#define SYCL_EXT_ONEAPI_NUM_COMPUTE_UNITS 1
#define SYCL_EXT_ONEAPI_MAX_WORK_GROUP_QUERY 1
#define SYCL_EXT_ONEAPI_COMPOSITE_DEVICE 1

namespace sycl::ext::oneapi {

namespace info::device {
struct num_compute_units {
  using return_type = size_t;
  static size_t get(falx_device_t d) {
    return detail::device_value<uint32_t>(d, FALX_DEVICE_COMPUTE_UNITS);
  }
};
} // namespace info::device

namespace experimental {
namespace info::device {
/* sycl_ext_oneapi_forward_progress: what the properties of kernels may ask for. */
template <execution_scope> struct progress_capabilities {
  using return_type = std::vector<forward_progress_guarantee>;
  static return_type get(falx_device_t) { return {forward_progress_guarantee::weakly_parallel}; }
};
template <execution_scope Coordination> struct work_group_progress_capabilities;
template <> struct work_group_progress_capabilities<execution_scope::root_group> {
  using return_type = std::vector<forward_progress_guarantee>;
  static return_type get(falx_device_t) {
    return {forward_progress_guarantee::concurrent, forward_progress_guarantee::parallel,
            forward_progress_guarantee::weakly_parallel};
  }
};
template <execution_scope Coordination>
struct sub_group_progress_capabilities : progress_capabilities<Coordination> {
  static_assert(Coordination == execution_scope::root_group ||
                Coordination == execution_scope::work_group);
};
template <execution_scope Coordination>
struct work_item_progress_capabilities : progress_capabilities<Coordination> {
  static_assert(Coordination != execution_scope::work_item);
};

template <int D = 3> using max_work_groups = khr::info::device::max_work_group_range<D>;
using max_global_work_groups = khr::info::device::max_work_group_range_size;

template <class Device> struct components {
  using return_type = std::vector<Device>;
  static return_type get(falx_device_t) { return {}; }
};
using component_devices = components<sycl::device>;
struct composite_device {
  using return_type = sycl::device;
  static sycl::device get(falx_device_t) {
    detail::throw_error(errc::invalid, "composite_device: the device is no component");
  }
};
} // namespace info::device

template <class Device = device> std::vector<Device> get_composite_devices() {
  return {};
}
} // namespace experimental

namespace info::device {
using experimental::info::device::sub_group_progress_capabilities;
using experimental::info::device::work_group_progress_capabilities;
using experimental::info::device::work_item_progress_capabilities;
} // namespace info::device

} // namespace sycl::ext::oneapi

#endif
