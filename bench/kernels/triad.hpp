// c = a + 0.4 b, double
#pragma once
#include "../harness.hpp"
using element = double;
constexpr std::size_t default_n = 1u << 25;
inline void work(std::size_t i, const element *a, const element *b, element *c) {
  c[i] = a[i] + 0.4 * b[i];
}
inline element input(std::size_t i) {
  return static_cast<element>(bench::uniform(i));
}
