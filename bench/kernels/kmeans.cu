#include "kmeans.hpp"

#include "../harness.cuda.hpp"

using bench::block;
using bench::blocks;

namespace device {
__global__ void work(uint n, const float *points, const float *centres, int *out) {
  const std::size_t i = get_global_id(0);
  if (i >= n)
    return;
  float least = HUGE_VALF;
  int nearest = 0;
  for (uint c = 0; c < 16; c++) {
    float distance = 0;
    for (uint d = 0; d < 8; d++) {
      const float difference = points[d * n + i] - centres[c * 8 + d];
      distance += difference * difference;
    }
    if (distance < least) {
      least = distance;
      nearest = c;
    }
  }
  out[i] = nearest;
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(argc, argv, [](const problem &p) {
    work<<<blocks(p.n), block>>>(p.n, p.points, p.centres, p.nearest);
  });
}
