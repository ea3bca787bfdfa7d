// The 5-point stencil as kernels ported from other languages address it: indices are of type int,
// made of work-group and local ids (SYCL), and every work-item asks whether it is inside. float.
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
inline void work(const problem &p, int y, int x) {
  const float *in = p.in;
  const int n = int(p.n), i = y * n + x;
  if (x > 0 && x < n - 1 && y > 0 && y < n - 1)
    p.out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
}
