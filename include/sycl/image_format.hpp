/* What images are made of and how they are sampled. SYCL 2020, 4.7.3 and 4.7.8; channel orders and
 * types of SYCL 1.2.1, 4.7.3. */
#ifndef FALX_SYCL_IMAGE_FORMAT_HPP
#define FALX_SYCL_IMAGE_FORMAT_HPP

namespace sycl {

enum class image_format : unsigned {
  r8g8b8a8_unorm,
  r16g16b16a16_unorm,
  r8g8b8a8_sint,
  r16g16b16a16_sint,
  r32b32g32a32_sint,
  r8g8b8a8_uint,
  r16g16b16a16_uint,
  r32b32g32a32_uint,
  r16b16g16a16_sfloat,
  r32g32b32a32_sfloat,
  b8g8r8a8_unorm
};

enum class image_target { device, host_task };

/* ---- Of SYCL 1.2.1 ---- */
enum class image_channel_order : unsigned {
  a,
  r,
  rx,
  rg,
  rgx,
  ra,
  rgb,
  rgbx,
  rgba,
  argb,
  bgra,
  intensity,
  luminance,
  abgr
};
enum class image_channel_type : unsigned {
  snorm_int8,
  snorm_int16,
  unorm_int8,
  unorm_int16,
  unorm_short_565,
  unorm_short_555,
  unorm_int_101010,
  signed_int8,
  signed_int16,
  signed_int32,
  unsigned_int8,
  unsigned_int16,
  unsigned_int32,
  fp16,
  fp32
};

/* ---- Sampling ---- */
enum class addressing_mode : unsigned { mirrored_repeat, repeat, clamp_to_edge, clamp, none };
enum class filtering_mode : unsigned { nearest, linear };
enum class coordinate_normalization_mode : unsigned { normalized, unnormalized };

struct image_sampler {
  addressing_mode addressing;
  coordinate_normalization_mode coordinate;
  filtering_mode filtering;

  friend bool operator==(const image_sampler &a, const image_sampler &b) {
    return a.addressing == b.addressing && a.coordinate == b.coordinate &&
           a.filtering == b.filtering;
  }
  friend bool operator!=(const image_sampler &a, const image_sampler &b) { return !(a == b); }
};

} // namespace sycl

#endif
