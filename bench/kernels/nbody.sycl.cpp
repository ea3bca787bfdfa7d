#include "nbody.hpp"
#include <sycl/sycl.hpp>

int main(int argc, char **argv) {
  const bench::options o(argc, argv, default_n);
  const std::size_t n = o.n;
  sycl::queue q;
  auto *bodies = sycl::malloc_shared<body>(n, q);
  auto *ax = sycl::malloc_shared<float>(n, q), *ay = sycl::malloc_shared<float>(n, q),
       *az = sycl::malloc_shared<float>(n, q);
  q.parallel_for(n, [=](sycl::id<1> i) { bodies[i] = start(i); }).wait();
  bench::run(
      o, [&] { q.parallel_for(n, [=](sycl::id<1> i) { work(i, n, bodies, ax, ay, az); }).wait(); },
      [&] { return ax[n / 3] + ay[n / 5] + az[n / 7]; });
  sycl::free(ax, q);
  sycl::free(ay, q);
  sycl::free(az, q);
  sycl::free(bodies, q);
}
