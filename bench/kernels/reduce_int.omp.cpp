#include "reduce_int.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    int sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
    for (std::size_t i = 0; i < p.n; i++)
      sum += p.in[i];
    *p.sum = sum;
  });
}
