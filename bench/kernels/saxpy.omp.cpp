#include "saxpy.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
#pragma omp parallel for simd
    for (std::size_t i = 0; i < p.n; i++)
      p.b[i] = 1.5f * p.a[i] + p.b[i];
  });
}
