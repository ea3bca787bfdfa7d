#include "sizes.hpp"
#include <sycl/sycl.hpp>

int main(int argc, char **argv) {
  sycl::queue q{sycl::property::queue::in_order()};
  const bench::memory m{
      [&](std::size_t bytes) { return sycl::aligned_alloc_shared(64, bytes, q); }};
  return bench::time_sizes(
      argc, argv,
      [&](std::size_t n, const float *a, const float *b, float *c) {
        q.parallel_for(n, [=](sycl::id<1> i) { c[i] = a[i] + b[i]; }).wait();
      },
      m);
}
