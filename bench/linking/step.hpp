// About twenty instructions of arithmetic, as a function of another image and inline.
#pragma once
#include <sycl/sycl.hpp>

inline float step(float x, float y, int k) {
  float a = x * 1.5f + y, b = y * 0.75f - x;
  float c = a * a + b * b;
  float d = k & 1 ? a : b;
  float e = c > 4.0f ? 0.25f * d : d + 0.125f;
  float f = e * x + y, g = e * y - x;
  return (f * 0.5f + g * 0.25f) / (1.0f + c) + float(k) * 0.001f;
}
SYCL_EXTERNAL float imported_step(float x, float y, int k);
