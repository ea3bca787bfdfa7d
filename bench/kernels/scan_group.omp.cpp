#include "scan_group.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    constexpr std::size_t group = problem::group;
#pragma omp parallel for
    for (std::size_t g = 0; g < p.n / group; g++) {
      int sum = 0;
      for (std::size_t i = g * group; i < (g + 1) * group; i++)
        p.out[i] = sum += p.in[i];
    }
  });
}
