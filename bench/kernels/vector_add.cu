#include "vector_add.hpp"

#include "../harness.cuda.hpp"

using bench::block;
using bench::blocks;

namespace device {
__global__ void vector_add(std::size_t n, const float *a, const float *b, float *c) {
  const std::size_t i = get_global_id(0);
  if (i >= n)
    return;
  c[i] = a[i] + b[i];
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(
      argc, argv, [](const problem &p) { vector_add<<<blocks(p.n), block>>>(p.n, p.a, p.b, p.c); });
}
