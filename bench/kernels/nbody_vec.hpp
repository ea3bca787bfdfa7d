// Accelerations of n bodies, all pairs, float: SYCL with vectors, as programs from GPUs do.
#pragma once
#include "../harness.hpp"
struct body {
  float x, y, z, mass;
};
struct problem {
  static constexpr std::size_t default_n = 8192;
  std::size_t n;
  body *bodies;
  float *ax, *ay, *az;
  problem(const bench::memory &m, std::size_t n)
      : n(n), bodies(m.make(n, start)), ax(m.zeros<float>(n)), ay(m.zeros<float>(n)),
        az(m.zeros<float>(n)) {}
  static body start(std::size_t i) {
    return {bench::uniform(4 * i), bench::uniform(4 * i + 1), bench::uniform(4 * i + 2),
            bench::uniform(4 * i + 3)};
  }
  double check() const {
    return bench::checksum(ax, n) + bench::checksum(ay, n) + bench::checksum(az, n);
  }
};
