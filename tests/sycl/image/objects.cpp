// SYCL 2020, 4.7.3, 4.7.6.13 and 4.7.6.14: images as objects: ranges, pitches, where the content
// goes at the end, order of commands, host tasks, errors
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <memory>
#include <mutex>
#include <vector>

using sycl::access_mode, sycl::image_format, sycl::image_target;

namespace {

constexpr auto bytes = image_format::r8g8b8a8_uint;
const sycl::image_sampler nearest{sycl::addressing_mode::clamp_to_edge,
                                  sycl::coordinate_normalization_mode::unnormalized,
                                  sycl::filtering_mode::nearest};

void sizes() {
  sycl::unsampled_image<3> a(bytes, {5, 4, 3});
  CHECK(a.get_pitch() == sycl::range<2>(20, 80) && a.byte_size() == 240 && a.size() == 60);
  sycl::unsampled_image<3> b(bytes, {5, 4, 3}, {32, 130});
  CHECK(b.get_pitch() == sycl::range<2>(32, 130) && b.byte_size() == 390 && b.size() == 60);
  sycl::sampled_image<2> c(nullptr, image_format::r16b16g16a16_sfloat, nearest, {7, 2}, {64});
  CHECK(c.get_pitch() == sycl::range<1>(64) && c.byte_size() == 128);
  CHECK(c.get_range() == sycl::range<2>(7, 2));
  sycl::unsampled_image<3> same = a;
  CHECK(same == a && same != b && std::hash<decltype(a)>()(a) == std::hash<decltype(a)>()(same));
  CHECK_THROWS(sycl::unsampled_image<2>(bytes, {5, 4}, {19}), sycl::errc::invalid,
               "a pitch of 19 bytes, but a row takes 20");
  CHECK_THROWS(sycl::unsampled_image<3>(bytes, {5, 4, 3}, {20, 79}), sycl::errc::invalid,
               "a pitch of 79 bytes, but a slice takes 80");
  CHECK_THROWS(
      sycl::sampled_image<2>(nullptr, image_format::r16b16g16a16_sfloat, nearest, {7, 2}, {65}),
      sycl::errc::invalid, "a pitch of 65 bytes, which is no multiple of a channel's 2");
}

/* Four kernels in a row, each reading what the one before has written; rows with padding. */
void order(sycl::queue &q) {
  const int width = 6, height = 4, pitch = 8;
  std::vector<unsigned char> memory(pitch * 4 * height, 7);
  {
    sycl::unsampled_image<2> image(memory.data(), bytes, {width, height}, {pitch * 4});
    for (int round = 0; round < 4; ++round)
      q.submit([&](sycl::handler &h) {
        auto from = image.get_access<sycl::uint4, access_mode::read>(h);
        auto to = image.get_access<sycl::uint4, access_mode::write>(h);
        static_assert(sycl::is_device_copyable_v<decltype(from)>);
        h.parallel_for(sycl::range<2>(height, width), [=](sycl::id<2> i) {
          const sycl::int2 at{int(i[1]), int(i[0])};
          to.write(at, from.read(at) * sycl::uint4(2) + sycl::uint4(unsigned(i[1])));
        });
      });
    q.submit([&](sycl::handler &h) { // on the host, in order with the kernels
      sycl::unsampled_image_accessor<sycl::uint4, 2, access_mode::read, image_target::host_task>
          from(image, h);
      sycl::unsampled_image_accessor<sycl::uint4, 2, access_mode::write, image_target::host_task>
          to(image, h);
      h.host_task([=] {
        for (int y = 0; y < height; ++y)
          to.write(sycl::int2(0, y), from.read(sycl::int2(0, y)) + sycl::uint4(1));
      });
    });
    auto on_host = image.get_host_access<const sycl::uint4>();
    CHECK(on_host.size() == size_t(width * height));
    CHECK_EQUAL(on_host.read(sycl::int2(0, 3)).w(), 113u);
  }
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < pitch; ++x)
      CHECK_EQUAL(int(memory[size_t(y * pitch + x) * 4 + 2]),
                  x < width ? 7 * 16 + 15 * x + (x == 0) : 7);
}

void fill(sycl::unsampled_image<1> &image, unsigned value) {
  auto to = image.get_host_access<sycl::uint4, access_mode::write>();
  for (int i = 0; i < int(to.size()); ++i)
    to.write(i, sycl::uint4(value));
}

