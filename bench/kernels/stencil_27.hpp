// One sweep of the 27-point stencil over the inside of an n by n by n grid, float: one weight for
// the centre, faces, edges and corners each.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 192;
  std::size_t n;
  float *in, *out;
  problem(const bench::memory &m, std::size_t n)
      : n(n), in(m.make(n * n * n, bench::uniform)), out(m.zeros<float>(n * n * n)) {}
  double check() const { return bench::checksum(out, n * n * n); }
};
inline void work(const problem &p, std::size_t z, std::size_t y, std::size_t x) {
  const float weight[4] = {0.25f, 0.06f, 0.02f, 0.01f};
  float sum = 0;
  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++)
        sum += weight[dz * dz + dy * dy + dx * dx] *
               p.in[((z + dz) * p.n + (y + dy)) * p.n + (x + dx)];
  p.out[(z * p.n + y) * p.n + x] = sum;
}
