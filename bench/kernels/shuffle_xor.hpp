// The sum of each sub-group's 32 floats: SYCL by permute_group_by_xor, as a butterfly.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 1u << 24, group = 32;
  std::size_t n;
  float *in, *sums;
  problem(const bench::memory &m, std::size_t n)
      : n(n), in(m.make(n, bench::uniform)), sums(m.zeros<float>(n / group)) {}
  double check() const { return bench::checksum(sums, n / group); }
};
