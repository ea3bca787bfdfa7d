/* The calling work-item, wherever a kernel asks: sycl_khr_work_item_queries. Of a kernel over an
 * nd_range of as many dimensions. */
#ifndef FALX_SYCL_KHR_WORK_ITEM_QUERIES_HPP
#define FALX_SYCL_KHR_WORK_ITEM_QUERIES_HPP

#include <sycl/nd_item.hpp>

#define SYCL_KHR_WORK_ITEM_QUERIES 1

namespace sycl::khr {

template <int D> nd_item<D> this_nd_item() {
  return nd_item<D>::here();
}
template <int D> group<D> this_group() {
  return detail::access_group::make<group<D>>();
}
inline sycl::sub_group this_sub_group() {
  return detail::access_group::make_sub_group();
}

} // namespace sycl::khr

#endif
