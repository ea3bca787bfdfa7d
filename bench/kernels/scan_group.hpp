// Inclusive prefix sums of each work-group's 256 ints: SYCL by inclusive_scan_over_group.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 1u << 24, group = 256;
  std::size_t n;
  int *in, *out;
  problem(const bench::memory &m, std::size_t n)
      : n(n), in(m.make(n, input)), out(m.zeros<int>(n)) {}
  static int input(std::size_t i) { return static_cast<int>(bench::random_bits(i) & 15); }
  double check() const { return bench::checksum(out, n); }
};
