/* What native:: and half_precision:: take for speed: float functions of few operations, without
 * branches, calls or subnormal numbers. Relative errors are near 1e-6, those of sine and cosine
 * absolute and for angles up to some thousands. On NVIDIA's GPUs they are the hardware's
 * instructions. SYCL 2020, 4.17.5. */
#ifndef FALX_SYCL_DETAIL_MATH_FAST_HPP
#define FALX_SYCL_DETAIL_MATH_FAST_HPP

#include <sycl/detail/math_scalar.hpp>

namespace sycl::detail::fast {

#if defined(__SYCL_DEVICE_ONLY__) && defined(__NVPTX__)

inline float exp2(float x) {
  return __nvvm_ex2_approx_ftz_f(x);
}
inline float exp(float x) {
  return exp2(x * 0x1.715476p0f);
}
inline float exp10(float x) {
  return exp2(x * 0x1.a934fp1f);
}
/* Their absolute errors near 1 are 2^-22, which is too much for half_precision. */
inline float log2(float x) {
  return __nvvm_lg2_approx_ftz_f(x);
}
inline float log(float x) {
  return log2(x) * 0x1.62e43p-1f;
}
inline float log10(float x) {
  return log2(x) * 0x1.344136p-2f;
}
inline float powr(float x, float y) {
  return exp2(y * log2(x));
}
inline float sin(float x) {
  return __nvvm_sin_approx_ftz_f(x);
}
inline float cos(float x) {
  return __nvvm_cos_approx_ftz_f(x);
}
inline float tan(float x) {
  return sin(x) * __nvvm_rcp_approx_ftz_f(cos(x));
}
inline float recip(float x) {
  return __nvvm_rcp_approx_ftz_f(x);
}
inline float rsqrt(float x) {
  return __nvvm_rsqrt_approx_ftz_f(x);
}
inline float sqrt(float x) {
  return __nvvm_sqrt_approx_ftz_f(x);
}
inline float divide(float x, float y) {
  return __nvvm_div_approx_f(x, y);
}

#else

inline float recip(float x) {
  return 1 / x;
}
inline float rsqrt(float x) {
  return reciprocal_root(x);
}
inline float sqrt(float x) {
  return __builtin_sqrtf(x);
}
inline float divide(float x, float y) {
  return x / y;
}

inline int bits_of(float x) {
  return __builtin_bit_cast(int, x);
}
inline float float_of(int bits) {
  return __builtin_bit_cast(float, bits);
}

/* Added to a small float, leaves it rounded to an integer in the low bits. */
inline constexpr float shift = 12582912;

/* p 2^n, n in the low bits of shifted. */
inline float scaled(float p, float shifted) {
  return float_of(bits_of(p) + static_cast<int>(static_cast<unsigned>(bits_of(shifted)) << 23));
}
/* An exponential of x: 0 below low, infinite above high. */
inline float in_range(float x, float value, float low, float high) {
  value = x < low ? 0 : value;
  return x <= high ? value : x * __builtin_inff();
}
inline float exp_near_0(float r) {
  float p = 0x1.123dfep-7f;
  p = p * r + 0x1.56b3b4p-5f;
  p = p * r + 0x1.555494p-3f;
  p = p * r + 0x1.ffff58p-2f;
  p = p * r + 1;
  return p * r + 1;
}
inline float exp(float x) {
  const float shifted = x * 0x1.715476p0f + shift, n = shifted - shift;
  const float r = (x - n * 0x1.62e4p-1f) - n * 0x1.7f7d1cp-20f;
  return in_range(x, scaled(exp_near_0(r), shifted), -87.3365f, 88.72283f);
}
inline float exp10(float x) {
  const float shifted = x * 0x1.a934fp1f + shift, n = shifted - shift;
  const float r = (x - n * 0x1.344p-2f) - n * 0x1.3509f8p-18f;
  return in_range(x, scaled(exp_near_0(r * 0x1.26bb1cp1f), shifted), -37.9297f, 38.53183f);
}
inline float exp2(float x) {
  const float shifted = x + shift, r = x - (shifted - shift);
  float p = 0x1.5f1c38p-10f;
  p = p * r + 0x1.3cbfb6p-7f;
  p = p * r + 0x1.c6af5cp-5f;
  p = p * r + 0x1.ebfa4ap-3f;
  p = p * r + 0x1.62e43p-1f;
  p = p * r + 1;
  return in_range(x, scaled(p, shifted), -126, 127.99999f);
}

/* n base + l scale, where x = 2^n e^l. */
inline float log(float x, float base, float scale) {
  const int above = bits_of(x) - 0x3f2aaaab; // the bits of 2 / 3
  const float n = static_cast<float>(above >> 23);
  const float f = float_of((above & 0x7fffff) + 0x3f2aaaab) - 1;
  float q = -0x1.34645ap-3f;
  q = q * f + 0x1.4ef718p-3f;
  q = q * f + -0x1.51b6d6p-3f;
  q = q * f + 0x1.97c4c6p-3f;
  q = q * f + -0x1.000852p-2f;
  q = q * f + 0x1.5556cep-2f;
  q = q * f + -0.5f;
  const float l = q * (f * f) + f;
  const float value = n * base + l * scale;
  const float below = x >= 0 ? -__builtin_inff() : __builtin_nanf("");
  return x == __builtin_inff() ? x : x >= 0x1p-126f ? value : below;
}
inline float log(float x) {
  return log(x, 0x1.62e43p-1f, 1);
}
inline float log2(float x) {
  return log(x, 1, 0x1.715476p0f);
}
inline float log10(float x) {
  return log(x, 0x1.344136p-2f, 0x1.bcb7b2p-2f);
}
inline float powr(float x, float y) {
  return exp2(y * log2(x));
}

struct angle {
  float sine, cosine; // of what is left after whole quarters
  int quarters;
};
inline angle reduced(float x) {
  const float shifted = x * 0x1.45f306p-1f + shift, n = shifted - shift;
  float r = x - n * 0x1.92p0f; // pi / 2 in three parts
  r = r - n * 0x1.fb4p-12f;
  r = r - n * 0x1.4442d2p-24f;
  const float s = r * r;
  float p = -0x1.9ab18p-13f, q = -0x1.6818acp-10f;
  p = p * s + 0x1.110be2p-7f;
  p = p * s + -0x1.555552p-3f;
  q = q * s + 0x1.5552ep-5f;
  q = q * s + -0.5f;
  return {r * (p * s + 1), q * s + 1, bits_of(shifted)};
}
inline float quarter(const angle &a, int quarters) {
  const float value = quarters & 1 ? a.cosine : a.sine;
  return quarters & 2 ? -value : value;
}
inline float sin(float x) {
  const angle a = reduced(x);
  return quarter(a, a.quarters);
}
inline float cos(float x) {
  const angle a = reduced(x);
  return quarter(a, a.quarters + 1);
}
inline float tan(float x) {
  const angle a = reduced(x);
  return a.quarters & 1 ? -a.cosine / a.sine : a.sine / a.cosine;
}

#endif

} // namespace sycl::detail::fast

#endif
