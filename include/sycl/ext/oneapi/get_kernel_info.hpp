/* sycl_ext_oneapi_get_kernel_info: queries of a kernel by its name. Those by a function are in
 * experimental/free_function_kernels.hpp. */
#ifndef FALX_SYCL_EXT_ONEAPI_GET_KERNEL_INFO_HPP
#define FALX_SYCL_EXT_ONEAPI_GET_KERNEL_INFO_HPP

#include <sycl/kernel_bundle.hpp>
#include <sycl/queue.hpp>

#define SYCL_EXT_ONEAPI_GET_KERNEL_INFO 1

namespace sycl::ext::oneapi {

template <class KernelName, class Param>
FALX_PER_MODULE typename Param::return_type get_kernel_info(const context &c) {
  return sycl::get_kernel_bundle<KernelName, bundle_state::executable>(c)
      .template get_kernel<KernelName>()
      .template get_info<Param>();
}
template <class KernelName, class Param>
FALX_PER_MODULE typename Param::return_type get_kernel_info(const context &c, const device &d) {
  return sycl::get_kernel_bundle<KernelName, bundle_state::executable>(c, {d})
      .template get_kernel<KernelName>()
      .template get_info<Param>(d);
}
template <class KernelName, class Param>
FALX_PER_MODULE typename Param::return_type get_kernel_info(const queue &q) {
  return get_kernel_info<KernelName, Param>(q.get_context(), q.get_device());
}

} // namespace sycl::ext::oneapi

#endif
