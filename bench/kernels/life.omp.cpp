#include "life.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    for (int generation = 0; generation < 4; generation++) {
      std::uint8_t *from = generation % 2 ? p.b : p.a, *to = generation % 2 ? p.a : p.b;
      const std::size_t n = p.n;
#pragma omp parallel for firstprivate(n, from, to)
      for (std::size_t y = 1; y < n - 1; y++)
#pragma omp simd
        for (std::size_t x = 1; x < n - 1; x++)
          work(from, to, n, y, x);
    }
  });
}
