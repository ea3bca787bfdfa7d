#include "spmv.hpp"

#include "../harness.cuda.hpp"

using bench::block;
using bench::blocks;

namespace device {
__global__ void work(uint n, const int *starts, const int *columns, const float *values,
                     const float *x, float *y) {
  const std::size_t row = get_global_id(0);
  if (row >= n)
    return;
  float sum = 0;
  for (int k = starts[row]; k < starts[row + 1]; k++)
    sum += values[k] * x[columns[k]];
  y[row] = sum;
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(argc, argv, [](const problem &p) {
    work<<<blocks(p.n), block>>>(p.n, p.starts, p.columns, p.values, p.x, p.y);
  });
}
