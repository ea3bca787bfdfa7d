#include "reduce_atomic.hpp"
#include <sycl/sycl.hpp>

int main(int argc, char **argv) {
  const bench::options o(argc, argv, default_n);
  const std::size_t n = o.n;
  sycl::queue q;
  int *in = sycl::malloc_shared<int>(n, q), *total = sycl::malloc_shared<int>(1, q);
  q.parallel_for(n, [=](sycl::id<1> i) { in[i] = input(i); }).wait();
  bench::run(
      o,
      [&] {
        *total = 0;
        q.parallel_for(n / strip, [=](sycl::id<1> i) {
           sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device> sum(
               *total);
           sum += work(i, in);
         }).wait();
      },
      [&] { return *total; });
  sycl::free(in, q);
  sycl::free(total, q);
}
