// Required sub-group sizes, at whatever level of optimization (NC-18).
#pragma once
#include <sycl/sycl.hpp>

#include <algorithm>

#include "../check.hpp"

[[gnu::noinline]] inline int lane_of(const sycl::nd_item<1> &it) {
  return static_cast<int>(it.get_sub_group().get_local_linear_id());
}

// 90 work-items in groups of 45: the last sub-group of each is smaller.
template <int N> void check_size(sycl::queue &q) {
  constexpr int local = 45;
  int *out = sycl::malloc_shared<int>(6 * 2 * local, q);
  auto kernel = [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(N)]] {
    auto group = it.get_sub_group();
    int *mine = out + 6 * it.get_global_id(0);
    mine[0] = static_cast<int>(group.get_max_local_range()[0]);
    mine[1] = static_cast<int>(group.get_local_range()[0]);
    mine[2] = lane_of(it);
    mine[3] = static_cast<int>(group.get_group_linear_id());
    mine[4] = sycl::reduce_over_group(group, mine[2], sycl::plus<int>());
    mine[5] = static_cast<int>(group.get_group_linear_range());
  };
  q.parallel_for(sycl::nd_range<1>(2 * local, local), kernel).wait();
  for (int i = 0; i < 2 * local; i++) {
    int item = i % local, lane = item % N;
    int size = item / N * N + N <= local ? N : local - item / N * N;
    const int *mine = out + 6 * i;
    CHECK_EQUAL(mine[0], N);
    CHECK_EQUAL(mine[1], size);
    CHECK_EQUAL(mine[2], lane);
    CHECK_EQUAL(mine[3], item / N);
    CHECK_EQUAL(mine[4], size * (size - 1) / 2);
    CHECK_EQUAL(mine[5], (local + N - 1) / N);
  }
  sycl::free(out, q);
}

template <int... N> void check_sizes(sycl::queue &q) {
  std::vector<size_t> sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  auto has = [&](size_t n) { return std::find(sizes.begin(), sizes.end(), n) != sizes.end(); };
  ((has(N) ? check_size<N>(q) : void()), ...);
  if (q.get_backend() == sycl::backend::native_cpu)
    CHECK((has(N) && ...));
}
