#include "ray_tracer.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
#pragma omp parallel for schedule(dynamic, 4)
    for (std::size_t row = 0; row < p.n; row++)
      for (std::size_t column = 0; column < 2 * p.n; column++)
        work(p, row, column);
  });
}
