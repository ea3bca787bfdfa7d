// Inclusive prefix sums of n ints: SYCL in local memory (Hillis and Steele 1986), then the sums of
// the work-groups, then both added; OpenMP block by block in two passes.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 1u << 22, group = 256;
  std::size_t n;
  int *in, *out, *sums;
  problem(const bench::memory &m, std::size_t n)
      : n(n), in(m.make(n, input)), out(m.zeros<int>(n)), sums(m.zeros<int>(n / group)) {}
  static int input(std::size_t i) { return static_cast<int>(bench::random_bits(i) & 15); }
  double check() const { return bench::checksum(out, n); }
};
