#include "sgemm_tiled.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
#pragma omp parallel for
    for (std::size_t i = 0; i < p.n; i++) {
      float *c = p.c + i * p.n;
      std::fill(c, c + p.n, 0.0f);
      for (std::size_t k = 0; k < p.n; k++) {
        const float a = p.a[i * p.n + k], *b = p.b + k * p.n;
#pragma omp simd
        for (std::size_t j = 0; j < p.n; j++)
          c[j] += a * b[j];
      }
    }
  });
}
