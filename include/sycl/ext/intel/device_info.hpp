/* Queries of devices: sycl_ext_intel_device_info. Each needs the aspect of its name and throws
 * feature_not_supported on a device without it. No adapter has any but free_memory yet. */
#ifndef FALX_SYCL_EXT_INTEL_DEVICE_INFO_HPP
#define FALX_SYCL_EXT_INTEL_DEVICE_INFO_HPP

#include <sycl/device.hpp>

#include <array>

#define SYCL_EXT_INTEL_DEVICE_INFO 6

namespace sycl::detail {
[[noreturn]] __attribute__((cold, noinline)) inline void throw_no_info(const char *what) {
  throw_error(errc::feature_not_supported,
              (std::string("device::get_info<") + what + ">: the device has no aspect of that name")
                  .c_str());
}
} // namespace sycl::detail

namespace sycl::ext::intel::info::device {

#define FALX_NO_DEVICE_INFO(name, type, needed)                                                    \
  struct name {                                                                                    \
    using return_type = type;                                                                      \
    static type get(falx_device_t) { sycl::detail::throw_no_info(#needed); }                       \
  };
FALX_NO_DEVICE_INFO(device_id, uint32_t, ext_intel_device_id)
using uuid_type = std::array<unsigned char, 16>;
FALX_NO_DEVICE_INFO(uuid, uuid_type, ext_intel_device_info_uuid)
FALX_NO_DEVICE_INFO(pci_address, std::string, ext_intel_pci_address)
FALX_NO_DEVICE_INFO(gpu_eu_simd_width, uint32_t, ext_intel_gpu_eu_simd_width)
FALX_NO_DEVICE_INFO(gpu_eu_count, uint32_t, ext_intel_gpu_eu_count)
FALX_NO_DEVICE_INFO(gpu_slices, uint32_t, ext_intel_gpu_slices)
FALX_NO_DEVICE_INFO(gpu_subslices_per_slice, uint32_t, ext_intel_gpu_subslices_per_slice)
FALX_NO_DEVICE_INFO(gpu_eu_count_per_subslice, uint32_t, ext_intel_gpu_eu_count_per_subslice)
FALX_NO_DEVICE_INFO(gpu_hw_threads_per_eu, uint32_t, ext_intel_gpu_hw_threads_per_eu)
FALX_NO_DEVICE_INFO(max_mem_bandwidth, uint64_t, ext_intel_max_mem_bandwidth)
FALX_NO_DEVICE_INFO(memory_clock_rate, uint32_t, ext_intel_memory_clock_rate)
FALX_NO_DEVICE_INFO(memory_bus_width, uint32_t, ext_intel_memory_bus_width)
#undef FALX_NO_DEVICE_INFO

/* In bytes: what the system, or the process's control group, has left. */
struct free_memory {
  using return_type = uint64_t;
  static uint64_t get(falx_device_t device) {
    if (!sycl::detail::has_aspect(device, aspect::ext_intel_free_memory))
      sycl::detail::throw_no_info("ext_intel_free_memory");
    return sycl::detail::device_value<uint64_t>(device, FALX_DEVICE_FREE_MEM);
  }
};

} // namespace sycl::ext::intel::info::device

namespace sycl::info::device {

#define FALX_INTEL_DEVICE_INFO(name, now)                                                          \
  using name FALX_DEPRECATED("use sycl::ext::intel::info::device::" #now) =                        \
      ext::intel::info::device::now;
FALX_INTEL_DEVICE_INFO(ext_intel_device_id, device_id)
FALX_INTEL_DEVICE_INFO(ext_intel_device_info_uuid, uuid)
FALX_INTEL_DEVICE_INFO(ext_intel_pci_address, pci_address)
FALX_INTEL_DEVICE_INFO(ext_intel_gpu_eu_simd_width, gpu_eu_simd_width)
FALX_INTEL_DEVICE_INFO(ext_intel_gpu_eu_count, gpu_eu_count)
FALX_INTEL_DEVICE_INFO(ext_intel_gpu_slices, gpu_slices)
FALX_INTEL_DEVICE_INFO(ext_intel_gpu_subslices_per_slice, gpu_subslices_per_slice)
FALX_INTEL_DEVICE_INFO(ext_intel_gpu_eu_count_per_subslice, gpu_eu_count_per_subslice)
FALX_INTEL_DEVICE_INFO(ext_intel_gpu_hw_threads_per_eu, gpu_hw_threads_per_eu)
FALX_INTEL_DEVICE_INFO(ext_intel_max_mem_bandwidth, max_mem_bandwidth)
FALX_INTEL_DEVICE_INFO(ext_intel_memory_clock_rate, memory_clock_rate)
FALX_INTEL_DEVICE_INFO(ext_intel_memory_bus_width, memory_bus_width)
FALX_INTEL_DEVICE_INFO(ext_intel_free_memory, free_memory)
#undef FALX_INTEL_DEVICE_INFO

} // namespace sycl::info::device

#endif
