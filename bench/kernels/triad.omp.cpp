#include "triad.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
#pragma omp parallel for simd
    for (std::size_t i = 0; i < p.n; i++)
      p.c[i] = p.a[i] + 0.4 * p.b[i];
  });
}
