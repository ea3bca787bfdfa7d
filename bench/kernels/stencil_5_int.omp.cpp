#include "stencil_5_int.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
#pragma omp parallel for
    for (int y = 0; y < int(p.n); y++)
#pragma omp simd
      for (int x = 0; x < int(p.n); x++)
        work(p, y, x);
  });
}
