#include "reduce_atomic.hpp"

int main(int argc, char **argv) {
  const bench::options o(argc, argv, default_n);
  const std::size_t n = o.n;
  int *in = bench::allocate<int>(n);
  int total = 0;
#pragma omp parallel for
  for (std::size_t i = 0; i < n; i++)
    in[i] = input(i);
  bench::run(
      o,
      [&] {
        total = 0;
#pragma omp parallel for
        for (std::size_t i = 0; i < n / strip; i++) {
          const int part = work(i, in);
#pragma omp atomic
          total += part;
        }
      },
      [&] { return total; });
  std::free(in);
}
