/* Memory of a work-group whose size each launch gives, with the property work_group_scratch_size:
 * sycl_ext_oneapi_work_group_scratch_memory. */
#ifndef FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_WORK_GROUP_SCRATCH_MEMORY_HPP
#define FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_WORK_GROUP_SCRATCH_MEMORY_HPP

#include <sycl/ext/oneapi/experimental/enqueue_functions.hpp>

#define SYCL_EXT_ONEAPI_WORK_GROUP_SCRATCH_MEMORY 1

#ifdef __SYCL_DEVICE_ONLY__
SYCL_EXTERNAL void *__falx_launch_memory();
#endif

namespace sycl::ext::oneapi::experimental {

/* The same memory at each call, aligned for any type; it has no value at first. In kernels. */
FALX_INLINE void *get_work_group_scratch_memory() {
#ifdef __SYCL_DEVICE_ONLY__
  return __falx_launch_memory();
#else
  sycl::detail::throw_not_in_kernel("get_work_group_scratch_memory");
#endif
}

} // namespace sycl::ext::oneapi::experimental

#endif
