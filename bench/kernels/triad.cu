#include "triad.hpp"

#include "../harness.cuda.hpp"

using bench::block;
using bench::blocks;

namespace device {
__global__ void triad(std::size_t n, const double *a, const double *b, double *c) {
  const std::size_t i = get_global_id(0);
  if (i >= n)
    return;
  c[i] = a[i] + 0.4 * b[i];
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(
      argc, argv, [](const problem &p) { triad<<<blocks(p.n), block>>>(p.n, p.a, p.b, p.c); });
}