void final_data() {
  const sycl::range<1> r(2);
  unsigned char memory[8] = {}, other[8] = {};
  {
    sycl::unsampled_image<1> untouched(memory, bytes, r);
  }
  CHECK(memory[0] == 0);
  {
    sycl::unsampled_image<1> image(memory, bytes, r);
    image.set_write_back(false);
    fill(image, 1);
  }
  CHECK(memory[0] == 0);
  {
    sycl::unsampled_image<1> image(memory, bytes, r);
    image.set_final_data(other);
    fill(image, 2);
  }
  CHECK(memory[7] == 0 && other[7] == 2);
  {
    sycl::unsampled_image<1> image(memory, bytes, r);
    image.set_final_data();
    fill(image, 3);
  }
  CHECK(memory[7] == 0);
  std::vector<uint32_t> words;
  words.resize(2);
  {
    sycl::unsampled_image<1> image(bytes, r);
    image.set_final_data(words.begin());
    fill(image, 4);
  }
  CHECK(words[0] == 0x04040404 && words[1] == 0x04040404);
  auto shared =
      std::shared_ptr<void>(new unsigned char[8](), std::default_delete<unsigned char[]>());
  {
    sycl::unsampled_image<1> image(shared, bytes, r);
    CHECK(shared.use_count() == 2);
    image.set_final_data(std::weak_ptr<void>(shared));
    fill(image, 5);
  }
  CHECK(shared.use_count() == 1 && static_cast<unsigned char *>(shared.get())[7] == 5);
  {
    sycl::unsampled_image<1> image(memory, bytes, r, sycl::property::image::use_host_ptr());
    CHECK(image.has_property<sycl::property::image::use_host_ptr>());
    fill(image, 6);
    CHECK(memory[7] == 6);
  }
}

void sampled(sycl::queue &q) {
  const unsigned char memory[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  std::shared_ptr<const void> shared(memory, [](const void *) {});
  sycl::sampled_image<1> image(shared, bytes, nearest, {2});
  bool is_right = false;
  q.submit([&](sycl::handler &h) {
    sycl::sampled_image_accessor<sycl::uint4, 1, image_target::host_task> a(image, h);
    h.host_task([=, &is_right] { is_right = a.read(7.0f).x() == 5 && a.read(-1.0f).w() == 4; });
  });
  q.wait_and_throw();
  CHECK(is_right);
  sycl::host_sampled_image_accessor<sycl::uint4, 1> a(image), b = a;
  CHECK(a == b && a.read(1.5f).y() == 6);
}

void properties(sycl::queue &q) {
  using namespace sycl::property::image;
  std::mutex m;
  const sycl::context other(q.get_device());
  sycl::unsampled_image<1> image(bytes, {2}, {use_mutex(m), context_bound(other)});
  CHECK(image.get_property<use_mutex>().get_mutex_ptr() == &m);
  CHECK(image.get_property<context_bound>().get_context() == other);
  CHECK(!image.has_property<use_host_ptr>());
  auto read = [&](sycl::handler &h) {
    auto a = image.get_access<sycl::uint4, access_mode::read>(h);
    h.single_task([=] { (void)a.read(0); });
  };
  sycl::queue(other, q.get_device()).submit(read).wait();
  q.submit(read).wait(); // another context of the same device
}

void errors(sycl::queue &q) {
  sycl::unsampled_image<1> image(bytes, {2});
  CHECK_THROWS(image.get_host_access<sycl::int4>(), sycl::errc::invalid, "another element type");
  CHECK_THROWS((image.get_host_access<sycl::uint4, access_mode::read>(sycl::no_init)),
               sycl::errc::invalid, "nothing to read");
  CHECK_THROWS(
      q.submit([&](sycl::handler &h) { image.get_access<sycl::float4, access_mode::read>(h); }),
      sycl::errc::invalid, "another element type");
}

} // namespace

int main() {
  sycl::queue q;
  if (!q.get_device().has(sycl::aspect::image))
    return 77;
  CHECK(q.get_device().get_info<sycl::info::device::image_support>());
  CHECK(q.get_device().get_info<sycl::info::device::image2d_max_width>() >= 8192);
  sizes();
  order(q);
  final_data();
  sampled(q);
  properties(q);
  errors(q);
  return finish();
}
