/* A local range that the runtime chooses: sycl_ext_oneapi_auto_local_range. */
#ifndef FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_AUTO_LOCAL_RANGE_HPP
#define FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_AUTO_LOCAL_RANGE_HPP

#include <sycl/range.hpp>

#define SYCL_EXT_ONEAPI_AUTO_LOCAL_RANGE 1

namespace sycl::ext::oneapi::experimental {

/* falx_queue_submit replaces it. */
template <int D> range<D> auto_range() {
  range<D> none{};
  for (int d = 0; d < D; ++d)
    none[d] = FALX_LOCAL_AUTO;
  return none;
}

} // namespace sycl::ext::oneapi::experimental

#endif
