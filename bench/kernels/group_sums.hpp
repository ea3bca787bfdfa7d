// The sums of n floats, Group at a time.
#pragma once
#include "../harness.hpp"
template <std::size_t Group> struct group_sums {
  static constexpr std::size_t default_n = 1u << 24, group = Group;
  std::size_t n;
  float *in, *sums;
  group_sums(const bench::memory &m, std::size_t n)
      : n(n), in(m.make(n, bench::uniform)), sums(m.zeros<float>(n / group)) {}
  double check() const { return bench::checksum(sums, n / group); }
};
