#include "transpose.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
#pragma omp parallel for
    for (std::size_t y = 0; y < p.n; y++)
      for (std::size_t x = 0; x < p.n; x++)
        p.out[y * p.n + x] = p.in[x * p.n + y];
  });
}
