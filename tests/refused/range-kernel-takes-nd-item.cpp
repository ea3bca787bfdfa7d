// error: a kernel over a range is called with a sycl::item or a sycl::id of the same number of
// SYCL 2020, 4.9.4.2.2.
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  q.parallel_for(8, [=](sycl::nd_item<1>) {}); // here
}
