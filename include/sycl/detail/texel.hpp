/* Texels: how an image lies in memory, and how its texels are read and written.
 * OpenCL C 3.0, 8.3 "Conversion rules"; docs/images.md. */
#ifndef FALX_SYCL_DETAIL_TEXEL_HPP
#define FALX_SYCL_DETAIL_TEXEL_HPP

#include <sycl/exception.hpp>
#include <sycl/image_format.hpp>
#include <sycl/vec.hpp>

namespace sycl::detail {

/* What an access has to know of an image besides the address of its first texel. A kernel gets it
 * as arguments. */
struct image_shape {
  static constexpr unsigned char zero = 4, one = 5;

  size_t row = 0, slice = 0; // bytes from one to the next
  int extent[3] = {};        // texels: width, height, depth
  image_channel_type type{};
  image_sampler sampler{};    // of a sampled image
  unsigned char bytes = 0;    // of a texel
  unsigned char channels = 0; // that memory holds; packed ones count
  /* Which component a channel in memory is of; where a component comes from: channel, zero or
   * one. */
  unsigned char stored[4] = {}, source[4] = {};
  bool is_bgra = false;
  bool has_opaque_border = false;

  friend bool operator==(const image_shape &a, const image_shape &b) {
    bool is_equal = a.type == b.type && a.bytes == b.bytes && a.row == b.row && a.slice == b.slice;
    for (int i = 0; i < 4; ++i)
      is_equal &= a.source[i] == b.source[i] && (i == 3 || a.extent[i] == b.extent[i]);
    return is_equal;
  }
};

template <class C>
inline constexpr bool is_real = std::is_same_v<C, float> || std::is_same_v<C, half>;

constexpr bool is_packed(image_channel_type type) {
  return type == image_channel_type::unorm_short_565 ||
         type == image_channel_type::unorm_short_555 ||
         type == image_channel_type::unorm_int_101010;
}
/* Of one channel; of a packed type, of all. */
constexpr unsigned channel_bytes(image_channel_type type) {
  switch (type) {
  case image_channel_type::snorm_int8:
  case image_channel_type::unorm_int8:
  case image_channel_type::signed_int8:
  case image_channel_type::unsigned_int8:
    return 1;
  case image_channel_type::signed_int32:
  case image_channel_type::unsigned_int32:
  case image_channel_type::unorm_int_101010:
  case image_channel_type::fp32:
    return 4;
  default:
    return 2;
  }
}
/* Whether a texel of this type is read and written as four C. */
template <class C> constexpr bool holds(image_channel_type type) {
  switch (type) {
  case image_channel_type::signed_int8:
  case image_channel_type::signed_int16:
  case image_channel_type::signed_int32:
    return std::is_same_v<C, int32_t>;
  case image_channel_type::unsigned_int8:
  case image_channel_type::unsigned_int16:
  case image_channel_type::unsigned_int32:
    return std::is_same_v<C, uint32_t>;
  default:
    return is_real<C>;
  }
}

/* ---- Shapes; on the host, when an image is made ---- */

/* Fills in all but extents and pitches. The names of the components in memory: "bgra". */
inline image_shape make_shape(image_channel_order order, image_channel_type type) {
  static const char *const memory[] = {"a",   "r",    "r",    "rg",   "rg", "ra", "rgb",
                                       "rgb", "rgba", "argb", "bgra", "r",  "r",  "abgr"};
  const char *names = memory[static_cast<unsigned>(order)];
  image_shape s;
  s.type = type;
  s.source[0] = s.source[1] = s.source[2] = image_shape::zero;
  s.source[3] = image_shape::one;
  for (; names[s.channels]; ++s.channels) {
    const char name = names[s.channels];
    const int component = name == 'r' ? 0 : name == 'g' ? 1 : name == 'b' ? 2 : 3;
    s.stored[s.channels] = static_cast<unsigned char>(component);
    s.source[component] = s.channels;
  }
  const bool is_intensity = order == image_channel_order::intensity;
  const bool is_luminance = order == image_channel_order::luminance;
  if (is_intensity || is_luminance)
    s.source[1] = s.source[2] = 0;
  if (is_intensity)
    s.source[3] = 0;
  s.is_bgra = order == image_channel_order::bgra;
  s.has_opaque_border = is_luminance || order == image_channel_order::r ||
                        order == image_channel_order::rg || order == image_channel_order::rgb;
  const bool is_three = order == image_channel_order::rgb || order == image_channel_order::rgbx;
  if (is_packed(type) && !is_three)
    throw_error(errc::invalid, "an image of a packed channel type (unorm_short_565, "
                               "unorm_short_555, unorm_int_101010) has the channel order rgb or "
                               "rgbx");
  s.bytes = static_cast<unsigned char>(channel_bytes(type) * (is_packed(type) ? 1 : s.channels));
  return s;
}
inline image_shape make_shape(image_format format) {
  using type = image_channel_type;
  static const type types[] = {type::unorm_int8,     type::unorm_int16,    type::signed_int8,
                               type::signed_int16,   type::signed_int32,   type::unsigned_int8,
                               type::unsigned_int16, type::unsigned_int32, type::fp16,
                               type::fp32,           type::unorm_int8};
  return make_shape(format == image_format::b8g8r8a8_unorm ? image_channel_order::bgra
                                                           : image_channel_order::rgba,
                    types[static_cast<unsigned>(format)]);
}
inline image_shape make_shape(image_format format, const image_sampler &sampler) {
  image_shape s = make_shape(format);
  s.sampler = sampler;
  return s;
}

/* ---- Reading ---- */

/* Halves of memory. The code of an access has them, whatever its image holds: without _Float16 it
 * runs on devices without aspect::fp16, too. */
FALX_INLINE float half_from_raw(uint16_t raw) {
#if defined(__SYCL_DEVICE_ONLY__) && !defined(__SYCL_NATIVE_CPU__)
  return __builtin_bit_cast(float, float_bits(raw));
#else
  return to_float(__builtin_bit_cast(half, raw));
#endif
}
FALX_INLINE uint16_t half_to_raw(float f) {
#if defined(__SYCL_DEVICE_ONLY__) && !defined(__SYCL_NATIVE_CPU__)
  return half_bits(__builtin_bit_cast(uint32_t, f));
#else
  return __builtin_bit_cast(uint16_t, to_half(f));
#endif
}

template <class Raw> FALX_INLINE Raw load_raw(const unsigned char *from, int index) {
  using aliased [[gnu::may_alias]] = Raw;
  return reinterpret_cast<const aliased *>(from)[index];
}
/* Four channels at a time where there are four. */
template <class Raw, class C, class Convert>
FALX_INLINE void load_each(const unsigned char *from, int channels, C *to, Convert convert) {
  if (channels == 4)
    for (int i = 0; i < 4; ++i)
      to[i] = convert(load_raw<Raw>(from, i));
  else
    for (int i = 0; i < channels; ++i)
      to[i] = convert(load_raw<Raw>(from, i));
}
template <class C, class Raw>
FALX_INLINE void load_integers(const unsigned char *from, int channels, C *to) {
  load_each<Raw>(from, channels, to, [](Raw raw) { return static_cast<C>(raw); });
}
template <class Raw>
FALX_INLINE void load_unorm(const unsigned char *from, int channels, float *to) {
  load_each<Raw>(from, channels, to, [](Raw raw) {
    return static_cast<float>(raw) / static_cast<float>(std::numeric_limits<Raw>::max());
  });
}
template <class Raw>
FALX_INLINE void load_snorm(const unsigned char *from, int channels, float *to) {
  load_each<Raw>(from, channels, to, [](Raw raw) {
    float f = static_cast<float>(raw) / static_cast<float>(std::numeric_limits<Raw>::max());
    return f < -1.0f ? -1.0f : f;
  });
}
/* Three fields of so many bits, the first from bit `top` on. */
FALX_INLINE void load_packed(unsigned bits, int top, int red, int green, int blue, float *to) {
  const int widths[] = {red, green, blue};
  for (int i = 0; i < 3; ++i) {
    const unsigned mask = (1u << widths[i]) - 1;
    top -= widths[i];
    to[i] = static_cast<float>(bits >> top & mask) / static_cast<float>(mask);
  }
}

/* The channels in the order of memory. */
FALX_INLINE void load_channels(image_channel_type type, const unsigned char *from, int channels,
                               float *to) {
  switch (type) {
  case image_channel_type::unorm_int8:
    return load_unorm<uint8_t>(from, channels, to);
  case image_channel_type::unorm_int16:
    return load_unorm<uint16_t>(from, channels, to);
  case image_channel_type::snorm_int8:
    return load_snorm<int8_t>(from, channels, to);
  case image_channel_type::snorm_int16:
    return load_snorm<int16_t>(from, channels, to);
  case image_channel_type::unorm_short_565:
    return load_packed(load_raw<uint16_t>(from, 0), 16, 5, 6, 5, to);
  case image_channel_type::unorm_short_555:
    return load_packed(load_raw<uint16_t>(from, 0), 15, 5, 5, 5, to);
  case image_channel_type::unorm_int_101010:
    return load_packed(load_raw<uint32_t>(from, 0), 30, 10, 10, 10, to);
  case image_channel_type::fp16:
    return load_each<uint16_t>(from, channels, to, [](uint16_t raw) { return half_from_raw(raw); });
  default:
    return load_each<float>(from, channels, to, [](float f) { return f; });
  }
}
FALX_INLINE void load_channels(image_channel_type type, const unsigned char *from, int channels,
                               int32_t *to) {
  switch (type) {
  case image_channel_type::signed_int8:
    return load_integers<int32_t, int8_t>(from, channels, to);
  case image_channel_type::signed_int16:
    return load_integers<int32_t, int16_t>(from, channels, to);
  default:
    return load_integers<int32_t, int32_t>(from, channels, to);
  }
}
FALX_INLINE void load_channels(image_channel_type type, const unsigned char *from, int channels,
                               uint32_t *to) {
  switch (type) {
  case image_channel_type::unsigned_int8:
    return load_integers<uint32_t, uint8_t>(from, channels, to);
  case image_channel_type::unsigned_int16:
    return load_integers<uint32_t, uint16_t>(from, channels, to);
  default:
    return load_integers<uint32_t, uint32_t>(from, channels, to);
  }
}

/* A texel between memory and the element type; half is computed with in float. */
template <class C> struct texel {
  using type = std::conditional_t<is_real<C>, float, C>;
  type c[4]; // red, green, blue, alpha

  template <class T> FALX_INLINE static texel of(const vec<T, 4> &v) {
    texel t;
    for (int i = 0; i < 4; ++i)
      if constexpr (std::is_same_v<T, half>)
        t.c[i] = to_float(v[i]);
      else
        t.c[i] = v[i];
    return t;
  }
  FALX_INLINE vec<C, 4> to_vec() const {
    if constexpr (std::is_same_v<C, half>)
      return {to_half(c[0]), to_half(c[1]), to_half(c[2]), to_half(c[3])};
    else
      return {c[0], c[1], c[2], c[3]};
  }
};

/* IsAny: of any channel order; otherwise one of image_format's, rgba or bgra. */
template <bool IsAny, class C>
FALX_INLINE texel<C> read_texel(const image_shape &s, const unsigned char *from) {
  using type = typename texel<C>::type;
  texel<C> t;
  if constexpr (IsAny) {
    type loaded[6];
    for (int i = 0; i < 4; ++i)
      loaded[i] = 0;
    loaded[image_shape::zero] = 0;
    loaded[image_shape::one] = 1;
    load_channels(s.type, from, s.channels, loaded);
    for (int i = 0; i < 4; ++i)
      t.c[i] = loaded[s.source[i]];
  } else {
    load_channels(s.type, from, 4, t.c);
    const type first = t.c[0];
    t.c[0] = s.is_bgra ? t.c[2] : first;
    t.c[2] = s.is_bgra ? first : t.c[2];
  }
  return t;
}

/* ---- Writing: nearest even, saturated; NaN becomes 0 ---- */

template <class Raw> FALX_INLINE void store_raw(unsigned char *to, int index, Raw raw) {
  using aliased [[gnu::may_alias]] = Raw;
  reinterpret_cast<aliased *>(to)[index] = raw;
}
template <class C, class Convert>
FALX_INLINE void store_each(unsigned char *to, int channels, const C *from, Convert convert) {
  if (channels == 4)
    for (int i = 0; i < 4; ++i)
      store_raw(to, i, convert(from[i]));
  else
    for (int i = 0; i < channels; ++i)
      store_raw(to, i, convert(from[i]));
}
FALX_INLINE int round_to(float f, float scale, float low) {
  f *= scale;
  f = f == f ? f : 0.0f;
  f = f < low ? low : f;
  f = f > scale ? scale : f;
  return static_cast<int>(__builtin_rintf(f));
}
/* Normalized integers: from 0 on without a sign, else from the least value on. */
template <class Raw>
FALX_INLINE void store_norm(unsigned char *to, int channels, const float *from) {
  store_each(to, channels, from, [](float f) {
    return static_cast<Raw>(round_to(f, static_cast<float>(std::numeric_limits<Raw>::max()),
                                     static_cast<float>(std::numeric_limits<Raw>::min())));
  });
}
template <class Raw, class C>
FALX_INLINE void store_integers(unsigned char *to, int channels, const C *from) {
  store_each(to, channels, from, [](C value) {
    constexpr C low = static_cast<C>(std::numeric_limits<Raw>::min());
    constexpr C high = static_cast<C>(std::numeric_limits<Raw>::max());
    return static_cast<Raw>(value < low ? low : value > high ? high : value);
  });
}
FALX_INLINE unsigned pack(const float *from, int red, int green, int blue) {
  const int widths[] = {red, green, blue};
  unsigned bits = 0;
  for (int i = 0; i < 3; ++i)
    bits = bits << widths[i] |
           static_cast<unsigned>(round_to(from[i], static_cast<float>((1 << widths[i]) - 1), 0));
  return bits;
}

FALX_INLINE void store_channels(image_channel_type type, unsigned char *to, int channels,
                                const float *from) {
  switch (type) {
  case image_channel_type::unorm_int8:
    return store_norm<uint8_t>(to, channels, from);
  case image_channel_type::unorm_int16:
    return store_norm<uint16_t>(to, channels, from);
  case image_channel_type::snorm_int8:
    return store_norm<int8_t>(to, channels, from);
  case image_channel_type::snorm_int16:
    return store_norm<int16_t>(to, channels, from);
  case image_channel_type::unorm_short_565:
    return store_raw(to, 0, static_cast<uint16_t>(pack(from, 5, 6, 5)));
  case image_channel_type::unorm_short_555:
    return store_raw(to, 0, static_cast<uint16_t>(pack(from, 5, 5, 5)));
  case image_channel_type::unorm_int_101010:
    return store_raw(to, 0, static_cast<uint32_t>(pack(from, 10, 10, 10)));
  case image_channel_type::fp16:
    return store_each(to, channels, from, [](float f) { return half_to_raw(f); });
  default:
    return store_each(to, channels, from, [](float f) { return f; });
  }
}
FALX_INLINE void store_channels(image_channel_type type, unsigned char *to, int channels,
                                const int32_t *from) {
  switch (type) {
  case image_channel_type::signed_int8:
    return store_integers<int8_t>(to, channels, from);
  case image_channel_type::signed_int16:
    return store_integers<int16_t>(to, channels, from);
  default:
    return store_integers<int32_t>(to, channels, from);
  }
}
FALX_INLINE void store_channels(image_channel_type type, unsigned char *to, int channels,
                                const uint32_t *from) {
  switch (type) {
  case image_channel_type::unsigned_int8:
    return store_integers<uint8_t>(to, channels, from);
  case image_channel_type::unsigned_int16:
    return store_integers<uint16_t>(to, channels, from);
  default:
    return store_integers<uint32_t>(to, channels, from);
  }
}

template <bool IsAny, class C>
FALX_INLINE void write_texel(const image_shape &s, unsigned char *to, const texel<C> &t) {
  typename texel<C>::type stored[4];
  if constexpr (IsAny) {
    for (int i = 0; i < 4; ++i)
      stored[i] = t.c[s.stored[i]];
    store_channels(s.type, to, s.channels, stored);
  } else {
    stored[0] = s.is_bgra ? t.c[2] : t.c[0];
    stored[1] = t.c[1];
    stored[2] = s.is_bgra ? t.c[0] : t.c[2];
    stored[3] = t.c[3];
    store_channels(s.type, to, 4, stored);
  }
}

/* ---- Where a texel lies ---- */

FALX_INLINE size_t texel_offset(const image_shape &s, int x, int y, int z) {
  return static_cast<size_t>(x) * s.bytes + static_cast<size_t>(y) * s.row +
         static_cast<size_t>(z) * s.slice;
}

} // namespace sycl::detail

#endif
