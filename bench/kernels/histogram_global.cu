#include "histogram_global.hpp"

#include "../harness.cuda.hpp"

using bench::block;
using bench::blocks;

namespace device {
__global__ void work(uint n, const uchar *in, uint *counts) {
  const std::size_t i = get_global_id(0);
  if (i < n)
    atomicAdd(&counts[in[i]], 1u);
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(argc, argv, [](const problem &p) {
    bench::require(cudaMemsetAsync(p.counts, 0, problem::bins * sizeof *p.counts),
                   "cudaMemsetAsync");
    work<<<blocks(p.n), block>>>(p.n, p.in, p.counts);
  });
}
