/* Sampling: from coordinates to a texel or to the weighted mean of several.
 * OpenCL C 3.0, 8.2 "Addressing and filter modes"; docs/images.md. */
#ifndef FALX_SYCL_DETAIL_SAMPLE_HPP
#define FALX_SYCL_DETAIL_SAMPLE_HPP

#include <sycl/detail/texel.hpp>

namespace sycl::detail {

/* Where a coordinate falls in one dimension: on a texel or between two. Only with
 * addressing_mode::clamp may one lie outside. */
struct sample_axis {
  int low, high;
  float weight; // of high
};

FALX_INLINE int clamp_index(int i, int least, int most) {
  return i < least ? least : i > most ? most : i;
}
/* NaN becomes the least. */
FALX_INLINE int to_index(float f, int extent) {
  const float most = static_cast<float>(extent) + 1;
  f = f > -2.0f ? f : -2.0f;
  return static_cast<int>(f < most ? f : most);
}

/* In texels: 0.5 is the middle of the first. */
FALX_INLINE float to_texels(float c, int extent, const image_sampler &how) {
  if (how.coordinate == coordinate_normalization_mode::unnormalized)
    return c;
  if (how.addressing == addressing_mode::repeat) {
    c -= __builtin_floorf(c);
  } else if (how.addressing == addressing_mode::mirrored_repeat) {
    c = __builtin_fabsf(c - 2.0f * __builtin_rintf(0.5f * c));
  }
  return c * static_cast<float>(extent);
}

/* repeat goes on at the other end, all others but clamp stay at the edge. */
FALX_INLINE int address(int i, int extent, addressing_mode mode) {
  if (mode == addressing_mode::repeat)
    i = i < 0 ? i + extent : i >= extent ? i - extent : i;
  return mode == addressing_mode::clamp ? clamp_index(i, -1, extent)
                                        : clamp_index(i, 0, extent - 1);
}

FALX_INLINE sample_axis nearest_axis(float c, int extent, const image_sampler &how) {
  const float u = __builtin_floorf(to_texels(c, extent, how));
  const int i = address(to_index(u, extent), extent, how.addressing);
  return {i, i, 0};
}
FALX_INLINE sample_axis linear_axis(float c, int extent, const image_sampler &how) {
  const float u = to_texels(c, extent, how) - 0.5f, below = __builtin_floorf(u);
  const int i = to_index(below, extent);
  return {address(i, extent, how.addressing), address(i + 1, extent, how.addressing), u - below};
}

/* The texel at these indices, or the border colour. */
template <bool IsAny, class C>
FALX_INLINE texel<C> fetch(const image_shape &s, const unsigned char *base, int x, int y, int z) {
  texel<C> t;
  if (x < 0 || x >= s.extent[0] || y < 0 || y >= s.extent[1] || z < 0 || z >= s.extent[2]) {
    t.c[0] = t.c[1] = t.c[2] = 0;
    t.c[3] = s.has_opaque_border ? 1 : 0;
  } else {
    t = read_texel<IsAny, C>(s, base + texel_offset(s, x, y, z));
  }
  return t;
}

/* c: D coordinates. Integer texels are not interpolated: the nearest is taken. One loop over the
 * texels around keeps the code small: reading one is a switch over every type. */
template <bool IsAny, int D, class C>
FALX_INLINE texel<C> sample(const image_shape &s, const unsigned char *base,
                            const image_sampler &how, const float (&c)[3]) {
  const bool is_linear = is_real<C> && how.filtering == filtering_mode::linear;
  sample_axis at[3] = {};
  for (int d = 0; d < D; ++d)
    at[d] = is_linear ? linear_axis(c[d], s.extent[d], how) : nearest_axis(c[d], s.extent[d], how);
  texel<C> sum;
  for (int i = 0; i < 4; ++i)
    sum.c[i] = 0;
  for (int corner = 0, corners = is_linear ? 1 << D : 1; corner < corners; ++corner) {
    int index[3] = {0, 0, 0};
    float weight = 1;
    for (int d = 0; d < D; ++d) {
      const bool is_high = corner >> d & 1;
      index[d] = is_high ? at[d].high : at[d].low;
      weight *= is_high ? at[d].weight : 1.0f - at[d].weight;
    }
    const texel<C> t = fetch<IsAny, C>(s, base, index[0], index[1], index[2]);
    for (int i = 0; i < 4; ++i)
      if constexpr (is_real<C>)
        sum.c[i] += weight * t.c[i];
      else
        sum.c[i] = t.c[i];
  }
  return sum;
}

} // namespace sycl::detail

#endif
