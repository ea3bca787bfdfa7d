// error: a single_task is called without arguments
// SYCL 2020, 4.9.4.2.1.
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  q.single_task([=](sycl::id<1>) {}); // here
}
