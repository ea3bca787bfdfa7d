#include "reduce_atomic.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    *p.sum = 0;
#pragma omp parallel for
    for (std::size_t i = 0; i < p.n / problem::strip; i++) {
      const int part = p.part(i);
#pragma omp atomic
      *p.sum += part;
    }
  });
}
