#include "nbody.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    q.parallel_for(p.n, [=](sycl::id<1> i) {
      const body me = p.bodies[i];
      float x = 0, y = 0, z = 0;
      for (std::size_t j = 0; j < p.n; j++) {
        const body other = p.bodies[j];
        const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
        const float inv = 1.0f / sycl::sqrt(dx * dx + dy * dy + dz * dz + 1e-4f);
        const float s = other.mass * inv * inv * inv;
        x += dx * s;
        y += dy * s;
        z += dz * s;
      }
      p.ax[i] = x;
      p.ay[i] = y;
      p.az[i] = z;
    });
  });
}
