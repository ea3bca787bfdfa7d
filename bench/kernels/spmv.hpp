// y = A x for a sparse matrix of n rows in compressed rows, 8 to 40 elements each, float. All sides
// may add a row's elements in any order.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 1u << 18;
  std::size_t n;
  int *starts, *columns;
  float *values, *x, *y;
  problem(const bench::memory &m, std::size_t n) : n(n), starts(m.zeros<int>(n + 1)) {
    for (std::size_t i = 0; i < n; i++)
      starts[i + 1] = starts[i] + 8 + static_cast<int>(bench::random_bits(i) % 33);
    const auto elements = static_cast<std::size_t>(starts[n]);
    columns = m.make(
        elements, [n](std::size_t i) { return static_cast<int>(bench::random_bits(3 * i) % n); });
    values = m.make(elements, bench::uniform);
    x = m.make(n, bench::uniform);
    y = m.zeros<float>(n);
  }
  double check() const { return bench::checksum(y, n); }
};
