#include "scan.hpp"

#include "../harness.cuda.hpp"

namespace device {
constexpr unsigned GROUP = 256;
__global__ void work(const int *in, int *out, int *sums) {
  __shared__ int tile[2 * GROUP];
  const std::size_t l = get_local_id(0);
  uint from = 0, to = GROUP;
  tile[l] = in[get_global_id(0)];
  for (uint step = 1; step < GROUP; step *= 2) {
    __syncthreads();
    tile[to + l] = l < step ? tile[from + l] : tile[from + l] + tile[from + l - step];
    const uint swapped = from;
    from = to;
    to = swapped;
  }
  out[get_global_id(0)] = tile[from + l];
  if (l == GROUP - 1)
    sums[get_group_id(0)] = tile[from + l];
}
__global__ void of_groups(uint n, int *sums) {
  int sum = 0;
  for (uint i = 0; i < n; i++) {
    const int here = sums[i];
    sums[i] = sum;
    sum += here;
  }
}
__global__ void add(int *out, const int *sums) {
  const std::size_t i = get_global_id(0);
  out[i] += sums[i / GROUP];
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(argc, argv, [](const problem &p) {
    work<<<p.n / GROUP, GROUP>>>(p.in, p.out, p.sums);
    of_groups<<<1, 1>>>(p.n / GROUP, p.sums);
    add<<<p.n / GROUP, GROUP>>>(p.out, p.sums);
  });
}
