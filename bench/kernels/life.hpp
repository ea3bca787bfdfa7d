// Conway's game of life, 4 generations on an n by n grid with a dead rim, one byte per cell.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 4096;
  std::size_t n;
  std::uint8_t *a, *b;
  problem(const bench::memory &m, std::size_t n)
      : n(n), a(m.make(n * n, [n](std::size_t i) { return alive(i, n); })),
        b(m.zeros<std::uint8_t>(n * n)) {}
  static std::uint8_t alive(std::size_t i, std::size_t n) {
    const std::size_t y = i / n, x = i % n;
    return y > 0 && y + 1 < n && x > 0 && x + 1 < n && bench::random_bits(i) % 3 == 0;
  }
  double check() const { return bench::checksum(a, n * n); }
};
inline void work(const std::uint8_t *from, std::uint8_t *to, std::size_t n, std::size_t y,
                 std::size_t x) {
  const std::uint8_t *cell = from + y * n + x;
  const std::uint8_t around = cell[-1] + cell[1] + cell[-n - 1] + cell[-n] + cell[-n + 1] +
                              cell[n - 1] + cell[n] + cell[n + 1];
  to[y * n + x] = around == 3 || (around == 2 && *cell);
}
