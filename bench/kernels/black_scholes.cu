#include "black_scholes.hpp"

#include "../harness.cuda.hpp"

using bench::block;
using bench::blocks;

namespace device {
__global__ void work(uint n, const float *price, const float *strike, const float *years,
                     float *call, float *put) {
  const std::size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float rate = 0.02f, volatility = 0.30f;
  const float s = price[i], k = strike[i], t = years[i];
  const float root = sqrt(t);
  const float d1 = (log(s / k) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
  const float d2 = d1 - volatility * root;
  const float n1 = 0.5f + 0.5f * erf(d1 * 0.70710678f);
  const float n2 = 0.5f + 0.5f * erf(d2 * 0.70710678f);
  const float discounted = k * exp(-rate * t);
  call[i] = s * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}
} // namespace device

int main(int argc, char **argv) {
  using namespace device;
  return bench::run_cuda<problem>(argc, argv, [](const problem &p) {
    work<<<blocks(p.n), block>>>(p.n, p.price, p.strike, p.years, p.call, p.put);
  });
}
