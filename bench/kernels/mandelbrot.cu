#include "mandelbrot.hpp"

#include "../harness.cuda.hpp"

using bench::block;
using bench::blocks;

namespace device {
__global__ void work(uint n, int *out) {
  const std::size_t x = get_global_id(0), y = get_global_id(1);
  if (x >= 2 * n)
    return;
  const float scale = 2.0f / (float)n;
  const float cx = -2.0f + 0.75f * scale * (float)x;
  const float cy = -1.0f + scale * (float)y;
  float zx = 0, zy = 0;
  int k = 0;
  while (k < 256 && zx * zx + zy * zy <= 4.0f) {
    const float next = zx * zx - zy * zy + cx;
    zy = 2.0f * zx * zy + cy;
    zx = next;
    k++;
  }
  out[y * 2 * n + x] = k;
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(
      argc, argv, [](const problem &p) { work<<<blocks(2 * p.n, p.n), block>>>(p.n, p.out); });
}
