#include "nbody.hpp"

extern "C" void work_chunk(int from, int to, int n, const body *bodies, float *ax, float *ay,
                           float *az);

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    constexpr int chunk = 256;
    const int n = static_cast<int>(p.n);
#pragma omp parallel for
    for (int from = 0; from < n; from += chunk)
      work_chunk(from, std::min(n, from + chunk), n, p.bodies, p.ax, p.ay, p.az);
  });
}
