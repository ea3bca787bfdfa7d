#include "histogram_local.hpp"

#include "../harness.cuda.hpp"

namespace device {
constexpr unsigned STRIP = 256;
__global__ void work(const uchar *in, uint *counts) {
  __shared__ uint bins[256];
  const std::size_t l = get_local_id(0), group = std::size_t(blockDim.x);
  in += get_group_id(0) * group * STRIP;
  bins[l] = 0;
  __syncthreads();
  for (uint k = 0; k < STRIP; k++)
    atomicAdd(&bins[in[k * group + l]], 1u);
  __syncthreads();
  atomicAdd(&counts[l], bins[l]);
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(argc, argv, [](const problem &p) {
    bench::require(cudaMemsetAsync(p.counts, 0, problem::bins * sizeof *p.counts),
                   "cudaMemsetAsync");
    work<<<p.n / STRIP / problem::bins, problem::bins>>>(p.in, p.counts);
  });
}
