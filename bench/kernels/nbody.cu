#include "nbody.hpp"

#include "../harness.cuda.hpp"

using bench::block;
using bench::blocks;

namespace device {
__global__ void work(uint n, const float4 *bodies, float *ax, float *ay, float *az) {
  const std::size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float4 me = bodies[i];
  float x = 0, y = 0, z = 0;
  for (uint j = 0; j < n; j++) {
    const float4 other = bodies[j];
    const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    const float inv = 1.0f / sqrt(dx * dx + dy * dy + dz * dz + 1e-4f);
    const float s = other.w * inv * inv * inv;
    x += dx * s;
    y += dy * s;
    z += dz * s;
  }
  ax[i] = x;
  ay[i] = y;
  az[i] = z;
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(argc, argv, [](const problem &p) {
    work<<<blocks(p.n), block>>>(p.n, reinterpret_cast<const float4 *>(p.bodies), p.ax, p.ay, p.az);
  });
}
