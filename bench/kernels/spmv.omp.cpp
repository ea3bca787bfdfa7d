#include "spmv.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
#pragma omp parallel for
    for (std::size_t row = 0; row < p.n; row++) {
      float sum = 0;
#pragma omp simd reduction(+ : sum)
      for (int k = p.starts[row]; k < p.starts[row + 1]; k++)
        sum += p.values[k] * p.x[p.columns[k]];
      p.y[row] = sum;
    }
  });
}
