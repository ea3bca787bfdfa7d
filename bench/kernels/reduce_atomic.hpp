// Sum of n ints: every work-item adds a strip of 256 elements and then once, atomically, to the
// total.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 1u << 25, strip = 256;
  std::size_t n;
  int *in, *sum;
  problem(const bench::memory &m, std::size_t n)
      : n(n), in(m.make(n, input)), sum(m.zeros<int>(1)) {}
  static int input(std::size_t i) { return static_cast<int>(bench::random_bits(i) & 15); }
  int part(std::size_t i) const {
    int part = 0;
    for (std::size_t k = 0; k < strip; k++)
      part += in[i * strip + k];
    return part;
  }
  double check() const { return *sum; }
};
