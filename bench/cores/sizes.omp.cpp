#include "sizes.hpp"

int main(int argc, char **argv) {
  return bench::time_sizes(argc, argv, [](std::size_t n, const float *a, const float *b, float *c) {
#pragma omp parallel for simd
    for (std::size_t i = 0; i < n; i++)
      c[i] = a[i] + b[i];
  });
}
