// Kernels that print and assert: which work-item's assertion fails, and, as a second argument, in
// which kernel: the plain one, "group" or "all".
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sycl/sycl.hpp>

int main(int count, char **arguments) {
  int wrong = count > 1 ? std::atoi(arguments[1]) : -1;
  sycl::queue queue;
  queue.single_task([=] { printf("%s %d %.1f\n", "printed", wrong, 0.5); }).wait();
  std::fflush(stdout);
  int *out = sycl::malloc_shared<int>(100, queue);
  const char *kind = count > 2 ? arguments[2] : "plain";
  if (std::strcmp(kind, "group") == 0)
    queue.parallel_for(sycl::nd_range<1>(100, 10), [=](sycl::nd_item<1> item) {
      int number = static_cast<int>(item.get_global_id(0));
      assert(number != wrong); // GROUP
      out[number] = number;
    });
  else if (std::strcmp(kind, "all") == 0)
    queue.parallel_for(sycl::range<1>(100000), [=](sycl::id<1> i) {
      assert(wrong != -2); // ALL
      out[i % 100] = wrong;
    });
  else
    queue.parallel_for(sycl::range<2>(2, 50), [=](sycl::item<2> item) {
      int number = static_cast<int>(item.get_linear_id());
      assert(number != wrong); // STOP
      out[number] = number;
    });
  queue.wait();
  sycl::free(out, queue);
}
