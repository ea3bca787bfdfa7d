#include "bitonic_sort.hpp"

#include "../harness.cuda.hpp"

using bench::block;
using bench::blocks;

namespace device {
constexpr unsigned BLOCK = 512;
__device__ void exchange_local(uint *values, std::size_t base, std::size_t i, std::size_t stride,
                               std::size_t size) {
  const std::size_t low = i & (stride - 1), a = 2 * (i - low) + low, b = a + stride;
  const uint x = values[a], y = values[b];
  const bool ascending = ((base + a) & size) == 0;
  values[a] = ascending ? min(x, y) : max(x, y);
  values[b] = ascending ? max(x, y) : min(x, y);
}
__global__ void local_steps(uint from, uint to, uint *out) {
  __shared__ uint tile[BLOCK];
  const std::size_t l = get_local_id(0), base = get_group_id(0) * BLOCK;
  tile[l] = out[base + l];
  tile[l + BLOCK / 2] = out[base + l + BLOCK / 2];
  for (std::size_t size = from; size <= to; size *= 2)
    for (std::size_t stride = min(size, (std::size_t)BLOCK) / 2; stride > 0; stride /= 2) {
      __syncthreads();
      exchange_local(tile, base, l, stride, size);
    }
  __syncthreads();
  out[base + l] = tile[l];
  out[base + l + BLOCK / 2] = tile[l + BLOCK / 2];
}
__global__ void step(std::size_t pairs, uint stride, uint size, uint *values) {
  const std::size_t i = get_global_id(0);
  if (i >= pairs)
    return;
  const std::size_t low = i & (stride - 1), a = 2 * (i - low) + low, b = a + stride;
  const uint x = values[a], y = values[b];
  const bool ascending = (a & size) == 0;
  values[a] = ascending ? min(x, y) : max(x, y);
  values[b] = ascending ? max(x, y) : min(x, y);
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(argc, argv, [](const problem &p) {
    constexpr std::size_t tile = problem::block;
    const auto run_local = [&](std::size_t from, std::size_t to) {
      local_steps<<<p.n / tile, tile / 2>>>(from, to, p.out);
    };
    bench::require(cudaMemcpyAsync(p.out, p.in, p.n * sizeof *p.in, cudaMemcpyDefault),
                   "cudaMemcpyAsync");
    run_local(2, tile);
    for (std::size_t size = 2 * tile; size <= p.n; size *= 2) {
      for (std::size_t stride = size / 2; stride >= tile; stride /= 2)
        step<<<blocks(p.n / 2), block>>>(p.n / 2, stride, size, p.out);
      run_local(size, size);
    }
  });
}
