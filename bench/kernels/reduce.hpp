// Sum of n floats: SYCL by sycl::reduction.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 1u << 25;
  std::size_t n;
  float *in, *sum;
  problem(const bench::memory &m, std::size_t n)
      : n(n), in(m.make(n, bench::uniform)), sum(m.zeros<float>(1)) {}
  double check() const { return *sum; }
};
