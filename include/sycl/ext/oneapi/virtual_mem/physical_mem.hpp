/* sycl_ext_oneapi_virtual_mem is not built, and has no macro: the names alone, for programs whose
 * headers mention them. docs/status.md. */
#ifndef FALX_SYCL_EXT_ONEAPI_VIRTUAL_MEM_PHYSICAL_MEM_HPP
#define FALX_SYCL_EXT_ONEAPI_VIRTUAL_MEM_PHYSICAL_MEM_HPP

#include <sycl/queue.hpp>

namespace sycl::ext::oneapi::experimental {

enum class address_access_mode : char { none = 0, read = 1, read_write = 2 };

class physical_mem {
public:
  physical_mem(const device &, const context &, size_t) { refuse(); }
  physical_mem(const queue &, size_t) { refuse(); }

private:
  [[noreturn]] static void refuse() {
    sycl::detail::throw_error(
        errc::feature_not_supported,
        "physical_mem: virtual memory of devices (sycl_ext_oneapi_virtual_mem) "
        "is not built; allocate it whole with sycl::malloc_device");
  }
};

} // namespace sycl::ext::oneapi::experimental

#endif
