#include "reduce.hpp"

#include "../harness.cuda.hpp"

namespace device {
constexpr unsigned GROUP = 256;
// Each work-item a strided part, each work-group a tree.
__global__ void work(uint n, const float *in, float *parts) {
  __shared__ float tile[GROUP];
  const std::size_t l = get_local_id(0);
  float sum = 0;
  for (std::size_t i = get_global_id(0); i < n; i += std::size_t(gridDim.x) * blockDim.x)
    sum += in[i];
  tile[l] = sum;
  for (uint half_of = GROUP / 2; half_of > 0; half_of /= 2) {
    __syncthreads();
    if (l < half_of)
      tile[l] += tile[l + half_of];
  }
  if (l == 0)
    parts[get_group_id(0)] = tile[0];
}
__global__ void finish(uint n, const float *parts, float *out) {
  double sum = 0;
  for (uint i = 0; i < n; i++)
    sum += parts[i];
  *out = sum;
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(argc, argv, [](const problem &p) {
    static float *parts = nullptr;
    constexpr unsigned groups = 1024;
    if (!parts)
      bench::require(cudaMalloc(&parts, groups * sizeof *parts), "cudaMalloc");
    work<<<groups, GROUP>>>(p.n, p.in, parts);
    finish<<<1, 1>>>(groups, parts, p.sum);
  });
}
