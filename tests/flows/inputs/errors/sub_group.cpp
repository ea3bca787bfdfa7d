#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(64, q);
  q.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(8)]] {
    asm volatile("");
    p[it.get_global_id(0)] = sycl::reduce_over_group(it.get_sub_group(), 1, sycl::plus<int>());
  });
}
