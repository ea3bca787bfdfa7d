#include "transpose.hpp"

#include "../harness.cuda.hpp"

namespace device {
constexpr unsigned TILE = 16;
__global__ void work(uint n, const float *in, float *out) {
  __shared__ float block[TILE][TILE];
  const std::size_t y = get_local_id(1), x = get_local_id(0);
  const std::size_t row = get_group_id(1) * TILE, column = get_group_id(0) * TILE;
  block[y][x] = in[(row + y) * n + column + x];
  __syncthreads();
  out[(column + y) * n + row + x] = block[x][y];
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(argc, argv, [](const problem &p) {
    work<<<dim3(p.n / 16, p.n / 16), dim3(16, 16)>>>(p.n, p.in, p.out);
  });
}
