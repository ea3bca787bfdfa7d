// Sum of n floats: SYCL by a tree in local memory, one sum per work-group, then of those in the
// same way.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 1u << 24,
                               group = 256; // n is a multiple of group * group
  std::size_t n;
  float *in, *parts, *rest, *sum;
  problem(const bench::memory &m, std::size_t n)
      : n(n), in(m.make(n, bench::uniform)), parts(m.zeros<float>(n / group)),
        rest(m.zeros<float>(n / group / group)), sum(m.zeros<float>(1)) {}
  double check() const { return *sum; }
};
