#include "sgemm_naive.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
#pragma omp parallel for
    for (std::size_t row = 0; row < p.n; row++)
      for (std::size_t column = 0; column < p.n; column++)
        work(p, row, column);
  });
}
