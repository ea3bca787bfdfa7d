#include "stencil.hpp"

int main(int argc, char **argv) {
  const bench::options o(argc, argv, default_n);
  const std::size_t n = o.n;
  auto *in = bench::allocate<float>(n * n), *out = bench::allocate<float>(n * n);
#pragma omp parallel for
  for (std::size_t i = 0; i < n * n; i++) {
    in[i] = bench::uniform(i);
    out[i] = in[i];
  }
  bench::run(
      o,
      [&] {
#pragma omp parallel for
        for (std::size_t y = 1; y < n - 1; y++)
          for (std::size_t x = 1; x < n - 1; x++)
            work(y, x, n, in, out);
      },
      [&] { return out[n * (n / 2) + n / 3]; });
  std::free(in);
  std::free(out);
}
