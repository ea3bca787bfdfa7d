#include "histogram_float_global.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    std::fill(p.sums, p.sums + problem::bins, 0.0f);
#pragma omp parallel for
    for (std::size_t i = 0; i < p.n; i++)
#pragma omp atomic
      p.sums[p.in[i]] += p.weights[i];
  });
}
