// Accelerations of n bodies, all pairs, float.
#pragma once
#include "../harness.hpp"
#include <cmath>
constexpr std::size_t default_n = 8192;
struct body {
  float x, y, z, mass;
};
inline void work(std::size_t i, std::size_t n, const body *bodies, float *ax, float *ay,
                 float *az) {
  const body me = bodies[i];
  float x = 0, y = 0, z = 0;
  for (std::size_t j = 0; j < n; j++) {
    const body other = bodies[j];
    const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    const float d2 = dx * dx + dy * dy + dz * dz + 1e-4f;
    const float inv = 1.0f / std::sqrt(d2);
    const float s = other.mass * inv * inv * inv;
    x += dx * s;
    y += dy * s;
    z += dz * s;
  }
  ax[i] = x;
  ay[i] = y;
  az[i] = z;
}
inline body start(std::size_t i) {
  return {bench::uniform(4 * i), bench::uniform(4 * i + 1), bench::uniform(4 * i + 2),
          bench::uniform(4 * i + 3)};
}
