// SYCL 2020, 4.7.3.1: images of half, on devices without aspect::fp16, too: every value read, and
// what lies between any two of them, ties included, written to the nearest, as the host does it
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <cmath>
#include <vector>

namespace {

constexpr int width = 128, count = width * width; // texels of four channels: all halves
constexpr auto format = sycl::image_format::r16b16g16a16_sfloat;
const sycl::range<2> all(width, width);

sycl::half half_of(int bits) {
  return __builtin_bit_cast(sycl::half, uint16_t(bits));
}
uint16_t bits_of(sycl::half h) {
  return __builtin_bit_cast(uint16_t, h);
}

void read(sycl::queue &q) {
  std::vector<sycl::half> halves(4 * count);
  std::vector<sycl::float4> out(count);
  for (int i = 0; i < 4 * count; ++i)
    halves[i] = half_of(i);
  {
    sycl::unsampled_image<2> image(halves.data(), format, all);
    sycl::buffer<sycl::float4> result(out);
    q.submit([&](sycl::handler &h) {
      auto from = image.get_access<sycl::float4, sycl::access_mode::read>(h);
      sycl::accessor to(result, h, sycl::write_only);
      h.parallel_for(count, [=](int i) { to[i] = from.read(sycl::int2(i % width, i / width)); });
    });
  }
  for (int i = 0; i < 4 * count; ++i) {
    const float wanted = half_of(i), got = out[i / 4][i % 4];
    CHECK(wanted == got || (std::isnan(wanted) && std::isnan(got)));
    CHECK_EQUAL(std::signbit(wanted), std::signbit(got));
  }
}

/* from: a float for each half. */
template <class From> void write(sycl::queue &q, From from) {
  std::vector<sycl::float4> in(count);
  std::vector<sycl::half> halves(4 * count);
  for (int i = 0; i < 4 * count; ++i)
    in[i / 4][i % 4] = from(i);
  {
    sycl::unsampled_image<2> image(halves.data(), format, all);
    sycl::buffer<sycl::float4> floats(in);
    q.submit([&](sycl::handler &h) {
      auto to = image.get_access<sycl::float4, sycl::access_mode::write>(h);
      sycl::accessor at(floats, h, sycl::read_only);
      h.parallel_for(count, [=](int i) { to.write(sycl::int2(i % width, i / width), at[i]); });
    });
  }
  for (int i = 0; i < 4 * count; ++i)
    if (std::isnan(from(i)))
      CHECK(std::isnan(float(halves[i])));
    else
      CHECK_EQUAL(bits_of(halves[i]), bits_of(sycl::half(from(i))));
}

/* Halfway to the next half, 65520 behind the greatest. */
float tie(int i) {
  const float f = half_of(i), next = half_of(i + 1);
  return std::isinf(next) ? std::copysign(65520.0f, f) : f + (next - f) / 2;
}

} // namespace

int main() {
  sycl::queue q;
  if (!q.get_device().has(sycl::aspect::image))
    return 77;
  read(q);
  write(q, [](int i) { return float(half_of(i)); });
  write(q, [](int i) { return tie(i); });
  write(q, [](int i) { return std::nextafter(tie(i), 0.0f); });
  write(q, [](int i) { return std::nextafter(tie(i), tie(i) < 0 ? -INFINITY : INFINITY); });
  write(q, [](int i) { return std::ldexp(float(i - 2 * count), -149); }); // subnormal floats
  return finish();
}
