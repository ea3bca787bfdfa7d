#include "nbody_vec.hpp"

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
#pragma omp parallel for
    for (std::size_t i = 0; i < p.n; i++) {
      const body me = p.bodies[i];
      float x = 0, y = 0, z = 0;
#pragma omp simd reduction(+ : x, y, z)
      for (std::size_t j = 0; j < p.n; j++) {
        const body other = p.bodies[j];
        const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
        const float inv = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + 1e-4f);
        const float s = other.mass * inv * inv * inv;
        x += dx * s;
        y += dy * s;
        z += dz * s;
      }
      p.ax[i] = x;
      p.ay[i] = y;
      p.az[i] = z;
    }
  });
}
