// c = a + 0.4 b, double
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 1u << 24;
  std::size_t n;
  double *a, *b, *c;
  problem(const bench::memory &m, std::size_t n)
      : n(n), a(m.make(n, input)), b(m.make(n, [](std::size_t i) { return input(i + 7); })),
        c(m.zeros<double>(n)) {}
  static double input(std::size_t i) { return bench::uniform(i); }
  double check() const { return bench::checksum(c, n); }
};
