// C = A B, n by n, float, one dot product per element.
#pragma once
#include "../harness.hpp"
constexpr std::size_t default_n = 512;
inline void work(std::size_t row, std::size_t column, std::size_t n, const float *a, const float *b,
                 float *c) {
  float sum = 0;
  for (std::size_t k = 0; k < n; k++)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
