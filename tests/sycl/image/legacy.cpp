// SYCL 1.2.1, 4.7.3, 4.7.6 and 4.7.8: deprecated images: every channel order and type, samplers,
// accessors of the targets image, host_image and image_array
#define SYCL2020_DISABLE_DEPRECATION_WARNINGS
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <cmath>
#include <cstring>
#include <vector>

using order = sycl::image_channel_order;
using type = sycl::image_channel_type;
using mode = sycl::access::mode;
using target = sycl::access::target;

namespace {

/* What is read of a colour that was written, and how many channels memory has. */
struct order_case {
  order o;
  const char *read; // r, g, b, a: of the colour; 0, 1
  size_t channels;
};
const order_case orders[] = {
    {order::a, "000a", 1},         {order::r, "r001", 1},         {order::rx, "r001", 1},
    {order::rg, "rg01", 2},        {order::rgx, "rg01", 2},       {order::ra, "r00a", 2},
    {order::rgb, "rgb1", 3},       {order::rgbx, "rgb1", 3},      {order::rgba, "rgba", 4},
    {order::argb, "rgba", 4},      {order::bgra, "rgba", 4},      {order::abgr, "rgba", 4},
    {order::intensity, "rrrr", 1}, {order::luminance, "rrr1", 1},
};
const sycl::float4 colour(0.25f, 0.5f, 0.75f, 1);

template <class T> T write_and_read(sycl::queue &q, order o, type t, const T &value, size_t bytes) {
  std::vector<unsigned char> memory(3 * bytes + 16, 0x5a);
  sycl::buffer<T> out{sycl::range<1>(1)};
  {
    sycl::image<1> image(memory.data(), o, t, sycl::range<1>(3));
    CHECK(image.get_size() == 3 * bytes && image.get_count() == 3);
    q.submit([&](sycl::handler &h) {
      auto to = image.get_access<T, mode::write>(h);
      h.single_task([=] { to.write(2, value); });
    });
    q.submit([&](sycl::handler &h) {
      auto from = image.get_access<T, mode::read>(h);
      sycl::accessor to(out, h, sycl::write_only);
      h.single_task([=] { to[0] = from.read(2); });
    });
  }
  for (size_t i = 0; i < 2 * bytes; ++i) // and nothing around it
    CHECK_EQUAL(int(memory[i]), 0x5a);
  CHECK_EQUAL(int(memory[3 * bytes]), 0x5a);
  return sycl::host_accessor(out, sycl::read_only)[0];
}

void all_orders(sycl::queue &q) {
  for (const order_case &c : orders) {
    sycl::float4 read = write_and_read(q, c.o, type::fp32, colour, 4 * c.channels);
    for (int i = 0; i < 4; ++i) {
      const float values[] = {colour[0], colour[1], colour[2], colour[3], 0, 1};
      CHECK_EQUAL(float(read[i]), values[std::strchr("rgba01", c.read[i]) - "rgba01"]);
    }
  }
  const unsigned char bgra[] = {1, 2, 3, 4}; // in memory
  sycl::image<1> image(bgra, order::bgra, type::unsigned_int8, sycl::range<1>(1));
  auto texel = image.get_access<sycl::uint4, mode::read>().read(0);
  CHECK(texel.x() == 3 && texel.y() == 2 && texel.z() == 1 && texel.w() == 4);
}

void all_types(sycl::queue &q) {
  struct {
    type t;
    size_t bytes;
    float steps; // of red; 0: as exact as half
  } real[] = {{type::snorm_int8, 4, 127},        {type::snorm_int16, 8, 32767},
              {type::unorm_int8, 4, 255},        {type::unorm_int16, 8, 65535},
              {type::unorm_short_565, 2, 31},    {type::unorm_short_555, 2, 31},
              {type::unorm_int_101010, 4, 1023}, {type::fp16, 8, 0}};
  for (auto &c : real) {
    order o = c.t == type::unorm_short_565 || c.t == type::unorm_short_555 ||
                      c.t == type::unorm_int_101010
                  ? order::rgb
                  : order::rgba;
    for (float red : {-2.0f, -0.3f, 0.1f, 0.7f, 2.0f}) {
      sycl::float4 read = write_and_read(q, o, c.t, sycl::float4(red, 0.5f, 1, 1), c.bytes);
      bool is_signed = c.t == type::snorm_int8 || c.t == type::snorm_int16;
      float wanted = std::fmin(std::fmax(red, is_signed ? -1.0f : 0.0f), 1.0f);
      wanted = c.steps ? std::rint(wanted * c.steps) / c.steps : float(sycl::half(red));
      CHECK(std::abs(read.x() - wanted) < 1e-6f && std::abs(read.y() - 0.5f) < 0.02f);
      CHECK(read.z() == 1 && read.w() == 1);
    }
  }
  sycl::int4 i =
      write_and_read(q, order::rgba, type::signed_int16, sycl::int4(-70000, 5, 70000, 0), 8);
  CHECK(i.x() == -32768 && i.y() == 5 && i.z() == 32767);
  sycl::uint4 u = write_and_read(q, order::rg, type::unsigned_int8, sycl::uint4(300, 5, 1, 1), 2);
  CHECK(u.x() == 255 && u.y() == 5 && u.z() == 0 && u.w() == 1);
  CHECK_THROWS(sycl::image<1>(order::rgba, type::unorm_short_565, sycl::range<1>(1)),
               sycl::errc::invalid, "rgb or rgbx");
}

void samplers(sycl::queue &q) {
  using namespace sycl;
  const sampler clamp(coordinate_normalization_mode::unnormalized, addressing_mode::clamp,
                      filtering_mode::nearest);
  CHECK(clamp.get_addressing_mode() == addressing_mode::clamp && clamp == sampler(clamp));
  std::vector<float> texels = {1, 2, 3, 4, 5, 6};
  image<2> opaque(texels.data(), order::r, type::fp32, range<2>(3, 2));
  image<2> clear(texels.data(), order::rx, type::fp32, range<2>(3, 2));
  buffer<float4> out{range<1>(4)};
  q.submit([&](handler &h) {
    auto a = opaque.get_access<float4, mode::read>(h), b = clear.get_access<float4, mode::read>(h);
    accessor to(out, h, write_only);
    h.single_task([=] {
      to[0] = a.read(int2(2, 1), clamp);
      to[1] = a.read(float2(2.9f, 0.1f), clamp);
      to[2] = a.read(int2(-1, 0), clamp);
      to[3] = b.read(float2(0, 2.5f), clamp);
    });
  });
  host_accessor result(out, read_only);
  CHECK(result[0].x() == 6 && result[1].x() == 3);
  CHECK(result[2].x() == 0 && result[2].w() == 1); // the border
  CHECK(result[3].x() == 0 && result[3].w() == 0);
}

void arrays(sycl::queue &q) {
  using namespace sycl;
  const size_t row = 5 * 16, slice = 4 * row; // padded
  std::vector<unsigned char> memory(2 * slice);
  image<3> all(memory.data(), order::rgba, type::signed_int32, {4, 3, 2}, {row, slice});
  q.submit([&](handler &h) {
    accessor<int4, 2, mode::write, target::image_array> layers(all, h);
    h.parallel_for(range<3>(2, 3, 4), [=](id<3> i) {
      layers[i[0]].write(int2{int(i[2]), int(i[1])}, int4(int(i[0] * 100 + i[1] * 10 + i[2])));
    });
  });
  accessor<int4, 3, mode::read, target::host_image> on_host(all);
  CHECK(on_host.get_range() == range<3>(4, 3, 2) && on_host.get_count() == 24);
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 4; ++x)
        CHECK_EQUAL(on_host.read(int4(x, y, z, 0)).y(), z * 100 + y * 10 + x);
}

} // namespace

int main() {
  sycl::queue q;
  if (!q.get_device().has(sycl::aspect::image))
    return 77;
  all_orders(q);
  all_types(q);
  samplers(q);
  arrays(q);
  return finish();
}
