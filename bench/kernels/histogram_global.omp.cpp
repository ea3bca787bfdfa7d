#include "histogram_global.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    std::fill(p.counts, p.counts + problem::bins, 0u);
#pragma omp parallel for
    for (std::size_t i = 0; i < p.n; i++)
#pragma omp atomic
      p.counts[p.in[i]]++;
  });
}
