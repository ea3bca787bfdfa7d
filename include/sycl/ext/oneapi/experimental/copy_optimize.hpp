/* sycl_ext_oneapi_copy_optimize: hints about memory of the host that will be copied from and to
 * devices. Nothing follows from them yet. */
#ifndef FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_COPY_OPTIMIZE_HPP
#define FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_COPY_OPTIMIZE_HPP

#include <sycl/queue.hpp>

#define SYCL_EXT_ONEAPI_COPY_OPTIMIZE 1

namespace sycl::ext::oneapi::experimental {

/* size: in bytes. */
inline void prepare_for_device_copy(const void *, size_t /*size*/, const context &) {}
inline void prepare_for_device_copy(const void *, size_t /*size*/, const queue &) {}
inline void release_from_device_copy(const void *, const context &) {}
inline void release_from_device_copy(const void *, const queue &) {}

} // namespace sycl::ext::oneapi::experimental

#endif
