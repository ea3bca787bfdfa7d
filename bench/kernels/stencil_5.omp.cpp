#include "stencil_5.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
#pragma omp parallel for
    for (std::size_t y = 1; y < p.n - 1; y++)
#pragma omp simd
      for (std::size_t x = 1; x < p.n - 1; x++)
        work(p, y, x);
  });
}
