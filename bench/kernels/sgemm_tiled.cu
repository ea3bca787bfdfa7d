#include "sgemm_tiled.hpp"

#include "../harness.cuda.hpp"

namespace device {
constexpr unsigned TILE = 16;
__global__ void work(uint n, const float *a, const float *b, float *c) {
  __shared__ float ta[TILE][TILE], tb[TILE][TILE];
  const std::size_t row = get_global_id(1), column = get_global_id(0);
  const std::size_t y = get_local_id(1), x = get_local_id(0);
  float sum = 0;
  for (uint t = 0; t < n; t += TILE) {
    ta[y][x] = a[row * n + t + x];
    tb[y][x] = b[(t + y) * n + column];
    __syncthreads();
    for (uint k = 0; k < TILE; k++)
      sum += ta[y][k] * tb[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(argc, argv, [](const problem &p) {
    work<<<dim3(p.n / 16, p.n / 16), dim3(16, 16)>>>(p.n, p.a, p.b, p.c);
  });
}
