#include "sgemm_naive.hpp"

int main(int argc, char **argv) {
  const bench::options o(argc, argv, default_n);
  const std::size_t n = o.n;
  auto *a = bench::allocate<float>(n * n), *b = bench::allocate<float>(n * n),
       *c = bench::allocate<float>(n * n);
  for (std::size_t i = 0; i < n * n; i++) {
    a[i] = bench::uniform(i);
    b[i] = bench::uniform(i + 7);
  }
  bench::run(
      o,
      [&] {
#pragma omp parallel for
        for (std::size_t row = 0; row < n; row++)
          for (std::size_t column = 0; column < n; column++)
            work(row, column, n, a, b, c);
      },
      [&] { return c[n * (n / 2) + n / 3]; });
  std::free(a);
  std::free(b);
  std::free(c);
}
