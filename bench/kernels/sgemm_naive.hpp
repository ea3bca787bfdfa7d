// C = A B, n by n, float, one dot product per element.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 512;
  std::size_t n;
  float *a, *b, *c;
  problem(const bench::memory &m, std::size_t n)
      : n(n), a(m.make(n * n, bench::uniform)),
        b(m.make(n * n, [](std::size_t i) { return bench::uniform(i + 7); })),
        c(m.zeros<float>(n * n)) {}
  double check() const { return bench::checksum(c, n * n); }
};
inline void work(const problem &p, std::size_t row, std::size_t column) {
  float sum = 0;
  for (std::size_t k = 0; k < p.n; k++)
    sum += p.a[row * p.n + k] * p.b[k * p.n + column];
  p.c[row * p.n + column] = sum;
}
