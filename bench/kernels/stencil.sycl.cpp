#include "stencil.hpp"
#include <sycl/sycl.hpp>

int main(int argc, char **argv) {
  const bench::options o(argc, argv, default_n);
  const std::size_t n = o.n;
  sycl::queue q;
  auto *in = sycl::malloc_shared<float>(n * n, q), *out = sycl::malloc_shared<float>(n * n, q);
  q.parallel_for(n * n, [=](sycl::id<1> i) {
     in[i] = bench::uniform(i);
     out[i] = in[i];
   }).wait();
  bench::run(
      o,
      [&] {
        q.parallel_for(sycl::range<2>(n - 2, n - 2), [=](sycl::id<2> id) {
           work(id[0] + 1, id[1] + 1, n, in, out);
         }).wait();
      },
      [&] { return out[n * (n / 2) + n / 3]; });
  sycl::free(in, q);
  sycl::free(out, q);
}
