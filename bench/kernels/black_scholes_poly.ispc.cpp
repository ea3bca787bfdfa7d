#include "black_scholes_poly.hpp"

extern "C" void work_chunk(int from, int to, const float *price, const float *strike,
                           const float *years, float *call, float *put);

int main(int argc, char **argv) {
  return bench::run<problem>(argc, argv, [](const problem &p) {
    constexpr int chunk = 4096;
    const int n = static_cast<int>(p.n);
#pragma omp parallel for
    for (int from = 0; from < n; from += chunk)
      work_chunk(from, std::min(n, from + chunk), p.price, p.strike, p.years, p.call, p.put);
  });
}
