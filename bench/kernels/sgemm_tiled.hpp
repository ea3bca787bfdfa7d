// C = A B, n by n, float: SYCL through 16 by 16 tiles in local memory, OpenMP with the loops in the
// order i, k, j, and a blocked C++ loop.
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
