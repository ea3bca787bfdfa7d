#include "histogram_local.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    unsigned counts[problem::bins] = {};
#pragma omp parallel for reduction(+ : counts)
    for (std::size_t i = 0; i < p.n; i++)
      counts[p.in[i]]++;
    std::copy_n(counts, problem::bins, p.counts);
  });
}
