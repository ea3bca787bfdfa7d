#include "sgemm_naive.hpp"
#include <sycl/sycl.hpp>

int main(int argc, char **argv) {
  const bench::options o(argc, argv, default_n);
  const std::size_t n = o.n;
  sycl::queue q;
  auto *a = sycl::malloc_shared<float>(n * n, q), *b = sycl::malloc_shared<float>(n * n, q),
       *c = sycl::malloc_shared<float>(n * n, q);
  q.parallel_for(n * n, [=](sycl::id<1> i) {
     a[i] = bench::uniform(i);
     b[i] = bench::uniform(i + 7);
   }).wait();
  bench::run(
      o,
      [&] {
        q.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> id) {
           work(id[0], id[1], n, a, b, c);
         }).wait();
      },
      [&] { return c[n * (n / 2) + n / 3]; });
  sycl::free(a, q);
  sycl::free(b, q);
  sycl::free(c, q);
}
