// Sum of n floats: SYCL by a tree in local memory, one sum per work-group, then of those.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 1u << 24, group = 256;
  std::size_t n;
  float *in, *parts, *sum;
  problem(const bench::memory &m, std::size_t n)
      : n(n), in(m.make(n, bench::uniform)), parts(m.zeros<float>(n / group)),
        sum(m.zeros<float>(1)) {}
  double check() const { return *sum; }
};
