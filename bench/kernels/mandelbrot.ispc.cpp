#include "mandelbrot.hpp"

extern "C" void work_chunk(int y, int n, int *out);

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    const int n = static_cast<int>(p.n);
#pragma omp parallel for schedule(dynamic, 4)
    for (int y = 0; y < n; y++)
      work_chunk(y, n, p.out);
  });
}
