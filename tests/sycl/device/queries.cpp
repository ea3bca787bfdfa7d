// SYCL 2020, 4.5.4, 4.6.2 to 4.6.5: information descriptors and traits that ask nothing of a
// device.
#include <sstream>

#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace device_info = sycl::info::device;

template <class Query, class Result> void same(const sycl::device &d, Result expected) {
  static_assert(std::is_same_v<typename Query::return_type, Result>);
  CHECK(d.get_info<Query>() == expected);
}

int main() {
  sycl::queue q;
  const sycl::device d = q.get_device();
  const sycl::context c = q.get_context();
  std::ostringstream text;
  text << d.get_backend() << ' ' << sycl::backend::opencl;
  CHECK(d.get_backend() != sycl::backend::native_cpu || text.str() == "native_cpu opencl");
  CHECK(d.get_backend() != sycl::backend::ext_oneapi_hip);
  static_assert(sycl::backend::ext_oneapi_cuda == sycl::backend::cuda);

  same<device_info::platform>(d, d.get_platform());
  CHECK_THROWS(d.get_info<device_info::parent_device>(), sycl::errc::invalid, "no sub-device");
  same<device_info::queue_profiling>(d, d.has(sycl::aspect::queue_profiling));
  same<device_info::partition_type_affinity_domain>(
      d, sycl::info::partition_affinity_domain::not_applicable);
  same<device_info::native_vector_width_long_long>(
      d, d.get_info<device_info::native_vector_width_long>());
  same<device_info::preferred_vector_width_long_long>(
      d, d.get_info<device_info::preferred_vector_width_long>());
  const std::string version = d.get_info<device_info::version>(); // major.minor
  CHECK(version.find('.') != std::string::npos && version.find('.') == version.rfind('.'));
  const bool has_images = d.has(sycl::aspect::image);
  same<device_info::image_support>(d, has_images);
  same<device_info::max_read_image_args>(d, uint32_t(has_images ? 128 : 0));
  same<device_info::max_write_image_args>(d, uint32_t(has_images ? 128 : 0));
  same<device_info::max_samplers>(d, uint32_t(has_images ? 128 : 0));
  same<device_info::image2d_max_width>(d, size_t(has_images ? 1 << 16 : 0));
  same<device_info::image2d_max_height>(d, size_t(has_images ? 1 << 16 : 0));
  same<device_info::image3d_max_width>(d, size_t(has_images ? 1 << 14 : 0));
  same<device_info::image3d_max_height>(d, size_t(has_images ? 1 << 14 : 0));
  same<device_info::image3d_max_depth>(d, size_t(has_images ? 1 << 14 : 0));
  same<device_info::image_max_buffer_size>(d, size_t(has_images ? 0x7fffffff : 0));

  namespace queue_info = sycl::info::queue;
  static_assert(std::is_same_v<queue_info::context::return_type, sycl::context>);
  static_assert(std::is_same_v<queue_info::device::return_type, sycl::device>);
  static_assert(std::is_same_v<queue_info::reference_count::return_type, uint32_t>);
  CHECK(q.get_info<queue_info::context>() == c && q.get_info<queue_info::device>() == d);
  CHECK(q.get_info<queue_info::reference_count>() >= 1);

  namespace context_info = sycl::info::context;
  static_assert(std::is_same_v<context_info::platform::return_type, sycl::platform>);
  static_assert(std::is_same_v<context_info::devices::return_type, std::vector<sycl::device>>);
  CHECK(c.get_info<context_info::platform>() == d.get_platform());
  CHECK(c.get_info<context_info::devices>() == c.get_devices());
  CHECK(c.get_info<context_info::atomic_fence_order_capabilities>() ==
        d.get_info<device_info::atomic_fence_order_capabilities>());
  CHECK(c.get_info<context_info::atomic_fence_scope_capabilities>() ==
        d.get_info<device_info::atomic_fence_scope_capabilities>());

  static_assert(sycl::any_device_has<sycl::aspect::cpu>() &&
                sycl::any_device_has_v<sycl::aspect::gpu>);
  static_assert(!sycl::any_device_has_v<sycl::aspect::emulated> &&
                !sycl::all_devices_have_v<sycl::aspect::image>);
  static_assert(!sycl::all_devices_have<sycl::aspect::fp64>());

  using sycl::is_property_of_v;
  static_assert(is_property_of_v<sycl::property::queue::in_order, sycl::queue>);
  static_assert(is_property_of_v<sycl::property::queue::enable_profiling, sycl::queue>);
  static_assert(is_property_of_v<sycl::property::buffer::use_host_ptr, sycl::buffer<int, 2>>);
  static_assert(is_property_of_v<sycl::property::no_init, sycl::accessor<int>>);
  static_assert(is_property_of_v<sycl::property::no_init, sycl::host_accessor<int>>);
  static_assert(!is_property_of_v<sycl::property::no_init, sycl::queue>);

  namespace intel_info = sycl::ext::intel::info::device;
  static_assert(SYCL_EXT_INTEL_DEVICE_INFO == 6);
  if (d.has(sycl::aspect::ext_intel_free_memory)) {
    const uint64_t free = d.get_info<intel_info::free_memory>();
    CHECK(free > 0 && free <= d.get_info<device_info::global_mem_size>());
  }
  if (!d.has(sycl::aspect::ext_intel_memory_clock_rate))
    CHECK_THROWS(d.get_info<intel_info::memory_clock_rate>(), sycl::errc::feature_not_supported,
                 "ext_intel_memory_clock_rate");
  return finish();
}
