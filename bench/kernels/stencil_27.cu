#include "stencil_27.hpp"

#include "../harness.cuda.hpp"

using bench::block;
using bench::blocks;

namespace device {
__global__ void work(uint n, const float *in, float *out) {
  const std::size_t z = get_global_id(2) + 1, y = get_global_id(1) + 1, x = get_global_id(0) + 1;
  if (x >= n - 1)
    return;
  const float weight[4] = {0.25f, 0.06f, 0.02f, 0.01f};
  float sum = 0;
  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++)
        sum += weight[dz * dz + dy * dy + dx * dx] * in[((z + dz) * n + (y + dy)) * n + (x + dx)];
  out[(z * n + y) * n + x] = sum;
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(argc, argv, [](const problem &p) {
    work<<<blocks(p.n - 2, p.n - 2, p.n - 2), block>>>(p.n, p.in, p.out);
  });
}
