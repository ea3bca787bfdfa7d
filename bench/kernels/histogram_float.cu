#include "histogram_float.hpp"

#include "../harness.cuda.hpp"

namespace device {
constexpr unsigned STRIP = 256;
__global__ void work(const uchar *in, const float *weights, float *sums) {
  __shared__ float bins[256];
  const std::size_t l = get_local_id(0), group = std::size_t(blockDim.x);
  const std::size_t first = get_group_id(0) * group * STRIP;
  bins[l] = 0;
  __syncthreads();
  for (uint k = 0; k < STRIP; k++) {
    const std::size_t i = first + k * group + l;
    atomicAdd(&bins[in[i]], weights[i]);
  }
  __syncthreads();
  atomicAdd(&sums[l], bins[l]);
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(argc, argv, [](const problem &p) {
    bench::require(cudaMemsetAsync(p.sums, 0, problem::bins * sizeof *p.sums), "cudaMemsetAsync");
    work<<<p.n / STRIP / problem::bins, problem::bins>>>(p.in, p.weights, p.sums);
  });
}
