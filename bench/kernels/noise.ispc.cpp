#include "noise.hpp"

extern "C" void work_chunk(int row, int n, const int *permutation, float *out);

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    const int n = static_cast<int>(p.n);
#pragma omp parallel for
    for (int row = 0; row < n; row++)
      work_chunk(row, n, p.permutation, p.out);
  });
}
