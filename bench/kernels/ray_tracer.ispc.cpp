#include "ray_tracer.hpp"

extern "C" void work_chunk(int row, int n, const sphere *spheres, float *out);

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    const int n = static_cast<int>(p.n);
#pragma omp parallel for schedule(dynamic, 4)
    for (int row = 0; row < n; row++)
      work_chunk(row, n, p.spheres, p.out);
  });
}
