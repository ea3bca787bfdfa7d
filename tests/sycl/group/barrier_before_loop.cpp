/* SYCL 2020, 4.17.3: a loop of a different number of rounds for each work-item directly behind a
 * loop with barriers: all work-items leave it before any goes on. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main() {
  constexpr int size = 16;
  int end = 20;
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(size, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> sums(size, h);
     h.parallel_for(sycl::nd_range<1>(size, size), [=](sycl::nd_item<1> item) {
       const int own = item.get_local_id(0), step = item.get_local_range(0);
       int change, round = 0;
       do {
         sums[own] = own;
         sycl::group_barrier(item.get_group());
         change = sums[0] - 1 + round++;
         sycl::group_barrier(item.get_group());
       } while (change < 0);
       int sum = 0;
       for (int i = own; i < end; i += step)
         sum += i;
       sums[own] = sum;
       sycl::group_barrier(item.get_group());
       out[own] = sums[size - 1 - own];
     });
   }).wait();
  for (int own = 0; own < size; own++) {
    int other = size - 1 - own;
    CHECK_EQUAL(out[own], other + size < end ? 2 * other + size : other);
  }
  sycl::free(out, q);
  return finish();
}
