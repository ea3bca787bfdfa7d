#include "stencil_5.hpp"

#include "../harness.cuda.hpp"

using bench::block;
using bench::blocks;

namespace device {
__global__ void work(uint n, const float *in, float *out) {
  const std::size_t y = get_global_id(1) + 1, x = get_global_id(0) + 1, i = y * n + x;
  if (x >= n - 1)
    return;
  out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(argc, argv, [](const problem &p) {
    work<<<blocks(p.n - 2, p.n - 2), block>>>(p.n, p.in, p.out);
  });
}
