// One Jacobi sweep of the 5-point stencil over the inside of an n by n grid, float.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 4096;
  std::size_t n;
  float *in, *out;
  problem(const bench::memory &m, std::size_t n)
      : n(n), in(m.make(n * n, bench::uniform)), out(m.zeros<float>(n * n)) {}
  double check() const { return bench::checksum(out, n * n); }
};
inline void work(const problem &p, std::size_t y, std::size_t x) {
  const float *in = p.in;
  const std::size_t i = y * p.n + x;
  p.out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - p.n] + in[i + p.n]);
}
