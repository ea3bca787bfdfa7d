#include "mandelbrot.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
#pragma omp parallel for schedule(dynamic, 4)
    for (std::size_t y = 0; y < p.n; y++)
      for (std::size_t x = 0; x < 2 * p.n; x++)
        work(p, y, x);
  });
}
