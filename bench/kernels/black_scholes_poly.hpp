// European call and put by Black and Scholes (1973), the normal distribution through a polynomial
// (Abramowitz and Stegun 26.2.17), float.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 1u << 20;
  std::size_t n;
  float *price, *strike, *years, *call, *put;
  problem(const bench::memory &m, std::size_t n)
      : n(n), price(m.make(n, [](std::size_t i) { return 5.0f + 25.0f * bench::uniform(3 * i); })),
        strike(m.make(n, [](std::size_t i) { return 1.0f + 99.0f * bench::uniform(3 * i + 1); })),
        years(m.make(n, [](std::size_t i) { return 0.25f + 9.75f * bench::uniform(3 * i + 2); })),
        call(m.zeros<float>(n)), put(m.zeros<float>(n)) {}
  double check() const { return bench::checksum(call, n) + bench::checksum(put, n); }
};
inline float normal(float x) {
  const float k = 1.0f / (1.0f + 0.2316419f * std::fabs(x));
  const float sum =
      k * (0.319381530f +
           k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228f * std::exp(-0.5f * x * x) * sum;
  return x < 0 ? tail : 1.0f - tail;
}
inline void work(const problem &p, std::size_t i) {
  const float rate = 0.02f, volatility = 0.30f;
  const float s = p.price[i], k = p.strike[i], t = p.years[i];
  const float root = std::sqrt(t);
  const float d1 =
      (std::log(s / k) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
  const float n1 = normal(d1), n2 = normal(d1 - volatility * root);
  const float discounted = k * std::exp(-rate * t);
  p.call[i] = s * n1 - discounted * n2;
  p.put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}
