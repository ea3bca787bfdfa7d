/* The device that a thread works with: sycl_ext_oneapi_current_device. The default device until the
 * thread sets another. */
#ifndef FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_CURRENT_DEVICE_HPP
#define FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_CURRENT_DEVICE_HPP

#include <sycl/device.hpp>

#define SYCL_EXT_ONEAPI_CURRENT_DEVICE 1

namespace sycl::ext::oneapi::experimental::this_thread {

/* One for all modules of the program. */
__attribute__((visibility("default"))) inline falx_device_t &current_device_handle() {
  static thread_local falx_device_t device = nullptr;
  return device;
}
inline device get_current_device() {
  const falx_device_t device = current_device_handle();
  return device ? sycl::detail::impl::make<sycl::device>(device) : sycl::device();
}
inline void set_current_device(device d) {
  current_device_handle() = sycl::detail::impl::raw(d);
}

} // namespace sycl::ext::oneapi::experimental::this_thread

#endif
