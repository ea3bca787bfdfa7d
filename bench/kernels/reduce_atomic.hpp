// Sum of n ints: every work-item adds a strip of 256 elements and then once, atomically, to the
// total.
#pragma once
#include "../harness.hpp"
constexpr std::size_t default_n = 1u << 25;
constexpr std::size_t strip = 256;
inline int work(std::size_t i, const int *in) {
  int sum = 0;
  for (std::size_t k = 0; k < strip; k++)
    sum += in[i * strip + k];
  return sum;
}
inline int input(std::size_t i) {
  return static_cast<int>(bench::uniform(i) * 16);
}
