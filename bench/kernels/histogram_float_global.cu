#include "histogram_float_global.hpp"

#include "../harness.cuda.hpp"

using bench::block;
using bench::blocks;

namespace device {
__global__ void work(uint n, const uchar *in, const float *weights, float *sums) {
  const std::size_t i = get_global_id(0);
  if (i < n)
    atomicAdd(&sums[in[i]], weights[i]);
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(argc, argv, [](const problem &p) {
    bench::require(cudaMemsetAsync(p.sums, 0, problem::bins * sizeof *p.sums), "cudaMemsetAsync");
    work<<<blocks(p.n), block>>>(p.n, p.in, p.weights, p.sums);
  });
}
