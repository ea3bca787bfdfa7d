// c = 1.5 a + c, float (in place)
#pragma once
#include "../harness.hpp"
using element = float;
constexpr std::size_t default_n = 1u << 25;
inline void work(std::size_t i, const element *a, const element *b, element *c) {
  (void)b;
  c[i] = 1.5f * a[i] + c[i];
}
inline element input(std::size_t i) {
  return static_cast<element>(bench::uniform(i));
}
