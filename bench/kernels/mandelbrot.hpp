// Iterations of z = z^2 + c until |z| > 2, 256 at most, for n rows of 2 n points, float.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 512;
  std::size_t n;
  int *out;
  problem(const bench::memory &m, std::size_t n) : n(n), out(m.zeros<int>(2 * n * n)) {}
  double check() const { return bench::checksum(out, 2 * n * n); }
};
inline void work(const problem &p, std::size_t y, std::size_t x) {
  const float scale = 2.0f / static_cast<float>(p.n);
  const float cx = -2.0f + 0.75f * scale * static_cast<float>(x);
  const float cy = -1.0f + scale * static_cast<float>(y);
  float zx = 0, zy = 0;
  int k = 0;
  while (k < 256 && zx * zx + zy * zy <= 4.0f) {
    const float next = zx * zx - zy * zy + cx;
    zy = 2.0f * zx * zy + cy;
    zx = next;
    k++;
  }
  p.out[y * 2 * p.n + x] = k;
}
