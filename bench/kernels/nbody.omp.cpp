#include "nbody.hpp"

int main(int argc, char **argv) {
  const bench::options o(argc, argv, default_n);
  const std::size_t n = o.n;
  auto *bodies = bench::allocate<body>(n);
  auto *ax = bench::allocate<float>(n), *ay = bench::allocate<float>(n),
       *az = bench::allocate<float>(n);
  for (std::size_t i = 0; i < n; i++)
    bodies[i] = start(i);
  bench::run(
      o,
      [&] {
#pragma omp parallel for
        for (std::size_t i = 0; i < n; i++)
          work(i, n, bodies, ax, ay, az);
      },
      [&] { return ax[n / 3] + ay[n / 5] + az[n / 7]; });
  std::free(ax);
  std::free(ay);
  std::free(az);
  std::free(bodies);
}
