#include "monte_carlo.hpp"

#include "../harness.cuda.hpp"

using bench::block;
using bench::blocks;

namespace device {
__device__ uint4 philox(uint4 x) {
  uint k = 0x2545f491, l = 0x4f6cdd1d;
  for (int round = 0; round < 10; round++) {
    const uint p = x.x * 0xd2511f53u, q = x.z * 0xcd9e8d57u;
    x = {__umulhi(x.z, 0xcd9e8d57u) ^ x.y ^ k, q, __umulhi(x.x, 0xd2511f53u) ^ x.w ^ l, p};
    k += 0x9e3779b9u, l += 0xbb67ae85u;
  }
  return x;
}
__device__ float ends(uint u, uint v, float strike) {
  const float rate = 0.02f, volatility = 0.30f, years = 2, price = 50;
  const float drift = (rate - 0.5f * volatility * volatility) * years;
  const float spread = volatility * 1.41421356f;
  const float radius = sqrtf(-2 * logf(static_cast<float>((u >> 8) + 1) * 0x1p-24f));
  const float angle = 6.28318531f * (static_cast<float>(v >> 8) * 0x1p-24f);
  const float x = price * expf(drift + spread * (radius * cosf(angle))) - strike;
  const float y = price * expf(drift + spread * (radius * sinf(angle))) - strike;
  return (x > 0 ? x : 0) + (y > 0 ? y : 0);
}
__global__ void work(uint n, const float *strikes, float *call) {
  const uint i = get_global_id(0);
  if (i >= n)
    return;
  const float strike = strikes[i];
  float sum = 0;
  for (uint k = 0; k < 16; k++) {
    const uint4 x = philox({i, k, 0, 0});
    sum += ends(x.x, x.y, strike) + ends(x.z, x.w, strike);
  }
  call[i] = sum * (0.96078944f / 64);
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(
      argc, argv, [](const problem &p) { work<<<blocks(p.n), block>>>(p.n, p.strike, p.call); });
}
