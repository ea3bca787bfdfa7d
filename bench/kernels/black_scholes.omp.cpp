#include "black_scholes.hpp"

int main(int argc, char **argv) {
  const bench::options o(argc, argv, default_n);
  float *data[5];
  for (float *&p : data)
    p = bench::allocate<float>(o.n);
  float *price = data[0], *strike = data[1], *years = data[2], *call = data[3], *put = data[4];
#pragma omp parallel for
  for (std::size_t i = 0; i < o.n; i++) {
    price[i] = price_of(i);
    strike[i] = strike_of(i);
    years[i] = years_of(i);
  }
  bench::run(
      o,
      [&] {
#pragma omp parallel for
        for (std::size_t i = 0; i < o.n; i++)
          work(i, price, strike, years, call, put);
      },
      [&] { return call[o.n / 3] + put[o.n / 5]; });
  for (float *p : data)
    std::free(p);
}
