// Kernels that print and assert; the argument is the work-item whose assertion fails.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <sycl/sycl.hpp>

int main(int count, char **arguments) {
  int wrong = count > 1 ? std::atoi(arguments[1]) : -1;
  sycl::queue queue;
  queue.single_task([=] { printf("%s %d %.1f\n", "printed", wrong, 0.5); }).wait();
  std::fflush(stdout);
  int *out = sycl::malloc_shared<int>(100, queue);
  queue.parallel_for(sycl::range<2>(2, 50), [=](sycl::item<2> item) {
    int number = static_cast<int>(item.get_linear_id());
    assert(number != wrong); // STOP
    out[number] = number;
  });
  queue.wait();
  sycl::free(out, queue);
}
