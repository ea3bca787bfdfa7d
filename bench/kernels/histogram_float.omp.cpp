#include "histogram_float.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    float sums[problem::bins] = {};
#pragma omp parallel for reduction(+ : sums)
    for (std::size_t i = 0; i < p.n; i++)
      sums[p.in[i]] += p.weights[i];
    std::copy_n(sums, problem::bins, p.sums);
  });
}
