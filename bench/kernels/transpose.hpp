// out = in transposed, n by n, float: SYCL through 16 by 16 tiles in local memory.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 2048;
  std::size_t n;
  float *in, *out;
  problem(const bench::memory &m, std::size_t n)
      : n(n), in(m.make(n * n, bench::uniform)), out(m.zeros<float>(n * n)) {}
  double check() const { return bench::checksum(out, n * n); }
};
