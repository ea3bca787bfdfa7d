// Kernels behind a host function; twice() is device code of another translation unit.
#include <cstdio>
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int twice(int value);

extern "C" __attribute__((visibility("default"))) int run(void) {
  try {
    constexpr int n = 64;
    sycl::queue q;
    int *values = sycl::malloc_shared<int>(n, q), sum = 0;
    q.parallel_for<class First>(n, [=](sycl::id<1> i) { values[i] = twice(int(i[0])); }).wait();
    q.parallel_for<class Second>(n, [=](sycl::id<1> i) { values[i] += 1; }).wait();
    for (int i = 0; i < n; ++i)
      sum += values[i];
    sycl::free(values, q);
    return sum != n * n;
  } catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  }
}
