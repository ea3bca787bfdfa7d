#include "transpose.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    constexpr std::size_t block = 16;
#pragma omp parallel for
    for (std::size_t y0 = 0; y0 < p.n; y0 += block)
      for (std::size_t x0 = 0; x0 < p.n; x0 += block)
        for (std::size_t y = y0; y < y0 + block; y++)
          for (std::size_t x = x0; x < x0 + block; x++)
            p.out[y * p.n + x] = p.in[x * p.n + y];
  });
}
