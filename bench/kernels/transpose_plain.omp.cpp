#include "transpose_plain.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    const std::size_t tile = 16;
#pragma omp parallel for collapse(2)
    for (std::size_t y0 = 0; y0 < p.n; y0 += tile)
      for (std::size_t x0 = 0; x0 < p.n; x0 += tile)
        for (std::size_t y = y0; y < y0 + tile; y++)
          for (std::size_t x = x0; x < x0 + tile; x++)
            p.c[x * p.n + y] = p.a[x * p.n + y] + p.b[y * p.n + x];
  });
}
