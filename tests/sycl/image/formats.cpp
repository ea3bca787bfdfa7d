// SYCL 2020, 4.7.3.1: texels of every format in memory, written and read by kernels: conversion,
// rounding and saturation against plain arithmetic
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

using sycl::image_format;

namespace {

constexpr int count = 64;

/* Writes the colours with one kernel, reads them back with another. */
template <class T>
std::vector<unsigned char> round_trip(sycl::queue &q, image_format format, size_t texel,
                                      const std::vector<T> &colours, std::vector<T> &read) {
  std::vector<unsigned char> memory(count * texel, 0xaa);
  sycl::unsampled_image<1> image(memory.data(), format, sycl::range<1>(count));
  CHECK(image.byte_size() == memory.size() && image.size() == count);
  sycl::buffer<T> in(colours), out(read);
  q.submit([&](sycl::handler &h) {
    sycl::accessor from(in, h, sycl::read_only);
    auto to = image.get_access<T, sycl::access_mode::write>(h);
    h.parallel_for(count, [=](int i) { to.write(i, from[i]); });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor to(out, h, sycl::write_only);
    auto from = image.get_access<T, sycl::access_mode::read>(h);
    h.parallel_for(count, [=](int i) { to[i] = from.read(i); });
  });
  sycl::host_accessor result(out, sycl::read_only);
  for (int i = 0; i < count; ++i)
    read[i] = result[i];
  image = sycl::unsampled_image<1>(format, sycl::range<1>(1)); // writes back
  return memory;
}

template <class Raw> void check_unorm(sycl::queue &q, image_format format, bool is_bgra) {
  const double scale = double(Raw(-1));
  std::vector<sycl::float4> colours(count), read(count);
  for (int i = 0; i < count; ++i)
    for (int c = 0; c < 4; ++c)
      colours[i][c] = -0.25f + 0.0241f * float(i) + 0.01f * float(c);
  colours[5] = {0.5f / 255, 1.5f / 255, 2.5f / 255, NAN};
  std::vector<unsigned char> bytes = round_trip(q, format, 4 * sizeof(Raw), colours, read);
  for (int i = 0; i < count; ++i)
    for (int c = 0; c < 4; ++c) {
      Raw raw;
      int at = is_bgra && c < 3 ? 2 - c : c;
      std::memcpy(&raw, &bytes[(i * 4 + at) * sizeof raw], sizeof raw);
      float value = std::isnan(colours[i][c]) ? 0 : colours[i][c];
      CHECK_EQUAL(double(raw),
                  std::fmin(std::fmax(std::nearbyint(value * float(scale)), 0), scale));
      CHECK(std::abs(double(read[i][c]) - raw / scale) <= 1e-7);
    }
}

template <class T, class Raw> void check_integers(sycl::queue &q, image_format format) {
  using channel = typename T::element_type;
  std::vector<T> colours(count), read(count);
  for (int i = 0; i < count; ++i)
    for (int c = 0; c < 4; ++c)
      colours[i][c] = channel(1237u * unsigned(i * i * i) * unsigned(c + 1) - 70000u * unsigned(c));
  std::vector<unsigned char> bytes = round_trip(q, format, 4 * sizeof(Raw), colours, read);
  for (int i = 0; i < count; ++i)
    for (int c = 0; c < 4; ++c) {
      Raw raw;
      std::memcpy(&raw, &bytes[(i * 4 + c) * sizeof raw], sizeof raw);
      int64_t low = std::numeric_limits<Raw>::min(), high = std::numeric_limits<Raw>::max();
      int64_t wanted = std::min(std::max(int64_t(colours[i][c]), low), high);
      CHECK_EQUAL(int64_t(raw), wanted);
      CHECK_EQUAL(int64_t(read[i][c]), wanted);
    }
}

template <class T, class Raw> void check_floats(sycl::queue &q, image_format format) {
  std::vector<T> colours(count), read(count);
  for (int i = 0; i < count; ++i)
    for (int c = 0; c < 4; ++c)
      colours[i][c] = (0.37f * float(i) - 3.0f) * (c == 3 ? 1e4f : 1.0f);
  std::vector<unsigned char> bytes = round_trip(q, format, 4 * sizeof(Raw), colours, read);
  for (int i = 0; i < count; ++i)
    for (int c = 0; c < 4; ++c) {
      Raw raw;
      std::memcpy(&raw, &bytes[(i * 4 + c) * sizeof raw], sizeof raw);
      CHECK(float(raw) == float(Raw(float(colours[i][c]))));
      CHECK(float(read[i][c]) == float(raw));
    }
}

} // namespace

int main() {
  sycl::queue q;
  if (!q.get_device().has(sycl::aspect::image))
    return 77;
  check_unorm<uint8_t>(q, image_format::r8g8b8a8_unorm, false);
  check_unorm<uint8_t>(q, image_format::b8g8r8a8_unorm, true);
  check_unorm<uint16_t>(q, image_format::r16g16b16a16_unorm, false);
  check_integers<sycl::int4, int8_t>(q, image_format::r8g8b8a8_sint);
  check_integers<sycl::int4, int16_t>(q, image_format::r16g16b16a16_sint);
  check_integers<sycl::int4, int32_t>(q, image_format::r32b32g32a32_sint);
  check_integers<sycl::uint4, uint8_t>(q, image_format::r8g8b8a8_uint);
  check_integers<sycl::uint4, uint16_t>(q, image_format::r16g16b16a16_uint);
  check_integers<sycl::uint4, uint32_t>(q, image_format::r32b32g32a32_uint);
  check_floats<sycl::float4, sycl::half>(q, image_format::r16b16g16a16_sfloat);
  check_floats<sycl::float4, float>(q, image_format::r32g32b32a32_sfloat);
  check_floats<sycl::half4, sycl::half>(q, image_format::r16b16g16a16_sfloat);
  return finish();
}
