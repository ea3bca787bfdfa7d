#include "reduce_sub_group.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    constexpr std::size_t group = problem::group;
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
