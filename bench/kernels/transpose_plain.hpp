// c = a + b transposed, n by n, double: along a row of work-items a and c are accessed by columns,
// and there is no local memory.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 2048;
  std::size_t n;
  double *a, *b, *c;
  problem(const bench::memory &m, std::size_t n)
      : n(n), a(m.zeros<double>(n * n)), b(m.zeros<double>(n * n)), c(m.zeros<double>(n * n)) {
    for (std::size_t i = 0; i < n * n; i++) {
      a[i] = double(i % 1000);
      b[i] = double(i % 777);
    }
  }
  double check() const { return bench::checksum(c, n * n); }
};
