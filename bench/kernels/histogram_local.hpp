// How often each of 256 values stands among n bytes: counted atomically in local memory, then added
// to the totals; OpenMP with bins of each thread.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 1u << 24, bins = 256;
  std::size_t n;
  std::uint8_t *in;
  unsigned *counts;
  problem(const bench::memory &m, std::size_t n)
      : n(n), in(m.make(n, input)), counts(m.zeros<unsigned>(bins)) {}
  static std::uint8_t input(std::size_t i) {
    return static_cast<std::uint8_t>(bench::random_bits(i));
  }
  double check() const { return bench::checksum(counts, bins); }
};
