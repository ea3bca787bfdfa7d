// Sorts n unsigned numbers with Batcher's bitonic network; strides below a block stay in local
// memory (SYCL) or in the cache (OpenMP).
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 1u << 18, block = 512;
  std::size_t n;
  std::uint32_t *in, *out;
  problem(const bench::memory &m, std::size_t n)
      : n(n), in(m.make(n, bench::random_bits)), out(m.zeros<std::uint32_t>(n)) {}
  double check() const { return bench::checksum(out, n); }
};
// Pair number i of those `stride` apart: puts the smaller one first where its run of `size`
// ascends.
template <class Array>
inline void exchange(Array &&values, std::size_t base, std::size_t i, std::size_t stride,
                     std::size_t size) {
  const std::size_t low = i & (stride - 1), a = 2 * (i - low) + low, b = a + stride;
  const std::uint32_t x = values[a], y = values[b];
  const bool ascending = ((base + a) & size) == 0;
  values[a] = ascending ? std::min(x, y) : std::max(x, y);
  values[b] = ascending ? std::max(x, y) : std::min(x, y);
}
