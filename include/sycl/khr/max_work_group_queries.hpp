/* How many work-groups a launch may have: sycl_khr_max_work_group_queries. Falx counts work-items
 * in std::size_t and has no limit of its own; of a dimension it answers what an int holds, as
 * programs bring the answer into their own type of indices. */
#ifndef FALX_SYCL_KHR_MAX_WORK_GROUP_QUERIES_HPP
#define FALX_SYCL_KHR_MAX_WORK_GROUP_QUERIES_HPP

#include <climits>

#include <sycl/device.hpp>

#define SYCL_KHR_MAX_WORK_GROUP_QUERIES 1

namespace sycl::khr::info::device {

struct max_work_group_range_size {
  using return_type = size_t;
  static size_t get(falx_device_t) { return PTRDIFF_MAX; }
};
template <int D = 3> struct max_work_group_range {
  static_assert(D >= 1 && D <= 3, "a range has one to three dimensions");
  using return_type = range<D>;
  static return_type get(falx_device_t) {
    range<D> r;
    for (int i = 0; i < D; ++i)
      r[i] = INT_MAX;
    return r;
  }
};

} // namespace sycl::khr::info::device

#endif
