// Sum of n ints: SYCL by sycl::reduction over work-groups of 256.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 1u << 25, group = 256;
  std::size_t n;
  int *in, *sum;
  problem(const bench::memory &m, std::size_t n)
      : n(n), in(m.make(n, input)), sum(m.zeros<int>(1)) {}
  static int input(std::size_t i) { return static_cast<int>(bench::random_bits(i) & 15); }
  double check() const { return *sum; }
};
