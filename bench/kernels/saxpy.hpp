// b = 1.5 a + b, float, in place
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 1u << 25;
  std::size_t n;
  float *a, *b;
  problem(const bench::memory &m, std::size_t n)
      : n(n), a(m.make(n, input)), b(m.make(n, [](std::size_t i) { return input(i + 7); })) {}
  static float input(std::size_t i) { return bench::uniform(i); }
  double check() const { return bench::checksum(b, n); }
};
