// error: a kernel over an nd_range is called with a sycl::nd_item of the same number of dimensions
// SYCL 2020, 4.9.4.2.2.
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  q.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::id<1>) {}); // here
}
