// SYCL 2020, 5.8.1: a kernel with reqd_sub_group_size runs with that size (NC-18).
#include "sub_group_size.hpp"

int main() {
  sycl::queue q;
  check_sizes<1, 2, 4, 8, 16, 32>(q);
  CHECK_THROWS(q.parallel_for(sycl::nd_range<1>(64, 64),
                              [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(3)]] {
                                sycl::group_barrier(it.get_sub_group());
                              }),
               sycl::errc::kernel_not_supported, "requires sub-groups of 3");
  CHECK_THROWS(q.parallel_for(64, [=](sycl::id<1>) [[sycl::reqd_sub_group_size(4096)]] {}),
               sycl::errc::kernel_not_supported, "requires sub-groups of 4096");
  return finish();
}
