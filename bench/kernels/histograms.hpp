// Each of 256 values among n bytes: how often it stands there, or the weights of the bytes that
// have it, added up. Weights are small whole numbers, and sums exact.
#pragma once
#include "../harness.hpp"
template <std::size_t DefaultSize> struct value_counts {
  static constexpr std::size_t default_n = DefaultSize, bins = 256;
  std::size_t n;
  std::uint8_t *in;
  unsigned *counts;
  value_counts(const bench::memory &m, std::size_t n)
      : n(n), in(m.make(n, value)), counts(m.zeros<unsigned>(bins)) {}
  static std::uint8_t value(std::size_t i) {
    return static_cast<std::uint8_t>(bench::random_bits(i));
  }
  double check() const { return bench::checksum(counts, bins); }
};
template <std::size_t DefaultSize> struct value_weights {
  static constexpr std::size_t default_n = DefaultSize, bins = 256;
  std::size_t n;
  std::uint8_t *in;
  float *weights, *sums;
  value_weights(const bench::memory &m, std::size_t n)
      : n(n), in(m.make(n, value_counts<DefaultSize>::value)), weights(m.make(n, weight)),
        sums(m.zeros<float>(bins)) {}
  static float weight(std::size_t i) { return static_cast<float>(bench::random_bits(i) >> 28); }
  double check() const { return bench::checksum(sums, bins); }
};
