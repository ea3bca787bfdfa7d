// The price of n call options by Monte Carlo: each is the mean of 64 paths' ends, whose normally
// distributed numbers come from a generator that counts (Philox 4x32 of 10 rounds) by Box and
// Muller.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 1u << 16;
  std::size_t n;
  float *strike, *call;
  problem(const bench::memory &m, std::size_t n)
      : n(n), strike(m.make(n, [](std::size_t i) { return 20 + 60 * bench::uniform(i); })),
        call(m.zeros<float>(n)) {}
  double check() const { return bench::checksum(call, n); }
};
struct four {
  std::uint32_t a, b, c, d;
};
inline four philox(four x) {
  std::uint32_t k = 0x2545f491, l = 0x4f6cdd1d;
  for (int round = 0; round < 10; round++) {
    const std::uint64_t p = std::uint64_t(x.a) * 0xd2511f53u, q = std::uint64_t(x.c) * 0xcd9e8d57u;
    x = {static_cast<std::uint32_t>(q >> 32) ^ x.b ^ k, static_cast<std::uint32_t>(q),
         static_cast<std::uint32_t>(p >> 32) ^ x.d ^ l, static_cast<std::uint32_t>(p)};
    k += 0x9e3779b9u, l += 0xbb67ae85u;
  }
  return x;
}
// What two numbers' paths are worth in the end.
inline float ends(std::uint32_t u, std::uint32_t v, float strike) {
  const float rate = 0.02f, volatility = 0.30f, years = 2, price = 50;
  const float drift = (rate - 0.5f * volatility * volatility) * years;
  const float spread = volatility * 1.41421356f; // of two years
  const float radius = std::sqrt(-2 * std::log(static_cast<float>((u >> 8) + 1) * 0x1p-24f));
  const float angle = 6.28318531f * (static_cast<float>(v >> 8) * 0x1p-24f);
  const float x = price * std::exp(drift + spread * (radius * std::cos(angle))) - strike;
  const float y = price * std::exp(drift + spread * (radius * std::sin(angle))) - strike;
  return (x > 0 ? x : 0) + (y > 0 ? y : 0);
}
inline void work(const problem &p, std::size_t i) {
  const float strike = p.strike[i];
  float sum = 0;
  for (std::uint32_t k = 0; k < 16; k++) {
    const four x = philox({static_cast<std::uint32_t>(i), k, 0, 0});
    sum += ends(x.a, x.b, strike) + ends(x.c, x.d, strike);
  }
  p.call[i] = sum * (0.96078944f / 64); // today's worth of it
}
