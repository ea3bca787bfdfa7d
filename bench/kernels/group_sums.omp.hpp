// By OpenMP: a vector sum for each group.
#pragma once
#include "group_sums.hpp"
template <class Problem> int run_group_sums(int argc, char **argv) {
  return bench::run<Problem>(argc, argv, [](const Problem &p) {
    constexpr std::size_t group = Problem::group;
#pragma omp parallel for
    for (std::size_t g = 0; g < p.n / group; g++) {
      float sum = 0;
#pragma omp simd reduction(+ : sum)
      for (std::size_t l = 0; l < group; l++)
        sum += p.in[g * group + l];
      p.sums[g] = sum;
    }
  });
}
