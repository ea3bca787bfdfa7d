#include "monte_carlo.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
#pragma omp parallel for
    for (std::size_t i = 0; i < p.n; i++)
      work(p, i);
  });
}
