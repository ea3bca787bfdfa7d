/* The calling work-item, wherever a kernel asks: sycl_ext_oneapi_free_function_queries. Of a kernel
 * of as many dimensions. */
#ifndef FALX_SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES_HPP
#define FALX_SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES_HPP

#include <sycl/nd_item.hpp>

#define SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES 1

namespace sycl::ext::oneapi {

namespace this_work_item {
template <int D> nd_item<D> get_nd_item() {
  return nd_item<D>::here();
}
template <int D> group<D> get_work_group() {
  return detail::access_group::make<group<D>>();
}
inline sycl::sub_group get_sub_group() {
  return detail::access_group::make_sub_group();
}
} // namespace this_work_item

namespace experimental {
template <int D>
[[deprecated("use sycl::ext::oneapi::this_work_item::get_nd_item()")]] nd_item<D> this_nd_item() {
  return nd_item<D>::here();
}
template <int D>
[[deprecated("use sycl::ext::oneapi::this_work_item::get_work_group()")]] group<D> this_group() {
  return detail::access_group::make<group<D>>();
}
[[deprecated("use sycl::ext::oneapi::this_work_item::get_sub_group()")]] inline sycl::sub_group
this_sub_group() {
  return detail::access_group::make_sub_group();
}
template <int D> [[deprecated("pass the item to the function that needs it")]] item<D> this_item() {
  return detail::access_item::here<D>();
}
template <int D> [[deprecated("pass the id to the function that needs it")]] id<D> this_id() {
  return FALX_GATHER(id<D>, __spirv_BuiltInGlobalInvocationId);
}
} // namespace experimental

} // namespace sycl::ext::oneapi

#endif
