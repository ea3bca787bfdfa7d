#include "sgemm_tiled.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    constexpr std::size_t block = 64;
#pragma omp parallel for
    for (std::size_t i0 = 0; i0 < p.n; i0 += block) {
      std::fill(p.c + i0 * p.n, p.c + (i0 + block) * p.n, 0.0f);
      for (std::size_t k0 = 0; k0 < p.n; k0 += block)
        for (std::size_t j0 = 0; j0 < p.n; j0 += block)
          for (std::size_t i = i0; i < i0 + block; i++) {
            float sums[block];
            std::copy_n(p.c + i * p.n + j0, block, sums);
            for (std::size_t k = k0; k < k0 + block; k++)
#pragma omp simd
              for (std::size_t j = 0; j < block; j++)
                sums[j] += p.a[i * p.n + k] * p.b[k * p.n + j0 + j];
            std::copy_n(sums, block, p.c + i * p.n + j0);
          }
    }
  });
}
