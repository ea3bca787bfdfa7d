// The weights of n numbers, added up by which of 256 values each has: atomically in global memory.
// Weights are small whole numbers, and sums exact.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 1u << 22, bins = 256;
  std::size_t n;
  std::uint8_t *in;
  float *weights, *sums;
  problem(const bench::memory &m, std::size_t n)
      : n(n), in(m.make(n, value)), weights(m.make(n, weight)), sums(m.zeros<float>(bins)) {}
  static std::uint8_t value(std::size_t i) {
    return static_cast<std::uint8_t>(bench::random_bits(i));
  }
  static float weight(std::size_t i) { return static_cast<float>(bench::random_bits(i) >> 28); }
  double check() const { return bench::checksum(sums, bins); }
};
