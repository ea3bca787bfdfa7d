// What a reduction asks of the driver: its totals are in the device's memory, and its groups are as
// many as the device runs at the same time. No kernel runs here.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  int *sum = sycl::malloc_device<int>(1, q);
  q.parallel_for<class adding>(1 << 22, sycl::reduction(sum, sycl::plus<>()),
                               [=](sycl::id<1> i, auto &s) { s += int(i[0]); })
      .wait();
  q.wait();
  sycl::free(sum, q);
}
