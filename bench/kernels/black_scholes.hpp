// European call and put by Black and Scholes (1973), the normal distribution through erf, float.
#pragma once
#include "../harness.hpp"
#include <cmath>
constexpr std::size_t default_n = 1u << 22;
inline void work(std::size_t i, const float *price, const float *strike, const float *years,
                 float *call, float *put) {
  const float rate = 0.02f, volatility = 0.30f;
  const float s = price[i], k = strike[i], t = years[i];
  const float root = std::sqrt(t);
  const float d1 =
      (std::log(s / k) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
  const float d2 = d1 - volatility * root;
  const float n1 = 0.5f + 0.5f * std::erf(d1 * 0.70710678f);
  const float n2 = 0.5f + 0.5f * std::erf(d2 * 0.70710678f);
  const float discounted = k * std::exp(-rate * t);
  call[i] = s * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}
inline float price_of(std::size_t i) {
  return 5.0f + 25.0f * bench::uniform(3 * i);
}
inline float strike_of(std::size_t i) {
  return 1.0f + 99.0f * bench::uniform(3 * i + 1);
}
inline float years_of(std::size_t i) {
  return 0.25f + 9.75f * bench::uniform(3 * i + 2);
}
