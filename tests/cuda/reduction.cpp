// What reductions ask of the driver: their totals are in the device's memory, and their groups are
// as many as the device runs at the same time. After the first one of a queue each is one launch;
// out of order, those at the same time have memory of their own. A result in shared memory is where
// host and device both reach it. No kernel runs here.
#include <sycl/sycl.hpp>

static sycl::event add(sycl::queue &q, int *sum) {
  return q.parallel_for<class adding>(1 << 22, sycl::reduction(sum, sycl::plus<>()),
                                      [=](sycl::id<1> i, auto &s) { s += int(i[0]); });
}

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  int *sum = sycl::malloc_device<int>(1, q);
  add(q, sum).wait();
  add(q, sum);
  add(q, sum);
  q.wait();

  int *shared = sycl::malloc_shared<int>(1, q);
  add(q, shared);
  add(q, shared).wait();
  sycl::free(shared, q);
  int *large = sycl::malloc_shared<int>(4096, q); // moves as a whole
  add(q, large).wait();
  sycl::free(large, q);

  sycl::queue free_order{q.get_context(), q.get_device()};
  for (int i = 0; i < 2; ++i) {
    add(free_order, sum);
    add(free_order, sum);
    free_order.wait();
  }
  sycl::free(sum, q);
}
